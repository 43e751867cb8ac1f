"""One turn of Chipik as it is played: how likely each successor is, if everyone leans to what wins.

A player counts on some chance of winning in each position that his turn can lead to. Among choices he takes those
that are near the best: each in proportion to how far it lies above a level, which is such that all lie above it by
one *width* together. So what is more than a width behind the best is never chosen, and choices that are as good
are taken as often. He decides in two steps, each with a width of its own: to whom to discard, if he
does; and whether to, or which dice to keep and which to throw again.

The steps are functions without helpers, so that they can be compiled for any device. Whoever calls them
brings the room they write in, whose kind of numbers is also that of their arithmetic.
"""

from typing import Any

from ludotheque.solve.chipik_positions import NOT_ALLOWED, PASS, WET

HOPELESS = -1000  # what is not allowed is worth so little that it is never chosen


def look_ahead(number: int, successors: Any, reckoned: Any, mine: Any) -> None:
    """mine[successor]: what the mover counts on after his turn."""
    for successor in range(PASS + 1):
        after = successors[successor, number]
        mine[successor] = HOPELESS if after == NOT_ALLOWED else reckoned[after]


def choose_targets(mine: Any, first: int, uses: Any, width: Any, hand_worth: Any, levels: Any) -> None:
    """hand_worth[hand]: what a hand is worth to someone who discards; levels[hand]: above it lies what he may choose."""
    nothing = width - width  # a zero of the right kind
    for hand in range(1, len(uses)):
        best = nothing
        n = 0
        while uses[hand, n] >= 0:
            best = max(best, mine[first + uses[hand, n]])
            n += 1
        level = best - width
        before = n + 1
        while True:  # the level rises, until no less lies above it than before
            above = 0
            total = nothing
            for use in range(n):
                if mine[first + uses[hand, use]] > level:
                    above += 1
                    total += mine[first + uses[hand, use]]
            level = (total - width) / above
            if above >= before:
                break
            before = above
        total = nothing
        for use in range(n):
            worth = mine[first + uses[hand, use]]
            total += max(worth - level, nothing) * worth
        hand_worth[hand] = total / width
        levels[hand] = level


def choose_dice(
    odds: Any, hands: Any, keeps: Any, second: Any, width: Any, dry_worth: Any, wet_worth: Any, worth: Any,
    used_odds: Any, kept_odds: Any,
) -> None:  # fmt: skip
    """used_odds[hand]: how likely such a first throw is discarded on; kept_odds[kept]: how likely these dice are kept."""
    nothing = width - width
    for hand in range(len(dry_worth)):
        used_odds[hand] = nothing
    for kept in range(len(second)):
        kept_odds[kept] = nothing
        total = nothing
        for hand in range(second.shape[1]):
            total += second[kept, hand] * wet_worth[hand]
        worth[kept] = total
    for throw in range(len(odds)):
        hand = hands[throw]
        used = dry_worth[hand] if hand else nothing + HOPELESS
        best = used
        next_best = nothing + HOPELESS
        choice = -1
        n = 0
        while keeps[throw, n] >= 0:
            kept = keeps[throw, n]
            next_best = max(next_best, min(best, worth[kept]))
            choice = kept if worth[kept] > best else choice
            best = max(best, worth[kept])
            n += 1
        level = best - width
        if next_best <= level:  # nothing else comes near the best: most throws are like that
            if choice < 0:
                used_odds[hand] += odds[throw]
            else:
                kept_odds[choice] += odds[throw]
            continue
        before = n + 2
        while True:
            above = 0
            total = nothing
            if used > level:
                above += 1
                total += used
            for k in range(n):
                if worth[keeps[throw, k]] > level:
                    above += 1
                    total += worth[keeps[throw, k]]
            level = (total - width) / above
            if above >= before:
                break
            before = above
        part = odds[throw] / width
        if used > level:
            used_odds[hand] += part * (used - level)
        for k in range(n):
            if worth[keeps[throw, k]] > level:
                kept_odds[keeps[throw, k]] += part * (worth[keeps[throw, k]] - level)


def weigh_successors(
    number: int, mine: Any, uses: Any, second: Any, width: Any, dry_levels: Any, wet_levels: Any, used_odds: Any, kept_odds: Any,
    made_odds: Any, weights: Any,
) -> None:  # fmt: skip
    """weights[successor, number]: how likely the turn leads there. Writes down made_odds[hand], too: after a second throw."""
    nothing = width - width
    for successor in range(PASS + 1):
        weights[successor, number] = nothing
    for hand in range(len(made_odds)):
        made_odds[hand] = nothing
    for kept in range(len(second)):
        if kept_odds[kept] > nothing:
            for hand in range(len(made_odds)):
                made_odds[hand] += kept_odds[kept] * second[kept, hand]
    weights[PASS, number] = made_odds[0]
    for hand in range(1, len(made_odds)):
        dry_part = used_odds[hand] / width
        wet_part = made_odds[hand] / width
        n = 0
        while uses[hand, n] >= 0:
            which = uses[hand, n]
            weights[which, number] += dry_part * max(mine[which] - dry_levels[hand], nothing)
            weights[WET + which, number] += wet_part * max(mine[WET + which] - wet_levels[hand], nothing)
            n += 1


def expect(number: int, successors: Any, weights: Any, chances: Any) -> Any:
    """The winning chance of someone here, whose chances after this turn are these."""
    total = chances[0] - chances[0]
    for successor in range(PASS + 1):
        after = successors[successor, number]
        if after != NOT_ALLOWED:
            total += weights[successor, number] * chances[after]
    return total


def expect_best(
    mine: Any, odds: Any, hands: Any, keeps: Any, uses: Any, second: Any, dry_worth: Any, wet_worth: Any, worth: Any
) -> Any:
    """The winning chance of a mover who always does what is best for him."""
    nothing = odds[0] - odds[0]
    wet_worth[0] = mine[PASS]
    for hand in range(1, len(uses)):
        dry_worth[hand] = nothing
        wet_worth[hand] = nothing
        n = 0
        while uses[hand, n] >= 0:
            dry_worth[hand] = max(dry_worth[hand], mine[uses[hand, n]])
            wet_worth[hand] = max(wet_worth[hand], mine[WET + uses[hand, n]])
            n += 1
    for kept in range(len(second)):
        total = nothing
        for hand in range(second.shape[1]):
            total += second[kept, hand] * wet_worth[hand]
        worth[kept] = total
    total = nothing
    for throw in range(len(odds)):
        best = dry_worth[hands[throw]] if hands[throw] else nothing
        n = 0
        while keeps[throw, n] >= 0:
            best = max(best, worth[keeps[throw, n]])
            n += 1
        total += odds[throw] * best
    return total

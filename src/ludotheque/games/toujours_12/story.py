"""Toujours 12 told in sentences: announced sums, cards laid with the new tops, takes, and the end.

Names stand before a colon or alone, so that `You` fits wherever `Anna` does, in every language.
"""

from collections.abc import Iterable

from ludotheque.fields import UNKNOWN
from ludotheque.games.toujours_12.rules import PLACES, Facts, Phase
from ludotheque.games.toujours_12.view import Sight, digits, pile
from ludotheque.i18n import _, counted
from ludotheque.view import View


def story(before: View, after: View, names: list[str]) -> list[str]:
    """The last step in sentences, as the seat of these views may know it."""
    f: Facts = before.game.facts
    was: Sight = before.sight  # type: ignore[assignment]
    now: Sight = after.sight  # type: ignore[assignment]
    what, *rest = after.history[-1].split()
    if what == "start":
        return [_("Lots were drawn. {name} first!").format(name=names[now.turn])]
    if what == "lay":
        return lay_story(f, was, now, int(rest[0]), int(rest[1]), names)
    if was.phase == Phase.DEALING:
        return deal_story(f, now, names) if now.phase != Phase.DEALING else []
    return draw_story(now, rest[0])


def listed(some: Iterable[object]) -> str:
    return ", ".join(map(str, some))


def added(numbers: list[int]) -> str:
    """`2 + 4 + 6 = 12`; one number stands alone."""
    return f"{' + '.join(map(str, numbers))} = {sum(numbers)}" if len(numbers) > 1 else listed(numbers)


# --- the deal ---------------------------------------------------------------------------------


def deal_story(f: Facts, now: Sight, names: list[str]) -> list[str]:
    """The last card is dealt: one's own hand, what all announce, and who starts."""
    everyone = range(f.players)
    told = []
    if now.hand != UNKNOWN:
        told.append(_("Your hand: {sum}.").format(sum=added(digits(now.hand))))
    sums = listed(f"{names[seat]} {now.announced[seat]}" for seat in everyone)
    told.append(_("The hands total: {sums}.").format(sums=sums))
    highest = max(now.announced[seat] for seat in everyone)
    level = [names[seat] for seat in everyone if now.announced[seat] == highest]
    if len(level) == 1:
        told.append(_("{total} is the most. {name} first!").format(total=highest, name=level[0]))
    else:
        told.append(_("{names}: {total} each, so lots are drawn for the start.").format(names=listed(level), total=highest))
    return told


def draw_story(now: Sight, drawn: str) -> list[str]:
    """One's own new card; of others' nobody learns anything. The end of the stock is for everyone."""
    told = [] if drawn == "?" else [_("Your new card: {digit}.").format(digit=drawn)]
    if now.stock == 0:
        told.append(_("The stock is empty: now the hands are played out."))
    return told


# --- cards laid -------------------------------------------------------------------------------


def lay_story(f: Facts, was: Sight, now: Sight, digit: int, place: int, names: list[str]) -> list[str]:
    """The card and its place, the tops take by take, and what comes of the turn."""
    name = names[was.turn]
    piles = [pile(was, where) for where in range(PLACES)]
    piles[place - 1].insert(0, digit)
    told = [_("{name}: {digit} on place {place}.").format(name=name, digit=digit, place=place)]
    won = was.won[was.turn]
    taken = (now.won[was.turn] - won) // PLACES
    for nth in range(taken):
        makes = _("Tops: {sum}, a take!") if nth == 0 else _("Tops: {sum}, another take!")
        told.append(makes.format(sum=added([cards.pop(0) for cards in piles])))
        told.append(_("{name}: {sum} cards won.").format(name=name, sum=added([won, PLACES])))
        won += PLACES
    told.append(tops_sentence(f, [cards[0] for cards in piles if cards]))
    if taken:
        follows = _("{name}: one more card to lay.") if now.extra else _("{name}: no card left for one more.")
        told.append(follows.format(name=name))
    return told + (end_story(f, now, names) if now.phase == Phase.FINISHED else skip_story(f, was, now, names))


def tops_sentence(f: Facts, tops: list[int]) -> str:
    empty = PLACES - len(tops)
    if not tops:
        return _("The tray is empty now.")
    if empty:
        says = counted("Tops: {sum}, and {n} place is empty.", "Tops: {sum}, and {n} places are empty.", empty)
        return says.format(sum=added(tops), n=empty)
    if sum(tops) == f.target:  # uncovered by a take, where the table plays without chains
        return _("Tops: {sum}, but only a card just laid takes.").format(sum=added(tops))
    return _("Tops: {sum}, not {target}.").format(sum=added(tops), target=f.target)


def skip_story(f: Facts, was: Sight, now: Sight, names: list[str]) -> list[str]:
    """Those without cards between the one who laid and the next one."""
    if now.phase != Phase.LAYING or now.extra:
        return []  # the turn goes on
    steps = (now.turn - was.turn - 1) % f.players
    skipped = [names[(was.turn + 1 + step) % f.players] for step in range(steps)]
    return [_("No cards left, so skipped: {names}.").format(names=listed(skipped))] if skipped else []


# --- the end ----------------------------------------------------------------------------------


def end_story(f: Facts, now: Sight, names: list[str]) -> list[str]:
    """Every card is laid: what everyone won, and who has the most."""
    everyone = range(f.players)
    told = [_("All cards are laid.")]
    told.append(_("Cards won: {cards}.").format(cards=listed(f"{names[seat]} {now.won[seat]}" for seat in everyone)))
    most = max(now.won[seat] for seat in everyone)
    best = [names[seat] for seat in everyone if now.won[seat] == most]
    if len(best) == 1:
        told.append(_("{won} is the most. The winner: {name}.").format(won=most, name=best[0]))
    else:
        told.append(_("{names}: {won} each, a shared victory.").format(names=listed(best), won=most))
    return told

"""What holds in every position of 12 Chip Trick, and in every set of its facts."""

from ludotheque.games.chip_trick.chips import VALUES, copies, size, values, without
from ludotheque.games.chip_trick.rules import HAND, LOG, SEATS, UNSEEN_RED, Facts, Phase, State, has_twins, participants


def faults_in_facts(f: Facts) -> str:
    each = f.reds + f.blues
    if not 0 <= f.chips < 1 << 2 * VALUES or any(f.chips >> 2 * v & 3 == 2 for v in range(VALUES)):
        return f"chips must be a handful of the values 1 to {VALUES}"
    if f.red & 0x555555 != f.red >> 1 & 0x555555 or not 0 <= f.red < 1 << 2 * VALUES:
        return "red must hold both bits of every red value"
    if f.reds < 0 or f.blues < 0 or not 1 <= each <= HAND:
        return f"everyone is dealt 1 to {HAND} chips"
    if size(f.chips & f.red) != f.reds * participants(f) or size(f.chips & ~f.red) != f.blues * participants(f):
        return "the chips must be dealt out exactly"
    if f.ghost not in (0, 1) or participants(f) > SEATS or (f.ghost and each != HAND) or (f.ghost and has_twins(f)):
        return "a ghost needs a free seat, four chips and no twins"
    if f.halving not in (0, 1) or f.limit < 0:
        return "halving is 0 or 1, and the limit is not negative"
    if not 0 <= f.rounds <= 100 or not 1 <= f.tiles <= 100 or (f.rounds and f.ghost):
        return "rounds are 0 to 100 (0 with a ghost), tiles 1 to 100"
    return ""


def longest(f: Facts) -> tuple[int, int]:
    """The most decisions and steps of chance of a game.

    Every trick costs its winner a chip of the hand, and the round is over when somebody has none left: with four
    chips each can win three tricks, and somebody wins the last. In every round somebody earns a tile, so all can
    be one tile short but once.
    """
    everyone, each = participants(f), f.reds + f.blues
    tricks = everyone * (each - 1) + 1
    rounds = f.rounds or everyone * (f.tiles - 1) + 1
    ghost = f.ghost * (1 + each)  # the colours of its stack, and each chip as it is shown
    return rounds * tricks * 2 * f.players, 1 + rounds * (f.players * each + ghost)


def faults(f: Facts, s: State) -> list[str]:
    """What is wrong with this position; nothing, normally."""
    everyone = range(participants(f))
    found = []
    if not all(0 <= seat < participants(f) for seat in (s.starter, s.leader)) or not 0 <= s.turn <= participants(f):
        return ["a seat that does not exist is to act"]
    if not 0 <= s.stacked <= HAND:
        return [f"the ghost's stack holds {s.stacked} chips"]
    if s.phase in (Phase.DEALING, Phase.STACKING, Phase.SHOWING, Phase.PLAYING, Phase.TAKING):
        ghost = [value for value in s.stack[: s.stacked] if value > 0]
        places = [s.pool, s.lying, *s.hand, *s.shown]
        there = sorted([value for place in places for value in values(place)] + ghost)
        if there != values(f.chips):
            found.append(f"the chips in play are {there}")  # R1
        unseen = sum(1 for value in s.stack[: s.stacked] if value < 0)
        if s.phase not in (Phase.DEALING, Phase.STACKING) and size(s.pool) != unseen:
            found.append("a chip nobody has seen is not in the ghost's stack")
    if s.phase in (Phase.PLAYING, Phase.TAKING, Phase.SHOWING):
        for seat in everyone:
            owned = size(s.hand[seat]) + size(s.shown[seat]) + (s.stacked if seat == f.players else 0)
            n = participants(f)
            has_taken = s.phase == Phase.TAKING and (seat - s.winner) % n < (s.turn - s.winner) % n
            in_trick = s.trick[seat] != 0 and not has_taken
            if owned + in_trick != f.reds + f.blues:
                found.append(f"seat {seat} owns {owned} chips")  # R27
    for seat in everyone:
        if any(copies(s.known[seat], value) > copies(s.hand[seat], value) for value in values(s.known[seat])):
            found.append(f"seat {seat} is known to hold chips it does not hold")
    if s.phase in (Phase.PLAYING, Phase.TAKING) and not s.turn < f.players:
        found.append("the ghost waits to act")
    if s.phase == Phase.PLAYING and s.turn < f.players and s.hand[s.turn] == 0:
        found.append("the player to act has no chip")
    if s.phase == Phase.TAKING and not (0 <= s.winner < participants(f) and s.lying):
        found.append("there is nothing to take")
    if s.phase == Phase.FINISHED and without(f.chips, s.final[0]) >= f.chips and s.final[0]:
        found.append("the final chips are not of this game")
    return found or faults_in_step(f, s)


def faults_in_step(f: Facts, s: State) -> list[str]:
    """What keeps play from going on, where all chips are there."""
    if s.phase == Phase.DEALING and not is_deal(f, s):
        return ["the deal went astray"]
    if s.phase in (Phase.STACKING, Phase.SHOWING) and not f.ghost:
        return ["there is no ghost to act"]
    if s.phase == Phase.SHOWING and (s.turn != f.players or s.stacked == 0 or s.stack[0] > 0):
        return ["there is nothing for the ghost to show"]
    red = s.stack[: s.stacked].count(UNSEEN_RED)
    if s.phase in (Phase.SHOWING, Phase.PLAYING, Phase.TAKING) and red != size(s.pool & f.red):
        return ["the ghost's stack has other colours than the chips nobody has seen"]
    if s.phase in (Phase.SHOWING, Phase.PLAYING) and not is_trick(f, s):
        return ["the trick is not what was played to it"]
    if not 0 <= s.logged <= LOG or (f.rounds and s.round >= f.rounds and s.phase != Phase.FINISHED):
        return ["the round or the game went on too long"]
    return []


def is_trick(f: Facts, s: State) -> bool:
    """Those from the leader up to the one to act have played, and what they played lies there."""
    n = participants(f)
    have_played = [(seat - s.leader) % n < (s.turn - s.leader) % n for seat in range(n)]
    lying = sorted(value for value in s.trick if value)
    return [s.trick[seat] != 0 for seat in range(n)] == have_played and values(s.lying) == lying


def is_deal(f: Facts, s: State) -> bool:
    """Everyone before the one dealt to has a whole hand, reds came first, and nothing was played."""
    everything = [(size(hand & f.red), size(hand & ~f.red)) for hand in s.hand]
    whole = [(f.reds, f.blues)] * s.turn
    if s.turn >= f.players or everything[: s.turn] != whole or any(s.hand[s.turn + 1 :]) or any(s.shown) or s.lying:
        return False
    reds, blues = everything[s.turn]
    return (reds < f.reds and blues == 0) or (reds == f.reds and blues < f.blues)

"""12 Chip Trick told: each step in sentences, with what followed by itself.

The ghost acts by what everyone can see, so its plays and takes are found by acting them out on
a scratch state that holds only what the seat may know.
"""

from ludotheque.games.chip_trick.chips import added, copies, dropped, lowest, size, total
from ludotheque.games.chip_trick.rules import (
    DEALING,
    FINISHED,
    PLAYING,
    TAKING,
    Facts,
    State,
    begin_trick,
    explodes,
    following,
    is_ghost,
    lay,
    participants,
    takeable,
)
from ludotheque.games.chip_trick.scene import one_chip
from ludotheque.games.chip_trick.view import Sight, copy_open, values
from ludotheque.i18n import _
from ludotheque.view import View


def story(before: View, after: View, names: list[str]) -> list[str]:
    """The last step in sentences, as the seat of these views may know it."""
    f: Facts = after.game.facts
    was: Sight = before.sight  # type: ignore[assignment]
    v: Sight = after.sight  # type: ignore[assignment]
    word, what = after.history[-1].split()
    if word == "start":
        return [_("{name} will lead the first trick.").format(name=names[int(what)])]
    if word == "deal":
        return [] if v.phase == DEALING else [own_chips(f, v, after.seat)]
    if word == "stack":
        return []
    told = chips_moved(f, was, word, int(what), v.round > was.round, names)
    return told + round_end(f, was, v, names) if v.round > was.round else told


def own_chips(f: Facts, v: Sight, seat: int | None) -> str:
    """The deal is complete: one's own hand, once."""
    if seat is None:
        return _("All chips are dealt.")
    return _("Your chips: {chips}.").format(chips=", ".join(one_chip(f, value, ()).name for value in values(v.hand)))


# --- a trick ----------------------------------------------------------------------------------


def chips_moved(f: Facts, was: Sight, word: str, value: int, round_over: bool, names: list[str]) -> list[str]:
    """A chip played, taken or turned up by the ghost, and all the ghost does then."""
    s = State()
    copy_open(f, was, s)
    told = []
    if word == "play":
        told = laid(f, s, value, names)
    elif word == "take":
        told = taken(f, s, value, round_over, names)
    else:
        s.phase = PLAYING
        s.stack[0] = value
    return told + ghost_acted(f, s, round_over, names)


def ghost_acted(f: Facts, s: State, round_over: bool, names: list[str]) -> list[str]:
    """As in the rules, up to a chip of its stack that nobody has seen."""
    told = []
    while is_ghost(f, s.turn) and (s.phase == TAKING or (s.phase == PLAYING and s.stack[0] > 0)):
        if s.phase == TAKING:
            told += taken(f, s, lowest(takeable(f, s)), round_over, names)
        else:
            value = s.stack[0]
            s.stacked -= 1
            s.stack = [*s.stack[1:], 0]
            told += laid(f, s, value, names)
    return told


def laid(f: Facts, s: State, value: int, names: list[str]) -> list[str]:
    leads = s.lying == 0
    if is_ghost(f, s.turn):
        says = _("{name} led the {value} from its stack.") if leads else _("{name} played the {value} from its stack.")
    else:
        says = _("{name} led the {value}.") if leads else _("{name} played the {value}.")
    told = [says.format(name=names[s.turn], value=value)]
    lay(f, s, value)
    if s.phase == TAKING:
        told.append(trick_won(s, names))
    return told


def trick_won(s: State, names: list[str]) -> str:
    best = s.trick[s.winner]
    if copies(s.lying, best) > 1:
        says = _("{name} won the trick: of two chips with {value} the first one wins.")
    else:
        says = _("{name} won the trick: the {value} is the highest.")
    return says.format(name=names[s.winner], value=best)


def taken(f: Facts, s: State, value: int, round_over: bool, names: list[str]) -> list[str]:
    told = [take_told(f, s, value, names[s.turn])]
    s.lying = dropped(s.lying, value)
    if is_ghost(f, s.turn) and s.turn != s.winner:
        s.stack[s.stacked] = value
        s.stacked += 1
    s.turn = following(f, s.turn)
    if s.lying == 0 and round_over:
        s.phase = DEALING
    elif s.lying == 0:
        s.leader = s.winner
        begin_trick(s)
    return told


def take_told(f: Facts, s: State, value: int, name: str) -> str:
    if s.turn != s.winner:
        says = (
            _("{name} took the {value} under its stack.") if is_ghost(f, s.turn) else _("{name} took the {value} into the hand.")
        )
        return says.format(name=name, value=value)
    display = added(s.shown[s.turn], value)
    if size(display) == 1:
        return _("{name} took the {value} to the display.").format(name=name, value=value)
    return _("{name} took the {value} to the display: {sum} there.").format(name=name, value=value, sum=sum_of(display))


def sum_of(handful: int) -> str:
    """`5 + 7 = 12`."""
    return f"{' + '.join(map(str, values(handful)))} = {total(handful)}"


# --- the end of a round and of the game -------------------------------------------------------


def round_end(f: Facts, was: Sight, v: Sight, names: list[str]) -> list[str]:
    told = [_("No chip is left to lead: round {round} is over.").format(round=v.round)]
    told += [total_told(f, v.final[seat], v.last[seat], names[seat]) for seat in range(participants(f))]
    told += points_told(f, v, names) if f.rounds else tiles_told(f, was, v, names)
    if v.phase == FINISHED:
        return told + game_end(f, v, names)
    return [*told, _("{name} will start round {round}.").format(name=names[v.starter], round=v.round + 1)]


def total_told(f: Facts, chips: int, counts: int, name: str) -> str:
    points = total(chips)
    if explodes(f, points):
        says = _("{name}: {sum}, more than {limit}: boom!")
    elif points > f.limit and points % 2:
        says = _("{name}: {sum}, more than {limit}: only half counts, rounded down to {counts}.")
    elif points > f.limit:
        says = _("{name}: {sum}, more than {limit}: only half counts, {counts}.")
    elif points == f.limit:
        says = _("{name}: {sum}. Perfect!")
    else:
        says = _("{name}: {sum}.")
    return says.format(name=name, sum=sum_of(chips), limit=f.limit, counts=counts)


def tiles_told(f: Facts, was: Sight, v: Sight, names: list[str]) -> list[str]:
    told = []
    if all(explodes(f, v.last[seat]) for seat in range(participants(f))):
        told.append(_("Boom for everyone, so the highest total counts after all."))
    for seat in range(participants(f)):
        if v.score[seat] > was.score[seat]:
            says = _("{name} earned a tile: {total} is the highest total that counts. Tiles: {n} of {tiles}.")
            told.append(says.format(name=names[seat], total=v.last[seat], n=v.score[seat], tiles=f.tiles))
    return told


def points_told(f: Facts, v: Sight, names: list[str]) -> list[str]:
    points = ", ".join(f"{names[seat]} {v.score[seat]}" for seat in range(f.players))
    return [_("Points after round {round} of {rounds}: {points}.").format(round=v.round, rounds=f.rounds, points=points)]


def game_end(f: Facts, v: Sight, names: list[str]) -> list[str]:
    if f.rounds:
        return [_("That was the last round: the game is over."), *level_told(f, v, names)]
    done = [seat for seat in range(participants(f)) if v.score[seat] >= f.tiles]
    says = _("The game is over. All {tiles} tiles: {names}.")
    told = [says.format(tiles=f.tiles, names=", ".join(names[seat] for seat in done))]
    if f.ghost and f.players in done:
        says = _("Still, the player with more tiles than the other wins. Only if both are level, {ghost} wins.")
        told.append(says.format(ghost=names[f.players]))
    return told


def level_told(f: Facts, v: Sight, names: list[str]) -> list[str]:
    """Who is level at the top, and what decides between them."""
    best = max(v.score[seat] for seat in range(f.players))
    level = [names[seat] for seat in range(f.players) if v.score[seat] == best]
    if len(level) == 1:
        return []
    return [_("Level with {points} points: {names}. The last round decides.").format(points=best, names=", ".join(level))]

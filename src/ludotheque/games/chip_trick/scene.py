"""12 Chip Trick on the table: hands, displays, the trick, the ghost's stack and the tiles."""

from ludotheque.fields import UNKNOWN
from ludotheque.games.chip_trick.chips import chip_name, copies, dropped, total, values
from ludotheque.games.chip_trick.rules import Facts, Phase, explodes, following, participants
from ludotheque.games.chip_trick.view import Sight, is_red_in_stack, turned_up
from ludotheque.i18n import _, counted, spoken
from ludotheque.scene import Lane, Scene, Thing, Zone, above, waiting
from ludotheque.view import View


def scene(view: View) -> Scene:
    f: Facts = view.game.facts
    v: Sight = view.sight  # type: ignore[assignment]
    moves = tuple([str(move) for move in view.moves()])
    zones = [trick_zone(f, v, moves)]
    if f.ghost:
        stack = tuple(face_down(f, is_red_in_stack(f, v.stack[depth])) for depth in range(v.stacked))
        if v.turned_up:
            stack = chips(f, turned_up(v, f.players), moves, "-")
        zones.append(Zone("stack", _("Ghost's stack, top first"), stack, owner=f.players))
    for seat in range(participants(f)):
        over = v.phase == Phase.FINISHED
        display = v.final[seat] if over else v.shown[seat]
        note = _("total {total}").format(total=total(display)) if display else ""
        zones.append(
            Zone(f"display{seat}", _("Display"), chips(f, display, moves, "-"), seat, note=note, parts=tuple(values(display)))
        )
        if not (f.ghost and seat == f.players) and not over:
            hand = turned_up(v, seat) if v.turned_up else v.hand[seat]
            things = backs(f, v, seat) if hand == UNKNOWN else chips(f, hand, moves, "play")
            note = _("with the display {total}").format(total=total(hand) + total(display)) if hand > 0 else ""
            parts = (*values(hand), *values(display)) if hand > 0 else ()
            zones.append(Zone(f"hand{seat}", _("Hand"), things, seat, note=note, parts=parts))
    actor = view.actor if view.actor >= 0 else None
    scores = score_words(f, v)
    says = in_words(v, moves)
    return Scene(
        tuple(zones), ask(v, actor), participants(f), actor, moves, scores, said=says, aim=aim(f), line=f.limit,
        beds=0 if f.rounds else f.tiles, lanes=lanes(f, v) if v.turned_up else (),
    )  # fmt: skip


def lanes(f: Facts, v: Sight) -> tuple[Lane, ...]:
    """All hands face up, added up seat by seat; the best is known when all are (R30, R33, root R17)."""
    everyone = range(participants(f))
    counted = v.turned_up - 1
    boom = [explodes(f, total(v.final[seat])) for seat in everyone]
    standing = {seat: v.last[seat] for seat in everyone if not boom[seat] or all(boom)}  # R34
    best = max(standing.values()) if counted == len(everyone) else -1
    return tuple(
        Lane(
            seat,
            (f"display{seat}", "stack" if f.ghost and seat == f.players else f"hand{seat}"),
            counted=seat < counted,
            verdict=verdict(f, v, seat) if seat < counted else "",
            boom=seat < counted and boom[seat],
            best=standing.get(seat) == best,
        )
        for seat in everyone
    )


def verdict(f: Facts, v: Sight, seat: int) -> str:
    off = total(v.final[seat]) - f.limit
    if off > 0 and f.halving:
        return _("half: {points}").format(points=v.last[seat])
    return above(off, f.limit)


@spoken
def aim(f: Facts) -> str:
    if f.rounds:
        return _("Win the most points in {rounds} rounds. Above {limit} only half counts.").format(rounds=f.rounds, limit=f.limit)
    return counted(
        "The highest total up to {limit} earns a tile: {n} tile wins.",
        "The highest total up to {limit} earns a tile: {n} tiles win.",
        f.tiles,
    ).format(limit=f.limit, n=f.tiles)


def score_words(f: Facts, v: Sight) -> tuple[tuple[int, str], ...]:
    shown = []
    for seat in range(participants(f)):
        score = v.score[seat]
        words = counted("{n} point", "{n} points", score) if f.rounds else counted("{n} tile", "{n} tiles", score)
        shown.append((score, words.format(n=score)))
    return tuple(shown)


def trick_zone(f: Facts, v: Sight, moves: tuple[str, ...]) -> Zone:
    things = []
    left = v.lying
    seat = v.leader
    for _turn in range(participants(f)):
        value = v.trick[seat]
        if value > 0 and copies(left, value):
            left = dropped(left, value)
            things.append(one_chip(f, value, moves, "take")._replace(owner=seat))
        seat = following(f, seat)
    return Zone("trick", _("Trick"), tuple(things))


def ask(v: Sight, actor: int | None) -> str:
    if actor != v.seat:
        return waiting(actor, v.phase == Phase.FINISHED)
    if v.phase == Phase.TAKING:
        return _("You won the trick: take a chip for your display.") if v.winner == v.seat else _("Take a chip into your hand.")
    return _("Lead a chip.") if v.lying == 0 else _("Play a chip.")


def in_words(v: Sight, moves: tuple[str, ...]) -> dict[str, str]:
    """Which chip is meant is clear by its value: twins are of one colour, and can't be told apart (A3)."""
    says = {
        "play": _("Play the {value}") if v.lying else _("Lead the {value}"),
        "take": _("Take the {value} to your display") if v.winner == v.seat else _("Take the {value} into your hand"),
    }
    return {move: says[verb].format(value=value) for move, (verb, value) in zip(moves, map(str.split, moves), strict=True)}


def chips(f: Facts, handful: int, moves: tuple[str, ...], verb: str) -> tuple[Thing, ...]:
    return tuple(one_chip(f, value, moves, verb) for value in values(handful))


@spoken
def one_chip(f: Facts, value: int, moves: tuple[str, ...], verb: str) -> Thing:
    touched = tuple([move for move in moves if move == f"{verb} {value}"])
    return Thing("chip", str(value), tone(f, copies(f.red, value) > 0), touched, name=chip_name(f, value))


def tone(f: Facts, red: bool) -> str:
    return "red" if red else "black" if f.rounds else "blue"  # root's edition has black ones (root R2)


def backs(f: Facts, v: Sight, seat: int) -> tuple[Thing, ...]:
    """The colours of a hand are public, its values are not (R15, root A4)."""
    return tuple(face_down(f, red) for red in [True] * v.reds[seat] + [False] * v.blues[seat])


@spoken
def face_down(f: Facts, red: bool) -> Thing:
    name = _("a red chip, face down") if red else _("a black chip, face down") if f.rounds else _("a blue chip, face down")
    return Thing("chip", None, tone(f, red), name=name)

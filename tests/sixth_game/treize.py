"""Treize, a sixth game: a secret number, a die, and thirteen. It shows what a game consists of.

In a package each part below is a file of its own, as in `ludotheque/games/chipik`.
"""

from enum import IntEnum
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from ludotheque.draws import below
from ludotheque.fields import Int8, Open, Record, record
from ludotheque.i18n import N_
from ludotheque.kit.events import COUNT, SEAT, Event, private
from ludotheque.kit.seeing import by, of, seeing, sight
from ludotheque.kit.telling import tell
from ludotheque.notation import names, number
from ludotheque.scene import Scene, Thing, Zone, waiting
from ludotheque.seats import CHANCE, EVERYONE, OVER
from ludotheque.view import View

# --- rules.py ---------------------------------------------------------------------------------

SEATS = 3
THROW, STAY, DEAL, ROLL = 0, 1, 2, 8
PLAYER_ACTIONS, ACTIONS, MOST_CHOICES = DEAL, ROLL + 6, 6


DEALT = Event("R2", "{name}: your number is {value}.", seat=SEAT, value=private(COUNT))
THREW = Event("R3", "{name} threw {face}: {total} so far.", seat=SEAT, face=COUNT, total=COUNT, counts="thrown")
STAYED = Event("R3", "{name} stopped.", seat=SEAT, counts="stayed")
OUT = Event("R4", "{name} went out with {total}, more than {target}.", seat=SEAT, total=COUNT, counts="out")
OVER_NOW = Event("R5", "Everyone is done.")


class Phase(IntEnum):
    DEALING = 0
    CHOOSING = 1
    ROLLING = 2
    FINISHED = 3


class Reason(IntEnum):
    OK = 0
    GAME_OVER = 1
    NOT_NOW = 2


class Facts(NamedTuple):
    players: int
    target: int


def is_out(f: Facts, s: "State", seat: int) -> bool:
    """R4."""
    return s.secret[seat] + s.thrown[seat] > f.target


def knows(f: Facts, s: "State", seat: int, other: int) -> bool:
    """R2, R4, R5."""
    return other == seat or s.phase == Phase.FINISHED or is_out(f, s, other)


@record
class State(Record):
    phase: Open[Int8]
    turn: Open[Int8]
    secret: Annotated[list[int], 8, SEATS, by(knows)]
    thrown: Open[Annotated[list[int], 8, SEATS]]
    done: Open[Annotated[list[int], 8, SEATS]]


def begin(f: Facts, s: State) -> None:
    s.phase = Phase.DEALING


def actor(f: Facts, s: State) -> int:
    if s.phase == Phase.CHOOSING:
        return s.turn
    return OVER if s.phase == Phase.FINISHED else CHANCE


def reason(f: Facts, s: State, action: int) -> Reason:
    if s.phase == Phase.FINISHED:
        return Reason.GAME_OVER
    wanted = Phase.CHOOSING if action < DEAL else Phase.DEALING if action < ROLL else Phase.ROLLING
    return Reason.OK if s.phase == wanted else Reason.NOT_NOW


def legal(f: Facts, s: State, out: list[int]) -> int:
    if s.phase != Phase.CHOOSING:
        return 0
    out[0], out[1] = THROW, STAY
    return 2


def chance(f: Facts, s: State, out: list[int], weights: list[int]) -> int:
    if s.phase == Phase.CHOOSING or s.phase == Phase.FINISHED:
        return 0
    for face in range(6):
        out[face] = (DEAL if s.phase == Phase.DEALING else ROLL) + face
        weights[face] = 1
    return 6


def apply(f: Facts, s: State, action: int) -> None:
    if action >= ROLL:
        s.thrown[s.turn] += action - ROLL + 1
        tell(s, THREW, s.turn, action - ROLL + 1, s.thrown[s.turn])
        if is_out(f, s, s.turn):
            s.done[s.turn] = 1
            tell(s, OUT, s.turn, s.secret[s.turn] + s.thrown[s.turn])
        pass_on(f, s)
    elif action >= DEAL:
        s.secret[s.turn] = action - DEAL + 1  # R2
        tell(s, DEALT, s.turn, s.secret[s.turn])
        s.turn = (s.turn + 1) % f.players
        s.phase = Phase.CHOOSING if s.turn == 0 else Phase.DEALING  # R1
    elif action == THROW:
        s.phase = Phase.ROLLING
    else:
        s.done[s.turn] = 1
        tell(s, STAYED, s.turn)
        pass_on(f, s)


def pass_on(f: Facts, s: State) -> None:
    """R3."""
    for _ in range(f.players):
        s.turn = (s.turn + 1) % f.players
        if not s.done[s.turn]:
            s.phase = Phase.CHOOSING
            return
    s.phase = Phase.FINISHED
    tell(s, OVER_NOW)


def tickets(f: Facts, s: State) -> int:
    return 2 if s.phase == Phase.CHOOSING else 6


def ticket(f: Facts, s: State, n: int) -> int:
    return n if s.phase == Phase.CHOOSING else (DEAL if s.phase == Phase.DEALING else ROLL) + n


def scores(f: Facts, s: State, out: list[int]) -> int:
    """What all may know: a total counts at the end, and nothing for those who are out."""
    for seat in range(f.players):
        open_now = s.phase == Phase.FINISHED and not is_out(f, s, seat)
        out[seat] = s.secret[seat] + s.thrown[seat] if open_now else 0
    return f.players


def winners(f: Facts, s: State) -> int:
    """R5, A1."""
    if s.phase != Phase.FINISHED:
        return 0
    best = 0
    for seat in range(f.players):
        if not is_out(f, s, seat):
            best = max(best, s.secret[seat] + s.thrown[seat])
    won = 0
    for seat in range(f.players):
        if best == 0 or s.secret[seat] + s.thrown[seat] == best:
            won |= 1 << seat
    return won


# --- view.py ----------------------------------------------------------------------------------


def has_card(f: Facts, s: State, seat: int) -> int:
    return 1 if s.secret[seat] else 0


@sight
class Sight(State):
    seat: Int8
    dealt: Annotated[list[int], 8, SEATS, of(has_card)]


view, view_own, known = seeing(Sight)


def sees(f: Facts, s: State, action: int) -> int:
    return 1 << s.turn if DEAL <= action < ROLL else EVERYONE


def reveals(action: int) -> bool:
    return False


def guess(f: Facts, v: Sight, draws: list[int], s: State) -> None:
    """Any number that has not put its owner out."""
    known(f, v, s)
    for seat in range(f.players):
        if v.dealt[seat] and not knows(f, v, v.seat, seat):
            s.secret[seat] = 1 + below(draws, min(6, f.target - v.thrown[seat]))


def now(f: Facts, v: Sight) -> dict[str, Any]:
    everyone = range(f.players)
    return {
        "secret": [v.secret[s] if v.secret[s] > 0 else None for s in everyone],
        "thrown": [v.thrown[s] for s in everyone],
        "done": [bool(v.done[s]) for s in everyone],
    }


def seen(f: Facts, v: Sight) -> dict[str, Any]:
    return {}


# --- text.py ----------------------------------------------------------------------------------

EXAMPLES = ("throw", "stay")
FORMATS = {"phase": names(Phase)}
REASONS = {Reason.GAME_OVER: ("R5", N_("the game is over")), Reason.NOT_NOW: ("R3", "this is not the moment")}


def words(action: int) -> str:
    if action < DEAL:
        return EXAMPLES[action]
    return f"deal {action - DEAL + 1}" if action < ROLL else f"roll {action - ROLL + 1}"


def action(said: list[str]) -> int | None:
    if said in (["throw"], ["stay"]):
        return THROW if said == ["throw"] else STAY
    face = number(said[1], 1, 6) if len(said) == 2 else None
    first = {"deal": DEAL, "roll": ROLL}.get(said[0])
    return None if face is None or first is None else first + face - 1


def hidden(action: int) -> str:
    return "deal ?"


def numbers(f: Facts, s: State, action: int) -> dict[str, Any]:
    return {}


# --- invariants.py and scene.py -----------------------------------------------------------------


def faults_in_facts(f: Facts) -> str:
    return "" if 7 <= f.target <= 100 else "the target is 7 to 100"


def faults(f: Facts, s: State) -> list[str]:
    playing = s.phase == Phase.CHOOSING and (s.done[s.turn] or is_out(f, s, s.turn))
    return ["a player who is done is to act"] if playing else []


def scene(view: View) -> Scene:
    f, v = view.game.facts, view.sight
    moves = tuple(str(move) for move in view.moves())
    buttons = tuple(Thing("button", move, moves=(move,), name=move) for move in moves)
    zones = [Zone("choice", "Choice", buttons)]
    for seat in range(f.players):
        shown = view.now["secret"][seat]
        card = Thing("card", str(shown) if shown else None, name=str(shown or "a hidden number"))
        zones.append(Zone(f"number{seat}", "Number", (card,), seat, note=f"+ {v.thrown[seat]}"))  # type: ignore[attr-defined]
    ask = "Throw, or stay?" if moves else waiting(view.actor if view.actor >= 0 else None, view.actor == OVER)
    scored = tuple((v.thrown[seat], f"thrown {v.thrown[seat]}") for seat in range(f.players))  # type: ignore[attr-defined]
    return Scene(tuple(zones), ask, f.players, view.actor if view.actor >= 0 else None, moves, scored)


RULEBOOK = Path(__file__).with_name("rulebook.md")

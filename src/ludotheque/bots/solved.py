"""Plays Chipik from its solution: an equilibrium, kept as winning chances wherever a turn begins.

bot = SolvedBot(game, Random(7))
bot.choose(view)      a move, drawn as the equilibrium mixes them
bot.chances(view)     how often each legal move wins
bot.everyone(view)    how often each seat wins

The table says what a position is worth between turns; within a turn the rules themselves are asked. Among choices
that are near the best, each is taken in proportion to how far it lies above a level, such that all lie above it by one
width together. First that settles to whom to discard, then, with a smaller width, whether to or which dice
to throw again. `ludotheque.solve.chipik` made the tables, `ludotheque.solve.certificate` says how little the best
answer to this play could gain.
"""

import json
import sys
import zlib
from array import array
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from itertools import accumulate
from math import comb
from random import Random
from typing import Any

from ludotheque.bots.asked import choices
from ludotheque.errors import OptionError
from ludotheque.game import Game
from ludotheque.games.chipik.rules import AFTER_FIRST, AFTER_SECOND, DISCARD, FINISHED, FIRST_THROW, OPENING, State
from ludotheque.i18n import N_
from ludotheque.move import Move
from ludotheque.seats import NOBODY
from ludotheque.view import View

TABLES = files("ludotheque") / "solve" / "tables"
ABOUT = {"players", "tokens", "addition", "target_width", "dice_width", "wholes", "sizes"}
RECKONED = 0  # the first column: what whoever has just moved counts on; the others are chances by place


class Table:
    """Winning chances wherever a turn begins, by place from the player to move on.

    The file is described in `ludotheque.solve.chipik_table`; a column is unpacked when it is first asked for.
    """

    def __init__(self, players: int) -> None:
        self.file = f"chipik-{players}.bin"
        try:
            line, _, self.packed = (TABLES / self.file).read_bytes().partition(b"\n")
            self.about: dict[str, Any] = json.loads(line)
        except (OSError, ValueError, RecursionError):
            raise self.damaged() from None
        is_described = isinstance(self.about, dict) and self.about.keys() >= ABOUT and self.about["players"] == players
        if not is_described or not is_layout(self.about["sizes"], len(self.packed)):
            raise self.damaged()
        self.players = players
        self.columns: dict[int, array[int]] = {}

    def damaged(self) -> OptionError:
        return OptionError(N_("{file} is not a whole solution of Chipik; ludotheque.solve.chipik makes one"), file=self.file)

    def column(self, which: int) -> "array[int]":
        if which not in self.columns:
            sizes = self.about["sizes"]
            first = sum(sizes[:which])
            try:
                planes = zlib.decompress(self.packed[first : first + sizes[which]])
            except zlib.error:
                raise self.damaged() from None
            numbers = array("H", bytes(len(planes)))
            low, high = (0, 1) if sys.byteorder == "little" else (1, 0)
            half, in_bytes = len(planes) // 2, memoryview(numbers).cast("B")
            in_bytes[low::2], in_bytes[high::2] = planes[:half], planes[half:]
            self.columns[which] = numbers
        return self.columns[which]

    def reckoned(self, number: int) -> float:
        """What whoever has just moved counts on; everyone's decisions follow from it."""
        return self.column(RECKONED)[number] / int(self.about["wholes"][RECKONED])

    def chance(self, number: int, place: int) -> float:
        """The winning chance that everyone's play really gives them."""
        if place == 0:
            return max(0.0, 1 - sum(self.chance(number, other) for other in range(1, self.players)))  # the others' are rounded
        chance = self.column(place)[number]
        if place == self.players - 1:  # written as a difference
            chance = (chance + self.column(RECKONED)[number]) % (1 << 16)
        return chance / int(self.about["wholes"][place])


def is_layout(sizes: Any, whole: int) -> bool:
    """Whether these may be how long the columns of so many bytes are."""
    return isinstance(sizes, list) and all(type(size) is int and size >= 0 for size in sizes) and sum(sizes) == whole


@cache
def table_for(players: int) -> Table | None:
    return Table(players) if (TABLES / f"chipik-{players}.bin").is_file() else None


def has_table(game: Game) -> bool:
    """Whether this game is solved: the usual tokens, dice and Addition, and as many players as there are tables for."""
    if game.id != "chipik":
        return False
    table = table_for(game.players)
    about = {"faces": 6, **table.about} if table else {}
    return bool(about) and all(about[fact] == getattr(game.facts, fact) for fact in ("tokens", "addition", "faces"))


class SolvedBot:
    def __init__(self, game: Game, rng: Random) -> None:
        table = table_for(game.players) if has_table(game) else None
        if table is None:
            raise ValueError(f"{game.spec} is not solved")
        self.game, self.rng, self.table = game, rng, table

    def choose(self, view: View) -> Move:
        choices(self.game, view)
        shares = self.shares(view)
        return self.rng.choices(list(shares), list(shares.values()))[0]

    def shares(self, view: View) -> dict[Move, float]:
        """How often each legal move is chosen."""
        turn = Turn(self.table, view)
        moves = {move.action: move for move in view.moves()}
        return {moves[action]: share for action, share in turn.shares(turn.state)}

    def chances(self, view: View) -> dict[Move, float]:
        """How often each legal move wins, if everyone goes on as the table has it."""
        turn = Turn(self.table, view)
        return {move: turn.chance(turn.after(turn.state, move.action), turn.state.at) for move in view.moves()}

    def everyone(self, view: View) -> list[float]:
        """How often each seat wins. Before the turn order is settled, everyone as often."""
        players = self.game.players
        turn = Turn(self.table, view)
        if turn.state.phase == OPENING:
            return [1 / players] * players
        chances = [turn.chance(turn.state, place) for place in range(players)]
        return [chances[turn.state.order.index(seat)] for seat in range(players)]


def leaning(worths: list[float], width: float) -> list[float]:
    """How often each of these is chosen: as far as it lies above the level that all lie above by one width together.

    With the best n above it, the level would be their sum less the width, divided by n; it is the highest of these.
    """
    sums = accumulate(sorted(worths, reverse=True))
    level = max((total - width) / n for n, total in enumerate(sums, 1))
    return [max(worth - level, 0.0) / width for worth in worths]


class Turn:
    """What can still happen in the turn that a view shows. Players are places in the turn order here."""

    def __init__(self, table: Table, view: View) -> None:
        self.table, self.facts, self.rules = table, view.game.facts, view.game.ruleset.rules
        self.state: State = self.rules.new(self.rules.State)
        self.rules.guess(self.facts, view.sight, [], self.state)  # nothing is hidden, so there is nothing to draw
        self.known: dict[tuple[int, ...], float] = {}

    def after(self, s: State, action: int) -> State:
        after = s.copy()
        self.rules.apply(self.facts, after, action)
        return after

    def reckoned(self, s: State) -> float:
        """What the player whose turn it is counts on."""
        if s.phase == FINISHED:
            return 1.0
        if s.phase == FIRST_THROW:  # his turn is over
            return self.table.reckoned(self.number(s))
        return self.once((s.phase, *s.dice), lambda: sum(share * self.reckoned(after) for after, share in self.ways_on(s)))

    def chance(self, s: State, place: int) -> float:
        """How often the player in that place really wins."""
        if s.phase == FINISHED:
            return 1.0 if s.at == place else 0.0
        if s.phase == FIRST_THROW:
            return self.table.chance(self.number(s), (place - s.at) % self.facts.players)
        key = (s.phase, *s.dice, place)
        return self.once(key, lambda: sum(share * self.chance(after, place) for after, share in self.ways_on(s)))

    def once(self, key: tuple[int, ...], compute: Callable[[], float]) -> float:
        """Until a discard, nothing but phase and dice changes, so what follows is computed once for each."""
        if key not in self.known:
            self.known[key] = compute()
        return self.known[key]

    def ways_on(self, s: State) -> list[tuple[State, float]]:
        """What may come next and how likely it is, where nobody has yet discarded."""
        if s.phase == AFTER_FIRST or s.phase == AFTER_SECOND:
            return [(self.after(s, action), share) for action, share in self.shares(s) if share]
        out, weights = self.rules.room(self.rules.most_choices), self.rules.room(self.rules.most_choices)
        n = self.rules.chance(self.facts, s, out, weights)
        whole = sum(weights[:n])
        return [(self.after(s, action), weight / whole) for action, weight in zip(out[:n], weights[:n], strict=True)]

    def shares(self, s: State) -> list[tuple[int, float]]:
        """How often each legal action is chosen: first to whom to discard, then whether to."""
        out = self.rules.room(self.rules.most_choices)
        n = self.rules.legal(self.facts, s, out)
        legal = out[:n]
        discards = [action for action in legal if action >= DISCARD]
        rerolls = [action for action in legal if action < DISCARD]
        worths = [self.reckoned(self.after(s, action)) for action in discards]
        shares = leaning(worths, self.table.about["target_width"]) if discards else []
        if not rerolls:
            return list(zip(discards, shares, strict=True))
        choices = [self.reckoned(self.after(s, action)) for action in rerolls]
        if discards:
            choices.append(sum(worth * share for worth, share in zip(worths, shares, strict=True)))
        often = leaning(choices, self.table.about["dice_width"])
        return [
            *zip(rerolls, often, strict=False),
            *((action, often[-1] * share) for action, share in zip(discards, shares, strict=True)),
        ]

    def number(self, s: State) -> int:
        """Of the position in which a turn begins: the totals of the tokens climb, so they are a choice of numbers.

        Choices are counted through; `ludotheque.solve.chipik_positions` says more.
        """
        players: int = self.facts.players
        order = [s.order[(s.at + place) % players] for place in range(players)]
        totals = accumulate(s.tokens[seat] for seat in order)
        choice = sum(comb(total - 1, place) for place, total in enumerate(totals, 1))
        return choice * (players + 1) + (players if s.lucky == NOBODY else order.index(s.lucky))

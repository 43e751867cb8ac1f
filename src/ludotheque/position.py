"""One game in play: whose step, what is possible, what happened, and what each seat may know of it."""

from __future__ import annotations

from enum import IntEnum
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from ludotheque import seats
from ludotheque.errors import IllegalMove, LudothequeError
from ludotheque.fields import UNKNOWN
from ludotheque.happened import Happened, seen_by
from ludotheque.i18n import N_
from ludotheque.kit.events import PLAYED, PLAYED_UNSEEN
from ludotheque.kit.seeing import hides_nothing
from ludotheque.kit.telling import Moment, listening, noting
from ludotheque.move import Move
from ludotheque.rulebook import cited
from ludotheque.view import View

if TYPE_CHECKING:
    from ludotheque.game import Game


class Actor(IntEnum):
    """Who acts when no player does."""

    CHANCE = seats.CHANCE
    OVER = seats.OVER


CHANCE, OVER = Actor.CHANCE, Actor.OVER
LONG_PAST = 32  # steps; searches and tables copy positions all the time, and need not copy the whole history


class Veiled(NamedTuple):
    """A step that not everybody saw."""

    step: int
    seers: int  # the seats that did, as bits
    hidden: str  # what the others are told
    before: Veiled | None


@lru_cache(maxsize=4096)
def fractions(weights: tuple[int, ...]) -> tuple[Fraction, ...]:
    """Weights as probabilities; dice and full decks come up again and again."""
    whole = int(sum(weights))
    return tuple(Fraction(int(weight), whole) for weight in weights)


class Position:
    __slots__ = ("game", "state", "steps", "_begins", "_earlier", "_texts", "_veiled")

    def __init__(self, game: Game, state: Any, texts: list[str] | None = None, begins: bool = False) -> None:
        self.game = game
        self.state = state
        self.steps = len(texts) if texts else 0  # played so far, chance included
        self._earlier: tuple[tuple[str, ...], ...] = (tuple(texts),) if texts else ()  # twins share what is long past
        self._begins = begins  # with the game's start, so that the history is all there was
        self._texts: list[str] = []  # and have the last steps each of their own
        self._veiled: Veiled | None = None  # the last step that not all saw

    def __repr__(self) -> str:
        return f"<Position of {self.game.id}, {self.steps} steps, actor {self.actor!s}>"

    @property
    def actor(self) -> int:
        """A seat number, CHANCE or OVER."""
        actor = self.game.rules.actor(self.game.facts, self.state)
        return actor if actor >= 0 else CHANCE if actor == seats.CHANCE else OVER

    def who(self) -> int:
        """The actor as the rules say it, in a plain number."""
        return int(self.game.rules.actor(self.game.facts, self.state))

    @property
    def over(self) -> bool:
        return self.actor is OVER

    @property
    def history(self) -> list[str]:
        """The texts of everything played so far, chance included."""
        return [*chain.from_iterable(self._earlier), *self._texts]

    @property
    def last(self) -> str:
        """The text of the last step."""
        return self._texts[-1] if self._texts else self._earlier[-1][-1]

    def all_saw(self, number: int) -> bool:
        """Whether the last so many steps are told to every seat alike."""
        return self._veiled is None or self._veiled.step < self.steps - number

    def told(self, seat: int | None, number: int) -> list[str]:
        """The texts of the last so many steps as that seat knows them."""
        bit = self.game.players if seat is None else seat
        first = self.steps - number
        texts = self._texts[len(self._texts) - number :] if number <= len(self._texts) else self.history[first:]
        veiled = self._veiled
        while veiled is not None and veiled.step >= first:
            if not veiled.seers >> bit & 1:
                texts[veiled.step - first] = veiled.hidden
            veiled = veiled.before
        return texts

    def choices(self) -> list[int]:
        """The numbers of the legal moves."""
        game = self.game
        out = game.rules.room(game.rules.most_choices)
        listed: list[int] = out[: game.rules.legal(game.facts, self.state, out)]
        return listed

    def outcomes(self) -> tuple[list[int], list[int]]:
        """The numbers of what chance may do, and how often each in as many cases as these add up to."""
        game = self.game
        out, weights = game.rules.room(game.rules.most_choices), game.rules.room(game.rules.most_choices)
        n = game.rules.chance(game.facts, self.state, out, weights)
        return out[:n], weights[:n]

    def chances(self) -> list[tuple[int, float]]:
        """The outcomes of a chance step, counted from the first that chance has, each with its probability as a float."""
        outcomes, weights = self.outcomes()
        first, whole = self.game.rules.player_actions, sum(weights)
        return [(outcome - first, weight / whole) for outcome, weight in zip(outcomes, weights, strict=True)]

    def moves(self) -> list[Move]:
        """Every legal move of the seat to act; none at a chance step and at the end."""
        moves = self.game.ruleset.moves
        return [moves[action] for action in self.choices()]

    def odds(self) -> list[tuple[Move, Fraction]]:
        """Every outcome of a chance step with its probability; empty anywhere else."""
        moves = self.game.ruleset.moves
        actions, weights = self.outcomes()
        return list(zip([moves[action] for action in actions], fractions(tuple(weights)), strict=True))

    def draw(self, rng: Random) -> Move:
        """A random step: an outcome of chance by its odds, or any of a player's moves. Playing it is up to the caller."""
        game = self.game
        if self.over:
            raise LudothequeError(N_("the game is over, there is nothing to draw"))
        number = rng.randrange(game.rules.tickets(game.facts, self.state))
        return game.ruleset.moves[game.rules.ticket(game.facts, self.state, number)]

    def play(self, move: Move | str) -> None:
        """Plays a move or its text; IllegalMove says why not, and leaves the position as it was."""
        game = self.game
        rules, facts, state = game.rules, game.facts, self.state
        moves = game.ruleset.moves
        if type(move) is not Move or move.action >= len(moves) or moves[move.action] is not move:
            move = game.ruleset.read(move)
        action = move.action
        code = rules.reason(facts, state, action)
        if code:
            raise self._refusal(move, int(code))
        seers = rules.sees(facts, state, action)
        rules.apply(facts, state, action)
        self._remember(move, int(seers))

    def play_and_tell(self, move: Move | str) -> list[Moment]:
        """Plays a move; all that happened in it, each with the state as it stood."""
        game, who = self.game, self.who()
        rules = game.ruleset.rules
        with listening(self.steps) as moments:
            if self.is_silent():
                there = game.rules.plain(rules.State, self.state).copy()
                move = game.ruleset.read(move)
                self.play(move)
                rules.apply(game.facts, there, move.action)
            else:
                self.play(move)
                self._check_fleeting()
        return moments if rules.events else [self._in_notation(who)]

    def _check_fleeting(self) -> None:
        for name in self.game.rules.fleeting:
            if left := getattr(self.state, name):
                raise ValueError(f"{self.game.id}: {self.last} leaves '{name}' at {left}; what is FLEETING must be 0 again")

    def is_silent(self) -> bool:
        """Whether its rules are compiled, and tell nothing."""
        return self.game.rules is not self.game.ruleset.rules

    def _in_notation(self, who: int) -> Moment:
        """The last step, of a game that tells nothing itself."""
        move = self.game.ruleset.read(self.last)
        seers = self._veiled.seers if self._veiled and self._veiled.step == self.steps - 1 else seats.EVERYONE
        state = self.game.rules.plain(self.game.rules.State, self.state).copy()
        if seers == seats.EVERYONE:
            return Moment(self.steps - 1, PLAYED, (who, move.action), state)
        seer = seers.bit_length() - 1 if seers.bit_count() == 1 else seats.NOBODY
        return Moment(self.steps - 1, PLAYED_UNSEEN, (who, seer, move.action), state)

    def play_and_note(self, move: Move) -> str:
        """Plays a move; what it showed to everyone beside what its text says."""
        if self.is_silent():
            return " ".join(moment.event.noted(moment.numbers) for moment in self.play_and_tell(move) if moment.event.notes)
        with noting() as notes:
            self.play(move)
        return " ".join(notes)

    def events(self, seat: int | None, since: int = 0) -> list[Happened]:
        """All that happened from a step on, as that seat or an onlooker may know it; the game is played again for it."""
        self._check_seat(seat)
        if not self._begins:
            raise LudothequeError(N_("what happened before this position is not known; ask one played from the start"))
        again, found = self.game.start(), list[Happened]()
        for step, text in enumerate(self.history):
            if step < since:
                again.play(text)
            else:
                found += seen_by(self.game, seat, again.play_and_tell(text))
        return found

    def _remember(self, move: Move, seers: int) -> None:
        """One more step, seen by these."""
        if seers != seats.EVERYONE:
            self._veiled = Veiled(self.steps, seers, self.game.ruleset.text.hidden(move.action), self._veiled)
        self.steps += 1
        self._texts.append(move.text)
        if len(self._texts) == LONG_PAST:
            self._earlier, self._texts = (*self._earlier, tuple(self._texts)), []

    def _refusal(self, move: Move, code: int) -> IllegalMove:
        ruleset = self.game.ruleset
        reason = ruleset.text.Reason(code)
        state = self.game.rules.plain(self.game.rules.State, self.state)
        numbers = ruleset.text.numbers(self.game.facts, state, move.action)
        clauses, why = ruleset.text.REASONS[reason]
        return IllegalMove(move.text, reason.name, cited(clauses, ruleset.clause_prefix), why, **numbers)

    def scores(self) -> list[int]:
        """The running score, one number per participant; a ghost comes last."""
        game = self.game
        out = game.rules.room(game.players + 1)
        n = game.rules.scores(game.facts, self.state, out)
        return [int(score) for score in out[:n]]

    def winners(self) -> list[int]:
        """The seats that won; empty before the end."""
        won = int(self.game.rules.winners(self.game.facts, self.state))
        return [seat for seat in range(won.bit_length()) if won >> seat & 1]

    def returns(self) -> list[float]:
        """One number per player: 1/k for each of the k winners, 0.0 for the rest."""
        won = self.winners()
        return [1 / len(won) if seat in won else 0.0 for seat in range(self.game.players)]

    def __copy__(self) -> Position:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Position:
        return self.copy()

    def copy(self) -> Position:
        """An independent twin."""
        twin = object.__new__(Position)
        twin.state = self.game.rules.copy(self.state)
        self._hand_on(twin)
        return twin

    def _hand_on(self, twin: Position) -> None:
        """Everything that was played, to a twin."""
        twin.game = self.game
        twin.steps = self.steps
        twin._begins = self._begins
        twin._earlier = self._earlier
        twin._texts = self._texts[:]
        twin._veiled = self._veiled

    def sight(self, seat: int | None) -> Any:
        """What that seat, or an onlooker (None), may know, as the rules copy it into a blank record."""
        game = self.game
        sight = game.blank_sight()
        game.rules.view(game.facts, self.state, seats.ONLOOKER if seat is None else seat, sight)
        return game.rules.plain(game.rules.Sight, sight)

    def _check_seat(self, seat: int | None) -> None:
        if seat is not None and not (isinstance(seat, int) and 0 <= seat < self.game.players):
            raise IndexError(f"{self.game.id} has seats 0 to {self.game.players - 1}, and None for an onlooker; not {seat!r}")

    def now(self, seat: int | None) -> dict[str, Any]:
        """What lies open to that seat: `view(seat).now`, without the rest of the view."""
        now: dict[str, Any] = self.game.ruleset.sight.now(self.game.facts, self.sight(seat))
        return now

    def own(self, seat: int | None) -> dict[str, Any]:
        """The part of `now` that lies open to that seat alone; the rest is what an onlooker sees."""
        game = self.game
        module = game.ruleset.sight
        if not hasattr(module, "own"):  # a game that doesn't tell them apart
            return {} if hides_nothing(game.rules.Sight) else self.now(seat)
        alone = game.ruleset.rules.new(game.rules.Sight, UNKNOWN)
        state = game.rules.plain(game.rules.State, self.state)
        module.view_own(game.facts, state, seats.ONLOOKER if seat is None else seat, alone)
        own: dict[str, Any] = module.own(game.facts, alone)
        return own

    def view(self, seat: int | None) -> View:
        """What that seat, or an onlooker (None), may know."""
        game = self.game
        self._check_seat(seat)
        actor = self.actor
        history = self.told(seat, self.steps)
        return View(game, seat, actor, self.sight(seat), history, self.moves() if actor == seat else [])

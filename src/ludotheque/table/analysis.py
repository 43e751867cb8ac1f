"""A finished game looked at again: what the coach says of every decision, from what its player knew then."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from ludotheque.bots.coach import Advice, Chance, advise
from ludotheque.game import Game
from ludotheque.i18n import LANGUAGES, speaking
from ludotheque.move import Move
from ludotheque.view import View

ENOUGH = 50  # tries of a move: a game has so many decisions that of fewer some go wrong by luck alone
MOST_TURNS = 9  # of a game that are told of: who reads of fifty reads of none
MUCH = 0.05  # of winning chance: who loses more by a move than that, and more than the noise, turns the game


@dataclass(frozen=True, slots=True)
class Decision:
    step: int  # the number of the step, from 1, as in a replay
    seat: int
    move: str
    chance: Chance
    best: str
    best_chance: Chance
    turning: bool  # much was lost by this move
    learned: float | None = None  # how likely whoever learned the game is to play it; None where nobody did or need have
    why: dict[str, str] = field(default_factory=dict)  # what speaks against it, by language; only where the game turned
    why_best: dict[str, str] = field(default_factory=dict)  # and for the best one

    @property
    def gain(self) -> float:
        """What the best move would have won more often."""
        return self.best_chance.mean - self.chance.mean

    def as_data(self, language: str) -> dict[str, Any]:
        low, high = self.chance.interval()
        best_low, best_high = self.best_chance.interval()
        told: dict[str, Any] = {
            "step": self.step, "seat": self.seat, "move": self.move, "chance": self.chance.mean, "low": low, "high": high,
            "best": self.best, "best_chance": self.best_chance.mean, "best_low": best_low, "best_high": best_high,
            "gain": self.gain, "turning": self.turning, "learned": self.learned,
        }  # fmt: skip
        return told | {"why": self.why[language], "why_best": self.why_best[language]} if self.turning else told


@lru_cache(maxsize=64)
def turn_of_each_step(game: Game, texts: tuple[str, ...]) -> list[int]:
    """By step, from 1: how many turns there were by then.

    They are the parts of the story in which anybody chose: as events begin them, or while one seat moves, chance included.
    """
    by_events = any(event.begins for event in game.ruleset.rules.events)
    position, found, part, last = game.start(), [0], 0, -1
    for text in texts:
        actor = position.actor
        begins = [moment.event.begins for moment in position.play_and_tell(text)]
        part += begins[:1] == [True]
        of = part if by_events else actor
        found.append(found[-1] + (actor >= 0 and of != last))
        last = of if actor >= 0 else last
        part += sum(begins[1:])
    return found


class Choice(NamedTuple):
    """A decision as its player had it before them, and what they played."""

    step: int
    view: View
    move: Move


def choices(game: Game, texts: Sequence[str]) -> Iterator[Choice]:
    """Every decision of a game of these steps."""
    position = game.start()
    for step, text in enumerate(texts, start=1):
        if position.actor >= 0:
            yield Choice(step, position.view(position.actor), game.ruleset.read(text))
        position.play(text)


def considered(choice: Choice, budget: float = 1.0, engine: bool = True) -> Decision:
    """What the coach says of it, knowing no more than the player did."""
    step, view, move = choice
    advice = advise(view, step, budget, engine, fewest=ENOUGH)
    turning = advice.is_clear(move) and advice.gain(move) > MUCH and is_enough(advice.chances[move])
    best = advice.best if advice.gain(move) else move  # of several that are as good, the one that was played
    learned = advice.liked[move] if len(advice.liked) > 1 and not advice.reckoned else None  # nobody learns what is forced
    return Decision(
        step, view.actor, move.text, advice.chances[move], best.text, advice.chances[best], turning, learned,
        in_every_language(advice, move) if turning else {}, in_every_language(advice, best) if turning else {},
    )  # fmt: skip


def is_enough(chance: Chance) -> bool:
    """To go by; without any tries it is exact."""
    return not chance.times or chance.times >= ENOUGH


def all_tried_enough(decisions: Sequence[Decision]) -> bool:
    """To say where the game turned; without the engine most moves are tried too seldom."""
    return all(is_enough(decision.chance) for decision in decisions)


def turns(decisions: Sequence[Decision]) -> list[Decision]:
    """Where the game turned most, as it went."""
    most = sorted((decision for decision in decisions if decision.turning), key=lambda decision: -decision.gain)[:MOST_TURNS]
    return sorted(most, key=lambda decision: decision.step)


def strange(decisions: Sequence[Decision], seat: int) -> tuple[int, int]:
    """How many of a player's moves whoever learned the game would not have played, and of how many that is known."""
    learned = [decision.learned for decision in decisions if decision.seat == seat and decision.learned is not None]
    return learned.count(0.0), len(learned)


def in_every_language(advice: Advice, move: Move) -> dict[str, str]:
    """Who reads it is not known yet."""
    said = {}
    for code in LANGUAGES:
        with speaking(code):
            said[code] = advice.why(move)
    return said

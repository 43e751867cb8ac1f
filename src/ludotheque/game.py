"""What a game is: a ruleset on the shelf, and a game of it with players and options settled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from ludotheque.draws import fresh
from ludotheque.errors import Listed, OptionError, Phrase, UnreadableMove, shortened
from ludotheque.fields import UNKNOWN, Int8, Record, record
from ludotheque.i18n import N_
from ludotheque.instance import Instance
from ludotheque.kit.events import Event, declared_in, happenings
from ludotheque.move import Move
from ludotheque.observation import Entry, Sum
from ludotheque.position import Position
from ludotheque.recall import Recall
from ludotheque.scene import Scene
from ludotheque.view import View

Facts = Any  # a NamedTuple of integers and tuples of integers, a class per game


@record
class NoBelief(Record):
    """For games whose plays say nothing about what is hidden."""

    nothing: Int8


def nothing_laid_out(f: Facts) -> list[Entry]:
    """For games that learners get no numbers of."""
    return []


def nothing_observed(f: Facts, v: Record, out: list[int]) -> int:
    return 0


@dataclass(frozen=True)
class Rules:
    """The functions of a game's rules. They run interpreted here; the engine makes the same from compiled ones.

    `f` are the facts, `s` a State, `v` a Sight, `b` a Belief, `out` a list to be filled; a function
    that fills one returns how many entries it filled.
    """

    Phase: type[IntEnum]  # what a state's `phase` can be
    State: type[Record]
    Sight: type[Record]
    Belief: type[Record]
    most_choices: int  # room that `legal` and `chance` need
    player_actions: int  # a player's actions are numbered 0 up to here, those of chance follow
    actions: int
    begin: Callable[..., None]  # (f, s): a blank state becomes the beginning
    actor: Callable[..., int]  # (f, s): a seat, CHANCE or OVER
    reason: Callable[..., int]  # (f, s, action): why it is not possible now, or OK = 0
    legal: Callable[..., int]  # (f, s, out): every action of the actor with reason OK
    chance: Callable[..., int]  # (f, s, out, weights): every outcome of a chance step
    apply: Callable[..., None]  # (f, s, action): the one place where the state changes
    tickets: Callable[..., int]  # (f, s): how many tickets the lottery of this step has
    ticket: Callable[..., int]  # (f, s, n): the action on ticket n; all tickets are as likely
    scores: Callable[..., int]  # (f, s, out): one number per participant
    winners: Callable[..., int]  # (f, s): the seats that won, as bits
    sees: Callable[..., int]  # (f, s, action): the seats that see the action, as bits
    view: Callable[..., None]  # (f, s, seat, v): copies in what the seat may know
    believe: Callable[..., None] | None  # (f, v, b): what the plays so far say about the hidden
    certain: Callable[..., bool] | None  # (f, s, seat): whether the seat could know all that the state holds
    standing: Callable[..., int] | None  # (f, s): the number of how things stand before a round is dealt; below 0 elsewhere
    opener: Callable[..., int] | None  # (f, s): the seat that moves first then
    standings: Callable[..., Iterator[Any]] | None  # (f): a state of each standing
    guess: Callable[..., None]  # (f, v, [b,] draws, s): a state that could have led to the view
    events: tuple[Event, ...]  # what its rules tell
    happenings: tuple[str, ...]  # what is worth counting in many games, in a few words each
    layout: Callable[..., list[Entry]]  # (f): what `observe` writes, entry by entry
    observe: Callable[..., int]  # (f, v, out): a view as numbers for learners
    habit: Callable[..., int] | None  # (f, s, draws): what a beginner does without much thought
    hunch: Callable[..., int] | None  # (f, s, draws): what an old hand does without much thought
    reflex: Callable[..., int] | None  # (f, s, draws): what a practised player does; a search plays on by it. Else the hunch
    worth: Callable[..., int] | None  # (f, s, out): the legal actions, one of those that come to the same
    alike: Callable[..., int] | None  # (f, s, action): the one of these that stands for a legal action
    scoring: int  # 1: a high score is good, and tells sooner than the victory who does well
    simulations: int  # of a search that takes about half a second on one core, were only two to play

    @classmethod
    def of(
        cls,
        rules: ModuleType,
        tickets: ModuleType,
        view: ModuleType,
        observe: ModuleType | None = None,
        sense: ModuleType | None = None,
        standing: ModuleType | None = None,
        events: ModuleType | None = None,
    ) -> Rules:
        told = declared_in(events) if events else ()
        return cls(
            Phase=rules.Phase,
            State=rules.State,
            Sight=view.Sight,
            Belief=getattr(view, "Belief", NoBelief),
            most_choices=rules.MOST_CHOICES,
            player_actions=rules.PLAYER_ACTIONS,
            actions=rules.ACTIONS,
            begin=rules.begin,
            actor=rules.actor,
            reason=rules.reason,
            legal=rules.legal,
            chance=rules.chance,
            apply=rules.apply,
            tickets=tickets.tickets,
            ticket=tickets.ticket,
            scores=rules.scores,
            winners=rules.winners,
            sees=view.sees,
            view=view.view,
            believe=getattr(view, "believe", None),
            certain=getattr(view, "certain", None),
            standing=getattr(standing, "standing", None),
            opener=getattr(standing, "opener", None),
            standings=getattr(standing, "standings", None),
            guess=view.guess,
            events=told,
            happenings=happenings(told),
            layout=observe.layout if observe else nothing_laid_out,
            observe=observe.observe if observe else nothing_observed,
            habit=getattr(sense, "habit", None),
            hunch=getattr(sense, "hunch", None),
            reflex=getattr(sense, "reflex", None),
            worth=getattr(sense, "worth", None),
            alike=getattr(sense, "alike", None),
            scoring=getattr(sense, "SCORING", 0),
            simulations=getattr(sense, "SIMULATIONS", 2000),
        )

    @cached_property
    def fleeting(self) -> list[str]:
        """The fields that only moments have."""
        return [name for name, field in self.State.FIELDS.items() if field.fleeting]

    # How records and lists are made: plain Python here, NumPy in the engine.

    def new(self, kind: type[Record], fill: int = 0) -> Any:
        return kind(fill)

    def room(self, size: int) -> Any:
        return [0] * size

    def plain(self, kind: type[Record], some: Any) -> Any:
        """The record in plain Python numbers."""
        return some

    def from_plain(self, some: Record) -> Any:
        return some

    def copy(self, some: Any) -> Any:
        return some.copy()

    def draws(self, rng: Random) -> Any:
        return fresh(rng)


@dataclass(frozen=True)
class Option:
    """A choice the rules leave to the table. The first value is the default."""

    name: str
    about: str  # what is chosen, as a heading
    values: tuple[Any, ...]
    says: tuple[str, ...]  # each value in plain words
    read: Callable[[Any], Any] | None = None  # for options that are more than a choice of values

    @property
    def default(self) -> Any:
        return self.values[0]

    def parse(self, wish: Any, game: str) -> Any:
        if self.read:
            try:
                return self.read(wish)
            except (TypeError, ValueError):
                raise OptionError(
                    N_("{game}: {option} can be {accepted}; not {wish}"),
                    game=game, option=self.name, wish=shortened(wish), accepted=Phrase(self.says[0]),
                ) from None  # fmt: skip
        for value in self.values if isinstance(wish, str | bool | int) else ():
            same_kind = isinstance(wish, bool) == isinstance(value, bool)
            if (same_kind and wish == value) or (isinstance(wish, str) and wish.strip().lower() == str(value).lower()):
                return value
        raise OptionError(
            N_("{game}: {option} can be {accepted}, not {wish}"),
            game=game, option=self.name, accepted=Listed(self.values), wish=shortened(wish),
        )  # fmt: skip


@dataclass(frozen=True)
class Ruleset:
    """One box on the shelf."""

    id: str
    title: str
    feel: str  # one line of what it feels like
    players: tuple[int, ...]
    age: int
    minutes: str
    options: tuple[Option, ...]
    facts: Callable[..., Facts]  # (players, **options)
    faults_in_facts: Callable[[Facts], str]  # what is wrong with changed facts, or nothing
    faults: Callable[[Facts, Any], list[str]]  # what can't be in a position
    rules: Rules
    text: ModuleType  # notation and sentences
    scene: Callable[[View], Scene]  # a view as things on a table
    sight: ModuleType  # `now` and `seen`: a Sight as data
    rulebook: Path
    clause_prefix: str = ""  # how clauses are cited where a folder holds two rulebooks
    because: Callable[[View, Move], str] = lambda view, move: ""  # what speaks for or against a move, in a sentence
    slow_faults: Callable[[Facts, Any], list[str]] = lambda f, s: []  # the same, where it takes too long for every step
    fade: Callable[[View, float], Record] = lambda view, span: view.sight  # what is left of a view as memory fades
    recall: Recall | None = None  # what those who learn it remember beside what they observe
    sums: Callable[[Any], list[Sum]] | None = None  # of these facts: what is reckoned for who judges them and sees all hands
    longest: Callable[[Facts], tuple[int, int]] = lambda f: (0, 0)  # the most decisions and steps of chance; 0: no bound
    instances: tuple[Instance, ...] = ()  # made small, for exact work
    version: int = 1  # changes when its behaviour does

    @cached_property
    def moves(self) -> list[Move]:
        """Every move there is, by the number of its action."""
        return [Move(action, self.text.words(action)) for action in range(self.rules.actions)]

    @cached_property
    def _by_text(self) -> dict[str, Move]:
        """The moves by their texts, for those that can be read at all."""
        action = getattr(self.text, "action", None)
        return {move.text: move for move in self.moves if action is None or action(move.text.split()) == move.action}

    @property
    def hides(self) -> bool:
        """Whether some steps are not seen by all: a game that has no word for such a step has none."""
        return hasattr(self.text, "hidden")

    def move(self, action: int) -> Move:
        return self.moves[action]

    def read(self, text: object) -> Move:
        """The move that a text means; UnreadableMove if it means none."""
        if type(text) is str and text in self._by_text:
            return self._by_text[text]
        words = str(text).lower().split() if isinstance(text, str | Move) else []
        move = self._by_text.get(" ".join(words))
        if move is not None:
            return move
        # a game may know more ways to say a move
        action = self.text.action(words) if hasattr(self.text, "action") and 0 < len(words) <= 8 else None
        if action is None:
            raise UnreadableMove(
                N_("'{text}' is not a move of {game}; moves look like {examples}"),
                text=shortened(text), game=self.id, examples=Listed([f"'{e}'" for e in self.text.EXAMPLES]),
            )  # fmt: skip
        return self.moves[int(action)]

    def instance(self, name: str) -> Instance:
        found = {instance.name: instance for instance in self.instances}
        if name not in found:
            raise OptionError(
                N_("{game} has no instance {instance}; there are: {accepted}"),
                game=self.id, instance=shortened(name), accepted=Listed(found) if found else "-",
            )  # fmt: skip
        return found[name]

    def game(self, /, players: int | None = None, **options: Any) -> Game:
        if players is None and len(self.players) == 1:
            players = self.players[0]
        if type(players) is not int or players not in self.players:
            raise OptionError(
                N_("{game}: players can be {accepted}, not {wish}") if players is not None else
                N_("{game}: say how many players: {accepted}"),
                game=self.id, accepted=Listed(self.players), wish=shortened(players),
            )  # fmt: skip
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                accepted = Listed(known) if known else "-"
                raise OptionError(
                    N_("{game} has no option {option}; there are: {accepted}"),
                    game=self.id, option=shortened(name), accepted=accepted,
                )  # fmt: skip
        chosen = {n: o.parse(options[n], self.id) if n in options else o.default for n, o in known.items()}
        return Game(self, players, chosen, self.facts(players, **chosen))


class Game:
    """A ruleset with players, options and facts settled; every position belongs to one."""

    def __init__(self, ruleset: Ruleset, players: int, options: dict[str, Any], facts: Facts, rules: Rules | None = None) -> None:
        self.ruleset = ruleset
        self.players = players
        self.options = options
        self.facts = facts
        self.rules = rules or ruleset.rules

    @property
    def id(self) -> str:
        return self.ruleset.id

    def __repr__(self) -> str:
        return f"<Game {self.spec}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and other.id == self.id and other.facts == self.facts

    def __hash__(self) -> int:
        return hash((self.id, self.facts))

    @cached_property
    def spec(self) -> str:
        """The game in one line that `ludotheque.games.from_spec` reads: id, players, options, changed facts."""
        words = [self.id, f"players={self.players}"]
        words += [f"{name}={write_value(value)}" for name, value in self.options.items()]
        words += [f"fact.{name}={write_value(value)}" for name, value in self.changes.items()]
        return " ".join(words)

    @property
    def changes(self) -> dict[str, Any]:
        """The facts that are not as usual."""
        usual = self.ruleset.facts(self.players, **self.options)
        return {name: value for name, value, was in zip(usual._fields, self.facts, usual, strict=True) if value != was}

    def with_facts(self, /, **changes: Any) -> Game:
        """The same game with other facts: fewer tokens, another deck, a smaller grid."""
        accepted = [name for name in self.facts._fields if name != "players"]
        for name, value in changes.items():
            if name not in accepted:
                raise OptionError(
                    N_("{game} has no fact {fact}; there are: {accepted}"),
                    game=self.id, fact=shortened(name), accepted=Listed(accepted),
                )  # fmt: skip
            was = getattr(self.facts, name)
            if not same_form(value, was):
                raise OptionError(
                    N_("{game}: the fact {fact} looks like {usual}, not like {wish}"),
                    game=self.id, fact=name, usual=write_value(was), wish=shortened(value),
                )  # fmt: skip
        facts = self.facts._replace(**changes)
        fault = self.ruleset.faults_in_facts(facts)
        if fault:
            raise OptionError(N_("{game}: these facts do not fit together: {fault}"), game=self.id, fault=fault)
        return Game(self.ruleset, self.players, self.options, facts, self.rules)

    def with_rules(self, rules: Rules) -> Game:
        """The same game, its rules run another way."""
        return Game(self.ruleset, self.players, self.options, self.facts, rules)

    def start(self) -> Position:
        state = self.rules.new(self.rules.State)
        self.rules.begin(self.facts, state)
        return Position(self, state, begins=True)

    def replay(self, texts: Iterable[str]) -> Position:
        position = self.start()
        for text in texts:
            position.play(text)
        return position

    def guess(self, view: View, rng: Random) -> Position:
        """A position that could have led to this view, as often as it would have, opponents playing at random.

        Its history is the view's: what was unknown stays unknown there.
        """
        rules = self.rules
        sight = rules.from_plain(view.sight)
        state = rules.new(rules.State)
        if rules.believe:
            belief = rules.new(rules.Belief)
            rules.believe(self.facts, sight, belief)
            rules.guess(self.facts, sight, belief, rules.draws(rng), state)
        else:
            rules.guess(self.facts, sight, rules.draws(rng), state)
        return Position(self, state, list(view.history))

    def blank_sight(self) -> Any:
        return self.rules.new(self.rules.Sight, UNKNOWN)


def same_form(value: Any, usual: Any) -> bool:
    if isinstance(usual, tuple):
        return isinstance(value, tuple) and len(value) == len(usual) and all(map(same_form, value, usual))
    return isinstance(value, int) and not isinstance(value, bool) and -(1 << 31) < value < 1 << 31


def write_value(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)

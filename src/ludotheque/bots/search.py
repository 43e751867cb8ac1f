"""The search behind the stronger bots and the coach: compiled where the engine is installed, else interpreted and shorter."""

from functools import cache, lru_cache
from types import SimpleNamespace
from typing import Any, NamedTuple, Protocol

from ludotheque.bots import tree
from ludotheque.bots.binding import bound
from ludotheque.errors import OptionError, named
from ludotheque.extras import HAS_ENGINE
from ludotheque.fields import Record
from ludotheque.game import Game, Rules
from ludotheque.i18n import N_

MOST_BUDGET = 10_000  # times what is usual
MOST_NODES = 1 << 17  # of a tree: the memory that a search takes, whatever its budget
FEW_NODES = 64
NODES_A_SIMULATION = 3  # one for a decision, and some for what chance does before it
MOST_SEATS = 8
INTERPRETED = 200  # times slower, about: 115 in Chipik, 250 in Calcory
WARM: set[Game] = set()  # the games whose search is compiled


class How(NamedTuple):
    """What a search goes by."""

    daring: float = 0.1  # how much a move that was tried seldom is hoped to be better than it looks
    in_a_world: int = 8  # simulations from the same guess, which may take longer than they do
    patience: int = 60  # times that a move is played on by reflex before answers to it are compared
    faith: float = 3.0  # how much the reflex is worth, in tries won beforehand
    greed: float = 0.0  # how much a lead counts beside the victory
    horizon: int = 4000  # decisions that are played on by reflex beyond the tree
    practised: int = 100  # of a hundred decisions that it plays on by reflex; the others by hunches, as people do now and then
    scale: float = 50.0  # a lead of half as much is as good as a victory


class Tried(NamedTuple):
    """A move that was looked at: how often, and what came of it."""

    action: int
    times: int
    reward: float


class Search(Protocol):
    tree: Any

    def look(self, sight: Record) -> None: ...
    def think(self, key: int, how: How, simulations: int, even: bool) -> None: ...
    def feel(self, key: int, beginner: bool) -> int: ...


def make_sure_of_budget(budget: float) -> None:
    if not isinstance(budget, int | float) or not 0 < budget <= MOST_BUDGET:
        raise OptionError(
            N_("a budget should be a number above 0 and up to {most}, not {budget}"), budget=named(budget), most=MOST_BUDGET
        )


def searched(game: Game, sight: Record, key: int, how: How, simulations: int, even: bool = False) -> list[Tried]:
    """What so many simulations found out about the moves of the seat whose sight this is."""
    search = search_for(game, min(MOST_NODES, 1 << (NODES_A_SIMULATION * simulations + FEW_NODES).bit_length()))
    search.look(sight)
    search.think(key, how, simulations, even)
    found, links = [], search.tree
    node = links.child[0]
    while node:
        found.append(Tried(int(links.label[node]), int(links.visits[node]), float(links.reward[node])))
        node = links.sibling[node]
    return found[::-1]


def felt(game: Game, sight: Record, key: int, beginner: bool) -> int:
    """The action that comes to mind at first sight: a hunch, or a beginner's habit."""
    search = search_for(game, FEW_NODES)
    search.look(sight)
    return search.feel(key, beginner)


def warm(game: Game) -> bool:
    """Compiles the search for a game, or takes up what was compiled before; False where there is no engine."""
    if HAS_ENGINE:
        search = compiled_search(game, FEW_NODES)
        search.look(game.blank_sight())
        search.think(0, How(), 0, False)
        WARM.add(game)
    return HAS_ENGINE


def search_for(game: Game, nodes: int) -> Search:
    """Compiled once somebody has waited for that; until then the same, interpreted."""
    return compiled_search(game, nodes) if game in WARM else interpreted_search(game, nodes)


@lru_cache(maxsize=16)
def compiled_search(game: Game, nodes: int) -> Search:
    from ludotheque.engine.search import CompiledSearch

    return CompiledSearch(game, work_for(game.ruleset.rules), nodes, tree.DEEPEST)


@lru_cache(maxsize=16)
def interpreted_search(game: Game, nodes: int) -> Search:
    return InterpretedSearch(game, nodes)


@cache
def work_for(rules: Rules) -> Any:
    from ludotheque.engine.module import Work

    entrances = (tree.think, tree.feel)
    return Work("search", (tree.prepare, *entrances) if rules.believe else entrances, filled(rules))


def filled(rules: Rules) -> dict[str, Any]:
    """What the names in `tree` stand for in this game."""
    return {
        "imagine": tree.guess_by_belief if rules.believe else tree.guess_freely,
        "habit": rules.habit or tree.any_move,
        "hunch": rules.hunch or tree.any_move,
        "reflex": rules.reflex or rules.hunch or tree.any_move,
        "worth": rules.worth or rules.legal,
        "HIDDEN": rules.actions,
    }


class InterpretedSearch:
    """The same functions as they stand, over plain lists."""

    def __init__(self, game: Game, nodes: int) -> None:
        rules = game.ruleset.rules
        self.game, self.worlds, self.belief = game, [rules.State(), rules.State()], rules.Belief()
        self.functions = functions_for(rules)
        links = {name: [0] * nodes for name in ("child", "sibling", "label", "mover", "visits", "possible")}
        self.tree = SimpleNamespace(**links, reward=[0.0] * nodes, size=[1, nodes])
        self.room = SimpleNamespace(moves=[0] * rules.most_choices, found=[0] * (rules.actions + 1), path=[0] * tree.DEEPEST)
        self.room.points, self.room.reward = [0] * MOST_SEATS, [0.0] * MOST_SEATS

    def look(self, sight: Record) -> None:
        self.sight = sight
        if self.game.ruleset.rules.believe:
            self.functions["prepare"](self.game.facts, sight, self.belief)
        self.tree.child[0] = 0
        self.tree.size[0] = 1

    def think(self, key: int, how: How, simulations: int, even: bool) -> None:
        self.functions["think"](*self._records(), self.tree, self.room, [key, 0], how, simulations, int(even))

    def feel(self, key: int, beginner: bool) -> int:
        return int(self.functions["feel"](*self._records(), [key, 0], int(beginner)))

    def _records(self) -> tuple[Any, ...]:
        return self.game.facts, self.sight, self.belief, self.worlds


@cache
def functions_for(rules: Rules) -> dict[str, Any]:
    """Those of `tree`, for this game."""
    fixed = ("actor", "apply", "believe", "guess", "scores", "sees", "ticket", "tickets", "winners")
    return bound(tree, {name: getattr(rules, name) for name in fixed} | filled(rules))

"""Whether a game says all that it should: asked of guests before they stand on the shelf, and by the tests of every game."""

import ast
import inspect
import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from types import ModuleType
from typing import Any

from ludotheque import rulebook
from ludotheque.kit.telling import check_what_is_told

A_FEW = 40  # steps


def check_complete(ruleset: Any) -> None:
    """Raises TypeError with what is missing or does not fit together."""
    rules = sys.modules[ruleset.rules.apply.__module__]
    game = ruleset.game(ruleset.players[0])
    check_what_is_told(rules, ruleset.rules.events, game.facts._fields)
    for problem in (*fields_declared_twice(rules), *reasons_without_words(ruleset), *clauses_not_there(ruleset)):
        raise TypeError(f"{rules.__file__}: {problem}")
    play_a_little(game.start())


def fields_declared_twice(rules: ModuleType) -> Iterator[str]:
    for declared in ast.parse(inspect.getsource(rules)).body:
        if isinstance(declared, ast.ClassDef):
            fields = [
                part.target.id for part in declared.body if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
            ]
            for name, times in Counter(fields).items():
                if times > 1:
                    yield f"{declared.name} declares '{name}' twice; rename one of them"


def reasons_without_words(ruleset: Any) -> Iterator[str]:
    for reason in ruleset.text.Reason:
        if reason and reason not in ruleset.text.REASONS:
            yield f"Reason.{reason.name} has no entry in REASONS; add its clause and a sentence"


def clauses_not_there(ruleset: Any) -> Iterator[str]:
    """Those of another rulebook in the same folder, `root R9`, are its own concern."""
    prefix = ruleset.clause_prefix
    there = {prefix + clause.id for clause in rulebook.read(ruleset.rulebook).clauses}
    cited = {f"Reason.{reason.name}": clauses for reason, (clauses, _) in ruleset.text.REASONS.items()}
    cited |= {event.name: event.clause for event in ruleset.rules.events if event.clause}
    for who, clauses in cited.items():
        clause = rulebook.cited(clauses, prefix)
        if clause not in there and clause.startswith(prefix) and (prefix or " " not in clause):
            yield f"{who} cites {clause}, and {ruleset.rulebook} has no such clause"


def play_a_little(position: Any) -> None:
    """Everything that a front door asks for can be asked for."""
    rng = Random(1)
    for _ in range(A_FEW):
        for seat in (*range(position.game.players), None):
            view = position.view(seat)
            position.game.ruleset.scene(view)
            assert isinstance(view.now, dict)
            assert isinstance(view.seen, dict)
        if position.over:
            break
        position.play_and_tell(position.draw(rng))

"""Faults are where they say, they leave a program that can be read, and the same seed draws the same."""

import ast
import signal
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.faults import in_python, in_scripts
from tests.faults.drawn import ROOMS, drawn, files, statements_in
from tests.faults.fault import Statement, fault_in
from tests.faults.only import LIMITS, pytest_collection_modifyitems, pytest_runtest_call
from tests.faults.reach import Learnt
from tests.faults.trial import Tree
from tests.size import only_thorough

ROOT = Path(__file__).parent.parent.parent

PYTHON = b'''"""A docstring is no statement."""
import math

LIMIT = 21


def bust(total: int, names: list[str]) -> bool:
    if total > LIMIT and not names:
        return total - LIMIT >= 2
    for name in names:
        if name == "ghost":
            break
    return False
'''

SCRIPT = b"""import { h } from "./lib/preact.js";
const LIMIT = 21;
export function bust(total, names) {
  if (total > LIMIT && !names.length) return total - LIMIT >= 2;
  tell(names, "ghost");
  return names.some((name) => name === "ghost") ? 1 : 0;
}
"""


def changed(source: bytes, statements: list[Statement]) -> set[tuple[int, str, str, str]]:
    return {
        (fault.line, fault.kind, fault.was, fault.text)
        for statement in statements
        for change in statement.changes
        for fault in [fault_in("file", source, change)]
    }


def test_faults_of_a_python_file() -> None:
    found = changed(PYTHON, in_python.statements(PYTHON))
    assert (4, "one more", "21", "22") in found
    assert (4, "statement left out", "LIMIT = 21", "pass") in found
    assert (8, "another comparison", ">", ">=") in found
    assert (8, "and becomes or", "and", "or") in found
    assert (8, "not left out", "not names", "(names)") in found
    assert (8, "condition turned round", "total > LIMIT and not names", "not (total > LIMIT and not names)") in found
    assert (9, "another sign", "-", "+") in found
    assert (11, "another text", '"ghost"', '""') in found
    assert (12, "break becomes continue", "break", "continue") in found
    assert (13, "the other truth", "False", "True") in found
    assert not {line for line, *_ in found} & {1, 2, 7}, "what is no statement that runs"


def test_faults_of_a_script() -> None:
    found = changed(SCRIPT, in_scripts.statements(SCRIPT))
    assert (2, "one more", "21", "22") in found
    assert (4, "condition turned round", "(total > LIMIT && !names.length)", "(!(total > LIMIT && !names.length))") in found
    assert (4, "and becomes or", "&&", "||") in found
    assert (4, "not left out", "!", "") in found
    assert (5, "statement left out", 'tell(names, "ghost");', ";") in found
    assert (6, "another sign", "===", "!==") in found
    assert 1 not in {line for line, *_ in found}


@only_thorough
def test_every_fault_leaves_a_file_that_can_be_read() -> None:
    """All that are drawn, and one of every statement of one room's files."""
    for fault in drawn(ROOT):
        source = (ROOT / fault.file).read_bytes()
        planted = fault.planted(source)
        assert planted != source
        if fault.file.endswith(".py"):
            ast.parse(planted)
        else:
            assert not in_scripts.PARSER.parse(planted).root_node.has_error, fault.id


@only_thorough
def test_they_are_drawn_evenly_over_statements_and_always_the_same() -> None:
    faults = drawn(ROOT)
    assert faults == drawn(ROOT)
    assert len({fault.id for fault in faults}) == len(faults) >= 400
    statements = Counter[str]()
    for file in files(ROOT):
        statements[file.split("/")[2]] += len(statements_in(file, (ROOT / file).read_bytes()))
    found = Counter(fault.file.split("/")[2] for fault in faults)
    for room in ROOMS:
        expected = len(faults) * statements[room] / statements.total()
        assert abs(found[room] - expected) < 5 * expected**0.5, room
    assert any(fault.file.endswith(".js") for fault in faults)


class Item:
    def __init__(self, nodeid: str) -> None:
        self.nodeid = nodeid


def test_only_the_tests_that_are_asked_for_run_in_their_order(tmp_path: Path) -> None:
    class Config:
        def getoption(self, _name: str) -> str:
            return str(tmp_path / "wanted.json")

    (tmp_path / "wanted.json").write_text('{"c": 1, "a": 1}')
    items = [Item(name) for name in "abc"]
    pytest_collection_modifyitems(Config(), items)  # type: ignore[arg-type]
    assert [item.nodeid for item in items] == ["c", "a"]


@only_thorough
def test_a_sample_of_faults_in_the_rules_is_noticed(tmp_path: Path) -> None:
    """Each in a copy of the repository, by the tests of its game; one of them may be a fault that changes nothing."""
    tree = Tree(ROOT, tmp_path / "tree")
    noticed = 0

    def failures(tests: str) -> list[str]:
        return tree.failures([sys.executable, "-m", "pytest", tests], "-x", 600, tree.environment("test"))

    for fault in [fault for fault in drawn(ROOT) if fault.file.endswith("/rules.py")][:5]:
        tests = f"tests/games/{fault.file.split('/')[3]}"
        before = tree.plant([fault])
        found = failures(tests)
        noticed += bool(found)
        assert not found or tree.first_failure({found[0]: 1.0}, "test") == found[0]
        tree.restore(before)
    assert noticed >= 4
    assert failures(f"{tests}/test_clauses.py") == [], "what was planted is gone"


def test_tests_are_found_by_the_lines_they_reach() -> None:
    learnt = Learnt({}, {"a.py": {1: ["one"], 3: ["two", "three"]}})
    assert learnt.tests_of("a.py", range(1, 4)) == {"one", "two", "three"}
    assert learnt.tests_of("a.py", range(7, 9)) == {"one", "two", "three"}, "nobody knows, so all that reach the file"
    assert learnt.tests_of("b.py", range(1, 4)) == set()


def test_a_test_that_never_ends_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless:
        nodeid = "endless"

    monkeypatch.setitem(LIMITS, "endless", 0.05)
    call = pytest_runtest_call(Endless())  # type: ignore[arg-type]
    next(call)
    with pytest.raises(pytest.fail.Exception, match="it never ends") as ended:
        signal.pause()
    with pytest.raises(pytest.fail.Exception):
        call.throw(ended.value)
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0

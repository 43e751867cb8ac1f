"""Rulebook, code and tests speak of the same clauses: none missing, none extra."""

import re
from pathlib import Path

import pytest

import ludotheque
from ludotheque import rulebook
from ludotheque.game import Ruleset

SHELF = [ruleset for ruleset in ludotheque.GAMES.values() if "ludotheque" in ruleset.rulebook.parts]
TESTS = Path(__file__).parent / "games"


def mechanical(ruleset: Ruleset) -> set[str]:
    return {clause.id for clause in rulebook.read(ruleset.rulebook).clauses if clause.mechanical}


def own(ruleset: Ruleset, text: str) -> set[str]:
    """The clauses of this rulebook that a text cites: `R7` of the one, `root R7` of the other in the same folder."""
    cited = re.findall(r"(root )?\b([RA]\d+)\b", text)
    return {id for prefix, id in cited if prefix == ruleset.clause_prefix}


@pytest.mark.parametrize("ruleset", SHELF, ids=lambda ruleset: ruleset.id)
def test_code_cites_every_mechanical_clause_and_no_other(ruleset: Ruleset) -> None:
    code = "\n".join(file.read_text("utf-8") for file in ruleset.rulebook.parent.glob("*.py"))
    cited = own(ruleset, code)
    assert sorted(mechanical(ruleset) - cited) == [], "not cited"
    assert sorted(cited - mechanical(ruleset)) == [], "cited, but not a mechanical clause"


@pytest.mark.parametrize("ruleset", SHELF, ids=lambda ruleset: ruleset.id)
def test_every_mechanical_clause_has_a_test_of_its_name_and_no_other_has(ruleset: Ruleset) -> None:
    folder = TESTS / ruleset.rulebook.parent.name
    names = re.findall(r"^def test_(\w+)", "\n".join(f.read_text("utf-8") for f in folder.glob("test_*.py")), re.M)
    tested = own(ruleset, " ".join(re.sub(r"^(root )?([RA]\d+)_.*", r"\1\2", n.replace("root_", "root ", 1)) for n in names))
    assert sorted(mechanical(ruleset) - tested) == [], "no test"
    assert sorted(tested - mechanical(ruleset)) == [], "a test, but not a mechanical clause"


@pytest.mark.parametrize("ruleset", SHELF, ids=lambda ruleset: ruleset.id)
def test_every_event_cites_its_clause(ruleset: Ruleset) -> None:
    for event in ruleset.rules.events:
        assert re.fullmatch(r"(root )?[RA]\d+(, (root )?[RA]\d+)*", event.clause), event.name


@pytest.mark.parametrize("ruleset", SHELF, ids=lambda ruleset: ruleset.id)
def test_clauses_are_numbered_without_gaps(ruleset: Ruleset) -> None:
    ids = [clause.id for clause in rulebook.read(ruleset.rulebook).clauses]
    rules, rulings = [i for i in ids if i[0] == "R"], [i for i in ids if i[0] == "A"]
    assert ids == rules + rulings
    assert rules == [f"R{n}" for n in range(1, len(rules) + 1)]
    assert rulings == [f"A{n}" for n in range(1, len(rulings) + 1)]
    assert all(clause.section == "Rulings" for clause in rulebook.read(ruleset.rulebook).clauses if clause.id[0] == "A")


def test_a_line_that_is_no_clause_is_refused(tmp_path: Path) -> None:
    book = tmp_path / "rulebook.md"
    book.write_text("# Game\n\nIntroduction.\n\n## Aim\n\n- **R1.** Win.\nA stray line.\n")
    with pytest.raises(ValueError, match="line 8"):
        rulebook.read(book)

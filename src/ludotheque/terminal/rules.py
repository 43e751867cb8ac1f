"""A rulebook in the terminal: the whole of it under its headings, or one clause."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ludotheque import rulebook
from ludotheque.errors import OptionError, shortened
from ludotheque.game import Ruleset
from ludotheque.i18n import N_, translated


def show_rules(console: Console, ruleset: Ruleset, wanted: str, plain: bool) -> None:
    book, wanted = rulebook.read(ruleset.rulebook), wanted.strip()
    if wanted:
        found = [clause for clause in book.clauses if clause.id == wanted.split()[-1].upper()]
        if not found:
            ids = [clause.id for clause in book.clauses]
            last_rule = [id for id in ids if id[0] == "R"][-1]
            raise OptionError(
                N_("{game} has no clause {clause}; there are R1 to {rule} and A1 to {ruling}"),
                game=ruleset.id, clause=shortened(wanted), rule=last_rule, ruling=ids[-1],
            )  # fmt: skip
        show_clause(console, found[0], plain)
        return
    console.print(Text(translated(book.title), style="bold"))
    console.print(Text(translated(book.introduction)), soft_wrap=plain)
    section = ""
    for clause in book.clauses:
        if clause.section != section:
            section = clause.section
            console.print()
            console.print(Text(translated(section), style="bold yellow"))
        show_clause(console, clause, plain)


def show_clause(console: Console, clause: rulebook.Clause, plain: bool) -> None:
    if plain:
        console.print(Text(f"{clause.id}  {clause}"), soft_wrap=True)
        return
    line = Table.grid(padding=(0, 1))
    line.add_column(width=4, style="cyan")
    line.add_column()
    line.add_row(clause.id, Text(str(clause)))
    console.print(line)

"""What came out, in tables and in sentences. A sign and a word tell what an interval says, never a colour alone."""

from itertools import pairwise
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ludotheque.i18n import N_, _, counted, translated
from ludotheque.lab.intervals import ENOUGH
from ludotheque.lab.ladder import beaten
from ludotheque.numbers import spoken

SIGNS = {"above": "▲", "below": "▼", "open": "·"}
VERDICTS = {
    "above": N_("does better"),
    "below": N_("does worse"),
    "open": N_("can't be told apart"),
}


def said(number: float, form: str = "+.3f") -> str:
    return spoken(number, form)


def interval(entry: dict[str, Any], form: str = "+.3f") -> str:
    return _("{low} to {high}").format(low=said(entry["low"], form), high=said(entry["high"], form))


# --- a tournament -----------------------------------------------------------------------------


def show_tournament(console: Console, told: dict[str, Any]) -> None:
    for line in heading(told):
        console.print(Text(line))
    console.print(matrix_table(told))
    console.print(Text(_("▲ does better, ▼ does worse, · can't be told apart by so many deals; below, the 95 % interval.")))
    console.print(ratings_table(told))
    for line in notes(told):
        console.print(Text(line))


def tournament_plainly(told: dict[str, Any]) -> list[str]:
    """The same in sentences, for screen readers and pipes."""
    lines = heading(told)
    for cell in told["matrix"]:
        verdict = VERDICTS[cell["verdict"]]
        lines.append(
            _("{one} among {others}: margin {mean}, 95 % interval {interval}; {verdict}").format(
                one=cell["one"], others=cell["others"], mean=said(cell["mean"]), interval=interval(cell),
                verdict=translated(verdict),
            )
        )  # fmt: skip
    for entry in told["ratings"]:
        if not entry["seats"]:
            lines.append(_("{name} had no seat at a mixed table").format(name=entry["name"]))
            continue
        lines.append(
            _("{name}: rating {mean}, 95 % interval {interval}; won {won} of {seats} seats").format(
                name=entry["name"], mean=said(entry["mean"], ".2f"), interval=interval(entry, ".2f"),
                won=said(entry["won"], ".1%"), seats=entry["seats"],
            )
        )  # fmt: skip
    return lines + notes(told)


def heading(told: dict[str, Any]) -> list[str]:
    says = counted(
        "{n} game over {deals} deals from every seat, seed {seed}, {budget} of the thinking at the table",
        "{n} games over {deals} deals from every seat, seed {seed}, {budget} of the thinking at the table",
        told["games"],
    )
    return [
        told["spec"],
        says.format(n=told["games"], deals=told["deals"], seed=told["seed"], budget=said(told["budget"], ".0%")),
    ]


def matrix_table(told: dict[str, Any]) -> Table:
    names = [entrant["name"] for entrant in told["entrants"]]
    cells = {(cell["one"], cell["others"]): cell for cell in told["matrix"]}
    table = Table(title=_("Margin of one among others: its share of the victory less their mean"), title_justify="left")
    table.add_column(_("one \\ others"), overflow="fold")
    for name in names:
        table.add_column(name, justify="center", overflow="fold")
    for one in names:
        row = [margin_in_cell(cells[one, others]) if one != others else "" for others in names]
        table.add_row(one, *row)
    return table


def margin_in_cell(cell: dict[str, Any]) -> str:
    return f"{SIGNS[cell['verdict']]} {said(cell['mean'])}\n{interval(cell)}"


def ratings_table(told: dict[str, Any]) -> Table:
    table = Table(title=_("Ratings at mixed tables"), title_justify="left")
    table.add_column(_("name"))
    table.add_column(_("rating"), justify="right")
    table.add_column(_("95 % interval"), justify="center")
    table.add_column(_("victories a seat"), justify="right")
    for entry in told["ratings"]:
        seen = (said(entry["mean"], ".2f"), interval(entry, ".2f"), said(entry["won"], ".1%"))
        table.add_row(entry["name"], *(seen if entry["seats"] else "–––"))
    return table


def notes(told: dict[str, Any]) -> list[str]:
    """What these numbers say, and what they don't."""
    lines = [
        _("Rating: OpenSkill (Plackett-Luce), the mean of {orders} shuffled orders. Its interval is by bootstrap over deals, not OpenSkill's sigma.")  # noqa: E501
        .format(orders=told["rating_orders"])
    ]  # fmt: skip
    rated = [entry for entry in told["ratings"] if entry["seats"] and told["deals"] >= ENOUGH]
    for upper, lower in pairwise(rated):
        apart = upper["low"] > lower["high"]
        says = _("{upper} rates above {lower}: their intervals are apart.") if apart else _("{upper} and {lower} can't be told apart: their intervals overlap.")  # fmt: skip  # noqa: E501
        lines.append(says.format(upper=upper["name"], lower=lower["name"]))
    lines.append(
        _("One interval in twenty misses by luck alone; there are {n} in the table of margins.").format(n=len(told["matrix"]))
    )
    return lines + cautions(told["deals"], told["cut"], told["longest"])


def cautions(deals: int, cut: int, longest: int) -> list[str]:
    lines = []
    if deals < ENOUGH:
        lines.append(
            _("Fewer than {enough} deals: no interval is to be trusted, and nothing is told apart.").format(enough=ENOUGH)
        )
    if cut:
        says = counted(
            "{n} game did not end within {longest} steps and was cut: nobody won it, and it is not rated.",
            "{n} games did not end within {longest} steps and were cut: nobody won them, and they are not rated.",
            cut,
        )
        lines.append(says.format(n=cut, longest=longest))
    return lines


# --- the ladder -------------------------------------------------------------------------------


def show_ladder(console: Console, told: list[dict[str, Any]]) -> None:
    table = Table(title=_("One seat of the higher level among the lower"), title_justify="left")
    for name in (_("game"), _("players"), _("higher"), _("lower"), _("deals"), _("margin"), _("95 % interval"), ""):
        table.add_column(name)
    for rung in told:
        table.add_row(
            rung["game"], str(rung["players"]), rung["one"], rung["others"], str(rung["deals"]),
            said(rung["mean"]), interval(rung), f"{SIGNS[rung['verdict']]} {outcome(rung)}",
        )  # fmt: skip
    console.print(table)
    for line in ladder_notes(told):
        console.print(Text(line))


def outcome(rung: dict[str, Any]) -> str:
    return _("beats it") if beaten(rung) else _("not shown")


def ladder_plainly(told: list[dict[str, Any]]) -> list[str]:
    says = _("{game}, {players} players, {one} among {others}: margin {mean}, 95 % interval {interval}, {deals} deals; {outcome}")
    lines = [says.format(**{**rung, "mean": said(rung["mean"])}, interval=interval(rung), outcome=outcome(rung)) for rung in told]
    return lines + ladder_notes(told)


def ladder_notes(told: list[dict[str, Any]]) -> list[str]:
    shown = sum(map(beaten, told))
    lines = [_("{shown} of {all} rungs are shown: the interval lies above 0.").format(shown=shown, all=len(told))]
    return lines + cautions(min(rung["deals"] for rung in told), sum(rung["cut"] for rung in told), told[0]["longest"])

"""`ludotheque analyse`: a finished game again with the coach, its course as a small chart and where it turned."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from ludotheque.__about__ import __version__
from ludotheque.errors import LudothequeError
from ludotheque.extras import HAS_ENGINE, command_for
from ludotheque.files import make_sure_of_files, unwritable
from ludotheque.gamerecord import GameRecord
from ludotheque.i18n import N_, _, counted, language, translated
from ludotheque.numbers import spoken
from ludotheque.table.analysis import Decision, all_tried_enough, choices, considered, strange, turns
from ludotheque.terminal import course, plot
from ludotheque.terminal.draw import default_names
from ludotheque.terminal.simulate import BLOCKS

WIDEST = 72  # columns of the chart


class Analysis:
    """What the coach has said so far, and about whom."""

    def __init__(self, record: GameRecord) -> None:
        self.game = record.position.game
        self.texts = record.position.history
        named = len(record.seats) == self.game.players
        self.names = record.seats if named else default_names(self.game.players, self.game.players)
        self.returns = record.position.returns()
        self.decisions: list[Decision] = []
        self.whole = sum(1 for _choice in choices(self.game, self.texts))

    @property
    def is_complete(self) -> bool:
        return len(self.decisions) == self.whole

    @property
    def turns(self) -> list[Decision]:
        return turns(self.decisions)

    def of(self, seat: int) -> list[Decision]:
        return [decision for decision in self.decisions if decision.seat == seat]


def run(
    console: Console, record: GameRecord, *, budget: float, plain: bool, picture: Path | None, result: Path | None, engine: bool
) -> bool:
    """Looks at every decision and tells what was found; False where that was cut short."""
    if not record.position.over:
        raise LudothequeError(N_("this game is not over; the coach looks at finished ones"))
    if picture:
        plot.make_sure_of(picture)
    make_sure_of_files(result)
    analysis = Analysis(record)
    try:
        with progress(console, analysis.whole, plain) as step:
            for choice in choices(analysis.game, analysis.texts):
                analysis.decisions.append(considered(choice, budget, engine))
                step()
    except KeyboardInterrupt:
        console.print(Text(_("Cut short: this is about the first {n} of {all} decisions.").format(
            n=len(analysis.decisions), all=analysis.whole
        )))  # fmt: skip
    for line in told(analysis, console.width, plain):
        console.print(line, soft_wrap=True)
    if result:
        try:
            result.write_text(json.dumps(as_data(analysis, budget), indent=1, ensure_ascii=False) + "\n", "utf-8")
        except OSError as problem:
            raise unwritable(result, problem) from None
    if picture:
        course.draw(analysis, picture)
        console.print(Text(_("Drawn: {file}").format(file=picture)), soft_wrap=True)
    return analysis.is_complete


@contextmanager
def progress(console: Console, whole: int, plain: bool) -> Iterator[Any]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=plain or not console.is_terminal) as bar:
        task = bar.add_task(_("looking again"), total=whole)
        yield lambda: bar.update(task, advance=1)


# --- in words and in blocks -------------------------------------------------------------------


def told(analysis: Analysis, width: int, plain: bool) -> list[Text]:
    lines = [
        Text(_("{title}: {players}").format(title=translated(analysis.game.ruleset.title), players=", ".join(analysis.names)))
    ]
    lines += in_sentences(analysis) if plain else chart(analysis, width)
    if analysis.turns and not plain:
        lines.append(
            Text(_("Numbers show which moves lost most; the other ups and downs are smaller losses, luck, and what others did."))
        )
    if not all_tried_enough(analysis.decisions):
        lines += too_few_tries()
    elif not analysis.turns:
        lines.append(Text(_("No single move can be shown to have turned this game.")))
    if (all_turns := sum(decision.turning for decision in analysis.decisions)) > len(analysis.turns):
        lines.append(
            Text(_("The {n} moves that lost most, of {all} that lost much:").format(n=len(analysis.turns), all=all_turns))
        )
    for number, decision in enumerate(analysis.turns, start=1):
        lines += turn_told(number, decision, analysis.names)
    return lines + strange_told(analysis)


def too_few_tries() -> list[Text]:
    says = [_("Many moves were tried a few times only, too few to say whether they turned the game.")]
    if not HAS_ENGINE:
        says.append(_("With the engine there are enough; {command} brings it.").format(command=command_for("engine")))
    return [Text(" ".join(says))]


def percent(share: float) -> str:
    return spoken(share, ".0%")


def in_sentences(analysis: Analysis) -> list[Text]:
    """The course for screen readers and pipes: where each began, and between what it went."""
    lines = []
    for seat, name in enumerate(analysis.names):
        chances = [decision.chance.mean for decision in analysis.of(seat)]
        if chances:
            says = counted(
                "{name}: {n} decision, {first} to win; in the end {won}.",
                "{name}: {n} decisions, {first} to win at the first, {last} at the last, from {low} to {high}; in the end {won}.",
                len(chances),
            )
            numbers = {"first": chances[0], "last": chances[-1], "low": min(chances), "high": max(chances)}
            shares = {word: percent(chance) for word, chance in numbers.items()}
            lines.append(Text(says.format(name=name, n=len(chances), won=percent(analysis.returns[seat]), **shares)))
    return lines


def chart(analysis: Analysis, width: int) -> list[Text]:
    """A row of blocks a player, all over the same steps; below, a mark where the game turned."""
    margin = max(len(name) for name in analysis.names) + 2
    columns = max(8, min(WIDEST, width - margin - 8))
    steps = len(analysis.texts)
    lines = [Text(_("Each player's chance of winning, turn by turn:"))]
    for seat, name in enumerate(analysis.names):
        row, chance = "", None
        decisions = iter([*analysis.of(seat), None])
        upcoming = next(decisions)
        for column in range(columns):
            while upcoming and upcoming.step <= steps * (column + 1) / columns:
                chance, upcoming = upcoming.chance.mean, next(decisions)
            row += " " if chance is None else BLOCKS[1 + round(7 * chance)]
        won = percent(analysis.returns[seat])
        lines.append(Text.assemble((name.ljust(margin), "bold"), (row, "cyan"), f" {won:>5}"))
    marks = [" "] * columns
    for number, decision in enumerate(analysis.turns, start=1):
        at = min(columns - 1, -(-decision.step * columns // steps) - 1)
        marks[at] = str(number)
    lines.append(Text(" " * margin + "".join(marks).rstrip()))
    return lines


def turn_told(number: int, decision: Decision, names: list[str]) -> list[Text]:
    says = _("{number}. Step {step}, {name}: {move} wins {chance}, {best} would win {better}: {gain} lost.")
    lines = [
        Text(says.format(
            number=number, step=decision.step, name=names[decision.seat], move=decision.move, best=decision.best,
            chance=percent(decision.chance.mean), better=percent(decision.best_chance.mean),
            gain=percent(round(decision.best_chance.mean, 2) - round(decision.chance.mean, 2)),  # as whoever reads it reckons
        ), style="bold"),
    ]  # fmt: skip
    for move, why in ((decision.move, decision.why), (decision.best, decision.why_best)):
        if why.get(language.get()):
            lines.append(Text(f"   {move}: {why[language.get()]}"))
    return lines


def strange_told(analysis: Analysis) -> list[Text]:
    """Where a champion has learned the game: how often everyone played what he would not, also where no move alone lost much."""
    told = []
    for seat, name in enumerate(analysis.names):
        n, known = strange(analysis.decisions, seat)
        if known:
            told.append(_("{name} ({n} of {all})").format(name=name, n=n, all=known))
    says = _("Moves that a champion would not play: {players}.")
    return [Text(says.format(players=", ".join(told)))] if told else []


def as_data(analysis: Analysis, budget: float) -> dict[str, Any]:
    return {
        "ludotheque": __version__, "spec": analysis.game.spec, "names": analysis.names, "budget": budget,
        "complete": analysis.is_complete, "returns": analysis.returns,
        "turns": [decision.step for decision in analysis.turns], "enough": all_tried_enough(analysis.decisions),
        "decisions": [decision.as_data(language.get()) for decision in analysis.decisions],
    }  # fmt: skip

"""Stepping through a saved game, from any seat."""

from rich.console import Console
from rich.text import Text

from ludotheque.errors import OptionError, shortened
from ludotheque.gamerecord import GameRecord
from ludotheque.happened import seen_by, sentences
from ludotheque.i18n import N_, _, translated
from ludotheque.notation import number
from ludotheque.position import Position
from ludotheque.terminal import draw

KEPT_EVERY = 500  # steps


class Replay:
    def __init__(self, console: Console, record: GameRecord, plain: bool) -> None:
        self.console = console
        self.plain = plain
        self.game = record.position.game
        self.texts = record.position.history
        self.at = 0
        names = record.seats
        ghost_and_all = draw.default_names(len(record.position.scores()), self.game.players)
        self.names = names + ghost_and_all[self.game.players :] if len(names) == self.game.players else ghost_and_all
        self.kept = {0: self.game.start()}  # positions to go on from, one in so many steps

    def run(self, seat: str) -> None:
        who = self.seat_of(seat)
        while True:
            self.show(who)
            try:
                line = (
                    self.console.input(Text(_("Enter: next, b: back, a number: that step, seat N, q: leave") + " > "))
                    .strip()
                    .lower()
                )
            except (EOFError, RuntimeError, UnicodeDecodeError):  # the end of input, or none at all
                self.console.print()
                return
            if line in ("q", "quit"):
                return
            if line in ("", "n"):
                if self.at == len(self.texts):
                    return
                self.at += 1
            elif line == "b":
                self.at = max(0, self.at - 1)
            elif line.isascii() and line.isdigit():
                self.at = min(int(line.lstrip("0")[:9] or 0), len(self.texts))
            elif line.startswith("seat"):
                try:
                    who = self.seat_of(line.removeprefix("seat").strip())
                except OptionError as problem:
                    self.console.print(str(problem))
            else:
                self.console.print(Text(_("I don't understand {text}.").format(text=shortened(line)), style="yellow"))

    def seat_of(self, text: str) -> int | None:
        if text in ("", "onlooker"):
            return None
        seat = number(text, 0, self.game.players - 1)
        if seat is not None:
            return seat
        raise OptionError(
            N_("there is no seat {seat}; there are 0 to {last}, and onlooker"),
            seat=shortened(text), last=self.game.players - 1,
        )  # fmt: skip

    def position(self, step: int) -> Position:
        """The position after so many steps, played on from the nearest one that was kept."""
        near = max(kept for kept in self.kept if kept <= step)
        position = self.kept[near].copy()
        for played in range(near, step):
            position.play(self.texts[played])
            if (played + 1) % KEPT_EVERY == 0:
                self.kept[played + 1] = position.copy()
        return position

    def show(self, seat: int | None) -> None:
        position = self.position(self.at)
        view = position.view(seat)
        step = _("step {step} of {last}").format(step=self.at, last=len(self.texts))
        who = _("seen by {name}").format(name=self.names[seat]) if seat is not None else _("seen by an onlooker")
        title = f"{translated(self.game.ruleset.title)} · {step} · {who}"
        draw.show(self.console, self.game.ruleset.scene(view), title, self.names, seat, self.plain)
        if self.at:
            self.console.print(Text(view.history[-1], style="bold"))
            moments = self.position(self.at - 1).play_and_tell(self.texts[self.at - 1])
            for sentence in sentences(seen_by(self.game, seat, moments), self.names):
                self.console.print(Text(sentence))
        if position.over:
            winners = ", ".join(self.names[w] for w in position.winners())
            self.console.print(Text(_("won by {names}").format(names=winners), style="bold green"))

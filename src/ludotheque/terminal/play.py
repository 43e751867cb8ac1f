"""A game in the terminal: people at this keyboard against bots, until it ends, is saved or left."""

import random
import sys
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.text import Text

from ludotheque import gamerecord
from ludotheque.bots import Bot
from ludotheque.bots.coach import advise
from ludotheque.errors import IllegalMove, LudothequeError, OptionError, UnreadableMove
from ludotheque.happened import seen_by, sentences
from ludotheque.i18n import N_, _, translated
from ludotheque.move import Move
from ludotheque.notation import number
from ludotheque.numbers import spoken
from ludotheque.position import CHANCE, Position
from ludotheque.terminal import draw
from ludotheque.terminal.rules import show_rules
from ludotheque.terminal.waiting import getting_ready
from ludotheque.terminal.words import between_moves, moves_in_lines

HELP = N_(
    """\
{number}          play the move with that number; or type the move itself, such as {example}
?          what you can do now; ? and a move: why it is or is not possible
hint       what the coach would play, how often that wins, and why
rules      the rules; rules and a clause, such as rules R1, that clause alone
undo       take your last move back, where nothing was revealed or drawn since
save FILE  save the game; it goes on
quit       leave; the game is saved, and ludotheque resume brings it back"""
)


LEAVING = ("quit", "q", "exit")


class Before(NamedTuple):
    """What undo goes back to."""

    position: Position
    untold: dict[int | None, list[str]]


class Session:
    def __init__(
        self,
        console: Console,
        position: Position,
        bots: dict[int, Bot],
        names: list[str],
        *,
        plain: bool,
        pause: bool,
        rng: random.Random,
    ) -> None:
        self.console = console
        self.position = position
        self.game = position.game
        self.bots = bots
        self.names = names
        self.plain = plain
        self.pause = pause
        self.rng = rng
        self.people = [seat for seat in range(self.game.players) if seat not in bots]
        self.shown_to: int | None = self.people[0] if len(self.people) == 1 else None  # who looks at the screen
        self.undoable: Before | None = None  # how it was before the last move, while that may be taken back
        self.refused: IllegalMove | None = None
        self.untold: dict[int | None, list[str]] = {}  # what happened while someone else looked

    # --- the course of the game -----------------------------------------------------------------

    def run(self) -> bool:
        """Plays to the end; False if the game was left before it."""
        self.say(_("Type a number or a move; ? helps, quit leaves."))
        while not self.position.over:
            actor = self.position.actor
            if actor in self.people:
                if not self.ask(actor):
                    return False
            else:
                self.undoable = None
                chance = actor is CHANCE
                move = self.position.draw(self.rng) if chance else self.bots[actor].choose(self.position.view(actor))
                self.play(move)
        self.show(self.shown_to)
        self.say_result()
        return True

    def play(self, move: Move | str) -> None:
        """Plays a step and tells it to whoever looks; to the others when they look again."""
        listeners: list[int | None] = [*self.people] or [None]
        moments = self.position.play_and_tell(move)
        self.discloses = any(moment.event.notes for moment in moments)
        for seat in listeners:
            told = sentences(seen_by(self.game, seat, moments), self.names)
            if seat == self.shown_to:
                for sentence in told:
                    self.say(sentence)
            else:
                self.untold.setdefault(seat, []).extend(told)

    # --- asking a person --------------------------------------------------------------------------

    def ask(self, seat: int) -> bool:
        """One move of a person, after as many questions as they like; False to leave the game."""
        if self.shown_to != seat and not self.hand_over(seat):
            return False
        while True:
            self.show(seat)
            line = self.read(f"{self.names[seat]} > ")
            if line is None or line.lower() in LEAVING:
                return False
            before = self.position
            if self.command(line) or self.position is not before:
                return True

    def hand_over(self, seat: int) -> bool:
        """The next person looks: nothing secret of the one before stays visible, and what happened is told again."""
        if self.shown_to is not None and self.hides_something(seat):
            self.console.clear()
            self.console.file.write("\x1b[3J" if self.console.is_terminal else "")  # what scrolled away, too
            question = _("{name} is next. Press Enter when only {name} looks at the screen.").format(name=self.names[seat])
            line = self.read(f"{question} ")
            if line is None or line.lower() in LEAVING:
                return False
        self.shown_to = seat
        for sentence in self.untold.pop(seat, []):
            self.say(sentence)
        return True

    def hides_something(self, seat: int) -> bool:
        """Whether the one who looked until now saw something that the next one may not."""
        mine, theirs = self.position.view(seat), self.position.view(self.shown_to)
        return (mine.now, mine.history) != (theirs.now, theirs.history)

    def command(self, line: str) -> bool:
        """Carries out what was typed; True when a move was played."""
        word, _space, rest = line.partition(" ")
        match word.lower():
            case "":
                return False
            case "?" | "help" | "h":
                self.explain(rest.strip())
            case "hint":
                self.hint()
            case "rules":
                self.show_rules(rest.strip())
            case "undo" | "u":
                self.undo()
            case "save":
                self.save_as(rest.strip())
            case _:
                return self.try_move(line)
        return False

    def meant(self, line: str) -> str:
        """The move that was typed by its number, or by the only word that tells it from the others, such as a cell."""
        moves = [str(move) for move in self.position.moves()]
        chosen = number(line, 1, len(moves))
        if chosen:
            return moves[chosen - 1]
        ending = [move for move in moves if move.split()[-1] == line.lower() and move != line.lower()]
        return ending[0] if len(ending) == 1 else line

    def try_move(self, line: str) -> bool:
        if line.isascii() and line.isdigit() and self.meant(line) == line:
            self.say(_("There are moves 1 to {last}.").format(last=len(self.position.moves())), "yellow")
            return False
        before = Before(self.position.copy(), {seat: told[:] for seat, told in self.untold.items()})
        try:
            self.play(self.meant(line))
        except IllegalMove as problem:
            self.refused = problem
            self.say(str(problem), "yellow")
            return False
        except UnreadableMove as problem:
            self.say(str(problem), "yellow")
            return False
        self.refused = None
        played = self.game.ruleset.read(self.position.history[-1])
        is_final = self.discloses or self.game.ruleset.sight.reveals(played.action)
        self.undoable = None if is_final else before
        if self.pause and self.undoable and not self.position.over:
            return self.still_sure()
        return True

    def still_sure(self) -> bool:
        line = self.read(_("Enter goes on, undo takes it back.") + " ")
        if line is not None and line.lower() in ("undo", "u"):
            self.undo()
            return False
        return True

    def undo(self) -> None:
        if self.undoable is None or self.undoable.position.actor != self.shown_to:
            self.say(
                _("Nothing can be taken back: since your last move something was shown or drawn, or someone else moved."),
                "yellow",
            )
            return
        (self.position, self.untold), self.undoable = self.undoable, None
        self.say(_("Taken back."))

    # --- explaining -------------------------------------------------------------------------------

    def explain(self, move: str) -> None:
        if move:
            move = self.meant(move)
            try:
                self.position.copy().play(move)
            except IllegalMove as problem:
                self.refused = problem
            except UnreadableMove as problem:
                self.say(str(problem), "yellow")
                return
            else:
                self.say(_("{move} is possible now.").format(move=move))
                return
        if self.refused:
            self.say(str(self.refused), "yellow")
            self.show_rules(self.refused.clause)
            self.refused = None
            return
        self.say(translated(HELP).format(number="1", example=self.position.moves()[0]))

    def hint(self) -> None:
        """What the coach would play who knows what this seat knows; the same question gets the same hint."""
        view = self.position.view(self.position.actor)
        try:
            with getting_ready():
                advice = advise(view, seed=len(view.history))
        except LudothequeError as problem:  # such as a damaged file: the game goes on without
            self.say(str(problem), "yellow")
            return
        best = advice.chances[advice.best]
        chance, low, high = (spoken(share, ".0%") for share in (best.mean, *best.interval()))
        if best.times:
            says = _("The coach would choose {move}: it wins {chance}, 95 times in 100 between {low} and {high}.")
        else:
            says = _("The coach would choose {move}: it wins {chance}.")
        self.say(says.format(move=advice.best, chance=chance, low=low, high=high))
        if why := advice.why():
            self.say(why)
        if other := advice.next_best:
            wins = spoken(advice.chances[other].mean, ".0%")
            says = _("The next best, {move}, wins {chance}.").format(move=other, chance=wins)
            self.say(f"{says} {advice.why(other)}".rstrip())

    def show_rules(self, clause: str) -> None:
        try:
            show_rules(self.console, self.game.ruleset, clause, self.plain)
        except OptionError as problem:
            self.say(str(problem), "yellow")

    # --- what is on the screen --------------------------------------------------------------------

    def show(self, seat: int | None) -> None:
        view = self.position.view(seat)
        scene = self.game.ruleset.scene(view)
        draw.show(self.console, scene, translated(self.game.ruleset.title), self.names, seat, self.plain)
        if not self.position.over:
            self.say(scene.ask, "bold yellow")
        for line in moves_in_lines(view.moves()):
            for part in [line] if self.plain else between_moves(line, self.console.width):
                self.say(part)

    def say_result(self) -> None:
        winners = [self.names[seat] for seat in self.position.winners()]
        shared = _("{names} share the victory.") if len(winners) > 1 else _("{names} won.")
        self.say(shared.format(names=", ".join(winners)), "bold green")

    def say(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style="" if self.plain else style), soft_wrap=self.plain)

    def read(self, prompt: str) -> str | None:
        """A line from the person; None at the end of input."""
        if sys.stdin is None:
            return None
        try:
            return self.console.input(Text(prompt)).strip()
        except (EOFError, UnicodeDecodeError):
            return None

    # --- keeping ------------------------------------------------------------------------------------

    def headers(self) -> dict[str, str]:
        return {"date": f"{datetime.now():%Y-%m-%d}", "seats": ", ".join(self.names[: self.game.players])}

    def save_as(self, name: str) -> None:
        if not name:
            self.say(_("Say where: save FILE."), "yellow")
            return
        try:
            path = Path(name[1:-1] if name[0] == name[-1] in "\"'" and len(name) > 2 else name).expanduser()
            taken = path.exists()
            if "\0" in name:
                raise ValueError(name)
        except (OSError, RuntimeError, ValueError):
            self.say(_("There can't be a file of that name; choose another."), "yellow")
            return
        if taken:
            self.say(_("{path} is there already; choose another name.").format(path=path), "yellow")
            return
        try:
            gamerecord.save(path, self.position, **self.headers())
        except OSError as problem:
            self.say(_("The game could not be saved: {problem}").format(problem=problem.strerror), "red")
        else:
            self.say(_("Saved as {path}.").format(path=path))

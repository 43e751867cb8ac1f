"""Draws the pictures of the README: a table of each game in the terminal, in the middle of a game.

python scripts/pictures.py     writes docs/images/*.svg
"""

import io
from pathlib import Path

from rich.console import Console

from ludotheque import positiontext
from ludotheque.i18n import translated
from ludotheque.position import Position
from ludotheque.terminal.play import Session

IMAGES = Path(__file__).parent.parent / "docs" / "images"

POSITIONS = {
    "chip-trick": "chip-trick players=3 scoring=explosion | phase=taking turn=0 starter=0 leader=0 winner=0 round=2 "
    "hand=3.5,8,2.6.9 known=3,-,9 shown=10,7.12,- trick=11,4,1 lying=1.4.11 score=1,0,1",
    "chipik": "chipik players=4 seating=by-roll | phase=after_first at=0 order=0,2,1,3 tokens=3,4,2,5 bin=2 lucky=2 "
    "dice=3.5.5 opening=15,9,12,7 ahead=0,2,1,3 throwing=0,0,0,0 level=0,0,0,0",
}


def picture(name: str, position: Position) -> None:
    console = Console(record=True, width=76, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    game = position.game
    names = ["You", "Ada", "Bo", "Cleo"][: game.players]
    session = Session(console, position, {}, names, plain=False, pause=False, rng=None)  # type: ignore[arg-type]
    session.show(0)
    if name == "chip-trick":  # a refused move says why
        console.print("You > take 11", highlight=False)
        session.try_move("take 11")
    console.save_svg(str(IMAGES / f"{name}.svg"), title=translated(game.ruleset.title))


def main() -> None:
    IMAGES.mkdir(parents=True, exist_ok=True)
    for name, text in POSITIONS.items():
        picture(name, positiontext.read(text))


if __name__ == "__main__":
    main()

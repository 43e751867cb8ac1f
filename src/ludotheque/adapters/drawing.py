"""The table as one seat may see it, as a text or as a picture; both are drawn from a scene, so no game is known by name."""

from typing import Any

from ludotheque.adapters.plain_text import Drawn, in_letters
from ludotheque.adapters.wishes import missing
from ludotheque.i18n import speaking
from ludotheque.position import Position


def drawn(position: Position, seat: int, names: list[str], mode: str, extra: str) -> Any:
    """What `now` shows that seat. `extra` brings what pictures need, where it is missing."""
    if mode == "ansi":
        return in_letters(what_is_drawn(position, seat, names))
    try:
        from ludotheque.adapters.picture import painted
    except ImportError as problem:
        raise missing("Pillow", extra, problem) from None
    with speaking("en"):  # the font that comes with Pillow has no other letters
        return painted(what_is_drawn(position, seat, names))


def what_is_drawn(position: Position, seat: int, names: list[str]) -> Drawn:
    view = position.view(seat)
    ruleset = position.game.ruleset
    scene = ruleset.scene(view)
    ghosts = ["ghost"] * (scene.participants - len(names))
    return Drawn(ruleset.title, scene, [*names, *ghosts], seat, [(move.action, move.text) for move in view.moves()])

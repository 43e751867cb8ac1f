"""Which tests belong to a run of this size, and in which order they are run: what compiles the same games goes together."""

from functools import cache
from typing import Any

import pytest

import ludotheque
from tests.size import is_part_of
from tests.table import COMPILED

# Pages whose examples compile, as they can't say it themselves: each with the game that it compiles.
PAGES = {"bots.md": "chip-trick-root", "engine.md": "chip-trick", "gymnasium.md": "chip-trick", "openspiel.md": "toujours-12"}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    order = {item: compiles(item) for item in items}
    for item in items:
        if order[item]:
            item.add_marker(pytest.mark.size("test"))
    left_out = [item for item in items if not all(is_part_of(mark.args[0]) for mark in item.iter_markers("size"))]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        kept = set(items) - set(left_out)
        items[:] = [item for item in items if item in kept]
    # Several processes begin each at its own end of what is left, so two seldom compile the same at the same time.
    items.sort(key=lambda item: (not order[item], order[item]))


def compiles(item: pytest.Item) -> str:
    """What a test compiles, as a rule the rules of a game, which takes ten seconds and is kept; nothing for most."""
    if isinstance(item, pytest.DoctestItem):
        return PAGES.get(item.path.name, "")
    mark = item.get_closest_marker("compiles")
    if mark is None or mark.args:
        return str(mark.args[0]) if mark else ""
    chosen = getattr(item, "callspec").params  # noqa: B009  # only what is parametrized has it
    game = chosen.get("game") or chosen.get("ruleset") or chosen["id"]
    return str(getattr(game, "id", game))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """With compiled rules all tests of a game go to the same process: each would compile them for itself."""
    if not COMPILED:
        return None
    from xdist.scheduler import LoadScopeScheduling

    class ByGame(LoadScopeScheduling):  # type: ignore[misc]  # it ships no types
        def _split_scope(self, nodeid: str) -> str:
            name = nodeid.replace("-", "_")
            return next((folder for folder in folders_of_games() if folder in name), nodeid)

    return ByGame(config, log)


@cache
def folders_of_games() -> set[str]:
    """Games in the same folder share their rules."""
    return {ruleset.rules.apply.__module__.split(".")[-2] for ruleset in ludotheque.GAMES.values()}

"""What happened takes time to be seen: bots wait for it, and so does the clock of whoever is next."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from ludotheque.kit.telling import Moment
from ludotheque.position import Position
from ludotheque.table import events
from ludotheque.table.deciding import Decided
from ludotheque.table.match import Match

if TYPE_CHECKING:
    from ludotheque.table.hall import Live

SHOWN = (events.Began, events.Moved)


def still_showing(live: Live, now: float) -> float:
    """Seconds until everyone has seen what happened: bots don't outrun the eye. Nobody waits for who has seen it already."""
    eyes = [listener for listener in live.listeners if listener.shows and listener.seat is not None]
    if eyes and all(listener.seen >= live.match.changed for listener in eyes):
        return 0.0
    return max(0.0, live.match.since / 1000 - now)


def paced(live: Live, decided: Decided | None) -> Decided | None:
    """With the time that people need to see it, where any look."""
    live.moments = None
    if decided is None or not isinstance(decided.event, SHOWN) or not any(listener.shows for listener in live.listeners):
        return decided
    live.moments = moments_of(live.match, live.match.position, decided.event)
    shows = sum(int(1000 * moment.event.shown.seconds) for moment in live.moments if moment.event.says)
    return msgspec.structs.replace(decided, event=msgspec.structs.replace(decided.event, shows=shows))


def moments_of(match: Match, before: Position | None, event: events.Event) -> list[Moment]:
    """What happens in a game by this event."""
    if isinstance(event, events.Began):
        return told_in_steps(match.game.replay(match.texts), event.draws)
    if isinstance(event, events.Moved) and before is not None:
        return told_in_steps(before.copy(), (event.move, *event.draws))
    return []


def told_in_steps(position: Position, texts: tuple[str, ...]) -> list[Moment]:
    return [moment for text in texts for moment in position.play_and_tell(text)]

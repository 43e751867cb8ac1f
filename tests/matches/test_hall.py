"""The hall: one door, stored before told; bots, clocks, people who go away; what a restart finds."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from ludotheque.errors import LudothequeError
from ludotheque.game import Game
from ludotheque.table import events, requests
from ludotheque.table.analysis import Decision, choices, considered
from ludotheque.table.deciding import Who
from ludotheque.table.events import House, Plan
from ludotheque.table.hall import Hall, Live
from ludotheque.table.keys import hashed
from ludotheque.table.refusal import No, Refused
from ludotheque.table.stores import Kept, Line, StoreFailed, open_store
from ludotheque.table.thinking import QUICK_HINT, Hint, Question, answer, feeling, hint
from tests.matches.setting import NONCE


class QuickThinkers:
    """Bots that think in this process, at random; or not at all, until they are let."""

    def __init__(self) -> None:
        self.asked: list[Question] = []
        self.analysed = 0
        self.let = asyncio.Event()
        self.let.set()

    async def choose(self, asked: Question, patience: float = 0) -> str:
        self.asked.append(asked)
        await self.let.wait()
        return answer(Question(asked.game, "random", *(getattr(asked, name) for name in Question.__slots__[2:])))

    async def hint(self, asked: Question, language: str) -> Hint:
        return hint(asked, language, QUICK_HINT)

    async def quick_hint(self, asked: Question, language: str) -> Hint:
        return feeling(asked, language)

    def get_ready(self) -> None: ...

    async def analyse(self, game: Game, texts: list[str]) -> list[Decision]:
        self.analysed += 1
        await self.let.wait()
        return [considered(choice, 0.001, engine=False) for choice in choices(game, texts)]

    async def stop(self) -> None: ...


class Onlooker:
    """Somebody who looks; keeps what they were told, and whether it was stored by then."""

    def __init__(self, seat: int | None = None, shows: bool = False) -> None:
        self.seat = seat
        self.shows = shows
        self.seen = 0
        self.heard: list[events.Event] = []

    def told(self, live: Live, event: events.Event, at: int) -> None:
        self.heard.append(event)

    def here(self, live: Live) -> None:
        pass

    def waved(self, seat: int, face: int) -> None:
        pass


@asynccontextmanager
async def hall_at(path: Path, now: Callable[[], float] | None = None) -> AsyncIterator[Hall]:
    async with open_store(str(path)) as store:
        hall = Hall(store, QuickThinkers(), **({"now": now} if now else {}))  # type: ignore[arg-type]
        yield hall
        await hall.stop()


def alone(work: Callable[[Path], Coroutine[Any, Any, None]]) -> Callable[[Path], None]:
    """A test that runs in a loop of its own."""

    def test(tmp_path: Path) -> None:
        asyncio.run(asyncio.wait_for(work(tmp_path / "tables.db"), 60))

    return test


def sit(seat: int) -> requests.Sit:
    return requests.Sit(at=seat, name="Ada", nonce=NONCE)


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.005)


async def rest() -> None:
    """Until everything is done that waits for nothing but its turn in the loop."""
    for _ in range(50):
        await asyncio.sleep(0)


async def with_one_person(hall: Hall, house: House | None = None, game: str = "chipik") -> tuple[Live, Who]:
    """A table of three with bots on the other seats; the game has begun."""
    plans = (Plan(), Plan(kind="bot"), Plan(kind="bot"))
    opened = await hall.open(requests.Open(game=game, players=3, seats=plans, house=house or House()))
    done = await hall.act(opened.match.id, Who(), sit(0))
    return await hall.live(opened.match.id), Who(frozenset([hashed(done.gives["token"])]))


@alone
async def test_nobody_is_told_before_it_is_stored(path: Path) -> None:
    async with hall_at(path) as hall:
        opened = await hall.open(requests.Open(game="chipik", players=3, seats=(Plan(kind="bot"),) * 3))
        live = await hall.live(opened.match.id)
        stored: list[int] = []
        onlooker = Onlooker()
        hall.listen(live, onlooker)
        append = hall.store.append

        def slowly(match: str, line: Line, ended: bool) -> Any:
            async def work() -> bool:
                await rest()
                assert len(onlooker.heard) == len(stored), "told too early"
                result = await append(match, line, ended)
                assert len(onlooker.heard) == len(stored), "told too early"
                stored.append(line.seq)
                return result

            return asyncio.ensure_future(work())

        hall.store.append = slowly  # type: ignore[method-assign]
        await until(lambda: len(stored) > 5)


@alone
async def test_a_table_that_another_process_cleared_away_is_none(path: Path) -> None:
    """Its events can't be stored any more, and no other process was faster either."""
    async with hall_at(path) as hall:
        live, who = await with_one_person(hall)
        await until(lambda: live.match.turn == 0)
        asked = []

        def refused(match: str, line: Line, ended: bool) -> asyncio.Future[bool]:
            asked.append(line.seq)
            done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
            done.set_result(False)
            return done

        hall.store.append = refused  # type: ignore[method-assign]
        assert live.match.position is not None
        move = requests.Move(move=live.match.position.moves()[0].text, expected=live.match.seq, id="one")
        with pytest.raises(Refused) as caught:
            await hall.act(live.match.id, who, move)
        assert caught.value.no is No.NO_TABLE
        assert len(asked) == 1
        assert live.match.id not in hall.lives


@asynccontextmanager
async def a_bot_thinking_for_somebody_away(path: Path) -> AsyncIterator[tuple[Hall, Live, Who, QuickThinkers]]:
    clock = Clock()
    async with hall_at(path, clock) as hall:
        live, who = await with_one_person(hall, House(away=60))
        thinkers: Any = hall.thinkers
        await until(lambda: live.match.turn == 0)
        thinkers.let.clear()
        clock.time += 61
        hall.drive(live)
        await until(lambda: live.match.seats[0].away)
        await until(lambda: bool(thinkers.asked) and thinkers.asked[-1].seat == 0)
        yield hall, live, who, thinkers


@alone
async def test_a_bot_thinks_once_and_not_for_somebody_who_came_back(path: Path) -> None:
    async with a_bot_thinking_for_somebody_away(path) as (hall, live, who, thinkers):
        asked, changed = len(thinkers.asked), live.match.changed
        for number in range(5):
            await hall.act(live.match.id, who, requests.Link(id=f"{number}"))
        await rest()
        assert len(thinkers.asked) == asked
        hall.listen(live, Onlooker(0))
        await until(lambda: not live.match.seats[0].away)
        thinkers.let.set()
        await rest()
        await hall.act(live.match.id, who, requests.Link(id="after"))  # is stored after anything that the bot might have done
        assert live.match.changed == changed, "whose turn it is plays"


@alone
async def test_who_comes_back_while_the_bot_thinks_and_leaves_again_is_waited_for(path: Path) -> None:
    async with a_bot_thinking_for_somebody_away(path) as (hall, live, _who, thinkers):
        hall.listen(live, again := Onlooker(0))
        await until(lambda: not live.match.seats[0].away)
        hall.unlisten(live, again)
        await rest()
        assert live.timer is None, "the bot is still at it"
        thinkers.let.set()
        await until(lambda: live.timer is not None)


@alone
async def test_what_could_not_be_stored_has_not_happened(path: Path) -> None:
    async with hall_at(path) as hall:
        live, who = await with_one_person(hall)
        await until(lambda: live.match.turn == 0)
        append, seq = hall.store.append, live.match.seq

        def full_disk(match: str, line: Line, ended: bool) -> asyncio.Future[bool]:
            done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
            done.set_exception(StoreFailed("the disk is full"))
            return done

        hall.store.append = full_disk  # type: ignore[method-assign]
        assert live.match.position is not None
        move = requests.Move(move=live.match.position.moves()[0].text, expected=seq, id="one")
        with pytest.raises(StoreFailed):
            await hall.act(live.match.id, who, move)
        assert live.match.seq == seq
        hall.store.append = append  # type: ignore[method-assign]
        assert not (await hall.act(live.match.id, who, move)).again


@alone
async def test_the_same_request_again_does_nothing_twice(path: Path) -> None:
    async with hall_at(path) as hall:
        live, who = await with_one_person(hall)
        await until(lambda: live.match.turn == 0)
        assert live.match.position is not None
        move = requests.Move(move=live.match.position.moves()[0].text, expected=live.match.seq, id="one")
        first, second = await asyncio.gather(hall.act(live.match.id, who, move), hall.act(live.match.id, who, move))
        assert (first.again, second.again) == (False, True)
        assert first.seq == second.seq
    async with hall_at(path) as hall:  # also after a restart
        assert (await hall.act(live.match.id, who, move)).again


@alone
async def test_bots_play_to_the_end_and_see_only_their_view(path: Path) -> None:
    async with hall_at(path) as hall:
        opened = await hall.open(requests.Open(game="chip-trick", players=3, seats=(Plan(kind="bot"),) * 3))
        live = await hall.live(opened.match.id)
        hall.listen(live, Onlooker())
        await until(lambda: live.match.over)
        assert live.match.position is not None
        for asked in hall.thinkers.asked:  # type: ignore[attr-defined]
            assert "deal ?" in asked.history
        lines = await hall.store.since(live.match.id, -1)
        assert all(b'"by":"bot"' in line.body for line in lines[2:])
        assert await hall.store.unfinished() == []


@alone
async def test_a_restart_finds_everything_and_the_bot_thinks_again(path: Path) -> None:
    async with hall_at(path) as hall:
        live, _who = await with_one_person(hall)
        hall.thinkers.let.clear()  # type: ignore[attr-defined]
    seq, history = live.match.seq, live.match.position and live.match.position.history
    async with hall_at(path) as hall:
        hall.thinkers.let.clear()  # type: ignore[attr-defined]
        await hall.wake()
        again = hall.lives[live.match.id]
        assert (again.match.seq, again.match.position and again.match.position.history) == (seq, history)
        hall.thinkers.let.set()  # type: ignore[attr-defined]
        await until(lambda: again.match.turn == 0)


class Clock:
    def __init__(self) -> None:
        self.time = 1_000_000.0

    def __call__(self) -> float:
        return self.time


@alone
async def test_when_the_time_is_up_a_bot_makes_that_one_move(path: Path) -> None:
    clock = Clock()
    async with hall_at(path, clock) as hall:
        live, _who = await with_one_person(hall, House(seconds=60))
        await until(lambda: live.match.turn == 0)
        assert live.match.deadline() == int(clock.time * 1000) + 60_000
        deadline = live.match.deadline()
    clock.time += 30
    async with hall_at(path, clock) as hall:  # the clock is kept across a restart
        live = await hall.live(live.match.id)
        assert live.match.deadline() == deadline
        seq = live.match.seq
        clock.time += 31
        hall.drive(live)
        await until(lambda: live.match.seq > seq)
        (line, *_rest) = await hall.store.since(live.match.id, seq)
        moved = events.decode(line.body)
        assert isinstance(moved, events.Moved)
        assert (moved.seat, moved.by) == (0, "clock")
        assert not live.match.seats[0].away


@alone
async def test_a_bot_takes_over_for_who_is_away_until_they_come_back(path: Path) -> None:
    clock = Clock()
    async with hall_at(path, clock) as hall:
        live, who = await with_one_person(hall, House(away=60))
        await until(lambda: live.match.turn == 0)
        player = Onlooker(seat=0)
        hall.listen(live, player)
        clock.time += 3600  # thinking long is not being away
        hall.drive(live)
        await rest()
        await hall.act(live.match.id, who, requests.Link(id="after"))  # is stored after anything that came of it
        assert not live.match.seats[0].away
        hall.unlisten(live, player)
        clock.time += 61
        hall.drive(live)
        await until(lambda: live.match.seats[0].away)
        await until(lambda: live.match.turn != 0 or live.match.ended)
        hall.thinkers.let.clear()  # type: ignore[attr-defined]
        hall.listen(live, player)
        await until(lambda: not live.match.seats[0].away or live.match.ended)


@alone
async def test_old_matches_are_cleared_away_and_idle_ones_leave_the_memory(path: Path) -> None:
    clock = Clock()
    async with hall_at(path, clock) as hall:
        old = await hall.open(requests.Open(game="chipik", players=3))
        clock.time += 86_400 * 20
        young = await hall.open(requests.Open(game="chipik", players=3))
        clock.time += 86_400 * 20
        hall.sweep()
        assert hall.lives == {}
        await hall.forget(days=30)
        with pytest.raises(Refused):
            await hall.live(old.match.id)
        assert (await hall.live(young.match.id)).match.code == young.match.code


@alone
async def test_a_short_code_finds_its_table(path: Path) -> None:
    async with hall_at(path) as hall:
        opened = await hall.open(requests.Open(game="chipik", players=3))
        assert (await hall.by_code(opened.match.code)).id == opened.match.id
        with pytest.raises(Refused):
            await hall.by_code("NOSUCH")


@alone
async def test_hints_are_what_a_bot_sees_from_that_seat_and_stay_the_same(path: Path) -> None:
    async with hall_at(path) as hall:
        live, _who = await with_one_person(hall, House(hints=True))
        await until(lambda: live.match.turn == 0)
        assert await hall.hint(live, 0) == await hall.hint(live, 0)
        assert await hall.hint(live, 0, quick=True) == await hall.hint(live, 0, quick=True)
        with pytest.raises(Refused, match="turn"):
            await hall.hint(live, 1)
        live, _who = await with_one_person(hall)
        with pytest.raises(Refused, match="hints"):
            await hall.hint(live, 0)


@alone
async def test_a_table_that_makes_no_sense_is_refused(path: Path) -> None:
    async with hall_at(path) as hall:
        for wish in (
            requests.Open(game="chess"),
            requests.Open(game="chipik"),
            requests.Open(game="chipik", players=3, options={"seating": "upside down"}),
            requests.Open(game="chipik", players=3, options={"players": 4}),
            requests.Open(game="chipik", players=3, facts={"tokens": 0}),
            requests.Open(game="chipik", players=3, seats=(Plan(),)),
            requests.Open(game="chipik", players=3, seats=(Plan(kind="bot", level="god"), Plan(), Plan())),
            requests.Open(game="chipik", players=3, house=House(seconds=-1)),
            requests.Open(game="chipik", players=3, house=House(level="god")),
        ):
            with pytest.raises(Refused):
                await hall.open(wish)
        assert await hall.store.unfinished() == []


# --- the store --------------------------------------------------------------------------------------


@alone
async def test_of_two_events_with_one_number_the_second_is_refused(path: Path) -> None:
    async with open_store(str(path)) as store:
        assert await store.create(Kept("m", "CODE", b"s"), Line(0, 1, b"first"))
        assert not await store.create(Kept("n", "CODE", b"s"), Line(0, 1, b"first"))
        results = await asyncio.gather(
            *(store.append("m", Line(seq, 2, str(number).encode()), False) for number, seq in enumerate([1, 2, 2, 3, 1]))
        )
        assert results == [True, True, False, True, False]
        assert [line.body for line in await store.since("m", 0)] == [b"0", b"1", b"3"]


@alone
async def test_a_second_server_on_the_same_file_is_told_so(path: Path) -> None:
    async with open_store(str(path)):
        with pytest.raises(LudothequeError, match="another server"):
            async with open_store(str(path)):
                pass


@alone
async def test_a_database_of_a_newer_house_is_left_alone(path: Path) -> None:
    import sqlite3

    async with open_store(str(path)):
        pass
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 999")
    connection.close()
    with pytest.raises(LudothequeError, match="newer"):
        async with open_store(str(path)):
            pass


@pytest.mark.parametrize("url", ["mysql://there", ""])
def test_an_unknown_database_is_refused_in_a_sentence(url: str) -> None:
    with pytest.raises(LudothequeError, match="postgresql://"):
        open_store(url)


@alone
async def test_bots_among_themselves_wait_until_somebody_looks(path: Path) -> None:
    async with hall_at(path) as hall:
        opened = await hall.open(requests.Open(game="calcory", players=2, seats=(Plan(kind="bot"),) * 2))
        live = await hall.live(opened.match.id)
        await until(lambda: live.match.seq > 2)  # somebody asked for it a moment ago
        hall.now = lambda: time.time() + 100
        await until(lambda: live.timer is None)
        before = live.match.seq
        assert not live.match.ended
        other, _who = await with_one_person(hall)
        await until(lambda: other.match.turn == 0 or other.match.ended)  # bots play elsewhere meanwhile
        assert live.match.seq == before
        await hall.live(opened.match.id)
        await until(lambda: live.match.seq > before)

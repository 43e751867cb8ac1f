"""Two tables that a seat can't tell apart say the same bytes to it, through every door.

What a seat can't know is drawn anew (`guess`): hands, decks, other people's tokens, the secret of the
shuffle. Both tables then go on, the other one by moves and draws that look the same to that seat.
The commitment alone may differ; it is left out here and tested in tests/matches.
"""

import asyncio
import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

import ludotheque
from ludotheque import CHANCE, Game, Position
from ludotheque.happened import Happened
from ludotheque.seats import EVERYONE
from ludotheque.table import events
from ludotheque.table.hall import Hall, Live
from ludotheque.table.keys import hashed
from ludotheque.table.match import Match
from ludotheque.table.seal import Seal
from ludotheque.view import View
from ludotheque.web import app as webapp
from ludotheque.web import frames, staging
from ludotheque.web.beats import OPEN_TURNS, Beat, beats, turns
from tests.size import not_in_check, sized
from tests.table import NAMES, chosen_games, plain_state
from tests.web.glass import CODE, ID, Glass, Keys, Socket, log_of, match_of
from tests.web.house import Person, Server, hear
from tests.web.test_safety import Logging

GAMES = chosen_games()
TABLE = f"/api/v1/matches/{ID}"
NONCES = [f"{seat:032x}" for seat in range(32)]
HOUSES = [
    events.House(hints=True),
    events.House(hints=True, help="memory"),
    events.House(hints=True, seconds=60, undo="own"),
    events.House(undo="none"),
]


def new_keys(game: Game, rng: Random) -> Keys:
    return Keys(rng.randbytes(32), [f"token-{rng.getrandbits(64):016x}" for _ in range(game.players)], f"{rng.getrandbits(64)}")


def played(game: Game, keys: Keys, rng: Random, most: int = 80) -> tuple[list[events.Event], Position]:
    """The log of a game up to some moment before its end, and the position there."""
    position = game.start()
    seal = Seal(ID, keys.secret, NONCES[: game.players])
    moments: list[tuple[events.Event, Position]] = []
    said: events.Event = events.Began(draws=seal.play_chance(position))
    while not position.over and len(moments) < most:
        moments.append((said, position.copy()))
        seat, move = position.actor, rng.choice(position.moves()).text
        position.play(move)
        said = events.Moved(seat=seat, move=move, draws=seal.play_chance(position))
    chosen = rng.randrange(len(moments))
    return [event for event, _position in moments[: chosen + 1]], moments[chosen][1]


# --- a table and its twin -----------------------------------------------------------------------------


def seen_as(position: Position, action: int, seat: int | None) -> str:
    """How that seat reads a step that is about to be played."""
    game = position.game
    bit = game.players if seat is None else seat
    seen = game.rules.sees(game.facts, position.state, action) >> bit & 1
    return game.ruleset.moves[action].text if seen else str(game.ruleset.text.hidden(action))


class Follow:
    """In the place of the seal: chance brings what was planned."""

    def __init__(self) -> None:
        self.planned: list[str] = []

    def play_chance(self, position: Position) -> tuple[str, ...]:
        drawn, self.planned = tuple(self.planned), []
        for text in drawn:
            position.play(text)
        assert position.actor is not CHANCE
        return drawn


def view_bytes(position: Position, seat: int | None) -> bytes:
    return json.dumps(position.view(seat).to_dict()).encode()


def alike(position: Position, seat: int | None, told: list[str], rng: Random) -> Iterator[list[str]]:
    """Steps from this position that this seat would read as `told`: a few of the possible ways, at random."""
    if not told:
        if position.actor is not CHANCE:
            yield []
        return
    chance = position.actor is CHANCE
    possible = [move for move, _ in position.odds()] if chance else position.moves()
    same = [move for move in possible if seen_as(position, move.action, seat) == told[0]]
    for move in rng.sample(same, min(3, len(same))):
        next_position = position.copy()
        next_position.play(move)
        for rest in alike(next_position, seat, told[1:], rng):
            yield [move.text, *rest]


class Twins:
    """A table and one that `seat` can't tell from it."""

    def __init__(self, game: Game, house: events.House, seat: int | None, rng: Random) -> None:
        self.seat = seat
        self.rng = rng
        keys = new_keys(game, rng)
        said, position = played(game, keys, rng)
        other_keys = new_keys(game, rng)
        if seat is not None:
            other_keys.tokens[seat] = keys.tokens[seat]
        matches = [match_of(log_of(game, house, each, NONCES, said), each) for each in (keys, other_keys)]
        self.here, self.there = Glass(matches[0], keys), Glass(matches[1], other_keys)
        self.begun = position.copy()
        self.first = position.steps
        self.there.match.position = game.guess(position.view(seat), rng)
        self.there.match.seal = self.follow = Follow()  # type: ignore[assignment]
        self.snapshots: dict[int, Position] = {}
        replay = lambda texts: self.snapshots[len(texts)].copy()  # noqa: E731 - its history is known to nobody
        setattr(self.there.match.game, "replay", replay)  # noqa: B010 - an attribute of this one game
        self.differ = plain_state(self.there.match.position) != plain_state(position)
        self.compared = 0

    @property
    def both(self) -> tuple[Glass, Glass]:
        return self.here, self.there

    @property
    def match(self) -> Match:
        return self.here.match

    def position(self, house: Glass) -> Position:
        assert house.match.position
        return house.match.position

    def same(self, *said: Any) -> None:
        here, there = (masked(each, house) for each, house in zip(said, self.both, strict=True))
        assert here == there
        self.compared += len(here)

    async def ask(self, method: str, path: str, **wish: Any) -> Any:
        body = json.dumps(wish).encode() if method == "POST" else b""
        answers = [await house.ask(self.seat, method, path, body) for house in self.both]
        self.same(*answers)
        return answers[0]

    async def hear(self) -> None:
        for house in self.both:
            await house.rest()
        self.same(*(house.sockets[self.seat].heard() for house in self.both))
        self.same(*(house.pages[self.seat].heard() for house in self.both))

    # --- every door ---------------------------------------------------------------------------------

    async def look_everywhere(self, hint: bool) -> None:
        seq = self.match.seq
        queries = [
            "",
            "?page=de",
            "?page=de&shown=0",
            "?since=0",
            f"?since={seq - 1}",
            f"?since={seq}",
            f"?seat={self.seat}",
            "?seat=31",
        ]
        if self.match.house.help == "now":  # the twin's history is known as this seat knows it, and not as others do
            queries.append("?seat=onlooker")
        for query in queries:
            await self.ask("GET", f"{TABLE}{query}")
            late = [Socket(house, self.seat, query) for house in self.both]
            for house in self.both:
                await house.rest()
            self.same(*(socket.heard() for socket in late))
            for socket in late:
                socket.asked.put_nowait({"type": "websocket.disconnect"})
            for house in self.both:
                await house.rest()
        for path in (
            f"{TABLE}/record",
            f"{TABLE}/analysis",
            f"/api/v1/codes/{CODE}",
            "/api/v1/games",
            "/api/health",
            "/api/openapi.json",
        ):
            await self.ask("GET", path)
        match = TABLE.rpartition("/")[2]
        for path in (f"{TABLE}/steps/3", f"{TABLE}/verified", "/api/v1/tables", f"/table/{match}", f"/replay/{match}", "/"):
            await self.ask("GET", path)
        await self.ask("POST", f"{TABLE}/rematch")
        await self.ask("POST", f"{TABLE}/branch", step=3)
        if hint:
            await self.ask("GET", f"{TABLE}/hint")
            await self.ask("GET", f"{TABLE}/hint?quick=true")
        await self.ask("GET", "/api/metrics")

    async def be_refused_everywhere(self) -> None:
        """Requests of this seat that change nothing; their refusals say nothing either."""
        position = self.position(self.here)
        legal = {move.text for move in position.moves()} if position.actor == self.seat else set()
        texts = [move.text for move in position.game.ruleset.moves if move.text not in legal]
        tried = [*self.rng.sample(texts, min(8, len(texts))), "dance"]
        wishes = [("move", {"move": text, "expected": self.match.seq}) for text in tried]
        wishes += [("move", {"move": text, "expected": 0}) for text in sorted(legal)[:1]]
        wishes += [("undo", {"expected": 0}), ("answer", {"agrees": True}), ("back", {}), ("begin", {}), ("close", {})]
        wishes += [("seatbot", {"at": 0}), ("remove", {"at": 0}), ("dance", {}), ("move", {}), ("resign", {"seat": 31})]
        wishes += [("sit", {"at": 0, "name": "Eve", "nonce": NONCES[0]}), ("follow", {"link": "no link"})]
        before = self.match.seq
        for action, wish in wishes:
            answer = await self.ask("POST", f"{TABLE}/{action}", id="refused", **wish)
            assert answer.status in (400, 403, 404, 409), answer
            for house in self.both:
                house.sockets[self.seat].ask(json.dumps({"do": action, "id": "refused", **wish}).encode())
                house.pages[self.seat].ask(json.dumps({"do": action, "id": "refused", **wish}).encode())
            await self.hear()
        assert self.match.seq == self.there.match.seq == before

    # --- going on -----------------------------------------------------------------------------------

    async def go_on(self) -> bool:
        """One move further in both; False where the seat may see a difference, or the game is over."""
        position, other = self.position(self.here), self.position(self.there)
        turn = self.match.turn
        if turn is None:
            return False
        move = self.rng.choice(position.moves()).text
        ahead = position.copy()
        ahead.play(move)
        assert self.match.seal
        draws = self.match.seal.play_chance(ahead)
        told = ahead.told(self.seat, 1 + len(draws))
        for steps in alike(other, self.seat, told, self.rng):
            following = other.copy()
            for step in steps:
                following.play(step)
            if (turn != self.seat or steps[0] == move) and view_bytes(following, self.seat) == view_bytes(ahead, self.seat):
                break
        else:
            return False
        if ahead.over:
            return False  # the secret is out
        self.snapshots[other.steps] = other.copy()
        self.follow.planned = steps[1:]
        await self.act(turn, [{"do": "move", "move": text, "expected": self.match.seq} for text in (move, steps[0])])
        return True

    async def act(self, seat: int, wishes: list[dict[str, Any]]) -> None:
        """The same by POST or by socket; another seat's ids are its own business."""
        by_post = self.rng.random() < 0.5
        mine = f"mine {self.match.seq}"
        answers = []
        for house, wish in zip(self.both, wishes, strict=True):
            house.clock += 1
            wish["id"] = mine if seat == self.seat else f"{self.rng.getrandbits(40):x}"
            if by_post:
                body = json.dumps({name: value for name, value in wish.items() if name != "do"}).encode()
                answers.append(await house.ask(seat, "POST", f"{TABLE}/{wish['do']}", body))
                assert answers[-1].status == 200, answers[-1].body
            else:
                house.sockets[seat].ask(json.dumps(wish).encode())
                await house.rest()
        if by_post and seat == self.seat:
            self.same(*answers)
        await self.hear()
        assert self.here.match.seq == self.there.match.seq

    def told_by_turn(self, position: Position, seat: int | None) -> Any:
        """In the place of the one that plays a history again: the other table's is known to nobody before they part."""
        if position is not self.there.match.position:
            return staging.told_on(position.game.start(), position.history, seat)
        before = staging.told_on(self.begun.game.start(), self.begun.history, seat)
        return before + staging.told_on(self.snapshot(self.first, position), position.history[self.first :], seat)

    def snapshot(self, step: int, position: Position) -> Position:
        return (self.snapshots.get(step) or position).copy()

    async def take_back(self) -> None:
        """Asks for it where it goes back no further than the twins do; the others agree."""
        if self.seat is None or self.match.turn is None:
            return
        step = self.match.own_step(self.seat)
        step = self.match.consented_step(self.seat) if step is None else step
        if step is not None and step < self.first:
            return
        own = self.match.own_step(self.seat) is not None
        if step is None or self.match.house.undo == "none" or (self.match.house.undo == "own" and not own):
            await self.ask("POST", f"{TABLE}/undo", expected=self.match.seq, id="no undo")
            return
        await self.act(self.seat, [{"do": "undo", "expected": self.match.seq} for _ in self.both])
        while self.match.asking:
            await self.act(min(self.match.asking.missing), [{"do": "answer", "agrees": True} for _ in self.both])

    async def run(self, steps: int) -> None:
        for house in self.both:
            await house.open()
        await self.hear()
        for number in range(steps):
            await self.look_everywhere(hint=number == 0)
            await self.be_refused_everywhere()
            if not await self.go_on():
                break
            if self.rng.random() < 0.4:
                await self.take_back()
        for house in self.both:
            await house.close()


def masked(said: Any, house: Glass) -> list[str]:
    """What was said, without the one value that may differ."""
    texts = said if isinstance(said, list) else [said.body.decode(), repr(said.status), repr(said.headers)]
    return [text.replace(house.match.commitment, "COMMITMENT") for text in texts]


def compare(game: Game, seats: Sequence[int | None], rng: Random, steps: int) -> tuple[int, bool]:
    """Twins of these seats, each at some moment of a game: how much was compared, and whether anything differed."""
    compared, differ = 0, False
    for seat in seats:
        twins = Twins(game, rng.choice(HOUSES), seat, rng)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(staging, "told_by_turn", twins.told_by_turn)
            asyncio.run(twins.run(steps))
        compared += twins.compared
        differ |= twins.differ
    return compared, differ


def name(game: Game) -> str:
    return game.spec


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_tables_that_a_seat_cannot_tell_apart_say_the_same_to_it(game: Game) -> None:
    """The usual game is looked at from every seat, its other forms from one."""
    rng = Random(game.spec)
    everyone = (*range(game.players), None)
    usual = game == game.ruleset.game(game.ruleset.players[-1])
    several = sized(rng.sample(everyone, 2), everyone, everyone)
    compared, differ = compare(game, several if usual else rng.sample(everyone, 1), rng, steps=2)
    assert compared > 50
    assert differ or game.id == "chipik" or not usual, "nothing was hidden, so nothing was tested"


# --- such a test can fail -----------------------------------------------------------------------------


def leak_in_table(patch: pytest.MonkeyPatch) -> None:
    table = frames.table
    patch.setattr(frames, "table", lambda live, *a: {**table(live, *a), "all": live.match.position.history})


def leak_the_state_in_table(patch: pytest.MonkeyPatch) -> None:
    table = frames.table
    patch.setattr(frames, "table", lambda live, *a: {**table(live, *a), "all": live.match.position.state.as_dict()})


def leak_in_events(patch: pytest.MonkeyPatch) -> None:
    happened = frames.happened
    patch.setattr(frames, "happened", lambda live, *a: happened(live, *a) + live.match.position.last.encode())


def leak_in_scenes(patch: pytest.MonkeyPatch) -> None:
    drawn = staging.drawn
    patch.setattr(staging, "drawn", lambda match, position, *a: {**drawn(match, position, *a), "all": position.history})


def leak_in_stories(patch: pytest.MonkeyPatch) -> None:
    beats_of = staging.beats_of
    patch.setattr(staging, "beats_of", lambda live, *a: [*beats_of(live, *a), live.match.position.history[-1]])


def leak_in_refusals(patch: pytest.MonkeyPatch) -> None:
    refusal = Position._refusal

    def telling(self: Position, move: Any, code: int) -> Any:
        problem = refusal(self, move, code)
        problem.numbers = {**problem.numbers, "all": str(self.state.as_dict())}
        return problem

    patch.setattr(Position, "_refusal", telling)


def leak_in_hints(patch: pytest.MonkeyPatch) -> None:
    async def hint(self: Hall, live: Live, *_: Any) -> str:
        return str(live.match.secret)

    patch.setattr(Hall, "hint", hint)


def leak_in_records(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(webapp, "record_of", lambda match, named: match.secret.hex())


def leak_of_others_ids(patch: pytest.MonkeyPatch) -> None:
    happened = frames.happened
    patch.setattr(frames, "happened", lambda live, event, *a: happened(live, event, *a) + event.id.encode())


@pytest.mark.parametrize(
    "leak",
    [
        leak_in_table, leak_the_state_in_table, leak_in_events, leak_in_scenes, leak_in_stories, leak_in_refusals,
        leak_in_hints, leak_in_records,
        leak_of_others_ids,
    ],
)  # fmt: skip
def test_a_leak_would_be_seen(leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch) -> None:
    leak(monkeypatch)
    rng = Random(4)
    game = next(game for game in GAMES if game.id == "toujours-12")
    with pytest.raises(AssertionError):
        compare(game, [seat for _ in range(10) for seat in (0, 1, None)], rng, steps=3)


# --- what people should remember themselves -----------------------------------------------------------


def what_they_are_told(game: Game, house: events.House, rng: Random) -> list[str]:
    """All that everyone hears of a game whose past, but for what is since their own last move, is marked."""
    keys = new_keys(game, rng)
    said, _position = played(game, keys, rng)
    told: list[str] = []
    for seat in (*range(game.players), None):
        match = match_of(log_of(game, house, keys, NONCES, said), keys)
        own = [play.step for play in match.plays if play.seat == seat] or [play.step for play in match.plays[-1:]] or [0]
        assert match.position
        texts = match.position.history
        for step in range(own[-1]):
            texts[step] = "CANARY"
        match.position._earlier, match.position._texts, match.position._veiled = (), texts, None
        house_of_glass = Glass(match, keys)

        async def look(glass: Glass = house_of_glass, seat: int | None = seat) -> None:
            await glass.open()
            for query in ("", "?page=ja", "?since=0", f"?since={glass.match.seq - 1}"):
                told.append((await glass.ask(seat, "GET", TABLE + query)).body.decode())
                late = Socket(glass, seat, query)
                await glass.rest()
                told.extend(late.heard())
                late.task.cancel()
            told.extend(glass.sockets[seat].heard())
            told.extend(glass.pages[seat].heard())
            await glass.close()

        asyncio.run(look())
    return told


@pytest.mark.parametrize("game", [game for game in GAMES if game.players == game.ruleset.players[0]], ids=name)
def test_no_frame_remembers_for_people(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """`seen` and the steps before one's own last move are in no frame, unless the table wants that help."""
    monkeypatch.setattr(View, "seen", property(lambda view: {"CANARY": view.seat}))
    monkeypatch.setattr(staging, "story_of", lambda *about: [])  # sentences fade by their own rule: the next test
    rng = Random(game.spec)
    for _ in range(2):
        assert not [text for text in what_they_are_told(game, events.House(), rng) if "CANARY" in text]
    assert [text for text in what_they_are_told(game, events.House(help="memory"), rng) if "CANARY" in text]


@pytest.mark.parametrize("id", ["calcory", "toujours-12"])
def test_the_story_leaves_out_what_people_should_remember(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The turn that goes on and the one before are told whole, and every turn where the table remembers for people."""
    says = Happened.says
    monkeypatch.setattr(Happened, "says", lambda one, names: "FADES" if one.fades else says(one, names))
    game = ludotheque.GAMES[id].game(3)
    keys = new_keys(game, Random(id))
    faded = 0
    for seed in range(6):
        said, position = played(game, keys, Random(f"{id} {seed}"))
        for house, seat in product((events.House(), events.House(help="memory")), (0, None)):
            match = match_of(log_of(game, house, keys, NONCES, said), keys)
            told = staging.story_of(match, position, seat, staging.names(match, seat))
            whole = [beat for turn, some in staging.told_by_turn(position, seat) for beat in beats(some, NAMES, turn)]
            older = [id for part in list(turns(whole))[:-OPEN_TURNS] for beat in part for id in texts_of(beat)]
            kept = [text for beat in told for text in texts_of(beat)]
            everything = [text for beat in whole for text in texts_of(beat)]
            assert kept.count("FADES") == everything.count("FADES") - (older.count("FADES") if house.help == "now" else 0)
            faded += older.count("FADES")
            assert not any("scene" in beat for beat in told)
    assert faded


def texts_of(beat: Beat) -> list[str]:
    return [line["text"] for line in beat["lines"]]


@pytest.mark.parametrize("game", [game for game in GAMES if game.players == game.ruleset.players[0]], ids=name)
def test_whether_a_move_can_be_taken_back_says_nothing_about_a_hidden_one(game: Game) -> None:
    """Undo asks whether a move revealed something: moves that others read alike answer alike."""
    rng = Random(game.spec)
    answers: dict[str, set[bool]] = {}
    for _ in range(20):
        position = game.start()
        while not position.over and position.steps < 300:
            for move in position.moves():
                if game.rules.sees(game.facts, position.state, move.action) != EVERYONE:
                    answers.setdefault(game.ruleset.text.hidden(move.action), set()).add(game.ruleset.sight.reveals(move.action))
            position.play(position.draw(rng))
    assert all(len(found) == 1 for found in answers.values())


# --- seats change hands -------------------------------------------------------------------------------


def heard_until_now(socket: ClientConnection) -> list[dict[str, Any]]:
    """All that it was told before it was answered, or the connection was ended."""
    heard: list[dict[str, Any]] = []
    with suppress(ConnectionClosed):
        socket.send('{"do":"back","id":"marker"}')
        while not (heard and heard[-1].get("id") == "marker"):
            heard.append(hear(socket))
    return heard


@not_in_check
def test_who_left_a_seat_hears_nothing_of_it_any_more(server: Server) -> None:
    first = server.open_table("chip-trick-root", 3)
    first.sit(0)
    with first.socket() as left:
        assert hear(left)["you"] == 0
        first.do("leave")
        others = [Person(server, first.match) for _ in range(3)]
        for seat, person in enumerate(others):
            person.sit(seat)
        hand = others[0].look()["now"]["hand"]
        assert hand
        for said in heard_until_now(left):
            assert hand not in (said.get(name, {}).get("hand") for name in ("own", "now"))


@not_in_check
def test_a_device_that_gave_its_seat_away_hears_nothing_of_it_any_more(server: Server) -> None:
    people = server.full_table("chip-trick-root", 3)
    with people[0].socket() as old:
        assert hear(old)["now"]["hand"]
        new = Person(server, people[0].match)
        new.do("follow", link=people[0].do("link")["link"])
        people[0] = new
        turn = new.look()["actor"]
        state = people[turn].look()
        people[turn].do("move", move=state["moves"][0], expected=state["seq"])
        assert not any(said.get(name, {}).get("hand") for said in heard_until_now(old) for name in ("own", "now"))


# --- canaries -----------------------------------------------------------------------------------------


class Recorded:
    """Everything that everyone was answered: who, and the whole answer."""

    def __init__(self) -> None:
        self.said: list[tuple[Person, str]] = []

    def by(self, person: Person) -> Person:
        person.http.event_hooks = {"response": [lambda answer: self.keep(person, answer)]}
        return person

    def keep(self, person: Person, answer: httpx.Response) -> None:
        answer.read()
        self.said.append((person, answer.text))


@not_in_check
def test_tokens_and_secrets_are_nowhere_to_be_read(tmp_path: Path) -> None:
    """Not in logs at any level, metrics, refusals, other people's answers; the database has hashes of tokens alone."""
    server = Logging(tmp_path, LUDOTHEQUE_LOG="DEBUG")
    recorded = Recorded()
    with server:
        people = [recorded.by(Person(server)) for _ in range(3)]
        opened = people[0].http.post(f"{server.url}/api/v1/matches", json={"game": "chip-trick-root"})
        match = opened.json()["match"]
        for seat, person in enumerate(people):
            person.match = match
            person.sit(seat)
        onlooker = recorded.by(Person(server, match))
        link = people[1].do("link")["link"]
        tokens = {cookie.value or "": person for person in people for cookie in person.http.cookies.jar}
        assert len(tokens) == 4
        with sqlite3.connect(f"file:{tmp_path / 'tables.db'}?mode=ro", uri=True) as database:
            (secret,) = database.execute("SELECT secret FROM matches").fetchone()
        rng = Random(12)
        with people[0].socket() as first, onlooker.socket() as watching:
            for number in range(sized(0, 40, 1000)):
                state = people[0].look()
                if state["stage"] == "over":
                    break
                if number % 15 == 3:
                    everyone_is_refused([*people, onlooker], link)
                mover = people[state["actor"]]
                mover.do("move", move=rng.choice(mover.look()["moves"]), expected=state["seq"], id=f"{number}")
                recorded.said.append((people[0], json.dumps(hear(first))))
                recorded.said.append((onlooker, json.dumps(hear(watching))))
        if state["stage"] != "over":
            people[0].do("resign")
            people[1].do("resign")
        assert people[0].look()["result"]["secret"] == secret.hex()
        onlooker.http.get(f"{server.url}/api/metrics")
        onlooker.http.get(f"{server.url}/api/health")
    for person, text in recorded.said:
        for token in tokens:
            assert token not in text
            assert hashed(token) not in text
        assert link not in text or (person is people[1] and '"link":' in text)
        assert secret.hex() not in text or '"result":' in text or "secret: " in text
    log = server.end()
    assert "POST /api/v1/matches/{match}/move 200" in log, "nothing was logged"
    for hidden in (*tokens, *map(hashed, tokens), link, secret.hex(), secret.hex().upper(), match, opened.json()["code"]):
        assert hidden not in log
    stored = b"".join(path.read_bytes() for path in tmp_path.glob("tables.db*"))
    assert hashed(next(iter(tokens))).encode() in stored
    for token in (*tokens, link):
        assert token.encode() not in stored


def everyone_is_refused(people: list[Person], link: str) -> None:
    for person in people:
        for action, wish in (
            ("move", {"move": "play 99", "expected": 0}), ("move", {"move": "play 1", "expected": 0, "seat": 0}),
            ("follow", {"link": link[:-1]}), ("sit", {"at": 0, "name": "Eve", "nonce": "0" * 32}), ("close", {"x": link[:-1]}),
            ("back", {}), ("undo", {"expected": -1}), ("link", {"id": ["x"]}),
        ):  # fmt: skip
            assert person.http.post(f"{person.path}/{action}", json=wish).status_code >= 400 or action == "close"
        person.http.get(f"{person.path}/record")
        person.http.get(f"{person.path}/hint")
        person.http.get(person.path, params={"seat": "2", "since": "x"})

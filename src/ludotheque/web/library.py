"""What pages ask for beside play: which tables there are, rules, games that are over again step by step, and going on
from any point of them."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludotheque import gamerecord
from ludotheque.errors import LudothequeError
from ludotheque.game import Game
from ludotheque.games import GAMES
from ludotheque.i18n import preferred, speaking
from ludotheque.table import events, requests
from ludotheque.table.analysis import Decision, all_tried_enough, choices, strange, turn_of_each_step, turns
from ludotheque.table.deciding import Who, looks_from
from ludotheque.table.hall import Done, Hall, Live
from ludotheque.table.keys import hashed
from ludotheque.table.records import NotAsSealed, record_of, uncovered, verify
from ludotheque.table.refusal import No, Refused
from ludotheque.web import frames, staging
from ludotheque.web.answers import body_of, json_answer, number
from ludotheque.web.cookies import who, with_cookies
from ludotheque.web.lessons import has_lesson, told
from ludotheque.web.pages import rules_of

MOST_TABLES = 40
STAGES = ("waiting", "playing")


class Branch(msgspec.Struct, forbid_unknown_fields=True):
    """Plays on from a step of a game that is over, against bots: as which seat."""

    step: int
    seat: int = 0


class Record(msgspec.Struct, forbid_unknown_fields=True):
    """A game that was kept as a file."""

    text: str


class Library:
    def __init__(self, hall: Callable[[], Hall], api: str) -> None:
        self.hall = hall
        self.api = api

    def routes(self) -> list[Route]:
        match = f"{self.api}/matches/{{match}}"
        return [
            Route(f"{self.api}/tables", self.tables),
            Route(f"{self.api}/games/{{game}}/rules", self.rules),
            Route(f"{self.api}/games/{{game}}/lesson", self.lesson),
            Route(f"{self.api}/records", self.bring, methods=["POST"]),
            Route(f"{match}/rematch", self.rematch, methods=["POST"]),
            Route(f"{match}/verified", self.verified),
            Route(f"{match}/analysis", self.analysis),
            Route(f"{match}/steps/{{step}}", self.step),
            Route(f"{match}/branch", self.branch, methods=["POST"]),
        ]

    # --- tables and rules -----------------------------------------------------------------------------

    async def tables(self, request: Request) -> Response:
        """Those that anyone may watch, the newest first, and the last games that ended at tables which allowed it."""
        hall = self.hall()
        open_to_all = [live.match for live in hall.lives.values() if live.match.house.watch == "anyone"]
        running = [match for match in open_to_all if frames.stage(match) in STAGES and not match.other_rules]
        running = [match for match in running if match.position is None or any(frames.here(hall.lives[match.id]))]
        told = sorted(running, key=lambda match: -match.touched)[:MOST_TABLES]
        told += [match for match in reversed(hall.recent) if match.house.shelf == "anyone"]
        language = language_asked(request)
        return json_answer({"tables": [staging.listed(match, language) for match in told]})

    async def rules(self, request: Request) -> Response:
        ruleset = GAMES.get(request.path_params["game"])
        if ruleset is None:
            raise Refused(No.NO_PAGE)
        with speaking(language_asked(request)):
            return json_answer(rules_of(ruleset))

    async def lesson(self, request: Request) -> Response:
        ruleset = GAMES.get(request.path_params["game"])
        if ruleset is None or not has_lesson(ruleset):
            raise Refused(No.NO_PAGE)
        return json_answer(told(ruleset.id, language_asked(request)))

    # --- games that are over --------------------------------------------------------------------------

    async def over(self, request: Request) -> Live:
        live = await self.hall().live(request.path_params["match"])
        looks_from(live.match, who(request.cookies), "onlooker")
        live.match.check_rules()
        if not live.match.over or live.match.position is None:
            raise Refused(No.NOT_OVER)
        return live

    async def verified(self, request: Request) -> Response:
        live = await self.over(request)
        record = gamerecord.read(record_of(live.match))
        answer: dict[str, Any] = {"draws": 0, "uncovered": uncovered(record)}
        try:
            answer["draws"] = verify(record)
        except NotAsSealed as problem:
            with speaking(language_asked(request)):
                answer["problem"] = str(problem)
        return json_answer(answer)

    async def analysis(self, request: Request) -> Response:
        """What the coach says of every decision, and how it ended."""
        live = await self.over(request)
        found, language = await self.hall().analysis(live), language_asked(request)
        assert live.match.position is not None
        game, texts = live.match.game, tuple(live.match.position.history)
        with speaking(language):  # a long game is played again for it, which is no work for the event loop
            said = await asyncio.to_thread(said_at_each_step, game, texts)
        turn = turn_of_each_step(game, texts)
        told = [{"turn": turn[one.step], **in_words(one, said[one.step], language)} for one in found]
        odd = [strange(found, seat) for seat in range(live.match.game.players)]
        most = [decision.step for decision in turns(found)]
        returns = live.match.position.returns()
        own, enough = live.match.seats_of(who(request.cookies).tokens), all_tried_enough(found)
        return json_answer({"decisions": told, "returns": returns, "turns": most, "strange": odd, "enough": enough, "own": own})

    async def step(self, request: Request) -> Response:
        live = await self.over(request)
        step = number(request.path_params["step"]) or 0
        wish = request.query_params.get("seat") or None
        seat = number(wish)
        if seat is not None and seat >= live.match.game.players:
            raise Refused(No.NO_SUCH_SEAT, last=live.match.game.players - 1)
        held = live.match.seats_of(who(request.cookies).tokens)
        return json_answer(staging.replayed(live.match, step, seat, language_asked(request), held))

    async def rematch(self, request: Request) -> Response:
        """The same game with the same people; whoever asks first opens the table."""
        live = await self.over(request)
        asker, match = who(request.cookies), live.match
        held = match.seats_of(asker.tokens)
        if not held:
            raise Refused(No.NOT_SEATED)
        if match.closed:
            raise Refused(No.CLOSED)
        if match.again:
            return json_answer({"match": match.again})
        done = await self.hall().open(again(live))
        try:
            await self.hall().act(match.id, asker, requests.Again(seat=held[0], match=done.match.id))
        except Refused:  # somebody else was quicker: their table it is
            await self.hall().act(done.match.id, Who(frozenset([hashed(done.gives["opener"])])), requests.Close())
            return json_answer({"match": match.again})
        return with_cookies(request, json_answer({"match": match.again}), done)

    async def branch(self, request: Request) -> Response:
        """From any step on, against bots."""
        wish = await body_of(request, Branch)
        live = await self.over(request)
        assert live.match.position is not None
        if not 0 <= wish.seat < live.match.game.players:
            raise Refused(No.NO_SUCH_SEAT, last=live.match.game.players - 1)
        texts = tuple(live.match.position.history[: max(0, wish.step)])
        done = await self.hall().open(against_bots(live, wish.seat), texts)
        return self.opened(request, done)

    async def bring(self, request: Request) -> Response:
        """A record becomes a table again: to be looked at, or to be played on."""
        wish = await body_of(request, Record)
        try:
            game = gamerecord.read(wish.text).position
        except LudothequeError as problem:
            raise Refused(No.BAD_REQUEST, problem=problem) from None
        seats = tuple(events.Plan(kind="bot" if game.over or seat else "open") for seat in range(game.game.players))
        opened = requests.Open(
            game=game.game.id, players=game.game.players, options=dict(game.game.options), facts=game.game.changes, seats=seats
        )
        done = await self.hall().open(opened, tuple(game.history))
        return self.opened(request, done)

    def opened(self, request: Request, done: Done) -> Response:
        return with_cookies(request, json_answer({"match": done.match.id, "stage": frames.stage(done.match)}, 201), done)


def language_asked(request: Request) -> str:
    return preferred(request.query_params.get("lang") or request.headers.get("x-language"))


def said_at_each_step(game: Game, texts: Sequence[str]) -> dict[int, dict[str, str]]:
    """By the step of each decision: the moves there were, in the words that its player read."""
    return {choice.step: game.ruleset.scene(choice.view).said for choice in choices(game, texts)}


def in_words(decision: Decision, said: dict[str, str], language: str) -> dict[str, Any]:
    """A decision for a page, which shows no notation; a guest's moves may have no words."""
    move, best = decision.move, decision.best
    return decision.as_data(language) | {"move_says": said.get(move, move), "best_says": said.get(best, best)}


def again(live: Live) -> requests.Open:
    """The same table once more: seats kept for those who sat there to the end, and bots on all others."""
    match = live.match
    seats = tuple(
        events.Plan(kind="person") if seat.token else events.Plan(kind="bot", level=seat.bot or match.house.level)
        for seat in match.seats
    )
    return requests.Open(
        game=match.game.id, players=match.game.players, options=dict(match.game.options), facts=dict(match.game.changes),
        seats=seats, house=match.house,
    )  # fmt: skip


def against_bots(live: Live, own: int) -> requests.Open:
    match = live.match
    seats = tuple(events.Plan(kind="open" if seat == own else "bot") for seat in range(match.game.players))
    house = events.House(hints=True, away=0)
    return requests.Open(
        game=match.game.id, players=match.game.players, options=dict(match.game.options), facts=dict(match.game.changes),
        seats=seats, house=house,
    )  # fmt: skip

"""The pages: the shelf, tables, replays, rules. What moves on them comes by the API and the socket."""

from collections.abc import Callable
from functools import cached_property
from io import BytesIO
from typing import Any

import msgspec
import segno
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from ludotheque.game import Option, Ruleset
from ludotheque.games import GAMES
from ludotheque.i18n import LANGUAGES, language, preferred, speaking, translated
from ludotheque.rulebook import read
from ludotheque.table.hall import Hall
from ludotheque.table.keys import typed_code
from ludotheque.table.match import Match
from ludotheque.table.refusal import No, Refused
from ludotheque.web.files import VERSION, file_answer, served
from ludotheque.web.lessons import has_lesson
from ludotheque.web.words import spoken

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; "
    "require-trusted-types-for 'script'; trusted-types ludotheque"
)
ENOUGH = 30 * 24 * 3600  # seconds a browser remembers the language
SHOWING = (
    "page.js",
    "things.js",
    "motion.js",
    "felt.js",
    "choosing.js",
    "drag.js",
    "showing.js",
    "story.js",
    "asides.js",
    "settings.js",
)
LIBRARIES = "lib/preact.js", "lib/htm.js"
TABLE = "wire.js", "keys.js", "sound.js", "lobby.js", "hints.js", "result.js", "rules.js", "lesson.js", "learning.js"
MODULES = {  # told at once, so that they need not be found one by the other
    "table": (*SHOWING, *LIBRARIES, *TABLE),
    "replay": (*SHOWING, *LIBRARIES, "course.js"),
}


class Pages:
    def __init__(self, hall: Callable[[], Hall], address: str = "") -> None:
        self.hall = hall
        self.public = address

    def address(self, request: Request) -> str:
        """Where others find this house: on the LAN not where its own browser does."""
        return self.public or str(request.base_url).rstrip("/")

    @cached_property
    def templates(self) -> Environment:
        return Environment(loader=PackageLoader("ludotheque.web"), autoescape=True, undefined=StrictUndefined)

    def routes(self) -> list[Route]:
        return [
            Route("/", self.shelf),
            Route("/table/{match}", self.table),
            Route("/table/{match}/qr.svg", self.table_code),
            Route("/join/{code}", self.join),
            Route("/replay/{match}", self.replay),
            Route("/rules/{game}", self.rules),
            Route("/learn/{game}", self.learn),
            Route("/record", self.record),
            Route("/host", self.host),
            Route("/qr.svg", self.house_code),
            Route("/manifest.webmanifest", self.manifest),
            Route("/worker.js", self.worker),
            Route("/static/{version}/{name:path}", served),
        ]

    # --- pages ------------------------------------------------------------------------------------

    async def shelf(self, request: Request) -> Response:
        with speaking(language_of(request)):
            games = [on_the_shelf(ruleset) for ruleset in GAMES.values()]
            return self.page(request, "shelf.html", {"games": games}, games=games)

    async def table(self, request: Request) -> Response:
        with speaking(language_of(request)):
            try:
                live = await self.hall().live(request.path_params["match"])
            except Refused as refused:
                return self.no_page(request, refused)
            return self.table_page(request, live.match.game.ruleset, match_told(live.match), "table")

    async def replay(self, request: Request) -> Response:
        with speaking(language_of(request)):
            try:
                live = await self.hall().live(request.path_params["match"])
                if not live.match.over:
                    raise Refused(No.NOT_OVER)
            except Refused as refused:
                return self.no_page(request, refused)
            return self.table_page(request, live.match.game.ruleset, match_told(live.match), "replay")

    async def join(self, request: Request) -> Response:
        try:
            match = await self.hall().by_code(typed_code(request.path_params["code"]))
        except Refused as refused:
            with speaking(language_of(request)):
                return self.no_page(request, refused)
        return RedirectResponse(f"{root(request)}/table/{match.id}", 303)

    async def rules(self, request: Request) -> Response:
        ruleset = GAMES.get(request.path_params["game"])
        with speaking(language_of(request)):
            if ruleset is None:
                return self.no_page(request, Refused(No.NO_PAGE))
            book = rules_of(ruleset)
            return self.page(request, "rules.html", {}, title=book["title"], book=book)

    async def learn(self, request: Request) -> Response:
        ruleset = GAMES.get(request.path_params["game"])
        with speaking(language_of(request)):
            if ruleset is None or not has_lesson(ruleset):
                return self.no_page(request, Refused(No.NO_PAGE))
            return self.table_page(request, ruleset, {"lesson": True}, "table")

    async def record(self, request: Request) -> Response:
        with speaking(language_of(request)):
            return self.page(request, "record.html", {})

    async def host(self, request: Request) -> Response:
        with speaking(language_of(request)):
            games = [on_the_shelf(ruleset) for ruleset in GAMES.values()]
            return self.page(request, "host.html", {"games": games}, address=self.address(request))

    def nowhere(self, request: Request) -> Response:
        with speaking(language_of(request)):
            return self.no_page(request, Refused(No.NO_PAGE))

    def no_page(self, request: Request, refused: Refused) -> Response:
        answer = self.page(request, "notice.html", {}, text=str(refused)[:1].upper() + str(refused)[1:])
        answer.status_code = refused.no.status
        return answer

    # --- pictures and what browsers ask for -----------------------------------------------------------

    async def table_code(self, request: Request) -> Response:
        live = await self.hall().live(request.path_params["match"])
        return qr_code(f"{self.address(request)}/join/{live.match.code}")

    async def house_code(self, request: Request) -> Response:
        return qr_code(f"{self.address(request)}/")

    async def manifest(self, request: Request) -> Response:
        at = root(request)
        about = {
            "name": "Ludothèque", "short_name": "Ludothèque", "start_url": f"{at}/", "scope": f"{at}/", "display": "standalone",
            "background_color": "#FBF6EC", "theme_color": "#2C6B60",
            "icons": [{"src": f"{at}/static/{VERSION}/icon.svg", "sizes": "any", "type": "image/svg+xml"}],
        }  # fmt: skip
        return Response(msgspec.json.encode(about), media_type="application/manifest+json")

    async def worker(self, request: Request) -> Response:
        answer = file_answer(request, "worker.js")
        answer.headers["cache-control"] = "no-cache"
        answer.headers["content-security-policy"] = "default-src 'none'; connect-src 'self'"  # it fetches, and nothing else
        return answer

    # --- how they are made ----------------------------------------------------------------------------

    def table_page(self, request: Request, ruleset: Ruleset, told: dict[str, Any], script: str) -> Response:
        """Who looks at it is not known here: the cookies of a table go with the API alone."""
        title = translated(ruleset.title)
        about = {
            "game": ruleset.id,
            "game_title": title,
            "title": f"{title} – Ludothèque",
            "version": VERSION,
            "languages": LANGUAGES,
            "teaches": has_lesson(ruleset),
            **told,
        }
        named = {"title": about["title"], "game": ruleset.id, "mount": script, "script": f"{script}.js"}
        return self.page(request, "table.html", about, modules=MODULES[script], **named)

    def page(self, request: Request, template: str, about: dict[str, Any], **named: Any) -> Response:
        at, words, spoken_now = root(request), spoken(), language.get()
        told = {"root": at, "address": self.address(request), "language": spoken_now, "words": words, **about}
        text = self.templates.get_template(template).render(
            about=msgspec.json.encode(told).decode(), root=at, words=words, language=spoken_now, languages=LANGUAGES,
            static=lambda name: f"{at}/static/{VERSION}/{name}", **named,
        )  # fmt: skip
        answer = HTMLResponse(text, headers={"content-security-policy": POLICY, "vary": "accept-language, cookie"})
        if "lang" in request.query_params:
            answer.set_cookie("lang", spoken_now, max_age=ENOUGH, path=f"{at}/", samesite="lax", httponly=True)
        return answer


def match_told(match: Match) -> dict[str, Any]:
    """No names: the page does not know who asks."""
    return {"match": match.id, "players": match.game.players}


def root(request: Request) -> str:
    path: str = request.scope.get("root_path", "")
    return path


def language_of(request: Request) -> str:
    """What was chosen, what was chosen before, or what the browser would like best."""
    wish = request.query_params.get("lang") or request.cookies.get("lang")
    if wish and preferred(wish) == wish:
        return wish
    for part in request.headers.get("accept-language", "").split(","):
        wanted = part.partition(";")[0].strip()
        if wanted.partition("-")[0].lower() in LANGUAGES:
            return preferred(wanted)
    return "en"


def on_the_shelf(ruleset: Ruleset) -> dict[str, Any]:
    """A game as the shelf shows it."""
    words = spoken()
    few, many = ruleset.players[0], ruleset.players[-1]
    players = str(few) if few == many else f"{few}–{many}"
    return {
        "id": ruleset.id, "title": translated(ruleset.title), "feel": translated(ruleset.feel), "players": ruleset.players,
        "players_said": words["players"].format(players=players), "age_said": words["age"].format(age=ruleset.age),
        "minutes_said": words["minutes"].format(minutes=ruleset.minutes),
        "cover": ruleset.id if ruleset.id in COVERS else "default",
        "lesson": has_lesson(ruleset),
        "options": [option_told(option) for option in ruleset.options if len(option.values) > 1],
    }  # fmt: skip


def option_told(option: Option) -> dict[str, Any]:
    """What a game leaves to the table, for who chooses."""
    says = [translated(says) for says in option.says]
    return {
        "name": option.name, "about": translated(option.about), "values": option.values,
        "says": [some[:1].upper() + some[1:] for some in says],
    }  # fmt: skip


COVERS = ("chip-trick", "chip-trick-root", "chipik", "toujours-12", "calcory")


def rules_of(ruleset: Ruleset) -> dict[str, Any]:
    """The rulebook, in the language that is spoken, section by section."""
    book = read(ruleset.rulebook)
    sections: dict[str, list[dict[str, str]]] = {}
    for clause in book.clauses:
        sections.setdefault(translated(clause.section), []).append({"id": clause.id, "text": str(clause)})
    return {
        "title": translated(book.title), "introduction": translated(book.introduction),
        "sections": [{"title": title, "clauses": clauses} for title, clauses in sections.items()],
    }  # fmt: skip


def qr_code(text: str) -> Response:
    drawn = BytesIO()
    segno.make(text, error="m", micro=False).save(drawn, kind="svg", scale=6, border=2, dark="#2A2833", light="#fff")
    return Response(drawn.getvalue(), media_type="image/svg+xml")

"""A table without a server: a match that lives in memory, people who ask, a clock that is set by hand."""

from random import Random
from typing import Any

import ludotheque
from ludotheque.table import events, requests
from ludotheque.table.deciding import Who, asked_by, beginning, decide
from ludotheque.table.keys import hashed
from ludotheque.table.match import Match
from ludotheque.table.seal import commitment

SECRET = bytes(range(32))
NONCE = "00112233445566778899aabbccddeeff"


class Table:
    """A match and its log; `ask` does what a server would, without storing anything."""

    def __init__(
        self, game: str, players: int | None = None, *, bots: tuple[int, ...] = (), house: Any = None, **options: Any
    ) -> None:
        played = ludotheque.game(game, players, **options)
        plans = tuple(events.Plan(kind="bot" if seat in bots else "open") for seat in range(played.players))
        opened = events.Opened(
            game=played.spec, version=played.ruleset.version, seats=plans, house=house or events.House(),
            commitment=commitment("example", SECRET), opener=hashed("opener"),
        )  # fmt: skip
        self.match = Match("example", "ABCDEF", SECRET, opened, at=0)
        self.log: list[tuple[events.Event, int]] = [(opened, 0)]
        self.tokens = 0
        self.now = 0

    def new_token(self) -> str:
        self.tokens += 1
        return f"token {self.tokens}"

    def ask(self, token: str | None, request: requests.Request) -> dict[str, str]:
        who = Who(frozenset([hashed(token)]) if token else frozenset())
        key = f"{asked_by(self.match, who, request)}:{request.id}" if request.id else ""
        decided = decide(self.match, who, request, key, self.new_token)
        self.happens(decided.event, decided.position)
        return decided.gives

    def happens(self, event: events.Event, position: Any = None) -> None:
        self.now += 1000
        self.match.apply(event, self.now, position)
        self.log.append((event, self.now))

    def sit(self, *seats: int) -> list[str]:
        """People sit down; says their tokens."""
        return [self.ask(None, requests.Sit(at=seat, name=f"Player {seat}", nonce=NONCE))["token"] for seat in seats]

    def begin(self) -> None:
        decided = beginning(self.match)
        self.happens(decided.event, decided.position)

    def move(self, token: str, move: str = "", **changes: Any) -> None:
        """Plays a move, or the first that is possible."""
        assert self.match.position is not None
        text = move or self.match.position.moves()[0].text
        self.ask(token, requests.Move(move=text, expected=self.match.seq, **changes))

    def replayed(self) -> Match:
        """The match that the stored log gives."""
        (opened, at), *rest = [(events.decode(events.encode(event)), at) for event, at in self.log]
        assert isinstance(opened, events.Opened)
        match = Match("example", "ABCDEF", SECRET, opened, at)
        for event, then in rest:
            match.apply(event, then)
        return match


def full_table(game: str, players: int, **wishes: Any) -> tuple[Table, list[str]]:
    """Everyone has sat down and the game has begun."""
    table = Table(game, players, **wishes)
    tokens = table.sit(*range(players))
    table.begin()
    return table, tokens


def play_to_the_end(table: Table, tokens: list[str], rng: Random) -> None:
    while not table.match.over:
        assert table.match.position is not None
        turn = table.match.position.actor
        table.move(tokens[turn], rng.choice(table.match.position.moves()).text)

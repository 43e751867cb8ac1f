"""Real positions of Chipik in which a turn begins, set up from their numbers."""

from math import comb

from ludotheque import Game
from ludotheque.games.chipik.rules import Phase, State
from ludotheque.position import Position
from ludotheque.seats import NOBODY


def tokens_and_card(game: Game, number: int) -> tuple[list[int], int]:
    """Everyone's tokens from the mover on, and the place of the card; found by trying, not by the solver's way."""
    choice, card = divmod(number, game.players + 1)
    totals: list[int] = []
    for place in range(game.players, 0, -1):
        total = next(n for n in range(game.facts.tokens * game.players, 0, -1) if comb(n - 1, place) <= choice)
        choice -= comb(total - 1, place)
        totals.insert(0, total)
    return [high - low for low, high in zip([0, *totals], totals, strict=False)], card


def position_at(game: Game, number: int, at: int = 0) -> Position:
    """The beginning of a turn, the mover being in that place of a turn order that is not the seats' order."""
    tokens, card = tokens_and_card(game, number)
    s = State()
    s.phase, s.at, s.lucky = Phase.FIRST_THROW, at, NOBODY
    s.order[: game.players] = [(2 * at + 1 - place) % game.players for place in range(game.players)]
    for place, number_of_tokens in enumerate(tokens):
        s.tokens[s.order[(at + place) % game.players]] = number_of_tokens
    if card < game.players:
        s.lucky = s.order[(at + card) % game.players]
    s.bin = game.facts.tokens * game.players - sum(tokens)
    assert game.ruleset.faults(game.facts, s) == []
    return Position(game, s)

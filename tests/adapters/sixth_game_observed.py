"""The sixth game once its author has written down what a learner sees: all that an adapter needs beside the game itself."""

from dataclasses import replace

from ludotheque.observation import Entry, number
from tests.sixth_game import SIXTH, treize


def layout(f: treize.Facts) -> list[Entry]:
    entries = [number("own number", 6), number("target", 127)]
    return entries + [number(f"{what} {k}", most) for k in range(f.players) for what, most in (("thrown", 127), ("done", 1))]


def observe(f: treize.Facts, v: treize.Sight, out: list[int]) -> int:
    me = max(v.seat, 0)
    out[0] = max(v.secret[me], 0)
    out[1] = f.target
    for k in range(f.players):
        seat = (me + k) % f.players
        out[2 + 2 * k] = v.thrown[seat]
        out[3 + 2 * k] = v.done[seat]
    return 2 + 2 * f.players


OBSERVED = replace(SIXTH, id="treize-observed", rules=replace(SIXTH.rules, layout=layout, observe=observe))

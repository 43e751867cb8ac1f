"""Contests played: cut in pieces by the numbers of their deals, done by any workers, put together in order."""

from collections.abc import Callable, Mapping

from ludotheque.lab.contest import Contest, Piece, Rotation
from ludotheque.lab.kept import Kept
from ludotheque.lab.workers import Workers


def run(
    contests: Mapping[Contest, int],  # and how many deals of each
    workers: Workers,
    kept: Kept,
    progress: Callable[[int], None] = lambda games: None,
) -> dict[Contest, list[Rotation]]:
    """What came out of every deal; the progress hears of games as they get done."""
    pieces = [piece for contest, deals in contests.items() for piece in contest.pieces(deals)]
    done: dict[Piece, list[Rotation]] = {}
    for piece in pieces:
        rotations = kept.find(piece)
        if rotations is not None:
            done[piece] = rotations
            progress(sum(map(len, rotations)))
    for piece, rotations in workers.do([piece for piece in pieces if piece not in done]):
        kept.add(piece, rotations)
        done[piece] = rotations
        progress(sum(map(len, rotations)))
    results: dict[Contest, list[Rotation]] = {contest: [] for contest in contests}
    for piece in pieces:
        results[piece.contest] += done[piece]
    return results

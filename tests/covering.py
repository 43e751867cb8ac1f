"""Few settings of a game in which every pair of values meets."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product

Values = Mapping[str, Sequence[object]]
Row = dict[str, object]
Pair = frozenset[tuple[str, object]]


def pairs_of(row: Mapping[str, object]) -> Iterator[Pair]:
    """Every pair of settings in a row; the one setting where there is no other."""
    for chosen in combinations(row.items(), min(2, len(row))):
        yield frozenset(chosen)


def all_pairs(values: Values) -> set[Pair]:
    return {
        frozenset(zip(names, chosen, strict=True))
        for names in combinations(values, min(2, len(values)))
        for chosen in product(*(values[name] for name in names))
    }


def covered(rows: Iterable[Mapping[str, object]]) -> set[Pair]:
    return {pair for row in rows for pair in pairs_of(row)}


def covering(values: Values) -> list[Row]:
    """Rows in which every pair of values meets: always the first of those that bring most pairs that have not met."""
    everything = [dict(zip(values, chosen, strict=True)) for chosen in product(*values.values())]
    missing, rows = all_pairs(values), []
    while missing:
        best = max(everything, key=lambda row: len(missing.intersection(pairs_of(row))))
        rows.append(best)
        missing.difference_update(pairs_of(best))
    return rows

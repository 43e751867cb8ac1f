"""How far a mean of a few hundred deals can be trusted."""

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist, fmean, stdev
from typing import NamedTuple

ENOUGH = 30  # deals; with fewer, outcomes that are mostly 0 or 1 fool the interval


class Estimate(NamedTuple):
    mean: float
    low: float  # 95 % interval
    high: float
    deals: int

    @property
    def verdict(self) -> str:
        """Whether the interval leaves 0 out: "above", "below", or "open"."""
        if self.deals < ENOUGH:
            return "open"
        return "above" if self.low > 0 else "below" if self.high < 0 else "open"


def estimate(values: Sequence[float]) -> Estimate:
    """The mean with Student's 95 % interval; what is counted must be independent, so deals and not games."""
    mean, deals = fmean(values), len(values)
    half = student(deals - 1) * stdev(values) / sqrt(deals) if deals > 1 else float("inf")
    return Estimate(mean, mean - half, mean + half, deals)


def student(freedom: float) -> float:
    """Where 95 % of Student's t lies (Cornish and Fisher's series; within 0.004 from five degrees of freedom on)."""
    z = NormalDist().inv_cdf(0.975)
    terms = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + sum(term / freedom**power for power, term in enumerate(terms, start=1))

"""How fast somebody may ask: a bucket of tokens that fills by itself."""

import time
from dataclasses import dataclass, field


@dataclass(slots=True)
class Bucket:
    rate: float  # a second
    burst: float
    level: float = field(init=False)
    at: float = field(init=False)

    def __post_init__(self) -> None:
        self.level, self.at = self.burst, time.monotonic()

    def wait(self) -> float:
        """0 when one more is allowed, else in how many seconds it is."""
        now = time.monotonic()
        self.level = min(self.burst, self.level + (now - self.at) * self.rate)
        self.at = now
        if self.level >= 1:
            self.level -= 1
            return 0.0
        return (1 - self.level) / self.rate


class Buckets:
    """One bucket for each key; full ones are forgotten."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self.rate, self.burst, self.most = rate, burst, most
        self._of: dict[object, Bucket] = {}

    def wait(self, key: object) -> float:
        if not self.rate:
            return 0.0
        bucket = self._of.get(key)
        if bucket is None:
            if len(self._of) >= self.most:
                self.forget()
            if len(self._of) >= self.most:  # so many ask at once that some begin anew
                for old in list(self._of)[: self.most // 2]:
                    del self._of[old]
            bucket = self._of[key] = Bucket(self.rate, self.burst)
        return bucket.wait()

    def forget(self) -> None:
        """Those that have filled up again: whoever comes back gets a full one anyway."""
        now = time.monotonic()
        for key in [key for key, b in self._of.items() if b.level + (now - b.at) * b.rate >= b.burst]:
            del self._of[key]

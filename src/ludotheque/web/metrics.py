"""Counts for Prometheus, as text."""

from collections import defaultdict


class Metrics:
    def __init__(self) -> None:
        self.counts: defaultdict[tuple[str, str], float] = defaultdict(float)

    def count(self, name: str, label: str = "", by: float = 1) -> None:
        self.counts[name, label] += by

    def text(self, **gauges: float) -> str:
        lines = []
        for name in sorted({name for name, _label in self.counts}):
            lines.append(f"# TYPE ludotheque_{name}_total counter")
            for (other, label), value in sorted(self.counts.items()):
                if other == name:
                    lines.append(
                        f"ludotheque_{name}_total{{{label}}} {value:g}" if label else f"ludotheque_{name}_total {value:g}"
                    )
        for name, value in sorted(gauges.items()):
            lines += [f"# TYPE ludotheque_{name} gauge", f"ludotheque_{name} {value:g}"]
        return "\n".join(lines) + "\n"

"""The README's chances by place are those of the certificate."""

import json
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def test_the_readme_has_the_certified_chances() -> None:
    results = json.loads(sorted((ROOT / "benchmarks" / "results").glob("chipik-solved-*.json"))[-1].read_text("utf-8"))
    readme = (ROOT / "README.md").read_text("utf-8")
    assert set(results["certificates"]) >= {"3", "4", "5", "6"}
    for players, found in results["certificates"].items():
        chances = ", ".join(f"{100 * chance:.2f}" for chance in found["chances"])
        gain = max(best - chance for best, chance in zip(found["best"], found["chances"], strict=True))
        assert f"| {players} | {chances} | {100 * gain:.3f} |" in readme
        assert gain < 0.001

"""What was told against what was shown: all of it, in its order, for its time."""

from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from tests.walk.checks import Complaint

OWN = 300  # milliseconds for what one did oneself
MANY = 10  # where more than so many wait they pass twice as quickly
LATE = 1.0  # milliseconds that make no difference
Entry = dict[str, Any]


class Run(NamedTuple):
    """One sentence, or the same one several times running, which nobody can tell apart."""

    event: str
    text: str
    lasts: float
    stays: bool = False
    again: bool = False  # one like it came before it
    went_on: bool = True
    over: bool = True


def told(log: list[Entry]) -> list[Run]:
    """Everything that was told, each for as long as it has to be seen at the normal pace."""
    queue = [entry for entry in log if entry["is"] in ("told", "rest")]
    begun = [entry["at"] for entry in log if entry["is"] == "shown"]
    runs: list[Run] = []
    for place, entry in enumerate(queue):
        if entry["is"] == "told":
            least = min(OWN, entry["lasts"]) if entry["own"] else entry["lasts"]
            begins = begun[len(runs)] if len(runs) < len(begun) else 0
            waiting = sum(other["at"] <= begins + entry["lasts"] for other in queue[place + 1 :])
            add(runs, Run(entry["event"], entry["text"], least / (2 if waiting > MANY else 1), entry["stays"]))
    return runs


def shown(log: list[Entry]) -> list[Run]:
    """Everything that was shown, each for as long as it was; `over` when something else came after it."""
    runs: list[Run] = []
    for place, entry in enumerate(log):
        if entry["is"] == "shown":
            gone = next((other["at"] for other in log[place + 1 :] if other["is"] == "gone"), None)
            went_on = any(other["is"] == "went on" for other in until_gone(log[place + 1 :]))
            lasted = (gone or log[-1]["at"]) - entry["at"]
            add(runs, Run(entry["event"], entry["text"], lasted, went_on=went_on, over=gone is not None))
    return runs


def until_gone(log: list[Entry]) -> Iterator[Entry]:
    for entry in log:
        if entry["is"] == "gone":
            return
        yield entry


def add(runs: list[Run], run: Run) -> None:
    """The same again makes the one before it longer."""
    if runs and (runs[-1].event, runs[-1].text) == (run.event, run.text):
        before = runs.pop()
        lasts, stays = before.lasts + run.lasts, before.stays or run.stays
        run = run._replace(lasts=lasts, stays=stays, again=True, went_on=before.went_on or run.went_on)
    runs.append(run)


def everything_told_is_shown(log: list[Entry], at_rest: bool) -> Iterator[Complaint]:
    """In its order and for its time; unless the table is `at_rest`, the last of it may still wait."""
    wanted, seen = told(log), shown(log)
    names, found = [run[:2] for run in wanted], [run[:2] for run in seen]
    for kind, a, b, c, d in SequenceMatcher(None, names, found, autojunk=False).get_opcodes():
        if kind == "equal":
            yield from shown_for_its_time(wanted[a:b], seen[c:d])
        if kind != "equal" and (at_rest or c < len(seen)):
            yield from (dropped_or_moved(run, found) for run in wanted[a:b])
        yield from (not_told(run) for run in seen[c:d] if kind != "equal" and run[:2] not in names)


def dropped_or_moved(run: Run, found: list[Any]) -> Complaint:
    check = "out of order" if run[:2] in found else "dropped"
    return Complaint(check, run.event, repr(run.text))


def not_told(run: Run) -> Complaint:
    return Complaint("shown and not told", run.event, repr(run.text))


def shown_for_its_time(wanted: list[Run], seen: list[Run]) -> Iterator[Complaint]:
    for want, was in zip(wanted, seen, strict=True):
        if want.again:
            yield Complaint("looks like the one before", want.event, f"{want.text!r} twice running")
        if want.stays and was.over and not was.went_on:
            yield Complaint("did not wait", want.event, f"{want.text!r} went by itself after {was.lasts:.0f} ms")
        short = want.lasts - was.lasts
        if was.over and not was.went_on and short > LATE:
            yield Complaint("too short", want.event, f"{was.lasts:.0f} ms, not {want.lasts:.0f}: {want.text!r}", short)

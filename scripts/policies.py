"""Writes docs/policies.md and its picture from the newest result of benchmarks/policies.py.

python scripts/policies.py            writes them; the picture needs matplotlib
python scripts/policies.py --check    says whether the page is up to date
"""

import sys
from collections.abc import Callable
from math import sqrt
from statistics import fmean
from typing import Any

from figures import ROOT, newest, play_differently_today, table

from ludotheque.games import from_spec
from ludotheque.policyfile import learned_files

PAGE = ROOT / "docs" / "policies.md"
AIM = 0.02
PICTURE = ROOT / "docs" / "images" / "policies.svg"
LINES = ("-", "--", "-.", ":")
PLAY_ON = ("policies", "champions")


def title(game: dict[str, Any]) -> str:
    """`chip-trick-3-halving`, as the file is called."""
    return str(game["name"])


def share(number: float) -> str:
    return f"{100 * number:.1f} %"


def with_error(number: float, half: float) -> str:
    return f"{number:.4f} ± {half:.4f}"


def goes(told: dict[str, Any]) -> list[dict[str, Any]]:
    """A policy may have gone on from an earlier one: all that it learnt from, the last last."""
    return [*told.get("before", []), told]


def trained(result: dict[str, Any]) -> str:
    rows = []
    for game in result["games"]:
        told = game["training"]
        games, decisions, seconds = (sum(go[what] for go in goes(told)) for what in ("games", "decisions", "seconds"))
        network = "–".join(map(str, told["sizes"]))
        rows.append(
            [title(game), str(len(goes(told))), f"{games / 1e6:.1f}", f"{decisions / 1e6:,.0f}", f"{seconds:.0f}",
             str(told["settings"]["cold"]), network, f"{game['bytes'] / 1000:.0f}"]
        )  # fmt: skip
    return table(["policy", "goes", "million games", "million decisions", "seconds", "coldest", "network", "kB"], rows)


def strength(result: dict[str, Any]) -> str:
    rows = []
    for game in result["games"]:
        told, found = game["training"], game["exploiting"]
        itself, cut = told["all_the_same"], told["without_the_slight"]
        row = [title(game), share(told["against_random"]["mean"]), share(itself["mean"])]
        if found:
            gain = with_error(found["gain"], found["give_or_take"])
            row += [share(found["deviation"]["mean"]), f"**{gain}**", f"{max(found['gain_by_seat']):.4f}"]
            row += [f"{found['decisions'] / 1e6:.0f}", f"{found['settings']['rate']:g}"]
        else:
            row += ["not measured", "", "", "", ""]
        rows.append(
            [*row, with_error(cut["mean"] - itself["mean"], sqrt(cut["give_or_take"] ** 2 + itself["give_or_take"] ** 2))]
        )
    heads = ["policy", "against random play", "among themselves", "deviation", "gain", "in the best seat", "million decisions"]
    return table([*heads, "rate", "without the slight"], rows)


def tried(result: dict[str, Any]) -> str:
    rows = []
    for run in result["tried"]:
        settings = run["settings"]
        decisions = sum(go["decisions"] for go in goes(run))
        rows.append(
            [run["name"], f"{decisions / 1e6:,.0f}", str(len(goes(run))), f"{settings['rate']:g}",
             f"{settings['hot']:g} to {settings['cold']:g}", f"{settings['size'] / 1000:.0f}",
             f"{settings['lately']:g}" if settings.get("magnet") else "–", part(settings.get("tremble")),
             with_error(run["gain"], run["give_or_take"]), f"{run['exploited_by_decisions'] / 1e6:,.0f}",
             f"{run['exploited_at_rate']:g}", part(run.get("exploited_trembling")), ends_of(run)]
        )  # fmt: skip
    heads = ["policy", "million decisions", "goes", "rate", "temperature", "kB at most", "magnet", "trembling"]
    return table([*heads, "gain", "million decisions to beat it", "at rate", "trembling", "ends of"], rows)


def ends_of(run: dict[str, Any]) -> str:
    """Since what rounds are worth is known, those of all rounds."""
    settled = str(run.get("exploited_settled") or "–")
    return settled + ", in all rounds" if run.get("exploited_standings") else settled


def part(tremble: float | None) -> str:
    return f"{100 * tremble:g} %" if tremble else "–"


def gains_while_learning(result: dict[str, Any], columns: dict[str, Callable[[dict[str, Any]], str]]) -> str:
    """A row for each way to learn, told apart by these columns; the seeds together, and at the end each by itself."""
    ways: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for row in result["rows"]:
        ways.setdefault(tuple(told(row["settings"] | row) for told in columns.values()), []).append(row)
    rows = []
    for way, seeds in ways.items():
        looks = list(zip(*(row["looks"] for row in seeds), strict=True))
        means = (f"{fmean(one['gain'] for one in look):.4f}" for look in looks)
        rows.append([*way, *means, ", ".join(f"{one['gain']:.4f}" for one in looks[-1])])
    reached = [f"at {look['temperature']:.3f}" for look in result["rows"][0]["looks"]]
    return table([*columns, *reached, "each seed"], rows)


def magnets(name: str, result: dict[str, Any]) -> list[str]:
    return [
        "## Slow magnets, trembling hands", "",
        f"`python benchmarks/learning_exactly.py magnets` ({name}): a small network learns the small edition of root's game, "
        "whose whole tree can be walked. So the gain of the best answer is exact, the mean over the seats "
        f"({result['uniform']:.3f} against play at random). It is told after each part of {result['rounds']} rounds, at the "
        f"temperature reached, as the mean over {len(result['seeds'])} seeds; then of each seed at the end. *Magnet* is over how "
        "many rounds it follows the policy. *Trembling* is the share of one seat's decisions that are made at random while "
        "learning: a move that has become good since it was given up is found again only by trying it.", "",
        gains_while_learning(result, {"magnet": lambda s: f"{s['lately']:g}", "trembling": lambda s: part(s["tremble"])}),
    ]  # fmt: skip


def traces(name: str, result: dict[str, Any]) -> list[str]:
    return [
        "## What came of it, or what the critic expected", "",
        f"`python benchmarks/learning_exactly.py traces` ({name}): the same over two rounds, so that what everyone had before "
        "matters. For each standing a round is a game of its own that ends with what the next is worth, so the gain is exact "
        f"here, too ({result['uniform']:.3f} against play at random). *Trace* is how much of what comes later counts as it came; "
        "the rest is what the critic expected of it. At 1 a decision is judged by the end of the game, and by the critic only "
        "where what is remembered ends sooner, so that one who lags behind the policy misleads less. Three seeds are few: a "
        "repetition on another machine, which rounds differently, showed hardly a difference. Of the policies that ship, "
        "root's learnt with 0.9 at first and with 1 in its last goes, the others with 0.95.", "",
        gains_while_learning(result, {"trace": lambda s: f"{s['trace']:g}"}),
    ]  # fmt: skip


def recall(name: str, result: dict[str, Any]) -> list[str]:
    return [
        "## What was played before", "",
        f"`python benchmarks/learning_exactly.py recall` ({name}): the same two rounds with a trace of 1. An observation says "
        "how things stand, not how they came about, so it looks alike in most situations that a player can tell apart (of "
        "the small edition, `tests/games/test_recall.py`). Who remembers *the round* knows who led, played and took what in "
        "which trick (`ludotheque.recall`); the network is as wide. Three seeds that play so little show no clear difference. "
        "Of the policies that ship, root's knows it.", "",
        gains_while_learning(result, {"the round": lambda s: "remembered" if s["recall"] else "–"}),
    ]  # fmt: skip


def endings(name: str, result: dict[str, Any]) -> list[str]:
    rows = [
        [str(number), *(f"{row[who]['mean']:.4f} ({row[who]['low']:.4f} to {row[who]['high']:.4f})" for who in PLAY_ON),
         str(row["endings"]), f"{row['too_large']:,}"]
        for number, row in enumerate(result["rounds"], 1)
    ]  # fmt: skip
    return [
        "## The end of a round", "",
        f"`python benchmarks/endings.py` ({name}): within a round of root's game nothing is dealt any more, so once a seat knows "
        "who holds every chip, the rest of it is a tree that can be walked. In the last round what a best answer gains is exact. "
        "Before it a round ends with what the next is worth as things stand then: who is ahead of whom by how much. The critic "
        "of the policy has learned that; champions have it as a table (`ludotheque.solve.standings`). This is what a best answer "
        f"gains in one seat, in {result['games']} games, where at most {result['most_decisions']} decisions were left; *trees* "
        "is how often that was so, *too large* how often there were more. Gains of different rounds add up.", "",
        table(["round", "against policies", "against champions", "trees", "too large"], rows), "",
        "So those who learn to beat a policy, above, find far from everything: sums are hard to learn. Champions reckon at the "
        "end of every round (`ludotheque.bots.ending`): everyone is taken to do what is best for himself, and any of several "
        "ways that are as good. What is left to gain may come of others who do not know every chip yet and go by the policy."
        + (" Champions play differently today." if play_differently_today(result) else ""), "",
    ]  # fmt: skip


def in_short(games: list[dict[str, Any]]) -> str:
    """How far they can be beaten, for whoever reads no further."""
    attacked = [game for game in games if game["exploiting"] and not game["name"].startswith("chip-trick-root")]
    attacked.sort(key=lambda game: game["exploiting"]["gain"])
    points = [f"{100 * game['exploiting']['gain']:.0f} ({title(game)})" for game in (attacked[0], attacked[-1])]
    seconds = [f"{find(game['exploiting']['seconds'] for game in attacked):.0f}" for find in (min, max)]
    root = next(game for game in games if game["name"].startswith("chip-trick-root"))
    _, found = newest("trained-deviation")
    low, mean, high = (f"{100 * found[what]:.1f}" for what in ("low", "mean", "high"))
    return (
        f"In short: whoever learned for {' to '.join(seconds)} seconds how to beat the policies of Mandoo's edition won "
        f"{' to '.join(points)} games more in a hundred than an even share; who learns for longer will win more. Whoever learned "
        f"for {root['exploiting']['seconds']:.0f} seconds how to beat root's won {mean} more among champions, who also reckon at "
        f"the end of rounds (95 % interval {low} to {high})."
    )


def aim(root: dict[str, Any], name: str, among_champions: dict[str, Any]) -> list[str]:
    found, told = root["exploiting"], root["training"]
    settings = told["settings"]
    low, mean, high = (among_champions[what] for what in ("low", "mean", "high"))
    since = " He met champions who played differently from those of today." if play_differently_today(among_champions) else ""
    verdict = "So far nobody was" if high < AIM else "Somebody was" if mean >= AIM else "It is not shown that nobody is"
    of_today = learned_files(from_spec("chip-trick-root players=3")).get("chip-trick-root-3.standings")
    by_standings = "" if found.get("standings") == of_today else " (by what rounds were worth to the policy before)"
    return [
        f"For chip-trick-root the aim is that nobody is found who gains {AIM} against champions, who go by the policy and "
        "play [the end of every round](#the-end-of-a-round) by reckoning. "
        f"{verdict}: whoever learned to beat them gains **{mean:.4f}** among champions, 95 % interval {low:.4f} to {high:.4f} "
        f"({name}; [strength.md](strength.md#somebody-who-learned-to-beat-roots-champion)). He learned it for "
        f"{found['seconds']:.0f} seconds from {found['decisions'] / 1e6:.0f} million decisions, where all reckon as soon as "
        f"everybody knows every chip and at most {found['settings']['settled']} decisions of a round are left{by_standings}, "
        f"and there he gains {with_error(found['gain'], found['give_or_take'])}: somebody who learned for longer may gain more. "
        "Champions reckon as soon as they know every chip "
        f"themselves and at most 100,000 are left, more than a GPU can do for so many games.{since}", "",
        f"The policy had come down to a temperature of {settings['cold']} in the last of {len(goes(told))} goes, with a magnet "
        f"of {settings['lately']:g} rounds. One of what it was before that go wins "
        f"{share(told['curve'][0]['against_final']['mean'])} among two of what came out, where an even share is {share(1 / 3)}.",
    ]  # fmt: skip


def page() -> str:
    name, result = newest("policies")
    root = next(game for game in result["games"] if game["name"].startswith("chip-trick-root"))
    settings = root["training"]["settings"]
    judged = min(min(game["exploiting"]["deviation"]["games"]) for game in result["games"] if game["exploiting"])
    return "\n".join(
        [
            "# Learned policies", "",
            "Written by `scripts/policies.py` from the results in `benchmarks/results`; not to be edited.", "",
            "A policy is a small network that has played against itself and says how likely each move should be. It ships "
            "as a file of 16-bit weights in `src/ludotheque/bots/policies`, sees what its seat may see, and answers in a "
            "fraction of a millisecond (`ludotheque.bots.policy.PolicyBot`).", "",
            in_short(result["games"]), "",
            "```sh",
            "python benchmarks/policies.py train trained    # all of them; needs PyTorch and a CUDA GPU",
            "python benchmarks/policies.py collect trained  # the result, and the files to where they belong",
            "python scripts/policies.py                     # this page", "",
            "# one by one, and on from there",
            "python -m ludotheque.solve.training chip-trick --players 3 --option scoring=halving --minutes 3 --out trained",
            "python -m ludotheque.solve.exploiting trained/chip-trick-3-halving.policy --minutes 1 --out trained",
            "```", "",
            "## How they learn", "",
            "Words of this page: a *go* is one run of training, that may begin where another ended. The *temperature* is how "
            "much a policy is rewarded for staying undecided. The *critic* is a second network that says, while they learn, "
            "how a game will end. The *magnet* is an older self that the policy is not to leave too fast. A hand *trembles* "
            "where it plays at random now and then to find something out. The *slight* are moves that the network likes less "
            "than 1 in 100: they are not played.", "",
            "All seats play the same network. The reward is the share of the victory and nothing else, not discounted. What "
            "is forced is no decision; a decision is judged by what came of it, without most of the luck that came after it. "
            "What was chosen later counts as what would have been chosen on average, as far as a critic who sees all hands "
            "can tell what difference that made: whatever he thinks, judgements stay right on average, and steadier the better "
            "he knows (AIVAT, arXiv 1612.06915). And a round ends with what the next is worth before its hands are dealt "
            "(`ludotheque.solve.judging`). No policy goes by what the critic says; champions do, of what a round is worth "
            "before it is dealt, [at the end of the one before](#the-end-of-a-round). "
            "Policy gradients are clipped (PPO) and kept mixed by a temperature, in units of "
            "winning chance, that falls slowly: regularised like this they match or beat methods of the CFR family "
            "(arXiv 2502.08938). A magnet, the policy as it was some rounds ago, keeps it from running in circles if it follows "
            "slowly (arXiv 2206.05825). Hands that [tremble](#slow-magnets-trembling-hands) try what was given up. All this came "
            "late: only root's edition has critics that see all hands, magnets, trembling hands, wide networks and "
            "[memory of the round](#what-was-played-before), and only its last goes were judged like this; before, a "
            "decision was judged by what its seat's own next ones and the end of the game turned out to be worth. In the last, "
            "what was left of a round was settled once everybody knew every chip and at most "
            f"{settings['settled']:,} decisions were left: it was played as champions play it, by reckoning "
            "(`ludotheque.solve.settling`), so nothing is learnt of that. What "
            "ships is the mean of the weights over the last part of training.", "",
            f"Trained on one {result['gpu'].removeprefix('NVIDIA ')}; {name} has the settings and the course of each. Those "
            "for two players learnt side by side, which makes their seconds long.", "",
            trained(result), "",
            "![Winning chance in one seat among final policies, while learning](images/policies.svg)", "",
            "## How good they are", "",
            "The winning chance in one seat, each seat in turn. *Deviation* is somebody who begins as the policy and learns "
            "nothing but how to beat the others, who go on playing it; they are then judged in at least "
            f"{judged:,} fresh games in every seat. *Gain* is what they win more than the policy itself does in the same "
            "seats, with its 95 % interval; *million decisions* is what they learnt from, at the *rate* beside it. A gain is a "
            "lower bound, and a low one: who trains longer may find more, and [the end of a round](#the-end-of-a-round) has "
            "more for who can reckon; somebody who searches for long loses by it "
            "([strength.md](strength.md#a-long-search-against-roots-champion)). Rates matter: at 0.002 they "
            "first forget how to play, and what they find before they "
            "have learnt it again is far too little: "
            "only root's edition was attacked at a better rate, with a magnet and judged without luck; the gains of the others "
            "are probably too low. "
            "*Without the slight* is what it changes in the winning chance of one seat not to play the moves that are liked less "
            "than 1 in 100. Where rounds are settled, so they are for who plays at random: he does better by it. "
            "Between two players the ghost wins some games, and the seats are far from even.",
            "", strength(result), "",
            *aim(root, *newest("trained-deviation")), "",
            *endings(*newest("endings")),
            "The following experiments in a small edition were made before decisions were judged without luck; their commands "
            "now measure learning as it is.", "",
            *magnets(*newest("learning-exactly")), "",
            *traces(*newest("learning-traces")), "",
            *recall(*newest("learning-recall")), "",
            "## What else was tried", "",
            "Every go that does not ship, in that order. Several stand here twice: what hardly anybody could beat after a "
            "short time of learning fell to somebody who learnt for longer. So gains are to be compared at about the same "
            "number of decisions, and none of these policies is at an equilibrium. *Ends of* is how few decisions were left "
            "where all played exactly, in the last round unless it says more; without it, whoever learned to beat a policy found "
            "its weaknesses at the end, too, which champions do not have. *kB at most* is what a fresh network may "
            "have; who goes on keeps its layers, and may "
            "see more than before. "
            "Only those who learned to beat a policy at rates of 0.0005 and 0.0002 had a magnet and were judged without luck; "
            "the others begin by forgetting how to play and find about as much of the next policy in as many decisions, so "
            "this tells little about which is better. Whoever lost by it forgot how to play, too: he was told sums as well, "
            "and learnt too fast for so many new inputs. The rows with ends are steps to the policy that ships, which went on "
            "twice from whoever had learned to beat one of them (these are two of its goes), at lower rates and in smaller "
            f"minibatches than before: {settings['rate']:g} and {settings['minibatch']:,} decisions in its last go.", "",
            tried(result), "",
        ]
    )  # fmt: skip


def draw() -> None:
    """For every policy, its winning chance in one seat among final ones, as a part of an even share, over the games played."""
    import matplotlib
    from matplotlib.figure import Figure

    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "ludotheque", "font.size": 9})
    _, result = newest("policies")
    figure = Figure(figsize=(9, 4.5), layout="constrained")
    axes = figure.subplots()
    for number, game in enumerate(result["games"]):
        told = game["training"]
        before = sum(go["games"] for go in goes(told)[:-1])
        x = [(before + look["games"]) / 1e6 for look in told["curve"]]
        y = [look["against_final"]["mean"] / told["all_the_same"]["mean"] for look in told["curve"]]
        axes.plot(x, y, LINES[number % len(LINES)], color=f"C{number % 10}", label=title(game), linewidth=1.2)
    axes.axhline(1, color="#6A6A6A", linewidth=0.6)
    axes.set(xlabel="million games played so far", ylabel="winning chance among final policies, even = 1")
    axes.legend(fontsize=8, ncols=2)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(PICTURE, metadata={"Date": None})


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(
            0 if PAGE.read_text(encoding="utf-8") == page() else "docs/policies.md is not up to date: run scripts/policies.py"
        )
    PAGE.write_text(page(), encoding="utf-8")
    draw()

"""The reduced study after 2, 8 and 32 rounds: what the widths span, and signs over seeds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from statistics import mean
from typing import TYPE_CHECKING, Any

from incentives_book.rewards.practice_tables import means
from incentives_book.rewards.rewards_on_real_data import (
    FULL,
    SENTENCES,
    WORDS,
    Run,
    Sentence,
    counts,
    follows,
)
from incentives_book.study.rewards.results import REWARDS, outcomes, whole_seeds
from incentives_book.study.rewards.signs import SignCount

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ROUNDS = (2, 8, 32)
SEEDS = 10
PARTITIONS = ("dirichlet-0.5", "quantity-2x0.4")
# CGSV is not part of the study: how far it moves in so many rounds is fixed by its step.
METHODS = tuple(name for name in REWARDS if name != "CGSV")


def _follows_most(run: Run) -> bool:
    return all(follows(run, rival) < follows(run, "Aequa") for rival in ("FedAvg-FT", "IAFL"))


ASKED = {
    "averaging": Sentence(
        "averaging below Aequa's full model", lambda run: run["FedAvg"].accuracy < run[FULL].accuracy
    ),
    "highest": Sentence("Aequa follows more than fine-tuning and IAFL", _follows_most),
    "negative": Sentence("fine-tuning's correlation is negative", lambda run: follows(run, "FedAvg-FT") < 0),
    "tuned": SENTENCES["tuned"],
    "spread": Sentence(
        "Aequa's gains spread less than IAFL's", lambda run: run["Aequa"].gain_spread < run["IAFL"].gain_spread
    ),
}


def with_rounds(records: Iterable[Mapping[str, Any]]) -> dict[int, list[Mapping[str, Any]]]:
    """The records of Fashion-MNIST in the two partitions and first seeds, by number of rounds, other settings equal.

    >>> with_rounds([])
    {2: [], 8: [], 32: []}
    """
    found: dict[int, list[Mapping[str, Any]]] = {rounds: [] for rounds in ROUNDS}
    for record in records:
        s = record["settings"]
        if s["data"] == "fashion_mnist" and s["partition"] in PARTITIONS and s["seed"] < SEEDS and s["rounds"] in found:
            found[s["rounds"]].append(record)
    return found


def spans(records: Iterable[Mapping[str, Any]], partition: str) -> list[float]:
    """Of each Aequa record of a partition, seeds in order, the points between its worst and its best width on test
    data.
    """
    curves = [
        r["extra"]["test_curve"]
        for r in sorted(records, key=lambda r: r["settings"]["seed"])
        if (r["settings"]["method"], r["settings"]["partition"]) == ("aequa", partition)
    ]
    return [100 * (max(curve) - min(curve)) for curve in curves]


def below_narrowest(records: Iterable[Mapping[str, Any]], partition: str) -> list[int]:
    """For each seed of a partition, how many clients reach less alone than Aequa's narrowest network, on test data."""
    runs: dict[int, dict[str, Mapping[str, Any]]] = defaultdict(dict)
    for r in records:
        if r["settings"]["partition"] == partition:
            runs[r["settings"]["seed"]][r["settings"]["method"]] = r
    return [
        sum(a < run["aequa"]["extra"]["test_curve"][0] for a in run["stand-alone"]["test"])
        for run in runs.values()
        if {"aequa", "stand-alone"} <= run.keys()
    ]


def signs_by_rounds(records: Mapping[int, Sequence[Mapping[str, Any]]]) -> dict[tuple[str, int, str], SignCount]:
    """By sentence, number of rounds and partition, in how many seeds the sentence is true."""
    found = {}
    for rounds, rows in records.items():
        runs = whole_seeds(outcomes(rows), METHODS)
        for key, sentence in ASKED.items():
            for (_, partition), n in counts(runs, sentence).items():
                found[key, rounds, partition] = n
    return found


def sign_rows(signs: Mapping[tuple[str, int, str], SignCount], keys: Sequence[str] = tuple(ASKED)) -> list[list[str]]:
    """Rows (sentence, partition, one count per number of rounds)."""
    return [
        [ASKED[key].words, WORDS[partition], *(str(signs.get((key, rounds, partition), "–")) for rounds in ROUNDS)]
        for key in keys
        for partition in PARTITIONS
    ]


def draw_nested(cells: Mapping[str, tuple[Sequence[Sequence[Any]], Sequence[Any], Sequence[Any]]]) -> Sequence[Any]:
    """A row for each division of the data: the nested networks after eight rounds and after full training, and the
    clients alone; one scale of shades for all of them.

    A network of a quarter of the width is the corner square of a quarter of the side, and what stands in the band that
    a width adds is the accuracy of the network with this band. A client that is better alone than the narrowest network
    after full training has a thick edge.

    Args:
        cells: by title: curves of accuracy over sixteen widths from 1/4 to 1, of several seeds at the reduced setting
            (their mean is shown) and of the full one, and what the clients reach alone at the full one, in points.
    """
    import matplotlib.pyplot as plt
    from matplotlib.patches import Rectangle

    shades = plt.get_cmap("Blues")

    def square(ax: Axes, x: float, y: float, side: float, points: float, size: float, **edge: Any) -> None:
        shade = shades(0.3 + 0.7 * (points - 50) / 50)
        ax.add_patch(Rectangle((x, y), side, -side, facecolor=shade, **edge))
        ink = "white" if points > 70 else "black"
        ax.text(x + side - 0.045, y - side + 0.045, f"{points:.0f}", size=size, ha="right", va="bottom", color=ink)

    _fig, axes = plt.subplots(len(cells), 3, figsize=(7.3, 2.75 * len(cells)), squeeze=False)
    for row, (title, (reduced, full, alone)) in zip(axes, cells.items(), strict=True):
        means = [mean(map(float, points)) for points in zip(*reduced, strict=True)]
        titles = f"eight rounds, {len(reduced)} seeds", "full training"
        for ax, curve, said in zip(row[:2], (means, full), titles, strict=True):
            for at, width in ((15, 1), (10, 0.75), (5, 0.5), (0, 0.25)):
                square(ax, 0, 1, width, float(curve[at]), 11, edgecolor="white", linewidth=1.5)
            ax.set_title(f"{title}:\n{said}", size=10)
        for k, points in enumerate(sorted(alone)):
            above = points > full[0]
            edge = {"edgecolor": "C1" if above else "white", "linewidth": 3 if above else 1.5, "zorder": 2 + above}
            square(row[2], 0.34 * (k % 3), 1 - 0.25 * (k // 3), 0.22, float(points), 10, **edge)
        row[2].set_title(f"{title}:\n{len(alone)} clients, each alone", size=10)
        for ax in row:
            ax.set(xlim=(-0.03, 1.03), ylim=(-0.03, 1.03), aspect="equal")
            ax.axis("off")
    return list(axes.flat)


def draw_by_rounds(records: Mapping[int, Sequence[Mapping[str, Any]]]) -> Sequence[Axes]:
    """Span of the widths, and correlations of Aequa, IAFL and fine-tuned averaging, against the number of rounds."""
    import matplotlib.pyplot as plt

    from incentives_book.figures import COLOURS, LINES, MARKERS, label

    _fig, (left, right) = plt.subplots(1, 2, figsize=(7.3, 3.8))
    for partition, colour, marker in zip(PARTITIONS, COLOURS, MARKERS, strict=False):
        rows = [spans(records[rounds], partition) for rounds in ROUNDS]
        there = [(r, row) for r, row in zip(ROUNDS, rows, strict=True) if row]
        beside = 0.94 if partition == PARTITIONS[0] else 1.06  # so that the bars of both are seen
        for r, row in there:
            left.plot([beside * r] * 2, [min(row), max(row)], linestyle="-", color=colour, linewidth=6, alpha=0.35)
        left.plot([beside * r for r, _ in there], [mean(row) for _, row in there], color=colour, marker=marker)
        if there:
            apart, side = ((10, 5), "left") if partition == PARTITIONS[0] else ((-10, -14), "right")
            r, row = there[len(there) // 2]
            left.annotate(
                WORDS[partition], (r, mean(row)), textcoords="offset points", xytext=apart, ha=side, color=colour
            )
    for name, line in zip(("Aequa", "IAFL", "FedAvg-FT"), LINES, strict=False):
        for partition, colour, marker in zip(PARTITIONS, COLOURS, MARKERS, strict=False):
            level = {
                r: means(whole_seeds(outcomes(rows), METHODS), "correlation").get(("fashion_mnist", partition, name))
                for r, rows in records.items()
            }
            there = [(r, v) for r, v in level.items() if v is not None]
            right.plot([r for r, _ in there], [v for _, v in there], color=colour, linestyle=line, marker=marker)
            # On the last of them the three lines are far apart.
            if there and partition == PARTITIONS[-1]:
                right.annotate(name, there[-1], textcoords="offset points", xytext=(8, -3), color=colour)
    for ax in (left, right):
        ax.set_xscale("log")
        ax.set_xticks(ROUNDS, [str(r) for r in ROUNDS])
        ax.minorticks_off()
    right.set_xlim(1.7, 95)
    right.axhline(0, color="#767676", linewidth=0.6)
    label(left, x="rounds", y="span of the widths (points)", title="less and less to hold back")
    label(right, x="rounds", y="correlation", title="Aequa follows, fine-tuning turns away")
    return left, right

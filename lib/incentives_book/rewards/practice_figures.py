"""Figures of the practice pages: accuracy against width, what each client gets, widths over time. Needs Matplotlib."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes

from incentives_book.figures import COLOURS, INK, LINES, MARKERS
from incentives_book.rewards.rewards_on_real_data import SETS, WORDS

Row = Sequence[float] | np.ndarray


def draw_width_curves(widths: Row, curves: Mapping[str, Row], *, ax: Axes | None = None) -> Axes:
    """Balanced accuracy against width, one line per curve, named where the curves are furthest apart."""
    ax = plt.subplots()[1] if ax is None else ax
    rows = np.asarray(list(curves.values()), dtype=float)
    apart = int(np.argmax(np.ptp(rows, axis=0))) if len(rows) > 1 else len(widths) // 2
    for (name, curve), colour, line, marker in zip(curves.items(), COLOURS, LINES, MARKERS, strict=False):
        ax.plot(widths, curve, color=colour, linestyle=line, marker=marker, markersize=4, label=name)
        highest = curve[apart] >= rows[:, apart].max()
        offset, side = ((0, 12), "bottom") if highest else ((0, -10), "top")
        place = (widths[apart], curve[apart])
        ax.annotate(name, place, xytext=offset, textcoords="offset points", ha="center", va=side, color=colour)
    ax.set(xlabel="width", ylabel="balanced accuracy", ylim=(0, 1.02))
    return ax


def draw_rewards(alone: Row, rewards: Mapping[str, Row], *, ax: Axes | None = None) -> Axes:
    """The reward of each client under each method, clients in order of what they reach alone (the grey bars)."""
    ax = plt.subplots()[1] if ax is None else ax
    order = np.argsort(alone)
    places = np.arange(len(order))
    ax.bar(places, np.asarray(alone)[order], color="#767676", alpha=0.35, label="alone")
    for (name, levels), colour, marker in zip(rewards.items(), COLOURS, MARKERS, strict=False):
        ax.plot(places, np.asarray(levels)[order], color=colour, linestyle="", marker=marker, label=name)
    ax.set_xticks(places, [str(client) for client in order])
    ax.set(xlabel="client, by accuracy alone", ylabel="balanced accuracy", ylim=(0, 1.02))
    ax.legend(ncols=3, fontsize=9, loc="upper center", bbox_to_anchor=(0.5, -0.17))
    return ax


def draw_width_history(history: Sequence[Row], *, ax: Axes | None = None) -> Axes:
    """The width that each client holds, round by round, with the number of the one that holds most, if it is one."""
    ax = plt.subplots()[1] if ax is None else ax
    widths = np.asarray(history)
    rounds = range(1, len(widths) + 1)
    for client, held in enumerate(widths.T):
        colour = COLOURS[client % len(COLOURS)]
        ax.plot(rounds, held, color=colour, linewidth=1, alpha=0.5)
        ahead = [(r, row[client]) for r, row in zip(rounds, widths, strict=True) if (row >= row[client]).sum() == 1]
        ax.plot([r for r, _ in ahead], [width for _, width in ahead], "o", color=colour)
        for point in ahead:
            ax.annotate(str(client), point, xytext=(0, 8), textcoords="offset points", ha="center", color=colour)
    ax.set(xlabel="round", ylabel="width held", ylim=(0, 1.15), xticks=rounds)
    return ax


# Partitions of the study of rewards during training, in words.
DURING = {
    "homogeneous": "divided evenly:\nall hold nearly all",
    "dirichlet-0.1": "Dirichlet 0.1:\nplaces change at the end",
    "quantity-2x0.4": "two large clients:\nthe strong hold more",
}


def width_groups(records: Sequence[Mapping[str, Any]], partition: str, method: str) -> dict[str, np.ndarray]:
    """Mean width by round of the strongest and of the weakest third of the clients, by accuracy alone, over all seeds.

    Args:
        records: of a study of rewards during training, with training alone.
        partition, method: of the runs to take.
    """
    alone, found = {}, {"strongest third": [], "weakest third": []}
    for r in records:
        if (r["settings"]["method"], r["settings"]["partition"]) == ("stand-alone", partition):
            alone[r["settings"]["seed"]] = np.argsort(r["test"])
    for r in records:
        if (r["settings"]["method"], r["settings"]["partition"]) == (method, partition):
            order, held = alone[r["settings"]["seed"]], np.asarray(r["extra"]["history"])
            third = len(order) // 3
            found["strongest third"].append(held[:, order[len(order) - third :]].mean(axis=1))
            found["weakest third"].append(held[:, order[:third]].mean(axis=1))
    return {name: np.mean(rows, axis=0) for name, rows in found.items() if rows}


def draw_width_groups(records: Sequence[Mapping[str, Any]], partition: str, *, ax: Axes | None = None) -> Axes:
    """The part of the network that strong and weak clients hold, as corridors of its width, round by round.

    Solid edges hold what the strong have, and what the weak have is filled: by CGSV's cosine. Dashed: by ShapFed's.
    """
    ax = plt.subplots()[1] if ax is None else ax
    for method, line in (("aequa-cgsv", ""), ("aequa-shapfed", "--")):
        for (name, row), colour in zip(width_groups(records, partition, method).items(), COLOURS, strict=False):
            rounds = np.arange(1, len(row) + 1)
            if line:
                for half in (row / 2, -row / 2):
                    ax.plot(rounds, half, color=colour, linestyle=line, linewidth=1.2)
                continue
            strong = name.startswith("strong")
            if strong:
                for half in (row / 2, -row / 2):
                    ax.plot(rounds, half, color=colour, linestyle="-", linewidth=2.2)
            else:
                ax.fill_between(rounds, -row / 2, row / 2, color=colour, alpha=0.35, linewidth=0)
            ax.annotate(name, ((1 + len(row)) / 2, 0.57 if strong else -0.57), ha="center", va="center", color=colour)
    ax.set(xlabel="round", ylabel="part of the network held", ylim=(-0.64, 0.64))
    ax.set_yticks([-0.5, -0.25, 0, 0.25, 0.5], ["all", "half", "", "half", "all"])
    ax.label_outer()
    return ax


def draw_against_rate(rates: Row, levels: Mapping[str, Sequence[Row]], *, ax: Axes | None = None) -> Axes:
    """The rewards of clients against their rates of participation: the mean over seeds and the whole range as a bar.

    Args:
        rates: shape (clients,).
        levels: for each method shape (seeds, clients).
    """
    ax = plt.subplots()[1] if ax is None else ax
    steps = np.diff(np.unique(rates))
    nudge = steps.min() / (2 * len(levels)) if len(steps) else 0.0
    for k, ((name, rows), colour, marker) in enumerate(zip(levels.items(), COLOURS, MARKERS, strict=False)):
        seeds = np.asarray(rows)
        centre = seeds.mean(axis=0)
        ax.errorbar(
            np.asarray(rates) + (k - (len(levels) - 1) / 2) * nudge,
            centre,
            yerr=[centre - seeds.min(axis=0), seeds.max(axis=0) - centre],
            color=colour,
            linestyle="",
            marker=marker,
            markersize=5,
            elinewidth=1,
            label=name,
        )
    ax.set(xlabel="rate of participation", ylabel="balanced accuracy received")
    ax.legend(ncols=len(levels), fontsize=9, loc="lower center", bbox_to_anchor=(0.5, 1.0))
    return ax


def draw_against_contribution(alone: Mapping[str, Row], levels: Mapping[str, Row], *, ax: Axes | None = None) -> Axes:
    """Each client's level against what it reaches alone, one marker per method; on the dotted line nothing is
    gained.
    """
    ax = plt.subplots()[1] if ax is None else ax
    for (name, row), colour, marker in zip(levels.items(), COLOURS, MARKERS, strict=False):
        ax.plot(alone[name], row, color=colour, linestyle="", marker=marker, label=name, alpha=0.8)
    low = min(min(row) for row in alone.values())
    high = max(max(row) for row in levels.values())
    ax.plot([low, high], [low, high], color="#767676", linestyle=":", linewidth=1)
    ax.set(xlabel="balanced accuracy alone", ylabel="balanced accuracy received")
    ax.legend(fontsize=9)
    return ax


def draw_worse_off(name: str, alone: Sequence[Row], levels: Sequence[Row], *, ax: Axes) -> Axes:
    """A square for each client of each run, the strongest on top; filled where it would be better off alone.

    Args:
        name: of the method.
        alone, levels: what the clients of a run reach alone and what they receive, one pair of rows for each seed.
    """
    worse = [
        [kept > got for kept, got in sorted(zip(*run, strict=True), reverse=True)]
        for run in zip(alone, levels, strict=True)
    ]
    for x, column in enumerate(worse):
        for y, bad in enumerate(column):
            look = (
                {"facecolor": COLOURS[1], "edgecolor": COLOURS[1]} if bad else {"facecolor": "none", "edgecolor": INK}
            )
            ax.add_patch(plt.Rectangle((x + 0.12, y + 0.12), 0.76, 0.76, linewidth=0.6, **look))
    ax.set(xlim=(0, len(worse)), ylim=(len(worse[0]), 0), aspect="equal", xticks=[], yticks=[])
    ax.set_title(f"{name}\n{sum(map(sum, worse))} of {sum(map(len, worse))}", fontsize=10)
    ax.grid(visible=False)
    ax.spines[:].set_visible(False)
    return ax


def draw_levels_by_cell(levels: Mapping[str, Mapping[tuple[str, str], float]], *, ax: Axes | None = None) -> Axes:
    """One row of marks per data set and partition, one mark per method.

    Args:
        levels: by method, balanced accuracy by (data set, partition); all methods have the same cells.
    """
    ax = plt.subplots(figsize=(6.4, 4.2))[1] if ax is None else ax
    cells = list(next(iter(levels.values())))
    for (name, row), colour, marker in zip(levels.items(), COLOURS, MARKERS, strict=False):
        ax.plot([row[cell] for cell in cells], range(len(cells)), color=colour, linestyle="", marker=marker, label=name)
    for y, cell in enumerate(cells):
        ends = [row[cell] for row in levels.values()]
        ax.plot([min(ends), max(ends)], [y, y], color=INK, linewidth=0.6, alpha=0.5, zorder=0)
    ax.set_yticks(range(len(cells)), [f"{SETS[data]}, {WORDS[partition]}" for data, partition in cells])
    ax.invert_yaxis()
    ax.set(xlabel="balanced accuracy of the full model")
    ax.legend(ncols=len(levels), loc="upper center", bbox_to_anchor=(0.3, -0.14))
    return ax

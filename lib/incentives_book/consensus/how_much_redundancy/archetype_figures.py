"""Figures about archetypes: how the coverage grows with the clients, and where the bounds begin to speak."""

from __future__ import annotations

from collections.abc import Sequence

import matplotlib.pyplot as plt
from matplotlib.axes import Axes

from incentives_book.consensus.how_much_redundancy.archetype_counts import (
    clients_needed,
    coverage_probability,
    exponential_bound,
    union_bound,
)
from incentives_book.figures import COLOURS, LINES, MARKERS


def draw_coverage(archetypes: int, clients: Sequence[int], *, ax: Axes | None = None) -> Axes:
    """The exact chance of two of each, the union bound and the exponential bound, against the number of clients.

    Bounds below zero say nothing and are not drawn.
    """
    ax = plt.subplots()[1] if ax is None else ax
    curves = {
        "exact": [float(coverage_probability(m, archetypes)) for m in clients],
        "union bound": [float(union_bound(m, archetypes)) for m in clients],
        "exponential bound": [float(exponential_bound(m, archetypes)[0]) for m in clients],
    }
    for (label, values), colour, line in zip(curves.items(), COLOURS, LINES, strict=False):
        seen = [(m, value) for m, value in zip(clients, values, strict=True) if value >= 0]
        if seen:
            ax.plot(*zip(*seen, strict=True), color=colour, linestyle=line, label=label)
    ax.set(
        xlabel="clients M",
        ylabel="chance of at least two of each",
        title=f"{archetypes} archetypes",
        ylim=(-0.03, 1.03),
    )
    # The bounds lie to the right of the exact curve, the later the weaker; each is named where it begins.
    for (label, values), colour, place in zip(curves.items(), COLOURS, (0.55, 0.3, 0.12), strict=False):
        at = next((m for m, value in zip(clients, values, strict=True) if value >= place), None)
        if at is not None:
            side = "right" if label == "exact" else "left"
            ax.annotate(label, (at, place), xytext=(-6 if side == "right" else 12, 0), textcoords="offset points", ha=side, va="center", color=colour)  # fmt: skip  # noqa: E501
    return ax


def draw_clients_needed(archetypes: Sequence[int], chance, *, copies: Sequence[int], ax: Axes | None = None) -> Axes:
    """The number of clients that give every archetype enough copies with this chance, one line per number of copies."""
    ax = plt.subplots()[1] if ax is None else ax
    for count, colour, line, marker in zip(copies, COLOURS, LINES, MARKERS, strict=False):
        needed = [clients_needed(k, chance, copies=count) for k in archetypes]
        label = f"{count} {'copy' if count == 1 else 'copies'}"
        ax.plot(archetypes, needed, color=colour, linestyle=line, marker=marker)
        ax.annotate(label, (archetypes[-1], needed[-1]), xytext=(8, 0), textcoords="offset points", va="center", color=colour)  # fmt: skip  # noqa: E501
    ax.margins(x=0.14)
    ax.set(
        xlabel="archetypes k",
        ylabel="clients needed",
        title=f"The first copy is the dear one (chance {float(chance):g})",
    )
    return ax

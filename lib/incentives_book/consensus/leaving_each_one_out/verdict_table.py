"""A picture of what the leave-one-out mechanism saw: which candidate passed at which client."""

from __future__ import annotations

from collections.abc import Sequence

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from incentives.consensus.leave_one_out import Outcome
from incentives_book.figures import COLOURS, INK

PASSES, FAILS = COLOURS[2], COLOURS[1]


def draw_verdicts(
    outcome: Outcome, *, clients: int, liars: Sequence[int] = (), title: str = "", ax: Axes | None = None
) -> Axes:
    """One row per run, one column per client: a tick where the candidate passes, a cross where it fails.

    Rows without a candidate show a dash. The clients in `liars` are marked on the axis, and suspects have a
    bold row.

    Args:
        outcome: of the leave-one-out mechanism.
        clients: how many clients there are.
        liars: who lied, if that is known to whoever draws.
        title: over the picture.
        ax: where to draw; a new figure if left out.

    Raises:
        ValueError: a client in the outcome or among the liars is not one of `clients`.

    >>> nobody = Outcome(0, (frozenset({0}), frozenset({1})), (0, 0), (frozenset(), frozenset({1})), 2)
    >>> ax = draw_verdicts(nobody, clients=2)
    >>> [text.get_text() for text in ax.texts]
    ['✓', '✓', '✓', '✗']
    >>> plt.close(ax.figure)
    """
    named = set(liars).union(*outcome.left_out, *(where or () for where in outcome.failing))
    if not named <= set(range(clients)):
        raise ValueError(f"clients must be at least {max(named) + 1}, got {clients}")
    rows = len(outcome.left_out)
    if ax is None:
        ax = plt.figure(figsize=(0.6 * clients + 1.2, 0.5 * rows + 1)).add_subplot()
    for row, where in enumerate(outcome.failing):
        for client in range(clients):
            symbol, colour = ("–", INK) if where is None else ("✗", FAILS) if client in where else ("✓", PASSES)
            ax.add_patch(
                Rectangle((client - 0.47, row - 0.45), 0.94, 0.9, facecolor=colour, alpha=0.22, edgecolor="none")
            )
            ax.text(client, row, symbol, ha="center", va="center", color=colour, family="DejaVu Sans")
    ax.set_xticks(range(clients), [f"{j}*" if j in liars else str(j) for j in range(clients)])
    ax.set_yticks(range(rows), [",".join(map(str, sorted(group))) for group in outcome.left_out])
    ax.set_ylabel("run without")
    for label, group in zip(ax.get_yticklabels(), outcome.left_out, strict=True):
        label.set_fontweight("bold" if group & outcome.suspects else "normal")
    ax.set_xlim(-0.6, clients - 0.4)
    ax.set_ylim(rows - 0.4, -0.6)
    ax.grid(visible=False)
    ax.set_xlabel("tested at client")
    if title:
        ax.set_title(title)
    return ax


def mark_candidates(ax: Axes, outcome: Outcome) -> Axes:
    """Put the candidates of an outcome into a picture of the plane, with the run each one comes from.

    Args:
        ax: a picture of the plane.
        outcome: its candidates are points with two coordinates, or None.

    >>> nobody = Outcome((0, 0), (frozenset({0}), frozenset({1})), ((0, 0), None), (frozenset(), None), 2)
    >>> ax = mark_candidates(plt.figure().add_subplot(), nobody)
    >>> [text.get_text() for text in ax.texts]
    ['without 0']
    >>> plt.close(ax.figure)
    """
    called = ["without " + ",".join(map(str, sorted(group))) for group in outcome.left_out]
    at: dict[tuple[float, ...], list[str]] = {}
    passes = {}
    for name, point, where in zip(called, outcome.candidates, outcome.failing, strict=True):
        if point is not None:
            place = tuple(map(float, point))
            at.setdefault(place, []).append(name)
            passes[place] = not where
    for place, told in at.items():
        ax.plot(*place, "o" if passes[place] else "X", color=PASSES if passes[place] else FAILS, markersize=8)
        text = told[0] + "".join("," + name.removeprefix("without") for name in told[1:])
        ax.annotate(text, place, textcoords="offset points", xytext=(8, 6), color=INK)
    return ax

"""Pictures of sets, lies and models: on the line, in the plane, and as depth along the line.

Blue is the truth, vermilion with dashes a lie, green the agreement set W, and a model is a diamond on a thin line
through all the sets that it could serve. On the line each of them carries its name.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from incentives.consensus.depth import depth_at
from incentives.consensus.personalization import Personalization
from incentives.consensus.quadratics import Quadratic
from incentives.consensus.sets import Box, Interval, intersection
from incentives_book.figures import COLOURS, INK, LINES, MARKERS

TRUTH, LIE, AGREED, MODEL = COLOURS[0], COLOURS[1], COLOURS[2], COLOURS[3]


def _names(clients: int, names: Sequence[str] | None) -> list[str]:
    if names is None:
        return [f"client {m}" for m in range(clients)]
    if len(names) != clients:
        raise ValueError(f"names must hold one name per client, {clients} of them; got {len(names)}")
    return list(names)


def _same_length(truths: Sequence[Any], reports: Sequence[Any]) -> None:
    if not truths or len(truths) != len(reports):
        raise ValueError(
            f"reports must hold one set per client, {len(truths)} of them and at least one; got {len(reports)}"
        )


def _tag(ax: Axes, text: str, at: tuple[float, float], colour: str, *, xytext: tuple[float, float] = (0, 0), ha: str = "center") -> None:  # fmt: skip  # noqa: E501
    ax.annotate(text, at, xytext=xytext, textcoords="offset points", ha=ha, va="center", color=colour)


def draw_line(
    truths: Sequence[Interval],
    reports: Sequence[Interval],
    *,
    output: Personalization | None = None,
    names: Sequence[str] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """One row per client: its true interval and, where it differs, the reported one; the models of an output.

    Args:
        truths: bounded intervals, shape (clients,); the band behind them is their intersection W.
        reports: what the clients report, same shape.
        output: models to mark; a client's row carries a diamond where its own model lies.
        names: one per client.
        ax: where to draw; a new figure if left out.

    Raises:
        ValueError: lengths differ, or an interval has no end.

    >>> ax = draw_line([Interval(-1, 1)] * 2, [Interval(-1, 1), Interval(2, 3)])
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['client 0', 'client 1']
    >>> plt.close(ax.figure)
    """
    _same_length(truths, reports)
    called = _names(len(truths), names)
    if any(end is None for s in (*truths, *reports) for end in (s.low, s.high)):
        raise ValueError("truths and reports must be bounded intervals to be drawn")
    if ax is None:
        ax = plt.figure(figsize=(6.4, 0.55 * len(truths) + 1.3)).add_subplot()
    shared = intersection(truths)
    if shared is not None:
        ax.axvspan(float(shared.low), float(shared.high), color=AGREED, alpha=0.18)
        _tag(ax, "$W$", (float(shared.low), -0.42), AGREED, xytext=(4, 0), ha="left")
    for row, (truth, report) in enumerate(zip(truths, reports, strict=True)):
        lies = report != truth
        ax.plot(
            [float(truth.low), float(truth.high)], [row, row], color=TRUTH, linestyle="-", linewidth=5, alpha=0.45 if lies else 1,  # noqa: E501
            solid_capstyle="butt",
        )  # fmt: skip
        if row == 0:
            _tag(ax, "truth", (float(truth.high), row), TRUTH, xytext=(5, 0), ha="left")
        if lies:
            ends = [float(report.low), float(report.high)]
            ax.plot(ends, [row + 0.25] * 2, color=LIE, linestyle="--", marker="|", linewidth=3)
            _tag(ax, "reported", (sum(ends) / 2, row + 0.5), LIE)
    if output is not None:
        for i, model in enumerate(output.models):
            ax.axvline(float(model), color=MODEL, linestyle=":", linewidth=1)
            rows = [row for row, own in enumerate(output.assignment) if own == i]
            ax.plot([float(model)] * len(rows), rows, color=MODEL, linestyle="", marker=MARKERS[3])
            _tag(ax, "model", (float(model), rows[0] - 0.3), MODEL)
    ax.set_yticks(range(len(truths)), called)
    ax.set_ylim(len(truths) - 0.3, -0.7)
    ax.grid(axis="y", visible=False)
    ax.set_xlabel("model $x$")
    return ax


def draw_plane(
    truths: Sequence[Quadratic | Box],
    reports: Sequence[Quadratic | Box],
    *,
    window: tuple[float, float, float, float],
    output: Personalization | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Sets in the plane: truths shaded (darker where more of them overlap), lies outlined, models marked.

    Args:
        truths: boxes or sublevel sets of quadratics in two dimensions, shape (clients,).
        reports: what the clients report, same shape.
        window: (left, right, bottom, top).
        output: models to mark, each with the clients whom it serves.
        ax: where to draw; a new figure if left out.

    Raises:
        ValueError: lengths differ, the window is empty, or a set is neither box nor quadratic.

    >>> strip = Box([(-1, 1), (None, None)])
    >>> ax = draw_plane([strip], [strip], window=(-2, 2, -2, 2))
    >>> ax.get_xlim()
    (np.float64(-2.0), np.float64(2.0))
    >>> plt.close(ax.figure)
    """
    _same_length(truths, reports)
    left, right, bottom, top = map(float, window)
    if not (left < right and bottom < top):
        raise ValueError(f"window must be (left, right, bottom, top) with left < right, bottom < top; got {window}")
    if ax is None:
        ax = plt.figure(figsize=(4.6, 4.2)).add_subplot()
    for truth in dict.fromkeys(truths):
        _shade(ax, truth, (left, right, bottom, top), filled=True)
    for truth, report in zip(truths, reports, strict=True):
        if report != truth:
            _shade(ax, report, (left, right, bottom, top), filled=False)
    if output is not None:
        for i, (cluster, model) in enumerate(zip(output.clusters, output.models, strict=True)):
            ax.plot(*map(float, model), color=MODEL, linestyle="", marker=MARKERS[3], markersize=8, label="model" if i == 0 else None)  # fmt: skip  # noqa: E501
            told = "for " + ", ".join(map(str, sorted(cluster)))
            ax.annotate(told, tuple(map(float, model)), textcoords="offset points", xytext=(10, 12), color=INK)
    ax.set_xlim(left, right)
    ax.set_ylim(bottom, top)
    ax.set_aspect("equal")
    ax.set_xlabel("$x_1$")
    ax.set_ylabel("$x_2$")
    return ax


def _shade(ax: Axes, some_set: Quadratic | Box, window: tuple[float, ...], *, filled: bool) -> None:
    left, right, bottom, top = window
    match some_set:
        case Box(intervals) if len(intervals) == 2:
            low = [max(edge, float(side.low)) if side.low is not None else edge for edge, side in zip((left, bottom), intervals, strict=True)]  # fmt: skip  # noqa: E501
            high = [min(edge, float(side.high)) if side.high is not None else edge for edge, side in zip((right, top), intervals, strict=True)]  # fmt: skip  # noqa: E501
            style = {"facecolor": TRUTH, "alpha": 0.22} if filled else {"facecolor": "none", "edgecolor": LIE, "linestyle": "--", "linewidth": 2}  # fmt: skip  # noqa: E501
            ax.add_patch(Rectangle((low[0], low[1]), high[0] - low[0], high[1] - low[1], **style))
        case Quadratic(H, centre, level) if len(centre) == 2:
            x = np.stack(np.meshgrid(np.linspace(left, right, 241), np.linspace(bottom, top, 241)), axis=-1)
            offset = x - np.array(centre, dtype=float)
            excess = np.einsum("...i,ij,...j->...", offset, np.array(H, dtype=float), offset) / 2 - float(level)
            if filled:
                ax.contourf(x[..., 0], x[..., 1], excess, levels=[-np.inf, 0], colors=[TRUTH], alpha=0.22)
            else:
                ax.contour(x[..., 0], x[..., 1], excess, levels=[0], colors=[LIE], linestyles=["--"], linewidths=[2])
        case _:
            raise ValueError(f"truths and reports must be boxes or quadratics in the plane, got {some_set!r}")


def draw_depth(
    reports: Sequence[Sequence[Interval]],
    *,
    at_least: int,
    labels: Sequence[str],
    window: tuple[float, float],
    agreed: Interval | None = None,
    ax: Axes | None = None,
) -> Axes:
    """The number of reported intervals around each point of the line, one curve per list of reports.

    A marker is a single point that more of them hold than its surroundings.

    Args:
        reports: lists of intervals, shape (curves, clients).
        at_least: the threshold of the depth rule, drawn as a dotted line.
        labels: one per curve.
        window: (left, right).
        agreed: W, shaded.
        ax: where to draw; a new figure if left out.

    Raises:
        ValueError: the numbers of curves and labels differ, or the window is empty.

    >>> ax = draw_depth([[Interval(-1, 1)] * 3], at_least=2, labels=["truth"], window=(-2, 2))
    >>> float(max(ax.lines[0].get_ydata()))
    3.0
    >>> plt.close(ax.figure)
    """
    if len(reports) != len(labels) or not reports:
        raise ValueError(f"labels must name each of the {len(reports)} curves, got {len(labels)}")
    left, right = map(float, window)
    if not left < right:
        raise ValueError(f"window must be (left, right) with left < right, got {window}")
    if ax is None:
        ax = plt.figure(figsize=(6.4, 3.4)).add_subplot()
    if agreed is not None:
        ax.axvspan(float(agreed.low), float(agreed.high), color=AGREED, alpha=0.18, label="$W$")
    for i, (sets, name) in enumerate(zip(reports, labels, strict=True)):
        ends = {end for interval in sets for end in (interval.low, interval.high) if end is not None}
        places = [left, *sorted(end for end in ends if left < end < right), right]
        # The depth is constant between neighbouring ends; at an end it is at least that of either side.
        steps = [depth_at(sets, (a + b) / 2) for a, b in pairwise(places)]
        colour = COLOURS[i % len(COLOURS)]
        ax.plot([float(x) for pair in pairwise(places) for x in pair], np.repeat(steps, 2), color=colour, linestyle=LINES[i % len(LINES)], label=name)  # fmt: skip  # noqa: E501
        for before, after, place in zip(steps, steps[1:], places[1:], strict=False):
            if (peak := depth_at(sets, place)) > max(before, after):
                ax.plot(float(place), peak, color=colour, marker=MARKERS[i % len(MARKERS)])
    ax.axhline(at_least - 0.5, color=INK, linestyle=":", linewidth=1)
    ax.text(right, at_least - 0.45, f"at least {at_least}", ha="right", va="bottom", color=INK)
    ax.set_xlim(left, right)
    ax.set_xlabel("model $x$")
    ax.set_ylabel("depth (clients)")
    ax.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
    return ax

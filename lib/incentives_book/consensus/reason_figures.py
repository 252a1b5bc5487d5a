"""Pictures of reasons: how witnesses leave fewer and fewer suspects, and how an adversary leaves all of them.

Blue is a truthful report, vermilion with dashes the lie, green the agreement set W, as in `drawing`.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction

import numpy as np
from matplotlib.axes import Axes

from incentives.consensus.half_spaces import HalfSpaces
from incentives.consensus.oracles import Answer, Members
from incentives_book.consensus.adversaries import World
from incentives_book.consensus.drawing import AGREED, LIE, TRUTH
from incentives_book.figures import INK

Window = tuple[float, float, float, float]
Exchange = tuple[Members, Answer]


def suspects_after(exchanges: Sequence[Exchange]) -> list[Members]:
    """The clients in every witness so far, after each call; a call that returns a point changes nothing.

    >>> calls = [(frozenset(range(3)), Answer(witness=frozenset({0, 1}))), (frozenset({1, 2}), Answer(point=0))]
    >>> [sorted(left) for left in suspects_after(calls)]
    [[0, 1], [0, 1]]
    """
    left: list[Members] = []
    for asked, answer in exchanges:
        before = left[-1] if left else asked
        left.append(before & answer.witness if answer.witness is not None else before)
    return left


def _listed(clients: Members) -> str:
    return "because of " + ", ".join(map(str, sorted(clients)))


def shade(ax: Axes, some_set: HalfSpaces, window: Window, *, lie: bool) -> None:
    """A polyhedron of the plane within the window, filled, with its edge drawn."""
    left, right, bottom, top = window
    x, y = np.meshgrid(np.linspace(left, right, 401), np.linspace(bottom, top, 401))
    excess = np.max([float(a) * x + float(b) * y - float(c) for (a, b), c in zip(some_set.rows, some_set.bounds, strict=True)], axis=0)  # fmt: skip  # noqa: E501
    colour = LIE if lie else TRUTH
    ax.contourf(x, y, excess, levels=[-1e9, 0], colors=[colour], alpha=0.2)
    ax.contour(x, y, excess, levels=[0], colors=[colour], linestyles="--" if lie else "-", linewidths=1.8)


def draw_answer(
    truths: Sequence[HalfSpaces],
    reports: Sequence[HalfSpaces],
    exchange: Exchange,
    suspects: Members,
    *,
    window: Window,
    names: Mapping[int, tuple[float, float]],
    ax: Axes,
) -> Axes:
    """One call: the reports of the witness, which meet in pairs and not all together, or the point; and W.

    Args:
        truths: the true sets, half-spaces of the plane, shape (clients,).
        reports: what the clients report, same shape.
        exchange: who was asked, and the answer.
        suspects: who may still be the liar after the answer.
        window: (left, right, bottom, top).
        names: where the number of a client is written.
        ax: where to draw.
    """
    left, right, bottom, top = window
    asked, answer = exchange
    x, y = np.meshgrid(np.linspace(left, right, 401), np.linspace(bottom, top, 401))
    agreed = np.all([float(a) * x + float(b) * y <= float(c) for s in truths for (a, b), c in zip(s.rows, s.bounds, strict=True)], axis=0)  # fmt: skip  # noqa: E501
    ax.contourf(x, y, agreed.astype(float), levels=[0.5, 1.5], colors=[AGREED], alpha=0.35)
    missing = sorted(set(range(len(reports))) - asked)
    whom = f"without {missing[0]}" if missing else "everybody"
    listed = ", ".join(map(str, sorted(suspects)))
    if answer.witness is None:
        ax.plot(*map(float, answer.point), "D", color=AGREED, markersize=8)
        title = f"{whom}: a point of $W$\n{listed} lied"
    else:
        for client in sorted(answer.witness):
            lie = reports[client] != truths[client]
            shade(ax, reports[client], window, lie=lie)
            ax.annotate(str(client), names[client], ha="center", va="center", fontsize=14, color=LIE if lie else TRUTH, fontweight="bold" if client in suspects else "normal")  # fmt: skip  # noqa: E501
        title = f"{whom}: no, {_listed(answer.witness)}\nsuspects {listed}"
    ax.set(xlim=(left, right), ylim=(bottom, top), xticks=[], yticks=[])
    ax.set_title(title, fontsize=12)
    ax.grid(visible=False)
    return ax


def draw_world(
    world: World,
    places: Mapping[Hashable, Sequence[Fraction]],
    missed: Sequence[Members],
    *,
    ax: Axes,
) -> Axes:
    """A world of the adversary: each client's face of the simplex, the liar's without the corner in W.

    Args:
        world: true sets and reports as sets of corners, one liar.
        places: where each corner lies in the plane.
        missed: for each returned corner, whom it fails.
        ax: where to draw.

    Raises:
        ValueError: more than one client lies, or the clients have no corner in common.
    """
    if len(world.liars) != 1 or not world.agreement:
        raise ValueError(f"world must have one liar and an agreement set, got {sorted(world.liars)}")
    (liar,) = world.liars
    (common,) = world.agreement
    at = {corner: np.array([float(x) for x in place]) for corner, place in places.items()}
    middle = np.mean([at[corner] for corner in (common, *range(len(missed)))], axis=0)

    def name(text: str, where: np.ndarray, colour: str, far: float) -> None:
        """Text beside a place, on the side that looks away from the middle."""
        away = (where - middle) / max(float(np.hypot(*(where - middle))), 1e-9)
        side = "left" if away[0] > 0.4 else "right" if away[0] < -0.4 else "center"
        ax.annotate(text, (float(where[0]), float(where[1])), xytext=tuple(far * away), textcoords="offset points", ha=side, va="center", fontsize=12, color=colour)  # fmt: skip  # noqa: E501

    alone = [client for client, truth in enumerate(world.truths) if len(truth) == 1]
    for client, (truth, report) in enumerate(zip(world.truths, world.reports, strict=True)):
        corners = np.array([at[corner] for corner in sorted(truth, key=str)])
        if len(corners) > 2:
            ax.fill(*corners.T, color=TRUTH, alpha=0.2)
            ax.annotate(
                str(client), (float(middle[0]), float(middle[1])), ha="center", va="center", fontsize=12, color=TRUTH
            )
        elif len(corners) == 2:
            line, width = ("--", 2) if client == liar else ("-", 4)
            ax.plot(*corners.T, color=LIE if client == liar else TRUTH, linewidth=width, linestyle=line)
            (far,) = truth - {common}
            side = (at[common] + at[far]) / 2
            name(f"{client}" + " lies" * (client == liar), side, LIE if client == liar else TRUTH, 12)  # fmt: skip
        if client == liar:
            told = np.array([at[corner] for corner in sorted(report, key=str)])
            ax.plot(*told.T, "s", color=LIE, markersize=14, fillstyle="none", markeredgewidth=2)
    for corner, whom in enumerate(missed):
        ax.plot(*at[corner], "o", color=INK, markersize=8)
        ax.annotate(f"fails {', '.join(map(str, sorted(whom)))}", (float(at[corner][0]), float(at[corner][1])), xytext=(11, 6), textcoords="offset points", ha="left", va="bottom", fontsize=12, color=INK)  # fmt: skip  # noqa: E501
    ax.plot(*at[common], "D", color=AGREED, markersize=10)
    ax.annotate((f"{', '.join(map(str, alone))}: only "
    "$W$"), (float(at[common][0]), float(at[common][1])), xytext=(-6, -20), textcoords="offset points", ha="left", va="top", color=AGREED, fontsize=12)  # fmt: skip  # noqa: E501
    spots = np.array(list(at.values()))[: len(missed) + 2]
    low, high = spots.min(axis=0), spots.max(axis=0)
    ax.set(xlim=(low[0] - 0.2, high[0] + 0.65), ylim=(low[1] - 0.25, high[1] + 0.2))
    ax.axis("off")
    return ax

"""Figures of the page "Who chooses the models?": tables in the triangle, utilities over a misreport, and the ball."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from incentives_book import figures
from incentives_book.payments import drawing
from incentives_book.payments.who_chooses_the_models.copies import SENTENCES, Copies, rounded

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def draw_table(game: Copies, rewards: Sequence[Sequence[Any]], best: Sequence[Any], *, ax: Axes, title: str) -> Axes:
    """The models that the reports bring about, the chosen one, and the best distribution for the true rewards."""
    answer, table = game(rewards), game.table(rewards)
    corners = [list(map(float, p)) for p in ([rounded(x, 9) for x in p] for p in table.values())]
    drawing.draw_triangle(SENTENCES, ax=ax, title=title)
    for row in corners[1:]:
        drawing.draw_policy(row, ax=ax, number=5)
    drawing.draw_policy(corners[0], ax=ax, number=4, name="initial model")
    drawing.draw_policy(corners[1], ax=ax, number=5, name="mixtures")
    drawing.draw_policy([rounded(x, 9) for x in answer.policy], ax=ax, number=1, name="chosen")
    drawing.draw_policy([rounded(x, 9) for x in best], ax=ax, number=2, name="best for the truth")
    return ax


def draw_vanishing(game: Copies, rewards: Sequence[Sequence[Any]], *, ax: Axes, title: str) -> Axes:
    """The models that the reports bring about, the chosen one, and the one that is best for group 2 alone."""
    table, others = game.table(rewards), game.total(rewards[1:], game.sizes[1:])
    alone = max(table.values(), key=lambda p: rounded(game.welfare(p, others), 12))
    drawing.draw_triangle(("first", "second", "third"), ax=ax, title=title)
    for number, row in enumerate(table.values()):
        drawing.draw_policy([rounded(x, 9) for x in row], ax=ax, number=5, name="on the table" if number == 0 else "")
    for policy, number, name in ((alone, 3, "best without group 1"), (game(rewards).policy, 0, "chosen")):
        drawing.draw_policy([rounded(x, 9) for x in policy], ax=ax, number=number, name=name)
    return ax


def draw_retraining(game: Copies, truth: Sequence[Sequence[Any]], *, points: int, ax: Axes) -> Axes:
    """Utility of group 1 over the mixture report, with the copies trained before the reports and after them."""
    shares = [Fraction(k, points - 1) for k in range(points)]
    told = [[b * x + (1 - b) * y for x, y in zip(*truth, strict=True)] for b in shares]
    at = [float(b) for b in shares]
    for models, name, colour, line in (
        (None, "trained on the report", figures.LARGE, "-"),
        (game.table(truth), "trained before", figures.SMALL, "--"),
    ):
        kept = [rounded(game.utility(truth, r, models), 6) for r in told]
        ax.plot(at, kept, color=colour, linestyle=line, label=name)
    figures.threshold(ax, 1, "truth")
    ax.set_title(f"sizes {game.sizes[0]} and {game.sizes[1]}")
    ax.set_xlabel("$\\beta$: share of the own reward")
    return ax


def difference(wish: Any) -> tuple[Any, Any]:
    """The reward over two outcomes with maximum 1 that prefers the second by this much.

    >>> difference(Fraction(-1, 2))
    (1, Fraction(1, 2))
    """
    return (1, 1 + wish) if wish <= 0 else (1 - wish, 1)


def draw_strong_wishes(sizes: tuple[int, int], *, steps: int, penalty: Any, rival: Any, ax: Axes) -> Axes:
    """Probability of the second of two outcomes against the wish of group 1 for it: the best model and the chosen
    mixture.

    Args:
        sizes, steps, penalty: of the copies, mixed by outcomes under KL.
        rival: the wish of group 2 for the second outcome, in [-1, 1].
        ax: where to draw.
    """
    half = Fraction(1, 2)
    game = Copies([half, half], sizes, steps=steps, penalty=penalty)
    wishes = [rival + Fraction(k, 61) * (1 - rival) for k in range(1, 62)]
    best, got = [], []
    for wish in wishes:
        told = [difference(wish), difference(rival)]
        best.append(rounded(game.trained(game.total(told))[1], 30))
        got.append(rounded(game(told).policy[1], 30))
    at = [float(w) for w in wishes]
    ax.plot(at, best, color=figures.SMALL, linestyle="--")
    ax.step(at, got, color=figures.LARGE, linestyle="-", where="mid")
    ax.annotate(
        "best model", (at[-1], best[-1]), xytext=(-8, 0), textcoords="offset points", ha="right", color=figures.SMALL
    )
    lowest = min(range(len(got)), key=got.__getitem__)
    ax.annotate(
        "chosen: the rival's copy",
        (at[lowest], got[lowest]),
        xytext=(4, 6),
        textcoords="offset points",
        color=figures.LARGE,
    )
    ax.set_yscale("log")
    ax.set_title("wanting it more brings less of it")
    return figures.label(ax, x="wish of group 1 for the second answer", y="its probability")


def in_the_plane(direction: Sequence[Any]) -> np.ndarray:
    """A reward over three equally likely outcomes, up to a constant, as a point of the plane; lengths are kept.

    >>> in_the_plane([0, 0, 1]).round(3)
    array([0.   , 0.816])
    """
    r = np.array([float(x) for x in direction])
    return np.array([(r[0] - r[1]) / sqrt(2), (2 * r[2] - r[0] - r[1]) / sqrt(6)])


def draw_ball(
    game: Copies,
    reports: Sequence[Sequence[Any]],
    other: Sequence[Any],
    ends: tuple[Any, Any],
    *,
    names: Sequence[str],
    ax: Axes,
) -> Axes:
    """Weighted rewards of group 1 up to a constant: where the initial model is chosen, and the pull elsewhere.

    Args:
        game: chi-squared over three equally likely outcomes.
        reports: of group 1, drawn as points.
        other: report of group 2.
        ends: of the diameter, as multiples of the other group's weighted reward.
        names: of the reports.
        ax: where to draw.
    """
    v = game.sizes[1] * in_the_plane(other)
    c, d = (float(x) * v for x in ends)
    middle, radius = (c + d) / 2, float(np.linalg.norm(d - c)) / 2
    turn = np.linspace(0, 2 * np.pi, 181)
    ax.fill(*(middle[:, None] + radius * np.array([np.cos(turn), np.sin(turn)])), color=figures.SMALL, alpha=0.15)
    ax.text(*middle, "initial model", ha="center", va="center", color=figures.INK)
    ax.plot(*c, marker="x", color=figures.INK)
    ax.annotate("$c$", c, xytext=(4, 4), textcoords="offset points", color=figures.INK)
    for number, (report, name) in enumerate(zip(reports, names, strict=True)):
        at = game.sizes[0] * in_the_plane(report)
        moved = in_the_plane(
            [float(p) - float(q) for p, q in zip(game([report, other]).policy, game.initial, strict=True)]
        )
        ax.plot(*at, marker=figures.MARKERS[number], color=figures.COLOURS[number + 1], linestyle="none")
        ax.annotate(name, at, xytext=(6, -12), textcoords="offset points", color=figures.INK)
        if moved.any():
            ax.annotate("", at + 4 * moved, at, arrowprops={"arrowstyle": "->", "color": figures.COLOURS[number + 1]})
    ax.set_aspect("equal")
    ax.set_xlabel("liking the first outcome more than the second")
    ax.set_ylabel("liking the third outcome")
    return ax

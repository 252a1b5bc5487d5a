"""The picture of the page that opens the payments part: one group, three mechanisms, all its mixed reports."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from incentives_book import figures
from incentives_book.payments.who_chooses_the_models.copies import Copies, dot, rounded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

# Group 1 likes silence and "ha", group 2 silence and "ha ha"; five members each.
LIKES, SIZES, THIRD = ((1, 1, 0), (1, 0, 1)), (5, 5), [Fraction(1, 3)] * 3


class Kept(NamedTuple):
    """The utility that group 1 keeps when its report holds this share of its own wish, under three mechanisms."""

    share: Fraction
    free: float  # nothing is paid; perfect training on the total
    paid: float  # affine maximizer payments; perfect training on the total
    retrained: float  # the same payments; copies trained on the reports and mixed word by word


def kept_along_mixtures(points: int) -> list[Kept]:
    """All three utilities for reports b rm_1 + (1 - b) rm_2 with b from 0 to 3/2.

    >>> [round(x, 3) for x in kept_along_mixtures(4)[2][1:]]
    [4.967, 4.317, 2.844]
    """
    copies = Copies(THIRD, SIZES, steps=10, mix="words")
    initial = [copies.number(x) for x in THIRD]
    others = copies.total(LIKES[1:], SIZES[1:])
    alone = copies.welfare(copies.trained(others), others)
    own, rows = copies.total(LIKES[:1], SIZES[:1]), []
    for k in range(points):
        b = Fraction(3 * k, 2 * (points - 1))
        told = [b * x + (1 - b) * y for x, y in zip(*LIKES, strict=True)]
        model = copies.trained(copies.total([told, LIKES[1]]))
        bill = alone - copies.welfare(model, others)
        models = copies.table([told, LIKES[1]]) | {None: initial}
        retrained = copies.utility(LIKES, told, models)
        rows.append(Kept(b, *(rounded(x, 9) for x in (dot(model, own), dot(model, own) - bill, retrained))))
    return rows


def draw_three_answers(axes: Sequence[Axes], *, points: int) -> None:
    """Utility of group 1 over its mixed reports, in three panels; the truth is a dot, the best report a cross."""
    rows = kept_along_mixtures(points)
    at = [float(row.share) for row in rows]
    titles = ("free:\na lie wins", "paid:\ntruth is on top", "trained on reports:\na lie wins")
    for ax, name, title, colour in zip(
        axes, ("free", "paid", "retrained"), titles, (figures.ALONE, figures.SMALL, figures.LARGE), strict=True
    ):
        values = [getattr(row, name) for row in rows]
        best = max(range(len(rows)), key=values.__getitem__)
        truth = min(range(len(rows)), key=lambda k: abs(at[k] - 1))
        ax.plot(at, values, color=colour, linestyle="-")
        ax.plot(at[truth], values[truth], color=figures.INK, marker="o", linestyle="none")
        ax.annotate("truth", (at[truth], values[truth]), xytext=(5, -12), textcoords="offset points", color=figures.INK)
        if best != truth:
            ax.plot(at[best], values[best], color=figures.INK, marker="x", linestyle="none")
            ax.annotate("best", (at[best], values[best]), xytext=(5, 4), textcoords="offset points", color=figures.INK)
        ax.set_title(title)
        ax.set_xlabel("share of the own wish")
        ax.margins(y=0.2)
    axes[0].set_ylabel("kept by group 1")

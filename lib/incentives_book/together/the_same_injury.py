"""The view of one member in a federation that averages, for the page the-same-injury."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes

from incentives_book.figures import COLOURS, INK


class View(NamedTuple):
    """Three numbers that decide what a member of an average gets from anything it may do."""

    alone: Any  # its error alone
    without: Any  # its error with the model of the others, made without it
    share: Any  # its share of the average

    def error(self, pull: Any) -> Any:
        """Its error with a mixture: `pull` of its own mean, the rest of the others' model."""
        return pull**2 * self.alone + (1 - pull) ** 2 * self.without

    @property
    def best_pull(self) -> Any:
        """The pull with the least error."""
        return self.without / (self.alone + self.without)

    @property
    def payment(self) -> Any:
        """Expected pivot payment for each of its samples when it is honest."""
        return self.share * (1 - self.share) * (self.alone + self.without)


def view(sizes: Sequence[Any], who: int, *, noise: Any, spread: Any) -> View:
    """The view of member `who` of the average of all samples.

    >>> view([5, 5, 25], 0, noise=10, spread=1)
    View(alone=Fraction(2, 1), without=Fraction(37, 18), share=Fraction(1, 7))
    """
    n = [Fraction(size) if isinstance(size, int) else size for size in sizes]
    others = [size for i, size in enumerate(n) if i != who]
    rest = sum(others)
    without = spread + noise / rest + spread * sum(size**2 for size in others) / rest**2
    return View(noise / n[who], without, n[who] / (n[who] + rest))


def best_claim(size: Any, others: Sequence[Any], *, noise: Any, spread: Any) -> Any:
    """The size that a member claims if claims are believed and its report is honest.

    >>> best_claim(5, [5, 25], noise=10, spread=1)
    Fraction(185, 6)
    """
    rest, squares = sum(others), sum(other**2 for other in others)
    return size * (1 + Fraction(1) * spread / noise * (rest + Fraction(squares) / rest))


def draw_parabola(seen: View, *, ax: Axes, name: str) -> Axes:
    """The error of a member against its pull on the model, with what each reading of it comes to.

    Args:
        seen: what the member sees.
        ax: where to draw.
        name: of the member, for the title.
    """
    pulls = np.linspace(0, 1, 101)
    alone, without, share = map(float, seen)
    best = float(seen.best_pull)
    ax.plot(pulls, pulls**2 * alone + (1 - pulls) ** 2 * without, color=INK, linestyle="-", linewidth=1.4)
    ax.plot([0, 1], [without, alone], color=COLOURS[2], linestyle="--", linewidth=1.2)
    ax.plot([share, share], [float(seen.error(share)), share * alone + (1 - share) * without], color=COLOURS[2])
    points = [
        (0.0, without, "o", COLOURS[4], "others' model"),
        (1.0, alone, "s", COLOURS[0], "alone"),
        (share, float(seen.error(share)), "^", COLOURS[3], "honest"),
        (best, float(seen.error(best)), "D", COLOURS[1], "best lie"),
    ]
    for x, y, marker, colour, told in points:
        ax.plot(x, y, marker, color=colour, label=told, markersize=8)
    ax.set(xlabel="pull of its own mean on the model", ylabel="expected error", title=name)
    return ax

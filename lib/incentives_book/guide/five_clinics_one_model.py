"""The picture of the first chapter: five clinics, what each has, and what it expects alone and in company."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Circle, FancyBboxPatch

from incentives_book.figures import COLOURS, INK

NOISE, SPREAD = COLOURS[1], COLOURS[0]  # the two parts of an error, by colour
PLACES = ((-1.5, 0.55), (-0.55, 0.95), (0.3, 0.95), (1.15, 0.95), (0.1, -0.5))  # one disc a clinic


def parts(sizes: Sequence[int], noise: int, *, together: bool) -> list[tuple[Fraction, Fraction]]:
    """The noise and the spread in the expected error of each player, for spread 1.

    Args:
        sizes: samples of each player, shape (players,).
        noise: variance of one sample.
        together: whether all train one model, or each trains alone.

    >>> [(str(a), str(b)) for a, b in parts([1, 3], 12, together=True)]
    [('3', '9/8'), ('3', '1/8')]
    """
    total, squares = sum(sizes), sum(n * n for n in sizes)
    if not together:
        return [(Fraction(noise, n), Fraction(0)) for n in sizes]
    bias = [Fraction((total - n) ** 2 + squares - n * n, total**2) for n in sizes]
    return [(Fraction(noise, total), part) for part in bias]


def draw_clinics(names: Sequence[str], sizes: Sequence[int], ax: Axes) -> Axes:
    """Discs whose areas are the sizes of five clinics, with a loop around each group of an equilibrium."""
    for name, n, (x, y) in zip(names, sizes, PLACES, strict=True):
        radius = 0.075 * n**0.5
        ax.add_patch(Circle((x, y), radius, color=COLOURS[2], alpha=0.75, lw=0))
        ax.text(x, y - radius - 0.06, f"{name}\n{n}", ha="center", va="top", fontsize=9, color=INK)
    loop = {"boxstyle": "round,pad=0.22", "fill": False, "edgecolor": INK, "linestyle": ":", "linewidth": 1.3}
    ax.add_patch(FancyBboxPatch((-0.66, 0.55), 1.95, 0.48, **loop))
    ax.set(xlim=(-2, 1.7), ylim=(-1.65, 1.45), aspect="equal", title="Five clinics and their patients")
    ax.axis("off")
    return ax


def draw_errors(names: Sequence[str], sizes: Sequence[int], noise: int, ax: Axes) -> Axes:
    """The expected error of each player alone and with all others, cut into noise and spread, for spread 1."""
    rows = np.arange(len(names))
    for shift, together, word in ((-0.2, False, "alone"), (0.2, True, "together")):
        shown = np.array(parts(sizes, noise, together=together), dtype=float)
        ax.barh(rows + shift, shown[:, 0], 0.36, color=NOISE, alpha=1 if together else 0.55)
        ax.barh(rows + shift, shown[:, 1], 0.36, left=shown[:, 0], color=SPREAD)
        for row, error in zip(rows, shown.sum(axis=1), strict=True):
            digits = 4 if error < 1 else 2
            ax.text(error + 0.15, row + shift, f"{word} {error:.{digits}f}", va="center", fontsize=8, color=INK)
    ax.set_yticks(rows, names)
    ax.invert_yaxis()
    ax.grid(visible=False, axis="y")
    ax.set(xlabel="expected squared error (days²)", xlim=(0, 14), title="Everybody but Elm gains from company")
    ax.text(13.9, 3.0, "noise", color=NOISE, ha="right", fontsize=10, weight="bold")
    ax.text(13.9, 3.45, "spread", color=SPREAD, ha="right", fontsize=10, weight="bold")
    return ax

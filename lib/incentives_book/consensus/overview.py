"""The two pictures with which the consensus part opens: a lie that spoils one shot, and what safe mechanisms cost."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from matplotlib.axes import Axes

from incentives import consensus as cs
from incentives.consensus import personalization
from incentives.consensus.helly_mechanism import worst_case_calls
from incentives_book import figures
from incentives_book.consensus import drawing


def draw_one_lie(ax: Axes) -> Axes:
    """Three intervals, the lie of the third client, and a minimal output that holds no point of W."""
    truths = [cs.Interval(-2, 1), cs.Interval(-1, 2), cs.Interval(-1, 1)]
    reports = [*truths[:2], cs.Interval(Fraction(-9, 4), Fraction(-5, 4))]
    output = personalization.fooling_output(reports, cs.Trusted(truths))
    drawing.draw_line(truths, reports, output=output, names=["0", "1", "2"], ax=ax)
    ax.set_ylabel("client")
    ax.set_title("One lie: neither model\nsuits everybody")
    return ax


def one_shot_calls(clients: int) -> int:
    """A bound on the calls for one minimal output, by halving.

    >>> one_shot_calls(16)
    10
    """
    return 2 + 2 * (clients - 1).bit_length()


def draw_calls_needed(ax: Axes, *, most: int) -> Axes:
    """Training runs in the worst case against the number of clients, for the safe mechanisms and the unsafe one.

    Args:
        ax: where to draw.
        most: the largest number of clients, at least 3.

    Raises:
        ValueError: `most` is smaller than 3.
    """
    if most < 3:
        raise ValueError(f"most must be at least 3, got {most!r}")
    clients = np.arange(3, most + 1)
    curves = [
        ("leave one out", clients, "-"),
        ("mechanism H, $d=10$", [worst_case_calls(clients=int(m), helly=11) for m in clients], "-"),
        ("mechanism H, $d=2$", [worst_case_calls(clients=int(m), helly=3) for m in clients], "-"),
        ("one shot: not safe", [one_shot_calls(int(m)) for m in clients], "--"),
    ]
    for number, (name, calls, line) in enumerate(curves):
        colour = figures.COLOURS[number]
        ax.plot(clients, calls, line, color=colour)
        inside, aside = number == 0, (-4, 5 if number == 3 else -13 if number == 1 else 5)
        where = (clients[len(clients) // 2], calls[len(clients) // 2]) if inside else (clients[-1], calls[-1])
        ax.annotate(name, where, xytext=(-6, 4) if inside else aside, textcoords="offset points", ha="right", color=colour)  # fmt: skip  # noqa: E501
    figures.label(ax, x="clients $M$", y="training runs, worst case")
    ax.set_title("Reasons make\nsafety cheap")
    return ax

"""Pictures of comparisons: rewards over what clients reach alone, loss by round, and mean gains over seeds."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from incentives.colours import COLOURS, INK
from incentives.methods.compared_methods import ALONE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MARKS = "os^DvP"


def _axes(ax: Axes | None) -> Axes:
    import matplotlib.pyplot as plt  # heavy, and nobody else here needs it

    return plt.figure(figsize=(5.2, 3.8), layout="constrained").add_subplot() if ax is None else ax


def _colours(methods: Iterable[str]) -> dict[str, str]:
    """A colour for each method, the same in all pictures of one comparison."""
    others = (method for method in methods if method != ALONE)
    return {method: COLOURS[place % len(COLOURS)] for place, method in enumerate(others)} | {ALONE: INK}


def draw_rewards(
    rewards: Mapping[str, Sequence[float]], *, diverged: Mapping[str, str], ax: Axes | None = None
) -> Axes:
    """Rewards over what clients reach alone; whoever lies below the line would rather stay alone.

    Args:
        rewards: by method, one per client; "stand-alone" is among the methods.
        diverged: what is said of each method whose training diverged; it is not drawn.
        ax: where to draw; a new figure by default.

    Raises:
        ValueError: training alone diverged.
    """
    if ALONE in diverged:
        raise ValueError(f"nothing can be drawn: training alone {diverged[ALONE]}")
    ax, alone, colours = _axes(ax), rewards[ALONE], _colours(rewards)
    trained = {method: given for method, given in rewards.items() if method not in diverged}
    worse = sum(g < a for m, given in trained.items() if m != ALONE for g, a in zip(given, alone, strict=True))
    every = [value for given in trained.values() for value in given]
    ends = [min(every) - 0.02, max(every) + 0.02]
    ax.plot(ends, ends, color=INK, linestyle=":", linewidth=1.2, marker="", label="as good as alone")
    for place, (method, given) in enumerate((m, g) for m, g in trained.items() if m != ALONE):
        ax.plot(alone, given, MARKS[place % len(MARKS)], color=colours[method], markersize=5, label=method)
    ax.set_xlabel("balanced accuracy alone")
    ax.set_ylabel("balanced accuracy of the reward")
    ax.set_title(f"{worse} of {(len(trained) - 1) * len(alone)} rewards are worse than staying alone")
    ax.legend(frameon=False, fontsize=8)
    return ax


def draw_rounds(
    losses: Mapping[str, Sequence[float]],
    *,
    methods: Iterable[str],
    unsettled: Collection[str],
    ax: Axes | None = None,
) -> Axes:
    """Mean loss on validation data by round, a line for each method; dashed where training has not settled.

    Args:
        losses: by method, before training and after each round; at least one method.
        methods: all that were compared, in the order of their colours.
        unsettled: those whose training has not settled.
        ax: where to draw; a new figure by default.

    Raises:
        ValueError: no method has a curve.
    """
    if not losses:
        raise ValueError(f"nothing can be drawn by round: losses must hold at least one method, got {dict(losses)}")
    from matplotlib.ticker import MaxNLocator

    ax, colours = _axes(ax), _colours(methods)
    for method, row in losses.items():
        style = "--" if method in unsettled else "-"
        ax.plot(range(len(row)), row, style, marker="", color=colours[method], linewidth=1.4, label=method)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_xlabel("round")
    ax.set_ylabel("mean loss on validation data")
    ax.set_title(f"{len(losses) - len(unsettled)} of {len(losses)} methods have settled")
    ax.legend(frameon=False, fontsize=8)
    return ax


def draw_gains(
    gains: Mapping[str, Sequence[float]],
    *,
    intervals: Mapping[str, tuple[float, float]],
    diverged: Collection[str],
    ax: Axes | None = None,
) -> Axes:
    """Mean gain of each method: a point for each seed, and the mean over seeds with its interval.

    Args:
        gains: mean gains by method, one per seed; "stand-alone", which gains nothing, is not drawn.
        intervals: by method, the mean over seeds and half of the interval for it.
        diverged: methods whose training diverged with some seed; they are named, and not drawn.
        ax: where to draw; a new figure by default.

    Raises:
        ValueError: no method is left to draw.
    """
    drawn = [method for method in gains if method != ALONE and method not in diverged]
    if not drawn:
        raise ValueError("nothing can be drawn: with some seed every training diverged, or training alone did")
    ax, colours = _axes(ax), _colours(gains)
    ax.axvline(0, color=INK, linestyle=":", linewidth=1.2)
    sure = 0
    for row, method in enumerate(drawn):
        mean, half = intervals[method]
        sure += abs(mean) > half
        ax.plot(gains[method], [row] * len(gains[method]), "o", color=colours[method], markersize=4, alpha=0.5)
        ax.errorbar([mean], [row], xerr=[half], fmt="s", color=colours[method], capsize=4, markersize=6)
    ax.set_yticks(range(len(drawn)), drawn)
    ax.set_ylim(len(drawn) - 0.5, -0.5)
    ax.set_xlabel("mean gain over training alone, balanced accuracy")
    left = f"; diverged: {', '.join(diverged)}" if diverged else ""
    ax.set_title(f"{sure} of {len(drawn)} intervals leave out zero{left}")
    return ax

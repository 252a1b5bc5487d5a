"""The width of one network that each client's contribution earns, by accuracies that a server measured."""

from __future__ import annotations

from typing import Any

from incentives.numbers import Numbers, as_row, is_exact
from incentives.rewards.allocation import allocate
from incentives.rewards.costs import AnyCost
from incentives.rewards.width_rewards import increasing_menu


def reward_widths(
    contributions: Numbers, widths: Numbers, accuracies: Numbers, *, cost: AnyCost = "ratio"
) -> tuple[tuple[Any, ...], tuple[int, ...]]:
    """The width of one network that each client's contribution earns, and who contributes more than any width gives.

    Widths that are no better than a narrower one are not offered; a client whose contribution no width reaches counts
    as contributing what the best one reaches.

    Args:
        contributions: what each client's own model reaches, shape (clients,), in the unit of the accuracies.
        widths: strictly increasing, shape (levels,).
        accuracies: of each width, same shape.
        cost: a name or a `Cost`, as in `allocate`.

    Raises:
        ValueError: unsorted widths, different lengths, numbers out of range.

    >>> reward_widths([50, 72, 80], [0.25, 0.5, 1.0], [60, 70, 75])
    ((0.25, 1.0, 1.0), (2,))
    """
    menu = increasing_menu(widths, accuracies)
    levels = [accuracy for _, accuracy in menu]
    contributed = as_row("contributions", contributions, exact=is_exact(contributions))
    beyond = tuple(k for k, own in enumerate(contributed) if own > levels[-1])
    found = allocate([min(own, levels[-1]) for own in contributed], levels, cost=cost).levels
    width_of = {accuracy: width if is_exact(widths) else float(width) for width, accuracy in menu}
    return tuple(width_of[level] for level in found), beyond

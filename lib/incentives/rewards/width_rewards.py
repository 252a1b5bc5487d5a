"""Width as the reward, for a server without validation data; and menus of widths for one that has some.

Without validation data nobody knows how accurate a width is, so contributions are put on the scale of widths and
the allocation problem is solved there. The text that we hold lost the map; it says only that both then share one
range. `normalised_contributions` offers two readings.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from incentives.numbers import Number, Numbers, Real, Row, as_row, is_exact
from incentives.rewards.allocation import Allocation, allocate
from incentives.rewards.continuous import allocate_continuous
from incentives.rewards.costs import AnyCost
from incentives.rewards.menus import check_levels

Scale = Literal["range", "share"]
NORMALISATIONS = ("range", "share")


def normalised_contributions(contributions: Numbers, narrowest: Any, *, by: Scale = "range") -> Row:
    """Contributions on the scale of widths, between `narrowest` and 1.

    Args:
        contributions: shape (clients,), at least 0, any unit.
        narrowest: least width, in (0, 1).
        by: "range" maps the least contribution to `narrowest` and the largest to 1, linearly; "share" divides by
            the largest contribution (what is below `narrowest` stays below; the floor of the menu lifts it).

    Returns:
        Shape (clients,): Fractions for ints and Fractions, else floats.

    Raises:
        ValueError: numbers out of range; "range" with equal contributions, where the map is 0/0; an unknown map.

    >>> from fractions import Fraction
    >>> [str(c) for c in normalised_contributions([2, 3, 6], Fraction(1, 4))]
    ['1/4', '7/16', '1']
    """
    if by not in NORMALISATIONS:
        raise ValueError(f"by must be one of {', '.join(NORMALISATIONS)}; got {by!r}")
    exact = is_exact(contributions) and is_exact(narrowest)
    c = as_row("contributions", contributions, exact=exact)
    (least,) = as_row("narrowest", [narrowest], exact=exact, of="entry")
    if not 0 < least < 1:
        raise ValueError(f"narrowest must be a width between 0 and 1, got {narrowest!r}")
    low, high = min(c), max(c)
    if low < 0 or high == 0:
        raise ValueError(f"contributions must be at least 0 and not all 0, got {contributions!r}")
    if by == "range" and low == high:
        raise ValueError(f"contributions must differ for the map by range, got {low} for everybody")
    scaled = [x / high if by == "share" else least + (1 - least) * (x - low) / (high - low) for x in c]
    return tuple(scaled) if exact else np.array(scaled)


def allocate_widths(
    contributions: Numbers,
    widths: Numbers | None = None,
    *,
    narrowest: Real | None = None,
    by: Scale = "range",
    cost: AnyCost = "ratio",
) -> Allocation:
    """The allocation of widths of least cost; gains are widths minus normalised contributions.

    Args:
        contributions: shape (clients,), at least 0.
        widths: the widths on offer, strictly increasing, the last one 1; without them every width from
            `narrowest` to 1 is on offer.
        narrowest: least width; with `widths` it is their first.
        by: see `normalised_contributions`.
        cost: a name or a `Cost`.

    Raises:
        ValueError: bad numbers, widths that do not end at 1, or neither or both of `widths` and `narrowest`.

    >>> from fractions import Fraction as F
    >>> [str(p) for p in allocate_widths([2, 3, 6], [F(1, 4), F(1, 2), F(1)]).levels]
    ['1/4', '1/2', '1']
    """
    if (widths is None) == (narrowest is None):
        raise ValueError("give either widths or narrowest")
    if widths is None:
        scaled = normalised_contributions(contributions, narrowest, by=by)
        return allocate_continuous(scaled, best=1, floor=narrowest, cost=cost)
    row = check_levels(widths, exact=is_exact(widths), name="widths")
    if row[-1] != 1:
        raise ValueError(f"widths must end at 1, the full network; got {row[-1]}")
    return allocate(normalised_contributions(contributions, row[0], by=by), widths, cost=cost)


def increasing_menu(widths: Numbers, accuracies: Numbers) -> tuple[tuple[Number, Number], ...]:
    """The widths worth offering, with their accuracies: those better than every narrower one.

    Measured accuracy may dip as the width grows; a width that is no better than a narrower one is left out, and
    what remains is strictly increasing, as a menu must be.

    Args:
        widths: greater than 0 and strictly increasing, shape (levels,).
        accuracies: of each width, same shape.

    Raises:
        ValueError: unsorted widths, a width that is not positive, or different lengths.

    >>> from fractions import Fraction
    >>> increasing_menu([Fraction(1, 4), Fraction(1, 2), 1], [70, 69, 74])
    ((Fraction(1, 4), Fraction(70, 1)), (Fraction(1, 1), Fraction(74, 1)))
    """
    wide = check_levels(widths, exact=is_exact(widths), name="widths")
    if not wide[0] > 0:
        raise ValueError(f"widths must be greater than 0, got {wide[0]}")
    good = as_row("accuracies", accuracies, exact=is_exact(accuracies), of="width")
    if len(wide) != len(good):
        raise ValueError(f"widths and accuracies must have one length, got {len(wide)} and {len(good)}")
    kept: list[tuple[Any, Any]] = []
    for width, accuracy in zip(wide, good, strict=True):
        if not kept or accuracy > kept[-1][1]:
            kept.append((width, accuracy))
    return tuple(kept)

"""Who wants what: groups, their sizes and their reward models over finitely many outcomes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from incentives.floats import shown, unit_of
from incentives.numbers import Numbers, Real, Table, as_array, as_index, as_list, is_exact, is_whole
from incentives.reading import as_probabilities

Normalisation = Literal["max", "sum"] | None


def normalise(rewards: Table, how: Normalisation) -> np.ndarray:
    """Each row divided by its largest entry (`"max"`) or by its sum (`"sum"`); `None` changes nothing.

    Raises:
        ValueError: a row has no positive entry, or `how` is unknown.

    >>> normalise([2, 1, 1], "sum")
    array([Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)], dtype=object)
    """
    r = as_array("rewards", rewards, exact=is_exact(rewards))
    if r.ndim < 1 or r.size == 0:
        raise ValueError(f"rewards must be one row of numbers or several, got {shown(rewards)}")
    if how is None:
        return r
    if how not in ("max", "sum"):
        raise ValueError(f'normalised must be "max", "sum" or None, got {how!r}')
    if r.dtype != object:
        r = r / unit_of(r)  # a power of two, where floats do not hold a sum
    scale = r.max(axis=-1, keepdims=True) if how == "max" else r.sum(axis=-1, keepdims=True)
    if not (scale > 0).all():
        raise ValueError("rewards must have a positive entry in every row to be normalised")
    return r / scale


@dataclass(frozen=True, eq=False)
class Preferences:
    """The private information of all groups, valid from birth.

    Args:
        rewards: what one member of each group gets from each outcome, shape (groups, outcomes), at least 0; ints
            and Fractions stay exact.
        sizes: members per group, shape (groups,), whole numbers of at least 1.
        normalised: the domain: `"max"` (every row has largest entry 1), `"sum"` (every row adds up to 1) or
            `None` (any row of numbers that are at least 0).

    Raises:
        ValueError: shapes differ, a reward is negative or a row is not normalised (floats: within 1e-9), or a
            size is not a whole number of at least 1.

    Reference:
        Sun et al. (2025), section 2.

    >>> clinics = Preferences([[1, 0, 0.5], [0, 1, 1]], [2, 1], normalised="max")
    >>> clinics.weighted[0], clinics.total
    (array([2., 0., 1.]), array([2., 1., 2.]))
    >>> clinics.valuations([0.5, 0.25, 0.25])
    array([0.625, 0.5  ])
    """

    rewards: np.ndarray
    sizes: np.ndarray
    normalised: Normalisation = "max"

    if TYPE_CHECKING:  # what may be given; the fields hold it as it was read

        def __init__(self, rewards: Table, sizes: Numbers, normalised: Normalisation = "max") -> None: ...

    def __post_init__(self) -> None:
        exact = is_exact(self.rewards)
        r = as_array("rewards", self.rewards, exact=exact)
        if r.ndim != 2 or 0 in r.shape:
            raise ValueError(f"rewards must have shape (groups, outcomes), neither of them 0; got shape {r.shape}")
        if r.min() < 0:
            raise ValueError(f"rewards must be at least 0, got {r.min()}")
        if self.normalised not in ("max", "sum", None):
            raise ValueError(f'normalised must be "max", "sum" or None, got {self.normalised!r}')
        if self.normalised is not None:
            scale = r.max(axis=1) if self.normalised == "max" else r.sum(axis=1)
            wrong = [i for i, s in enumerate(scale) if (s != 1 if exact else abs(s - 1) > 1e-9)]
            if wrong:
                what = "largest entry" if self.normalised == "max" else "sum"
                raise ValueError(f"rewards of group {wrong[0]} must have {what} 1, got {scale[wrong[0]]}")
        w = as_sizes(self.sizes)
        if w.shape != (len(r),):
            raise ValueError(f"sizes must have shape ({len(r)},), one per group; got shape {w.shape}")
        for array in (r, w):
            array.flags.writeable = False
        object.__setattr__(self, "rewards", r)
        object.__setattr__(self, "sizes", w)

    @property
    def weighted(self) -> np.ndarray:
        """R_i = w_i rm_i, shape (groups, outcomes)."""
        return self.sizes[:, None] * self.rewards

    @property
    def total(self) -> np.ndarray:
        """R, the sum of all R_i, shape (outcomes,)."""
        return self.weighted.sum(axis=0)

    def valuations(self, policy: ArrayLike) -> np.ndarray:
        """v_i: the reward that one member of each group expects from `policy`, shape (groups,)."""
        p = as_probabilities("policy", policy, exact=is_exact(policy))
        if p.shape != self.rewards.shape[1:]:
            raise ValueError(f"policy must have shape {self.rewards.shape[1:]}, got {p.shape}")
        return self.rewards @ p

    def replace(
        self, who: int, *, reward: Sequence[Real] | np.ndarray | None = None, size: Real | None = None
    ) -> Preferences:
        """The same groups, but group `who` with this reward model or size."""
        who = as_index("who, a group,", who, len(self.sizes))
        rewards, sizes = [list(row) for row in self.rewards], list(self.sizes)
        rewards[who] = rewards[who] if reward is None else as_list("reward", reward)
        sizes[who] = sizes[who] if size is None else size
        return Preferences(rewards, sizes, self.normalised)


Rewards = Table | Preferences  # what groups report: rows, or these with their sizes


def as_sizes(sizes: Any) -> np.ndarray:
    """Group sizes as an array of whole numbers of at least 1, shape (groups,)."""
    # Whole floats such as 3.0 are refused too: a size is a count.
    entries = sizes.tolist() if isinstance(sizes, np.ndarray) else as_list("sizes", sizes)
    for size in entries:
        if not is_whole(size) or not 1 <= size < 2**63:
            raise ValueError(f"sizes must be whole numbers of at least 1, got {shown(size)}")
    return np.array([int(size) for size in entries], dtype=int)


def read_reports(rewards: Any, sizes: Any = None, *, exact: bool = True) -> tuple[np.ndarray, np.ndarray]:
    """Reports of any kind as arrays: rewards (groups, outcomes) and sizes (groups,).

    A mechanism has to answer every report, so nothing is said about signs of rewards, normalisation or whole numbers
    here; that is what `Preferences` checks. Without sizes the rewards are taken as already weighted (sizes 1). Both
    are exact if both are made of whole numbers and Fractions and `exact` is not False.

    Raises:
        ValueError: shapes that do not fit, or a negative size.

    >>> read_reports([[-1, 2]], [0.5])[1]
    array([0.5])
    """
    if isinstance(rewards, Preferences):
        if sizes is not None:
            raise ValueError("sizes must be left out when the rewards come as Preferences")
        rewards, sizes = rewards.rewards, rewards.sizes
    if isinstance(sizes, np.ndarray) and sizes.dtype.kind in "iu":
        sizes = sizes.tolist()  # counts: an array of them is as exact as a list
    exact = exact and is_exact(rewards) and (sizes is None or is_exact(sizes))
    r = as_array("rewards", rewards, exact=exact, finite=False)
    if r.ndim != 2 or 0 in r.shape:
        raise ValueError(f"rewards must have shape (groups, outcomes), neither of them 0; got shape {r.shape}")
    w = as_array("sizes", [1] * len(r) if sizes is None else sizes, exact=exact)
    if w.shape != (len(r),):
        raise ValueError(f"sizes must have shape ({len(r)},), one per group; got {w.shape}")
    if (least := min(w.tolist())) < 0:
        raise ValueError(f"sizes must be at least 0, got {least}")
    return r, w


FAR = 2.0**20  # so many times the widest row or the penalty, and a constant costs digits that payments need
_PROBED = 8


def without_constants(rewards: np.ndarray, sizes: np.ndarray, penalty: Any) -> tuple[np.ndarray, Any]:
    """Rows far from 0 beside their spread and the penalty, less the least of each, and the weighted sum of these.

    A constant in a group's rewards changes no distribution that is trained and no payment; welfare grows by it. Exact
    rewards, and others than such rows, stay as they are.

    >>> without_constants(np.array([[1e14, 1e14 + 1], [0, 1]]), np.array([2.0, 1.0]), 1)
    (array([[0., 1.],
           [0., 1.]]), np.float64(200000000000000.0))
    """
    if rewards.dtype == object:
        return rewards, None
    with np.errstate(all="ignore"):
        few = rewards[:, :: max(1, rewards.shape[1] // _PROBED)]
        if not _far(few, sizes, float(penalty)).any():
            return rewards, None
        far = _far(rewards, sizes, float(penalty))
        if not far.any():
            return rewards, None
        taken = np.where(far, rewards.min(axis=1), 0.0)
        return rewards - taken[:, None], sizes @ taken


def _far(rewards: np.ndarray, sizes: np.ndarray, penalty: float) -> np.ndarray:
    """Which rows have an end that is far from 0; among fewer outcomes more of them do."""
    low, high = rewards.min(axis=1), rewards.max(axis=1)
    widest = max((sizes * (high - low)).max(), penalty)
    return np.isfinite(low) & (sizes * np.minimum(abs(low), abs(high)) > FAR * widest) & (low * high > 0)


def random_preferences(
    groups: int,
    outcomes: int,
    *,
    rng: np.random.Generator,
    normalised: Normalisation = "max",
    largest_size: int = 5,
) -> Preferences:
    """Independent uniform rewards, normalised, and uniform sizes 1..`largest_size`.

    >>> random_preferences(2, 3, rng=np.random.default_rng(0)).rewards.max(axis=1)
    array([1., 1.])
    """
    rewards = normalise(rng.uniform(size=(groups, outcomes)), normalised)
    return Preferences(rewards, rng.integers(1, largest_size + 1, size=groups), normalised)

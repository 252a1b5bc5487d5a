"""Labelled points divided among clients: evenly, by Dirichlet draws, by quantity, by label, by owner.

Each rule returns a `ClientSplit`: for every client the positions of its points, sorted. All chance comes from
`rng`; equal generators give equal splits. `PARTITIONS` names the nine divisions of the Aequa paper. Its text
gives the rules; of the settings it gives the classes per client and one quantity skew. The other numbers are
lost, and ours are marked below.

Reference:
    Tastan, Horvath and Nandakumar (2025), section 6; Li et al. (2022), NIID-Bench, for the capped Dirichlet
    draws and the label skew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from incentives.learning.client_split import ClientSplit, whole_numbers
from incentives.reading import as_generator, as_real

__all__ = [
    "PARTITIONS", "VARIANTS", "ClientSplit", "Holdout", "by_owner", "dirichlet", "divide",
    "homogeneous", "label_skew", "quantity_skew", "split_validation",
]  # fmt: skip

# Dirichlet draws are repeated until every client has enough points, but not for ever: so many times, and for
# large tables of clients by classes so many cells (some seconds).
_DRAWS, _CELLS = 1_000, 50_000_000
VARIANTS = ("capped", "plain")


# -- reading and dealing ------------------------------------------------------------------------------------


def _whole(name: str, value: Any, low: int, high: int, high_is: str) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not low <= value <= high:
        raise ValueError(f"{name} must be a whole number from {low} to {high} ({high_is}), got {value!r}")
    return int(value)


def _read(labels: ArrayLike, clients: int, rng: Any) -> tuple[np.ndarray, np.ndarray, int]:
    as_generator("rng", rng)
    found = whole_numbers("labels", labels)
    count = _whole("clients", clients, 1, found.size, "the number of points")
    return np.unique(found, return_inverse=True)[1], np.unique(found), count


def _deal(kinds: np.ndarray, counts: np.ndarray, rng: np.random.Generator, rule: str) -> ClientSplit:
    """Give each client `counts[client, kind]` randomly chosen points of each kind, all draws at once."""
    shuffled = rng.permutation(kinds.size)
    by_kind = shuffled[np.argsort(kinds[shuffled], kind="stable")]
    left = np.bincount(kinds, minlength=counts.shape[1]) - counts.sum(axis=0)
    clients = np.arange(len(counts) + 1)  # the last takes what is left over
    owner = np.repeat(np.tile(clients, counts.shape[1]), np.vstack([counts, left]).T.ravel())
    by_owner = by_kind[np.argsort(owner, kind="stable")]
    parts = np.split(by_owner, np.cumsum(counts.sum(axis=1)))
    return ClientSplit(rule, kinds.size, tuple(parts[:-1]))


def _evenly(totals: np.ndarray, clients: int) -> np.ndarray:
    """Counts (clients, kinds) that differ by at most one in each kind, and in their sums over kinds."""
    rest = totals % clients
    # What does not divide is handed out round and round, going on with the next client at the next kind.
    begin = np.cumsum(rest) - rest
    turn = (np.arange(clients)[:, None] - begin[None, :]) % clients
    return totals[None, :] // clients + (turn < rest[None, :])


# -- the rules ----------------------------------------------------------------------------------------------


def homogeneous(labels: ArrayLike, clients: int, *, rng: np.random.Generator) -> ClientSplit:
    """Every client holds the same number of points of every class, up to one.

    Args:
        labels: class of each point, shape (points,), whole numbers >= 0.
        clients: how many, at most one for each point.
        rng: decides which points.

    Raises:
        ValueError: more clients than points, or labels are no whole numbers.

    >>> homogeneous([0, 0, 0, 0, 1, 1], 2, rng=np.random.default_rng(0)).counts([0, 0, 0, 0, 1, 1])
    array([[2, 1],
           [2, 1]])
    """
    kinds, _, count = _read(labels, clients, rng)
    return _deal(kinds, _evenly(np.bincount(kinds), count), rng, "homogeneous")


def dirichlet(
    labels: ArrayLike,
    clients: int,
    *,
    alpha: float,
    rng: np.random.Generator,
    least: int = 10,
    variant: Literal["capped", "plain"] = "capped",
) -> ClientSplit:
    """Each class is divided in proportions drawn from a symmetric Dirichlet distribution.

    All draws are repeated until every client holds at least `least` points.

    Args:
        labels: class of each point, shape (points,), whole numbers >= 0.
        clients: how many, at most one for each point.
        alpha: concentration; small values give each class to few clients.
        rng: decides proportions and points.
        least: points that every client must hold, at least 1.
        variant: "capped" as in NIID-Bench: class after class, who already holds its even share of all points
            or more gets nothing of the class, and the other proportions are scaled up; "plain": no such cap.

    Raises:
        ValueError: alpha is not above 0, an unknown variant, more clients than points, more points asked for
            than exist, or somebody got fewer than `least` in every one of many draws (1,000; fewer, but at
            least 20, for thousands of clients).
    """
    kinds, _, count = _read(labels, clients, rng)
    alpha = as_real("alpha", alpha, above=0)
    if not isinstance(variant, str) or variant not in VARIANTS:
        raise ValueError(f"variant must be one of {', '.join(VARIANTS)}, got {variant!r}")
    least = _whole("least", least, 1, kinds.size // count, "an even share")
    totals = np.bincount(kinds)
    draws = max(20, min(_DRAWS, _CELLS // (count * totals.size)))
    for _ in range(draws):
        counts = _drawn(totals, count, alpha, rng, capped=variant == "capped")
        if counts.sum(axis=1).min() >= least:
            return _deal(kinds, counts, rng, f"dirichlet {alpha:g} ({variant})")
    raise ValueError(
        f"{draws:,} Dirichlet draws with alpha = {alpha:g} each left one of {count:,} clients with fewer "
        f"than least = {least} points; take a larger alpha, fewer clients or a smaller least"
    )


def _drawn(totals: np.ndarray, clients: int, alpha: float, rng: np.random.Generator, *, capped: bool) -> np.ndarray:
    counts = np.empty((totals.size, clients), dtype=np.int64)
    held = np.zeros(clients, dtype=np.int64)
    concentration = np.full(clients, float(alpha))
    for kind, total in enumerate(totals):
        below = held * clients < totals.sum() if capped else np.ones(clients, dtype=bool)
        shares = rng.dirichlet(concentration) * below
        if not shares.sum() > 0:
            # A tiny alpha gives a class to one client. If that one is full, somebody else takes the class.
            shares = np.zeros(clients)
            shares[rng.choice(np.flatnonzero(below))] = 1.0
        # Divided by its own last entry, the running sum is 1 from the last positive share on, so that
        # rounding gives nobody above the cap a point.
        upto = np.cumsum(shares)
        counts[kind] = np.diff((upto / upto[-1] * total).astype(np.int64), prepend=0)
        held += counts[kind]
    return counts.T


def quantity_skew(
    labels: ArrayLike, clients: int, *, share: float, favoured: int, rng: np.random.Generator
) -> ClientSplit:
    """The first `favoured` clients hold `share` of all points *each*; the others divide the rest evenly.

    Points are drawn without looking at their class.

    Args:
        labels: class of each point, shape (points,), whole numbers >= 0.
        clients: how many, at most one for each point.
        share: of all points, above 0.
        favoured: how many clients hold that share, at least 1.
        rng: decides which points.

    Raises:
        ValueError: share * favoured is above 1, or leaves nothing for the others, or leaves points when there
            are no others; or more clients than points.

    >>> quantity_skew([0] * 100, 4, share=0.4, favoured=2, rng=np.random.default_rng(0)).sizes
    array([40, 40, 10, 10])
    """
    kinds, _, count = _read(labels, clients, rng)
    favoured = _whole("favoured", favoured, 1, count, "the number of clients")
    share = as_real("share", share, above=0)
    taken = share * favoured
    if taken > 1 + 1e-9:
        raise ValueError(
            f"share must be above 0 and share * favoured at most 1, got {share!r} * {favoured} = {taken:g}"
        )
    others = count - favoured
    if not others and taken < 1 - 1e-9:
        raise ValueError(f"share * favoured must be 1 when all clients are favoured, got {taken:g}")
    # A share that is a whole number of points up to rounding is that number.
    each = int(np.floor(share * kinds.size + 1e-6)) if others else 0
    if others and kinds.size - favoured * each < others:
        raise ValueError(
            f"share = {share!r} for {favoured} clients leaves {kinds.size - favoured * each} points for "
            f"the other {others}; every client must hold one"
        )
    if others and each == 0:
        raise ValueError(f"share = {share!r} of {kinds.size} points is less than one point")
    rest = _evenly(np.array([kinds.size - favoured * each]), others or count)
    sizes = np.vstack([np.full((favoured, 1), each), rest]) if others else rest
    return _deal(np.zeros_like(kinds), sizes, rng, f"quantity skew {favoured} x {share:g}")


def label_skew(labels: ArrayLike, clients: int, *, classes_per_client: int, rng: np.random.Generator) -> ClientSplit:
    """Client i holds class i (counted round and round) and others at random; owners share a class evenly.

    What does not divide goes to the owners who hold least. A class that nobody drew stays `unused`; that can
    happen only with fewer clients than classes.

    Args:
        labels: class of each point, shape (points,), whole numbers >= 0.
        clients: how many, at most one for each point.
        classes_per_client: how many classes each client holds, at most those that occur in `labels`.
        rng: decides classes and points.

    Raises:
        ValueError: more classes per client than occur, more clients than points, or a client is left with
            nothing because too many share its classes.
    """
    kinds, names, count = _read(labels, clients, rng)
    wanted = _whole("classes_per_client", classes_per_client, 1, names.size, "the classes that occur")
    draw = rng.random((count, names.size))
    draw[np.arange(count), np.arange(count) % names.size] = -1.0
    holds = np.zeros((count, names.size), dtype=bool)
    np.put_along_axis(holds, np.argsort(draw, axis=1)[:, :wanted], True, axis=1)
    counts = np.zeros((count, names.size), dtype=np.int64)
    held = np.zeros(count, dtype=np.int64)
    for kind, total in enumerate(np.bincount(kinds)):
        owners = np.flatnonzero(holds[:, kind])
        if owners.size:
            # What does not divide goes to the owners who hold least so far.
            counts[owners, kind] = total // owners.size
            poorest = owners[np.argsort(held[owners] + counts[owners, kind], kind="stable")]
            counts[poorest[: total % owners.size], kind] += 1
            held += counts[:, kind]
    return _deal(kinds, counts, rng, f"label skew, {wanted} classes each")


def by_owner(owners: ArrayLike) -> ClientSplit:
    """Everybody who made points is a client and holds its own, as the writers of FEMNIST.

    Args:
        owners: who made each point, shape (points,), whole numbers >= 0.

    Raises:
        ValueError: owners are no whole numbers.

    >>> [mine.tolist() for mine in by_owner([7, 2, 7, 2, 2])]
    [[1, 3, 4], [0, 2]]
    """
    found = whole_numbers("owners", owners)
    order = np.argsort(found, kind="stable")
    _, sizes = np.unique(found, return_counts=True)
    return ClientSplit("by owner", found.size, tuple(np.split(order, np.cumsum(sizes)[:-1])))


class Holdout(NamedTuple):
    """Two disjoint sets of positions, increasing: to train on, and to choose by."""

    train: np.ndarray
    validation: np.ndarray


def split_validation(labels: ArrayLike, *, share: float, rng: np.random.Generator) -> Holdout:
    """Set a share of the points aside, the same share of every class as nearly as whole points allow.

    Args:
        labels: class of each point, shape (points,), whole numbers >= 0.
        share: of the points for validation, between 0 and 1.
        rng: decides which points.

    Raises:
        ValueError: share is not inside (0, 1), or one side would be empty.

    >>> train, validation = split_validation([0] * 8 + [1] * 4, share=0.25, rng=np.random.default_rng(0))
    >>> train.size, validation.size
    (9, 3)
    """
    kinds, _, _ = _read(labels, 1, rng)
    share = as_real("share", share, above=0, below=1)
    totals = np.bincount(kinds)
    aside = round(share * kinds.size)
    if not 0 < aside < kinds.size:
        raise ValueError(f"share = {share!r} of {kinds.size} points leaves one side empty")
    counts = np.floor(share * totals + 1e-9).astype(np.int64)
    # Largest remainders first, so that the sum is right and no class is off by a whole point.
    order = np.argsort(counts - share * totals, kind="stable")
    counts[order[: aside - counts.sum()]] += 1
    held = _deal(kinds, counts[None, :], rng, "validation")
    return Holdout(held.unused, held[0])


# -- the nine of the paper ----------------------------------------------------------------------------------


def _label_skew_of_the_paper(labels: ArrayLike, clients: int, *, rng: np.random.Generator) -> ClientSplit:
    """Three classes for each client; thirty where there are a hundred."""
    wanted = 30 if np.unique(whole_numbers("labels", labels)).size >= 100 else 3
    return label_skew(labels, clients, classes_per_client=wanted, rng=rng)


PartitionName = Literal[
    "homogeneous",
    "dirichlet-0.1",
    "dirichlet-0.5",
    "dirichlet-1",
    "dirichlet-2",
    "dirichlet-5",
    "quantity-2x0.4",
    "quantity-6x0.15",
    "label-skew",
]
# From the paper: the rules, 3 and 30 classes, two clients with 40% each. Ours: the alphas, and six with 15%.
PARTITIONS: Mapping[str, Callable[..., ClientSplit]] = MappingProxyType(
    {
        "homogeneous": homogeneous,
        "dirichlet-0.1": partial(dirichlet, alpha=0.1),
        "dirichlet-0.5": partial(dirichlet, alpha=0.5),
        "dirichlet-1": partial(dirichlet, alpha=1.0),
        "dirichlet-2": partial(dirichlet, alpha=2.0),
        "dirichlet-5": partial(dirichlet, alpha=5.0),
        "quantity-2x0.4": partial(quantity_skew, share=0.4, favoured=2),
        "quantity-6x0.15": partial(quantity_skew, share=0.15, favoured=6),
        "label-skew": _label_skew_of_the_paper,
    }
)


def divide(name: PartitionName, labels: ArrayLike, clients: int, *, rng: np.random.Generator) -> ClientSplit:
    """One of the nine named partitions.

    Args:
        name: a key of `PARTITIONS`.
        labels: class of each point, shape (points,), whole numbers >= 0.
        clients: how many.
        rng: decides everything that is left to chance.

    Raises:
        ValueError: no such name, or what the rule refuses.

    >>> divide("quantity-2x0.4", [0, 1] * 500, 10, rng=np.random.default_rng(0))
    quantity skew 2 x 0.4: 1,000 points, 10 clients with 25 to 400
    """
    if not isinstance(name, str) or name not in PARTITIONS:
        raise ValueError(f"name must be one of {', '.join(PARTITIONS)}, got {name!r}")
    return PARTITIONS[name](labels, clients, rng=rng)

"""The study behind the page "Can the core be empty?": searches that take longer than a page may.

python -m incentives_book.study experiments/empty-core/study.toml
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from tqdm import tqdm

from incentives_book.coalitions.can_the_core_be_empty.empty_core import all_sizes, has_gap, never_stable
from incentives_book.coalitions.can_the_core_be_empty.noise_sweep import empty_ratios
from incentives_book.study.kinds import Kind


@dataclass(frozen=True)
class Search:
    """One search for games without a stable partition, under uniform federation.

    Args:
        kind: "every-size" takes each multiset of sizes up to `largest` at all real noise levels at once;
            "log-uniform" and "uniform" draw sizes between `low` and `high` times noise / spread at one noise.
        players: how many.
        concept: "core", "individual" or "nash".
        largest: for "every-size", the largest size.
        games: for the random kinds, how many games.
        low: for the random kinds, the smallest size in units of noise / spread.
        high: likewise the largest.
        noise: for the random kinds, samples in one unit; sizes are rounded to whole samples.
        seed: of NumPy's default generator.
    """

    kind: str
    players: int
    concept: str = "core"
    largest: int = 0
    games: int = 0
    low: float = 0.0
    high: float = 0.0
    noise: int = 200
    seed: int = 0

    def __post_init__(self) -> None:
        if self.kind not in ("every-size", "log-uniform", "uniform"):
            raise ValueError(f'kind must be "every-size", "log-uniform" or "uniform"; got {self.kind!r}')
        if self.kind == "every-size" and self.largest < 1:
            raise ValueError(f"largest must be a whole number >= 1 for every-size, got {self.largest!r}")
        if self.kind != "every-size" and not (self.games >= 1 and 0 < self.low < self.high):
            raise ValueError(f"a random search needs games >= 1 and 0 < low < high; got {self}")

    @property
    def settings(self) -> dict[str, Any]:
        """The fields that matter to this kind, in order: the key of its record."""
        idle = {"games", "low", "high", "noise", "seed"} if self.kind == "every-size" else {"largest"}
        return {name: value for name, value in asdict(self).items() if name not in idle}


def draw_sizes(search: Search, rng: np.random.Generator, games: int) -> np.ndarray:
    """Random sizes in whole samples, at least one each, shape (games, players)."""
    shape = (games, search.players)
    if search.kind == "uniform":
        sizes = rng.uniform(search.low, search.high, shape)
    else:
        sizes = np.exp(rng.uniform(np.log(search.low), np.log(search.high), shape))
    return np.maximum(np.rint(search.noise * sizes), 1).astype(np.int64)


def run_search(search: Search, *, progress: bool = False, keep: int = 40) -> dict[str, Any]:
    """Run one search and describe it.

    Returns:
        `games` looked at, `empty` how many of them have no stable partition, `found` up to `keep` of those
        (for "every-size" the ones with the smallest largest member, and the exact ratios), `seconds`.

    >>> record = run_search(Search("every-size", players=3, concept="nash", largest=7))
    >>> record["games"], record["empty"], record["found"][0]
    (84, 12, {'sizes': [1, 3, 4], 'ratios': ['(63/20, 13/4)']})
    """
    started, games, found = time.perf_counter(), 0, []
    if search.kind == "every-size":
        for sizes in tqdm(all_sizes(search.players, search.largest), disable=not progress, desc=str(search.settings)):
            games += len(sizes)
            found += sizes[has_gap(sizes, concept=search.concept)].tolist()
        found.sort(key=lambda sizes: sizes[::-1])
    else:
        rng = np.random.default_rng(search.seed)
        for _ in tqdm(range(0, search.games, 5000), disable=not progress, desc=str(search.settings)):
            sizes = draw_sizes(search, rng, min(5000, search.games - games))
            games += len(sizes)
            found += np.sort(sizes[never_stable(sizes, search.noise, concept=search.concept)], axis=1).tolist()
    examples: list[dict[str, Any]] = [{"sizes": sizes} for sizes in found[:keep]]
    if search.kind == "every-size":
        for example in examples:
            ratios = empty_ratios(example["sizes"], concept=search.concept)
            if not ratios:
                raise ArithmeticError(f"the two exact methods disagree about {example['sizes']}")
            example["ratios"] = [str(stretch) for stretch in ratios]
    return {
        "games": games,
        "empty": len(found),
        "found": examples,
        "seconds": round(time.perf_counter() - started, 1),
    }


def line(record: Mapping[str, Any]) -> str:
    """A record in one line."""
    return f"{record['empty']:6d} of {record['games']:>9,d} games empty  {record['settings']}"


KIND = Kind(
    setting=Search,
    run=run_search,
    line=line,
    code=lambda search: ("incentives_book.study.empty_core:run_search",),
    packages=("numpy",),
    precision="exact",
    told=lambda search: search.settings,
)

"""The study behind the page "Can the core be empty?": searches that take longer than a page may.

    python -m incentives_book.study.empty_core experiments/empty-core/study.toml

Each `[[search]]` of the TOML file becomes one line of `records.jsonl` beside it. A search whose settings already have
a record is skipped, so that a stopped study goes on where it was; delete a line to run its search again.
"""

from __future__ import annotations

import argparse
import json
import platform
import time
import tomllib
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

from incentives_book.coalitions.can_the_core_be_empty.empty_core import all_sizes, has_gap, never_stable
from incentives_book.coalitions.can_the_core_be_empty.noise_sweep import empty_ratios


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
        `settings`, `games` looked at, `empty` how many of them have no stable partition, `found` up to `keep` of those
        (for "every-size" the ones with the smallest largest member, and the exact ratios), `seconds`.

    >>> record = run_search(Search("every-size", players=3, concept="nash", largest=7))
    >>> record["games"], record["empty"], record["found"][0]
    (84, 12, {'sizes': [1, 3, 4], 'ratios': ['(63/20, 13/4)']})
    """
    started, games, found = time.perf_counter(), 0, []
    if search.kind == "every-size":
        for sizes in tqdm(
            all_sizes(search.players, search.largest), disable=not progress, desc=str(search.settings)
        ):
            games += len(sizes)
            found += sizes[has_gap(sizes, concept=search.concept)].tolist()
        found.sort(key=lambda sizes: sizes[::-1])
    else:
        rng = np.random.default_rng(search.seed)
        for _ in tqdm(range(0, search.games, 5000), disable=not progress, desc=str(search.settings)):
            sizes = draw_sizes(search, rng, min(5000, search.games - games))
            games += len(sizes)
            found += np.sort(
                sizes[never_stable(sizes, search.noise, concept=search.concept)], axis=1
            ).tolist()
    examples: list[dict[str, Any]] = [{"sizes": sizes} for sizes in found[:keep]]
    if search.kind == "every-size":
        for example in examples:
            ratios = empty_ratios(example["sizes"], concept=search.concept)
            if not ratios:
                raise ArithmeticError(f"the two exact methods disagree about {example['sizes']}")
            example["ratios"] = [str(stretch) for stretch in ratios]
    return {
        "settings": search.settings,
        "games": games,
        "empty": len(found),
        "found": examples,
        "seconds": round(time.perf_counter() - started, 1),
    }


def read_records(path: str | Path) -> list[dict[str, Any]]:
    """The records of a study, in the order in which they were written."""
    path = Path(path)
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def run_study(study: str | Path, *, progress: bool = True) -> list[dict[str, Any]]:
    """Run the searches of a TOML file that have no record yet; return all its records."""
    study = Path(study)
    searches = [Search(**search) for search in tomllib.loads(study.read_text())["search"]]
    store = study.with_name("records.jsonl")
    for search in searches:
        if any(record["settings"] == search.settings for record in read_records(store)):
            continue
        record = run_search(search, progress=progress)
        record["made_with"] = {"python": platform.python_version(), "numpy": np.__version__}
        with store.open("a") as file:
            file.write(json.dumps(record) + "\n")
    return read_records(store)


def main(arguments: list[str] | None = None) -> None:
    """Run a study from the command line and print one line per record."""
    parser = argparse.ArgumentParser(description="Search for games without a stable partition.")
    parser.add_argument("study", type=Path, help="TOML file with [[search]] tables")
    for record in run_study(parser.parse_args(arguments).study):
        print(f"{record['empty']:6d} of {record['games']:>9,d} games empty  {record['settings']}")


if __name__ == "__main__":
    main()

"""The study behind the page "What can a bill promise?": a thousand known games of each kind.

    python -m incentives_book.study experiments/certificate-coverage/study.toml

A record names the games in which an end failed, so that the page can play the first of them again and compare.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from incentives.numbers import as_count
from incentives.reading import as_real
from incentives_book.study.kinds import Kind
from incentives_book.study.known_games import ENDS, Coverage, coverage


@dataclass(frozen=True)
class Setting:
    """Games of one kind.

    Args:
        strength: range of the rewards over the penalty.
        replies: drawn in each game.
        prompts: in each game.
        games: how many.
        cap: of probabilities, as a multiple of the initial model's.
        seed: of all games together.
    """

    strength: float
    replies: int
    prompts: int = 1
    games: int = 1000
    cap: float = 16.0
    seed: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "strength", as_real("strength", self.strength, above=0))
        object.__setattr__(self, "cap", as_real("cap", self.cap, least=1))
        for name, least in (("replies", 2), ("prompts", 1), ("games", 1), ("seed", 0)):
            as_count(name, getattr(self, name), least=least)


def run(setting: Setting) -> dict[str, Any]:
    """Which games failed, and the medians."""
    started = time.perf_counter()
    found = coverage(
        setting.strength, setting.replies, prompts=setting.prompts, games=setting.games, cap=setting.cap,
        seed=setting.seed,
    )  # fmt: skip
    failed = {end: list(getattr(found, end)) for end in ENDS}
    told = {"says": found.says, "width": round(found.width, 6), "missed": round(found.missed, 6)}
    return {"failed": failed, **told, "seconds": round(time.perf_counter() - started, 1)}


def coverage_of(record: Mapping[str, Any]) -> Coverage:
    """A record as what `coverage` gives."""
    asked = record["settings"]
    return Coverage(
        *(asked[name] for name in ("strength", "prompts", "replies", "games")),
        *(tuple(record["failed"][end]) for end in ENDS),
        *(record[name] for name in ("says", "width", "missed")),
    )


def line(record: Mapping[str, Any]) -> str:
    """A record in one line."""
    cell = coverage_of(record)
    held = ", ".join(f"{end} {cell.held(end)}" for end in ENDS)
    return f"{cell.strength:g} penalties, {cell.prompts} prompts, {cell.replies} replies, {cell.games} games: {held}"


KIND = Kind(
    setting=Setting,
    run=run,
    line=line,
    code=lambda setting: ("incentives_book.study.certificate_coverage:run",),
    packages=("numpy",),
    precision="double",
)

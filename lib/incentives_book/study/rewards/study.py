"""The study of methods that reward with smaller networks: each method in each cell. Needs PyTorch.

    python -m incentives_book.study experiments/rewards-on-images/study.toml --executor processes

A run of any other method is measured against training alone in the same cell, which comes with it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from pathlib import Path
from typing import Any

from incentives.learning.half_precision import PRECISIONS
from incentives_book.study.data_here import require_here
from incentives_book.study.kinds import Kind
from incentives_book.study.records import key_of
from incentives_book.study.rewards.cells import Cell, checksums, set_scene
from incentives_book.study.rewards.methods import ENGINES, EVERYBODY, METHODS, Result, play

ALONE = "stand-alone"
# Names in `methods` of what each method is, so that an edit of one of them leaves the records of the others alone.
DEFINITIONS = {
    ALONE: (),
    "fedavg": ("_fedavg",),
    "cgsv": ("cgsv",),
    "iafl": ("iafl",),
    "aequa": ("_aequa",),
    "aequa-cgsv": ("while_training",),
    "aequa-shapfed": ("while_training", "last_layer_contributions"),
}


@dataclass(frozen=True)
class Setting(Cell):
    """One run: a cell, and what is trained in it.

    Args:
        method: a name in `METHODS`.
    """

    method: str = field(kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.method not in METHODS:
            raise ValueError(f"method must be one of {', '.join(METHODS)}, got {self.method!r}")
        if self.participation and self.method in EVERYBODY:
            raise ValueError(f"participation must be false with {self.method}, which needs all clients; got true")

    @property
    def cell(self) -> Cell:
        """Without the method."""
        return Cell(**{f.name: getattr(self, f.name) for f in fields(Cell)})

    @property
    def settings(self) -> dict[str, Any]:
        """The fields that matter, as a record keeps them."""
        return {"method": self.method, **self.cell.settings}


def alone_in(setting: Setting) -> Setting | None:
    """The run that a run is measured against; none for training alone."""
    if setting.method == ALONE:
        return None
    return replace(setting, method=ALONE)


def run(setting: Setting, *, against: Mapping[str, Any] | None = None, **how: Any) -> dict[str, Any]:
    """Train one method in one cell.

    Args:
        setting: cell and method.
        against: the record of training alone in the same cell, for every other method.
        how: device, engine and precision, as `play` takes them, and checkpoint, a folder in which rounds are kept.
    """
    if folder := how.pop("checkpoint", None):
        # The rounds of another engine, device or precision are not gone on with.
        how["checkpoint"] = str(Path(folder) / f"{key_of(setting.settings, **how)}.pt")
    alone = None if against is None else Result(against["validation"], against["test"], against["seconds"])
    result = play(setting.cell, setting.method, alone=alone, **how)
    return {
        "validation": result.validation,
        "test": result.test,
        "seconds": round(result.seconds, 3),
        "extra": result.extra,
        "engine": how.get("engine", "sequential"),
    }


def line(record: Mapping[str, Any]) -> str:
    """A record in one line."""
    asked = record["settings"]
    return (
        f"{asked['method']:14s} {asked['data']:14s} {asked['partition']:16s} seed {asked['seed']}: "
        f"accuracy {sum(record['test']) / len(record['test']):.3f}, {record['seconds']:.0f} s"
    )


def code(setting: Setting) -> tuple[str, ...]:
    """The method, and the cell."""
    names = [f"incentives_book.study.rewards.methods:{name}" for name in ("play", *DEFINITIONS[setting.method])]
    return (*names, "incentives_book.study.rewards.cells:Cell")


@cache
def _checksum(cell: Cell) -> str:
    require_here(cell.data, "train", "test")
    return set_scene(cell).checksum  # not the cell's own scene, which would stay as long as the checksum


@cache
def _splits(data: str) -> str:
    """Of all files that a cell of these data reads: those that are trained on, that choose and that score."""
    return hashlib.sha256(" ".join(checksums(data)).encode()).hexdigest()[:16]


KIND = Kind(
    setting=Setting,
    run=run,
    line=line,
    code=code,
    packages=("numpy", "torch"),
    precision="single",
    data=lambda setting: _checksum(setting.cell),
    splits=lambda setting: _splits(setting.data),
    needs=alone_in,
    options={"device": (), "engine": ENGINES, "precision": PRECISIONS, "checkpoint": ()},
    told=lambda setting: setting.settings,
)

"""Handwriting by writer, in LEAF's JSON layout.

Each file is one object: `users` names writers, `num_samples` says how many images each of them drew, and
`user_data` maps a writer to `x`, rows of 784 grey values from 0 (ink) to 1 (paper), and `y`, class numbers
0..61: digits, capital letters, small letters. LEAF divides bytes by 255, so rounding 255 x gives the bytes
back.

Reference:
    Caldas et al. (2018), LEAF: a benchmark for federated settings.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

SIDE = 28


def _writer(file: Path, name: str, told: int, data: Any, classes: int) -> tuple[np.ndarray, np.ndarray]:
    where = f"{file}, writer {name}"
    if not isinstance(data, dict) or not {"x", "y"} <= data.keys():
        raise ValueError(f"{where}: user_data must hold 'x' and 'y'")
    x, y = data["x"], data["y"]
    if not len(x) == len(y) == told or told == 0:
        raise ValueError(
            f"{where}: num_samples says {told}, but there are {len(x)} images and {len(y)} labels"
        )
    try:
        grey = np.asarray(x, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{where}: images must be rows of {SIDE * SIDE} numbers") from error
    if grey.shape != (told, SIDE * SIDE):
        raise ValueError(f"{where}: images must be rows of {SIDE * SIDE} numbers, got shape {grey.shape}")
    if not ((grey >= 0) & (grey <= 1)).all():
        raise ValueError(f"{where}: grey values must lie in 0..1, got {grey.min()} to {grey.max()}")
    labels = np.asarray(y)
    if labels.dtype.kind not in "iu" or labels.min() < 0 or labels.max() >= classes:
        raise ValueError(f"{where}: labels must be whole numbers 0..{classes - 1}, got {sorted(set(y))}")
    return np.rint(grey * 255).astype(np.uint8).reshape(told, 1, SIDE, SIDE), labels.astype(np.int64)


def read_leaf(files: Sequence[Path], *, classes: int) -> dict[str, np.ndarray]:
    """All writers of these files, one after the other in alphabetical order.

    One file of LEAF's usual size (100 writers) needs about a gigabyte while it is read.

    Args:
        files: JSON files that together hold each writer once.
        classes: number of classes.

    Returns:
        `inputs` (points, 1, 28, 28) uint8, `labels` (points,) int64, `owners` (points,) int64, positions in
        `writers` (writers,), their names.

    Raises:
        ValueError: a file is cut off, lacks a part or contradicts itself, or a writer occurs twice; the
            message names the file.
    """
    parts: dict[str, tuple[np.ndarray, np.ndarray]] = {}
    for file in files:
        try:
            content = json.loads(file.read_bytes())
        except ValueError as error:  # broken JSON and broken UTF-8
            raise ValueError(f"{file} cannot be read, it is damaged or cut off ({error})") from error
        if not isinstance(content, dict) or not {"users", "num_samples", "user_data"} <= content.keys():
            raise ValueError(f"{file} must hold 'users', 'num_samples' and 'user_data'")
        users, told, data = content["users"], content["num_samples"], content["user_data"]
        if len(users) != len(told) or sorted(users) != sorted(data):
            raise ValueError(
                f"{file}: users, num_samples and user_data must tell of the same writers, "
                f"got {len(users)}, {len(told)} and {len(data)}"
            )
        for name, count in zip(users, told, strict=True):
            if name in parts:
                raise ValueError(f"{file}: writer {name} occurs twice")
            parts[name] = _writer(file, name, count, data[name], classes)
    if not parts:
        raise ValueError(f"no writer in {', '.join(map(str, files)) or 'no files'}")
    writers = sorted(parts)
    return {
        "inputs": np.concatenate([parts[name][0] for name in writers]),
        "labels": np.concatenate([parts[name][1] for name in writers]),
        "owners": np.repeat(np.arange(len(writers)), [len(parts[name][1]) for name in writers]),
        "writers": np.array(writers),
    }

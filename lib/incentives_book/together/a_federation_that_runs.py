"""Clinics of digits for the page "A federation that runs", and who pays more than alone in its study."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes

from incentives.learning.data import load
from incentives.learning.files import data_folder
from incentives.randomness import stream
from incentives_book.figures import INK, LARGE, SMALL, label
from incentives_book.study.priced_federation import Setting, run
from incentives_book.study.priced_goals import cases, met

Pair = tuple[np.ndarray, np.ndarray]


class Clinics(NamedTuple):
    """Arrays of three clinics: what they collect, what they are judged on, and inputs that everybody may see."""

    clients: list[Pair]
    held_out: list[Pair]
    public: np.ndarray


def digit_clinics(seed: int = 0) -> Clinics:
    """Three clinics of the embedded digits: is the digit even, by how dark the four quarters of its picture are?

    Half of a clinic's pictures are of its own three digits.

    >>> [len(targets) for _, targets in digit_clinics().clients]
    [240, 240, 240]
    """
    data = load("digits")
    pictures = data.scaled().double().numpy()[:, 0]
    quarters = pictures.reshape(-1, 2, 4, 2, 4).mean(axis=(2, 4)).reshape(-1, 4)
    targets, labels = data.labels.numpy() % 2 * -2.0 + 1.0, data.labels.numpy()
    order = stream(seed, "digits").permutation(len(labels))
    public, free = order[:100], order[100:]
    own = [free[np.isin(labels[free], (k, k + 3, k + 6))][:170] for k in range(3)]
    rest = free[~np.isin(free, np.concatenate(own))][:510].reshape(3, 170)
    rows = [stream(seed, "mixed", k).permutation(np.concatenate([own[k], rest[k]])) for k in range(3)]
    clients, held_out = ([(quarters[p], targets[p]) for p in (r[a:b] for r in rows)] for a, b in ((0, 240), (240, 340)))
    return Clinics(clients, held_out, quarters[public])


def one_run(setting: Setting) -> dict[str, Any] | None:
    """The record of one run made now, or None where the pictures are not in the folder of INCENTIVES_DATA."""
    if data_folder() is None:
        return None
    try:
        return run(setting)
    except FileNotFoundError:
        return None


class Count(NamedTuple):
    """The number of cases that reach a goal, of all cases, and of federations in which the goal is met."""

    seen: int
    of: int
    met: int


def counted(records: Sequence[Mapping[str, Any]]) -> dict[str, Count]:
    """For each goal, over all records."""
    told = [cases(record) for record in records]
    return {
        goal: Count(
            sum(sum(one[goal]) for one in told),
            sum(len(one[goal]) for one in told),
            sum(met(goal, one[goal]) for one in told),
        )
        for goal in told[0]
    }


def saved(record: Mapping[str, Any]) -> np.ndarray:
    """The saving of each clinic by joining, over what it pays alone, shape (clinics,)."""
    alone = np.array(record["alone"])
    return (alone - np.array(record["bills"])) / alone


def draw_savings(records: Sequence[Mapping[str, Any]], *, ax: Axes | None = None) -> Axes:
    """A point for each clinic of each record: how far its model is from the others', and what it saves.

    Raises:
        ValueError: there are no records.
    """
    if not records:
        raise ValueError("records must hold at least one record, got none")
    if ax is None:
        ax = plt.figure(figsize=(6.4, 3.6)).add_subplot()
    far = np.concatenate([record["distances"] for record in records])
    gain = 100 * np.concatenate([saved(record) for record in records])
    ax.scatter(far[gain > 0], gain[gain > 0], color=SMALL, marker="o", label="pays less than alone")
    ax.scatter(far[gain <= 0], gain[gain <= 0], color=LARGE, marker="s", label="pays more")
    ax.axhline(0, color=INK, linewidth=0.8)
    label(ax, x="squared distance from the others' models, expected: 1", y="saved, % of the cost alone")
    ax.legend()
    return ax

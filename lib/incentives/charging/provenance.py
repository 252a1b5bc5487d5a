"""The data that candidates were trained on, read from the files that `train` writes, and what a bill may promise
therefore.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from incentives.charging.base_model import BaseModel
from incentives.charging.judging import Reward, says_nearly_the_same, says_the_same
from incentives.charging.soups import INITIAL, Hybrid
from incentives.charging.training_runs import RUN_FILE
from incentives.charging.weights_digest import weights_digest

UNKNOWN, OTHERS, NEARLY, THESE = "unknown", "other rewards", "nearly these rewards", "these rewards"

# What a bill must presuppose where candidates were trained on rewards that are not charged.
BEFORE = "provided that they were trained before the reports"


class Origin(NamedTuple):
    """The data that one adapter was trained on.

    Args:
        rewards: "unknown", "other rewards", "nearly these rewards" (another scale, or another group's) or "these
            rewards": those that are charged, or some of them.
        weights: of every group's reward in its objective, if it is known.
        differs: in what the run differs from what is charged, so that no promise can rest on it; empty if in nothing.
    """

    rewards: str
    weights: tuple[float, ...] = ()
    differs: tuple[str, ...] = ()


def origin(folder: Path | None, base: BaseModel, rewards: Sequence[Reward], penalty: float) -> Origin:
    """The data that the run behind one adapter was trained on.

    A run's file holds what each group's reward said of some of its replies. The rewards that are charged are asked
    about the same replies: if one says the same of all of them, the run was trained on it. If none does, but one says
    nearly the same of what any group's reward had said, the run may have been trained on it before it was scaled anew,
    or before the groups changed places. Of weights that are not those for which the file was written nothing is known.

    Args:
        folder: of the adapter; None where there is none.
        base: what is judged.
        rewards: that are charged.
        penalty: that is charged.
    """
    if folder is None:
        return Origin(UNKNOWN)
    try:
        told = json.loads((Path(folder) / RUN_FILE).read_text(encoding="utf-8"))
        weights, heard = tuple(told["weights"]), told["heard"]
        if told["adapter"] != weights_digest(folder):
            return Origin(UNKNOWN)
        differs = [] if told["penalty"] == penalty else [f"penalty {told['penalty']:g}, not {penalty:g}"]
        asked = base.told()
        differs += [
            f"{name} {told['base'].get(name)!r}, not {asked[name]!r}"
            for name in asked
            if told["base"].get(name) != asked[name]
        ]
    except (OSError, KeyError, TypeError, ValueError):
        return Origin(UNKNOWN)
    if len(weights) != len(rewards):
        return Origin(UNKNOWN)
    same = [says_the_same(rewards[int(i)], rows, int(i)) for i, rows in heard.items()]
    if not any(same):
        near = any(says_nearly_the_same(r, rows, i) for i, r in enumerate(rewards) for rows in heard.values())
        return Origin(NEARLY if near else OTHERS, weights)
    if not all(same):
        differs.append("other rewards for some groups")
    return Origin(THESE, weights, tuple(differs))


def run_of(model: Hybrid) -> str | None:
    """The run that a candidate is, below a cap or not; None for a mixture of runs and for the initial model.

    >>> run_of(Hybrid("the run", {"all": 1.0})), run_of(Hybrid("soup", {"all": 0.5, "other": 0.5}))
    ('all', None)
    """
    if list(model.shares.values()) != [1] or INITIAL in model.shares:
        return None
    return next(iter(model.shares))


def _reported(models: Sequence[Hybrid], origins: dict[str, Origin]) -> dict[tuple[float, ...], int]:
    """From the weights of a run on just what is charged to the number of the first candidate that is one."""
    found: dict[tuple[float, ...], int] = {}
    for k, model in enumerate(models):
        name = run_of(model)
        if name is not None and origins[name].rewards == THESE and not origins[name].differs:
            found.setdefault(origins[name].weights, k)
    return found


def runs_without(
    models: Sequence[Hybrid], origins: dict[str, Origin], sizes: Sequence[float]
) -> tuple[int | None, ...]:
    """For each group the number of a candidate that was trained on the others' charged rewards alone.

    A run that differs in anything from what is charged, such as the penalty or one group's reward, is none. Where
    nobody is left it is the initial model; where there is no such run, None.

    Args:
        models: the candidates; the first one is the initial model.
        origins: of every adapter or checkpoint in them.
        sizes: members of each group, the weights of the others in the run.

    >>> models = [Hybrid("initial", {}), Hybrid("old", {"old": 1.0}), Hybrid("new", {"new": 1.0})]
    >>> origins = {"old": Origin(OTHERS, (0, 1)), "new": Origin(THESE, (0, 1))}
    >>> runs_without(models, origins, (3, 1))
    (2, None)
    """
    made = _reported(models, origins)
    others = [tuple(0 if j == i else w for j, w in enumerate(sizes)) for i in range(len(sizes))]
    return tuple(made.get(rest) if any(rest) else 0 for rest in others)


class Verdict(NamedTuple):
    """A bill's sentence about truth, and whether a group can gain by a report as far as is known."""

    note: str
    warn: bool


def verdict(
    models: Sequence[Hybrid], origins: dict[str, Origin], sizes: Sequence[float], groups: Sequence[str]
) -> Verdict:
    """The meaning of the candidates' origins for truth.

    Args:
        models: the candidates.
        origins: of every adapter or checkpoint in them.
        sizes, groups: members and names of each group.
    """
    used = list(dict.fromkeys(name for m in models for name in m.shares if name != INITIAL))
    if not used:
        return Verdict("No candidate is trained: truth is a best report in this table.", False)
    unknown = [name for name in used if origins[name].rewards == UNKNOWN]
    if unknown:
        return Verdict(
            f"On what {', '.join(unknown)} was trained is unknown, since no file of `train` lies beside it, or its "
            "weights are not those that this file was written for. If it depends on the rewards that are charged, "
            "truth need not be a best report.",
            True,
        )
    if near := [name for name in used if origins[name].rewards == NEARLY]:
        return Verdict(
            f"Nearly these rewards: {', '.join(near)} may have been trained on them, since what was noted then agrees "
            "with what is charged, but for a scale, a bend or the order of the groups. So truth need not be a best "
            "report, and no bound is known. Train on the very rewards that are charged, or charge those of training.",
            True,
        )
    reported = [name for name in used if origins[name].rewards == THESE]
    if not reported:
        return Verdict(
            "All candidates were trained on other rewards than those that are charged: truth is a best report in this "
            f"table, {BEFORE}.",
            False,
        )
    if strange := [f"{name} ({'; '.join(origins[name].differs)})" for name in reported if origins[name].differs]:
        return Verdict(
            f"Candidates were trained on the rewards that are charged, but otherwise: {', '.join(strange)}. So "
            "a group can "
            "gain by a report that changes what is trained, and no bound is known.",
            True,
        )
    everybodys = _reported(models, origins).get(tuple(sizes))
    whole = None if everybodys is None else run_of(models[everybodys])
    lacking = [g for g, k in zip(groups, runs_without(models, origins, sizes), strict=True) if k is None]
    if whole and not lacking:
        return Verdict(
            f"Trained on the reports; '{whole}' is a run on everybody's reported reward, and there is one "
            "without each group, "
            "so that no lie gains more than these two runs, the one on everybody's and the one without the "
            "liar, fall short "
            "of their optima together.",
            False,
        )
    what = (
        f"none of them without {', '.join(lacking)}: a report can lower its own bill"
        if whole
        else "none of them on everybody's: a group can gain by a report that changes what is trained"
    )
    return Verdict(
        f"The candidates were trained on the rewards that are charged, and {what}. Add the runs of "
        "runs(sizes), or train on "
        "other rewards.",
        True,
    )

"""From rewards to a charged model: the models are judged by one common sample, one is chosen, and every group is billed.

Needs `pip install 'incentives[llm]'`. `training_runs` says which runs a set of models needs and does them; `charge` judges
what came out, chooses and writes the `bill`.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence

import numpy as np
import torch

from incentives.payments.bill import Bill
from incentives.payments.hugging_face import LanguageModel
from incentives.payments.judging import Reward, checked, judge
from incentives.payments.replies import several
from incentives.payments.sampled_mechanism import SampledModels
from incentives.payments.soups import INITIAL, Hybrid
from incentives.payments.training_runs import Run, check_sizes


class TrainedOnReports(UserWarning):
    """The candidates were trained on the rewards that are charged, and the runs that make up for that are not all there."""


def charge(
    language_model: LanguageModel,
    models: Sequence[Hybrid],
    rewards: Sequence[Reward],
    sizes: Sequence[float],
    prompts: Sequence[str],
    *,
    longest: int,
    generator: torch.Generator,
    groups: Sequence[str] | None = None,
    trained: Mapping[str, Run] | None = None,
    proposal: Sequence[int] | None = None,
    penalty: float = 1.0,
    level: float = 0.05,
    lowest: float | Sequence[float] = 0.0,
    batch: int = 8,
) -> tuple[Bill, SampledModels]:
    """Judge the models by one common sample, choose the best one for everybody, and charge for it.

    Args:
        language_model: the network with the trained adapters or checkpoints.
        models: the candidates; the first one is the initial model.
        rewards: the reported rewards, one function per group.
        sizes: members of each group, shape (groups,).
        prompts: drawn from those of interest; each gets one reply.
        longest: most tokens of a reply.
        generator: for the sample.
        groups: names; "group 0", ... if not given.
        trained: adapter -> its run, where it was trained on these very rewards; leave out what was trained on others.
        proposal: numbers of the models that speak; all of them if not given.
        penalty: the weight of KL, as in training.
        level: probability with which some interval may miss.
        lowest: the least reward a group can give, declared beforehand: one number or one per group. A group keeps at
            least its members times this, up to the error of training and sampling; where it is 0, nobody pays to take part.
        batch: replies per forward pass.

    Returns:
        The bill, and the sample behind it.

    Raises:
        ValueError: a count does not fit, a reward is not finite or below `lowest`, or two groups have one name.

    Warns:
        TrainedOnReports: the candidates depend on the reports, and the run on everybody's reported reward or a run without
            some group is not among them, so that a group can gain by a report that changes what is trained.
    """
    check_sizes(sizes)
    many = len(sizes)
    names = tuple(groups) if groups is not None else tuple(f"group {i}" for i in range(many))
    floor = tuple(float(v) for v in np.broadcast_to(np.asarray(lowest, dtype=float), (many,)))
    if len(rewards) != many or len(set(names)) != many:
        raise ValueError(f"rewards and groups must be one per size, {many}; got {len(rewards)} and {names!r}")
    if not models or models[0].shares:
        raise ValueError("models must begin with the initial one")
    notes = _notes(models, sizes, names, trained or {}, floor)

    def guarded(group: int) -> Reward:
        def asked(prompts: list[str], replies: list[str]) -> np.ndarray:
            found = checked(rewards[group], prompts, replies, group)
            if found.min() < floor[group]:
                raise ValueError(
                    f"rewards[{group}] must be at least {floor[group]:g}, as declared by `lowest`; got {found.min():g}. "
                    "A constant added to a reward changes no payment, but a group that can lose must be told so"
                )
            return found

        return asked

    sample, _ = judge(
        language_model,
        models,
        [guarded(i) for i in range(many)],
        several(prompts),
        proposal=list(range(len(models))) if proposal is None else list(proposal),
        longest=longest,
        generator=generator,
        batch=batch,
    )
    chosen, payments = sample.payment_intervals(sizes, penalty=penalty, level=level)
    worth = sample.valuations
    bill = Bill(
        groups=names,
        sizes=tuple(float(w) for w in sizes),
        models=tuple(m.name for m in models),
        chosen=chosen,
        payments=tuple(payments),
        values=tuple(
            (float(v), float(e)) for v, e in zip(worth.value[chosen], worth.error[chosen], strict=True)
        ),
        divergences=tuple(map(float, sample.divergences.value)),
        effective=tuple(map(float, sample.effective_samples)),
        penalty=float(penalty),
        level=level,
        lowest=floor,
        notes=notes,
    )
    return bill, sample


def _notes(
    models: Sequence[Hybrid],
    sizes: Sequence[float],
    groups: Sequence[str],
    trained: Mapping[str, Run],
    floor: Sequence[float],
) -> tuple[str, ...]:
    """What the bill says about truth and taking part; warns where truth is not a best report."""
    notes = []
    used = {name for m in models for name in m.shares if name != INITIAL}
    reported = {name: run for name, run in trained.items() if name in used}
    if not reported:
        notes.append(
            "No candidate was trained on the rewards that are charged: truth is a best report in this table."
        )
    else:
        alone = [next(iter(m.shares)) for m in models if list(m.shares.values()) == [1]]
        made = {tuple(reported[name].weights): name for name in reversed(alone) if name in reported}
        whole = made.get(tuple(sizes))
        lacking = [
            group
            for i, group in enumerate(groups)
            if any(w for j, w in enumerate(sizes) if j != i)
            and tuple(0 if j == i else w for j, w in enumerate(sizes)) not in made
        ]
        if whole and not lacking:
            notes.append(
                f"Trained on the reports; '{whole}' is a run on everybody's reported reward, and there is one without each "
                "group, so that no lie gains more than these two runs, the one on everybody's and the one without the liar, "
                "fall short of their optima together."
            )
        else:
            what = (
                f"none of them without {', '.join(lacking)}: a report can lower its own bill"
                if whole
                else "none of them on everybody's: a group can gain by a report that changes what is trained"
            )
            note = (
                f"The candidates were trained on the rewards that are charged, and {what}. "
                "Add the runs of runs(sizes), or train on other rewards."
            )
            warnings.warn(note, TrainedOnReports, stacklevel=3)
            notes.append(note)
    if ends := [f"{group} at {low * size:g}" for group, low, size in zip(groups, floor, sizes, strict=True) if low < 0]:
        notes.append(
            f"Rewards below 0 are allowed, so that taking part is not safe for everybody. The worst that can come: {', '.join(ends)}."
        )
    return tuple(notes)

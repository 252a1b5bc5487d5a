"""Payments whose price no report can move: what the others would have without a group, from replies it did not touch.

The common sample is spoken by all models, and a run on everybody's rewards speaks as the group's own report has taught
it. If that run helps to estimate what the others would have without the group, a report can lower its own bill by
spoiling the sample. Here that part of the bill comes from the replies of the initial model and of the run without the
group alone, so that a lie gains at most what the run on everybody's rewards misses.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from incentives.payments.sampled_mechanism import PaymentInterval, SampledModels


def untouched(sample: SampledModels, speakers: Any, who: int, without: int) -> SampledModels:
    """The replies of the initial model and of the run without a group, judged as if nobody else had spoken.

    Args:
        sample: model 0 is the initial one.
        speakers: number of the model that spoke each reply, shape (replies,).
        who: the group, for the message.
        without: number of the model that was trained without it; 0 where nobody else is left.

    Returns:
        A sample of two models (of one, where nobody is left): the initial one and the run without the group.

    Raises:
        ValueError: not one speaker per reply, or one of the two has not spoken.
    """
    spoke = np.asarray(speakers)
    if spoke.shape != (sample.samples,):
        raise ValueError(f"speakers must be one per reply, {sample.samples}; got shape {spoke.shape}")
    two = sorted({0, without})
    often = [int((spoke == k).sum()) for k in two]
    if min(often) == 0:
        raise ValueError(
            f"the initial model and the run without group {who} must have spoken; models {two} spoke {often} times"
        )
    here = np.isin(spoke, two)
    logs = sample.log_models[two][:, here]
    # By how often each spoke, which no report decides: with these weights both halves together estimate without bias.
    shares = np.array(often) / sum(often)
    law = np.logaddexp.reduce(logs + np.log(shares)[:, None], axis=0)
    return SampledModels(logs, logs[0], law, sample.rewards[:, here])


def report_free_payments(
    sample: SampledModels,
    speakers: Any,
    sizes: Sequence[float],
    without: Sequence[int],
    chosen: int,
    *,
    penalty: float = 1.0,
    level: float = 0.05,
) -> list[PaymentInterval]:
    """The payment of every group for the chosen model, with an interval.

    A group pays how much better the others would do without it, by the better of the initial model and the run
    without it, than they do with the chosen model. Both are measured from the initial model: the first from untouched
    replies, the second from the whole sample. So payments can be negative where the chosen model happens to serve the
    others better.

    Args:
        sample: model 0 is the initial one.
        speakers: number of the model that spoke each reply, shape (replies,).
        sizes: members of each group.
        without: for each group the number of the model that was trained without it; 0 where nobody else is left.
        chosen: number of the chosen model.
        penalty: the weight of KL.
        level: probability with which some interval may miss, if errors are normal, whichever model was chosen.

    Raises:
        ValueError: not one model per group, or replies that `untouched` refuses.

    >>> laws = np.log([[0.5, 0.5], [0.8, 0.2], [0.4, 0.6]])  # the initial model, the run for all, that without group 0
    >>> speakers = np.arange(3000) % 3
    >>> said = (np.random.default_rng(0).random(3000) > np.exp(laws[speakers, 0])).astype(int)
    >>> rewards = np.array([[1.0, 0.0], [0.0, 0.4]])
    >>> mixed = np.logaddexp.reduce(laws, axis=0) - np.log(3)
    >>> sample = SampledModels(laws[:, said], laws[0, said], mixed[said], rewards[:, said])
    >>> bills = report_free_payments(sample, speakers, [1, 1], without=[2, 1], chosen=1)
    >>> round(bills[0].payment, 2), 0.3326 in bills[0]  # the exact one
    (0.33, True)
    """
    groups, models = len(sample.rewards), len(sample.log_models)
    if len(without) != groups or not set(without) <= set(range(models)):
        raise ValueError(f"without must name one of {models} models for each of {groups} groups; got {without!r}")
    found = []
    for who, run in enumerate(without):
        others = np.array([0.0 if i == who else float(w) for i, w in enumerate(sizes)])
        free = untouched(sample, speakers, who, run).welfare_lead(0, others, penalty=penalty)
        served = sample.welfare_lead(0, others, penalty=penalty)
        # All groups at once, and all models that could have been chosen.
        many = groups * (models + free.error.size)
        wide, other = (estimate.half_width(level * estimate.error.size / many) for estimate in (free, served))
        ends = [(free.value + side * wide).max() - served.value[chosen] + side * other[chosen] for side in (-1, 1)]
        found.append(PaymentInterval(float(free.value.max() - served.value[chosen]), float(ends[0]), float(ends[1])))
    return found

"""The guarantees of a sample about the runs behind a bill, and about lies: in numbers, or in words why it does not.

Everything is read off what the models and rewards said of one common sample; nothing is trained or drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from incentives.payments.certificates import Certificate, as_order, certificate
from incentives.payments.lower_ends import least_missed
from incentives.payments.missed_value import estimated_miss
from incentives.payments.sampled_mechanism import SampledModels

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Guarantee:
    """The quality of the table's best model for everybody, or of the run without one group.

    Args:
        without: the group that is left out; None for everybody.
        model: number of the model that is best for everybody, by the sample, or of the run without the group; where
            there is no such run, of the model that is best for the rest.
        value: the affine welfare of that model for the rest.
        lead: how much better that is than the initial model.
        error: standard error of the lead.
        estimate: of what the model misses of the best one; None where no prompt was answered twice.
        bound: the certificate; None where there is none.
        words: why there is no certificate; empty where there is one.
        least: what the model misses at least; it needs no range that replies resolve, so it may stand where `bound`
            does not. None where a cap, a largest reward or the initial model is missing, or the cap is broken.
    """

    without: int | None
    model: int
    value: float
    lead: float
    error: float
    estimate: float | None
    bound: Certificate | None
    words: str = ""
    least: float | None = None


@dataclass(frozen=True)
class Scale:
    """The scale that was fixed before anybody reported.

    Args:
        lowest, highest: the least and the largest reward that each group can give, shape (groups,); `highest` is None
            where it was not declared.
        cap: the server makes no reply more than so many times as likely as the initial model does; None where it has
            promised nothing.
    """

    lowest: tuple[float, ...]
    highest: tuple[float, ...] | None = None
    cap: float | None = None


def guarantees(
    sample: SampledModels,
    sizes: Sequence[float],
    prompts: Sequence[str],
    scale: Scale,
    *,
    proposal: Sequence[int],
    order: Any,
    left_out: Sequence[int | None] = (),
    penalty: float = 1.0,
    level: float = 0.05,
) -> tuple[Guarantee, ...]:
    """One guarantee for everybody and one without each group; all certificates hold together at `level`.

    Without a group the run that was trained without it is judged, even if another model of the table is better for
    the others: a lie can spoil every other model, but not this run.

    The sample that certifies the models has chosen them too, so the level is divided by the number of models as well as
    of guarantees. Where the range of the weights decides, the width goes with the logarithm of the level over the
    replies, so that one half of the replies to choose and one to certify would be wider, unless there are more models
    than guarantees / level. What is missed at least holds together for all guarantees too, at the same level.

    Args:
        sample: what models and groups said; model 0 is the initial one.
        sizes: members of each group.
        prompts: one per reply of the sample, independent draws of those of interest.
        scale: what was fixed beforehand.
        proposal: numbers of the models that spoke, each equally often.
        order: a permutation of the replies, drawn at random, shape (replies,): the sample may be sorted by speaker, and
            a certificate needs replies in an order that says nothing.
        left_out: for each group the number of the run without it; None where there is none, as for all groups by
            default.
        penalty: the weight of KL.
        level: probability with which some certificate may fail.

    Raises:
        ValueError: `left_out` is not one per group.
    """
    many, models = len(sizes), len(sample.log_models)
    runs = (None, *(left_out or (None,) * many))
    if len(runs) != many + 1:
        raise ValueError(f"left_out must be one per group, {many}; got {len(runs) - 1}")
    places = as_order(order, sample.samples)
    each = level / ((many + 1) * models)
    found = []
    for out, run in zip((None, *range(many)), runs, strict=True):
        weights = np.array([0.0 if i == out else float(w) for i, w in enumerate(sizes)])
        lead = sample.welfare_lead(0, weights, penalty=penalty)
        k = int(lead.value.argmax()) if run is None else run
        value = float(sample.policies[k] @ (weights @ sample.rewards) - penalty * sample.divergences.value[k])
        total = weights @ (sample.rewards - np.asarray(scale.lowest)[:, None])
        logs = sample.log_models[k], sample.log_reference, sample.log_proposal
        words = _why_not(total, logs, weights, scale, proposal)
        bound = least = None
        if not words:
            drawn = [a[places] for a in (total, *logs)]
            known: dict[str, Any] = {
                "span": _span(weights, scale),
                "cap": float(scale.cap or 1.0),
                "penalty": penalty,
                "level": each,
                "reference_share": proposal.count(0) / len(proposal),
                "model_share": proposal.count(k) / len(proposal) if k else 0.0,
                "prompts": np.asarray(prompts)[places],
            }
            bound, least = certificate(*drawn, **known), least_missed(*drawn, **known)
            about = bound.estimate
            if not bound.says_something:
                bound, words = None, f"{sample.samples} replies bound it by no less than the range of the rewards"
        else:
            about = estimated_miss(total, *logs, np.asarray(prompts), cap=scale.cap or np.inf, penalty=penalty)
        found.append(Guarantee(out, k, value, float(lead.value[k]), float(lead.error[k]), about, bound, words, least))
    return tuple(found)


def most_a_lie_can_win(found: Sequence[Guarantee], who: int, *, report_free: bool = False) -> float | None:
    """The sum of the certificates for everybody and without the liar; None where one of them is missing.

    Args:
        found: of `guarantees`, with the run without the liar in `left_out`: a certificate of any other model that is
            good for the others does not bound what a lie wins, since the lie may spoil that model.
        who: the group that might lie, in their order.
        report_free: whether no report of the group can move what the others would have without it: then the first
            certificate is enough.
    """
    whole, rest = (next(g.bound for g in found if g.without == out) for out in (None, who))
    if report_free:
        return None if whole is None else whole.at_most
    return None if whole is None or rest is None else whole.at_most + rest.at_most


def _span(weights: Floats, scale: Scale) -> float:
    return float(weights @ (np.asarray(scale.highest) - np.asarray(scale.lowest)))


def _why_not(
    total: Floats, logs: tuple[Floats, Floats, Floats], weights: Floats, scale: Scale, proposal: Sequence[int]
) -> str:
    """Why a certificate is out of reach, in words; empty if it is not."""
    if scale.highest is None:
        return "the largest reward that a group can give was not declared (highest)"
    if scale.cap is None:
        return "the server has promised no cap on what it serves (cap)"
    if 0 not in proposal:
        return "the initial model does not speak (proposal)"
    if not _span(weights, scale) > 0:
        return "nobody's reward is left"
    ratios = np.exp(np.minimum(logs[0] - logs[1], 700.0))
    if broken := int((ratios > scale.cap * (1 + 1e-6)).sum()):
        return (
            f"the model breaks the cap of {scale.cap:g} on {broken} of {total.size} replies, "
            f"by up to {ratios.max():.3g} times the initial probability"
        )
    return ""

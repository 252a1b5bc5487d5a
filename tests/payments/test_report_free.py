"""What the others would have without a group, from replies that its report cannot have moved."""

import math
from dataclasses import replace

import numpy as np
import pytest

from incentives.payments.report_free import report_free_payments, untouched
from incentives.payments.sampled_mechanism import SampledModels

SIZES = (2.0, 1.0)
REWARDS = np.array([[1.0, 0.2, 0.0, 0.6], [0.0, 0.9, 0.5, 0.1]])
INITIAL = np.array([0.1, 0.2, 0.3, 0.4])


def tilted(weights, share=0.8):
    p = INITIAL * np.exp(share * (np.asarray(weights) @ REWARDS))
    return p / p.sum()


LAWS = [INITIAL, tilted(SIZES), tilted((0, SIZES[1])), tilted((SIZES[0], 0))]


def drawn(rng, laws=LAWS, *, replies=600, proposal=(0, 1, 2, 3)):
    who = rng.choice(proposal, size=replies)
    said = np.empty(replies, dtype=int)
    for k in set(proposal):
        said[who == k] = rng.choice(4, size=(who == k).sum(), p=laws[k])
    logs = np.log(np.array(laws)[:, said])
    spoken = np.logaddexp.reduce(logs[list(proposal)], axis=0) - math.log(len(proposal))
    return SampledModels(logs, logs[0], spoken, REWARDS[:, said]), who, said


def welfare(p, weights):
    return float(p @ (np.asarray(weights) @ REWARDS) - p @ np.log(p / INITIAL))


def truth(who, chosen):
    others = [0 if i == who else w for i, w in enumerate(SIZES)]
    return max(welfare(INITIAL, others), welfare(LAWS[2 + who], others)) - welfare(LAWS[chosen], others)


def test_intervals_cover_the_payments_of_the_listed_game_as_often_as_they_say():
    rng = np.random.default_rng(0)
    held = [
        all(
            truth(i, 1) in interval
            for i, interval in enumerate(report_free_payments(*drawn(rng)[:2], SIZES, (2, 3), 1, level=0.05))
        )
        for _ in range(150)
    ]
    assert sum(held) >= 0.95 * len(held)


def test_estimates_come_close_with_many_replies():
    sample, spoke, _ = drawn(np.random.default_rng(1), replies=40_000)
    for i, interval in enumerate(report_free_payments(sample, spoke, SIZES, (2, 3), 1)):
        assert interval.payment == pytest.approx(truth(i, 1), abs=0.02)
        assert interval.low < interval.payment < interval.high


def test_a_report_cannot_move_what_the_others_would_have():
    """A lie changes the run on everybody's and all that it says; the untouched sample stays what it was, bit for bit.

    In the common table it does not: the same lie moves the estimate of what the others would have.
    """
    sample, spoke, said = drawn(np.random.default_rng(2))
    laws = [*LAWS[:1], tilted((-3, 1), 2.0), *LAWS[2:]]
    mine = spoke == 1
    lie = np.where(mine, np.random.default_rng(3).choice(4, size=said.size, p=laws[1]), said)
    logs = np.log(np.array(laws)[:, lie])
    moved = SampledModels(logs, logs[0], np.logaddexp.reduce(logs, axis=0) - math.log(4), REWARDS[:, lie])
    before, after = untouched(sample, spoke, 0, 2), untouched(moved, spoke, 0, 2)
    for name in ("log_models", "log_reference", "log_proposal", "rewards"):
        assert np.array_equal(getattr(before, name), getattr(after, name))
    common = [s.welfare_lead(0, (0.0, 1.0)).value[2] for s in (sample, moved)]
    assert abs(common[0] - common[1]) > 1e-4


def test_untouched_replies_are_weighted_by_who_spoke():
    """A speaker that is named twice; then by the definition, reply by reply."""
    sample, spoke, said = drawn(np.random.default_rng(4), proposal=(0, 0, 1, 2, 3))
    found = untouched(sample, spoke, 1, 3)
    here = np.isin(spoke, (0, 3))
    often = [(spoke == k).sum() for k in (0, 3)]
    law = (often[0] * LAWS[0] + often[1] * LAWS[3]) / sum(often)
    assert found.samples == here.sum() == sum(often)
    assert np.allclose(np.exp(found.log_proposal), law[said[here]])


def test_a_group_alone_pays_the_divergence_of_the_chosen_model():
    sample, spoke, _ = drawn(np.random.default_rng(5), replies=20_000)
    alone = replace(sample, rewards=sample.rewards[:1])
    (found,) = report_free_payments(alone, spoke, (2.0,), (0,), 3)
    assert found.payment == pytest.approx(float(LAWS[3] @ np.log(LAWS[3] / INITIAL)), abs=0.02)


def test_what_cannot_be_free_of_a_report_is_refused():
    sample, spoke, _ = drawn(np.random.default_rng(6))
    for wrong in (None, spoke[:-1]):
        with pytest.raises(ValueError, match="speakers must be one per reply, 600"):
            untouched(sample, wrong, 0, 2)
    silent, others, _ = drawn(np.random.default_rng(6), proposal=(0, 1, 3))
    with pytest.raises(ValueError, match="run without group 0 must have spoken"):
        untouched(silent, others, 0, 2)
    with pytest.raises(ValueError, match="without must name"):
        report_free_payments(sample, spoke, SIZES, (2,), 1)

"""Guarantees against listed games: what is missed, in numbers, and why nothing is certified, in words."""

import math

import numpy as np
import pytest

from incentives.payments.certificates import certificate
from incentives.payments.guarantees import Scale, guarantees, most_a_lie_can_win
from incentives.payments.sampled_mechanism import SampledModels

PROMPTS, REPLIES = 3, 5
SIZES = (2.0, 1.0)


def value(p, q, total):
    return float(np.mean([p[k] @ (total[k] - np.log(p[k] / q[k])) for k in range(PROMPTS)]))


def a_sample(seed, *, replies=3000, proposal=(0, 1, 2, 3), strength=1.0):
    """Initial model, a run on everybody and one without each group, all but for a little of their optima."""
    rng = np.random.default_rng(seed)
    q = rng.dirichlet(np.full(REPLIES, 3.0), size=PROMPTS)
    r = rng.uniform(size=(2, PROMPTS, REPLIES)) * strength
    wishes = [np.zeros_like(q), *(np.tensordot(w, r, 1) for w in (SIZES, (0, SIZES[1]), (SIZES[0], 0)))]
    models = []
    for wish in wishes:
        tilted = q * np.exp(0.8 * wish)
        models.append(tilted / tilted.sum(axis=1, keepdims=True))
    asked = rng.integers(PROMPTS, size=replies)
    who = np.sort(rng.choice(proposal, size=replies))  # sorted by speaker, as a judge hands them over
    said = np.array([rng.choice(REPLIES, p=models[m][k]) for m, k in zip(who, asked, strict=True)])
    logs = np.log([p[asked, said] for p in models])
    spoken = np.logaddexp.reduce(logs[list(proposal)], axis=0) - math.log(len(proposal))
    sample = SampledModels(logs, logs[0], spoken, r[:, asked, said])
    missed = [
        float(np.mean(np.log((q * np.exp(wish)).sum(axis=1)))) - value(p, q, wish)
        for p, wish in zip(models[1:], wishes[1:], strict=True)
    ]
    return sample, [f"prompt {k}" for k in asked], missed


def found_in(sample, prompts, scale, *, proposal=(0, 1, 2, 3), order=None, level=0.05):
    order = np.random.default_rng(0).permutation(sample.samples) if order is None else order
    return guarantees(sample, SIZES, prompts, scale, proposal=list(proposal), order=order, level=level)


FIXED = Scale((0.0, 0.0), (1.0, 1.0), math.exp(3.0))


@pytest.mark.backs("payments/new-what-a-lie-can-win")
@pytest.mark.parametrize("seed", range(6))
def test_what_is_missed_lies_below_the_bounds_and_near_the_estimates(seed):
    sample, prompts, missed = a_sample(seed)
    found = found_in(sample, prompts, FIXED)
    assert [g.without for g in found] == [None, 0, 1]
    for g, truth in zip(found, missed, strict=True):
        assert g.estimate == pytest.approx(truth, abs=0.05)
        assert g.bound is not None
        assert min(truth, 0.0) <= g.bound.at_most < 0.2
        assert g.bound.at_most >= truth - 0.01 or g.model != found.index(g) + 1  # another model may be better
        assert g.bound.level == pytest.approx(0.05 / 12)
    for who in range(2):
        assert most_a_lie_can_win(found, who) == found[0].bound.at_most + found[1 + who].bound.at_most


def test_values_and_leads_are_those_of_the_sampled_table():
    sample, prompts, _ = a_sample(1)
    g = found_in(sample, prompts, FIXED)[0]
    scores = sample.policies @ (np.array(SIZES) @ sample.rewards) - sample.divergences.value
    assert g.model == scores.argmax()
    assert g.value == pytest.approx(scores.max())
    assert g.lead == pytest.approx(scores.max() - scores[0])


def test_the_run_without_a_group_is_judged_even_where_another_model_is_better_for_the_others():
    """A lie can spoil every other model, so a certificate of another one bounds nothing."""
    sample, prompts, _ = a_sample(1)
    order = np.random.default_rng(0).permutation(sample.samples)
    runs = [1, None]  # as if the run on everybody were a poor run without group 0
    found = guarantees(sample, SIZES, prompts, FIXED, proposal=[0, 1, 2, 3], order=order, left_out=runs)
    usual = found_in(sample, prompts, FIXED, order=order)
    assert (found[1].model, usual[1].model) == (1, 2)
    assert found[1].value < usual[1].value
    assert found[1].bound.at_most > usual[1].bound.at_most
    assert found[0] == usual[0]
    assert found[2] == usual[2]
    with pytest.raises(ValueError, match="one per group, 2"):
        guarantees(sample, SIZES, prompts, FIXED, proposal=[0, 1, 2, 3], order=order, left_out=[2])


@pytest.mark.parametrize(
    ("scale", "proposal", "words"),
    [
        (Scale((0.0, 0.0), None, 16.0), (0, 1, 2, 3), "not declared"),
        (Scale((0.0, 0.0), (1.0, 1.0), None), (0, 1, 2, 3), "promised no cap"),
        (Scale((0.0, 0.0), (1.0, 1.0), 1.01), (0, 1, 2, 3), "breaks the cap of 1.01 on"),
        (Scale((0.0, 0.0), (1.0, 1.0), 16.0), (1, 2, 3), "initial model does not speak"),
        (Scale((0.0, 0.0), (9.0, 9.0), 1e9), (0, 1, 2, 3), "no less than the range"),
    ],
)
def test_why_nothing_is_certified_is_said(scale, proposal, words):
    sample, prompts, _ = a_sample(0, proposal=proposal, replies=300)
    found = found_in(sample, prompts, scale, proposal=proposal)
    assert all(words in g.words and g.bound is None for g in found)
    assert most_a_lie_can_win(found, 0) is None


def test_where_nobody_is_left_nothing_can_be_missed_and_nothing_is_certified():
    sample, prompts, _ = a_sample(0, replies=300)
    alone = SampledModels(sample.log_models, sample.log_reference, sample.log_proposal, sample.rewards[:1])
    order = np.arange(300)[::-1]
    found = guarantees(
        alone, (1.0,), prompts, Scale((0.0,), (1.0,), 20.0), proposal=[0, 1, 2, 3], order=order, level=0.05
    )
    assert "nobody's reward" in found[1].words


def test_speakers_who_speak_twice_and_models_that_do_not_speak_count_by_their_shares():
    proposal = (0, 0, 0, 2)
    sample, prompts, missed = a_sample(3, proposal=proposal)
    found = found_in(sample, prompts, FIXED, proposal=proposal)
    assert found[0].model == 1  # it did not speak
    assert missed[0] <= found[0].bound.at_most < 0.3


def test_an_order_that_is_none_is_refused():
    sample, prompts, _ = a_sample(0, replies=300)
    with pytest.raises(ValueError, match="permutation of the 300"):
        found_in(sample, prompts, FIXED, order=np.zeros(300, dtype=int))


def test_a_bound_in_the_order_of_the_speakers_would_not_hold():
    """Why the order matters: first the initial model, then the run, whose replies look as if nothing were missed."""
    q, p = np.array([0.98, 0.02]), np.array([0.999, 0.001])
    total = np.array([0.0, 1.0])
    rng = np.random.default_rng(0)
    said = np.concatenate([rng.choice(2, 400, p=q), rng.choice(2, 400, p=p)])
    shuffled = rng.permutation(800)
    logs = np.log(np.array([q, p])[:, said])
    sample = SampledModels(logs, logs[0], np.logaddexp(*logs) - math.log(2), total[said][None])
    kept = [
        guarantees(sample, (1.0,), ["x"] * 800, Scale((0.0,), (1.0,), 3.0), proposal=[0, 1], order=order, level=0.05)[
            0
        ].bound.at_most
        for order in (np.arange(800)[::-1], shuffled)
    ]
    assert kept[0] != pytest.approx(kept[1], rel=1e-3)


def test_lower_ends_of_what_is_missed_stand_below_the_upper_ones():
    sample, prompts, _ = a_sample(2, replies=20_000, strength=3.0)
    found = found_in(sample, prompts, Scale((0.0, 0.0), (3.0, 3.0), 4.0))
    assert all(0 <= g.least <= g.bound.at_most for g in found)
    assert any(g.least > 0 for g in found)
    assert all(g.least is None for g in found_in(sample, prompts, Scale((0.0, 0.0), None, 4.0)))


class Unlucky:
    """Twenty models that are best but for one rare reply each, which is worth as much as any; the initial one speaks.

    The reply that a sample has not met costs its model nothing there, and so the sample chooses this model.
    """

    MODELS, REPLIES, RARE, PENALTY, CAP = 20, 2000, 4.3 / 2000, 0.1, 1.5

    def __init__(self):
        self.initial = np.full(self.MODELS + 1, self.RARE)
        self.initial[0] -= self.initial.sum() - 1
        # Below the cap all rare replies together are less than the cap leaves room for: the best law is the cap there.
        best = self.CAP * self.initial
        best[0] += 1 - best.sum()
        self.models = np.tile(best, (self.MODELS, 1))
        for k, p in enumerate(self.models):
            p[k + 1] = 1e-300
            p[0] += 1 - p.sum()
        self.reward = np.ones(self.MODELS + 1)
        self.reward[0] = 0.0
        ratio = self.models[0] / self.initial
        self.missed = self.worth(best / self.initial) - self.worth(ratio)

    def worth(self, ratio):
        return self.initial @ (ratio * self.reward - self.PENALTY * ratio * np.log(ratio))

    def sample(self, seed):
        x = np.random.default_rng(seed).choice(self.MODELS + 1, size=self.REPLIES, p=self.initial)
        initial = np.log(self.initial)[x]
        logs = np.vstack([initial, np.log(self.models)[:, x]])
        return SampledModels(logs, initial, initial, self.reward[x][None])


def test_the_model_that_the_sample_chose_is_certified_for_having_been_chosen():
    """Measured: of 60 samples a certificate of the chosen model from its own sample fails in 23, where 3 are allowed.

    For a model named beforehand it fails in one. The guarantee, which divides the level, fails in none. It is also
    narrower than a certificate from one half of the sample where the other half chose.
    """
    world = Unlucky()
    failed, halves, widths = {"own": 0, "named": 0, "guarantee": 0, "half": 0}, [], []
    given = {"span": 1.0, "cap": world.CAP, "penalty": world.PENALTY, "reference_share": 1.0}

    def best(sample):
        return int(sample.welfare_lead(0, [1.0], penalty=world.PENALTY).value.argmax())

    def end(sample, k):
        return certificate(
            sample.rewards[0], sample.log_models[k], sample.log_reference, sample.log_proposal, **given
        ).at_most

    def part(sample, of):
        arrays = sample.log_models, sample.log_reference, sample.log_proposal, sample.rewards
        return SampledModels(*(a[..., of] for a in arrays))

    for seed in range(60):
        sample = world.sample(seed)
        order = np.random.default_rng([seed, 1]).permutation(sample.samples)
        known = Scale((0.0,), (1.0,), world.CAP)
        found = guarantees(sample, (1.0,), ["x"] * sample.samples, known, proposal=[0], order=order, penalty=0.1)[0]
        assert found.model == best(sample)
        chooses, certifies = part(sample, slice(1000)), part(sample, slice(1000, None))
        widths.append(found.bound.at_most)
        halves.append(end(certifies, best(chooses)))
        ends = {"own": end(sample, found.model), "named": end(sample, 7), "guarantee": widths[-1], "half": halves[-1]}
        for name, most in ends.items():
            failed[name] += most < world.missed
    assert failed["own"] >= 12
    assert max(failed[name] for name in ("named", "guarantee", "half")) <= 3
    assert np.median(widths) < np.median(halves)

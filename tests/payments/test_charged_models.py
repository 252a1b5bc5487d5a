"""Models that are judged, chosen and charged, on a model of two layers that the test makes; nothing is downloaded."""

import warnings

import numpy as np
import pytest

pytest.importorskip("trl")

from incentives.learning.chance import generator
from incentives.payments.charged_models import TrainedOnReports, charge
from incentives.payments.soups import Hybrid
from incentives.payments.training_runs import runs

from .tiny_models import INITIAL, PROMPTS, REWARDS, SIZES, brief

pytestmark = pytest.mark.usefixtures("offline")


def bill_of(model, models, **options):
    given = {"longest": 3, "generator": generator(1, "bill"), "batch": 64} | options
    return charge(model, models, REWARDS, SIZES, PROMPTS * 100, **given)


def test_the_bill_is_the_mechanism_on_the_sampled_table(trained):
    made = runs(SIZES)
    models = [INITIAL, *[Hybrid(run.name, {run.name: 1.0}) for run in made]]
    with warnings.catch_warnings():
        warnings.simplefilter("error", TrainedOnReports)
        bill, sample = bill_of(trained, models, trained={run.name: run for run in made})
    policies, divergences = sample.policies, sample.divergences.value

    def welfare(sizes):
        return np.asarray(sizes) @ (sample.rewards @ policies.T) - divergences

    assert bill.chosen == int(welfare(SIZES).argmax())
    for who, interval in enumerate(bill.payments):
        others = [0 if i == who else w for i, w in enumerate(SIZES)]
        assert interval.payment == pytest.approx(
            welfare(others).max() - welfare(others)[bill.chosen], abs=1e-9
        )
        assert interval.payment in interval
        assert bill.utilities[who] >= 0
    assert "no lie gains more" in bill.notes[0]
    assert all(f"| {name} |" in str(bill) for name in bill.groups)


def test_copies_that_were_trained_on_reports_are_warned_of(trained):
    models = [INITIAL, Hybrid("a", {"without 1": 1.0})]
    copies = {"without 1": runs(SIZES, scheme="copies")[0]}
    with pytest.warns(TrainedOnReports, match="changes what is trained"):
        bill, _ = bill_of(trained, models, trained=copies)
    assert "can gain by a report" in bill.notes[0]
    with warnings.catch_warnings():
        warnings.simplefilter("error", TrainedOnReports)
        bill, _ = bill_of(trained, models)
    assert "No candidate was trained" in bill.notes[0]


def test_a_run_on_everybodys_reward_is_not_enough_without_the_runs_that_leave_a_group_out(trained):
    everybody, first, _ = made = runs(SIZES)
    models = [INITIAL, *[Hybrid(run.name, {run.name: 1.0}) for run in made]]
    with pytest.warns(TrainedOnReports, match="without group 0, group 1: a report can lower its own bill"):
        bill, _ = bill_of(trained, models[:2], trained={"all": everybody})
    assert "no lie gains more" not in bill.notes[0]
    with pytest.warns(TrainedOnReports, match="without group 1: a report"):
        bill_of(trained, models[:3], trained={"all": everybody, first.name: first})


def test_rewards_below_what_was_declared_are_refused(trained):
    models = [INITIAL, Hybrid("a", {"all": 1.0})]
    gloomy = [lambda prompts, replies: [-1.0] * len(replies), brief]

    def charged(**options):
        chance = generator(0, "x")
        return charge(trained, models, gloomy, SIZES, PROMPTS * 3, longest=2, generator=chance, **options)

    with pytest.raises(ValueError, match=r"rewards\[0\] must be at least 0"):
        charged()
    bill, _ = charged(lowest=[-1, 0])
    assert bill.notes[-1].endswith("The worst that can come: group 0 at -3.")
    both, _ = charged(lowest=-2, groups=["gloomy", "brief"])
    assert both.notes[-1].endswith(f"The worst that can come: gloomy at {-2 * SIZES[0]}, brief at {-2 * SIZES[1]}.")
    gloomy[0] = lambda prompts, replies: [float("nan")] * len(replies)
    with pytest.raises(ValueError, match="finite"):
        charged(lowest=-1)


def test_bad_input_is_named(trained):
    with pytest.raises(ValueError, match="initial"):
        charge(
            trained,
            [Hybrid("a", {"all": 1.0})],
            REWARDS,
            SIZES,
            PROMPTS,
            longest=1,
            generator=generator(0, "x"),
        )
    with pytest.raises(ValueError, match="one per size"):
        charge(trained, [INITIAL], REWARDS[:1], SIZES, PROMPTS, longest=1, generator=generator(0, "x"))

"""Models that are judged, chosen and charged, on a model of two layers that the test makes; nothing is downloaded."""

import warnings

import numpy as np
import pytest

pytest.importorskip("trl")

from incentives.charging.base_model import BaseModel
from incentives.charging.charged_models import TrainedOnReports, charge
from incentives.charging.hugging_face import LanguageModel
from incentives.charging.soups import Hybrid
from incentives.charging.training_runs import runs
from incentives.learning.chance import generator

from .tiny_models import INITIAL, PROMPTS, REWARDS, SIZES, brief, laughing

pytestmark = pytest.mark.usefixtures("offline")
ALL = [INITIAL, *[Hybrid(run.name, {run.name: 1.0}) for run in runs(SIZES)]]


def bill_of(model, models, rewards=REWARDS, **options):
    given = {"generator": generator(1, "bill"), "batch": 64} | options
    return charge(model, models, rewards, SIZES, PROMPTS * 100, **given)


def test_the_bill_is_the_mechanism_on_the_sampled_table(trained):
    with warnings.catch_warnings():
        warnings.simplefilter("error", TrainedOnReports)
        bill, sample = bill_of(trained, ALL, report_free=False)
    policies, divergences = sample.policies, sample.divergences.value

    def welfare(sizes):
        return np.asarray(sizes) @ (sample.rewards @ policies.T) - divergences

    assert bill.chosen == int(welfare(SIZES).argmax())
    for who, interval in enumerate(bill.payments):
        others = [0 if i == who else w for i, w in enumerate(SIZES)]
        assert interval.payment == pytest.approx(welfare(others).max() - welfare(others)[bill.chosen], abs=1e-9)
        assert interval.payment in interval
        assert bill.utilities[who] >= 0
    assert "no lie gains more" in bill.notes[0]
    assert len(bill.notes) == 4  # its prices come from speakers that have heard the reports; one run is hardly trained
    assert bill.notes[1].startswith("No certificate (everybody, without group 0, without group 1)")
    assert all(f"| {name} |" in str(bill) for name in bill.groups)


def test_what_was_trained_on_reports_is_known_without_being_told(trained):
    """The runs on these rewards, but not all of them: nobody said so, and the bill does."""
    with pytest.warns(TrainedOnReports, match="without group 0, group 1: a report can lower its own bill"):
        bill, _ = bill_of(trained, ALL[:2])
    assert "no lie gains more" not in bill.notes[0]
    with pytest.warns(TrainedOnReports, match="without group 1: a report"):
        bill_of(trained, ALL[:3])
    with pytest.warns(TrainedOnReports, match="changes what is trained"):
        bill, _ = bill_of(trained, [INITIAL, Hybrid("a", {"without 1": 1.0})])
    assert "can gain by a report" in bill.notes[0]


@pytest.mark.parametrize(("base", "penalty"), [({}, 3.0), ({"longest": 2}, 1.0)])
def test_what_was_trained_for_another_penalty_or_length_is_no_such_run(trained, base, penalty):
    model = trained
    if base:
        folders = {name: str(path) for name, path in trained.adapters.items()}
        model = LanguageModel(BaseModel(trained.base.model, **base), adapters=folders)
    with pytest.warns(TrainedOnReports, match="penalty 1, not 3|longest 3, not 2"):
        bill, _ = bill_of(model, ALL, penalty=penalty)
    assert "no lie gains more" not in bill.notes[0]


def test_other_rewards_and_models_of_unknown_origin_are_told_apart(trained, tmp_path):
    sad = [lambda prompts, replies: [reply.count("never") / 3 for reply in replies], lambda p, r: [0.5] * len(r)]
    with warnings.catch_warnings():
        warnings.simplefilter("error", TrainedOnReports)
        bill, _ = bill_of(trained, ALL, sad)
        assert "trained on other rewards" in bill.notes[0]
        bill, _ = bill_of(trained, [INITIAL])
        assert "No candidate is trained" in bill.notes[0]
    import shutil

    shutil.copytree(trained.adapters["all"], tmp_path / "found", ignore=shutil.ignore_patterns("run.json"))
    found = LanguageModel(trained.base, adapters={"found": str(tmp_path / "found")})
    with pytest.warns(TrainedOnReports, match="found was trained is unknown"):
        bill, _ = bill_of(found, [INITIAL, Hybrid("found", {"found": 1.0})])
    assert "truth is a best report" not in bill.notes[0]


def test_rewards_below_what_was_declared_are_refused(trained):
    models = [INITIAL]
    gloomy = [lambda prompts, replies: [-1.0] * len(replies), brief]

    def charged(**options):
        chance = generator(0, "x")
        return charge(trained, models, gloomy, SIZES, PROMPTS * 3, generator=chance, **options)

    with pytest.raises(ValueError, match=r"rewards\[0\] must be at least 0"):
        charged()
    bill, _ = charged(lowest=[-1, 0])
    assert bill.notes[-1].endswith("The worst that can come: group 0 at -3.")
    both, _ = charged(lowest=-2, groups=["gloomy", "brief"])
    assert both.notes[-1].endswith(f"The worst that can come: gloomy at {-2 * SIZES[0]}, brief at {-2 * SIZES[1]}.")
    gloomy[0] = lambda prompts, replies: [float("nan")] * len(replies)
    with pytest.raises(ValueError, match="finite"):
        charged(lowest=-1)


def test_a_reward_that_says_two_things_is_refused(trained):
    chance = np.random.default_rng(0)

    def noisy(prompts, replies):
        return chance.uniform(size=len(replies))

    def relative(prompts, replies):
        lengths = np.array([len(reply) for reply in replies], dtype=float)
        return (lengths - lengths.min()) / max(1, np.ptp(lengths))

    for reward in (noisy, relative):
        with pytest.raises(ValueError, match=r"rewards\[1\] must give one reply one number"):
            bill_of(trained, [INITIAL], [laughing, reward])


def test_a_small_sample_and_a_model_that_cannot_be_saved_are_noted(trained):
    word = Hybrid("words", {"all": 0.5, "without 0": 0.5}, "words")
    with pytest.warns(TrainedOnReports):
        bill, _ = charge(trained, [INITIAL, word], REWARDS, SIZES, PROMPTS, generator=generator(0, "x"))
    assert "The sample has 2 replies; with fewer than 100 the intervals are too short." in bill.notes
    assert any("saved as a mixture: words" in note for note in bill.notes)


def test_bad_input_is_named(trained):
    with pytest.raises(ValueError, match="initial"):
        charge(trained, [Hybrid("a", {"all": 1.0})], REWARDS, SIZES, PROMPTS, generator=generator(0, "x"))
    with pytest.raises(ValueError, match="one per size"):
        charge(trained, [INITIAL], REWARDS[:1], SIZES, PROMPTS, generator=generator(0, "x"))

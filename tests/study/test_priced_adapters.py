"""One price for adapters of a language model: a small run on sentences made here."""

from dataclasses import asdict, replace

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")
pytest.importorskip("peft")

from incentives_book.study import low_rank, priced_adapters as study
from incentives_book.study.priced_federation import CLINICS, collection
from incentives_book.study.priced_goals import FACTORS, PUSHES, cases, tried

SMALL = study.Setting(
    words=12, rank=2, steps=30, own=0.9, pilot=100, pool=100, judged=30, public=150, cost=0.004, draws=2
)  # fmt: skip


def sentences(name):
    """Of five ratings, each of which has two words of its own."""
    rng = np.random.default_rng(0)
    ratings = np.repeat(np.arange(5), 320)
    own = rng.random((1600, 8)) < 0.5
    words = np.where(own, 2 + 2 * ratings[:, None] + rng.integers(0, 2, (1600, 8)), rng.integers(1, 14, (1600, 8)))
    words[np.arange(8) >= rng.integers(4, 9, 1600)[:, None]] = 0
    return torch.from_numpy(words), ratings


@pytest.fixture(scope="module")
def here():
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(study, "_texts", sentences)
        yield study.world(SMALL)


@pytest.fixture(scope="module")
def rule(here):
    return study.rule_of(here, decay=SMALL.decay)


def test_a_run_tells_bills_lies_sizes_and_what_is_served(monkeypatch):
    monkeypatch.setattr(study, "_texts", sentences)
    told = {**study.run(SMALL), "settings": asdict(SMALL)}
    total = [sum(part) for part in zip(*told["parts"], strict=True)]
    assert told["bills"] == pytest.approx(total, rel=1e-4)
    assert abs(told["balance"]) < 1e-12
    assert set(told["lies"]) == {*PUSHES, "half-way to the others"}
    assert [row[FACTORS.index(1.0)] for row in told["own_sizes"]] == [0.0] * CLINICS
    assert {goal: len(seen) for goal, seen in cases(told).items()}["push"] == 10
    assert told["served_apart"] < 1e-5
    assert all(bill < before for bill, before in zip(told["parts"][0], told["initial_errors"], strict=True))


def test_a_mixture_of_other_weights_is_not_what_is_served(here, rule):
    reports = rule.collect(here.pools, range(CLINICS), here.pools.sizes)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(study, "loss", lambda places, adapter, loss=low_rank.loss: loss(places, 0.9 * adapter))
        assert study.served_apart(here, rule.federation.weights, reports) > 1e-3


def test_clinics_share_no_sentence_and_see_their_rating_more_often(here):
    rows = torch.cat([here.pilot.index.flatten(), here.pools.index.flatten(), here.held_out.flatten(), here.public])
    assert len(rows.unique()) == len(rows)
    ratings = sentences("sst5")[1]
    for k in range(CLINICS):
        assert (ratings[here.pools.index[k]] == k).mean() > 0.8


def test_stakes_are_squared_weights_on_squared_distances_of_adapters(here, rule):
    judged = [here.places.of(rows) for rows in here.held_out]
    honest = rule.settle(collection(here.pools, 0, 0), judged)
    known, reports = rule.federation, honest.reports
    v, variances = np.array(known.weights), np.array(known.variances)

    def staked(i, j):
        rest = [k for k in range(CLINICS) if k not in (i, j)]
        p = 1 / variances[rest]
        apart = reports[i] - torch.from_numpy(p / p.sum()) @ reports[rest]
        return v[j, i] ** 2 * (float(apart @ rule.metric @ apart) - variances[i] - 1 / p.sum())

    paid = sum(staked(0, j) - staked(j, 0) for j in range(1, CLINICS))
    assert honest.payments[0] == pytest.approx(paid)


def test_nobody_is_charged_for_sentences_that_it_does_not_have(here, rule):
    judged = [here.places.of(rows) for rows in here.held_out]
    with pytest.raises(ValueError, match="clients must hold what they collect, got 100, not 101, of 2"):
        rule.settle(here.pools, judged, collected={2: 101})


def test_sizes_beyond_the_pool_are_not_tried(monkeypatch):
    monkeypatch.setattr(study, "_texts", sentences)
    setting = replace(SMALL, cost=0.001)
    told = {**study.run(setting), "settings": asdict(setting)}
    beyond = [[factor * size > SMALL.pool for factor in FACTORS] for size in told["sizes"]]
    assert 0 < np.sum(beyond) < 20
    assert [[value is None for value in row] for row in told["own_sizes"]] == beyond == np.isnan(tried(told)).tolist()
    assert len(cases(told)["best"]) == CLINICS


def test_a_pilot_may_be_odd(monkeypatch):
    monkeypatch.setattr(study, "_texts", sentences)
    setting = replace(SMALL, pilot=101)
    assert len(study.rule_of(study.world(setting), decay=1.0).federation.sizes) == CLINICS


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"name": "x"}, "name must be sst5"),
        ({"rank": 0}, "rank"),
        ({"own": 1.0}, "own must be"),
        ({"decay": 0}, "decay"),
    ],
)
def test_bad_settings(change, message):
    with pytest.raises(ValueError, match=message):
        study.Setting(**change)


def test_too_few_sentences_are_refused(monkeypatch):
    monkeypatch.setattr(study, "_texts", sentences)
    with pytest.raises(ValueError, match="must leave 1900 examples for each of 5 clinics"):
        study.world(study.Setting())

"""The rate of each method is the one that the told rule picks by hand, and test data have no say."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")
from torch import nn

from incentives.methods import Comparison, OverSeeds, compare
from incentives.methods.chosen_rates import RATES, RULE, of_least_loss

INF, NAN = float("inf"), float("nan")
# At a large learning rate these diverge or not, depending on the scale; labels have some noise.
ASKED = ["fedavg", "fine-tuned", "cgsv", "iafl", "aequa"]
FAST = {"rounds": 3, "levels": 3, "batch_size": 16}


def clients(scale=1.0):
    rng = np.random.default_rng(0)
    inputs = [scale * rng.normal(size=(60, 4)).astype(np.float32) for _ in range(4)]
    return [(x, (x[:, 0] + x[:, 1] + scale * 0.5 * rng.normal(size=60) > 0).astype(int)) for x in inputs]


@pytest.fixture(scope="module")
def module():
    with torch.random.fork_rng():
        torch.manual_seed(0)
        return nn.Sequential(nn.Linear(4, 12), nn.ReLU(), nn.Linear(12, 2))


@pytest.mark.parametrize(
    ("losses", "rate"),
    [
        ({0.1: 0.5, 0.3: 0.4, 1.0: 0.6}, 0.3),
        ({1.0: 0.4, 0.3: 0.4, 0.1: 0.5}, 0.3),
        ({0.01: NAN, 0.1: INF, 0.3: 7.0}, 0.3),
        ({0.3: INF, 0.1: NAN}, 0.1),
    ],
)
def test_the_least_loss_and_of_equal_ones_the_smaller_rate(losses, rate):
    assert of_least_loss(losses) == rate
    with pytest.raises(ValueError, match="losses must hold at least one rate"):
        of_least_loss({})


@pytest.fixture(scope="module")
def each(module):
    """The comparison at every rate of the grid, told one by one."""
    return {rate: compare(clients(20), module, methods=ASKED, rate=rate, **FAST) for rate in RATES}


@pytest.fixture(scope="module")
def chosen(module):
    return compare(clients(20), module, methods=ASKED, rate="validation", **FAST)


def test_a_hand_computation_picks_the_same_rates_and_the_table_is_that_of_each_rate(each, chosen):
    for method in ("stand-alone", "fedavg", "fine-tuned", "cgsv", "aequa"):
        ends = {}
        for rate, found in each.items():
            if method not in found.diverged:
                ends[rate] = found.curves[method].losses[-1]
        best = min(ends.values())
        assert chosen.rates[method] == min(rate for rate, loss in ends.items() if loss == best)
        assert chosen.curves[method] == each[chosen.rates[method]].curves[method]
        if method != "aequa":  # which depends on what is reached alone, at the rate that is best alone
            assert chosen.rewards[method] == each[chosen.rates[method]].rewards[method]
    assert chosen.contributions == each[chosen.rates["stand-alone"]].contributions
    assert len(set(chosen.rates.values())) > 1  # so it is chosen for each method apart


def test_the_table_shows_the_rates_and_the_rule(chosen, each):
    lines = str(chosen).splitlines()
    assert lines[0].endswith("rate")
    for method, rate in chosen.rates.items():
        (line,) = (line for line in lines if line.startswith(f"{method} "))
        assert line.split()[-1] == f"{rate:g}"
    assert RULE in lines
    assert all(f"{rate:g}" in RULE for rate in RATES)
    assert {row["method"]: row["rate"] for row in chosen.summary()} == dict(chosen.rates)
    for found in each.values():
        assert not found.rates
        assert RULE not in str(found)
        assert {row["rate"] for row in found.summary()} == {None}


def test_test_data_have_no_say_and_validation_data_do(module):
    given = clients(20)
    rng = np.random.default_rng(1)
    aside, test = given[3], (given[2][0], rng.permutation(given[2][1]))
    call = {"methods": ["fedavg", "cgsv"], "rate": "validation", **FAST}
    one = compare(given[:3], module, validation=aside, test=given[2], **call)
    other = compare(given[:3], module, validation=aside, test=test, **call)
    assert one.rates == other.rates
    assert one.curves == other.curves
    assert one.rewards != other.rewards
    wrong = compare(given[:3], module, validation=(aside[0], 1 - aside[1]), test=given[2], **call)
    assert wrong.rates != one.rates


def test_without_what_is_reached_alone_a_row_has_no_gains():
    rewards = {"stand-alone": (float("nan"),) * 2, "fedavg": (0.5, 0.7)}
    diverged = {"stand-alone": "diverged in round 2"}
    found = Comparison((0.5, 0.6), rewards, rewards, {}, (), (9, 9), {}, diverged=diverged)
    row = next(line for line in str(found).splitlines() if line.startswith("fedavg"))
    assert row.split() == ["fedavg", "0.600", "-", "-", "-", "-"]


def test_where_every_rate_diverges_the_table_says_so(module):
    found = compare(clients(1e12), module, methods=["fedavg", "iafl"], rate="validation", **FAST)
    assert set(found.diverged) == {"stand-alone", "fedavg", "iafl"}
    assert not found.curves
    assert "needs what clients reach alone" in found.diverged["iafl"]


@pytest.mark.parametrize("rate", ["0.1", "test", ""])
def test_other_words_are_refused(module, rate):
    with pytest.raises(
        ValueError, match='rate must be a number above 0, a function of the round, or "validation"; got'
    ):
        compare(clients(), module, rate=rate, **FAST)


def test_over_seeds_the_chosen_rates_are_listed(module):
    call = {"methods": ["fedavg"], "rate": "validation", **FAST}
    runs = [compare(clients(20), module, seed=seed, **call) for seed in range(2)]
    found = OverSeeds(runs)
    for row in found.rows():
        rates = sorted({run.rates[row["method"]] for run in runs})
        assert row["rates"] == ", ".join(f"{rate:g}" for rate in rates)
        assert any(line.startswith(row["method"]) and line.endswith(row["rates"]) for line in str(found).splitlines())

"""Curves are the losses that a plain loop measures, watching changes no model, and the rule of settling is the told
one.
"""

import numpy as np
import pytest

torch = pytest.importorskip("torch")
from torch import nn

from incentives.methods import compare
from incentives.methods.comparison import Comparison
from incentives.methods.convergence import Curve, Watched
from incentives.methods.shared_training import Federation


def clients(count=3, each=60):
    rng = np.random.default_rng(0)
    inputs = [rng.normal(size=(each, 4)).astype(np.float32) for _ in range(count)]
    return [(x, (x[:, 0] + x[:, 1] > 0).astype(int)) for x in inputs]


def network():
    return nn.Sequential(nn.Linear(4, 12), nn.ReLU(), nn.Linear(12, 2))


ALL = ["fedavg", "fine-tuned", "median", "cgsv", "iafl", "aequa", "aequa-while-training"]
FAST = {"rounds": 3, "levels": 3, "batch_size": 16}


def falling_to(losses, rates=None):
    return Curve(tuple(losses), (0.5,) * len(losses), tuple(rates or [0.1] * (len(losses) - 1))).trend


def test_the_last_quarter_at_full_speed_is_compared_with_the_one_before():
    # Eight rounds: the means over rounds 5, 6 and over 7, 8, against a twentieth of the range, which is 0.5.
    assert falling_to([10, 9, 5, 3, 2, 1.0, 1.0, 0.53, 0.53]) == "settled"
    assert falling_to([10, 9, 5, 3, 2, 1.0, 1.0, 0.52, 0.52]) == "falling"
    assert falling_to([10, 9, 5, 3, 2, 0.5, 0.5, 0.9, 0.9]) == "settled"
    assert falling_to([10, 9, 5, 3, 2, 0.5, 0.5, 1.1, 1.1]) == "rising"
    assert falling_to([1, 1, 1, float("nan"), 1]) == "rising"
    # No single round decides: the quarter before begins low and ends high.
    assert falling_to([10, 9, 5, 3, 2, 0.2, 1.8, 1.8, 0.2]) == "settled"


def test_rounds_at_a_small_rate_have_no_say_and_a_warm_up_does_not_count_as_one():
    falls = [9, 8, 7, 6, 5, *[4.99] * 8]
    slow = [0.1] * 4 + [0.01] * 8
    assert falling_to(falls, slow) == "falling"
    assert falling_to(falls) == "settled"  # at one rate throughout the flat rounds count
    assert falling_to([9, 8, 7, 6, 5], [0.01, 0.1, 0.1, 0.1]) == "falling"
    assert falling_to([9, 8, 7, 6], [0.1] * 3) == "too short"
    assert falling_to([9, 8, 7, 6, 5], [0.1, 0.1, 0.1, 0.01]) == "too short"


def test_watching_changes_no_model_whatever_the_method(monkeypatch):
    module = nn.Sequential(nn.Linear(4, 12), nn.BatchNorm1d(12), nn.ReLU(), nn.Dropout(0.2), nn.Linear(12, 2))
    watched = compare(clients(), module, methods=ALL, **FAST)
    monkeypatch.setattr(Watched, "train", Federation.train)
    monkeypatch.setattr(Watched, "noted", Federation.noted)
    monkeypatch.setattr(Watched, "latest", Curve((0.0,), (0.0,), (0.1,)))
    plain = compare(clients(), module, methods=ALL, **FAST)
    assert {curve.losses for curve in plain.curves.values()} == {(0.0,)}
    for name in ("contributions", "rewards", "validation", "widths", "out_of_reach"):
        assert getattr(watched, name) == getattr(plain, name), name


def loss_by_hand(scores, labels):
    chances = np.exp(scores - scores.max(1, keepdims=True))
    return -np.log((chances / chances.sum(1, keepdims=True))[np.arange(len(labels)), labels]).mean()


def test_a_curve_is_what_a_plain_loop_measures():
    # One full batch and one step per round: the average of the clients' models is one step along the mean gradient.
    module, given = nn.Linear(4, 2), clients()
    aside = (given[0][0][:31], given[0][1][:31])
    ask = {"batch_size": 10**6, "momentum": 0.0, "rate": lambda round: 0.5, "rounds": 4}
    found = compare(given, module, methods=["fedavg"], validation=aside, test=given[1], **ask)
    weight, bias = (p.detach().numpy().astype(float) for p in module.parameters())
    losses, accuracies = [], []
    for _ in range(5):
        scores = aside[0] @ weight.T + bias
        losses.append(loss_by_hand(scores, aside[1]))
        accuracies.append((scores.argmax(1) == aside[1]).mean())
        pulls = []
        for x, y in given:
            chances = np.exp(x @ weight.T + bias)
            chances /= chances.sum(1, keepdims=True)
            pull = (chances - np.eye(2)[y]) / len(y)
            pulls.append((pull.T @ x, pull.sum(0)))
        weight, bias = (p - 0.5 * np.mean([q[k] for q in pulls], axis=0) for k, p in enumerate((weight, bias)))
    curve = found.curves["fedavg"]
    assert curve.losses == pytest.approx(losses, abs=1e-5)
    assert curve.accuracies == pytest.approx(accuracies)
    assert curve.rates == (0.5,) * 4


def test_each_method_has_the_curve_of_its_own_training_in_whatever_order_they_are_asked():
    module = network()
    one, other = (compare(clients(), module, methods=order, **FAST) for order in (ALL, ALL[::-1]))
    assert one.curves == other.curves
    assert list(one.curves) == ["stand-alone", *ALL]
    tuned, common = one.curves["fine-tuned"], one.curves["fedavg"]
    assert tuned.losses[:-1] == common.losses
    assert (len(common.losses), len(tuned.losses)) == (4, 5)
    assert tuned.losses[-1] != common.losses[-1]
    assert len({curve.losses for curve in one.curves.values()}) == len(one.curves)


def test_at_most_a_thousand_examples_are_scored_and_they_are_spread_over_all():
    from incentives.methods.own_federation import Examples, Sets

    def watching(count):
        rows = Examples(torch.arange(count)[:, None].float(), torch.arange(count))
        return Watched(Sets(None, rows, rows), None, (1.0,), 1, None, None, 0, "ratio", "sequential", "cpu", False)

    assert watching(7).watched[1].tolist() == list(range(7))
    kept = watching(5001).watched[1]
    assert (len(kept), kept[0], kept[-1], len(kept.unique())) == (1000, 0, 5000, 1000)


def test_diverged_methods_have_no_curve_and_a_shared_training_is_told_for_all_who_share_it():
    for order in (["fedavg", "fine-tuned"], ["fine-tuned", "fedavg"]):
        found = compare(clients(), network(), methods=order, rate=1e6, **FAST)
        assert set(found.diverged) == {"stand-alone", *order}
        assert not found.curves


def test_words_and_picture_say_who_has_not_settled():
    pytest.importorskip("matplotlib.pyplot")
    still, done, up = (falls(shape) for shape in ("falling", "settled", "rising"))
    rewards = {"stand-alone": (0.5, 0.6), "fedavg": (0.7, 0.7), "cgsv": (0.7, 0.8)}
    found = Comparison(
        (0.5, 0.6), rewards, rewards, {}, (), (9, 9), {}, curves={"stand-alone": up, "fedavg": done, "cgsv": still}
    )
    assert set(found.unsettled) == {"stand-alone", "cgsv"}
    assert "not settled, loss still falls (more rounds or a larger rate): cgsv\n" in str(found)
    assert str(found).endswith("not settled, loss rises (fewer rounds or a smaller rate): stand-alone")
    assert [row["training"] for row in found.summary()] == ["rising", "settled", "falling"]
    ax = found.picture(of="rounds")
    lines = {line.get_label(): line for line in ax.lines}
    assert {name: line.get_linestyle() for name, line in lines.items()} == {
        "stand-alone": "--",
        "fedavg": "-",
        "cgsv": "--",
    }
    assert lines["cgsv"].get_ydata().tolist() == list(still.losses)
    assert ax.get_title() == "1 of 3 methods have settled"
    with pytest.raises(ValueError, match='of must be "rewards" or "rounds", got \'loss\''):
        found.picture(of="loss")
    with pytest.raises(ValueError, match="losses must hold at least one method"):
        Comparison((0.5, 0.6), rewards, rewards, {}, (), (9, 9), {}).picture(of="rounds")


def falls(trend):
    ends = {"falling": 1.0, "settled": 2.0, "rising": 3.0}
    curve = Curve((4.0, 3.0, 2.0, 2.0, ends[trend]), (0.5,) * 5, (0.1,) * 4)
    assert curve.trend == trend
    return curve


def test_a_curve_begins_with_the_first_weights_whatever_the_rate():
    module = network()
    one, other = (compare(clients(), module, methods=["fedavg"], rate=rate, **FAST) for rate in (0.05, 0.2))
    first, second = (found.curves["fedavg"].losses for found in (one, other))
    assert first[0] == second[0]
    assert first[1] != second[1]

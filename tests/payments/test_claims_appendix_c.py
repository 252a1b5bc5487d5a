"""Appendix C by plain arithmetic: tables of models, every way of breaking ties, and softmax written out."""

from fractions import Fraction
from itertools import product
from math import exp, log

import numpy as np
import pytest
import torch

from incentives import payments as pay
from incentives.charging.small_transformer import sentence_log_probabilities
from incentives.charging.soups import mixture
from incentives_book.payments.small_languages import to_unit_interval

F = Fraction
GRID = [F(k, 4) for k in range(-2, 11)]


def random_models(seed, many=5, opposed=False):
    """Models (v_1, v_2, D) with many coincidences, so that ties occur."""
    rng = np.random.default_rng(seed)
    rows = rng.integers(0, 4, size=(many, 3)).tolist()
    return [(F(a, 3), 1 - F(a, 3) if opposed else F(b, 3), F(d, 2)) for a, b, d in rows]


def chosen(models, first, second):
    """Every model that is best for the weighted reports a v_1 + b v_2."""
    scores = [first[0] * a + first[1] * b + second * b - d for a, b, d in models]
    return [m for m, s in zip(models, scores, strict=True) if s == max(scores)]


def outcome(models, model, sizes):
    """True valuation, payment and utility of group 1 if `model` is chosen."""
    others = [sizes[1] * b - d for _, b, d in models]
    payment = max(others) - (sizes[1] * model[1] - model[2])
    return sizes[0] * model[0], payment, sizes[0] * model[0] - payment


def curve(models, sizes, report):
    """For each parameter, the outcomes under every way of breaking ties."""
    return [[(m, *outcome(models, m, sizes)) for m in chosen(models, report(t), sizes[1])] for t in GRID]


def size_report(sizes):
    return lambda t: (t * sizes[0], F(0))


def mixture_report(sizes):
    return lambda t: (t * sizes[0], (1 - t) * sizes[0])


def ordered(points, key, *, low=GRID[0], high=GRID[-1]):
    """Whether `key` never falls between two parameters in [low, high], whatever ties are broken how."""
    inside = [p for t, p in zip(GRID, points, strict=True) if low <= t <= high]
    return all(
        key(x) <= key(y)
        for k, earlier in enumerate(inside)
        for later in inside[k + 1 :]
        for x in earlier
        for y in later
    )


SIZES = [(3, 7), (5, 5), (7, 3), (1, 1)]


@pytest.mark.backs("payments/figure-2", "payments/definition-c-misreports", "payments/prose-c-hybrid-set")
@pytest.mark.parametrize("seed", range(25))
def test_utility_has_its_peak_at_the_truth(seed):
    models = random_models(seed)
    for sizes, kind in product(SIZES, (size_report, mixture_report)):
        assert kind(sizes)(F(1)) == (sizes[0], 0)
        points = curve(models, sizes, kind(sizes))
        assert ordered(points, lambda p: p[3], high=1)
        assert ordered(points, lambda p: -p[3], low=1)


@pytest.mark.backs("payments/prose-c-alpha-valuation", "payments/prose-c-alpha-payment")
@pytest.mark.parametrize("seed", range(25))
def test_a_larger_size_never_lowers_valuation_or_payment(seed):
    models = random_models(seed)
    for sizes in SIZES:
        points = curve(models, sizes, size_report(sizes))
        assert ordered(points, lambda p: p[1])
        assert ordered(points, lambda p: p[2], low=0)


@pytest.mark.backs("payments/prose-c-alpha-valuation", "payments/prose-c-alpha-payment")
def test_neither_need_rise():
    models = [(F(0), F(0), F(0)), (F(1), F(0), F(10))]
    points = curve(models, (1, 1), size_report((1, 1)))
    assert {p[:3] for row in points for p in row} == {(models[0], 0, 0)}


@pytest.mark.backs("payments/prose-c-hybrid-set")
@pytest.mark.parametrize("seed", range(25))
def test_no_report_beats_the_truth_and_nobody_loses(seed):
    models, levels = random_models(seed), [F(k, 2) for k in range(-2, 9)]
    for sizes in SIZES:
        kept = {outcome(models, m, sizes)[2] for m in chosen(models, (sizes[0], 0), sizes[1])}
        assert len(kept) == 1  # ties do not matter to the group
        truth = kept.pop()
        lies = [
            outcome(models, m, sizes)[2]
            for report in product(levels, repeat=2)
            for m in chosen(models, report, sizes[1])
        ]
        assert max(lies) <= truth
        alone = max(chosen(models, (0, 0), sizes[1]), key=lambda m: m[0])
        assert truth >= sizes[0] * alone[0] >= 0


@pytest.mark.backs("payments/prose-c-size-without-payments")
def test_overstating_pays_exactly_where_a_larger_size_changes_the_value():
    gained = []
    for seed in range(60):
        models = random_models(seed)
        now = max(m[0] for m in chosen(models, (1, 0), 1))
        later = min(m[0] for m in chosen(models, (50, 0), 1))
        best = max(m[0] for m in models)
        # At size 50 the group's favourite wins: values differ by a third at least, costs by 3/2 + 1 at most.
        assert later == best >= now
        gained.append(best > now)
    assert any(gained)
    assert not all(gained)


@pytest.mark.backs("payments/new-mixture-is-size")
@pytest.mark.parametrize("seed", range(25))
def test_opposed_mixtures_are_sizes(seed):
    models = random_models(seed, opposed=True)
    for sizes in SIZES:
        for b in GRID:
            mixed = chosen(models, mixture_report(sizes)(b), sizes[1])
            assert mixed == chosen(models, size_report(sizes)(2 * b - 1), sizes[1])
        points = curve(models, sizes, mixture_report(sizes))
        assert ordered(points, lambda p: -p[2], high=F(1, 2))
        assert ordered(points, lambda p: p[2], low=F(1, 2))


def tilt(q, total):
    weights = [x * exp(t) for x, t in zip(q, total, strict=True)]
    return [x / sum(weights) for x in weights]


def on_the_simplex(q, r1, r2, w2, report):
    """Value to group 1 and its payment for a weighted report, KL with penalty 1, group 2 honest."""
    p = tilt(q, [a + w2 * b for a, b in zip(report, r2, strict=True)])
    others = sum(x * (w2 * b - log(x / y)) for x, y, b in zip(p, q, r2, strict=True))
    best = log(sum(y * exp(w2 * b) for y, b in zip(q, r2, strict=True)))
    return sum(x * a for x, a in zip(p, r1, strict=True)), best - others


@pytest.mark.backs("payments/new-mixture-is-size")
@pytest.mark.parametrize(("a", "b"), [(1.0, -1.0), (0.25, 0.5), (0.5, -0.5)])
def test_affinely_related_mixtures_on_the_simplex(a, b):
    q, r1 = [0.2, 0.3, 0.5], [0.0, 1.0, 0.4]
    r2 = [a + b * x for x in r1]
    for beta in np.linspace(-0.5, 2.5, 7):
        mixed = on_the_simplex(q, r1, r2, 2, [beta * x + (1 - beta) * y for x, y in zip(r1, r2, strict=True)])
        sized = on_the_simplex(q, r1, r2, 2, [(b + (1 - b) * beta) * x for x in r1])
        assert mixed == pytest.approx(sized, abs=1e-12)


@pytest.mark.backs("payments/prose-c-beta-payment")
def test_the_payment_along_beta_falls_and_rises():
    found = [on_the_simplex([0.5, 0.5], [1, 0], [0, 1], 1, [b, 1 - b])[1] for b in (0, 0.25, 0.5, 0.75, 1)]
    assert found == pytest.approx([0.06713, 0.02064, 0, 0.02796, 0.12011], abs=5e-6)


@pytest.mark.backs("payments/prose-c-beta-valuation", "payments/prose-c-influence")
def test_the_valuation_along_beta_falls_before_the_truth():
    q, r1, r2 = [0.4, 0.4, 0.1, 0.1], [0.4, 0.4, 0, 1], [0, 0, 0, 1]
    at = {
        b: on_the_simplex(q, r1, r2, 1, [b * x + (1 - b) * y for x, y in zip(r1, r2, strict=True)]) for b in (0.9, 1.0)
    }
    assert at[0.9][0] == pytest.approx(0.603137, abs=1e-6)
    assert at[1.0][0] == pytest.approx(0.598460, abs=1e-6)
    # and yet the truth leaves more
    assert at[1.0][0] - at[1.0][1] > at[0.9][0] - at[0.9][1]


@pytest.mark.backs("payments/prose-c-beta-valuation", "payments/prose-c-influence")
def test_two_models_and_a_jackpot():
    models = [(F(1), F(1), F(81, 50)), (F(2, 5), F(0), F(0))]
    below, truth = (chosen(models, (b, 1 - b), 1) for b in (F(9, 10), F(1)))
    assert (below, truth) == ([models[0]], [models[1]])
    assert outcome(models, below[0], (1, 1)) == (1, F(31, 50), F(19, 50))
    assert outcome(models, truth[0], (1, 1)) == (F(2, 5), 0, F(2, 5))


@pytest.mark.backs("payments/prose-c-beta-valuation")
@pytest.mark.parametrize("seed", range(25))
def test_the_difference_of_valuations_never_falls(seed):
    models = random_models(seed)
    for sizes in SIZES:
        points = curve(models, sizes, mixture_report(sizes))
        assert ordered(points, lambda p: p[0][0] - p[0][1])


@pytest.mark.backs("payments/prose-c-beta-payment")
@pytest.mark.parametrize("seed", range(25))
def test_beyond_the_truth_the_payment_rises_if_one_value_rises_and_the_other_falls(seed):
    models = random_models(seed)
    for sizes in SIZES:
        points = curve(models, sizes, mixture_report(sizes))
        beyond = [row for t, row in zip(GRID, points, strict=True) if t >= 1]
        pairs = [(x, y) for k, row in enumerate(beyond) for later in beyond[k + 1 :] for x in row for y in later]
        parting = [(x, y) for x, y in pairs if y[0][0] >= x[0][0] and y[0][1] <= x[0][1]]
        assert parting
        assert all(y[2] >= x[2] for x, y in parting)


@pytest.mark.backs("payments/prose-c-legal")
def test_legal_mixtures():
    levels = [F(k, 4) for k in range(5)]
    rows = [r for r in product(levels, repeat=2) if max(r) == 1]
    for x, y, b in product(rows, rows, [F(1, 5), F(1, 2), F(4, 5)]):
        mixed = [b * s + (1 - b) * t for s, t in zip(x, y, strict=True)]
        assert 0 <= min(mixed) <= max(mixed) <= 1
        assert (max(mixed) == 1) == bool({k for k in (0, 1) if x[k] == 1} & {k for k in (0, 1) if y[k] == 1})
    for x, y, b in product([(F(1, 3), F(2, 3)), (F(1), F(0))], [(F(1, 2), F(1, 2))], levels):
        assert sum(b * s + (1 - b) * t for s, t in zip(x, y, strict=True)) == 1


@pytest.mark.backs("payments/prose-c-unit-interval", "payments/new-normalising-weighs")
@pytest.mark.parametrize("seed", range(4))
def test_scaled_rewards_are_raw_rewards_with_other_weights(seed):
    rng = np.random.default_rng(seed)
    raw, sizes = rng.normal(size=(3, 6)) * [[1], [5], [20]], np.array([2.0, 3.0, 1.0])
    scaled = to_unit_interval(raw)
    assert scaled.min(axis=1).tolist() == [0, 0, 0]
    assert scaled.max(axis=1).tolist() == [1, 1, 1]
    rule = pay.AffineMaximizer(rng.dirichlet(np.ones(6)), penalty=0.7)
    weights = sizes / (raw.max(axis=1) - raw.min(axis=1))
    ours, theirs = rule(scaled, sizes), rule(raw, weights)
    assert ours.policy == pytest.approx(theirs.policy, abs=1e-12)
    assert ours.payments == pytest.approx(theirs.payments, abs=1e-10)
    with pytest.raises(ValueError, match="constant"):
        to_unit_interval([[2, 2], [0, 1]])


def random_next_words(seed, same_after=False):
    """Two models of two words and at most two of them; `same_after`: they differ at the start only."""
    rows = torch.as_tensor(np.random.default_rng(seed).dirichlet(np.ones(3), size=(2, 3)))
    if same_after:
        rows[1, 1:] = rows[0, 1:]
    return rows.log()


@pytest.mark.backs("payments/new-word-mixture")
@pytest.mark.parametrize("share", [0.2, 0.5, 0.9])
def test_decoding_divides_by_the_sums_along_the_sentence(share):
    shares = torch.tensor([share, 1 - share], dtype=torch.float64)
    for seed in range(5):
        rows = random_next_words(seed)
        sums = (share * rows[0] + (1 - share) * rows[1]).exp().sum(1)  # Z after nothing, a, b
        along = torch.stack([sums[0], *(sums[0] * sums[k] for k in (1, 2, 1, 1, 2, 2))])
        decoded = sentence_log_probabilities(mixture(shares, rows), words=2).exp()
        whole = mixture(shares, sentence_log_probabilities(rows, words=2)).exp()
        constant = decoded * along / whole
        assert (sums < 1).all()
        torch.testing.assert_close(constant, constant[:1].expand(7), rtol=0, atol=1e-12)
        assert (decoded - whole).abs().max() > 1e-4
        rows = random_next_words(seed, same_after=True)
        decoded = sentence_log_probabilities(mixture(shares, rows), words=2)
        whole = mixture(shares, sentence_log_probabilities(rows, words=2))
        torch.testing.assert_close(decoded, whole, rtol=0, atol=1e-12)

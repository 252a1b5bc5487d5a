"""Appendix B and its proofs, from a mechanism over finitely many models written out here in Fractions."""

from fractions import Fraction
from itertools import product
from math import log, sqrt

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from incentives import payments as pay
from incentives.payments import preferences
from incentives_book.payments.how_continuous_is_training import moduli
from incentives_book.payments.noisy_rewards import noise as noise_module, sampled_valuations

F = Fraction
MODELS = [(F(1), F(0), F(0)), (F(0), F(1, 2), F(1, 2)), (F(1, 3), F(1, 3), F(1, 3)), (F(0), F(0), F(1))]
COSTS = [F(1, 5), F(0), F(1, 7), F(1, 3)]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


def welfare(k, rewards, sizes, leave_out=None):
    others = (dot(MODELS[k], r) * w for i, (r, w) in enumerate(zip(rewards, sizes, strict=True)) if i != leave_out)
    return sum(others) - COSTS[k]


def train(rewards, sizes, leave_out=None):
    """The best model; the last one of equals, unlike the library."""
    return max(range(len(MODELS)), key=lambda k: (welfare(k, rewards, sizes, leave_out), k))


def utility(i, truth, inputs, sizes, size=None):
    """w v(theta; truth) - payment, when the mechanism reads `inputs` and `sizes`; `size` is the true one."""
    k, alone = train(inputs, sizes), train(inputs, sizes, i)
    payment = welfare(alone, inputs, sizes, i) - welfare(k, inputs, sizes, i)
    assert payment >= 0
    return (size or sizes[i]) * dot(MODELS[k], truth) - payment


def add(row, shift):
    return tuple(a + b for a, b in zip(row, shift, strict=True))


def profiles(seed, count, groups=2, grid=4):
    rng = np.random.default_rng(seed)
    for _ in range(count):
        rows = [tuple(F(int(v), grid) for v in rng.integers(0, grid + 1, size=3)) for _ in range(groups)]
        yield rows, [int(v) for v in rng.integers(1, 4, size=groups)], rng


def shifts(rng, error, count):
    return [tuple(F(int(v), 2) * error for v in rng.integers(-2, 3, size=3)) for _ in range(count)]


ERROR = F(1, 6)


@pytest.mark.backs("payments/appendix-b-utility", "payments/theorem-b-3-proof-average")
def test_expected_utility_as_a_double_sum():
    models = pay.FiniteModels(MODELS[::-1], COSTS[::-1])
    for truth, sizes, rng in profiles(1, 12):
        own, other = shifts(rng, ERROR, 3), shifts(rng, ERROR, 2)
        game = noise_module.NoisyGame(
            pay.AffineMaximizer(models=models),
            pay.Preferences(truth, sizes, normalised=None),
            noise_module.independent(noise_module.Shifts(own), noise_module.Shifts(other)),
        )
        inner = [sum(utility(0, truth[0], [add(truth[0], s), add(truth[1], t)], sizes) for s in own) / 3 for t in other]
        tie = any(
            len({welfare(k, noisy, sizes) for k in range(4)}) < 4
            for noisy in product([add(truth[0], s) for s in own], [add(truth[1], t) for t in other])
        )
        if not tie:
            assert game.utility(0) == sum(inner) / 2


@pytest.mark.backs("payments/condition-b-1", "payments/lemma-f-1")
def test_valuations_differ_by_at_most_the_largest_error():
    for truth, _, rng in profiles(2, 60):
        (shift,) = shifts(rng, ERROR, 1)
        assert max(map(abs, shift)) <= ERROR
        for model in MODELS:
            assert abs(dot(model, truth[0]) - dot(model, add(truth[0], shift))) <= max(map(abs, shift))
    constant = (ERROR,) * 3
    assert all(dot(model, constant) == ERROR for model in MODELS)  # the bound is reached


@pytest.mark.backs(
    "payments/lemma-b-2",
    "payments/lemma-b-2-proof-steps",
    "payments/lemma-b-2-proof-inputs",
    "payments/new-loss-total-variation",
)
def test_the_chain_of_lemma_b_2():
    printed_equality = 0
    for truth, sizes, rng in profiles(3, 200):
        noisy = [add(row, shift) for row, shift in zip(truth, shifts(rng, ERROR, 2), strict=True)]
        best, hat = train(truth, sizes), train(noisy, sizes)
        total = sum(sizes) * ERROR
        lines = [
            welfare(hat, truth, sizes),
            welfare(hat, noisy, sizes) - total,
            welfare(best, noisy, sizes) - total,
            welfare(best, truth, sizes) - 2 * total,
        ]
        assert lines == sorted(lines, reverse=True)
        printed_equality += lines[1] == welfare(hat, truth, sizes) - total
        apart = sum(abs(a - b) for a, b in zip(MODELS[best], MODELS[hat], strict=True)) / 2
        assert lines[0] >= welfare(best, truth, sizes) - 2 * total * apart
    assert printed_equality < 100


def gain_of(truth, other, lie, sizes, own_noise, *, lie_size=None):
    """U(lie) - U(truth) for group 0, the input of the others fixed, equally likely errors."""
    told = [lie_size or sizes[0], *sizes[1:]]
    return sum(
        utility(0, truth, [add(lie, s), other], told, sizes[0])
        - utility(0, truth, [add(truth, s), other], sizes, sizes[0])
        for s in own_noise
    ) / len(own_noise)


@pytest.mark.backs(
    "payments/theorem-b-3",
    "payments/new-sizes-too",
    "payments/theorem-b-3-proof-noise",
    "payments/theorem-b-3-proof-optimality",
)
def test_gains_of_random_lies():
    found = []
    for (truth, other), sizes, rng in profiles(4, 300):
        noise = shifts(rng, ERROR, int(rng.integers(1, 4)))
        lie = tuple(F(int(v), 4) for v in rng.integers(0, 5, size=3))
        for lie_size in (None, 1, 5):
            gain = gain_of(truth, other, lie, sizes, noise, lie_size=lie_size)
            assert gain <= 2 * sizes[0] * ERROR
            found.append(gain)
    assert max(found) > 0


@pytest.mark.backs("payments/theorem-b-3-proof-optimality", "payments/theorem-b-3-proof-utility")
def test_which_input_the_hat_is_best_for():
    """u + max welfare of the others is welfare at (true, others' input), of the model trained for the input."""
    differs = 0
    for (truth, other), sizes, rng in profiles(5, 150):
        s, t = shifts(rng, ERROR, 2)
        own, noisy_other = add(truth, s), add(other, t)
        k = train([own, other], sizes)
        constant = max(welfare(j, [own, other], sizes, 0) for j in range(4))
        assert utility(0, truth, [own, other], sizes) + constant == welfare(k, [truth, other], sizes)
        assert all(welfare(k, [own, other], sizes) >= welfare(j, [own, other], sizes) for j in range(4))
        differs += k != train([own, noisy_other], sizes)
    assert differs > 0


@pytest.mark.backs("payments/new-noise-may-be-correlated")
def test_dependent_noise():
    for (truth, other), sizes, rng in profiles(6, 100):
        common = shifts(rng, ERROR, 3)
        lie = tuple(F(int(v), 4) for v in rng.integers(0, 5, size=3))

        def value(report, truth=truth, other=other, sizes=sizes, common=common):
            return sum(utility(0, truth, [add(report, s), add(other, s[::-1])], sizes) for s in common)

        assert (value(lie) - value(truth)) / 3 <= 2 * sizes[0] * ERROR
    # Two outcomes, certain models, a large indifferent group whose error follows the small group's report.
    small, large, e = 1, 10, F(1, 10)
    against, in_favour = (1 - e, 1 + e), (1 + e, 1 - e)

    def best(input_):
        return max(large * input_[0] + small, large * input_[1]) - large * max(input_)

    assert best(in_favour) - best(against) == 1 > 2 * small * e


@pytest.mark.backs("payments/new-noise-bounds-attained", "payments/prose-b-less-than", "payments/prose-b-epsilon-dsic")
@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("size", [1, 3])
def test_a_tie_is_broken_wrongly_whatever_the_rule(first, size):
    """`first` wins ties between two certain models; the group wants the other one by 2 e more."""
    e = F(1, 10)
    truth = [F(1), F(1)]
    truth[first] -= 2 * e
    noise = [-e, -e]
    noise[first] = e

    def choose(row):
        return first if row[first] >= row[1 - first] else 1 - first

    honest = choose(add(truth, noise))
    assert honest == first
    loss = size * (truth[1 - first] - truth[honest])
    assert loss == 2 * size * e
    lie = [F(1), F(1)]
    lie[first] = F(0)
    gain = size * (truth[choose(add(lie, noise))] - truth[honest])  # alone, a group pays nothing
    assert gain == 2 * size * e
    assert (gain > 2 * 1 * e) == (size > 1)  # an instance with sizes 1 promises too little
    library = noise_module.two_models(e, [size])
    assert library.gain(0, report=[1, 0]) == gain


@pytest.mark.backs("payments/prose-b-cost")
@settings(max_examples=50)
@given(st.fractions(0, 1), st.integers(1, 9), st.fractions(0, 1), st.fractions(0, 1))
def test_a_search_that_costs_more_than_the_bound_never_pays(error, size, share, more):
    gain, cost = share * 2 * size * error, 2 * size * error + more + F(1, 1000)
    assert gain - cost < 0


@pytest.mark.backs("payments/new-noisy-rationality")
def test_utility_of_truth_from_below():
    lowest = {True: F(0), False: F(0)}
    for (truth, other), sizes, rng in profiles(7, 300):
        (s,) = shifts(rng, F(1, 2), 1)
        value = utility(0, truth, [add(truth, s), other], sizes)
        assert value >= -2 * sizes[0] * F(1, 2)
        clipped = tuple(max(v, F(0)) for v in add(truth, s))
        assert utility(0, truth, [clipped, other], sizes) >= -sizes[0] * F(1, 2)
        lowest[min(add(truth, s)) < 0] = min(lowest[min(add(truth, s)) < 0], value)
    assert min(lowest.values()) < 0
    # Reached: no model gives what the group wants, and noise sells it one that costs 2 w e (w e if clipped).
    e, w = F(1, 10), 3
    for errors, costs in (((e, -e), (2 * w * e, F(0))), ((e, F(0)), (w * e, F(0)))):
        scores = [w * error - cost for error, cost in zip(errors, costs, strict=True)]
        assert scores[0] == scores[1]  # a tie, broken to the costly model
        payment = max(-cost for cost in costs) - -costs[0]
        assert 0 - payment == -costs[0]
    assert noise_module.paying_for_nothing(e, w).utility(0) == -2 * w * e


@pytest.mark.backs("payments/new-gain-on-the-simplex")
def test_second_order_on_the_simplex():
    """Two outcomes, chi-squared: p moves by (gap) / (8 lam) from a half; losses are quadratic."""

    def best(gap, lam):
        return F(1, 2) + gap / (8 * lam)

    def value(p, gap, lam):
        return p * gap - lam * 4 * (p - F(1, 2)) ** 2

    for lam, error, size in product((F(1), F(3)), (F(1, 10), F(1, 4)), (1, 2)):
        gap = size * 2 * error
        noisy = gap - size * 2 * error
        loss = value(best(gap, lam), gap, lam) - value(best(noisy, lam), gap, lam)
        assert loss == (size * error) ** 2 / (4 * lam)
        rule = pay.AffineMaximizer([F(1, 2)] * 2, penalty=lam, divergence=pay.ChiSquared())
        noise = noise_module.independent(noise_module.Shifts([[-error, error]]))
        game = noise_module.NoisyGame(rule, pay.Preferences([[1, 1 - 2 * error]], [size]), noise)
        assert game.gain(0, report=[1, 1 - 4 * error]) == loss
        assert game.losses() == [(loss, 1)]
    rng = np.random.default_rng(8)
    for _ in range(60):
        rule = pay.AffineMaximizer(rng.dirichlet(np.ones(3)) * 0.97 + 0.01, penalty=0.5)
        truth = preferences.random_preferences(2, 3, rng=rng, largest_size=2)
        error = rng.uniform(0.01, 0.4)
        noise = noise_module.independent(noise_module.Shifts(error * rng.uniform(-1, 1, size=(2, 3))), None)
        game = noise_module.NoisyGame(rule, truth, noise)
        z = truth.sizes[0] * error
        bound = moduli.KLModulus(0.5).loss(z)
        assert game.gain(0, report=rng.uniform(size=3)) <= bound + 1e-12 <= z**2 + 1e-12
        assert sum(chance * lost for lost, chance in game.losses()) <= bound + 1e-12


@pytest.mark.backs("payments/prose-b-sampling-example")
def test_samples_as_noise():
    """Separate samples need a huge reward error; one reweighted sample of the initial model is a reward error."""
    first, second = np.array([0.5, 0.5]), np.array([0.49, 0.51])
    shift = np.linalg.solve([first, second], [1 - 0.5, 0 - 0.49])
    assert abs(shift).max() > 49
    rng = np.random.default_rng(9)
    q, reward = rng.dirichlet(np.ones(5)), rng.uniform(size=5)
    drawn = rng.choice(5, size=40, p=q)
    noisy = sampled_valuations.reweighted_reward(reward, q, np.bincount(drawn, minlength=5))
    for _ in range(20):
        p = rng.dirichlet(np.ones(5))
        assert (p[drawn] / q[drawn] * reward[drawn]).mean() == pytest.approx(p @ noisy)


@pytest.mark.backs("payments/new-valuation-noise")
def test_tables_of_noisy_valuations():
    """v: values of four models for group 0; the mechanism adds them to what the others get."""
    rng = np.random.default_rng(10)
    for _ in range(400):
        true, others = ([F(int(v), 5) for v in rng.integers(0, 6, size=4)] for _ in range(2))

        def noisy(v, rng=rng):
            return [x + F(int(e), 10) for x, e in zip(v, rng.integers(-1, 2, size=4), strict=True)]

        size, lie = int(rng.integers(1, 4)), [F(int(v), 5) for v in rng.integers(0, 6, size=4)]
        reached = {}
        for name, told in (("truth", true), ("lie", lie)):
            seen = noisy(told)
            k = max(range(4), key=lambda j, seen=seen: (size * seen[j] + others[j], -j))
            reached[name] = size * true[k] + others[k]  # utility up to a constant
        best = max(size * v + o for v, o in zip(true, others, strict=True))
        assert best - reached["truth"] <= 2 * size * F(1, 10)
        assert reached["lie"] - reached["truth"] <= 2 * size * F(1, 10)


@pytest.mark.backs("payments/new-sampling-gain")
@pytest.mark.parametrize("samples", [1, 4, 16])
def test_sampled_gains_by_simulation(samples):
    """Random models, rewards and lies: regret and gains against the spread of the errors and the bound."""
    rng = np.random.default_rng(11)
    models, size, draws = 5, 2, 4000
    policies = rng.dirichlet(np.ones(4), size=models)
    reward, lie, others = rng.uniform(size=4), rng.uniform(size=4), rng.uniform(0, 0.5, size=models)
    counts = np.stack([rng.multinomial(samples, p, size=draws) for p in policies], axis=1)
    seen, lied = counts @ reward / samples, counts @ lie / samples
    value = size * policies @ reward + others
    honest, swayed = (value[(size * v + others).argmax(axis=1)] for v in (seen, lied))
    errors = seen - policies @ reward
    spread = errors.max(axis=1) - errors.min(axis=1)
    assert (value.max() - honest <= size * spread + 1e-12).all()
    assert swayed.mean() - honest.mean() <= size * spread.mean()
    margin = 5 * spread.std() / sqrt(draws)
    assert spread.mean() <= sqrt(2 * log(models) / samples) + margin

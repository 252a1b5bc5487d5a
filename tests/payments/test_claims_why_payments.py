"""Lies without payments, from formulas written out here; floats and a solver where the page has fractions."""

from fractions import Fraction
from itertools import product
from math import e

import numpy as np
import pytest
from scipy.optimize import brentq, minimize

from incentives import payments as pay
from incentives.randomness import stream
from incentives_book.payments.why_payments import marginal_gain

F = Fraction


def solve(R, q, slope, inverse):
    """The interior model q g(R - mu) by a root finder, g the inverse of f'."""
    R, q = np.asarray(R, dtype=float), np.asarray(q, dtype=float)
    ends = R.min() - slope(1.0), R.max() - slope(1.0)
    if ends[1] - ends[0] < 1e-14:
        return q
    mu = brentq(lambda m: q @ inverse(R - m) - 1, *ends, xtol=1e-15)
    return q * inverse(R - mu)


# f', its inverse and f'': KL, reverse KL (away from its pole), and the quartic (x - 1) + (x - 1)^3 as slope.
def kl(R, q):
    return solve(R, q, lambda x: np.log(x) + 1, lambda s: np.exp(s - 1))


def quadratic(R, q, penalty=3.0):
    R, q = np.asarray(R, dtype=float), np.asarray(q, dtype=float)
    p = q * (1 + (R - q @ R) / (2 * penalty))
    assert p.min() > 0
    return p


def tilt(told, base, size=1.0):
    weight = np.asarray(base) * np.exp(size * np.asarray(told, dtype=float))
    return weight / weight.sum()


def draws(name, count, outcomes=4):
    rng = stream(11, "tests", name)
    for _ in range(count):
        yield (
            rng.uniform(0.05, 1, outcomes),
            2 * rng.uniform(size=outcomes),
            rng.dirichlet(2 * np.ones(outcomes)),
        )


def by_max(r):
    return r / r.max()


def by_sum(r):
    return r / r.sum()


@pytest.mark.backs("payments/prose-interiority")
def test_interior_and_mobile_are_different_things():
    light, heavy = F(1, 5), F(3)
    jumps = [pay.best_policy(R, [F(1, 2)] * 2, penalty=light, divergence=pay.ChiSquared()) for R in ([1, 0], [0, 1])]
    assert [list(p) for p in jumps] == [[1, 0], [0, 1]]
    for R in product((0, F(1, 2), 1, 2), repeat=3):
        stays = pay.best_policy(list(R), [F(1, 3)] * 3, penalty=heavy, divergence=pay.TotalVariation())
        assert list(stays) == [F(1, 3)] * 3


@pytest.mark.backs("payments/theorem-3-2-constant")
def test_a_constant_group_is_indifferent():
    for _, others, q in draws("constant", 20):
        assert 0.25 * np.ones(4) @ kl(others, q) == pytest.approx(0.25)
        assert np.ones(4) @ tilt([1, 0, 0, 0], q) == pytest.approx(1)


@pytest.mark.backs("payments/new-stretching", "payments/theorem-3-2-misreport")
def test_stretching_gains():
    for r, others, q in draws("stretching", 40):
        for how in (by_max, by_sum):
            truth = how(r)
            lie = how(truth - truth.min())
            grows = (lie.max() - lie.min()) / (truth.max() - truth.min())
            for train in (kl, quadratic):
                before, after = train(truth + others, q), train(lie + others, q)
                assert truth @ after > truth @ before
                assert after == pytest.approx(train(grows * truth + others, q), abs=1e-10)
            report, factor = marginal_gain.stretched_report(truth, "max" if how is by_max else "sum")
            assert report == pytest.approx(lie)
            assert factor == pytest.approx(grows)


@pytest.mark.backs("payments/new-stretching")
def test_stretching_never_hurts_on_any_list_of_models():
    rng = stream(3, "tests", "lists")
    for _ in range(200):
        models, costs = rng.dirichlet(np.ones(3), size=6), rng.uniform(-1, 1, 6)
        truth, others = by_max(rng.uniform(0.1, 1, 3)), rng.uniform(0, 2, 3)
        lie = (truth - truth.min()) / (1 - truth.min())
        chosen = [models[np.argmax(models @ (told + others) - costs)] for told in (truth, lie)]
        assert truth @ chosen[1] >= truth @ chosen[0] - 1e-12


@pytest.mark.backs("payments/theorem-3-2-misreport")
def test_what_the_theorem_needs():
    """A kink: |x - 1| and (x - 1)^2 + 2 |x - 1| keep q; a corner: a loud group; each against all reports."""
    q, reports = (
        np.ones(3) / 3,
        [np.array(r, dtype=float) / 4 for r in product(range(5), repeat=3) if max(r) == 4],
    )
    others = np.array([1.0, 0.5, 0.0])
    simplex = np.array([(i, j, 20 - i - j) for i in range(21) for j in range(21 - i)]) / 20
    for square, kink in ((0, 1.5), (1, 2)):
        cost = (square * (3 * (simplex - q)) ** 2 + kink * abs(3 * (simplex - q))) @ q
        for told in reports:
            assert (simplex @ (told + others) - cost).max() <= q @ (told + others) + 1e-12
    for told in reports:
        free = minimize(
            lambda p, R: -(p @ R) + ((p - q) ** 2 / q).sum(), q, args=(told + np.array([10, 0, 0]),), bounds=[(0, 1)] * 3,  # noqa: E501
            constraints={"type": "eq", "fun": lambda p: p.sum() - 1}, method="SLSQP",
        )  # fmt: skip
        assert free.x == pytest.approx([1, 0, 0], abs=1e-6)


@pytest.mark.backs("payments/theorem-3-2-proof-kkt")
def test_the_first_order_condition():
    for r, others, q in draws("kkt", 20):
        p = pay.best_policy(by_max(r) + others, q, divergence=pay.reverse_kl())
        assert np.ptp(by_max(r) + others + q / p) < 1e-8
        p = pay.best_policy(by_max(r) + others, q)
        assert np.ptp(by_max(r) + others - np.log(p / q)) < 1e-10
    # total variation: best to stay, though the two gains differ
    stay = pay.best_policy([1, 0], [F(1, 2)] * 2, penalty=3, divergence=pay.TotalVariation())
    assert list(stay) == [F(1, 2)] * 2


@pytest.mark.backs(
    "payments/theorem-3-2-proof-a", "payments/theorem-3-2-proof-b", "payments/theorem-3-2-proof-conclusion"
)
def test_the_printed_lie_under_sum_normalisation():
    for r, others, q in draws("sum", 60, outcomes=5):
        truth = by_sum(r)
        up, down = truth.argmax(), truth.argmin()
        lie = truth.copy()
        step = min(1 - truth[up], truth[down]) / 3
        lie[up], lie[down] = lie[up] + step, lie[down] - step
        for train in (kl, quadratic):
            move = train(3 * lie + others, q) - train(3 * truth + others, q)
            rest = np.delete(move, [up, down])
            assert move[up] > 0 > move[down]
            assert (rest >= -1e-13).all() or (rest <= 1e-13).all()
            assert move @ truth > 0


@pytest.mark.backs("payments/theorem-3-2-proof-max", "payments/theorem-3-2-proof-b")
def test_the_printed_lie_under_maximum_normalisation():
    for r, others, q in draws("max", 60):
        truth = by_max(r)
        lie = truth.copy()
        lie[truth.argmin()] *= 0.5
        for train in (kl, quadratic):
            move = train(lie + others, q) - train(truth + others, q)
            assert move[truth.argmin()] < 0 < np.delete(move, truth.argmin()).min()
            assert move @ truth > 0

    # f = max(0, |x - 1| - 1/2)^2 is flat: two maximisers that show a loss, found on a grid of ratios
    def cost(x):
        return max(F(0), abs(x - 1) - F(1, 2)) ** 2

    truth, others = (F(1, 2), F(1), F(3, 4)), (F(1), F(3, 4), F(1))
    lie = (F(1, 4), *truth[1:])
    ratios = [(F(i, 16), F(j, 16), F(48 - i - j, 16)) for i in range(49) for j in range(49 - i)]

    def objective(x, told):
        return sum(a * (b + c) - cost(a) for a, b, c in zip(x, told, others, strict=True))

    best = []
    for told in (truth, lie):
        top = max(objective(x, told) for x in ratios)
        best.append([x for x in ratios if objective(x, told) == top])
    assert (F(3, 8), F(3, 2), F(9, 8)) in best[0]
    assert (F(1, 4), F(5, 4), F(3, 2)) in best[1]
    value = [[sum(a * b for a, b in zip(x, truth, strict=True)) / 3 for x in some] for some in best]
    assert max(value[0]) == F(27, 32)
    assert min(value[1]) == F(5, 6) < F(27, 32)
    # Stretched by 2 the rewards gain, whatever is selected.
    stretched = (F(0), F(1), F(1, 2))
    top = max(objective(x, stretched) for x in ratios)
    gets = [sum(a * b for a, b in zip(x, truth, strict=True)) / 3 for x in ratios if objective(x, stretched) == top]
    assert min(gets) > max(value[0])


@pytest.mark.backs("payments/theorem-e-2-marginal", "payments/new-marginal-conditions")
def test_slopes_against_differences():
    for r, others, q in draws("slopes", 15):
        truth = by_max(r)
        p = kl(2 * truth + others, q)
        a = p  # q / f''(p / q) with f'' = 1 / x
        t = np.array([sum((z - x) * b for x, b in zip(truth, a, strict=True)) for z in truth])
        assert t == pytest.approx(truth - truth @ p)
        for z in range(4):
            h = 1e-5 * np.eye(4)[z]
            change = truth @ (kl(2 * (truth + h) + others, q) - kl(2 * (truth - h) + others, q)) / 2e-5
            assert change == pytest.approx(2 * a[z] / a.sum() * t[z], abs=1e-7)
        assert marginal_gain.valuation_slopes(truth, p, q, size=2) == pytest.approx(2 * a / a.sum() * t)


@pytest.mark.backs(
    "payments/theorem-e-2-max",
    "payments/theorem-e-2-sum-negative",
    "payments/theorem-e-2-sum-positive",
    "payments/new-marginal-conditions",
)
def test_the_three_cases_under_a_divergence_with_varying_curvature():
    """f = (x - 1)^2 + (x - 1)^4, strongly convex, not chi-squared: small lies of the proofs gain."""
    f = pay.Divergence(
        "quartic",
        lambda x: (x - 1) ** 2 + (x - 1) ** 4,
        lambda x: 2 * (x - 1) + 4 * (x - 1) ** 3,
        curvature=lambda x: 2 + 12 * (x - 1) ** 2,
        slope_at_zero=-6.0,
        value_at_zero=2.0,
    )
    seen = {1: 0, 2: 0, 3: 0}
    for r, others, q in draws("quartic", 45):
        for how, scale in (("max", by_max), ("sum", by_sum)):
            truth = scale(np.where(np.arange(4) == r.argmin(), 0.0, r))

            def value(told, truth=truth, others=others, q=q):
                return truth @ pay.best_policy(told + others, q, divergence=f)

            p = pay.best_policy(truth + others, q, divergence=f)
            if p.min() <= 1e-3:
                continue
            stiff = (2 + 12 * (p / q - 1) ** 2) / q
            t = np.array([((z - truth) / stiff).sum() for z in truth])
            inside = [x for x in range(4) if 0 < truth[x] < 1]
            lies = []
            for x in inside:
                unit = np.eye(4)[x]
                if how == "max" and abs(t[x]) > 1e-2:
                    lies.append((1, np.sign(t[x]) * unit))
                if how == "sum" and t[x] < -1e-2:
                    lies.append((2, np.eye(4)[truth.argmax()] - unit))
                for y in inside:
                    if how == "sum" and t[x] > 1e-2 and truth[x] >= truth[y] and stiff[x] < stiff[y] - 0.1:
                        lies.append((3, unit - np.eye(4)[y]))
            for case, direction in lies:
                seen[case] += 1
                assert value(truth + 1e-4 * direction) > value(truth)
            found = marginal_gain.printed_cases(truth, 1 / stiff, normalised=how)
            assert {case for case, _ in lies} <= found
    assert min(seen.values()) > 8


@pytest.mark.backs("payments/theorem-e-2-sum-positive")
def test_the_direction_of_the_third_inequality():
    """Equal rewards, chi-squared by hand: the move towards the outcome with the larger q gains, the other loses."""
    truth = np.array([0.5, 0.5, 0.0])
    for q in ([0.5, 0.3, 0.2], [0.3, 0.5, 0.2]):
        lie = truth + np.array([0.1, -0.1, 0])
        gain = truth @ (quadratic(lie, q) - quadratic(truth, q))
        assert (gain > 0) == (q[0] > q[1])


@pytest.mark.backs(
    "payments/theorem-e-2-proof-case-1",
    "payments/theorem-e-2-proof-case-2",
    "payments/theorem-e-2-proof-case-3",
    "payments/theorem-e-2-proof-multiplier",
)
def test_the_change_of_the_valuation_by_mean_values_under_kl():
    """The formulas of the proof with the true mean values (log p' - log p) / (p' - p), and both multipliers."""
    third = 0
    for r, others, q in draws("mean values", 60):
        truth = by_sum(np.where(np.arange(4) == r.argmin(), 0.0, r))
        p = kl(truth + others, q)
        for x1, x2 in product(range(4), repeat=2):
            if x1 == x2 or truth[x2] == 0:
                continue
            eps = truth[x2] / 50
            lie = truth + eps * (np.eye(4)[x1] - np.eye(4)[x2])
            p2 = kl(lie + others, q)
            mu, mu2 = ((R - np.log(x / q) - 1).mean() for R, x in ((truth + others, p), (lie + others, p2)))
            curvature = (np.log(p2) - np.log(p)) / (p2 - p)  # f''(mean value) / q
            rest = np.arange(4) != x1
            main = (mu2 - mu) * ((truth[x1] - truth) / curvature)[rest].sum()
            second = eps * (truth[x1] - truth[x2]) / curvature[x2]
            assert truth @ (p2 - p) == pytest.approx(main + second, abs=1e-12)
            t = truth - truth @ p
            if t[x1] > 0.02 and truth[x1] >= truth[x2] and p[x1] > 1.1 * p[x2]:
                third += 1
                assert mu2 > mu
                assert ((truth[x1] - truth) / curvature)[rest].sum() > t[x1] / 2
                assert truth @ (p2 - p) > 0
            if t[x2] < -0.02 and x1 == truth.argmax():  # case 2, with the roles of the names exchanged
                assert truth @ (p2 - p) > 0
                if mu2 >= mu:
                    assert (np.delete(p2 - p, x1) < 1e-15).all()
    assert third > 20


@pytest.mark.backs("payments/theorem-a-1", "payments/new-indicators-truthful")
def test_yes_or_no_groups_are_truthful():
    rng = stream(5, "tests", "yes or no")
    reports = {"max": [], "sum": []}
    for row in product(range(4), repeat=3):
        if max(row):
            reports["max"].append(np.array(row) / max(row))
            reports["sum"].append(np.array(row) / sum(row))
    for _ in range(20):
        base = rng.uniform(0.1, 3, 3)
        for liked in ([1, 0, 0], [0, 1, 1], [1, 0, 1]):
            truth = np.array(liked, dtype=float)
            how = "sum" if truth.sum() == 1 else "max"
            honest = truth @ tilt(truth, base)
            assert max(truth @ tilt(told, base) for told in reports[how]) <= honest + 1e-12
            t = truth - honest
            assert (t[truth == 1] > 0).all()


@pytest.mark.backs("payments/new-best-response-chi-squared", "payments/prose-most-circumstances")
def test_best_reports_under_chi_squared_do_not_depend_on_others():
    rng = stream(6, "tests", "chi-squared")
    for _ in range(30):
        q, truth = rng.dirichlet(3 * np.ones(3)), by_max(rng.uniform(size=3))
        slopes = q * (truth - q @ truth)
        best = (slopes > 0).astype(float)
        corner = np.eye(3)[slopes.argmax()]
        for others in rng.uniform(0, 2, (3, 3)):
            tops = truth @ quadratic(best + others, q), truth @ quadratic(corner + others, q)
            for told in rng.uniform(size=(30, 3)):
                assert truth @ quadratic(by_max(told) + others, q) <= tops[0] + 1e-12
                assert truth @ quadratic(by_sum(told) + others, q) <= tops[1] + 1e-12


@pytest.mark.backs("payments/new-best-response-kl-max", "payments/prose-highly-likely")
def test_best_reports_under_kl_and_maximum_normalisation():
    for r, others, q in draws("kl max", 40):
        truth = by_max(np.where(np.arange(4) == r.argmin(), 0.0, r))
        base = q * np.exp(others)
        every = max(truth @ tilt(told, base) for told in product((0, 1), repeat=4) if any(told))
        found = pay.best_response_without_payments([truth, others], [1, 1], q, who=0)
        assert found.valuation == pytest.approx(every)
        assert found.valuation > found.truthful + 1e-9  # t = 0 has probability 0
        threshold = (truth >= found.valuation).astype(float)
        assert truth @ tilt(threshold, base) == pytest.approx(every)
    m = e / (1 + e)
    for middle in ([m], [m, m], [m] * 5):
        truth = [1, 0, *middle]
        found = pay.best_response_without_payments([truth], [1], [1 / len(truth)] * len(truth), who=0)
        assert found.valuation == pytest.approx(found.truthful)
        off = [1, 0, *(x - 0.01 for x in middle)]
        found = pay.best_response_without_payments([off], [1], [1 / len(off)] * len(off), who=0)
        assert found.valuation > found.truthful + 1e-6


@pytest.mark.backs("payments/new-best-response-kl-sum")
def test_best_reports_under_kl_and_sum_normalisation():
    rng = stream(8, "tests", "kl sum")
    for r, others, q in draws("kl sum", 30, outcomes=3):
        truth, base = by_sum(r), q * np.exp(others)
        corners = max(truth @ tilt(row, base) for row in np.eye(3))
        assert corners > truth @ tilt(truth, base)
        assert max(truth @ tilt(row, base) for row in rng.dirichlet(np.ones(3), size=200)) <= corners
    # a critical point under KL that is no best report: (1/2, 1/2, 0) and a uniform initial model
    even = np.array([0.5, 0.5, 0])
    assert even @ tilt([1, 0, 0], np.ones(3)) > even @ tilt(even, np.ones(3))
    assert even @ quadratic([1, 0, 0], np.ones(3) / 3) == pytest.approx(even @ quadratic(even, np.ones(3) / 3))


@pytest.mark.backs("payments/prose-covers-everything")
def test_groups_about_which_no_theorem_speaks():
    """Rewards (3/5, 2/5, 0): both liked outcomes have t > 0, the better one the smaller q; yet a lie gains."""
    truth, q = np.array([0.6, 0.4, 0.0]), np.array([0.25, 0.3125, 0.4375])
    t = truth - q @ truth
    assert (t[:2] > 0).all()
    assert q[0] < q[1]
    assert truth @ (quadratic([1, 0, 0], q) - quadratic(truth, q)) > 0
    assert not marginal_gain.printed_cases([F(3, 5), F(2, 5), F(0)], [F(1, 4), F(5, 16), F(7, 16)], normalised="sum")


@pytest.mark.backs("payments/prose-highly-likely", "payments/prose-most-circumstances")
def test_how_many_gain():
    rng = stream(9, "tests", "population")
    binary = drawn = 0
    for _ in range(300):
        base = rng.uniform(0.2, 2, 4)
        for coarse in (True, False):
            truth = rng.uniform(size=4)
            truth = (truth - truth.min()) / np.ptp(truth)
            truth = np.round(truth) if coarse else truth
            best = max(truth @ tilt(row, base) for row in product((0, 1), repeat=4) if any(row))
            gains = best > truth @ tilt(truth, base) + 1e-12
            binary, drawn = binary + (coarse and gains), drawn + (not coarse and gains)
    assert (binary, drawn) == (0, 300)

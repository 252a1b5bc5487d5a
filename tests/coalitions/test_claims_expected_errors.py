"""Second opinions on the claims about expected errors: brute force and covariances, in plain Fractions.

Nothing here comes from the notebooks or from the library's formulas; each printed formula is typed in once more.
"""

import math
from fractions import Fraction as F
from itertools import product

import pytest

from incentives.coalitions.errors import coarse_errors, fine_errors, local_errors, uniform_errors
from incentives.coalitions.regression import (
    common_gaussian_costs,
    gaussian_costs,
    regression_errors,
    same_size_threshold,
)

COALITIONS = [(5, 25), (1, 10), (1, 10, 10), (5, 5, 25), (30, 30, 30, 300), (2, 3, 5, 7, 11)]
WORLDS = [(10, 1), (3, 2), (F(7, 3), F(1, 5))]
SHARES = [F(0), F(1, 5), F(1, 2), F(1)]


# --- small tools: moments of finite distributions, 2 by 2 matrices


def mean(values):
    values = list(values)
    return F(sum(values)) / len(values)


def variance(values):
    return mean(F(x) ** 2 for x in values) - mean(values) ** 2


def matmul(a, b):
    """Product of two matrices given as lists of rows, or None where their lengths do not match."""
    if len(a[0]) != len(b):
        return None
    return [[sum(x * y for x, y in zip(row, column, strict=True)) for column in zip(*b, strict=True)] for row in a]


def transpose(a):
    return [list(column) for column in zip(*a, strict=True)]


def det(m):
    return m[0][0] if len(m) == 1 else m[0][0] * m[1][1] - m[0][1] * m[1][0]


def inverse(m):
    if len(m) == 1:
        return [[1 / F(m[0][0])]]
    return [[m[1][1] / F(det(m)), -m[0][1] / F(det(m))], [-m[1][0] / F(det(m)), m[0][0] / F(det(m))]]


def trace(m):
    return sum(m[d][d] for d in range(len(m)))


def gram(x):
    return matmul(transpose(x), x)


def least_squares(x, y):
    return matmul(inverse(gram(x)), matmul(transpose(x), [[value] for value in y]))


def by_covariance(sizes, row, j, noise, spread):
    """Error of any linear combination: Var(estimate) - 2 Cov(estimate, own mean) + Var(own mean)."""
    return sum(v * v * (spread + F(noise) / n) for v, n in zip(row, sizes, strict=True)) - 2 * row[j] * spread + spread


def coarse_row(sizes, j, w):
    return [w * (i == j) + (1 - w) * F(n, sum(sizes)) for i, n in enumerate(sizes)]


# --- mean estimation


@pytest.mark.backs("coalitions/theorem-4-1-mean-estimation")
@pytest.mark.parametrize("n", range(1, 7))
def test_local_error_by_enumeration(n):
    owners = [(0, 1), (5, 3), (-2, 2)]
    errors = [
        (sum(theta + scale * e for e in signs) / F(n) - theta) ** 2
        for theta, scale in owners
        for signs in product((1, -1), repeat=n)
    ]
    assert mean(errors) == F(14, 3) / n == local_errors([n], noise=F(14, 3))[0]


@pytest.mark.backs("coalitions/theorem-4-2-mean-estimation")
@pytest.mark.parametrize("sizes", COALITIONS)
@pytest.mark.parametrize(("noise", "spread"), WORLDS)
def test_printed_fine_error_by_covariance(sizes, noise, spread):
    rows = [[F((3 * i + 2 * j) % 5 - 1, 4) for i in range(len(sizes))] for j in range(len(sizes))]
    rows = [[*row[:-1], 1 - sum(row[:-1])] for row in rows]
    for j, row in enumerate(rows):
        others = [v for i, v in enumerate(row) if i != j]
        printed = noise * sum(v**2 / F(n) for v, n in zip(row, sizes, strict=True))
        printed += (sum(v**2 for v in others) + sum(others) ** 2) * spread
        assert printed == by_covariance(sizes, row, j, noise, spread)
        assert printed == fine_errors(sizes, noise=noise, spread=spread, weights=rows)[j]


@pytest.mark.backs(
    "coalitions/corollary-4-3-mean-estimation",
    "coalitions/corollary-4-3-proof-multipliers",
    "coalitions/corollary-4-4-mean-estimation",
    "coalitions/corollary-4-4-proof-mean-chain",
    "coalitions/corollary-4-4-proof-spread-multiplier",
    "coalitions/prose-weights-recover-coarse",
)
@pytest.mark.parametrize("sizes", COALITIONS)
@pytest.mark.parametrize("w", SHARES)
def test_printed_coarse_error_by_covariance(sizes, w):
    total = sum(sizes)
    for j, n in enumerate(sizes):
        row = coarse_row(sizes, j, w)
        assert sum(row) == 1
        pull = F(sum(m**2 for i, m in enumerate(sizes) if i != j) + (total - n) ** 2, total**2)
        others = [v for i, v in enumerate(row) if i != j]
        assert sum(v**2 for v in others) + sum(others) ** 2 == (1 - w) ** 2 * pull
        assert sum(v**2 / m for v, m in zip(row, sizes, strict=True)) == w**2 / n + (1 - w**2) / total
        for noise, spread in WORLDS:
            printed = noise * (w**2 / n + (1 - w**2) / total) + pull * (1 - w) ** 2 * spread
            assert printed == by_covariance(sizes, row, j, noise, spread)
            assert printed == coarse_errors(sizes, noise=noise, spread=spread, weights=w)[j]
            if w == 0:
                assert printed == F(noise) / total + pull * spread
                assert printed == uniform_errors(sizes, noise=noise, spread=spread)[j]


@pytest.mark.backs("coalitions/definition-uniform-federation", "coalitions/definition-coarse-grained-federation")
def test_uniform_federation_is_the_average_of_all_samples():
    samples = [[3, 5], [8, 1, 2], [7]]
    averages = [mean(own) for own in samples]
    model = sum(len(own) * average for own, average in zip(samples, averages, strict=True)) / 6
    assert model == mean(value for own in samples for value in own)
    for w, expected in [(0, model), (1, averages[1])]:
        row = coarse_row([2, 3, 1], 1, w)
        assert sum(v * a for v, a in zip(row, averages, strict=True)) == expected


@pytest.mark.backs("coalitions/definition-fine-grained-federation")
def test_true_means_in_place_of_estimates_would_know_no_noise():
    for theta, sign in product((0, 4), (1, -1)):
        assert 1 * theta - theta == 0  # alone, printed estimator
        assert abs(theta + 3 * sign - theta) == 3  # alone, one sample of scale 3
    assert local_errors([1], noise=9) == (9,)


@pytest.mark.backs("coalitions/theorem-4-2-proof-cross-term", "coalitions/theorem-4-2-proof-independent-errors")
def test_products_vanish_in_a_world_where_noise_depends_on_the_mean():
    owners, row = [(-1, 1), (1, 3), (4, 2)], [F(1, 2), F(1, 3), F(1, 6)]
    cross, pairs, mixed, single = [], [], [], [[], [], []]
    for drawn in product(owners, repeat=3):
        for signs in product((1, -1), repeat=3):  # one sample each
            error = [scale * sign for (_, scale), sign in zip(drawn, signs, strict=True)]
            federation = sum(v * theta for v, (theta, _) in zip(row, drawn, strict=True)) - drawn[0][0]
            sampling = sum(v * e for v, e in zip(row, error, strict=True))
            cross.append(federation * sampling)
            pairs.append(error[0] * error[1])
            mixed.append(sampling**2)
            for i in range(3):
                single[i].append(error[i] ** 2)
    assert mean(cross) == mean(pairs) == 0
    assert mean(mixed) == sum(v**2 * mean(s) for v, s in zip(row, single, strict=True))


@pytest.mark.backs("coalitions/theorem-4-2-proof-pair-sum", "coalitions/theorem-4-2-proof-sum-of-terms")
@pytest.mark.parametrize("members", range(1, 7))
def test_sums_over_ordered_pairs(members):
    for weights in product((-1, F(1, 2), 2), repeat=members):
        pairs = sum(weights[i] * weights[k] for i in range(members) for k in range(members) if i != k)
        squares = sum(v**2 for v in weights)
        assert pairs == sum(weights) ** 2 - squares
        assert 2 * squares + pairs == squares + sum(weights) ** 2
    if members > 1:
        half = [F(1, 2)] * members
        printed = 2 * sum(v**2 for v in half) + sum(half[i] for i in range(members) for k in range(members) if i != k)
        assert printed != sum(v**2 for v in half) + sum(half) ** 2


@pytest.mark.backs("coalitions/theorem-4-2-proof-own-weight")
@pytest.mark.parametrize("row", [(F(1, 2), F(1, 2)), (F(2), F(-1)), (F(1, 3), F(1, 6), F(1, 2)), (F(0), F(-1), F(2))])
def test_spread_multiplier_through_the_own_weight(row):
    # Members' means are +1 or -1, so the spread is 1 and the multiplier is the average square itself.
    worlds = product((-1, 1), repeat=len(row))
    counted = mean((t[0] - sum(v * x for v, x in zip(row, t, strict=True))) ** 2 for t in worlds)
    assert counted == sum(v**2 for v in row[1:]) + (1 - row[0]) ** 2


@pytest.mark.backs("coalitions/theorem-4-2-proof-mean-estimation-line")
def test_last_line_needs_each_members_own_size():
    row, sizes = [F(1, 6), F(5, 6)], (5, 25)
    assert sum(v**2 / F(n) for v, n in zip(row, sizes, strict=True)) == F(1, 30)
    assert sum(v**2 / F(sizes[0]) for v in row) == F(13, 90)


@pytest.mark.backs("coalitions/prose-two-parameters")
def test_two_worlds_with_equal_parameters():
    tied = [(-1, 1), (1, 3)]
    free = [(theta, scale) for theta in (-1, 1) for scale in (1, 3)]

    def error(owners, row):
        return mean(
            (row[0] * (t0 + s0 * (e0 + e1) / F(2)) + row[1] * (t1 + s1 * e2) - t0) ** 2
            for (t0, s0), (t1, s1) in product(owners, repeat=2)
            for e0, e1, e2 in product((1, -1), repeat=3)
        )

    row = (F(2, 3), F(1, 3))
    assert error(tied, row) == error(free, row) == by_covariance((2, 1), row, 0, 5, 1)
    # In regression inputs with equal second moments differ: 1 or 7 against always 5, one data point.
    assert mean([1, 49]) == 25
    assert 25 * mean([F(1), F(1, 49)]) != 25 * F(1, 25)


@pytest.mark.backs("coalitions/prose-variance-and-bias")
@pytest.mark.parametrize("sizes", COALITIONS)
def test_parts_against_being_alone(sizes):
    for j, n in enumerate(sizes):
        noise_part = by_covariance(sizes, coarse_row(sizes, j, 0), j, 1, 0)
        bias_part = by_covariance(sizes, coarse_row(sizes, j, 0), j, 0, 1)
        assert noise_part < F(1, n)
        assert bias_part > 0
    before, after = (1, 10), (1, 10, 10)
    assert by_covariance(after, coarse_row(after, 0, 0), 0, 0, 1) < by_covariance(
        before, coarse_row(before, 0, 0), 0, 0, 1
    )


@pytest.mark.backs("coalitions/prose-unlucky-member")
@pytest.mark.parametrize("own", [0, F(1, 2), 1, 3, 100])
def test_spread_part_given_the_own_mean(own):
    row, others = (F(1, 4), F(1, 2), F(1, 4)), (-1, 1)  # means -1 or 1: variance 1
    given = mean((row[0] * own + row[1] * a + row[2] * b - own) ** 2 for a, b in product(others, repeat=2))
    average = mean((row[0] * o + row[1] * a + row[2] * b - o) ** 2 for o, a, b in product(others, repeat=3))
    assert given == F(9, 16) * own**2 + F(1, 4) + F(1, 16)
    assert (given > average) == (own**2 > 1)


# --- the regression set-up

DESIGN = [[1, 2], [0, 1], [3, -1]]


@pytest.mark.backs("coalitions/definition-second-moment")
def test_outer_products_of_rows_add_up():
    outer = [matmul(transpose([row]), [row]) for row in DESIGN]
    assert [[sum(o[a][b] for o in outer) for b in range(2)] for a in range(2)] == gram(DESIGN)
    column = transpose([DESIGN[0]])
    assert len(matmul(transpose(column), column)) == 1  # a number, not a 2 by 2 matrix


@pytest.mark.backs("coalitions/definition-regression-labels", "coalitions/definition-least-squares")
def test_shapes_of_labels_and_fits():
    theta = [[2], [-1]]
    assert len(matmul(DESIGN, theta)) == 3
    assert matmul(transpose(DESIGN), theta) is None
    labels = [F(5), F(0), F(7)]
    assert matmul(inverse(gram(DESIGN)), [[y] for y in labels]) is None
    fit = least_squares(DESIGN, labels)
    residual = [y - row[0] for y, row in zip(labels, matmul(DESIGN, fit), strict=True)]
    assert matmul(transpose(DESIGN), [[r] for r in residual]) == [[0], [0]]
    squares = sum(r**2 for r in residual)
    for step in product((F(-1, 10), 0, F(1, 10)), repeat=2):
        other = matmul(DESIGN, [[fit[0][0] + step[0]], [fit[1][0] + step[1]]])
        moved = sum((y - row[0]) ** 2 for y, row in zip(labels, other, strict=True))
        assert moved > squares or step == (0, 0)


@pytest.mark.backs("coalitions/prose-independent-columns", "coalitions/prose-deterministic-function")
def test_determinant_vanishes_exactly_for_proportional_columns():
    for entries in product((-1, 0, 2), repeat=6):
        x = [entries[:2], entries[2:4], entries[4:]]
        proportional = all(a[0] * b[1] == a[1] * b[0] for a in x for b in x)
        assert (det(gram(x)) == 0) == proportional
    assert det(gram([[u, u * u] for u in (1, 2, 3)])) != 0
    assert det(gram([[1, u] for u in (1, 2, 3)])) != 0
    assert det(gram([[u, -4 * u] for u in (1, 2, 3)])) == 0


@pytest.mark.backs("coalitions/prose-sigma-decides-invertibility")
def test_equal_second_moments_and_unequal_chances_of_a_fit():
    signs, gaps = (-1, 1), (0, 0, 0, 2)
    assert mean(x * x for x in signs) == mean(x * x for x in gaps) == 1
    singular = [sum(not any(drawn) for drawn in product(values, repeat=3)) for values in (signs, gaps)]
    assert singular == [0, 27]


@pytest.mark.backs(
    "coalitions/prose-mean-estimation-is-regression", "coalitions/theorem-4-1-proof-mean-estimation-sigma"
)
@pytest.mark.parametrize("n", range(1, 6))
def test_regression_on_the_constant_one(n):
    ones, labels = [[1]] * n, [F(k * k) for k in range(n)]
    assert gram(ones) == [[n]]
    assert least_squares(ones, labels) == [[mean(labels)]]
    rows, sizes = [[F(1, 3), F(2, 3)], [0, 1]], (n, 4)
    costs = [[F(1, m) for m in sizes]] * 2
    assert regression_errors(costs, noise=5, spreads=2, weights=rows) == fine_errors(
        sizes, noise=5, spread=2, weights=rows
    )
    values = (0, 2 * n)
    second = mean(x * x for x in values)
    assert second == mean(values) ** 2 + variance(values)
    assert second != second + variance(values)


@pytest.mark.backs(
    "coalitions/prose-predicting-y-expansion",
    "coalitions/prose-predicting-y-sign",
    "coalitions/prose-predicting-y-scales",
)
def test_predicting_a_label_adds_the_noise():
    to_mean, to_label = [], []
    for theta, scale in ((-1, 1), (1, 3)):
        for e1, e2, fresh in product((1, -1), repeat=3):
            estimate, label = theta + scale * F(e1 + e2, 2), theta + scale * fresh
            to_mean.append((estimate - theta) ** 2)
            to_label.append((estimate - label) ** 2)
            a, eta = estimate - theta, scale * fresh
            assert (estimate - label) ** 2 == a * a - 2 * a * eta + eta * eta
            assert theta - label == -eta
    assert mean(to_label) == mean(to_mean) + 5
    assert mean(to_label) != 5 * mean(to_mean)


# --- Theorem 4.1

DESIGNS = [[[1, 0], [1, 2], [0, 1]], [[2, 1], [0, 1], [1, 1]]]


@pytest.mark.backs(
    "coalitions/theorem-4-1",
    "coalitions/theorem-4-1-proof-residual",
    "coalitions/theorem-4-1-proof-trace",
    "coalitions/theorem-4-1-proof-noise-matrix",
)
def test_local_regression_error_by_enumeration():
    owners, tests = [((0, 1), 1), ((3, -2), 3)], [(1, 1), (2, -1)]
    errors, outer = [], [[0] * 3 for _ in range(3)]
    for x, (theta, scale), signs, test in product(DESIGNS, owners, list(product((1, -1), repeat=3)), tests):
        eta = [scale * s for s in signs]
        y = [row[0] * theta[0] + row[1] * theta[1] + e for row, e in zip(x, eta, strict=True)]
        fit = least_squares(x, y)
        shift = least_squares(x, eta)
        residual = sum(t * (theta[d] - fit[d][0]) for d, t in enumerate(test))
        assert residual == -sum(t * shift[d][0] for d, t in enumerate(test))
        errors.append(residual**2)
        for a, b in product(range(3), repeat=2):
            outer[a][b] += F(eta[a] * eta[b], 64)
    assert outer == [[5, 0, 0], [0, 5, 0], [0, 0, 5]]
    sigma = [[mean(t[a] * t[b] for t in tests) for b in range(2)] for a in range(2)]
    inverses = [inverse(gram(x)) for x in DESIGNS]
    average = [[mean(i[a][b] for i in inverses) for b in range(2)] for a in range(2)]
    assert mean(errors) == 5 * trace(matmul(sigma, average))


@pytest.mark.backs(
    "coalitions/theorem-4-1-proof-inverse-does-not-commute",
    "coalitions/theorem-4-1-proof-covariance-diagonal",
)
def test_moments_of_simple_inputs():
    assert mean([F(1), F(1, 9)]) == F(5, 9)
    assert 1 / mean([1, 9]) == F(1, 5)
    assert variance((0, 2)) == 1
    assert mean([0, 4]) == 2
    for values in product((-2, 0, 1, 3), repeat=3):
        assert (variance(values) == mean(x * x for x in values)) == (mean(values) == 0)


@pytest.mark.backs("coalitions/theorem-4-1-proof-inverse-wishart", "coalitions/theorem-4-1-gaussian")
@pytest.mark.parametrize("freedom", range(3, 16))
def test_mean_of_the_inverse_of_chi_squared(freedom):
    """Midpoint rule for the density of chi^2 over t, against 1 / (freedom - 2)."""
    steps, end = 200_000, 14.0
    width, total = end / steps, 0.0
    for k in range(steps):
        u = (k + 0.5) * width  # t = u^2 removes the singularity at 0
        total += u ** (freedom - 3) * math.exp(-u * u / 2) * width
    total *= 2 / (2 ** (freedom / 2) * math.gamma(freedom / 2))
    assert total == pytest.approx(1 / (freedom - 2), rel=1e-6)
    for dimension in range(1, 4):
        n = freedom + dimension - 1
        assert common_gaussian_costs([n], dimension=dimension)[0][0] == F(dimension, freedom - 2)
        with pytest.raises(ValueError, match="sizes must exceed"):
            common_gaussian_costs([dimension + 1], dimension=dimension)


@pytest.mark.backs("coalitions/theorem-4-1-proof-one-dimension")
@pytest.mark.parametrize("values", [(-3, -1, 1, 3), (1, 2), (-1, 1), (-2, 2), (1, 2, 5)])
@pytest.mark.parametrize("n", [1, 2, 3])
def test_one_input_costs_at_least_one_over_n(values, n):
    cost = mean(x * x for x in values) * mean(1 / F(sum(x * x for x in drawn)) for drawn in product(values, repeat=n))
    assert cost >= F(1, n)
    assert (cost == F(1, n)) == (len({x * x for x in values}) == 1)


# --- Theorem 4.2


def mixed_error(j, row, inverses, test, noise, coefficients):
    """trace(T Cov(sum of v_i fit_i - theta_j)) with Cov(fit_i) = C + noise E_i and Cov(fit_j, theta_j) = C."""
    size = range(len(test))
    cov = [
        [
            sum(v * v * (coefficients[a][b] + noise * e[a][b]) for v, e in zip(row, inverses, strict=True))
            + (1 - 2 * row[j]) * coefficients[a][b]
            for b in size
        ]
        for a in size
    ]
    return trace(matmul(test, cov))


INVERSES = [inverse(gram(x)) for x in DESIGNS]
TESTS = [[[2, 1], [1, 3]], [[5, -1], [-1, 1]]]


@pytest.mark.backs(
    "coalitions/theorem-4-2",
    "coalitions/corollary-4-3",
    "coalitions/corollary-4-4",
    "coalitions/corollary-4-4-proof-zeta",
)
@pytest.mark.parametrize("w", SHARES)
@pytest.mark.parametrize("sizes", [(3, 3), (3, 8), (20, 4)])
def test_printed_regression_errors_by_covariance(w, sizes):
    noise, coefficients, total = 7, [[4, 0], [0, F(1, 2)]], sum(sizes)
    for j, n in enumerate(sizes):
        row = coarse_row(sizes, j, w)
        zeta = [trace(matmul(TESTS[j], e)) for e in INVERSES]
        spread = sum(TESTS[j][d][d] * coefficients[d][d] for d in range(2))
        truth = mixed_error(j, row, INVERSES, TESTS[j], noise, coefficients)
        pull = F(sum(m**2 for i, m in enumerate(sizes) if i != j) + (total - n) ** 2, total**2)
        shared = sum(F(m, total) ** 2 * z for m, z in zip(sizes, zeta, strict=True))
        own = (w**2 + 2 * w * (1 - w) * F(n, total)) * zeta[j]
        assert truth == noise * ((1 - w) ** 2 * shared + own) + (1 - w) ** 2 * pull * spread
        if w == 0:
            assert truth == noise * shared + pull * spread
        wrong = noise * ((1 - w) ** 2 * sum(F(m, total) ** 2 for m in sizes) * zeta[j] + own)
        assert (wrong + (1 - w) ** 2 * pull * spread == truth) == (w == 1)  # zeta_j in the sum
        other = [1 - F(1, 3), F(1, 3)] if j == 0 else [F(1, 3), 1 - F(1, 3)]
        fine = noise * sum(v**2 * z for v, z in zip(other, zeta, strict=True)) + F(2, 9) * spread
        assert fine == mixed_error(j, other, INVERSES, TESTS[j], noise, coefficients)


@pytest.mark.backs("coalitions/theorem-4-2-proof-same-as-local")
def test_fit_of_another_member_on_own_inputs():
    """Inputs 1 or 2 for j and 1 or 3 for i, two data points, one disturbance of size 1 each."""

    def error(test_values):
        return mean(
            (t * (x * e + y * f) / F(x * x + y * y)) ** 2
            for t in test_values
            for x, y in product((1, 3), repeat=2)
            for e, f in product((1, -1), repeat=2)
        )

    assert error((1, 2)) == F(17, 36)
    assert error((1, 3)) == F(17, 18)


@pytest.mark.backs(
    "coalitions/theorem-4-2-proof-equation-2",
    "coalitions/theorem-4-2-proof-equation-3",
    "coalitions/theorem-4-2-proof-outer-product",
)
def test_federation_part_as_trace_and_double_sum():
    thetas, row = [(1, 4), (0, -2), (3, 5)], [F(1, 5), F(1, 2), F(3, 10)]
    gap = [thetas[0][d] - sum(v * t[d] for v, t in zip(row, thetas, strict=True)) for d in range(2)]
    outer = [[a * b for b in gap] for a in gap]
    quadratic = matmul([gap], matmul(TESTS[0], transpose([gap])))[0][0]
    assert quadratic == trace(matmul(TESTS[0], outer))
    double = [[F(0)] * 2 for _ in range(2)]
    for i, k in product((1, 2), repeat=2):
        for a, b in product(range(2), repeat=2):
            double[a][b] += row[i] * row[k] * (thetas[0][a] - thetas[i][a]) * (thetas[0][b] - thetas[k][b])
    assert double == outer
    column = [[1], [4]]
    assert matmul(column, column) is None  # without a transpose the product does not exist
    assert len(matmul(column, transpose(column))) == 2


@pytest.mark.backs(
    "coalitions/theorem-4-2-proof-expected-products",
    "coalitions/theorem-4-2-proof-matrix-entries",
    "coalitions/theorem-4-2-proof-correlated-coefficients",
)
def test_expected_products_of_coefficients():
    thetas = [(0, 1), (2, 5), (4, 0)]  # equally likely, correlated coordinates
    own = [[mean(t[a] * t[b] for t in thetas) for b in range(2)] for a in range(2)]
    two = [[mean(s[a] * t[b] for s, t in product(thetas, repeat=2)) for b in range(2)] for a in range(2)]
    for a, b in product(range(2), repeat=2):
        difference = own[a][b] - two[a][b]
        same = mean((s[a] - t[a]) * (s[b] - t[b]) for s, t in product(thetas, repeat=2))
        different = mean((s[a] - t[a]) * (s[b] - u[b]) for s, t, u in product(thetas, repeat=3))
        assert (same, different) == (2 * difference, difference)
    assert [two[d][d] for d in range(2)] == [mean(t[d] for t in thetas) ** 2 for d in range(2)]
    assert two[0][0] != own[0][0]
    covariance = [[own[a][b] - two[a][b] for b in range(2)] for a in range(2)]
    spread = mean(
        sum(x * (s - t) for x, s, t in zip(test, first, second, strict=True)) ** 2
        for test in ((1, 1), (0, 2))
        for first, second in product(thetas, repeat=2)
    )
    moment = [[F(1, 2), F(1, 2)], [F(1, 2), F(5, 2)]]
    assert spread == 2 * trace(matmul(moment, covariance))
    assert spread != 2 * sum(moment[d][d] * covariance[d][d] for d in range(2))


@pytest.mark.backs("coalitions/prose-slightly-different-coefficient")
def test_correlation_can_take_the_spread_from_zero_to_twice():
    squares = [[[a * a, a * b], [a * b, b * b]] for a, b in product((-2, -1, 1, 3), repeat=2)]
    ratios = {F(trace(matmul(s, c)), sum(s[d][d] * c[d][d] for d in range(2))) for s, c in product(squares, repeat=2)}
    assert min(ratios) == 0
    assert max(ratios) == 2


@pytest.mark.backs(
    "coalitions/theorem-4-2-gaussian",
    "coalitions/corollary-4-3-gaussian",
    "coalitions/corollary-4-4-gaussian",
)
def test_gaussian_forms_need_a_common_covariance():
    sigma, sizes, w = [[2, 1], [1, 3]], (10, 20, 40), F(1, 2)
    zeta = [trace(matmul(sigma, inverse(sigma))) / F(n - 3) for n in sizes]
    assert zeta == [F(2, n - 3) for n in sizes]
    row = coarse_row(sizes, 0, w)
    truth = sum(v * v * z for v, z in zip(row, zeta, strict=True))
    shared = (1 - w) ** 2 * sum(F(n, 70) ** 2 * F(2, n - 3) for n in sizes)
    own = w**2 + 2 * (1 - w) * w * F(10, 70)
    assert [shared + own * F(2, n - 3) == truth for n in sizes] == [True, False, False]
    unequal = gaussian_costs([10, 10], covariances=[[[4, 0], [0, 4]], [[1, 0], [0, 1]]])
    assert unequal[0] == (F(2, 7), F(8, 7))
    assert sum(unequal[0]) / 4 != F(1, 4) * (F(2, 7) + F(2, 7))


# --- regression as mean estimation


def alone_and_pair(cost, noise, spread):
    return noise * cost, noise * cost / 2 + F(1, 2) * spread


@pytest.mark.backs("coalitions/prose-regression-as-mean-estimation")
@pytest.mark.parametrize("dimension", [1, 2, 10])
def test_cost_tends_to_dimension_over_n(dimension):
    gaps = [common_gaussian_costs([n], dimension=dimension)[0][0] * n / dimension - 1 for n in (50, 500, 5000, 50_000)]
    assert gaps == [F(dimension + 1, n - dimension - 1) for n in (50, 500, 5000, 50_000)]
    wide = [[[4 * (a == b) for b in range(2)] for a in range(2)], [[1, 0], [0, 1]]]
    assert gaussian_costs([10**6] * 2, covariances=wide)[0][1] * 10**6 > 7


@pytest.mark.backs("coalitions/prose-all-results-apply")
def test_the_approximation_flips_a_verdict():
    exact = alone_and_pair(F(2, 21 - 3), 10, 1)
    approximate = alone_and_pair(F(2, 21), 10, 1)
    assert exact == (F(10, 9), F(19, 18))
    assert exact[1] < exact[0]
    assert approximate[1] > approximate[0]


@pytest.mark.backs("coalitions/prose-all-results-apply")
@pytest.mark.parametrize("dimension", [1, 2, 5])
def test_at_every_size_the_approximation_flips_some_verdict(dimension):
    for n in range(dimension + 2, 40):
        noise = F(2 * n - dimension - 1, 2 * dimension)
        exact = alone_and_pair(F(dimension, n - dimension - 1), noise, 1)
        approximate = alone_and_pair(F(dimension, n), noise, 1)
        assert exact[1] < exact[0]
        assert approximate[1] > approximate[0]


@pytest.mark.backs("coalitions/new-regression-threshold")
@pytest.mark.parametrize(("dimension", "noise", "spread"), [(1, 10, 1), (2, 10, 1), (3, 4, 3), (7, F(1, 2), F(1, 3))])
def test_exact_threshold(dimension, noise, spread):
    threshold = dimension + 1 + F(dimension) * noise / spread
    assert same_size_threshold(dimension, noise=noise, spread=spread) == threshold
    for n in range(dimension + 2, 60):
        alone, pair = alone_and_pair(F(dimension, n - dimension - 1), noise, spread)
        assert ((alone > pair) - (alone < pair)) == ((n < threshold) - (n > threshold))


@pytest.mark.backs("coalitions/new-regression-threshold")
def test_the_threshold_fails_for_inputs_that_are_not_gaussian():
    """The constant input 1: the fit of n samples is their average and costs 1/n, so that 11 samples are better
    alone.
    """
    alone, pair = alone_and_pair(F(1, 11), 10, 1)
    assert (alone, pair) == (F(10, 11), F(21, 22))
    assert same_size_threshold(1, noise=10, spread=1) > 11


@pytest.mark.backs("coalitions/new-effective-sizes")
@pytest.mark.parametrize("dimension", [1, 2, 5])
def test_effective_sizes_by_covariance(dimension):
    sizes, row = (9, 12, 40), [F(1, 2), F(-1, 4), F(3, 4)]
    costs = [F(dimension, n - dimension - 1) for n in sizes]
    regression = 10 * sum(v * v * c for v, c in zip(row, costs, strict=True))
    regression += 3 * (sum(v * v for v in row[1:]) + sum(row[1:]) ** 2)
    smaller = [n - dimension - 1 for n in sizes]
    assert regression == by_covariance(smaller, row, 0, 10 * dimension, 3)

"""Stakes: payments against loops over pairs, best reports and joint lies against other ways to find them."""

from fractions import Fraction as F
from itertools import combinations

import numpy as np
import pytest

from incentives.together import Federation, Stakes, pair_stakes, peer_stakes

FOUR = pair_stakes([1, 2, 3, 4])
RNG = np.random.default_rng(5)


def random_rule(rng, members):
    """Symmetric forms of whole numbers with rows that sum to zero."""
    forms = np.empty((members,) * 3, dtype=object)
    for form in forms:
        drawn = rng.integers(-4, 5, (members, members))
        drawn = drawn + drawn.T
        np.fill_diagonal(drawn, 0)
        np.fill_diagonal(drawn, -drawn.sum(axis=0))
        form[...] = [[F(int(entry)) for entry in row] for row in drawn]
    return Stakes(forms)


def test_payments_are_quadratic_forms_of_the_reports_less_constants():
    rule = Stakes(random_rule(RNG, 3).forms, [1, 2, -3])
    m = [F(1, 2), F(3), F(-2)]
    expected = tuple(
        sum(rule.forms[i, j, k] * m[j] * m[k] for j in range(3) for k in range(3)) - c for i, c in enumerate([1, 2, -3])
    )
    assert rule(m) == expected
    assert rule([x + 10**30 for x in m]) == expected
    assert np.allclose(rule([0.5, 3.0, -2.0]), [float(x) for x in expected])


def test_rows_of_reports_stand_for_sums_over_their_entries():
    rows = np.array([[1.0, 2.0], [0.0, -1.0], [3.0, 3.0], [2.0, 0.5]])
    assert np.allclose(FOUR(rows), FOUR(rows[:, 0]) + FOUR(rows[:, 1]))


def test_expected_payments_are_what_simulated_rounds_cost():
    rule, variances = random_rule(np.random.default_rng(1), 4), np.array([1.0, 2.0, 0.5, 3.0])
    rng = np.random.default_rng(2)
    reports = 7 + rng.normal(size=(40_000, 4)) * np.sqrt(variances)
    forms = rule.forms.astype(float)
    paid = np.einsum("ijk,rj,rk->ri", forms, reports, reports)
    error = paid.std(axis=0) / np.sqrt(len(paid))
    assert (abs(paid.mean(axis=0) - rule.expected(variances)) < 4 * error).all()


def test_the_best_report_is_least_on_a_grid():
    beliefs = [F(2), F(5), F(-1), F(3)]
    for who in range(4):
        best = FOUR.best_report(who, beliefs)
        for step in range(-20, 21):
            others = list(beliefs)
            others[who] = best + F(step, 10)
            at_best = list(beliefs)
            at_best[who] = best
            assert FOUR(others)[who] - FOUR(at_best)[who] == FOUR.rewards[who] * F(step, 10) ** 2


@pytest.mark.parametrize("seed", range(20))
def test_a_joint_lie_is_found_exactly_where_an_eigenvalue_is_negative_and_it_pays(seed):
    rule = random_rule(np.random.default_rng(seed), 4)
    for size in range(1, 5):
        for who in combinations(range(4), size):
            form = np.array(rule.joint_form(who), dtype=float)
            lie = rule.joint_lie(who)
            least = np.linalg.eigvalsh(form).min()
            assert (lie is not None) == (least < -1e-9)
            if lie is not None:
                shifted = [F(0)] * 4
                for i, shift in zip(who, lie, strict=True):
                    shifted[i] = F(shift)
                paid = rule(shifted)
                assert sum(paid[i] for i in who) < 0


def test_floats_and_fractions_agree_on_joint_lies():
    floats = Stakes(FOUR.forms.astype(float))
    for size in range(1, 5):
        for who in combinations(range(4), size):
            assert (floats.joint_lie(who) is None) == (FOUR.joint_lie(who) is None)


def test_balance_is_seen_and_its_absence_too():
    assert FOUR.balanced
    assert not Stakes(FOUR.forms, [1, 0, 0, 0]).balanced
    forms = FOUR.forms.copy()
    forms[0] = forms[0] * 2
    assert not Stakes(forms).balanced


def test_reports_of_any_length_are_paid_for_exactly_refused_or_balanced_up_to_rounding():
    rule = peer_stakes(Federation.priced([5, 5, 25], noise=10, spread=1))
    rng, told = np.random.default_rng(7), 0
    for _ in range(200):
        reports = (rng.choice([-1, 1], 3) * 10.0 ** rng.uniform(-160, 160, 3)).tolist()
        exact = rule([F(report) for report in reports])
        assert sum(exact) == 0
        try:
            paid = rule(reports)
        except ValueError:
            assert max(abs(amount) for amount in exact) > 10**305
            continue
        told += 1
        largest = max(map(abs, paid))
        assert abs(sum(paid)) <= 1e-12 * largest
        assert np.allclose(paid, [float(amount) for amount in exact], rtol=0, atol=1e-9 * largest)
    assert 100 < told < 200


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Stakes([[1, -1], [-1, 1]]), r"forms must have shape \(members, members, members\), got \(2, 2\)"),
        (lambda: Stakes([[[1, -2], [0, 1]]] * 2), "forms must be symmetric"),
        (lambda: Stakes([[[1, 0], [0, 1]]] * 2), "forms must have rows that sum to zero"),
        (lambda: Stakes(FOUR.forms, [1]), "constants must be one number for each of 4 members"),
        (lambda: FOUR([1, 2, 3]), r"reports must be one for each of 4 members, got \[1, 2, 3\]"),
        (lambda: FOUR([1e155, -1e155, 0, 0]), r"reports must be numbers for which .* got \[1e\+155, -1e\+155, 0, 0\]"),
        (lambda: FOUR([1e160, 0, 0, 0]), "reports must be numbers for which floats can hold every result"),
        (lambda: FOUR([1.7e308, -1.7e308, 0, 0]), "reports must be numbers for which floats can hold every result"),
        (lambda: FOUR([[1e160, 1], [0, 0], [0, 0], [0, 0]]), "reports must be numbers for which floats can hold"),
        (lambda: FOUR([[], [], [], []]), r"reports must be one for each of 4 members, got \[\[\], \[\], \[\], \[\]\]"),
        (lambda: Stakes(FOUR.forms * 10**400)([0.5, 1, 2, 3]), "reports must be numbers for which floats can hold"),
        (lambda: Stakes([[[1e308, 1e308], [-1e308, -1e308]]] * 2), "forms must be numbers for which floats can hold"),
        (lambda: FOUR.expected([1e308] * 4), "variances must be numbers for which floats can hold every result"),
        (
            lambda: Stakes(FOUR.forms * 100).best_report(0, [0, 1e308, 1e308, 1e308]),
            "beliefs must be numbers for which floats can hold",
        ),
        (lambda: FOUR.expected([1, 2]), "variances must be one for each of 4 members"),
        (lambda: FOUR.best_report(4, [0] * 4), "who must be a whole number from 0 to 3, got 4"),
        (lambda: Stakes(-FOUR.forms).best_report(0, [0] * 4), "who must be a member with a stake in its report"),
        (lambda: FOUR.joint_lie([]), "coalition must hold at least 1"),
        (lambda: FOUR.joint_lie([1, 1]), "coalition must name each member once"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()

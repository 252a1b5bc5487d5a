"""Proofs by SymPy: right statements are proved, wrong ones refuted, and a tampered certificate is noticed."""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
import sympy as sp
from hypothesis import given, settings, strategies as st

from incentives_book.claims.certificates import (
    SLOW,
    STEPS,
    Unproved,
    at_point,
    difference_witness,
    is_rational_function,
    prove_identity,
)
from incentives_book.claims.inequalities import RELATIONS, SignCertificate, holds_at, prove_sign, violation
from incentives_book.claims.signs import Reason, coefficient_sign, find_sign, recheck
from incentives_book.claims.slacks import gap, slack_chains, sound, substitution

N_S, N_L, MU, V, S, L = sp.symbols("n_s n_l mu sigma2 s l", positive=True)
TOTAL = S * N_S + L * N_L


def error(own: sp.Symbol) -> sp.Expr:
    """Expected error of a member with `own` samples among s small and l large players."""
    return MU / TOTAL + V * (S * N_S**2 + L * N_L**2 - own**2 + (TOTAL - own) ** 2) / TOTAL**2


# Statements, their relation, what they assume. All are true.
TRUE = {
    "factors": (N_S * MU / (N_L + V), ">0", []),
    "negative factors": (-N_S * MU**3 / (N_L + V), "<0", []),
    "an even power": ((N_S - N_L) ** 2 * MU, ">=0", []),
    "a slack": (N_L - N_S, ">0", [N_S < N_L]),
    "a weak slack": (N_L - N_S, ">=0", [N_S <= N_L]),
    "a chain of slacks": (MU * N_L - V * N_S**2, ">0", [N_S < N_L, N_L <= MU / V]),
    "the chain in another order": (MU * N_L - V * N_S**2, ">0", [N_L <= MU / V, N_S < N_L]),
    "a bound below": (S**2 - 1, ">=0", [S >= 1]),
    "an interval": (S * (1 - S), ">0", [S < 1]),
    "roots": (5 * N_S**3 - 9 * N_S**2 + 6 * N_S + 1, ">0", []),
    "two symbols of one degree": (N_S**4 - N_S**3 * N_L + N_L**4, ">0", []),
    "an assumption of no use": (N_L - N_S, ">0", [N_S < N_L, MU**3 + V**3 > 1 + N_S**2]),
    "a completed square": (N_S**2 * V - N_S * N_L * MU + N_L**2 * MU**2 / V, ">0", []),
    "a multiplier": (N_S**2 + N_L**2 + MU**2 - N_S * N_L - N_L * MU + N_S * MU / 2, ">0", []),
    "small like small": (sp.diff(error(N_S), S), "<0", [N_S < N_L, N_S < MU / V]),
    "large dislike large": (sp.diff(error(N_L), L), ">0", [N_S < N_L, N_L >= MU / V]),
    "large like small": (error(N_L).subs(S, 0) - error(N_L), ">0", [N_S < N_L, N_L <= MU / V]),
}


@pytest.mark.parametrize("name", TRUE)
def test_true_statements_are_certified_and_the_certificate_verifies(name):
    certificate = prove_sign(*TRUE[name])
    assert certificate.verify()


@pytest.mark.parametrize("name", TRUE)
def test_no_sampled_point_contradicts_a_certificate(name):
    expression, relation, givens = TRUE[name]
    assert violation(expression, relation, givens, points=120, seed=7) is None


@pytest.mark.parametrize("name", TRUE)
def test_the_opposite_of_a_true_statement_is_refuted(name):
    expression, relation, givens = TRUE[name]
    opposite = {">0": "<=0", ">=0": "<0", "<0": ">=0", "<=0": ">0"}[relation]
    with pytest.raises(Unproved) as failure:
        prove_sign(expression, opposite, givens)
    assert failure.value.refuted


@pytest.mark.parametrize("name", [name for name, (_, relation, _) in TRUE.items() if "=" in relation])
def test_equality_in_the_domain_is_not_called_strict(name):
    expression, relation, givens = TRUE[name]
    with pytest.raises(Unproved):
        prove_sign(expression, relation.replace("=", ""), givens)


@pytest.mark.parametrize(
    ("expression", "relation", "givens"),
    [
        (sp.diff(error(N_S), S), "<0", [N_S < N_L]),  # without the size bound
        (-sp.diff(error(N_S), S), "<0", [N_S < N_L, N_S < MU / V]),  # wrong sign
        (sp.diff(error(N_L), S), "<0", [N_S < N_L, N_S < MU / V]),  # swapped index
        (MU * N_L - 2 * V * N_S**2, ">0", [N_S < N_L, N_L <= MU / V]),  # wrong coefficient
        (MU - V * N_S**2, ">0", [N_S < N_L, N_L <= MU / V]),  # wrong exponent
        (S * (1 - S), ">0", [S <= 1]),  # an end of the interval too many
        (N_S - 1, ">0", []),
    ],
)
def test_wrong_statements_are_refuted_by_a_point(expression, relation, givens):
    with pytest.raises(Unproved, match=r" at .* so not ") as failure:
        prove_sign(expression, relation, givens)
    assert failure.value.refuted


def test_what_cannot_be_decided_fails_and_says_so():
    # Motzkin's polynomial is nowhere negative, and vanishes at (1, 1): no multiplier and no square shows it.
    x, y = sp.symbols("x y", real=True)
    with pytest.raises(Unproved, match="undecided") as failure:
        prove_sign(x**4 * y**2 + x**2 * y**4 - 3 * x**2 * y**2 + 1, ">=0")
    assert not failure.value.refuted


@pytest.mark.parametrize(
    "tamper",
    [
        lambda c: replace(c, relation=">0"),
        lambda c: replace(c, expression=c.expression - 1000),
        lambda c: replace(c, givens=()),
        lambda c: replace(c, chain=c.chain[:1]),
        lambda c: replace(c, chain=(replace(c.chain[0], value=c.chain[0].value * 2), *c.chain[1:])),
        lambda c: replace(c, chain=(replace(c.chain[0], meaning=-c.chain[0].meaning), *c.chain[1:])),
        lambda c: replace(c, reason=replace(c.reason, sign=-c.reason.sign)),
        lambda c: replace(c, reason=Reason(c.reason.expression, c.reason.sign, True, "coefficients")),
        lambda c: replace(
            c, reason=replace(c.reason, parts=c.reason.parts[:-1], powers=c.reason.powers[:-1])
        ),
    ],
)
def test_a_tampered_certificate_does_not_verify(tamper):
    certificate = prove_sign(sp.diff(error(N_S), S), "<0", [N_S < N_L, N_S < MU / V])
    assert certificate.verify()
    assert not tamper(certificate).verify()


X, Y = sp.symbols("x y", positive=True)
Z = sp.Symbol("z", nonnegative=True)
R = sp.Symbol("r", real=True)


@pytest.mark.parametrize(
    "reason",
    [
        Reason(X - Y, 1, True, "coefficients"),
        Reason(Z + X * Z, 1, True, "coefficients"),  # vanishes at z = 0
        Reason(R + 1, 1, True, "coefficients"),  # r may be negative
        Reason(X**2 - 3 * X + 1, 1, True, "roots"),
        Reason(Z**2 - 2 * Z, 1, False, "roots"),
        Reason(X - Y, 1, True, "multiplier", multiplier=X + Y),
        Reason(-X, 1, True, "multiplier", multiplier=-X),  # a multiplier must be positive
        Reason((X - Y) * X, 1, True, "factors", (Reason(X, 1, True, "coefficients"),), (1,)),
        Reason(X - Y, 1, True, "factors", (Reason(X - Y, 0, False, "unknown"),), (1,)),
        Reason((X - Y) ** -2, 1, False, "factors", (Reason(X - Y, 0, False, "unknown"),), (-2,)),
        Reason(X - Y, 0, False, "no such method"),
        Reason(X - 1, 1, True, "constant"),
    ],
)
def test_an_unsound_reason_is_refused(reason):
    assert not recheck(reason)


def test_a_completed_square_needs_its_lead_and_its_rest():
    square = find_sign(N_S**2 - N_S * N_L * MU + N_L**2 * MU**2)
    assert square.method == "completed square"
    assert recheck(square)
    assert not recheck(replace(square, sign=-1))
    assert not recheck(replace(square, parts=square.parts[::-1]))


def test_substitutions_reach_every_point_that_satisfies_the_assumptions():
    givens = [N_S < N_L, N_L <= MU / V, MU < 3 * N_S * V, S < 1]
    chance = random.Random(3)
    chain = next(slack_chains(givens, {s.name for g in givens for s in g.free_symbols}))
    assert sound(chain)
    met = 0
    while met < 40:
        point = {s: Fraction(chance.randint(1, 12), chance.randint(1, 6)) for s in (N_S, N_L, MU, V, S)}
        if not all(holds_at(g, point) for g in givens):
            continue
        met += 1
        known = dict(point)
        for step in chain:
            known[step.slack] = at_point(step.meaning, known)
            assert known[step.slack] > 0 if step.slack.is_positive else known[step.slack] >= 0
        assert all(at_point(value, known) == known[symbol] for symbol, value in substitution(chain).items())


def test_a_chain_whose_slack_is_not_what_the_assumption_says_is_unsound():
    (step,) = next(slack_chains([N_S < N_L], {"n_s", "n_l"}))
    assert sound([step])
    assert not sound([replace(step, given=N_S > N_L)])
    assert not sound([replace(step, slack=sp.Symbol("d", nonnegative=True))])
    assert not sound([replace(step, slack=N_S)])


@given(st.lists(st.integers(-4, 4), min_size=2, max_size=6), st.sampled_from(sorted(RELATIONS)))
@settings(max_examples=60)
def test_polynomials_in_one_symbol_are_always_decided(coefficients, relation):
    polynomial = sp.Poly(coefficients, X).as_expr()
    try:
        certificate = prove_sign(polynomial, relation)
    except Unproved:
        certificate = None
    # An oracle of its own: isolate the positive roots, and look between and at them.
    roots = sorted(set(sp.Poly(coefficients, X).real_roots())) if polynomial.free_symbols else []
    ends = [sp.Integer(0), *(r for r in roots if r > 0)]
    between = [(a + b) / 2 for a, b in pairwise(ends)] + [ends[-1] + 1]
    values = [sp.sign(polynomial.subs(X, point)) for point in between] + [0] * (len(ends) - 1)
    sign, strict = RELATIONS[relation]
    true = all(sign * value > 0 or (value == 0 and not strict) for value in values)
    assert (certificate is not None) == true


@given(st.data())
@settings(max_examples=40)
def test_a_certified_sign_is_never_contradicted_at_a_random_point(data):
    numbers = st.integers(-3, 3)
    polynomial = sum(
        data.draw(numbers) * X**i * Y**j * Z**k
        for i, j, k in ((0, 0, 0), (1, 0, 0), (2, 0, 1), (0, 2, 0), (1, 1, 0), (0, 1, 2))
    )
    reason = find_sign(polynomial)
    if reason is None:
        return
    point = {s: Fraction(data.draw(st.integers(1, 50)), data.draw(st.integers(1, 9))) for s in (X, Y, Z)}
    value = sp.sign(polynomial.subs(point) if polynomial.free_symbols else polynomial)
    assert value == reason.sign or (value == 0 and not reason.strict)


@pytest.mark.parametrize(
    ("polynomial", "expected"),
    [(X + Z, (1, True)), (Z, (1, False)), (-(R**2), (-1, False)), (R, None), (sp.Integer(0), (0, False))],
)
def test_signs_seen_from_coefficients(polynomial, expected):
    assert coefficient_sign(polynomial) == expected


i, k = sp.symbols("i k", positive=True, integer=True)
SAME = {
    "polynomials": ((X + Y) ** 3, X**3 + 3 * X**2 * Y + 3 * X * Y**2 + Y**3),
    "fractions": (1 / X - 1 / (X + Y), Y / (X * (X + Y))),
    "derivatives": (sp.Derivative(X**3, X), 3 * X**2),
    "integrals": (sp.Integral(X**2, (X, 0, Y)), Y**3 / 3),
    "sums": (sp.Sum(i, (i, 1, k)), k * (k + 1) / 2),
    "roots": (sp.sqrt(5 + 2 * sp.sqrt(6)), sp.sqrt(2) + sp.sqrt(3)),
    "roots of symbols": (1 / (sp.sqrt(X) + sp.sqrt(Y)) * (X - Y), sp.sqrt(X) - sp.sqrt(Y)),
    "factorials": (sp.factorial(k + 1) / sp.factorial(k), k + 1),
    "matrices": (sp.Matrix([[X, 1], [1, X]]) ** 2, sp.Matrix([[X**2 + 1, 2 * X], [2 * X, X**2 + 1]])),
    "lists": ([X + X, (Y,)][:1], [2 * X]),
    "numbers": (Fraction(1, 3) + Fraction(1, 6), sp.Rational(1, 2)),
}


@pytest.mark.parametrize("name", SAME)
def test_equal_expressions_are_proved_equal(name):
    assert all(prove_identity(*SAME[name]).steps)


@pytest.mark.parametrize("name", SAME)
def test_equal_expressions_moved_apart_are_refuted(name):
    left, right = SAME[name]
    moved = (
        right + sp.ones(*right.shape)
        if isinstance(right, sp.MatrixBase)
        else [right[0] + 1]
        if isinstance(right, list)
        else right + 1
    )
    with pytest.raises(Unproved, match="left - right is -1") as failure:
        prove_identity(left, moved)
    assert failure.value.refuted


def test_one_point_refutes_what_is_not_rational_before_simplifying_is_tried(monkeypatch):
    def too_slow(difference):
        raise AssertionError("the slow steps are for what may be true")

    for name in SLOW:
        monkeypatch.setitem(STEPS, name, too_slow)
    with pytest.raises(Unproved, match=r"for example -?\d\S* at x = ") as failure:
        prove_identity(sp.log(X + 1) * sp.exp(X), sp.log(X + 2) * sp.exp(X))
    assert failure.value.refuted


def test_a_zero_is_never_taken_for_a_difference():
    # Zero at every point, which no number of digits shows.
    assert difference_witness(sp.log(X**2 * sp.exp(X)) - 2 * sp.log(X) - X) is None
    assert difference_witness(sp.sqrt(X + 2 * sp.sqrt(X) + 1) - sp.sqrt(X) - 1) is None
    # Not zero, but too small to be told apart.
    assert difference_witness(sp.Pow(10, -40) * sp.log(X + 1)) is None


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ((X + Y) ** 2, X**2 - 2 * X * Y + Y**2),  # sign
        ((X + Y) ** 2, X**2 + 3 * X * Y + Y**2),  # coefficient
        ((X + Y) ** 2, X**2 + 2 * X * X + Y**2),  # index
        ([X, Y], [Y, X]),
        (sp.Matrix([[X, Y]]), sp.Matrix([[X, X]])),
        (sp.sqrt(2), sp.Rational(99, 70)),  # so close that only exact arithmetic tells
    ],
)
def test_different_expressions_are_refused(left, right):
    with pytest.raises(Unproved):
        prove_identity(left, right)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: prove_identity(0.5, X), "left must be exact"),
        (lambda: prove_identity(X * 0.5, X), "left must be exact"),
        (lambda: prove_identity("x", X), "left must be an exact number"),
        (lambda: prove_identity([X, Y], [X]), "one shape"),
        (lambda: prove_identity([], []), "not be empty"),
        (lambda: prove_identity([[X], [X, Y]], [X]), "one length"),
        (lambda: prove_identity(X, sp.Symbol("x")), "different symbols of one name"),
        (lambda: prove_sign(X, "positive"), "relation must be one of"),
        (lambda: prove_sign(sp.sqrt(X), ">0"), "quotient of polynomials"),
        (lambda: prove_sign(sp.exp(X), ">0"), "quotient of polynomials"),
        (lambda: prove_sign(X * 0.5, ">0"), "must be exact"),
        (lambda: prove_sign(sp.Symbol("c"), ">0"), "must be declared real"),
        (lambda: prove_sign(X, ">0", [sp.Eq(X, Y)]), "given must hold relations"),
        (lambda: prove_sign(X, ">0", [sp.false]), "contradicts"),
        (lambda: prove_sign(X, ">0", {"x": Y}), "must map symbols"),
        (lambda: prove_sign(X, ">0", [X < Y, Y < X]), "satisfiable"),
        (lambda: prove_sign(X, ">0", [X < 1, X > 2]), "satisfiable"),
        (lambda: gap(sp.Ne(X, Y)), "given must hold relations"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(
    "expression", [sp.pi * X, sp.sqrt(2), X**Y, sp.I, sp.zoo, sp.Abs(R), 0.5 * X, sp.Sum(X, (X, 1, 3))]
)
def test_what_is_not_a_rational_function_with_rational_coefficients(expression):
    assert not is_rational_function(expression)


def test_a_denominator_that_is_zero_has_no_sign():
    zero = sp.Add(X**2, -((X + 1) * (X - 1)), -1, evaluate=False)
    with pytest.raises(Unproved):
        prove_sign(1 / zero, ">0")
    with pytest.raises(Unproved):
        prove_sign(1 / (N_L - N_S), ">0", {N_L: N_S})


def test_stated_substitutions_define_the_domain():
    d = sp.Symbol("d", positive=True)
    certificate = prove_sign(N_L**2 - N_S**2, ">0", {N_L: N_S + d})
    assert isinstance(certificate, SignCertificate)
    assert certificate.verify()
    with pytest.raises(Unproved):
        prove_sign(N_L**2 - N_S**2, ">0", {N_L: N_S - d})

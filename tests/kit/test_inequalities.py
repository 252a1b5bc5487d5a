"""Proofs by SymPy: right statements are proved, wrong ones refuted, and a tampered certificate is noticed."""

from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp
from hypothesis import given, settings, strategies as st

from claimbook.certificates import Unproved
from claimbook.inequalities import SignCertificate, prove_sign, violation
from claimbook.signs import Reason, find_sign

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
    "an assumption of no use": (N_L - N_S, ">0", [N_S < N_L, MU**3 + V**3 > 1 + N_S**2]),
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
    # Positive, but neither its coefficients nor its factors show it; a substitution that the page states does.
    d = sp.Symbol("d", positive=True)
    polynomial = N_S**2 - N_S * N_L + N_L**2
    with pytest.raises(Unproved, match="undecided") as failure:
        prove_sign(polynomial, ">0")
    assert not failure.value.refuted
    assert prove_sign(polynomial, ">0", {N_L: N_S + d}).verify()
    assert prove_sign(polynomial, ">0", {N_S: N_L + d}).verify()


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
        lambda c: replace(c, reason=replace(c.reason, parts=c.reason.parts[:-1], powers=c.reason.powers[:-1])),
    ],
)
def test_a_tampered_certificate_does_not_verify(tamper):
    certificate = prove_sign(sp.diff(error(N_S), S), "<0", [N_S < N_L, N_S < MU / V])
    assert certificate.verify()
    assert not tamper(certificate).verify()


X, Y = sp.symbols("x y", positive=True)


Z = sp.Symbol("z", nonnegative=True)


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


i, k = sp.symbols("i k", positive=True, integer=True)


def test_stated_substitutions_define_the_domain():
    d = sp.Symbol("d", positive=True)
    certificate = prove_sign(N_L**2 - N_S**2, ">0", {N_L: N_S + d})
    assert isinstance(certificate, SignCertificate)
    assert certificate.verify()
    with pytest.raises(Unproved):
        prove_sign(N_L**2 - N_S**2, ">0", {N_L: N_S - d})

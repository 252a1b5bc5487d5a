"""Errors in proved formulas are noticed, in small examples of every proof."""

import pytest
import sympy as sp

from claimbook import Claim, Entry, recording
from claimbook.mutation.records import Tally, mutate_record, same_values
from claimbook.receipts import Record

CHECK = Claim(Entry(id="coalitions/lemma-9-9", title="A lemma", verdict="holds"))
X, Y, N, M, MU = sp.symbols("x y n m mu", positive=True)
A, B = sp.symbols("a b")


def proved(check) -> Record:
    """The record that a check leaves."""
    with recording() as records:
        check()
    return records[0]


PROOFS = {
    "polynomial": lambda: CHECK.identity((X + Y) ** 3, X**3 + 3 * X**2 * Y + 3 * X * Y**2 + Y**3),
    "fraction": lambda: CHECK.identity(1 / X - 1 / (X + Y), Y / (X * (X + Y))),
    "matrix": lambda: CHECK.identity(
        sp.Matrix([[X, Y]]) * sp.Matrix([[1, 2], [3, 4]]), sp.Matrix([[X + 3 * Y, 2 * X + 4 * Y]])
    ),
    "derivative": lambda: CHECK.identity(sp.Derivative(X**2 * Y, X), 2 * X * Y),
    "sum": lambda: CHECK.identity(sp.Sum(A * X, (A, 1, 4)), 10 * X),
    "root": lambda: CHECK.identity(1 / (1 + sp.sqrt(X)) * (1 - X), 1 - sp.sqrt(X)),
    "slack": lambda: CHECK.sign(M - N, ">0", given=[N < M]),
    "chain": lambda: CHECK.sign(MU * M - N**2, ">0", given=[N < M, M <= MU]),
    "stated": lambda: CHECK.sign(M**2 - N**2, ">0", given={M: N + X}),
    "square": lambda: CHECK.sign(X**2 - X * Y + Y**2, ">0", given={Y: X + M}),
}


@pytest.mark.parametrize("name", PROOFS)
def test_every_real_error_in_a_proved_formula_is_refused(name):
    tally = mutate_record(proved(PROOFS[name]))
    assert tally.survivors == []
    assert tally.killed >= 3
    assert tally.rate == 1


def test_a_sample_of_mutants_is_decided_by_the_seed():
    record = proved(PROOFS["polynomial"])
    tally = mutate_record(record, 5, seed=3)
    assert 3 <= tally.killed + tally.equivalent <= 5
    assert tally == mutate_record(record, 5, seed=3)


def test_a_check_that_accepts_everything_would_be_noticed(monkeypatch):
    record = proved(PROOFS["polynomial"])
    monkeypatch.setattr("claimbook.mutation.records.prove_identity", lambda left, right: None)
    tally = mutate_record(record)
    assert tally.survivors
    assert tally.rate < 0.1


def test_a_certificate_that_accepts_everything_would_be_noticed(monkeypatch):
    from claimbook.inequalities import SignCertificate, read_givens
    from claimbook.signs import Reason

    def careless(expression, relation, given, **options):
        return SignCertificate(
            expression, relation, read_givens(given)[0], (), (), Reason(expression, 1, True, "coefficients")
        )

    record = proved(PROOFS["chain"])
    monkeypatch.setattr("claimbook.mutation.records.prove_sign", careless)
    assert len(mutate_record(record).survivors) > 10


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        ((X + 1) ** 2, X**2 + 2 * X + 1, True),
        ((X + 1) ** 2, X**2 + 2 * X, False),
        (sp.sqrt(X) ** 3, X * sp.sqrt(X), True),
        (sp.sqrt(X), X, False),
        (X / X, sp.Integer(1), True),
    ],
)
def test_values_tell_whether_a_mutant_is_an_error(left, right, same):
    assert same_values(left, right) is same


def test_a_record_without_a_formula_is_refused():
    with pytest.raises(ValueError, match="identity or a sign"):
        mutate_record(proved(lambda: CHECK.every([1], bool)))


def test_rates_count_real_errors_only():
    tally = Tally(killed=3, equivalent=5, survivors=["one"])
    tally.add(Tally(killed=4, equivalent=1))
    assert (tally.killed, tally.equivalent, tally.rate) == (7, 6, 7 / 8)
    assert Tally().rate == 1

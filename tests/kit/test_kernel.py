"""The second kernel: Coq accepts what the receipts say, and refuses it when a coefficient, a sign or a hypothesis
changes.
"""

import json
import shutil

import pytest
import sympy as sp

from claimbook import Claim, Entry, coq, recording
from claimbook.coq_signs import sign
from claimbook.inequalities import SignCertificate, prove_sign
from claimbook.kernel import check, checked_twice, lemmas, main, receipt
from claimbook.signs import Reason

from .coq import COQC, needs_coq

pytestmark = pytest.mark.thorough

CHECK = Claim(Entry(id="coalitions/lemma-9-9", title="A lemma"))
N, M, MU, V, S, D = sp.symbols("n m mu sigma^2 s d", positive=True)
X, Y = sp.symbols("x y", real=True)
Z = sp.Symbol("z", nonnegative=True)

IDENTITIES = {
    "polynomials": (sp.Mul(N - M, N + M), N**2 - M**2),
    "denominators that cannot vanish": (1 / (N + M) + 1 / (N + MU), (2 * N + M + MU) / ((N + M) * (N + MU))),
    "a denominator that may vanish": ((X**2 - Y**2) / (X - Y) / Y, (X + Y) / Y),
    "nested denominators": (1 / (1 / N - 1 / M), N * M / (M - N)),
    "common factors in a nested one": (N / (N**2 * (1 / N - 1 / (M * N))), M / (M - 1)),
    "exponentials": ((sp.exp(X) + sp.exp(-X / 2)) ** 2, sp.exp(2 * X) + 2 * sp.exp(X / 2) + sp.exp(-X)),
    "a denominator of exponentials": (1 / (sp.exp(X) - sp.exp(-X)), sp.exp(X) / (sp.exp(2 * X) - 1)),
    "the constant of exponentials": ((1 + sp.exp(2)) * sp.exp(-1), sp.E + sp.exp(-1)),
    "an unknown function": (N * sp.log(M) + sp.log(M), (N + 1) * sp.log(M)),
    "numbers": (sp.Rational(1, 3) * X - X, -sp.Rational(2, 3) * X),
}
SIGNS = {
    "factors": (N * MU / (M + V), ">0", []),
    "negative factors": (-N * MU**3 / (M + V), "<0", []),
    "an even power": ((N - M) ** 2 * MU, ">=0", []),
    "a real symbol": (X**4 + 3 * X**2 * Y**2 + 1, ">0", []),
    "a slack": (M - N, ">0", [N < M]),
    "a weak slack": (N - M, "<=0", [N <= M]),
    "a chain of slacks": (MU * M - V * N**2, ">0", [N < M, M <= MU / V]),
    "an interval": (S * (1 - S), ">0", [S < 1]),
    "a bound with a product": (-M + N, "<0", [N <= 2 * MU * V, M > 2 * MU * V]),
    "a stated substitution": (M**2 - N**2, ">0", {M: N + D}),
    "a symbol that may be zero": (Z**2 + Z * N, ">=0", []),
}


def exported() -> dict[str, str]:
    """All lemmas of the two tables, with their proofs, by name."""
    texts = {name: coq.identity(f"i{i}", *sides) for i, (name, sides) in enumerate(IDENTITIES.items())}
    certificates = {name: prove_sign(*row) for name, row in SIGNS.items()}
    return texts | {name: sign(f"s{i}", c) for i, (name, c) in enumerate(certificates.items())}


@needs_coq
def test_coq_accepts_every_kind_of_receipt(tmp_path):
    assert check(list(exported().values()), tmp_path / "right.v", COQC) == {}


# What is exported, what is replaced in its statement, and by what. Each result is false or does not follow.
CHANGES = {
    "a number": ("numbers", "(- 2 / 3)", "(- 3 / 2)"),
    "a coefficient": ("denominators that cannot vanish", "(2 * v_n)", "(3 * v_n)"),
    "a sign between two terms": ("polynomials", "(- 1)", "1"),
    "an exponent": ("polynomials", "^ 2", "^ 3"),
    "an exponential": ("exponentials", "(exp (2 * v_x))", "(exp (3 * v_x))"),
    "a denominator that vanishes": ("a denominator that may vanish", "<> 0 ->", "= 0 ->"),
    "the relation": ("factors", "0 < (v_mu", "0 > (v_mu"),
    "strictness": ("an even power", "0 <= (v_mu", "0 < (v_mu"),
    "an assumption": ("a slack", "v_n < v_m ->", "v_m < v_n ->"),
    "a coefficient of a sign": ("a chain of slacks", "(v_m * v_mu)", "((1 / 2) * v_m * v_mu)"),
    "a declared sign": ("a symbol that may be zero", "0 <= v_z ->", "v_z <= 0 ->"),
    "the substitution": ("a stated substitution", "(v_d + v_n)", "(v_d - v_n)"),
}


@needs_coq
def test_coq_refuses_whatever_is_changed_and_that_alone(tmp_path):
    right = exported()
    changed = []
    for name, old, new in CHANGES.values():
        statement, proof = right[name].split("\n", 1)
        assert old in statement, (name, statement)
        changed.append(f"{statement.replace(old, new, 1)}\n{proof}".replace("Lemma ", f"Lemma c{len(changed)}_"))
    kept = list(right.values())[:3]
    refused = check([kept[0], *changed, *kept[1:]], tmp_path / "changed.v", COQC)
    assert sorted(refused) == list(range(1, len(changed) + 1))
    assert all("Error" in words for words in refused.values())


@needs_coq
def test_coq_refuses_a_certificate_that_lies(tmp_path):
    # The statement is true; its certificate calls a coefficient positive that is not.
    right = prove_sign(X**2 + 1, ">0")
    wrong = SignCertificate(right.expression, ">0", (), (), (), Reason(X**2 - 1, 1, True, "coefficients"))
    assert list(check([sign("lie", wrong)], tmp_path / "lie.v", COQC)) == [0]


def test_assumptions_become_hypotheses():
    statement = sign("s", prove_sign(MU * M - V * N**2, ">0", [N < M, M <= MU / V])).split("\n")[0]
    for hypothesis in ("0 < v_n ->", "0 < v_sigma2 ->", "v_n < v_m ->", "v_m <= (v_mu * (/ v_sigma2)) ->"):
        assert hypothesis in statement
    assert "v_x <> 0 ->" in coq.identity("i", Y / X, Y / X)
    assert "v_n <> 0" not in coq.identity("i", Y / N, Y / N)


def test_two_symbols_of_one_name_stay_two():
    one, other = sp.Symbol("x_{1}"), sp.Symbol("x_1")
    assert coq.identity("i", one + other, other + one).count("v_x_1_2") == 3


def executed(folder, *checks):
    """A folder with one executed page whose checks left their records."""
    with recording() as records:
        for run in checks:
            run()
    (folder / "coalitions").mkdir(parents=True)
    cells = [{"outputs": [{"data": {"application/vnd.incentives.check+json": vars(record)}}]} for record in records]
    (folder / "coalitions" / "page.ipynb").write_text(json.dumps({"cells": cells}), encoding="utf-8")
    return records


@needs_coq
def test_the_command_writes_what_was_checked_and_why_the_rest_was_not(tmp_path, capsys):
    records = executed(
        tmp_path / "executed",
        lambda: CHECK.identity([X + X, X * X], [2 * X, X**2], step="both"),
        lambda: CHECK.sign(M - N, ">0", given=[N < M]),
        lambda: CHECK.identity((sp.sqrt(M) + 1) ** 2, M + 2 * sp.sqrt(M) + 1, step="beyond"),
    )
    out = tmp_path / "kernel"
    assert main(["--executed", str(tmp_path / "executed"), "--out", str(out)]) == 0
    result = json.loads((tmp_path / "kernel.json").read_text(encoding="utf-8"))
    assert result["counts"] == {
        "identity": {"receipts": 2, "exported": 1, "checked": 1, "with_unknowns": 0},
        "sign": {"receipts": 1, "exported": 1, "checked": 1, "with_unknowns": 0},
    }
    assert "not exported: it holds root" in capsys.readouterr().out
    twice = checked_twice(tmp_path / "kernel.json")
    assert twice == set(map(receipt, records[:2]))


def test_without_coq_nothing_is_checked_twice(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert main(["--executed", str(tmp_path), "--out", str(tmp_path / "kernel")]) == 2
    assert "apt-get install coq" in capsys.readouterr().err
    assert checked_twice(tmp_path / "kernel.json") == frozenset()


def test_a_matrix_becomes_one_lemma_an_entry():
    with recording() as records:
        CHECK.identity(sp.eye(2), sp.diag(1, 1))
    assert len(lemmas(records[0])) == 4


def test_what_needs_a_law_of_roots_or_logarithms_is_left_out():
    assert coq.decidable(sp.exp(X + Y), sp.exp(X) * sp.exp(Y))
    assert coq.decidable(sp.sqrt(M) * N - sp.sqrt(M), (N - 1) * sp.sqrt(M))
    assert not coq.decidable((sp.sqrt(M) + 1) ** 2, M + 2 * sp.sqrt(M) + 1)
    assert not coq.decidable(sp.log(M * N), sp.log(M) + sp.log(N))


def test_what_divides_by_zero_is_not_exported():
    with pytest.raises(ValueError, match="divided by zero"):
        coq.identity("i", 1 / ((X + 1) ** 2 - X**2 - 2 * X - 1), X)

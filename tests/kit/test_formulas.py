"""A formula in the words of a row is read, and compared with what its receipts compared and with its pages."""

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
import sympy as sp

from claimbook import Claim, parts, recording
from claimbook.evidence import Evidence, Found, gather
from claimbook.formulas import formulas, held as held_in, plain, read
from claimbook.lock import read_lists
from claimbook.verdicts import held_formulas, problems
from claimbook.words import said, words

from .rows import GOOD, part

ROOT = Path(__file__).resolve().parents[2]
N, MU, W, S = sp.symbols("n_s mu_e w sigma^2", positive=True)
PRINTED = r"For $n_s\le\frac{\mu_e}{\sigma^2}$ the error is $\frac{\mu_e}{n_s}+(1-w)^2\sigma^2$."
ROW = replace(GOOD, says=PRINTED, assumption="a")


def held(row, records, pages):
    """What is held of the formulas in all that a row says."""
    return held_in(said(row, Evidence()), records, pages)


def receipts():
    """An identity and a sign with an assumption, as checks leave them."""
    with recording() as records:
        Claim(ROW).identity((MU + N * S * (1 - W) ** 2) / N, MU / N + (1 - W) ** 2 * S)
        Claim(ROW).sign(MU - N * S / 2, ">0", given=[N <= MU / S], step="half")
    return records


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (r"\frac12 n_s", sp.Symbol("n_s") / 2),
        (r"2\sigma^2\bigl(1-\tfrac{1}{M}\bigr)", 2 * sp.Symbol("sigma") ** 2 * (1 - 1 / sp.Symbol("M"))),
        (r"-x/2y", -sp.Symbol("x") / 2 * sp.Symbol("y")),
        (r"\sqrt{a+b}\,e^{-x}", sp.sqrt(sp.Symbol("a") + sp.Symbol("b")) * sp.exp(-sp.Symbol("x"))),
        (r"x_{ji}^{2}", sp.Symbol("x_ji") ** 2),
        (r"\sum_i n_i", None),
        (r"\{0,1\}", None),
        ("(a", None),
    ],
)
def test_school_algebra_is_read_and_nothing_else(text, value):
    assert read(text) == value


def test_chains_of_relations_are_read_link_by_link():
    a, b, c = sp.symbols("a b c")
    assert formulas(r"If $a<b\le c$, then $f(x)=\sum_i i=2a$.")[:2] == [("<", a, b), ("<=", b, c)]


def test_formulas_that_a_proof_compared_are_counted():
    assert held(ROW, receipts(), []) == (2, 0)
    assert held(ROW, [], []) == (0, 0)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (r"\le", r"\ge"),
        (r"\le", "<"),
        ("1-w", "1+w"),
        (r"+(1", "-(1"),
        (")^2", ")^3"),
        (r"\frac{\mu_e}{n_s}", r"\frac{n_s}{\mu_e}"),
    ],
)
def test_a_falsified_formula_is_not_what_was_compared(right, wrong):
    assert right in PRINTED
    assert held(replace(ROW, says=PRINTED.replace(right, wrong)), receipts(), [])[0] < 2


def test_letters_may_have_other_names_but_not_change_places():
    other = PRINTED.replace("n_s", "n_j")
    assert held(replace(ROW, says=other), receipts(), [])[0] == 2
    assert held(replace(ROW, says=r"It is $\frac{n_s}{\mu_e}+(1-w)^2\sigma^2$."), receipts(), [])[0] == 0


def test_no_formula_takes_another_ones_place():
    turned = replace(ROW, says=PRINTED + r" For $n_s>\frac{\mu_e}{\sigma^2}$ it is not said.")
    twice = replace(ROW, says=PRINTED + r" Again $n_s\le\frac{\mu_e}{\sigma^2}$.")
    assert held(turned, receipts(), []) == held(twice, receipts(), []) == (2, 0)


def test_of_two_letters_alone_nothing_else_tells_which_is_which():
    assert held(replace(ROW, says=r"If $a<b$, then $b>a$."), receipts(), []) == (0, 0)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (r"\dfrac{a}{b}\,\leq \left( c\right)", r"\frac a b\le(c)"),
        (r"\Bigl(\frac{\Delta}{2\,sd_c}\Bigr)^2", r"(\Delta/(2sd_c))^2"),
        (r"\tfrac12x+\frac{a+b}{n_{ji}^2}", r"1/2x+(a+b)/n_{ji}^2"),
        (r"\frac{1}{1+\frac{x}{y}}", r"1/(1+x/y)"),
        (r"\mathbb E[xx^{\mathsf T}]", r"E[x x^\top]"),
    ],
)
def test_layout_makes_no_other_formula(one, other):
    assert plain(one) == plain(other)


@pytest.mark.parametrize(
    ("one", "other"), [(r"\frac{a}{bc}", r"a/b\,c"), (r"\frac{a+b}{c}", "a+b/c"), (r"\mathbb E x", r"\mathcal E x")]
)
def test_other_formulas_stay_other_texts(one, other):
    assert plain(one) != plain(other)


def test_a_formula_of_two_or_three_signs_must_stand_alone_on_the_page():
    short = replace(ROW, says="It holds for $k=1$ and $n$.")
    assert held(short, [], [plain("For $k=1$ we know it.")]) == (0, 1)
    assert held(short, [], [plain("For $k=12$ or $k=1+n$ we do not.")]) == (0, 0)


def test_the_gate_notices_a_formula_that_changes_with_the_seal_renewed():
    evidence = Evidence(
        records={ROW.id: [Found("coalitions/page", r) for r in receipts()]}, texts={"coalitions/page": plain(PRINTED)}
    )
    noted = {ROW.id: ["2", "2"]}
    assert not [line for line in problems([part(ROW)], evidence, lock={"formulas": noted}.get) if "[formulas]" in line]
    wrong = replace(ROW, says=PRINTED.replace(r"\le", r"\ge"))
    assert any("[formulas]" in line for line in problems([part(wrong)], evidence, lock={"formulas": noted}.get))


def planted(formula):
    """A formula with its first relation turned, with a sign changed, with two indices exchanged."""
    turned = {"\\le": "\\ge ", "\\ge": "\\le ", "<": ">", ">": "<"}
    relation = re.search(r"\\[lg]e(?![a-z])|[<>]", formula)
    if relation:
        yield formula[: relation.start()] + turned[relation[0]] + formula[relation.end() :]
    sign = re.search(r"(?<=.)[+-]", formula)
    if sign:
        yield formula[: sign.start()] + ("-" if sign[0] == "+" else "+") + formula[sign.end() :]
    lower = list(re.finditer(r"_(\{[^{}]*\}|\\[a-z]+|\w)", formula))
    for a, b in pairwise(lower):
        if a[1] != b[1]:
            yield formula[: a.start(1)] + b[1] + formula[a.end(1) : b.start(1)] + a[1] + formula[b.end(1) :]
            return


@pytest.mark.thorough
def test_most_of_the_errors_planted_in_formulas_of_the_book_are_noticed_whatever_the_seal_says():
    evidence = gather(ROOT / "_build/executed", ROOT / "notebooks", ROOT / "tests")
    noted = read_lists(ROOT / "book/register", "formulas")
    seen = []
    for row in [entry for each in parts() for entry in each.entries if entry.verdict != "not-testable"]:
        for field in ("says", "corrected", "repair"):
            text = words(row, evidence) if field == "says" else getattr(row, field)
            for found in re.finditer(r"\$([^$]+)\$", text):
                for wrong in planted(found[1]):
                    other = replace(
                        row,
                        statement="",
                        given=(),
                        states="",
                        **{field: text[: found.start(1)] + wrong + text[found.end(1) :]},
                    )
                    seen.append(list(map(str, held_formulas(other, evidence))) != noted.get(row.id, ["0", "0"]))
    assert len(seen) > 900
    assert sum(seen) > 0.58 * len(seen), (sum(seen), len(seen))


def test_what_a_receipt_says_is_read_with_nothing_else_in_reach():
    from claimbook.formulas import read_back

    assert read_back("Add(Symbol('a'), Integer(1))") == sp.Symbol("a") + 1
    for text in ("open('x')", "__import__('os')", "exec('1')"):
        with pytest.raises(NameError):
            read_back(text)


def test_a_quotient_that_is_undefined_at_a_point_is_no_match():
    """As in a formula whose numerator and denominator vanish there, beside one with a root."""
    from claimbook.formulas import _ratio

    for undefined in (sp.nan, sp.zoo):
        assert _ratio(undefined, sp.Integer(2)) != 1
        assert not _ratio(undefined, sp.Integer(2)).is_positive
    assert _ratio(sp.sqrt(8), 2 * sp.sqrt(2)) == 1

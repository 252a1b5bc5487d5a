"""Long formulas are broken without a sign gained or lost."""

import re

import pytest
import sympy as sp

from claimbook.site.formulas import WIDE, broken, fitted, pieces, squares, width

a, b, c = sp.symbols("a b c")
LONG = sp.latex(sp.expand((a + b + c) ** 7))


def signs(latex):
    return re.sub(r"\\(?:begin|end)\{(?:aligned|gathered)\}|\\quad|\\\\|\\cdot|\{\}|&|\s", "", latex)


@pytest.mark.parametrize(
    "formula", [f"{LONG} = {LONG}", rf"\frac{{{LONG}}}{{a + b}} > 0", rf"c \left({LONG}\right)^{{2}} \ge 0", "a = b"]
)
def test_a_broken_formula_has_the_same_signs_and_no_wide_line(formula):
    shown = broken(formula)
    assert signs(shown) == signs(formula)
    for line in re.split(r" \\\\ ", re.sub(r"\\(?:begin|end)\{\w+\}|\\quad", "", shown)):
        assert width(re.sub(r"\\(?:left\(|right\)|frac)", "", line)) <= WIDE + 12


def test_the_factors_of_a_wide_product_stand_below_each_other():
    factor = r"\left(a^{2} + 2 a b + 2 a c + b^{2} + 2 b c + c^{2}\right)"
    shown = broken(rf"a {factor} {factor} {factor} > 0")
    assert signs(shown) == signs(rf"a {factor} {factor} {factor} > 0")
    assert shown.count(r"\cdot \left(") == 2


def test_functions_within_functions_are_broken_between_them():
    gate = r" \sigma{\left(a + b x + c y + d z \right)} \tanh{\left(e + f x + g y + h z \right)}"
    shown = broken(rf"o{gate}{gate}{gate} > 0")
    assert signs(shown) == signs(rf"o{gate}{gate}{gate} > 0")
    assert shown.count(r" \\ ") == 1


def test_a_short_formula_stays_as_it_is():
    assert broken("a + b = c") == "a + b = c"


def test_a_sum_is_cut_outside_its_groups_only():
    assert pieces(r"\left(a + b\right) + \frac{a - b}{c}", (" + ", " - ")) == [
        r"\left(a + b\right)",
        r" + \frac{a - b}{c}",
    ]


def test_the_variance_between_means_is_shown_as_a_square():
    assert squares(sp.latex(sp.Symbol("sigma2") ** 2 + sp.Symbol("sigma2"))) == r"\sigma^{4} + \sigma^{2}"
    assert squares(sp.latex(sp.sqrt(sp.Symbol("sigma2")) + sp.Symbol("sigma_1"))) == r"\sqrt{\sigma^{2}} + \sigma_{1}"


def test_a_number_of_a_hundred_digits_is_told_by_its_ends_and_their_number():
    number = str(7**200)
    shown = fitted(rf"<div>\[\frac{{1}}{{{number}}} &gt; 0\]</div>")
    assert rf"\underbrace{{{number[:6]}\ldots{number[-6:]}}}_{{{len(number)}\text{{ digits}}}}" in shown
    assert number not in shown
    assert fitted(r"\[" + "1" * 40 + r"\]") == r"\[" + "1" * 40 + r"\]"


def test_the_formulas_of_a_receipt_stay_html():
    assert (
        fitted(r"<div>\[a &lt; \sigma_{2}\]</div> with \(n_{s} &gt; \sigma_{2}\)")
        == r"<div>\[a &lt; \sigma^{2}\]</div> with \(n_{s} &gt; \sigma^{2}\)"
    )

"""What lectures have to say in prose: phrases with numbers among their words, and where a paragraph lacks one."""

import re
from fractions import Fraction
from functools import cache

from pairing import ROOT

WORDS = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
LECTURES = {}  # a page: the function that answers its phrases


def lecture(page):
    """Register a function that answers what a page has to say, one phrase a line."""

    def register(function):
        LECTURES[page] = cache(lambda: [line.strip() for line in function().splitlines()])
        return function

    return register


def paragraph(page, linked):
    """The only paragraph of a page that links to this chapter, in one line."""
    text = (ROOT / "notebooks" / f"{page}.md").read_text(encoding="utf-8")
    [found] = [each for each in text.split("\n\n") if f"{linked})" in each]
    return " ".join(found.split())


def unsaid(page, text):
    """The phrases of a page that this text lacks; a number must not begin before a phrase or go on after it."""
    return [each for each in LECTURES[page]() if not re.search(rf"(?<!\d){re.escape(each)}(?!\.?\d)", text)]


def changed(text):
    """The text with one of its numbers changed, in three ways each: how, and the new text."""
    for number in re.finditer(r"\d+", text):
        before, after = text[: number.start()], text[number.end() :]
        for other in (str(int(number[0]) + 1), f"{number[0]}1", f"1{number[0]}"):
            yield f"{before[-30:]}[{number[0]} -> {other}]{after[:30]}", before + other + after


def digits(value, places):
    """A number with so many decimals.

    >>> digits(Fraction(11, 3), 2)
    '3.67'
    """
    return f"{float(value):.{places}f}"


def tex(*values):
    r"""Exact numbers as formulas have them.

    >>> print(tex(1, Fraction(1, 2), Fraction(7, 2), 0))
    1,\frac12,3\frac12,0
    """
    found = []
    for value in map(Fraction, values):
        whole, rest = divmod(value, 1)
        found.append(f"{whole or ''}\\frac{rest.numerator}{rest.denominator}" if rest else str(whole))
    return ",".join(found)


def listed(values):
    """Some numbers in a sentence.

    >>> listed([1, 3, 62])
    '1, 3 and 62'
    """
    *first, last = map(str, values)
    return f"{', '.join(first)} and {last}"


def span(side):
    """An interval in a sentence, from its low end to its high end."""
    return f"{tex(side.low)} to {tex(side.high)}"

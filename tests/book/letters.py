"""Which letters a statement uses and which it defines, as a reader would see it: for test_letters."""

import re

from sympy.core.alphabets import greeks

FORMULA = re.compile(r"\$([^$]+)\$")
GREEK = {*greeks, *map(str.capitalize, greeks), "varepsilon", "vartheta", "varphi", "ell"}
# No letters: names in upright type, blackboard letters, e to a power, o(1), heights of lines.
NAMES = re.compile(
    r"\\(?:begin|end)\{[a-z*]+\}|\\(?:text|mathrm|operatorname\*?|mathsf)\s*\{[^{}]*\}|\\rm\s+[A-Za-z]+"
    r"|\\mathbb\s*\{?\s*[A-Z]\}?|\\mathbf\s*1|(?<![A-Za-z])e(?=\s*\^)|o\(1\)|\\\\\[\d+pt\]"
)
ACCENT = re.compile(r"\\(?:mathcal|mathbf|hat|bar|tilde|vec|dot|overline|boldsymbol|widehat|widetilde|lVert|rVert)\b")
LETTER = r"(?:\\([A-Za-z]+)|([A-Za-z]))"
SCRIPTS = r"(?:\s*[_^]\s*(?:\{(?:[^{}]|\{[^{}]*\})*\}|\\[A-Za-z]+|.)|')*"
# What may follow a letter where it is introduced: nothing, a relation, an argument or the end of a bracket.
RELATION = r"\\(?:in|notin|ge|le|geq|leq|ne|neq|subset|subseteq|sim|to|colon|mapsto|times)(?![A-Za-z])"
AFTER = rf"\s*(?:$|=|:|<|>|{RELATION}|[()\]}}])"
HEAD = re.compile(rf"[\s({{\[|]*{LETTER}{SCRIPTS}{AFTER}", re.S)
BOUND = re.compile(r"\\(?:sum|prod|max|min|sup|inf|bigcup|bigcap|arg)\w*(?:\\limits)?_\s*(?:\{\s*)?" + LETTER)
# `0<k<1`, `s(S)=\eta` and `\mathbb R^d` introduce a letter that does not come first.
LATER = re.compile(rf"(?:^\s*-?\d+\s*(?:<|\\le\b|\\leq\b)|(?<!_)=)\s*{LETTER}{SCRIPTS}(?=\s*(?:$|<|\\le\b|\\leq\b))")
SPACE = re.compile(rf"\\mathbb\s*R\s*\^\s*{LETTER}")
CHAIN = re.compile(rf"\s*{LETTER}{SCRIPTS}(?:\s*(?:<|\\leq?(?![A-Za-z]))\s*{LETTER}{SCRIPTS}){{2,}}\s*")


def _plain(formula: str) -> str:
    return ACCENT.sub(" ", NAMES.sub(" ", formula))


def _names(match: re.Match) -> set[str]:
    return {match[1]} & GREEK if match[1] else {match[2]}


def used(text: str) -> set[str]:
    r"""The letters in the formulas of a text.

    >>> sorted(used(r"If $\mathrm{err}_i\le\mu_e/N$ then $e^{-t}<1$."))
    ['N', 'e', 'i', 'mu', 't']
    """
    return {
        name
        for formula in FORMULA.findall(text)
        for match in re.finditer(LETTER, _plain(formula))
        for name in _names(match)
    }


def defined(text: str) -> set[str]:
    r"""The letters that the formulas of a text introduce: alone, before a relation, or as an index that runs.

    >>> sorted(defined(r"Let $x\in S$ and $0<k<1$. A penalty $\lambda$ gives $\sum_iy_i$."))
    ['i', 'k', 'lambda', 'x']
    """
    found = set()
    for formula in FORMULA.findall(text):
        plain = _plain(formula)
        for piece in re.split(r",|;|\\quad|\\\\|&|\\[lc]?dots\b", plain):
            for match in filter(None, [HEAD.match(piece), LATER.search(piece)]):
                found |= _names(match)
            if CHAIN.fullmatch(piece):  # the sizes $a<b<c$
                found |= used(f"${piece}$")
        for match in SPACE.finditer(formula):
            found |= _names(match)
        for match in BOUND.finditer(plain):
            found |= _names(match)
    return found


def noted(notation: str, part: str) -> set[str]:
    """The letters that stand under *Symbol* in a part's table on the page of notation, and those with two meanings."""
    sections = {each.split("\n")[0]: each for each in re.split(r"^## ", notation, flags=re.M)[1:]}
    [own] = [text for title, text in sections.items() if title.lower().startswith(f"{part}:")]
    rows = [line.split("|") for line in own.splitlines() if line.startswith("|")]
    twice = [line.split("|") for line in sections["Letters with two meanings"].splitlines() if line.startswith("|")]
    cells = [row[1] for row in rows] + [row[2] for row in twice if row[1].strip() == part]
    return used(" ".join(cells))


def undefined(text: str, known: set[str]) -> list[str]:
    """The letters of a text that neither it nor the notation defines."""
    return sorted(used(text) - defined(text) - known - {"e"})

"""Long formulas of certificates in lines that fit the column, and letters as the book writes them.

Only the display: what was checked is in the record beside it.
"""

import re
from html import escape, unescape

WIDE = 62  # signs of a formula that fit in the column
FACTORS = (" \\left(", " \\sigma{", " \\tanh{")  # where a product may be broken
RELATIONS = (" = ", " > ", " < ", " \\ge ", " \\geq ", " \\le ", " \\leq ")


def squares(latex: str) -> str:
    r"""The variance between means as a square, also where the symbol of a check was called sigma2.

    >>> squares(r"\sigma_{2} n + \sigma_{2}^{3}")
    '\\sigma^{2} n + \\sigma^{6}'
    """
    latex = re.sub(r"\\sigma_\{2\}\^\{(\d+)\}", lambda found: f"\\sigma^{{{2 * int(found[1])}}}", latex)
    return re.sub(r"\\sigma_\{2\}(?!\^)", r"\\sigma^{2}", latex).replace("\\sigma_{2}^", "(\\sigma^{2})^")


def closing(latex: str, start: int) -> int:
    """Where the group ends that opens at `start` with a brace or with `\\left`, past its end."""
    depth = 0
    for token in re.compile(r"\\[{}]|\\left\b|\\right\b|[{}]").finditer(latex, start):
        depth += {"{": 1, "\\left": 1, "}": -1, "\\right": -1}.get(token[0], 0)
        if depth == 0:
            sign = re.compile(r"\\[a-zA-Z{}|]+|.").match(latex, token.end()) if token[0] == "\\right" else None
            return sign.end() if sign else token.end()
    return len(latex)


def pieces(latex: str, marks: tuple[str, ...]) -> list[str]:
    """The text cut before each of `marks` that stands in no group.

    >>> pieces("a + \\\\frac{b + c}{d} - e", (" + ", " - "))
    ['a', ' + \\\\frac{b + c}{d}', ' - e']
    """
    found, begin, at = [], 0, 0
    while at < len(latex):
        if (latex.startswith("\\left", at) and not latex.startswith("\\leftarrow", at)) or latex[at] == "{":
            at = closing(latex, at)
        elif at > begin and any(latex.startswith(mark, at) for mark in marks):
            found.append(latex[begin:at])
            begin, at = at, at + 1
        else:
            at += 1
    return [*found, latex[begin:]]


def width(latex: str) -> int:
    """About how many signs wide a formula is; a fraction is as wide as its wider half."""
    total, at = 0, 0
    while at < len(latex):
        if latex.startswith("\\frac{", at):
            middle = closing(latex, at + 5)
            end = closing(latex, middle)
            total += max(width(latex[at + 6 : middle - 1]), width(latex[middle + 1 : end - 1]))
            at = end
        elif latex[at] in "^_{} &":
            at += 1
        else:
            sign = re.compile(r"\\(?:left|right)|\\[a-zA-Z]+|\\.|.", re.DOTALL).match(latex, at)
            total += 3 if sign[0] in "+-=" else sign[0] not in ("\\left", "\\right")
            at = sign.end()
    return total


def lines_of(latex: str) -> list[str]:
    """A sum in lines, each as full as fits; a term that is too wide alone is broken between and within its factors."""
    lines = [""]
    for term in pieces(latex, (" + ", " - ")):
        if lines[-1] and width(lines[-1]) + width(term) > WIDE:
            lines.append("")
        if width(term) <= WIDE:
            lines[-1] += term
            continue
        first, *rest = factors_in_lines(term)
        lines[-1] += first
        lines += [f"{{}} \\cdot {factor.strip()}" for factor in rest]
    return lines


def factors_in_lines(term: str) -> list[str]:
    """A product in lines: sums and functions stand side by side as far as they fit, the wide ones broken within."""
    lines, used = [""], 0
    for factor in pieces(term, FACTORS):
        shown = within(factor) if width(factor) > WIDE else factor
        room = min(width(factor), WIDE)
        if used and used + room > WIDE:
            lines, used = [*lines, ""], 0
        lines[-1], used = lines[-1] + shown, used + room
    return lines


def stacked(latex: str) -> str:
    """A group whose sum is set in several lines."""
    lines = lines_of(latex)
    return (
        latex
        if len(lines) == 1 and lines[0] == latex
        else "\\begin{gathered}" + " \\\\ ".join(lines) + "\\end{gathered}"
    )


def within(term: str) -> str:
    """One wide term with the sums in its groups broken."""
    shown, at = "", 0
    while at < len(term):
        opened = re.compile(r"\\left(?:\\[a-zA-Z{|]+|.)").match(term, at)
        if opened or term[at] == "{":
            end = closing(term, at)
            group = term[at:end]
            closed = re.search(r"\\right(?:\\[a-zA-Z}|]+|.)$", group) if opened else None
            start, stop = (opened.end() - at, closed.start()) if opened and closed else (1, len(group) - 1)
            inner = group[start:stop]
            shown += group[:start] + (stacked(inner) if width(inner) > WIDE - 8 else inner) + group[stop:]
            at = end
        else:
            shown += term[at]
            at += 1
    return shown


def broken(latex: str) -> str:
    """A formula as it is where it fits, else its sides below each other, aligned at the relation."""
    if width(latex) <= WIDE:
        return latex
    rows = []
    for at, side in enumerate(pieces(latex, RELATIONS)):
        mark = next((mark for mark in RELATIONS if at and side.startswith(mark)), "")
        if rows and width(side) <= 5:  # "> 0" needs no line of its own
            rows[-1] += side
            continue
        first, *rest = lines_of(side[len(mark) :])
        rows.append(f"{{}} {mark.strip()} {{}} & {first}" if mark else f"& {first}")
        rows += [f"& \\quad {line.strip()}" for line in rest]
    return rows[0][2:] if len(rows) == 1 else "\\begin{aligned}" + " \\\\ ".join(rows) + "\\end{aligned}"


def shortened(latex: str) -> str:
    r"""Whole numbers of more than forty digits as their first and last six, with how many there are.

    >>> shortened("x + " + "7" * 50)
    'x + \\underbrace{777777\\ldots777777}_{50\\text{ digits}}'
    """
    return re.sub(
        r"\d{41,}",
        lambda found: f"\\underbrace{{{found[0][:6]}\\ldots{found[0][-6:]}}}_{{{len(found[0])}\\text{{ digits}}}}",
        latex,
    )


def fitted(html: str) -> str:
    """The HTML of a receipt with its formulas in lines that fit and its letters as in the book."""
    html = re.sub(
        r"\\\[(.*?)\\\]",
        lambda found: f"\\[{escape(broken(shortened(squares(unescape(found[1])))), quote=False)}\\]",
        html,
        flags=re.DOTALL,
    )
    return re.sub(r"\\\((.*?)\\\)", lambda found: f"\\({squares(found[1])}\\)", html, flags=re.DOTALL)

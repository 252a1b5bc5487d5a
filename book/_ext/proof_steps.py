"""Cuts an argument into the steps in which a slide shows it, and measures how much room they take.

A step is a sentence or two with the formula that ends them, and with what is concluded from them. What goes on after a
formula in lower case belongs to the sentence before it, so no step begins in the middle of one.
"""

import re
from collections.abc import Iterator
from copy import copy
from math import ceil

from bs4 import BeautifulSoup, NavigableString, PageElement, Tag

SHORT, LAST = 90, 20  # letters below which a sentence waits for the next one, and the last one joins the one before
CONCLUDES = re.compile(r"(?:So|Then|Hence|Thus|Therefore)\b")
ENDS = re.compile(r"(?<!\b[A-Z])(?<!e\.g)(?<!i\.e)(?<!\bcf)(?<!\bEq)(?<!\bresp)(?<!\bvs)[.?!][)”’]?$")
BETWEEN = re.compile(r"(?<=[.?!])\s+(?=[A-Z“(])|(?<=[.?!][)”’])\s+(?=[A-Z“(])")
# Letters are as large as a slide has room for, in parts of its own (decks.css: .size-1 to .size-4).
SIZES = (0.8, 0.72, 0.64, 0.56)
ACROSS, ROOM = 74, 17.2  # letters of full size in a line, and the height below a heading in such letters
TITLE, MORE = 50, 1.5  # letters of a heading in a line, and the height of each further line
LINE, GAP, FORMULA = 1.35, 0.7, 3.1  # heights in letters: a line, what is free below a block, a set formula at least
# What KaTeX says of a piece of a formula, in letters of the formula: its height, and how much of it is below the line.
STRUT = re.compile(r"height:([\d.]+)em;(?:vertical-align:-([\d.]+)em)?")
AROUND, LARGER = 0.9, 1.13  # what is left free around a set formula, and its letters beside those of the text


def seen(piece: PageElement) -> str:
    """The text of a piece as it is seen: a set formula holds its MathML and its TeX beside what it shows.

    >>> from bs4 import BeautifulSoup
    >>> seen(BeautifulSoup('<p>As <i class="katex-mathml">x x</i><i class="katex-html">x</i></p>', "html.parser"))
    'As x'
    """
    if isinstance(piece, NavigableString):
        return str(piece)
    return "".join(
        text for text in piece.find_all(string=True) if text.find_parent(class_="katex-mathml") is None
    ).replace("\u200b", "")


def letters(piece: PageElement) -> int:
    """The number of letters of a piece that are seen."""
    return len(seen(piece))


def tokens(paragraph: Tag) -> Iterator[tuple[PageElement, bool]]:
    """The pieces of a paragraph, texts cut between sentences; and whether a sentence begins with it."""
    before = ""
    for child in paragraph.children:
        texts = BETWEEN.split(str(child)) if isinstance(child, NavigableString) else [child]
        for at, text in enumerate(texts):
            piece = NavigableString(f" {text}" if at else text) if isinstance(text, str) else text
            ended = ENDS.search(before.rstrip()) and before.count("(") == before.count(")")
            spaced = at > 0 or before[-1:].isspace() or seen(piece)[:1].isspace()
            first = seen(piece).strip()[:1]
            yield piece, bool(ended and spaced and first and not (isinstance(piece, str) and first.islower()))
            before += seen(piece)


def sentences(paragraph: Tag, first: int = SHORT) -> list[Tag]:
    """A paragraph as several, each of one sentence, or of more where the first ones are short.

    Args:
        paragraph: with texts, formulas and marks.
        first: letters after which the first part may end.

    >>> from bs4 import BeautifulSoup
    >>> told = BeautifulSoup(f"<p>Let it be. <b>It</b> {'is it ' * 20}. Or (A. B.) is it not?</p>", "html.parser").p
    >>> [part.get_text().strip()[:9] for part in sentences(told)]
    ['Let it be', 'Or (A. B.']
    """
    found = [Tag(name="p")]
    for piece, begins in tokens(paragraph):
        short = first if len(found) == 1 else SHORT
        if begins and letters(found[-1]) >= (2 * short if CONCLUDES.match(seen(piece).strip()) else short):
            found.append(Tag(name="p"))
        found[-1].append(copy(piece))
    if len(found) > 1 and letters(found[-1]) < LAST:
        for piece in list(found.pop().children):
            found[-1].append(piece)
    return found


def goes_on(block: Tag, before: list[Tag]) -> bool:
    """True if a block goes on with the sentence before it."""
    text = seen(block).strip()
    if text[:1].islower() or text[:1] in ",;:.)":
        return True
    formula = block.name != "p" or (isinstance(block.contents[0], Tag) and block.contents[0].find(class_="katex"))
    return bool(formula) and not re.search(r"[.?!][)”’]?$", seen(before[-1]).strip())


def steps_of(blocks: list[Tag]) -> list[list[Tag]]:
    """The blocks of an argument as steps; each entry of a list is one, and so is a table."""
    steps: list[list[Tag]] = []
    for block in blocks:
        if block.name in ("ol", "ul"):
            for number, entry in enumerate(block.find_all("li", recursive=False), start=1):
                one = Tag(name=block.name, attrs={"start": str(number)} if block.name == "ol" else {})
                one.append(copy(entry))
                steps.append([one])
            continue
        joins = bool(steps) and (is_formula(block) or goes_on(block, steps[-1]))
        parts = sentences(block, 1 if joins else SHORT) if block.name == "p" else [block]
        for at, part in enumerate(parts):
            if joins and at == 0:
                steps[-1].append(part)
            else:
                steps.append([part])
    return steps


def flat(steps: list[list[Tag]]) -> list[Tag]:
    """The blocks of all steps."""
    return [block for step in steps for block in step]


def is_formula(block: Tag) -> bool:
    return "math" in block.get("class", [])


def formula_height(formula: Tag) -> float:
    """The height of a set formula, in letters of the text around it.

    >>> from bs4 import BeautifulSoup
    >>> strut = '<i class="katex-strut" style="height:%sem;vertical-align:-%sem;"></i>'
    >>> def high(*pieces):
    ...     return round(formula_height(BeautifulSoup("".join(strut % piece for piece in pieces), "html.parser")), 2)
    >>> high((1, 0.2)), high((4, 2)), high((4, 2), (3.5, 3))
    (3.1, 5.42, 6.55)
    """
    struts = [STRUT.search(strut["style"]) for strut in formula.select(".katex-strut[style]")]
    pieces = [(float(strut[1]), float(strut[2] or 0)) for strut in struts if strut]
    above = max((whole - below for whole, below in pieces), default=0)
    below = max((below for _, below in pieces), default=0)
    return max(FORMULA, AROUND + LARGER * (above + below))


def height(blocks: list[Tag], size: float, across: float = ACROSS) -> float:
    """About how high some blocks are, in letters of full size, if their letters have this size."""

    def one(block: Tag) -> float:
        if "columns" in block.get("class", []):
            inside = block.find_all(True, recursive=False)
            return height(inside, size, across / 2 * 0.96) / size / 2 + FORMULA / 2
        if "one" in block.get("class", []):
            return height(block.find_all(True, recursive=False), size, across) / size
        if block.name == "table" or block.find("table"):
            return (LINE + 0.6) * len(block.find_all("tr"))
        shown = [block] if is_formula(block) else block.select("div.math")
        text = 0 if is_formula(block) else letters(block) - sum(map(letters, shown))
        return sum(map(formula_height, shown)) + LINE * ceil(text / (across / size))

    return size * sum(one(block) + GAP for block in blocks)


def size_for(blocks: list[Tag], room: float = ROOM) -> int:
    """The largest size in which some blocks fit below a heading, from 1; 0 where they do not fit in any."""
    return next((place for place, size in enumerate(SIZES, start=1) if height(blocks, size) <= room), 0)


def room_below(title: str) -> float:
    """The height that a heading, given as HTML, leaves to what stands below it.

    >>> room_below("Nobody leaves"), room_below(f"<i>{70 * 'a'}</i>")
    (17.2, 15.7)
    """
    return ROOM - MORE * (max(0, letters(BeautifulSoup(title, "html.parser")) - 1) // TITLE)


def size_below(title: str, blocks: list[Tag]) -> int:
    """The largest size in which some blocks fit below a heading, from 1; the smallest where they do not fit in any."""
    return size_for(blocks, room_below(title)) or len(SIZES)


def sheets_of(steps: list[list[Tag]], size: float = SIZES[2], room: float = ROOM) -> list[list[list[Tag]]]:
    """Steps on as few slides as hold them in letters of this size, each about as full as the others."""
    heights = [height(step, size) for step in steps]
    even = sum(heights) / max(1, ceil(sum(heights) / room))
    sheets: list[list[list[Tag]]] = []
    taken = 0.0
    for step, more in zip(steps, heights, strict=True):
        if sheets and taken + more <= room and taken + more / 2 <= even:
            sheets[-1].append(step)
            taken += more
        else:
            sheets.append([step])
            taken = more
    return sheets

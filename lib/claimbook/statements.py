"""The statements of the pages: each labelled statement with all that follows it, and the settings that statements
presuppose.

A statement is a directive such as `:::{prf:theorem}` with a label; a setting is a paragraph under a target
`(given-...)=`. Both stand on one page and are quoted elsewhere, so neither may lean on what only its page can resolve.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

KINDS = "theorem|lemma|corollary|proposition|definition|example|algorithm|remark|assumption|conjecture"
OPEN = re.compile(rf"^ *(?P<fence>:{{3,}}|`{{3,}})\{{prf:(?P<kind>{KINDS})\}} *(?P<title>[^\n]*)$")
OPTION = re.compile(r"^ *:([^\n:]+): *([^\n]*)$")
GIVEN = re.compile(r"^\(given-(?P<name>[a-z0-9-]+)\)=$")
REFUSED = {"{eq}": "a reference to a numbered formula", "{numref}": "a reference to a numbered figure"}


@dataclass(frozen=True)
class Statement:
    """One labelled statement of a page."""

    label: str
    kind: str
    title: str
    words: str  # between its fences, without options
    after: str  # everything from there to the next statement or heading: proof, prose, cells
    lines: tuple[int, int] | None = field(default=None, compare=False, repr=False)  # of its fences, counted from 1


def _lines(text: str) -> Iterator[tuple[int, str, bool]]:
    """The lines of a page, each with its number and whether it stands in a code cell."""
    code = False
    for number, line in enumerate(text.splitlines()):
        opens = line.startswith("```{code-cell}")
        yield number, line, code or opens
        code = opens or (code and not line.startswith("```"))


def statements(text: str) -> list[Statement]:
    """The labelled statements in the source of a page, in its order.

    >>> [found] = statements(":::{prf:lemma} Small\\n:label: lemma-1\\n\\nIt is.\\n:::\\n\\nSince it is.\\n\\n## Next")
    >>> found.label, found.title, found.words, found.after
    ('lemma-1', 'Small', 'It is.', 'Since it is.')
    """
    lines = text.splitlines()
    coded = [code for _, _, code in _lines(text)]
    opens = [n for n, line in enumerate(lines) if not coded[n] and OPEN.match(line)]
    stops = sorted(
        [*opens, *(n for n, line in enumerate(lines) if not coded[n] and re.match(r"#+ ", line)), len(lines)]
    )
    found = []
    for start in opens:
        head = OPEN.match(lines[start])
        end = next((n for n in range(start + 1, len(lines)) if lines[n].strip(" ") == head["fence"]), len(lines))
        inner, options = lines[start + 1 : end], {}
        while inner and (option := OPTION.match(inner[0])):
            options[option[1].strip()] = option[2].strip()
            inner = inner[1:]
        stop = next(n for n in stops if n >= end)
        if "label" in options:
            words, after = "\n".join(inner).strip(), "\n".join(lines[end + 1 : stop]).strip()
            place = (start + 1, min(end + 1, len(lines)))
            found.append(Statement(options["label"], head["kind"], head["title"].strip(), words, after, place))
    return found


def settings(text: str) -> dict[str, str]:
    """The settings in the source of a page: the paragraph under each target `(given-...)=`, by name.

    Raises:
        ValueError: a directive begins or ends in what stands under a target, so that it could not be quoted.

    >>> settings("(given-two)=\\nLet $s<l$ be two\\nsizes.\\n\\nMore.")
    {'two': 'Let $s<l$ be two\\nsizes.'}
    """
    lines, found = text.splitlines(), {}
    for number, line, code in _lines(text):
        if not code and (target := GIVEN.match(line)):
            rest = lines[number + 1 :]
            while rest and not rest[0].strip():
                rest = rest[1:]
            end = next((n for n, each in enumerate(rest) if not each.strip()), len(rest))
            if any(each.lstrip().startswith((":::", "```")) for each in rest[:end]):
                raise ValueError(
                    f"(given-{target['name']})= must stand on a paragraph, got {rest[0]!r} to {rest[end - 1]!r}"
                )
            found[target["name"]] = "\n".join(rest[:end])
    return found


def quoted(text: str) -> str:
    r"""A statement or setting as it may stand elsewhere: on one line, formulas in the line, without labels.

    >>> quoted("So\n\n$$\nx < y.\n$$ (eq-1)\n\nas {prf:ref}`said <lemma-1>`.")
    'So $x < y.$ as {prf:ref}`said <lemma-1>`.'
    """
    text = re.sub(
        r"^ *(?::{3,}|`{3,})(?:\{math\}|math)[^\n]*\n(?: *:[^\n]*\n)*(.*?)^ *(?::{3,}|`{3,}) *$",
        lambda display: f"${display[1].strip()}$",
        text,
        flags=re.S | re.M,
    )
    text = re.sub(r"\$\$(.*?)\$\$(?: *\([\w-]+\))?", lambda m: f"${m[1].strip()}$", text, flags=re.S)
    text = re.sub(r"(?m)^\([\w-]+\)=$", "", text)
    text = re.sub(r"(?m)^ *[-*] +", "", text)
    return re.sub(r"\s+", " ", text).strip()


def leaning(words: str) -> list[str]:
    """The parts of a statement that only its own page can resolve; empty where it may be quoted."""
    return [f"{mark} ({what})" for mark, what in REFUSED.items() if mark in words]

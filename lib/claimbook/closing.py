"""A page's findings as a table in Markdown: made from its rows, so that it says what they say and nothing else."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from claimbook.register import Entry, parts

BLOCK = re.compile(r"^```\{closing-table\}\n```$", re.MULTILINE)
HEAD = "| claim | verdict |\n|---|---|"
OPEN = 10  # families that stand in the open; the others fold


def families(rows: Sequence[Entry]) -> list[list[Entry]]:
    """Rows of one family of ids together, the one first whose id the others begin with.

    >>> [[row.id for row in family] for family in families([Entry(id="a/b"), Entry(id="a/c"), Entry(id="a/b-x")])]
    [['a/b', 'a/b-x'], ['a/c']]
    """
    ids = {row.id for row in rows}
    groups: dict[str, list[Entry]] = {}
    for row in rows:
        pieces = row.id.split("-")
        heads = ("-".join(pieces[:n]) for n in range(1, len(pieces)))
        groups.setdefault(next((head for head in heads if head in ids), row.id), []).append(row)
    return [sorted(group, key=lambda row: len(row.id.split("-"))) for group in groups.values()]


def first_clause(text: str) -> str:
    """A condition as the end of a sentence: its first clause, without a capital letter that only began it.

    >>> first_clause("The sizes differ. Else they tie; see below.")
    'the sizes differ'
    """
    first = re.split(r"(?<=[^\d\\])[.;:] ", text.strip(), maxsplit=1)[0].rstrip(".")
    return (
        first[0].lower() + first[1:]
        if re.match(r"(?:The|A|An|All|Every|Each|No|Both|Some|There|That|If|It)\b", first)
        else first
    )


def verdict(row: Entry) -> str:
    """The verdict of a row in the words of the register, with what it needs and what it adds."""
    told = f"{row.told} {first_clause(row.assumption)}" if row.verdict == "holds-if" else row.told
    return f"{told}: {row.phrase}" if row.phrase else told


def line(family: Sequence[Entry]) -> str:
    """One line of the table: title and source of the first row, its verdict, and the verdicts of the others."""
    first, *rest = family
    source = "" if first.kind in ("new", "prose") else f" ({first.source})"
    numbers = Counter(row.told for row in rest)
    others = ", ".join(f"{n} {'hold' if n > 1 and word == 'holds' else word}" for word, n in numbers.items())
    told = f"{verdict(first)}{f'; its parts: {others}' if others else ''}"
    cells = (re.sub(r"(?<!\\)\|", r"\\|", cell) for cell in (first.title + source, told))
    return f"| {' | '.join(cells)} |"


def novelties(rows: Iterable[Entry]) -> str:
    """The meaning of *new* in the rows of a table, in one sentence; empty if none is new.

    >>> novelties([Entry(id="a/b", verdict="new"), Entry(id="a/c", verdict="new")])
    '*New* means: ours; not searched for in the literature.'
    """
    found = dict.fromkeys(row.novelty for row in rows if row.novelty)
    return f"*New* means: {', or '.join(found)}." if found else ""


def table(rows: Sequence[Entry]) -> str:
    """The table of some rows, those with a statement on their page first; beyond ten families it folds. Below it stands
    what *new* means there.

    >>> print(table([Entry(id="a/lemma-1", kind="lemma", title="Small", source="Lemma 1", verdict="holds")]))
    | claim | verdict |
    |---|---|
    | Small (Lemma 1) | holds |
    """
    groups = sorted(families(rows), key=lambda family: not any(row.statement for row in family))
    lines = [line(family) for family in groups]
    blocks = ["\n".join([HEAD, *lines[:OPEN]])]
    if more := lines[OPEN:]:
        folded = "\n".join([HEAD, *more])
        blocks.append(f"<details><summary>{len(more)} more</summary>\n\n{folded}\n\n</details>")
    return "\n\n".join(filter(None, [*blocks, novelties(rows)]))


def rows_of(page: str) -> list[Entry]:
    """The rows of a page, and those of the same part on other pages that belong to one of their families."""
    everything = [row for part in parts() for row in part.entries]
    own = [row for row in everything if row.page == page]
    heads = tuple(f"{row.id}-" for row in own if row.kind != "new")
    return [row for row in everything if row.page == page or (heads and row.id.startswith(heads))]


def filled(text: str, page: str, rows: Iterable[Entry] | None = None) -> str:
    """The source of a page with the table in the place of its `{closing-table}` block."""
    if not BLOCK.search(text):
        return text
    found = table(list(rows_of(page) if rows is None else rows))
    return BLOCK.sub(lambda _: found, text)

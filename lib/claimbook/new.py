"""A page with one claim, to begin with: its text, its row and its test, which are in order as they stand.

python -m claimbook new PART/PAGE

Where no book is, one begins in this folder.
"""

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from claimbook.book import FILE, Book, find
from claimbook.opened import open_book

PAGE = """# {title}

:::{{prf:theorem}} The square of an odd number
:label: new-{page}-odd-square

For every whole number $a$, $(2a+1)^2=4a(a+1)+1$.
:::

*Proof.* Write both sides out.

```{{code-cell}}
import sympy as sp

from claimbook import claim

a = sp.Symbol("a", integer=True)
claim("{part}/new-{page}-odd-square").identity((2 * a + 1) ** 2, 4 * a * (a + 1) + 1)
```

## What we found

```{{closing-table}}
```
"""
ROW = """[[claim]]
id = "{part}/new-{page}-odd-square"
kind = "new"                                # of a text: theorem, table, ...; then also `begins`, its first words
source = "ours"                             # of a text: where it stands in it, such as "Theorem 3"
title = "The square of an odd number"
statement = "new-{page}-odd-square"         # the label on the page: the id without its part
verdict = "new"                             # or holds, holds-if, false, misprint, ...: see the table in the guide
"""
TEST = '''"""What the page on {title} claims, checked by other means."""

import pytest


@pytest.mark.backs("{part}/new-{page}-odd-square")
def test_odd_squares_leave_one():
    assert all((2 * a + 1) ** 2 - 1 == 4 * a * (a + 1) for a in range(-50, 50))
'''
PART = """[part]
name = "{part}"
paper = "the paper"                         # what the claims are from; none where all of them are yours
title = "{part_title}"
"""


def files(part: str, page: str, book: Book) -> dict[Path, str]:
    """The files of a new page, with what stands in them."""
    words = {"part": part, "page": page, "title": page.replace("-", " ").capitalize()}
    words["part_title"] = part.replace("-", " ").capitalize()
    rows = book.folder("rows") / part
    texts = {
        book.source(f"{part}/{page}"): PAGE,
        rows / f"{page}.toml": ROW,
        book.folder("tests") / part / f"test_{page.replace('-', '_')}.py": TEST,
    }
    if not (rows / "claims.toml").is_file():
        texts[rows / "claims.toml"] = PART
    return {path: text.format(**words) for path, text in texts.items()}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit status is 0 when the files were written, 2 where they cannot be."""
    parser = argparse.ArgumentParser(prog="python -m claimbook new", description=__doc__.splitlines()[0])
    parser.add_argument("page", metavar="PART/PAGE", help="lower case with hyphens")
    page = parser.parse_args(arguments).page
    if not re.fullmatch(r"[a-z]+/[a-z0-9]+(-[a-z0-9]+)*", page):
        print(f"a page is named part/page, lower case with hyphens; got {page!r}", file=sys.stderr)
        return 2
    if find(Path.cwd()) is None:
        Path(FILE).write_text('# The fields and their meaning: claimbook.book.Book.\nof = "the text"\n')
    made = files(*page.split("/"), open_book())
    if there := [path for path in made if path.exists()]:
        print(f"{', '.join(map(str, there))} is there already", file=sys.stderr)
        return 2
    for path, text in made.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)
    print(f"Now: write your claim into the first three, then python -m claimbook check {page}")
    return 0

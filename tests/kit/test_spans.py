"""Which lines of a file a claim names."""

import pytest

from claimbook.spans import Span, check_lines, row_lines, theorem_lines
from claimbook.statements import statements

ROWS = """# rows

[[claim]]
id = "a/one"
says = "id of another"

[[claim]]
id = "a/one-more" # its id begins like another
kind = "new"

"""
PAGE = """# Page

:::{prf:lemma} Title
:label: a-one

It is.
:::

```{code-cell}
:tags: [hide-input]
claim("a/one").identity(x, x)
```

```{code-cell}
claim("a/one-more").identity(x, x)
```

```{code-cell}
for number in (3, 4):
    claim(f"a/table-{number}").identity(x, x)
```
"""
COQ = """(* Theorem small. Qed. *)
Theorem small_more : True.
Proof. by []. Qed.

Corollary small :
  True.
Proof.
by [].
Qed.
"""


@pytest.mark.parametrize(
    ("found", "lines"),
    [
        (row_lines(ROWS, "a/one"), (3, 5)),
        (row_lines(ROWS, "a/one-more"), (7, 9)),
        (row_lines(ROWS, "a/none"), None),
        (list(check_lines(PAGE, "a/one")), [(10, 11)]),
        (list(check_lines(PAGE, "a/one-more")), [(15, 15)]),
        (list(check_lines(PAGE, "a/none")), []),
        (list(check_lines(PAGE, "a/table-3")), [(19, 20)]),
        (theorem_lines(COQ, "small"), (5, 9)),
        (theorem_lines(COQ, "small_more"), (2, 3)),
        (theorem_lines(COQ, "none"), None),
        (statements(PAGE)[0].lines, (3, 7)),
    ],
)
def test_lines(found, lines):
    assert found == lines


def test_a_span_is_written_as_editors_read_it():
    assert [str(Span("row", "a/b.toml", *lines)) for lines in ((3, 3), (3, 5))] == ["a/b.toml:3", "a/b.toml:3-5"]

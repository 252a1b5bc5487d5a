"""Statements and settings of a page, and what may be quoted."""

import pytest

from claimbook.statements import leaning, quoted, settings, statements

PAGE = """# Page

(given-two-sizes)=
Let $s<l$ be the sizes
of two members.

:::{prf:theorem} Title
:label: theorem-1
:class: x

For **every** $n$.
:::

So it is.

```{code-cell} ipython3
# no heading
claim("a/theorem-1").identity(x, y)
```

```{prf:lemma}
:label: lemma-2
It is.
```

## Next

Not its proof.
"""


def test_what_follows_a_statement_belongs_to_it_until_the_next_one_or_a_heading():
    first, second = statements(PAGE)
    assert (first.label, first.kind, first.title, first.words) == (
        "theorem-1",
        "theorem",
        "Title",
        "For **every** $n$.",
    )
    assert first.after.startswith("So it is.")
    assert "identity(x, y)" in first.after
    assert (second.words, second.after) == ("It is.", "")


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        (":::{prf:theorem} T\n:label: theorem-1\n\nx\n:::", ["theorem-1"]),
        ("````{prf:definition}\n:class: x\n:label: definition-1\n````", ["definition-1"]),
        (":::{prf:proof}\n:label: no-statement\n:::", []),
        (":::{prf:lemma} without label\n:::\n\n:label: elsewhere", []),
        (":::{exercise}\n:label: exercise-1\n:::", []),
        ("```{code-cell}\n:::{prf:lemma} T\n:label: x\n:::\n```", []),
    ],
)
def test_labels_of_statements(text, labels):
    assert [found.label for found in statements(text)] == labels


def test_a_setting_is_the_paragraph_under_its_target():
    assert settings(PAGE) == {"two-sizes": "Let $s<l$ be the sizes\nof two members."}
    for directive in ("::::{div} aside\n", "```{note}\n"):
        with pytest.raises(ValueError, match=r"given-two-sizes.*must stand on a paragraph"):
            settings(PAGE.replace("(given-two-sizes)=\n", f"(given-two-sizes)=\n{directive}"))


def test_displays_become_inline_and_lose_their_labels_where_they_are_quoted():
    assert quoted("As\n\n$$\na=b,\n$$ (eq-x)\n\nso\n\n```{math}\n:label: eq-y\nc=d\n```\n") == "As $a=b,$ so $c=d$"


def test_what_only_its_page_resolves_is_named():
    assert leaning("By {eq}`eq-1` and {prf:ref}`lemma-1`.") == ["{eq} (a reference to a numbered formula)"]
    assert leaning("By {prf:ref}`lemma-1`.") == []

"""What retells a claim changes no number, formula or word of logic unless somebody has read it again."""

import subprocess

import pytest
import retold
from pairing import ROOT
from retold import changed, digests, facts, noted, sections

LAST = "Somebody has to read these again: `python book/retold.py` shows what changed, `--bind` notes it."


def test_no_fact_has_changed_since_it_was_noted():
    assert changed(noted(ROOT), digests(ROOT)) == [], LAST


PAGE = """# A page

```{code-cell} ipython3
---
mystnb:
  image:
    alt: "A small hospital expects 0.3333 alone."
  figure:
    caption: "Three hospitals with 30 records."
---
draw(5)
```

Here $a$ saves $2-3/2=1/2$, and nobody leaves.

(given-world)=
Let there be 7 clients.

:::{prf:theorem} A theorem
:label: a-theorem

At most 9 of them gain.
:::

:::{prf:proof}
By 8 cases.
:::

## Summary

Against coalitions of at most half there are safe rules.

| report | truthful? |
|---|---|
| a table | yes, only if $x\\le1$ |

## Exercises

A non-empty majority of about 79 % gains.
"""


@pytest.mark.parametrize(
    ("right", "wrong", "where"),
    [
        ("0.3333", "0.2333", "A page"),
        ("30 records", "20 records", "A page"),
        ("=1/2", "=1/3", "A page"),
        ("nobody leaves", "somebody leaves", "A page"),
        ("at most half", "at least half", "Summary"),
        ("most half", "most a third", "Summary"),
        ("only if", "if", "Summary"),
        (r"x\\le1", "x<1", "Summary"),
        ("yes, only", "no, only", "Summary"),
        ("79 %", "67 %", "Exercises"),
        ("about 79", "about (-79", "Exercises"),
        ("A non-empty majority", "An empty majority", "Exercises"),
    ],
)
def test_a_falsified_number_formula_or_quantifier_is_noticed_in_its_section(right, wrong, where):
    right = right.replace("\\\\", "\\")
    assert PAGE.count(right) == 1
    before, after = (sections("notebooks/part/page.md", text) for text in (PAGE, PAGE.replace(right, wrong)))
    assert [name for name in before if before[name] != after.get(name)] == [where]


@pytest.mark.parametrize(
    ("right", "other"),
    [("Here $a$ saves", "So $a$ saves"), ("=1/2$", r"=\tfrac12$"), ("draw(5)", "draw(6)")],
)
def test_style_layout_and_code_are_no_facts(right, other):
    """Code is what the page runs, and its results are sealed."""
    assert right in PAGE
    assert sections("notebooks/part/page.md", PAGE) == sections("notebooks/part/page.md", PAGE.replace(right, other))


@pytest.mark.parametrize(
    ("right", "wrong"), [("7 clients", "6 clients"), ("At most 9", "At least 9"), ("8 cases", "3 cases")]
)
def test_what_the_seal_of_a_row_holds_is_left_to_it(right, wrong):
    assert sections("notebooks/part/page.md", PAGE) == sections("notebooks/part/page.md", PAGE.replace(right, wrong))


def test_docstrings_count_without_their_examples_and_exercises_with_all_their_words():
    docstring = '"""It is sqrt(1 - (gap / (2 sd))^2).\n\n    >>> f(3)\n    3\n    """'
    code = f'"""Bounds."""\n\n\ndef f(x):\n    {docstring}\n    return g(x, "x of 4")\n'
    path = "lib/incentives/rewards/metrics.py"
    assert sections(path, code) == {"f": ["1", "-", "/", "2", "2"]}
    assert sections(path, code.replace("(2 sd)", "sd")) != sections(path, code)
    assert sections(path, code.replace("f(3)", "f(4)").replace("x of 4", "x of 5")) == sections(path, code)
    path = "lib/incentives_book/exercises/drawn/rewards.py"
    assert sections(path, code)["f"][-1] == "4"


def test_names_addresses_and_marks_of_lists_are_no_facts():
    text = "1. See {numref}`fig-7`, [table](page-9.md), https://somewhere.org/3.\n\n- $a$"
    assert facts(text) == ["$a$"]


def test_the_command_shows_the_facts_that_changed_and_notes_them(tmp_path, monkeypatch, capsys):
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "glossary.md").write_text("# Glossary\n\nA set of players each of whom gains.\n")
    git = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@b.org"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "One"]):
        subprocess.run([*git, *words], check=True)
    monkeypatch.setattr(retold, "ROOT", tmp_path)
    assert retold.main(["--bind"]) == 0
    assert retold.main([]) == 0
    for words in (["add", "."], ["commit", "-q", "-m", "Noted"]):
        subprocess.run([*git, *words], check=True)
    # Committed without having been noted, as by somebody else.
    (tmp_path / "book" / "glossary.md").write_text("# Glossary\n\nA set of players some of whom gain.\n")
    subprocess.run([*git, "commit", "-qam", "Three"], check=True)
    capsys.readouterr()
    assert retold.main([]) == 1
    told = capsys.readouterr().out
    assert "book/glossary.md: the facts under 'Glossary' changed" in told
    assert "    -each" in told
    assert "    +some" in told
    assert retold.main(["--bind"]) == 0
    assert retold.main([]) == 0

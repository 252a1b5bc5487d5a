"""The closing table of a page says what its rows say."""

from dataclasses import replace

import pytest

from claimbook import parts
from claimbook.closing import BLOCK, OPEN, filled, first_clause, table
from claimbook.register import VERDICTS

from .rows import GOOD, judged

BLOCKED = "## What we found\n\n```{closing-table}\n```\n\nText."


def test_one_line_holds_a_family_its_verdict_and_what_it_needs():
    parent = replace(
        judged("holds-if"), title="Small | large", assumption="The noise is small. Else not.", phrase="tight"
    )
    rows = [
        parent,
        replace(GOOD, id=f"{GOOD.id}-a"),
        replace(GOOD, id=f"{GOOD.id}-b"),
        judged("false", id=f"{GOOD.id}-c"),
    ]
    assert table(rows).splitlines()[2:] == [
        "| Small \\| large (Lemma 1) | holds if the noise is small: tight; its parts: 2 hold, 1 false |"
    ]


@pytest.mark.parametrize("verdict", VERDICTS)
def test_the_verdict_is_the_registers(verdict):
    assert f"| {verdict.replace('-', ' ')}" in table([judged(verdict)])


def test_below_the_table_it_says_what_new_means_there():
    ours, sought = judged("new"), replace(judged("new", id=f"{GOOD.id}-z"), literature="two surveys")
    end = "*New* means: ours; not searched for in the literature"
    assert table([ours, GOOD]).endswith(f"\n\n{end}.")
    assert table([ours, sought]).endswith(f"\n\n{end}, or ours; searched for in two surveys.")
    assert "means" not in table([GOOD, judged("known")])


def test_beyond_ten_families_it_folds_and_what_the_page_states_comes_first():
    rows = [replace(GOOD, id=f"coalitions/lemma-{n}", title=f"T{n}") for n in range(OPEN + 3)]
    rows[-1] = replace(rows[-1], says="", statement="lemma-12")
    told = table(rows)
    assert "<summary>3 more</summary>" in told
    assert told.splitlines()[2].startswith(f"| T{OPEN + 2} ")
    assert sum(f"| T{n} " in told for n in range(OPEN + 3)) == OPEN + 3


def test_a_page_without_the_block_stays_as_it_is():
    assert filled("# Page", "coalitions/page", [GOOD]) == "# Page"
    assert "| A title (Lemma 1) | holds |" in filled(BLOCKED, "coalitions/page", [GOOD])
    assert not BLOCK.search(filled(BLOCKED, "coalitions/page", [GOOD]))


def test_a_clause_ends_where_a_sentence_does_and_not_in_a_number():
    assert first_clause("$x<1.5$ or $y$. More.") == "$x<1.5$ or $y$"
    assert first_clause("Gaussian noise") == "Gaussian noise"


def test_every_row_stands_on_a_page():
    assert [row.id for part in parts() for row in part.entries if not row.page] == []

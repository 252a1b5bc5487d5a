"""The words of a row, from their one home."""

from dataclasses import replace

from claimbook.evidence import Evidence
from claimbook.statements import Statement
from claimbook.words import words

from .rows import GOOD

ROW = replace(GOOD, says="", statement="lemma-1", given=("two",), page="coalitions/page")
STATED = Evidence(
    labels={GOOD.id: "coalitions/page"},
    statements={GOOD.id: Statement("lemma-1", "lemma", "", "Then\n$$s<l.$$", "Proof.")},
    settings={"coalitions/page": {"two": "Let there be two."}},
)


def test_a_row_without_a_statement_says_its_own_words():
    assert words(GOOD, STATED) == "It is so."


def test_a_statement_is_quoted_after_its_setting_and_follows_the_page():
    assert words(ROW, STATED) == "Let there be two. Then $s<l.$"
    other = replace(STATED, statements={GOOD.id: replace(STATED.statements[GOOD.id], words="Never.")})
    assert words(ROW, other) == "Let there be two. Never."


def test_the_printed_form_is_the_papers_where_the_page_states_what_is_right():
    wrong = replace(ROW, verdict="holds-if", states="right", printed="Always.")
    assert words(wrong, STATED, "printed") == "Always."
    assert (
        words(wrong, STATED)
        == words(replace(wrong, states="printed"), STATED, "printed")
        == "Let there be two. Then $s<l.$"
    )

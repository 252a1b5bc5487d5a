"""Does it hold? The pages ask what the register decides, and give nothing away before a reader commits."""

import re
import sys

import exams
import pytest
from hand_in import hand_in
from pairing import ROOT
from test_site import address, browser, visit  # noqa: F401

sys.path.append(str(ROOT / "book" / "_ext"))
from claimbook.evidence import Evidence
from claimbook.register import parts
from claimbook.site.questions import ANSWERS, asked, question, read_questions
from incentives_book.exercises import STATEMENTS

REGISTER = {part.name: part for part in parts() if part.paper}
NOTHING = Evidence()


@pytest.mark.parametrize("name", REGISTER)
def test_every_answer_is_right_somewhere_on_a_page(name):
    verdicts = [entry.judged for entry in asked(REGISTER[name], read_questions())]
    assert set(verdicts) == set(ANSWERS)
    assert all(verdicts.count(answer) >= 2 for answer in ANSWERS)


@pytest.mark.parametrize("name", REGISTER)
def test_the_verdict_stands_only_where_it_is_folded_in(name):
    for entry in asked(REGISTER[name], read_questions()):
        before, folded = "\n".join(question(1, entry, NOTHING, {}, hand_in)).split(":::{dropdown} The verdict")
        assert f"{{verdict}}`{entry.judged}`" in folded
        assert ("{verdict}`depends`" in folded) == bool(entry.under)
        assert not entry.under or entry.reading in before  # what is asked can be judged before the fold is opened
        assert "verdict" not in before
        assert entry.title not in before


@pytest.mark.parametrize(
    ("claims", "words"),
    [(["coalitions/nothing"], "no row is called"), (["coalitions/table-1"], "must be judged holds")],
)
def test_a_row_that_cannot_be_asked_is_refused(claims, words):
    with pytest.raises(ValueError, match=words):
        asked(REGISTER["coalitions"], {"coalitions": {"given": "", "claims": claims}})


def test_a_part_that_asks_nothing_is_refused(tmp_path):
    path = tmp_path / "questions.toml"
    path.write_text('[coalitions]\ngiven = "much"\n', encoding="utf-8")
    with pytest.raises(ValueError, match="coalitions must have given and claims"):
        read_questions(path)


@pytest.mark.parametrize("name", REGISTER)
def test_the_form_of_a_counterexample_is_folded_in_too(name):
    """Where a witness can be handed in, the statement does not hold; so the page must not say so before."""
    for entry in asked(REGISTER[name], read_questions()):
        before, folded = "\n".join(question(1, entry, NOTHING, {}, hand_in)).split("::::{dropdown} The verdict")
        assert "counterexample" not in before
        assert ("question-witness" in folded) == (entry.judged != "holds")
        if entry.id in STATEMENTS:
            form, own = folded.split("*One that is judged to be right*")
            assert STATEMENTS[entry.id].pattern in form
            assert STATEMENTS[entry.id].witness not in form
            assert STATEMENTS[entry.id].witness in own


@pytest.mark.browser
@pytest.mark.parametrize("name", REGISTER)
def test_the_first_answer_counts_and_then_comes_the_verdict_or_a_counterexample(visit, name):  # noqa: F811
    page = visit().open(address(f"book/questions-{name}"))
    rows = asked(REGISTER[name], read_questions())
    boxes = page.locator(".question")
    assert boxes.count() == len(rows)
    live = page.evaluate("Boolean(window.liveAsk)")
    for index, entry in enumerate(rows):
        box, fold = boxes.nth(index), boxes.nth(index).locator("details")
        assert fold.get_attribute("open") is None
        assert not box.locator(".question-witness").count() or box.locator(".question-witness").is_hidden()
        # The first question is answered wrongly, the others rightly.
        said = ANSWERS.index(entry.judged)
        box.get_by_role("button").nth((said + (index == 0)) % 3).click()
        if entry.id in STATEMENTS:  # the verdict waits: its witness would be given away
            assert fold.get_attribute("open") is None
            assert box.locator(".question-witness").is_visible()
            assert box.locator(".question-witness form").count() == live
            assert STATEMENTS[entry.id].witness not in box.inner_text()
            fold.locator("summary").click()
        assert fold.locator(f".verdict-{entry.judged}").is_visible()
    assert re.match(rf"{len(rows) - 1} right of {len(rows)} answered", page.get_by_role("status").first.inner_text())
    assert boxes.first.get_by_role("button").nth(ANSWERS.index(rows[0].judged)).is_disabled()


@pytest.mark.browser
def test_an_exam_shows_no_verdict_on_paper(visit):  # noqa: F811
    page = visit().open(address("book/questions-consensus"))
    page.emulate_media(media="print")
    assert page.locator(".question details").first.is_hidden()
    assert page.locator(".question .verdict").first.is_hidden()
    page.locator(".question details").first.evaluate("fold => fold.open = true")
    assert page.locator(".question .verdict").first.is_visible()


def test_links_to_the_sheets_are_added_once():
    page = '<main><div class="question-tally docutils"></div></main>'
    linked = exams.with_links(page, "consensus")
    assert linked.count('href="../exams/consensus.pdf"') == linked.count('href="../exams/consensus-verdicts.pdf"') == 1
    assert exams.with_links(linked, "consensus") == linked


@pytest.mark.browser
def test_a_sheet_has_a_title_and_room_for_answers_and_says_nothing_of_witnesses(visit, tmp_path):  # noqa: F811
    """As a reader's browser prints it; the sheet with verdicts is longer."""
    page = visit().open(address("book/questions-rewards"))
    page.emulate_media(media="print")
    assert page.locator(".bd-article h1").is_visible()
    assert page.locator(".question-tally").is_hidden()
    assert page.locator(".question-how").is_hidden()
    room = "box => getComputedStyle(box, '::after').content"
    assert "holds if" in page.locator(".question").first.evaluate(room)
    sheets = []
    for opened in (False, True):
        page.evaluate(exams.OPEN, opened)
        assert page.locator(".question-witness:visible").count() == 0
        told = page.locator(".question:has(.verdict:visible)").count()
        assert told == opened * page.locator(".question").count()
        sheets.append(page.pdf(path=tmp_path / "sheet.pdf", format="A4", margin=exams.MARGIN))
    pages = [len(re.findall(rb"/Type\s*/Page\b", sheet)) for sheet in sheets]
    assert 1 <= pages[0] < pages[1] <= 6


def test_a_drawn_exam_has_two_editions_and_only_one_of_them_holds_the_answers(tmp_path):
    written = exams.write_drawn(7, tmp_path, None)
    assert [path.name for path in written[:2]] == ["coalitions.html", "coalitions-answers.html"]
    assert len(written) == 2 * len(exams.PARTS) == 10
    for part in exams.PARTS:
        asked = (tmp_path / f"{part}.html").read_text(encoding="utf-8")
        told = (tmp_path / f"{part}-answers.html").read_text(encoding="utf-8")
        for each in exams.draw_exam(part, seed=7):
            assert exams.escape(each.text) in asked
            assert exams.escape(each.way) in told
            assert exams.escape(each.way) not in asked
        assert f"{sum(each.points for each in exams.draw_exam(part, seed=7))} points." in asked


def test_a_negative_seed_is_refused(capsys):
    with pytest.raises(SystemExit):
        exams.main(["--seed", "-1"])
    assert "--seed must be at least 0, got -1" in capsys.readouterr().err

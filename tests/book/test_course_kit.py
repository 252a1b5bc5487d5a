"""What a teacher is given: a map of all pages, plans that name every core lecture, and slides that say what the pages
say.
"""

import re
from collections import Counter

import pytest
from course import core, pages
from course_map import difficulties, row
from decks import STATED, proof_slides, slides_of
from lecture_kit import Step, kit_of
from pairing import ROOT

SITE = ROOT / "_build" / "html"
TEACHING = (ROOT / "book" / "teaching.md").read_text(encoding="utf-8")
PAGE = """<html><body><article><section><h1>Who leaves?<a class="headerlink" href="#x">#</a></h1><p class="page-kind">Core</p>
<p>Would <a href="b.html">anybody</a>?</p>
<figure id="f"><img alt="Two boxes." src="../../_images/a.svg"/><figcaption><span class="caption-text">Two leave. Left: one.</span></figcaption></figure>
<div class="proof definition"><p class="admonition-title"><span class="caption-number">Definition 1</span> (Core)</p><section class="definition-content"><p>Nobody.</p></section></div>
<div class="proof theorem"><p class="admonition-title"><span class="caption-number">Theorem 2</span> (Empty) <a class="verdict verdict-holds" href="x">holds</a></p><section class="theorem-content"><p>Never.</p></section></div>
<div class="proof admonition" id="proof"><p>Proof. First.</p><p>Then.</p></div>
<div class="exercise admonition"><p class="admonition-title"><span class="caption-number">Exercise 1</span> (One)</p><section id="exercise-content"><p>Do it.</p></section></div>
<section id="what-we-found"><h2>What we found</h2><table><tr><td>a</td><td>holds</td></tr></table><p>In five sentences. One.</p></section>
<div class="solution"><figure><img alt="b" src="../../_images/b.svg"/></figure></div></section></article></body></html>"""  # noqa: E501


def test_a_lecture_becomes_question_figures_definitions_verdicts_and_summary():
    made = slides_of(PAGE, core()[0])
    assert [re.search(r'class="slide (\w+)"', slide)[1] for slide in made] == [
        "opens",
        "shows",
        "defines",
        "defines",
        "proves",
        "asks",
        "finds",
        "sums",
    ]
    assert '<img alt="Two boxes." src="../_images/a.svg"/>' in made[1]
    assert "b.svg" not in "".join(made)
    assert "headerlink" not in "".join(made)
    assert "Definition: Core" in made[2]
    assert "<h2>Theorem: Empty (holds)</h2>" in made[3]
    assert "Never." in made[3]
    assert "<h2>Two leave</h2>" in made[1]
    assert "Left: one." in made[1]
    assert "<h2>Proof: Empty</h2>" in made[4]
    assert made[4].count('<div class="step">') == 2
    assert "<h2>In class: One</h2>" in made[5]
    with pytest.raises(ValueError, match="must have a title and a question"):
        slides_of("<article><h1>Title</h1></article>", core()[0])


def test_slides_follow_the_board_plan_with_its_minutes_and_show_what_is_given():
    page = PAGE.replace('<div class="proof definition">', '<div class="proof definition" id="d">').replace(
        '<div class="proof theorem">', '<div class="on-a-slide"><p>A set.</p></div><div class="proof theorem" id="t">'
    )
    steps = [Step(20, "", ("t",)), Step(60, "", ("d",)), Step(10, "", ("f",))]
    made = slides_of(page, core()[0], steps)
    assert [re.search(r'class="slide (\w+)"', slide)[1] for slide in made] == [
        "opens",
        "given",
        "defines",
        "proves",
        "defines",
        "shows",
        "asks",
        "finds",
        "sums",
    ]
    told = [re.search(r'<span class="when">(.*?)</span>', slide) for slide in made]
    assert [when and when[1] for when in told[:6]] == [
        None,
        "0 to 20 min",
        "0 to 20 min",
        "0 to 20 min",
        "20 to 80 min",
        "80 to 90 min",
    ]
    assert "<h2>Given</h2>" in made[1]
    assert "A set." in made[1]


def test_a_long_proof_fills_several_slides_and_loses_no_block():
    from bs4 import BeautifulSoup

    blocks = "".join(f"<p>{letter * 300}</p>" for letter in "abc")
    made = proof_slides(BeautifulSoup(f'<div class="proof">{blocks}</div>', "html.parser").div, "Empty", core()[0])
    assert len(made) == 3
    assert "<h2>Proof: Empty, continued</h2>" in made[1]
    assert all(letter * 300 in slide for letter, slide in zip("abc", made, strict=True))


@pytest.mark.browser
@pytest.mark.parametrize("page", core(), ids=lambda page: page.name)
def test_every_statement_of_a_core_page_is_on_a_slide_and_the_deck_holds_it(page):
    html = (SITE / f"{page.docname}.html").read_text(encoding="utf-8")
    deck = (SITE / "decks" / f"{page.part}.html").read_text(encoding="utf-8")
    stated = sum(html.count(f'<div class="proof {kind} ') for kind in STATED)
    made = [slide for slide in slides_of(html, page, kit_of(page).board) if 'class="slide defines"' in slide]
    assert len(made) == stated
    assert all(slide in deck for slide in made)


def test_difficulties_are_counted_as_the_exercises_say_them():
    text = (
        ":::{exercise} A\n:label: a\n\n(*easy, 10 minutes*) Do it.\n:::\n\n```{exercise-start} B (harder, 25 "
        "minutes)\n```\nDo.\n```{exercise-end}\n```\n"
    )
    assert difficulties(text) == Counter(easy=1, hard=1)


@pytest.mark.parametrize("page", pages().values(), ids=lambda page: page.name)
def test_the_map_has_a_row_for_each_page_with_what_it_needs(page):
    made = row(page)
    assert made.count("|") == 7
    assert all(f"/notebooks/{need}`" in made for need in page.needs)


def test_plans_name_each_core_lecture_once_and_in_order_and_notes_are_on_each():
    short, rest = TEACHING.split("For sixteen weeks")
    long = rest.split("A guest lecture")[0]
    order = [page.docname for page in core()]
    assert re.findall(r"\{doc\}`/(notebooks/[^`]*)`", short) == order
    assert re.findall(r"(?m)^\| \d+ \| \{doc\}`/(notebooks/[^`]*)`", long) == order
    notes = TEACHING.split("## What students get wrong")[1].split("## A rubric")[0]
    assert len(re.findall(r"(?m)^\*\*[^*]+\*\* ", notes)) == len(order)


@pytest.mark.browser
@pytest.mark.parametrize("part", sorted({page.part for page in core()}))
def test_a_deck_asks_nothing_of_the_network_and_has_words_for_each_picture(part):
    text = (SITE / "decks" / f"{part}.html").read_text(encoding="utf-8")
    assert not re.findall(r"(?:src|href)=\"(?:https?:)?//", text)
    for title in re.findall(r"<h2>(.*?)</h2>", text, re.DOTALL):
        told = re.sub(r"<[^>]+>", "", title).strip()
        assert not told.endswith("#")  # the mark of a heading's own link
        assert told.count("(") == told.count(")"), told
    pictures = re.findall(r"<img[^>]*>", text)
    assert pictures
    assert all(re.search(r'alt="[^"]{20,}"', picture) for picture in pictures)
    for target in re.findall(r'(?:src|href)="([^"#]+)"', text):
        assert (SITE / "decks" / target).resolve().is_file(), target
    assert text.count('class="slide opens"') == sum(page.part == part for page in core())


@pytest.mark.browser
def test_a_deck_is_turned_with_keys_and_printed_one_slide_a_sheet():
    sync_api = pytest.importorskip("playwright.sync_api")
    import shutil

    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        pytest.skip("no Chromium on this machine")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        page.goto((SITE / "decks" / "coalitions.html").as_uri())
        total = page.locator(".slide").count()
        shown = lambda: page.evaluate("[...document.querySelectorAll('.slide')].findIndex((s) => s.offsetHeight > 0)")  # noqa: E731
        assert shown() == 0
        for key, place in (
            ("ArrowRight", 1),
            ("End", total - 1),
            ("ArrowRight", total - 1),
            ("PageUp", total - 2),
            ("Home", 0),
        ):
            page.keyboard.press(key)
            assert shown() == place
        # A proof appears step by step, and is turned when all of it stands there.
        proof = page.evaluate(
            "[...document.querySelectorAll('.slide')].findIndex((s) => s.querySelectorAll('.step').length > 1)"
        )
        page.evaluate("to => show(to)", proof)
        steps = page.evaluate("at => slides[at].querySelectorAll('.step').length", proof)
        assert page.evaluate("at => slides[at].querySelectorAll('.step.seen').length", proof) == 1
        for seen in range(2, steps + 1):
            page.keyboard.press("ArrowRight")
            assert page.evaluate("at => slides[at].querySelectorAll('.step.seen').length", proof) == seen
            assert shown() == proof
        page.keyboard.press("ArrowRight")
        assert shown() == proof + 1
        assert page.locator(".katex").count() > 20
        assert page.evaluate("() => document.fonts.ready.then(fonts => fonts.check('16px KaTeX_Main'))")
        # No slide is taller than the screen.
        assert (
            page.evaluate(
                "[...document.querySelectorAll('.slide')].filter((s) => { s.classList.add('now'); const tall = "
                "s.scrollHeight > innerHeight + 1; s.classList.remove('now'); return tall; }).length"
            )
            == 0
        )
        sheets = page.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page[^s]", sheets)) == total
        browser.close()

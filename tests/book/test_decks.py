"""The slides say what the pages say: every statement, with its argument in steps, under a title that is a finding."""

import re
from dataclasses import replace
from functools import cache

import pytest
from bs4 import BeautifulSoup
from course import core
from decks import deck_of, planned_slides, slides_of
from lecture_kit import Deck, Step, kit_of, labels_of, link_to, read_deck, wrong
from pairing import ROOT
from proof_steps import SIZES, height, seen, sentences, sheets_of, size_for, steps_of
from slides import STATED, example_of, headline, words

SITE = ROOT / "_build" / "html"
PARTS = sorted({page.part for page in core()})
USUAL = range(10, 17)  # slides of a lecture; what appears in steps is one
NO_FINDING = {
    "",
    "Given",
    "What one sees",
    "The payment",
    "Proof",
    "Example",
    "Definition",
    "Theorem",
    "Lemma",
    "In class",
}
TOO_LARGE = """[...document.querySelectorAll('.slide')].map((s, at) => {
  s.classList.add('now');
  const box = s.querySelector('.on-slide');
  const out = s.scrollHeight > innerHeight + 1 || box.scrollWidth > box.clientWidth + 1;
  s.classList.remove('now');
  return out ? `${at + 1}: ${s.querySelector('h2').textContent}` : '';
}).filter(Boolean)"""
KIT = replace(kit_of(core()[0]), board=(), deck=Deck())
PAGE = """<html><body><article><section><h1>Who leaves?<a class="headerlink" href="#x">#</a></h1><p class="page-kind">Core</p>
<p>Would <a href="b.html">anybody</a>?</p>
<figure id="f"><img alt="Two boxes." src="../../_images/a.svg"/><figcaption><span class="caption-text">Two leave. Left: one.</span></figcaption></figure>
<div class="proof definition"><p class="admonition-title"><span class="caption-number">Definition 1</span> (Core)</p><section class="definition-content"><p>Nobody.</p></section></div>
<div class="proof theorem"><p class="admonition-title"><span class="caption-number">Theorem 2</span> (Empty) <a class="verdict verdict-holds" href="x">holds</a></p><section class="theorem-content"><p>Never.</p></section></div>
<div class="proof admonition" id="proof"><p>Proof. First.</p><p>Then.</p></div>
<div class="exercise admonition"><p class="admonition-title"><span class="caption-number">Exercise 1</span> (One)</p><section id="exercise-content"><p>Do it.</p></section></div>
<section id="what-we-found"><h2>What we found</h2><table><tr><td>a</td><td>holds</td></tr></table><p>In five sentences. One.</p></section>
<div class="solution"><figure><img alt="b" src="../../_images/b.svg"/></figure></div></section></article></body></html>"""  # noqa: E501


def kind(slide):
    return re.search(r'class="slide (\w+)', slide)[1]


def title(slide):
    return re.search(r"<h2>(.*?)</h2>", slide, re.DOTALL)[1]


def block(html):
    return BeautifulSoup(html, "html.parser").find(True)


def unspaced(piece):
    """The letters of a piece as they are seen: steps part sentences, and lists, in their own way."""
    return "".join(seen(piece).split())


@cache
def made_of(page):
    """The slides of one lecture of the built site."""
    return deck_of(SITE, page)


def test_a_lecture_becomes_question_figures_statements_with_proofs_example_verdicts_and_summary():
    made = slides_of(PAGE, core()[0], example=block("<div><p>Sizes 5, 5, 25.</p></div>"))
    assert list(map(kind, made)) == ["opens", "shows", "defines", "defines", "asks", "works", "finds", "sums"]
    assert '<img alt="Two boxes." src="../_images/a.svg"/>' in made[1]
    assert "b.svg" not in "".join(made)
    assert "headerlink" not in "".join(made)
    assert title(made[1]) == "Two leave"
    assert "Left: one." in made[1]
    assert title(made[2]) == "Definition: Core"
    assert title(made[3]) == "Theorem: Empty (holds)"
    assert "Never." in made[3].split('<div class="step">')[0]
    assert "Then." in made[3].split('<div class="step">')[-1]
    assert title(made[4]) == "In class: One"
    assert title(made[5]) == "Worked example"
    assert "Sizes 5, 5, 25." in made[5]
    with pytest.raises(ValueError, match="must have a title and a question"):
        slides_of("<article><h1>Title</h1></article>", core()[0])


def test_a_proof_without_a_statement_is_refused():
    with pytest.raises(ValueError, match="a proof must follow a statement"):
        slides_of(PAGE.replace("proof theorem", "none").replace("proof definition", "none"), core()[0])


def test_an_algorithm_is_no_proof():
    made = slides_of(
        PAGE.replace("proof definition", "proof algorithm").replace("definition-", "algorithm-"), core()[0]
    )
    assert title(made[2]) == "Algorithm: Core"


def test_slides_follow_the_board_plan_with_its_minutes_and_show_what_is_given():
    page = PAGE.replace('<div class="proof definition">', '<div class="proof definition" id="d">').replace(
        '<div class="proof theorem">',
        '<section id="who"><h2>Who</h2><div class="on-a-slide"><p>A set.</p></div></section>'
        '<div class="proof theorem" id="t">',
    )
    steps = (Step(20, "", ("t",)), Step(60, "", ("d",)), Step(10, "", ("f",)))
    kit = replace(KIT, board=steps, deck=Deck(titles={"who": "A set is given"}))
    made = slides_of(page, core()[0], kit)
    assert list(map(kind, made)) == ["opens", "given", "defines", "defines", "shows", "asks", "finds", "sums"]
    told = [re.search(r'<span class="when">(.*?)</span>', slide) for slide in made]
    assert [when and when[1] for when in told[:5]] == [
        None,
        "0 to 20 min",
        "0 to 20 min",
        "20 to 80 min",
        "80 to 90 min",
    ]
    assert title(made[1]) == "A set is given"
    assert "A set." in made[1]
    assert title(slides_of(page, core()[0])[3]) == "Who"  # without a kit, in the order of the page


def test_a_block_is_shown_in_the_step_of_another_one_if_the_kit_says_so():
    pieces = [(("a",), ["A"]), (("b",), ["B"]), (("c",), ["C"])]
    steps = [Step(45, "", ("c",)), Step(45, "", ("a",))]
    assert planned_slides(pieces, steps) == ["B", "C", "A"]
    assert planned_slides(pieces, steps, {"b": "a"}) == ["C", "A", "B"]
    assert planned_slides(pieces, steps, {"b": "c"}) == ["B", "C", "A"]


def test_what_the_kit_puts_on_one_slide_shares_it_and_its_proof_stays():
    page = PAGE.replace('<div class="proof definition">', '<div class="proof definition" id="d">').replace(
        '<div class="proof theorem">', '<div class="proof theorem" id="t">'
    )
    deck = read_deck({"slide": [{"title": "Nobody, never", "holds": ["d", "t"]}]})
    made = slides_of(page, core()[0], replace(KIT, deck=deck))
    assert list(map(kind, made)) == ["opens", "shows", "defines", "asks", "finds", "sums"]
    assert title(made[2]) == "Nobody, never"
    assert 'data-holds="d t"' in made[2]
    for told in ("Definition: Core", "Nobody.", "Theorem: Empty (holds)", "Never.", "Then."):
        assert told in made[2], told
    with pytest.raises(ValueError, match="puts d, x on one slide; the page lacks some of them"):
        slides_of(page, core()[0], replace(KIT, deck=Deck(slides=(("Both", ("d", "x")),))))


def test_a_statement_without_a_name_keeps_its_kind_and_so_does_its_proof():
    page = (
        PAGE.replace("</span> (Empty)", "</span>")
        .replace(
            '<div class="proof definition">', '<div class="on-a-slide" id="g"><p>A set.</p></div><div class="none">'
        )
        .replace('<div class="proof theorem">', '<div class="proof theorem" id="t">')
    )
    long = page.replace("<p>Then.</p>", "".join(f"<p>{letter * 1400}</p>" for letter in "ABC"))
    made = [title(slide) for slide in slides_of(long, core()[0]) if kind(slide) in ("defines", "proves")]
    assert made[:2] == ["Theorem (holds)", "Proof, continued"]
    assert set(made[1:]) == {"Proof, continued"}
    assert {"Theorem", "Proof"} <= NO_FINDING, "on a page of the book such titles are refused"
    shared = slides_of(page, core()[0], replace(KIT, deck=Deck(slides=(("Never", ("g", "t")),))))
    assert list(map(kind, shared)) == ["opens", "shows", "defines", "asks", "finds", "sums"]
    assert '<p class="stated-name">Theorem (holds)</p>' in shared[2]
    assert "A set." in shared[2]


def test_a_statement_that_is_too_long_and_has_no_proof_is_one_slide():
    page = re.sub(r'<div class="proof admonition".*\n', "", PAGE).replace("Never.", "never " * 900)
    made = slides_of(page, core()[0])
    assert list(map(kind, made)) == ["opens", "shows", "defines", "defines", "asks", "finds", "sums"]
    assert f"size-{len(SIZES)}" in made[3]
    assert "never never" in made[3]


@pytest.mark.parametrize(
    ("deck", "told"),
    [
        (Deck(titles={"f-99": "A", "f": "B"}), "gives a title to f-99, which no slide shows"),
        (Deck(beside={"f-99": "f"}), "gives a place to f-99, which no slide shows"),
        (Deck(beside={"f": "f-99"}), "gives a place beside f-99, which no slide shows"),
    ],
)
def test_a_title_or_a_place_for_what_no_slide_shows_is_refused(deck, told):
    with pytest.raises(ValueError, match=told):
        slides_of(PAGE, core()[0], replace(KIT, deck=deck))


def test_a_deck_has_no_other_fields():
    with pytest.raises(ValueError, match="a deck may have the fields titles, slide, beside, length; got title"):
        read_deck({"title": {"f": "A"}})
    with pytest.raises(ValueError, match="a slide of a deck may have the fields title, holds; got hold"):
        read_deck({"slide": [{"title": "A", "holds": ["f"], "hold": []}]})


def test_many_statements_on_one_slide_stand_in_two_columns():
    stated = "".join(
        f'<div class="proof lemma" id="l{at}"><p class="admonition-title">(L{at})</p><section class="lemma-content">'
        f"<p>{at}.</p></section></div>"
        for at in range(4)
    )
    page = PAGE.replace('<div class="proof definition">', f'{stated}<div class="proof definition">')
    made = slides_of(page, core()[0], replace(KIT, deck=Deck(slides=(("All", ("l0", "l1", "l2", "l3")),))))
    assert made[2].count('<div class="one">') == 4


def test_a_figure_needs_a_title_that_fits():
    long = PAGE.replace("Two leave.", f"{'Two leave and two stay, ' * 6}and one sleeps.")
    with pytest.raises(ValueError, match=r"must give f a title under \[deck.titles\]"):
        slides_of(long, core()[0])
    made = slides_of(long, core()[0], replace(KIT, deck=Deck(titles={"f": "Two's company"})))
    assert title(made[1]) == "Two&#x27;s company"
    assert "one sleeps" in made[1]
    assert headline("A (b. c) d.")[0] == ""


def test_what_goes_on_in_lower_case_stays_with_the_formula_before_it():
    formula = '<div class="math"><p>F</p></div>'
    long = "a long sentence about who would leave and who would stay, and about what each of them would expect to have"
    proof = block(
        f"<div><p>First, {long}. The bracket is</p>{formula}<p>so it would have more. Second, {long}. Hence</p>"
        f"{formula}<p>Last.</p></div>"
    )
    steps = [" ".join(map(seen, step)) for step in steps_of(proof.find_all(True, recursive=False))]
    assert len(steps) == 3
    assert steps[0].endswith("so it would have more.")
    assert not any(re.match(r"[a-z]", step.strip()) for step in steps)


def test_a_paragraph_is_cut_between_sentences_and_loses_nothing():
    long = "and a part that is so long that nobody would wait for the next sentence to see it on the same slide"
    html = (
        f"<p>Let <i>x</i> be a number, {long}. <i>x</i> is large, e.g. ten (A. B. says so. Or not.), {long}. So it is. "
        f'It is,{long} <span class="glued"><i>x</i>.</span> Now it is not, {long}.</p>'
    )
    parts = sentences(block(html))
    assert [seen(part).strip()[:8] for part in parts] == ["Let x be", "x is lar", "It is,an", "Now it i"]
    assert "".join(map(seen, parts)).split() == seen(block(html)).split()


def test_a_long_proof_fills_several_slides_and_loses_no_block():
    blocks = "".join(f"<p>{letter * 1400}</p>" for letter in "ABC")
    page = PAGE.replace("<p>Proof. First.</p><p>Then.</p>", blocks)
    made = [slide for slide in slides_of(page, core()[0]) if kind(slide) in ("defines", "proves")][1:]
    assert len(made) == 3
    assert title(made[0]) == "Theorem: Empty (holds)"
    assert title(made[1]) == "Proof: Empty, continued"
    assert all(letter * 1400 in slide for letter, slide in zip("ABC", made, strict=True))
    assert "Never." in made[0]


def test_letters_are_as_large_as_there_is_room_for():
    few, many, too_many = ([block(f"<p>{'word ' * count}</p>")] for count in (40, 330, 900))
    assert [size_for(each) for each in (few, many, too_many)] == [1, 2, 0]
    assert height(few, SIZES[0]) > height(few, SIZES[1])
    assert [len(sheet) for sheet in sheets_of([many, many, few])] in ([1, 2], [1, 1, 1])


def test_a_kit_may_name_blocks_and_sections_and_nothing_that_is_not_there():
    text = (
        "# Who leaves?\n\n::::{div} on-a-slide\n:name: slide-a\n\nA.\n::::\n\n:::{admonition} B\n:class: recall\n"
        ":name: recall-b\n:::\n\n## The payment\n"
    )
    labels = labels_of(text)
    assert labels.blocks == {"slide-a", "recall-b"}
    assert link_to("slide-a", labels) == "{ref}`what is given <slide-a>`"
    deck = Deck(
        titles={"the-payment-2": "A", "recall-b": "B", "no-such": "C"},
        slides=(("D", ("slide-a", "no-such", "nor-this")),),
        beside={"slide-a": "who-leaves"},
    )
    kit = replace(KIT, board=(Step(90, "", ("slide-a",)),), homework=(), states=(), deck=deck)
    assert wrong(kit, text) == [
        "the deck names no-such, which is not on the page",
        "the deck names nor-this, which is not on the page",
        "the deck shows slide-a beside who-leaves, which the board does not use",
    ]


@pytest.mark.browser
@pytest.mark.parametrize("page", core(), ids=lambda page: page.name)
def test_every_statement_of_a_core_page_is_on_a_slide_and_the_deck_holds_it(page):
    html = (SITE / f"{page.docname}.html").read_text(encoding="utf-8")
    deck = (SITE / "decks" / f"{page.part}.html").read_text(encoding="utf-8")
    stated = {label for kind in STATED for label in re.findall(rf'<div class="proof {kind} [^"]*" id="([^"]*)"', html)}
    made = made_of(page)
    held = {label for slide in made for told in re.findall(r'data-holds="([^"]*)"', slide) for label in told.split()}
    assert stated <= held, stated - held
    # A slide that several statements share names each of them.
    shown = [max(1, slide.count('class="stated-name"')) for slide in made if kind(slide) == "defines"]
    assert sum(shown) == sum(html.count(f'<div class="proof {each} ') for each in STATED)
    assert all(slide in deck for slide in made)


@pytest.mark.browser
@pytest.mark.parametrize("page", core(), ids=lambda page: page.name)
def test_titles_are_findings_and_each_is_there_once(page):
    titles = [seen(block(f"<h2>{title(slide)}</h2>")).strip() for slide in made_of(page)]
    told = [each.partition(" (")[0].removesuffix(", continued") for each in titles]
    assert not NO_FINDING & set(told)
    assert len(set(titles)) == len(titles) or all(
        each.endswith(", continued") for each in titles if titles.count(each) > 1
    )
    assert not [each for each in titles[1:] if each == titles[0]]
    assert set(kit_of(page).deck.titles) <= {
        label
        for slide in made_of(page)
        for held in re.findall(r'data-holds="([^"]*)"', slide)
        for label in held.split()
    }


@pytest.mark.browser
@pytest.mark.parametrize("page", core(), ids=lambda page: page.name)
def test_a_lecture_has_ten_to_sixteen_slides_or_its_kit_says_why_not(page):
    made = made_of(page)
    assert (len(made) in USUAL) != bool(kit_of(page).deck.length), len(made)
    assert [kind(slide) for slide in made].count("works") == 1


@pytest.mark.browser
@pytest.mark.parametrize("page", core(), ids=lambda page: page.name)
def test_no_step_begins_in_the_middle_of_a_sentence_and_long_proofs_have_several(page):
    for slide in made_of(page):
        steps = [seen(step).strip() for step in BeautifulSoup(slide, "html.parser").select(".step")]
        assert not [step for step in steps if re.match(r"[a-z]{2,}|[,;:)]", step)], title(slide)
        assert len(steps) != 1 or len(steps[0]) < 400, title(slide)


@pytest.mark.browser
@pytest.mark.parametrize("page", core(), ids=lambda page: page.name)
def test_the_example_is_that_of_the_handout(page):
    plans = (SITE / "book" / f"boards-{page.part}.html").read_text(encoding="utf-8")
    example = unspaced(block(f"<div>{words(example_of(plans, page))}</div>"))
    assert len(example) > 80
    handout = (SITE / "handouts" / f"{page.name.replace('/', '-')}.html").read_text(encoding="utf-8")
    assert example in unspaced(block(handout))
    [worked] = [slide for slide in made_of(page) if kind(slide) == "works"]
    assert example in unspaced(block(worked))


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
    """And no slide of any deck is taller or wider than the screen."""
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
        # An argument appears step by step, below its statement or from the first step on, and is turned when all of it
        # stands there.
        for kind, first in (("s.querySelector('.stated')", 0), ("!s.querySelector('.stated')", 1)):
            proof = page.evaluate(
                f"[...document.querySelectorAll('.slide')].findIndex((s) => {kind} && "
                "s.querySelectorAll('.step').length > 1)"
            )
            page.evaluate("to => show(to)", proof)
            steps = page.evaluate("at => slides[at].querySelectorAll('.step').length", proof)
            assert page.evaluate("at => slides[at].querySelectorAll('.step.seen').length", proof) == first
            for seen in range(first + 1, steps + 1):
                page.keyboard.press("ArrowRight")
                assert page.evaluate("at => slides[at].querySelectorAll('.step.seen').length", proof) == seen
                assert shown() == proof
            page.keyboard.press("ArrowRight")
            assert shown() == proof + 1
        assert page.locator(".katex").count() > 20
        assert page.evaluate("() => document.fonts.ready.then(fonts => fonts.check('16px KaTeX_Main'))")
        sheets = page.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page[^s]", sheets)) == total
        for part in PARTS:
            page.goto((SITE / "decks" / f"{part}.html").as_uri())
            assert page.evaluate(TOO_LARGE) == [], part
        browser.close()

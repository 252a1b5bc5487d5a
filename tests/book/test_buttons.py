"""Buttons of pages of questions and of live pages are as high as a finger needs: 44 pixels."""

import json

import pytest
from pairing import ROOT
from scene import PHONE, browser  # noqa: F401

pytestmark = pytest.mark.browser

STATIC, LIVE = ROOT / "book" / "_static", ROOT / "book" / "_live"
QUESTION = """<div class="question-tally"></div>
<div class="question"><p>1. Whatever is asked.</p><details><summary>The verdict</summary>
<span class="verdict verdict-false">false</span>
<div class="question-witness"><p>One is <code>(1, 2)</code></p><pre>counterexample("part/row", "")</pre></div>
</details></div>
<div class="self-check"><pre>answer = ...</pre></div>"""
# A copy of the book without NumPy, which has to ask.
MANIFEST = {
    "files": {},
    "remote": {"numpy-2.0-any.whl": {"url": "https://nowhere.invalid/"}},
    "first": ["numpy-2.0-any.whl"],
    "late": {},
    "megabytes": {"numpy": 3, "matplotlib": 10, "scipy": 14},
    "host": "nowhere.invalid",
}


@pytest.fixture
def page(browser, tmp_path):  # noqa: F811
    (tmp_path / "live" / "pages").mkdir(parents=True)
    (tmp_path / "live" / "manifest.js").write_text(f"liveManifest({json.dumps(MANIFEST)})", encoding="utf-8")
    (tmp_path / "live" / "pages" / "asked.js").write_text("livePage([])", encoding="utf-8")
    styles = [STATIC / "questions.css", LIVE / "live.css"]
    links = "".join(f'<link rel="stylesheet" href="{each.as_uri()}">' for each in styles)
    scripts = (
        f'<script defer src="{(LIVE / "live.js").as_uri()}" data-live="asked" data-up="{tmp_path.as_uri()}/" '
        f'data-megabytes="17" data-runs="questions"></script>'
        f'<script defer src="{(STATIC / "questions.js").as_uri()}"></script>'
    )
    (tmp_path / "index.html").write_text(
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>asked</title>'
        f'<meta name="viewport" content="width=device-width">{links}{scripts}</head>'
        f'<body><article class="bd-article"><section><h1>Asked</h1>{QUESTION}</section></article></body></html>',
        encoding="utf-8",
    )
    context = browser.new_context(**PHONE)
    opened = context.new_page()
    opened.goto((tmp_path / "index.html").as_uri())
    yield opened
    context.close()


def low(page):
    """The buttons on the screen that are lower than 44 pixels, and how many there are in all."""
    seen = [each for each in page.locator("button").all() if each.is_visible()]
    return [each.inner_text() for each in seen if each.evaluate("one => one.offsetHeight") < 44], len(seen)


def test_every_button_of_a_question_is_44_pixels_high(page):
    assert low(page) == ([], 7)  # of the bar, the exam twice, three answers, the exercise
    page.get_by_role("button", name="It is false").click()
    page.get_by_role("button", name="Judge it").click()
    page.get_by_role("button", name="Do not load").wait_for()
    assert low(page) == ([], 10)


def test_a_question_beside_an_exercise_has_buttons_of_44_pixels(page):
    page.get_by_role("button", name="Check it here").click()
    page.get_by_role("button", name="Do not load").wait_for()
    assert page.locator(".live-answer .live-question").count() == 1
    assert low(page) == ([], 9)

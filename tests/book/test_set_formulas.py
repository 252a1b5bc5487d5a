"""Formulas are set when the site is made: every one, once, as TeX means it, and light where hardly anybody looks."""

import hashlib
import json
import re
import shutil
import tomllib
from xml.etree import ElementTree

import pytest
from pairing import ROOT
from set_formulas import ASSETS, Engine, each_formula, set_site, with_formulas, with_previews

BS = "\\"


@pytest.fixture(scope="module")
def engine():
    return Engine(ASSETS)


def test_the_vendored_files_are_those_that_are_named():
    named = tomllib.loads((ASSETS / "formulas.toml").read_text(encoding="utf-8"))["files"]
    there = {
        path.relative_to(ASSETS).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for folder in ("katex", "temml")
        for path in (ASSETS / folder).rglob("*")
        if path.is_file()
    }
    assert there == named
    assert sum(path.stat().st_size for name in named for path in [ASSETS / name]) < 1_000_000


def test_what_is_read_is_katex_and_what_is_folded_is_mathml(engine):
    page = (
        r"<p>\(a^2\)</p><details class='x'>\(b\)</details>"
        r'<details class="badge-claim verdict-new"><div><div>\[c\]</div></div>\(d\)</details><p>\(e\)</p>'
    )
    made = with_formulas(page, engine)
    kinds = re.findall(
        r'<span class="katex">|<math(?: [^>]*)?>', re.sub(r'<span class="katex-mathml">.*?</span>', "", made)
    )
    assert ["katex" if "katex" in kind else "math" for kind in kinds] == ["katex", "katex", "math", "math", "katex"]
    assert re.findall(r"<annotation[^>]*>(.*?)</annotation>", made) == ["a^2", "b", "c", "d", "e"]
    assert BS + "(" not in made


def test_a_page_of_claims_is_mathml_throughout(engine, tmp_path):
    for name in ("claims-payments.html", "claims.html", "errata-rewards.html"):
        (tmp_path / name).write_text(r"<p>\(x\)</p>", encoding="utf-8")
    assert set_site(tmp_path) == 3
    katex = [path.name for path in sorted(tmp_path.iterdir()) if 'class="katex"' in path.read_text(encoding="utf-8")]
    assert katex == ["claims.html"]
    assert set_site(tmp_path) == 0  # what is set stays as it is


@pytest.mark.parametrize("tag", ["pre", "code", "script", "template", "title", "textarea"])
def test_code_keeps_its_backslashes(engine, tag):
    page = f"<{tag}>{BS}(x{BS})</{tag}>"
    assert with_formulas(page, engine) == page


@pytest.mark.parametrize("light", [False, True])
@pytest.mark.parametrize("tex", [r"\frac{1}{", r"\notacommand{x}", r"\left( x", r"x^2^3"])
def test_what_tex_does_not_understand_is_an_error(engine, tex, light):
    with pytest.raises(ValueError, match="formulas must be TeX that KaTeX and Temml understand"):
        with_formulas(f"<p>{BS}({tex}{BS})</p>", engine, light)


def test_signs_of_html_in_a_formula_are_read_as_signs():
    heard = []
    each_formula(r"<p>\(a &lt; b &amp; c\) and \[d &gt; e\]</p>", lambda *formula: heard.append(formula) or "")
    assert heard == [("a < b & c", False, False), ("d > e", True, False)]


def test_a_full_stop_stays_with_its_formula(engine):
    for light in (False, True):
        page = r'<p><span class="math n">\(x\)</span>. <span class="math n">\(y\)</span>), and \(z\).</p>'
        made = with_formulas(page, engine, light)
        assert made.count('<span class="glued"><span class="math n"><') == 2
        assert "</span>.</span> <span" in made
        assert "</span>),</span> and" in made


def test_previews_are_set(engine):
    told = {"a": r'<p class="x">\(x &lt; 1\) "quoted"</p>', "b": "<p>none</p>"}
    script = f'(window.previews ??= {{}})["book/claims"] = {json.dumps(told)};\n'
    made = with_previews(script, engine)
    assert made.startswith('(window.previews ??= {})["book/claims"] = {')
    found = json.loads(re.search(r"\] = (\{.*\});\n$", made, re.DOTALL)[1])
    assert "<math" in found["a"]
    assert found["a"].endswith('"quoted"</p>')
    assert found["b"] == "<p>none</p>"
    with pytest.raises(ValueError, match="script must be one that"):
        with_previews("nothing of the kind", engine)


@pytest.fixture(scope="module")
def browser():
    from playwright.sync_api import sync_playwright
    from test_site import FLAGS, chromium

    if chromium() is None:
        pytest.skip("no Chromium on this machine (Debian: apt-get install chromium)")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture
def opened(browser, engine, tmp_path):
    """Opens a page with this body, its formulas set, beside the letters and scripts of the site."""
    static = tmp_path / "_static"
    for name in ("katex", "temml"):
        shutil.copytree(ASSETS / name, static / name)
    for name in ("formulas.css", "formulas.js"):
        shutil.copy(ROOT / "book" / "_static" / name, static)
    page = browser.new_page(viewport={"width": 1280, "height": 900})

    def go(body):
        styles = "".join(f'<link rel="stylesheet" href="_static/{n}.css">' for n in ("katex/katex.min", "formulas"))
        head = f'<meta charset="utf-8">{styles}<script defer src="_static/formulas.js"></script>'
        (tmp_path / "page.html").write_text(f"<!doctype html>{head}{with_formulas(body, engine)}", encoding="utf-8")
        page.goto((tmp_path / "page.html").as_uri())
        page.evaluate("() => document.fonts.ready.then(() => document.fonts.size)")
        return page

    yield go
    page.close()


# The width that is summed up is what the style sheet divides the column by.
WIDTHS = """() => [...document.querySelectorAll('.katex-display')].map(box => [
  box.querySelector('.katex-html').getBoundingClientRect().width
    ? [...box.querySelectorAll('.katex-base')].reduce((sum, base) => sum + base.getBoundingClientRect().width, 0)
      / parseFloat(getComputedStyle(box.querySelector('.katex')).fontSize) : 0,
  parseFloat(box.style.getPropertyValue('--wide'))])"""
DISPLAYS = [
    r"a + b = c",
    r"\frac{1}{n} \sum_{i=1}^n x_i^2 \ge \left(\frac{1}{n}\sum_{i=1}^n x_i\right)^2",
    r"\begin{aligned} f(x) &= x^2 + 2x + 1 \\ &= (x + 1)^2 \end{aligned}",
    r"\underbrace{123456\ldots654321}_{99\text{ digits}}",
    r"\sqrt{\tfrac{a}{b}} \cdot \begin{pmatrix} 1 & 0 \\ 0 & 1 \end{pmatrix}",
]


@pytest.mark.browser
def test_the_width_that_was_summed_up_is_the_width_on_the_screen(opened):
    body = "".join(f"<div class='math'>{BS}[{tex}{BS}]</div>" for tex in DISPLAYS)
    found = opened(body).evaluate(WIDTHS)
    assert len(found) == len(DISPLAYS)
    for real, summed in found:
        assert summed == pytest.approx(real, rel=0.1)


# What a reader would paste after selecting all of the box.
COPIED = """() => {
  const data = new DataTransfer();
  getSelection().selectAllChildren(document.querySelector("main"));
  document.dispatchEvent(new ClipboardEvent("copy", { clipboardData: data, cancelable: true }));
  return data.getData("text/plain");
}"""


@pytest.mark.browser
def test_a_selection_is_copied_with_its_formulas_as_tex(opened):
    page = opened(
        r'<main><p>If <span class="math n">\(a^2 &lt; b\)</span>, then</p><div class="math n">\[\frac{1}{2}\]</div>'
        r'<details open class="receipt x">and \(c_1\) too</details></main>'
    )
    assert page.evaluate(COPIED) == "If $a^2 < b$, then\n$$\\frac{1}{2}$$\nand $c_1$ too"
    assert opened("<main><p>no formula</p></main>").evaluate(COPIED) == ""  # the browser's own copy


@pytest.mark.browser
def test_what_a_live_cell_puts_out_is_set_and_katex_is_fetched_only_then(opened):
    page = opened("<p>nothing</p>")
    assert page.evaluate("typeof katex") == "undefined"
    page.evaluate(
        """async () => {
          const box = document.createElement("div");
          box.textContent = "so \\\\(x^2\\\\) and \\\\[y\\\\] and \\\\(broken{\\\\)";
          document.body.append(box);
          await setFormulas([box, box]);
        }"""
    )
    assert page.locator(".katex-display").count() == 1
    assert page.locator(".katex").count() == 2
    assert "so " in page.locator("div").first.inner_text()
    assert page.locator(".katex-error").count() == 1  # and the rest stands


CHILDREN = {"msub": 2, "msup": 2, "msubsup": 3, "munder": 2, "mover": 2, "munderover": 3, "mfrac": 2, "mroot": 2}


def with_other_children(page):
    """The elements of MathML on a page that have not as many children as they must have: name, children, TeX."""
    found = []
    for math in re.findall(r"<math.*?</math>", page, re.DOTALL):
        tree = ElementTree.fromstring(re.sub(r"&(?!amp;|lt;|gt;|quot;|#)", "&amp;", math))
        for node in tree.iter():
            name = node.tag.rpartition("}")[2]
            if len(node) != CHILDREN.get(name, len(node)):
                found.append((name, len(node), re.findall(r"<annotation[^>]*>([^<]*)", math)))
    return found


def test_an_element_with_a_child_too_many_is_noticed():
    page = "<math><msub><mi>p</mi><mi>min</mi><mo>x</mo></msub><annotation>p</annotation></math>"
    assert with_other_children(page) == [("msub", 3, ["p"])]


@pytest.mark.parametrize("light", [False, True])
@pytest.mark.parametrize(
    "tex",
    [
        r"p_{\min}",
        r"p_{\min}^2",
        r"p^{\max}",
        r"x_1^{\max}",
        r"e^{-\Delta_{\max}/T}",
        r"\lambda_{\max}(A)",
        r"\max_x f",
        r"\max f",
        r"\hat p_{\min}^2",
        r"p_{\min}^{n+1}",
        r"p_{\min}^{\max}",
        r"x_{\max}'",
        r"\frac{\max}{2}",
        r"\bar{\max}",
        r"\overset{\max}{x}",
        r"\sum_{\min}^{n+1}",
        r"\sqrt[\max]{2}",
    ],
)
def test_a_script_has_as_many_children_as_mathml_asks(engine, tex, light):
    made = with_formulas(f"<p>{BS}({tex}{BS})</p>", engine, light)
    assert with_other_children(made) == []
    assert made.count("min") + made.count("max") >= 2  # the name is still there


@pytest.mark.browser
def test_every_script_of_every_page_has_as_many_children_as_mathml_asks():
    site = ROOT / "_build" / "html"
    pages = {str(page.relative_to(site)): page.read_text(encoding="utf-8") for page in site.rglob("*.html")}
    assert "index.html" in pages
    assert {name: wrong for name, text in pages.items() if (wrong := with_other_children(text))} == {}

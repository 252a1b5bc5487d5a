"""Each lecture has a problem sheet, and a key that no student's file holds."""

import os
import re
import zipfile

import exams
import pytest
from bs4 import BeautifulSoup
from course import core
from lecture_kit import kit_of, labels_of
from pairing import ROOT
from printed import article_of, is_current
from problem_sheets import alone, key, problems_of, sheet, write_sheets
from slides import in_solution, words

SITE = ROOT / "_build" / "html"
SHORT = 20  # letters of a paragraph that a sheet may share with a solution
FORMULA = (
    '<span class="katex-display"><span class="katex"><span class="katex-mathml"><math><mi>x</mi></math></span><span '
    'class="katex-html">x</span></span></span>'
)


def built(labels, solved=True):
    """A page with exercises, a solution below each."""
    pieces = "".join(
        f'<div class="exercise admonition" id="{label}"><p class="admonition-title"><span class="caption-number">'
        f'Exercise {at}</span> (About {label})</p><section id="exercise-content"><p>Do {label}: {FORMULA} <a '
        'href="x.html">there</a>.</p><img alt="A curve." src="../../_images/a.svg"/></section></div>'
        + (
            f'<div class="solution dropdown admonition"><p class="admonition-title">Solution to<a href="#{label}"> '
            f'Exercise</a></p><section id="solution-content"><p>Secret {label}. {FORMULA}</p><img alt="B." '
            'src="../../_images/a.svg"/><details><summary>code</summary>1 + 1</details></section></div>'
        )
        * solved
        for at, label in enumerate(labels, start=1)
    )
    return f'<article><h1>Who leaves?<a class="headerlink" href="#x">#</a></h1>{pieces}</article>'


def plain(html):
    """The text of HTML, formulas with all that stands for them, one space between words."""
    return " ".join(BeautifulSoup(html, "html.parser").get_text().split())


def told_in(html):
    """The paragraphs and entries of lists in HTML, without the short ones."""
    pieces = BeautifulSoup(html, "html.parser").find_all(["p", "li"])
    return {text for text in (plain(str(piece)) for piece in pieces) if len(text) > SHORT}


def leaks(solved, sheet):
    """What a sheet tells of a solution, as it stands on the page or without links and marks."""
    text = plain(sheet)
    return {told for told in told_in(str(solved)) | told_in(words(solved)) if told in text}


@pytest.fixture
def site(tmp_path):
    """A site with the first lecture alone and empty archives."""
    page = core()[0]
    source = tmp_path / f"{page.docname}.html"
    source.parent.mkdir(parents=True)
    source.write_text(built(kit_of(page).homework), encoding="utf-8")
    (tmp_path / "_images").mkdir()
    (tmp_path / "_images" / "a.svg").write_text("<svg/>", encoding="utf-8")
    (tmp_path / "editions").mkdir()
    for edition in ("student", "full"):
        with zipfile.ZipFile(tmp_path / "editions" / f"{edition}-{page.part}.zip", "w") as packed:
            packed.writestr("a.ipynb", "{}")
    return tmp_path


def test_a_sheet_has_the_homework_in_its_order_and_no_solution():
    page = core()[0]
    labels = kit_of(page).homework
    made = sheet(article_of(built(["ex-other", *reversed(labels)])), page)
    assert re.findall(r"<h2>(.*?)</h2>", made) == [f"{at}. About {label}" for at, label in enumerate(labels, start=1)]
    assert "Secret" not in made
    assert "ex-other" not in made
    assert 'src="../_images/a.svg"' in made
    assert '<a href="x.html">' not in made
    assert "<title>Who leaves?: problem sheet</title>" in made


def test_a_key_has_the_solutions_and_needs_no_other_file(site):
    page = core()[0]
    source = site / f"{page.docname}.html"
    made = key(article_of(source.read_text(encoding="utf-8")), page, source.parent)
    assert [f"Secret {label}." in made for label in kit_of(page).homework] == [True] * len(kit_of(page).homework)
    assert not re.search(r'(?:src|href)="(?!data:)', made)
    assert "katex-html" not in made
    assert made.count('<math display="block">') == 2 * len(kit_of(page).homework)
    assert "details" not in made


def test_an_exercise_without_a_solution_is_refused():
    with pytest.raises(ValueError, match="homework must be an exercise with one solution; ex-a is not"):
        problems_of(article_of(built(["ex-a"], solved=False)), ["ex-a"])
    with pytest.raises(ValueError, match="ex-b is not"):
        problems_of(article_of(built(["ex-a"])), ["ex-b"])


def test_a_sheet_and_its_key_leave_the_page_as_it_is(site):
    page = core()[0]
    source = site / f"{page.docname}.html"
    article = article_of(source.read_text(encoding="utf-8"))
    before = str(article)
    made = [(sheet(article, page), key(article, page, source.parent)) for _ in range(2)]
    assert made[0] == made[1]
    assert str(article) == before


def test_keys_lie_in_the_archive_with_answers_alone(site, tmp_path):
    page = core()[0]
    write_sheets(site)
    write_sheets(site)  # a second time changes nothing
    name = page.name.rpartition("/")[2]
    assert [path.name for path in (site / "sheets").iterdir()] == [f"{page.part}-{name}.html"]
    held = {
        edition: zipfile.ZipFile(site / "editions" / f"{edition}-{page.part}.zip").namelist()
        for edition in ("student", "full")
    }
    assert held == {"student": ["a.ipynb"], "full": ["a.ipynb", f"{page.part}/keys/{name}.html"]}
    assert "Secret" not in (site / "sheets" / f"{page.part}-{name}.html").read_text(encoding="utf-8")
    [unpacked] = exams.unpack_keys(site / "editions", tmp_path / "keys")
    assert unpacked.name == f"{page.part}-{name}.html"
    assert "Secret" in unpacked.read_text(encoding="utf-8")


def test_sheets_and_keys_are_those_of_the_pages_as_they_are(site):
    page = core()[0]
    source, name = site / f"{page.docname}.html", page.name.rpartition("/")[2]
    target, place = site / "sheets" / f"{page.part}-{name}.html", f"{page.part}/keys/{name}.html"
    write_sheets(site)
    source.write_text(source.read_text(encoding="utf-8").replace("Secret", "Told").replace("Do ", "Try "), "utf-8")
    write_sheets(site)
    with zipfile.ZipFile(site / "editions" / f"full-{page.part}.zip") as packed:
        assert packed.namelist() == ["a.ipynb", place]
        assert "Told" in packed.read(place).decode()
        assert packed.read("a.ipynb") == b"{}"
    assert "Try " in target.read_text(encoding="utf-8")


def test_a_file_is_current_while_nothing_that_it_is_made_from_is_newer(tmp_path):
    target, source = tmp_path / "made", tmp_path / "from"
    source.write_text("a")
    assert not is_current(target, [source])
    target.write_text("b")
    os.utime(source, ns=(target.stat().st_atime_ns, target.stat().st_mtime_ns))
    assert is_current(target, [source])
    os.utime(source, (target.stat().st_mtime + 1,) * 2)
    assert not is_current(target, [source])


def test_a_solution_on_a_sheet_is_found_with_its_formulas_and_signs():
    page = core()[0]
    html = built(kit_of(page).homework).replace("Secret", '<a href="x.html">Secret</a> &amp; a sum\n of <i>many</i>')
    article = article_of(html)
    made = sheet(article, page)
    for _, solved in problems_of(article, kit_of(page).homework):
        assert not leaks(solved, made)
        for put_in in (str(solved), words(solved)):
            told = leaks(solved, made.replace("</main>", f"{put_in}</main>"))
            assert any(each.startswith("Secret & a sum of many") for each in told)


@pytest.mark.browser
@pytest.mark.parametrize("page", core(), ids=lambda page: page.name)
def test_each_lecture_has_its_sheet_and_no_loose_file_holds_a_key(page):
    html = (SITE / f"{page.docname}.html").read_text(encoding="utf-8")
    place = f"{page.part}-{page.name.rpartition('/')[2]}"
    text = (SITE / "sheets" / f"{place}.html").read_text(encoding="utf-8")
    exercises = labels_of((ROOT / f"{page.docname}.md").read_text(encoding="utf-8")).exercises
    assert text.count("<h2>") == len(kit_of(page).homework) <= len(exercises)
    for asked, solved in problems_of(article_of(html), kit_of(page).homework):
        assert not in_solution(asked)
        assert not leaks(solved, text)
        # And it would be seen, whichever way the solution came there.
        for put_in in (str(solved), words(solved)):
            assert told_in(put_in)
            assert told_in(put_in) <= leaks(solved, text.replace("</main>", f"{put_in}</main>"))
    assert not list(SITE.rglob("keys/*.html"))
    with zipfile.ZipFile(SITE / "editions" / f"full-{page.part}.zip") as packed:
        held = packed.read(f"{page.part}/keys/{page.name.rpartition('/')[2]}.html").decode()
    assert held.count("<h3>Solution</h3>") == len(kit_of(page).homework)
    assert f'href="../sheets/{place}.html"' in (SITE / "book" / f"boards-{page.part}.html").read_text(encoding="utf-8")


def test_a_picture_in_a_key_is_data(tmp_path):
    (tmp_path / "a.png").write_bytes(b"1")
    piece = BeautifulSoup('<p><img alt="A." src="a.png"/></p>', "html.parser")
    assert str(alone(piece, tmp_path)) == '<p><img alt="A." src="data:image/png;base64,MQ=="/></p>'

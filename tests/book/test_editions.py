"""The notebooks that the site publishes: plain Markdown, links that lead somewhere, and no answer in the student
edition.
"""

import html
import json
import os
import re
import subprocess
import venv
import zipfile
from pathlib import Path

import nbformat
import papermill
import pytest
from course import core, pages
from first_cell import needs
from pairing import ROOT, read, sources

from claimbook.site.questions import read_questions
from incentives_book.exercises import EXERCISES, STATEMENTS

SITE = ROOT / "_build" / "html"
EDITIONS = SITE / "editions"
QUESTIONS = read_questions()
NAMES = [f"{page.parent.name}/{page.stem}" for page in sources(ROOT)]

pytestmark = pytest.mark.browser  # they need the built site


def notebook(edition, name):
    return nbformat.read(EDITIONS / edition / f"{name}.ipynb", as_version=4)


def prose(edition, name):
    """The Markdown of a notebook, an x for each piece of code and each formula."""
    text = "\n\n".join(cell.source for cell in notebook(edition, name).cells if cell.cell_type == "markdown")
    text = re.sub(r"(?ms)^(> )?```.*?^(> )?```", "", text)
    return re.sub(r"(?s)\$\$.*?\$\$|(?<!\\)\$.*?(?<!\\)\$|`[^`]*`", "x", text)


def gated(name):
    """The code and the paragraphs of a page's solutions."""
    inside, code, words = False, [], []
    for cell in read(ROOT / "notebooks" / f"{name}.md").cells:
        if cell.cell_type == "markdown":
            for part in re.split(r"(\{solution-(?:start|end)\})", cell.source):
                if part.startswith("{solution-"):
                    inside = part == "{solution-start}"
                elif inside:
                    words += [
                        line
                        for line in part.splitlines()
                        if len(line) > 60 and "$" not in line and "](" not in line and "{" not in line
                    ]
        elif inside:
            code.append(cell.source.strip())
    return code, words


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("edition", ["student", "full"])
def test_a_notebook_is_plain_markdown(edition, name):
    text = prose(edition, name)
    assert not re.findall(r"(?m)^\s*(?:> )?(?::{3,}|`{3,})\s*\{", text), "a directive"
    assert not re.findall(
        r"\{[a-z:]+\}`", "\n".join(c.source for c in notebook(edition, name).cells if c.cell_type == "markdown")
    ), "a role"
    assert not re.findall(r"(?<!!)\[\s*\]\(", text), "a link without words"
    assert not [
        url for url in re.findall(r"\]\(([^)\s]*)", text) if not url.startswith(("https://", "http://", "mailto:"))
    ]


@pytest.mark.parametrize("name", NAMES)
def test_links_into_the_book_lead_to_a_page_and_a_place_on_it(name):
    for address, anchor in re.findall(
        r"\]\(https://[\w.-]+\.github\.io/[\w.-]+/([\w/.-]*\.html)#?([^)\s]*)\)", prose("full", name)
    ):
        page = SITE / address
        assert page.is_file(), address
        if anchor:
            assert f'id="{anchor}"' in page.read_text(encoding="utf-8"), f"{address}#{anchor}"


@pytest.mark.parametrize("name", NAMES)
def test_the_student_edition_holds_no_answer_and_no_output(name):
    made = notebook("student", name)
    assert all(not cell.outputs and cell.execution_count is None for cell in made.cells if cell.cell_type == "code")
    codes = {cell.source.strip() for cell in made.cells if cell.cell_type == "code"}
    solved, words = gated(name)
    assert not codes & set(solved)
    text = "\n".join(cell.source for cell in made.cells)
    assert "Solution to" not in text
    assert "**Solution.**" not in text
    assert not [line for line in words if line in text.replace("’", "'").replace("\\", "")]


@pytest.mark.parametrize("name", NAMES)
def test_a_student_sees_no_more_code_than_on_the_page_and_can_unfold_the_rest(name):
    codes = [cell for cell in notebook("student", name).cells if cell.cell_type == "code"]
    # Colab folds by one word, JupyterLab by another.
    assert all(("cellView" in c.metadata) == ("jupyter" in c.metadata) for c in codes)
    given = [c for c in codes if not c.source.startswith(("# Your answer", "from incentives_book.exercises"))]
    seen = [line for c in given if "cellView" not in c.metadata for line in c.source.splitlines() if line.strip()]
    assert len(seen) <= 80
    assert not [line for line in seen if "claim(" in line]


@pytest.mark.parametrize("name", NAMES)
def test_every_exercise_of_the_student_edition_has_a_place_for_an_answer(name):
    made = notebook("student", name)
    source = (ROOT / "notebooks" / f"{name}.md").read_text(encoding="utf-8")
    asked = len(re.findall(r"\{exercise(?:-start)?\} ", source))
    places = [
        c for c in made.cells if c.source.startswith(("# Your answer", "*Your answer:*")) or "\ncheck(" in c.source
    ]
    assert len(places) == asked


@pytest.mark.parametrize("name", NAMES)
def test_the_full_edition_has_the_cells_and_the_outputs_of_the_page(name):
    ran = json.loads((ROOT / "_build" / "executed" / f"{name}.ipynb").read_text(encoding="utf-8"))
    expected = [c for c in ran["cells"] if c["cell_type"] == "code" and not needs("".join(c["source"]))]
    made = [
        c for c in notebook("full", name).cells if c.cell_type == "code" and "setup" not in c.metadata.get("tags", [])
    ]
    made = [c for c in made if not c.source.startswith(("# Your answer", "from incentives_book.exercises"))]
    assert [c.source for c in made] == [
        "".join(c["source"]) for c in expected if "remove-cell" not in c["metadata"].get("tags", [])
    ]
    assert [len(c.outputs) for c in made] == [
        len(c["outputs"]) for c in expected if "remove-cell" not in c["metadata"].get("tags", [])
    ]


@pytest.mark.parametrize("name", NAMES)
def test_the_words_of_each_figure_are_kept(name):
    source = (ROOT / "notebooks" / f"{name}.md").read_text(encoding="utf-8")
    alts = len(re.findall(r"(?m)^    alt: ", source))
    inside = sum(
        bool(re.search(r"(?m)^    alt: ", cell))
        for cell in re.findall(r"(?ms)^[`:]{3,}\{solution-start\}.*?\{solution-end\}", source)
    )
    text = "\n".join(cell.source for cell in notebook("student", name).cells)
    assert text.count("*In words:*") >= alts - inside


def test_each_part_has_a_zip_of_each_edition():
    for edition in ("student", "full"):
        for part in {name.partition("/")[0] for name in NAMES}:
            held = zipfile.ZipFile(EDITIONS / f"{edition}-{part}.zip").namelist()
            asked = [f"{part}/does-it-hold.ipynb"] if part in QUESTIONS else []
            if edition == "full":  # the keys of problem sheets lie there, and nowhere else
                asked += [f"{part}/keys/{page.name.rpartition('/')[2]}.html" for page in core() if page.part == part]
            assert sorted(held) == sorted([*asked, *(f"{name}.ipynb" for name in NAMES if name.startswith(f"{part}/"))])


@pytest.mark.parametrize("part", QUESTIONS)
def test_the_questions_of_a_part_are_a_notebook_that_gives_nothing_away(part):
    names = QUESTIONS[part]["claims"]
    student, full = (notebook(edition, f"{part}/does-it-hold") for edition in ("student", "full"))
    cells = [
        cell.source for cell in student.cells if cell.cell_type == "code" and cell.source.startswith("counterexample(")
    ]
    assert cells == [f'counterexample("{name}", "")' for name in names]  # the same cell, whatever the verdict
    text = "\n".join(cell.source for cell in student.cells)
    assert not [name for name in names if name in STATEMENTS and STATEMENTS[name].witness in text]
    assert not re.search(r"(?m)^It (holds|is false)", text)
    judged = {cell.source: cell.outputs[0].text for cell in full.cells if cell.cell_type == "code" and cell.outputs}
    assert len(judged) == sum(name in STATEMENTS for name in names) >= 3
    assert all(told.endswith("A counterexample.\n") for told in judged.values())
    assert len(re.findall(r"(?m)^It (?:holds|is false)", "\n".join(cell.source for cell in full.cells))) == len(names)


@pytest.fixture(scope="module")
def only_the_wheel(tmp_path_factory):
    """A Python of its own: the book's packages from the wheel of the site, all others from where this Python has
    them.
    """
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False)
    (packages,) = folder.glob("[Ll]ib/**/site-packages")
    (wheel,) = (SITE / "wheel").glob("*.whl")
    zipfile.ZipFile(wheel).extractall(packages)
    # A line of a .pth is a folder to look into; what other .pth there, as of an editable install, is not followed.
    (packages / "others.pth").write_text(str(Path(papermill.__file__).parents[1]), encoding="utf-8")
    python = next(path for path in (folder / "bin" / "python", folder / "Scripts" / "python.exe") if path.exists())
    told = subprocess.run(
        [python, "-c", "import incentives; print(incentives.__file__)"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    assert Path(told.stdout.strip()).is_relative_to(packages)
    return python


@pytest.mark.parametrize(
    "name",
    [
        "coalitions/a-motivating-example",
        "payments/why-payments",
        "rewards/rewards-on-real-data",
        "consensus/does-it-hold",
    ],
)
def test_a_student_notebook_runs_unpacked_in_an_empty_folder_with_nothing_but_the_wheel(name, only_the_wheel, tmp_path):
    """From the zip of its part, as in a fresh environment; the records come with the wheel."""
    part = name.partition("/")[0]
    zipfile.ZipFile(EDITIONS / f"student-{part}.zip").extractall(tmp_path)
    program = (
        f"import papermill; papermill.execute_notebook({str(tmp_path / f'{name}.ipynb')!r}, 'ran.ipynb', "
        "progress_bar=False)"
    )
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"} | {"OMP_NUM_THREADS": "1"}
    folder = tmp_path / "empty"
    folder.mkdir()
    done = subprocess.run(
        [only_the_wheel, "-c", program], cwd=folder, env=environment, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr[-3000:]
    ran = (folder / "ran.ipynb").read_text(encoding="utf-8")
    if name == "coalitions/a-motivating-example":
        assert "Not answered yet" in ran
    if name == "consensus/does-it-hold":
        assert "Nothing is handed in yet" in ran


@pytest.mark.parametrize("label", EXERCISES)
def test_under_an_exercise_stands_the_line_that_checks_it_and_no_answer(label):
    """On the page: not run, and no more than the student's notebook shows."""
    (name,) = [
        name
        for name in NAMES
        if f":label: {label}\n" in (ROOT / "notebooks" / f"{name}.md").read_text(encoding="utf-8")
    ]
    page = (SITE / "notebooks" / f"{name}.html").read_text(encoding="utf-8")
    after = page.split(f'id="{label}"')[1]
    box = after.split('<div class="self-check')[1].split("</pre>")[0]
    text = html.unescape(re.sub(r"<[^>]+>", "", box))
    assert text.index(EXERCISES[label].form) < text.index("from incentives_book.exercises import check")
    assert text.rstrip().endswith(f'answer = ...\ncheck("{label}", answer)')
    assert page.count(f'"{label}"</span>') == 1
    source = (ROOT / "notebooks" / f"{name}.md").read_text(encoding="utf-8")
    # A page calls the checks that judge a counterexample, and none that judges an answer.
    assert not re.search(r"incentives_book\.exercises(?!\.refutations )", source)


@pytest.mark.parametrize("name", NAMES)
def test_buttons_lead_to_the_editions(name):
    page = (SITE / "notebooks" / f"{name}.html").read_text(encoding="utf-8")
    for edition in ("student", "full"):
        assert f'href="../../editions/{edition}/{name}.ipynb"' in page
    assert f"/blob/notebooks/student/{name}.ipynb" in page
    first = next(c.source for c in read(ROOT / "notebooks" / f"{name}.md").cells if c.cell_type == "code")
    assert ("mybinder.org" in page) == ("[" not in needs(first))


def test_all_pages_with_an_entry_have_editions():
    assert {page.name for page in pages().values()} <= set(NAMES)

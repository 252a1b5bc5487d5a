"""Every notebook has the parts that a reader, a rerun and a screen reader rely on."""

import re
from itertools import pairwise

import course
import nbformat
import pytest
import yaml
from execute import executed_path
from first_cell import needs
from pairing import ROOT, read, sources

from claimbook.seal import run_of

PAGES = [path.relative_to(ROOT).as_posix() for path in sources(ROOT)]
# The guide to the library and the page that opens a part ask and prove nothing of their own.
LECTURES = [page for page in PAGES if not page.startswith("notebooks/guide/") and not page.endswith("/overview.md")]
# What the build writes from the register.
GENERATED = re.compile(r"book/(claims(-\w+)?|claim-graph|errata-\w+|questions-\w+)")
WRITTEN = [
    f"book/{path.name}" for path in sorted((ROOT / "book").glob("*.md")) if not GENERATED.fullmatch(f"book/{path.stem}")
]
TEXTS = [*PAGES, *WRITTEN]


@pytest.fixture(params=PAGES)
def page(request):
    return ROOT / request.param


@pytest.fixture(params=LECTURES)
def lecture(request):
    return ROOT / request.param


def cells(path, kind="code"):
    return [cell for cell in read(path).cells if cell.cell_type == kind]


def prose(path):
    """The text of a page without its code, fenced or indented by a directive's options."""
    text = path.read_text(encoding="utf-8")
    return re.sub(r"^(```+)\{?(code-cell|code|python|toml|bash|mermaid|raw)?.*?^\1\s*$", "", text, flags=re.M | re.S)


def test_there_are_notebooks():
    assert PAGES


def test_the_first_cells_install_and_set_parameters(page):
    first, second = cells(page)[:2]
    assert first.metadata.tags == ["remove-cell"]
    assert needs(first.source)
    assert second.metadata.tags == ["parameters"]
    assert re.search(r"^\w+ = \S", second.source, re.M)
    assert all("parameters" not in cell.metadata.get("tags", []) for cell in cells(page)[2:])


def test_the_kernel_is_named_and_no_version_is(page):
    metadata = read(page).metadata
    assert metadata.kernelspec.name == "python3"
    assert metadata.jupytext.text_representation.format_name == "myst"
    assert "jupytext_version" not in metadata.jupytext.text_representation


def test_a_page_says_what_for_asks_and_sums_up(lecture):
    text = lecture.read_text(encoding="utf-8")
    for part in ("Objectives", "Prerequisites", "What we found", "Exercises"):
        assert re.search(rf"^(#+ |\*\*){part}", text, re.M), f"no {part}"


def test_three_exercises_each_with_a_collapsed_solution(lecture):
    text = lecture.read_text(encoding="utf-8")
    exercises = re.findall(r"\{exercise(?:-start)?\}[^\n]*\n(?::[^\n]*\n)*?:label: (\S+)", text)
    solutions = re.findall(r"\{solution(?:-start)?\} (\S+)\n((?::[^\n]*\n)*)", text)
    assert len(exercises) >= 3
    assert sorted(label for label, _ in solutions) == sorted(exercises)
    assert all("dropdown" in options for _, options in solutions)


def test_every_solution_with_code_is_executed(lecture):
    assert re.search(
        r"\{solution-start\}.*?\{code-cell\}.*?\{solution-end\}", lecture.read_text(encoding="utf-8"), re.S
    )


def test_outputs_are_those_of_the_run(page):
    assert run_of(executed_path(page, ROOT)), "not executed, or edited afterwards: run book/execute.py"


def test_no_check_stands_where_outputs_may_differ_from_run_to_run(page):
    timed = [cell for cell in read(page).cells if "wall-time" in cell.metadata.get("tags", [])]
    assert not any(re.search(r"\bclaim\(", cell.source) for cell in timed)


def test_every_drawing_has_a_text(page):
    executed = executed_path(page, ROOT)
    assert executed.is_file(), f"{executed} is missing: run book/execute.py"
    for cell in nbformat.read(executed, as_version=4).cells:
        outputs = cell.get("outputs", [])
        if any("image/png" in out.get("data", {}) or "image/svg+xml" in out.get("data", {}) for out in outputs):
            text = cell.metadata.get("mystnb", {}).get("image", {}).get("alt", "")
            assert len(text.split()) >= 5, f"no text for the drawing of this cell:\n{cell.source}"


def test_no_cell_puts_out_an_error_or_a_warning(page):
    for cell in nbformat.read(executed_path(page, ROOT), as_version=4).cells:
        for out in cell.get("outputs", []):
            assert out.output_type != "error", cell.source
            assert "Warning" not in out.get("text", ""), f"{out.text}\n{cell.source}"


@pytest.mark.parametrize("name", TEXTS)
def test_headings_start_at_one_and_skip_no_level(name):
    levels = [len(marks) for marks in re.findall(r"^(#{1,6}) ", prose(ROOT / name), re.M)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(later <= earlier + 1 for earlier, later in pairwise(levels))


@pytest.mark.parametrize("name", [name for name in TEXTS if name.startswith("notebooks/")])
def test_no_heading_stands_twice(name):
    headings = re.findall(r"^#{1,6} .*$", prose(ROOT / name), re.M)
    assert len(set(headings)) == len(headings)


@pytest.mark.parametrize("name", TEXTS)
def test_every_footnote_is_defined_and_used(name):
    text = prose(ROOT / name)
    defined = set(re.findall(r"^\[\^([^\]]+)\]:", text, re.M))
    used = set(re.findall(r"\[\^([^\]]+)\](?!:)", text))
    assert used == defined


def out_of_place(contents):
    """The pages that the contents list without there being one, or that they lack, or list twice."""
    found = course.listed(contents)
    written = {name.removesuffix(".md") for name in TEXTS} - {contents["root"]}
    generated = {name for name in found if GENERATED.fullmatch(name)}
    assert generated
    return (set(found) ^ (written | generated)) | {name for name in found if found.count(name) > 1}


def test_every_page_is_in_the_contents_and_the_other_way_round():
    contents = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    assert out_of_place(contents) == set()


def test_a_page_that_is_left_out_of_the_contents_is_noticed():
    contents = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    lost = contents["parts"][0]["chapters"].pop(0)
    assert lost["file"] in out_of_place(contents)


def test_a_letter_has_one_meaning_in_its_part_or_is_listed_with_both():
    sections = re.split(r"^## ", (ROOT / "book/notation.md").read_text(encoding="utf-8"), flags=re.M)
    listed = next(text for text in sections if text.startswith("Letters with two meanings"))
    for text in sections[1:5]:
        part = text.partition(":")[0].lower()
        heads = [line.replace("\\|", "").split("|")[1] for line in text.splitlines() if line.startswith(("| $", "| —"))]
        letters = [letter.partition("=")[0] for head in heads for letter in re.findall(r"\$([^$]+)\$", head)]
        twice = {letter for letter in letters if letters.count(letter) > 1}
        assert all(re.search(rf"^\| {part} \| [^|]*\${re.escape(letter)}\$", listed, re.M) for letter in twice), (
            part,
            twice,
        )


def test_labels_are_used_once():
    labels = [
        (label, name)
        for name in TEXTS
        for labels_of_line in re.findall(
            r"^:label: (\S+)|^\((\S+)\)=$|\$\$ \((\S+)\)$", (ROOT / name).read_text(encoding="utf-8"), re.M
        )
        for label in labels_of_line
        if label
    ]
    seen = {}
    for label, name in labels:
        assert label not in seen, f"{label} in {name} and in {seen[label]}"
        seen[label] = name

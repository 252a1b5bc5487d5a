"""Every page has its entry in parts.toml, and what the entries say fits the book."""

import posixpath
import re
import sys
from collections import Counter, defaultdict
from types import SimpleNamespace

import pytest
import yaml
from docutils import nodes, utils
from pairing import ROOT, sources
from sphinx import addnodes

sys.path.append(str(ROOT / "book" / "_ext"))
from course import beside, core, exercise_minutes, listed, pages, prose, read_pages, required
from course_marks import lecture_bar, mark
from opening import arcs, bows, note_times, outdated
from per_page import alone
from words import scorer

NAMES = {path.relative_to(ROOT / "notebooks").with_suffix("").as_posix() for path in sources(ROOT)}


def test_every_page_of_the_contents_has_an_entry_and_every_entry_a_page():
    assert set(pages()) == NAMES, "book/parts.toml says of every notebook what it is and needs, and of nothing else"
    assert {name.removeprefix("notebooks/") for name in listed() if name.startswith("notebooks/")} == NAMES


def test_the_contents_show_forty_titles_at_most_before_anything_is_opened():
    parts = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))["parts"]
    assert sum(len(part["chapters"]) for part in parts) <= 40
    shown = {chapter["file"] for part in parts for chapter in part["chapters"]}
    assert {page.docname for page in core()} <= shown


def test_no_two_pages_have_the_same_title():
    files = [path for path in (ROOT / "book").glob("*.md") if path.stem != "reading"] + list(sources(ROOT))
    titles = [re.search(r"^# (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE) for path in files]
    counted = Counter(title[1] for title in titles if title)
    assert {title: n for title, n in counted.items() if n > 1} == {}


def test_no_page_needs_itself_by_way_of_others():
    done = set()
    while waiting := [page for page in pages().values() if page.name not in done]:
        ready = [page.name for page in waiting if set(page.needs) <= done]
        assert ready, f"these pages need each other in a circle: {[page.name for page in waiting]}"
        done.update(ready)


def test_the_core_path_is_counted_without_gaps_and_needs_no_later_one_and_no_page_beside_it():
    assert [page.lecture for page in core()] == list(range(1, len(core()) + 1))
    for page in core():
        assert all(0 < pages()[need].lecture < page.lecture for need in page.needs), page.name


def test_a_core_lecture_leads_to_the_one_after_it_and_to_no_other():
    path = core()
    assert [beside(page) for page in path] == list(zip([None, *path[:-1]], [*path[1:], None], strict=True))
    bars = [lecture_bar(page) for page in path]
    targets = [[link["reftarget"] for link in bar.findall(addnodes.pending_xref)] for bar in bars]
    assert targets[0] == [f"/notebooks/{path[1].name}"]
    assert targets[1] == [f"/notebooks/{path[0].name}", f"/notebooks/{path[2].name}"]
    assert targets[-1] == [f"/notebooks/{path[-2].name}"]


PREREQUISITES = re.compile(r"^\*\*Prerequisites\.\*\*.*?(?=\n\n)", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([\w./-]+)\.md[^)]*\)|\{doc\}`(?:[^`<]*<)?([^`>]*)>?`")


def asked_for(name, text):
    """The pages of parts that stand under *Prerequisites* in the text of a page."""
    found = PREREQUISITES.search(text)
    links = [near or far for near, far in LINK.findall(found.group())] if found else []
    paths = [posixpath.normpath(posixpath.join("/notebooks", name, "..", link)) for link in links]
    return [path.removeprefix("/notebooks/") for path in paths if path.startswith("/notebooks/")]


def test_prerequisites_are_read_from_both_kinds_of_links():
    text = "**Prerequisites.** [](b.md), [c](../p/c.md#d), {doc}`../../book/notation`.\n\n[](later.md)"
    assert asked_for("a/one", text) == ["a/b", "p/c"]


@pytest.mark.parametrize("name", sorted(NAMES))
def test_what_a_page_asks_for_comes_before_it_on_the_map(name):
    """For a core lecture that is the path; what it uses of a page beside the path it recalls in a box."""
    asked = asked_for(name, (ROOT / "notebooks" / f"{name}.md").read_text(encoding="utf-8"))
    page = pages()[name]
    assert set(asked) <= required(page), f"book/parts.toml must say that {name} needs these, or the page must not"
    if page.lecture:
        assert all(0 < pages()[need].lecture < page.lecture for need in asked)


@pytest.mark.parametrize(
    "row",
    [
        '{ kind = "talk", needs = [] }',
        '{ kind = "core", needs = [] }',
        '{ kind = "audit", lecture = 2, needs = [] }',
        '{ kind = "audit" }',
    ],
)
def test_an_entry_with_other_fields_than_its_kind_asks_for_is_refused(row):
    with pytest.raises(ValueError, match="a/one must have kind"):
        read_pages(f"[a]\none = {row}")


def test_an_entry_that_needs_a_page_without_an_entry_is_refused():
    with pytest.raises(ValueError, match="needs of a/one must have entries of their own; a/two has none"):
        read_pages('[a]\none = { kind = "audit", needs = ["two"] }')


def test_prose_is_counted_without_code_exercises_and_solutions():
    page = (
        "---\nkernel: x\n---\n# Title here\n\nOne two.\n\n```{code-cell} ipython3\nx = 1\n```\n\n:::{exercise} "
        "Name\n:label: e\n\n"
        "(*hard, 25 minutes*) Ask.\n:::\n\n```{solution-start} e\n:class: dropdown\n```\n\nLong "
        "answer.\n\n```{solution-end}\n```\n"
    )
    assert prose(page).split() == ["#", "Title", "here", "One", "two."]
    assert exercise_minutes(page) == 25


def test_the_map_draws_each_need_once_and_none_that_follows_from_two_others():
    known = read_pages(
        '[a]\none = {kind="lecture",needs=[]}\ntwo = {kind="lecture",needs=["one"]}\nthree = '
        '{kind="lecture",needs=["one","two"]}'
    )
    import opening

    before, opening.pages = opening.pages, lambda: known
    try:
        assert arcs(list(known.values())) == [(0, 1), (1, 2)]
        assert bows(list(known.values())).count("<path") == 2
    finally:
        opening.pages = before


def test_lectures_of_the_core_path_are_marked_by_their_number():
    assert f">{core()[2].lecture}</span>" in mark(core()[2])
    assert all(mark(page) for page in pages().values() if page.kind in ("core", "audit", "practice", "red pen"))


def test_a_page_that_tells_the_time_of_another_is_read_again_when_that_time_changes_and_not_before():
    env = SimpleNamespace(docname="map", metadata=defaultdict(dict), found_docs={"map", "other"})
    note_times(env, core())
    assert outdated(None, env, set(), set(), set()) == []
    first = core()[0].name
    env.metadata["map"]["times"][first] = "3 min"
    assert outdated(None, env, set(), set(), set()) == ["map"]
    assert outdated(None, env, set(), {"map"}, set()) == []
    env.metadata["map"]["times"] = {"gone/page": "3 min"}
    assert outdated(None, env, set(), set(), set()) == ["map"]


def test_what_is_remembered_of_an_exercise_holds_its_title_and_no_document():
    document = utils.new_document("page")
    exercise = nodes.admonition("", nodes.title("", "Name"), nodes.paragraph("", "Ask."), ids=["e"])
    document += [nodes.paragraph("", "long page"), exercise]
    exercise.children[0].document = document
    kept = alone(exercise)
    assert (kept["ids"], kept.astext()) == (["e"], "Name")
    assert kept.parent is None
    assert all(part.document is None for part in kept.findall())
    assert (exercise.document, len(exercise)) == (document, 2)


def test_the_slips_of_a_part_count_its_printed_rows_and_the_sentence_below_fits_them():
    import opening

    from claimbook.register import parts

    for part in filter(lambda part: part.paper, parts()):
        rows = opening.slips(part)
        judged = [e for e in part.entries if any(e.verdict in opening.GROUPS[words] for words in opening.OUTCOMES)]
        named = [e for e in judged if any(e.kind in kinds for kinds in opening.PRINTED.values())]
        assert sum(map(sum, rows.values())) == len(named)
        assert {e.kind for e in judged} - {e.kind for e in named} <= {"new"}, part.name
        drawn = opening.slips_svg(part)
        assert drawn.count("slip-kind") == len(rows) + len(opening.OUTCOMES)
        unseen = sum(e.verdict == "depends" for e in named)
        words = opening.slips_words(rows)
        assert f"Of {len(named) - unseen} printed statements" in words
        assert (f"Another {unseen} depend on a formula" in words) == bool(unseen)


def test_the_search_prefers_the_lectures_of_the_path_and_names_parts():
    text = scorer()
    assert all(f'"{page.docname}"' in text for page in core())
    assert "if (LECTURES.has(docname)) return score + 12;" in text
    assert "(${part[1]})" in text

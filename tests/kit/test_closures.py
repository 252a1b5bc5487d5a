"""What a check rests on is followed from its call, through the page, into the packages."""

import pytest

from claimbook.closures import Page

CELLS = [
    "import sympy as sp\nfrom incentives.randomness import stream\nfrom claimbook import claim",
    "sizes = [1, 2, 3]\nworlds = [(n, m) for n in sizes for m in sizes]",
    "def small(world):\n    return world[0] < most\n\nmost = 4\nother = 5",
    "rows = []\nfor w in worlds:\n    rows.append(w)",
    'claim("a/b").every(worlds, small)\nclaim("a/c").every(rows, lambda row: stream(row) is not None)',
]


def reach(source, cells=CELLS):
    return Page(cells).closure(4, source)


def test_cases_and_predicate_are_followed_to_what_they_are_made_of():
    assert set(reach('claim("a/b").every(worlds, small)')) == {"page:worlds", "page:sizes", "page:small", "page:most"}
    assert "page:rows" not in reach('claim("a/b").every(worlds, small)')


def test_what_fills_a_list_belongs_to_it_and_the_library_is_followed():
    found = reach('claim("a/c").every(rows, lambda row: stream(row) is not None)')
    assert {"page:rows", "page:worlds", "page:sizes", "incentives.randomness:stream"} <= set(found)
    assert not [name for name in found if name.startswith("claimbook")]


@pytest.mark.parametrize(
    ("cell", "old", "new", "seen"),
    [
        (1, "[1, 2, 3]", "[1, 1, 1]", True),
        (2, "< most", "<= most", True),
        (2, "most = 4", "most = 9", True),
        (2, "other = 5", "other = 6", False),
        (3, "append(w)", "append(1)", False),
        (1, "sizes = [1, 2, 3]", "sizes = [1,  2,3]  # three", False),
    ],
)
def test_an_edit_counts_where_the_check_reaches_it(cell, old, new, seen):
    source = 'claim("a/b").every(worlds, small)'
    changed = [text.replace(old, new) if n == cell else text for n, text in enumerate(CELLS)]
    assert changed != CELLS
    assert (reach(source, changed) != reach(source)) == seen


def test_a_call_that_stands_in_a_function_elsewhere_rests_on_its_cell():
    found = reach("self.every(cases_of_the_companion, predicate)")
    assert {"page:worlds", "page:small", "page:rows"} <= set(found)


@pytest.mark.parametrize(
    "spoilt",
    [
        "from tools import predicate\npredicate = lambda case: True",
        "from tools import predicate\ndef predicate(case): return True",
        "import tools\ntools.predicate = lambda case: True",
        "import tools\nsetattr(tools, 'predicate', lambda case: True)",
        "import tools\ntools.__dict__['predicate'] = lambda case: True",
    ],
)
def test_what_the_page_puts_in_the_place_of_something_imported_counts(spoilt):
    first = spoilt.partition("\n")[0]
    call = (
        "claim('a/b').every([1], tools.predicate)" if "import tools" in first else "claim('a/b').every([1], predicate)"
    )
    assert Page([spoilt, call]).closure(1, call) != Page([first, call]).closure(1, call)


def test_drawing_with_something_imported_does_not():
    call = "claim('a/b').every([1], tools.predicate)"
    drawn = Page(["import tools\ntools.draw(3)\ntools.rows[0]", call]).closure(1, call)
    assert drawn == Page(["import tools", call]).closure(1, call)


def test_every_version_of_python_gives_the_same_digest():
    """The layout of `ast.unparse` changed with 3.12, for texts within texts."""
    cells = ["kinds = [f\"{', '.join(names)}\" for names in rows]", "rows = [['a']]"]
    assert Page(cells).closure(1, "every(kinds, len)")["page:kinds"] == "d6bd4302d29e"

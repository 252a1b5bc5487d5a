"""The names that the library offers: used, documented, and in the same order as on their page."""

import ast
import importlib
import inspect
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PARTS = {"coalitions": "co", "consensus": "cs", "payments": "pay", "rewards": "rw", "together": "tg"}
PARTS |= {part: part for part in ("learning", "methods", "charging")}
CELL = re.compile(r"^```\{code-cell\}.*?^```", re.M | re.S)


def stub(part):
    """Names of a part's stub, and the modules that hold them."""
    tree = ast.parse((ROOT / "lib/incentives" / part / "__init__.pyi").read_text(encoding="utf-8"))
    return {alias.name: node.module for node in tree.body for alias in node.names}


# The executed cells of every page, and whether the page is one of the guide.
CELLS = [
    (page.parent.name == "guide", cell)
    for page in sorted((ROOT / "notebooks").rglob("*.md"))
    for cell in CELL.findall(page.read_text(encoding="utf-8"))
]


def users(part, name, cells):
    """The cells that use a name of a part, as whether their page is one of the guide."""
    alias = re.compile(rf"\b{PARTS[part]}\.{name}\b|from incentives\.{part}[.\w]* import [^\n]*\b{name}\b")
    block = re.compile(rf"from incentives\.{part}[.\w]* import \([^)]*\b{name}\b[^)]*\)")
    return [guide for guide, cell in cells if alias.search(cell) or block.search(cell)]


def returned_by(part, name):
    """Names of a part that give an object of this class."""
    offered = {other: getattr(importlib.import_module(f"incentives.{part}"), other) for other in stub(part)}
    functions = {other: thing for other, thing in offered.items() if inspect.isfunction(thing)}
    return [other for other, thing in functions.items() if thing.__annotations__.get("return") == name]


def unused(part, name, cells=CELLS):
    """What to do about a name that no executed code uses, nor what it returns; empty where it is used."""
    found = [user for each in (name, *returned_by(part, name)) for user in users(part, each, cells)]
    if len(found) >= 2 or any(found):
        return ""
    return (
        f"{part}.{name} stands in {len(found)} executed cells. Use it in two cells of pages, or in one of a page of "
        f"notebooks/guide; or take its line out of lib/incentives/{part}/__init__.pyi, where it remains importable "
        f"from incentives.{part}.{stub(part)[name]}"
    )


@pytest.mark.parametrize(("part", "name"), [(part, name) for part in PARTS for name in stub(part)])
def test_a_name_is_used_by_two_executed_cells_or_by_the_guide(part, name):
    assert not unused(part, name), unused(part, name)


def test_a_name_that_is_only_spoken_of_is_refused_with_what_to_do():
    spoken = [(False, "rw.allocate(a, b)"), (False, "the menu, by rw.allocated")]
    assert unused("rewards", "allocate", spoken).startswith(
        "rewards.allocate stands in 1 executed cells. Use it in two cells of pages, or in one of a page of notebooks"
    )
    assert unused("rewards", "allocate", [(True, "rw.allocate(a, b)")]) == ""
    assert unused("methods", "Comparison", [(True, "methods.compare(a, b)")]) == ""


@pytest.mark.parametrize(("part", "name"), [(part, name) for part in PARTS for name in stub(part)])
def test_a_name_says_what_it_is(part, name):
    thing = getattr(importlib.import_module(f"incentives.{part}"), name)
    assert inspect.getdoc(thing), f"{part}.{name} has no docstring"
    assert thing.__module__ == f"incentives.{part}.{stub(part)[name]}"


def questions(path):
    """The docstrings of a module that begin with a question word, in short."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    nodes = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, documented)]
    texts = [ast.get_docstring(node) or "" for node in nodes]
    return [text[:50] for text in texts if text.startswith(("What ", "Whether ", "How "))]


@pytest.mark.parametrize("folder", ["lib/incentives", "lib/incentives_book", "lib/claimbook", "book"])
def test_a_docstring_begins_with_what_is_returned(folder):
    """As in "The number of players." or "True if nobody leaves."."""
    found = {path.as_posix(): questions(path) for path in sorted((ROOT / folder).rglob("*.py"))}
    assert {path: texts for path, texts in found.items() if texts} == {}

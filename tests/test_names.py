"""The names that the library offers: few, used, documented, and in the same order as on their page."""

import ast
import importlib
import inspect
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PARTS = {"coalitions": "co", "consensus": "cs", "payments": "pay", "rewards": "rw", "learning": "learning"}
MOST = 25
CELL = re.compile(r"^```\{code-cell\}.*?^```", re.M | re.S)
GUIDE = "notebooks/guide/use-the-mechanisms.md"


def stub(part):
    """Names of a part's stub, and the modules that hold them."""
    tree = ast.parse((ROOT / "lib/incentives" / part / "__init__.pyi").read_text(encoding="utf-8"))
    return {alias.name: node.module for node in tree.body for alias in node.names}


def code_of(page):
    text = page.read_text(encoding="utf-8")
    # README and guide speak to somebody who has not opened the library yet: what they name in prose counts too.
    return text if page.name in ("README.md", Path(GUIDE).name) else "\n".join(CELL.findall(text))


PAGES = {page: code_of(page) for page in [ROOT / "README.md", *sorted((ROOT / "notebooks").rglob("*.md"))]}


def users(part, name):
    alias = re.compile(rf"\b{PARTS[part]}\.{name}\b|from incentives\.{part}[.\w]* import [^\n]*\b{name}\b")
    block = re.compile(rf"from incentives\.{part}[.\w]* import \([^)]*\b{name}\b[^)]*\)")
    return [page.name for page, code in PAGES.items() if alias.search(code) or block.search(code)]


@pytest.mark.parametrize("part", PARTS)
def test_a_part_offers_few_names(part):
    assert 10 <= len(stub(part)) <= MOST


@pytest.mark.parametrize(("part", "name"), [(part, name) for part in PARTS for name in stub(part)])
def test_a_name_is_used_by_two_pages_or_by_the_guide(part, name):
    found = users(part, name)
    assert len(found) >= 2 or {"README.md", Path(GUIDE).name} & set(found)


@pytest.mark.parametrize(("part", "name"), [(part, name) for part in PARTS for name in stub(part)])
def test_a_name_says_what_it_is(part, name):
    thing = getattr(importlib.import_module(f"incentives.{part}"), name)
    assert inspect.getdoc(thing), f"{part}.{name} has no docstring"
    assert thing.__module__ == f"incentives.{part}.{stub(part)[name]}"

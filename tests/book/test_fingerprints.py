"""The key of a notebook's results changes with everything that the results can depend on, and with nothing else."""

import nbformat.v4 as nb
import pytest
from fingerprints import closure, key_of

FILES = {
    "constraints.txt": "numpy==2.0\n",
    "experiments/study/records.jsonl": "{}\n",
    "lib/incentives/__init__.py": "from incentives_book.claims import claim\n",
    "lib/incentives_book/claims.py": "def claim(): ...\n",
    "lib/incentives/alone.py": "",
    "lib/incentives/games/__init__.py": "from .errors import error\n",
    "lib/incentives/games/claims.toml": "[part]\n",
    "lib/incentives/games/errors.py": "def error():\n    from incentives.deviations import Deviation\n",
    "lib/incentives/deviations.py": "",
    "lib/incentives/other/__init__.py": "",
    "lib/incentives/other/claims.toml": "[part]\n",
}


@pytest.fixture
def project(tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def notebook(*codes):
    return nb.new_notebook(cells=[nb.new_markdown_cell("# Title"), *map(nb.new_code_cell, codes)])


def key(project, page):
    return key_of(page, project / "notebooks" / "games" / "page.md", project)


def reached(project, *codes):
    return {path.relative_to(project).as_posix() for path in closure(codes, project)}


GAMES = {
    "lib/incentives/__init__.py",
    "lib/incentives_book/claims.py",
    "lib/incentives/deviations.py",
    "lib/incentives/games/__init__.py",
    "lib/incentives/games/claims.toml",
    "lib/incentives/games/errors.py",
}
EVERYTHING = {name for name in FILES if name.startswith("lib/")}


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("import numpy", set()),
        ("from incentives import games as g", GAMES),
        ("import incentives.games.errors", GAMES),
        ("import incentives", {"lib/incentives/__init__.py", "lib/incentives_book/claims.py"}),
        ("import importlib; importlib.import_module('incentives.games')", GAMES),
        ("import subprocess, sys; subprocess.run([sys.executable, '-m', 'incentives.games'])", GAMES),
        ("import importlib.util; importlib.util.find_spec('incentives')", {"lib/incentives/__init__.py", "lib/incentives_book/claims.py"}),
        ("import importlib; importlib.import_module(name)", EVERYTHING),
        ("exec(text)", EVERYTHING),
        ("network.eval()", set()),
        ("%run something", EVERYTHING),
        ("open('experiments/study/records.jsonl')", {"experiments/study/records.jsonl"}),
    ],
)
def test_imports_are_followed_through_the_library(project, code, expected):
    assert reached(project, code) == expected


@pytest.mark.parametrize("name", [*sorted(GAMES), "constraints.txt"])
def test_a_file_that_is_reached_changes_the_key(project, name):
    page = notebook("from incentives import games")
    before = key(project, page)
    (project / name).write_text((project / name).read_text() + "# changed\n")
    assert key(project, page) != before


@pytest.mark.parametrize("name", ["lib/incentives/alone.py", "lib/incentives/other/__init__.py", "lib/incentives/other/claims.toml"])
def test_a_file_that_is_not_reached_leaves_the_key(project, name):
    page = notebook("from incentives import games")
    before = key(project, page)
    (project / name).write_text("changed = True\n")
    assert key(project, page) == before


def test_a_page_depends_on_its_part_register_even_without_importing_the_part(project):
    page = notebook("from incentives import claim")
    before = key(project, page)
    (project / "lib/incentives/games/claims.toml").write_text("[part]\nname = 'games'\n")
    assert key(project, page) != before


def test_code_changes_the_key_and_prose_does_not(project):
    page = notebook("1 + 1")
    before = key(project, page)
    page.cells[0].source = "# Another title"
    assert key(project, page) == before
    page.cells[1].metadata["tags"] = ["hide-input"]
    assert key(project, page) != before
    page.cells[1].metadata.pop("tags")
    page.cells[1].source = "1 + 2"
    assert key(project, page) != before


def test_another_python_changes_the_key(project, monkeypatch):
    page = notebook("1 + 1")
    before = key(project, page)
    monkeypatch.setattr("platform.python_version", lambda: "3.99.0")
    assert key(project, page) != before


def test_records_named_from_the_notebooks_folder_change_the_key(project):
    page = notebook("read('../../experiments/study/records.jsonl')")
    before = key(project, page)
    (project / "experiments/study/records.jsonl").write_text('{"empty": 1}\n')
    assert key(project, page) != before

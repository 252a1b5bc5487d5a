"""The key of a notebook's results changes with everything that the results can depend on, and with nothing else."""

from collections import Counter
from statistics import median

import nbformat.v4 as nb
import pytest
import reach
from fingerprints import inputs_of, key_of, keys_of
from pairing import ROOT, read, sources

LAZY = "import lazy_loader\n__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)\n"
REGISTER = '[part]\n[[claim]]\nid = "games/lemma-1"\ntitle = "One"\n[[claim]]\nid = "games/lemma-2"\ntitle = "Two"\n'
FILES = {
    "constraints.txt": "numpy==2.0\n",
    "experiments/study/records.jsonl": "{}\n",
    "lib/incentives/__init__.py": LAZY,
    "lib/incentives/__init__.pyi": "from . import games as games\nfrom .deviations import Deviation\n",
    "lib/incentives/alone.py": "",
    "lib/incentives/deviations.py": "class Deviation: ...\n",
    "lib/incentives/games/__init__.py": LAZY,
    "lib/incentives/games/__init__.pyi": "from .errors import error\nfrom .play import Game, play\n",
    "lib/incentives/games/errors.py": "def error():\n    from incentives.deviations import Deviation\n",
    "lib/incentives/games/play.py": "from .rules import rule\ndef play(): ...\nGame = int\n",
    "lib/incentives/games/rules.py": "rule = 1\n",
    "lib/incentives/games/prices.csv": "1\n",
    "lib/incentives_book/__init__.py": "from claimbook import claim\n",
    "lib/claimbook/__init__.py": "from claimbook.kit import claim, entries\n",
    "lib/claimbook/kit.py": "def claim(id): ...\ndef entries(): ...\n",
    "lib/incentives_book/games/__init__.py": "",
    "lib/incentives_book/games/claims.toml": REGISTER,
    "lib/incentives_book/games/companion.py": "from incentives.games import error\n",
}
GAMES = "lib/incentives/games/"
PARTS = {"lib/incentives/__init__.py", "lib/incentives/__init__.pyi", f"{GAMES}__init__.py", f"{GAMES}prices.csv"}
ERRORS = {f"{GAMES}errors.py", "lib/incentives/deviations.py"}
PLAY = {f"{GAMES}play.py", f"{GAMES}rules.py"}
STUB = {f"{GAMES}__init__.pyi"}
EVERYTHING = {name for name in FILES if name.startswith("lib/")}


@pytest.fixture
def project(tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def notebook(*codes):
    return nb.new_notebook(cells=[nb.new_markdown_cell("# Title"), *map(nb.new_code_cell, codes)])


def key(project, *codes):
    reach.look_again()
    return key_of(notebook(*codes), project / "notebooks" / "games" / "page.md", project)


def reached(project, *codes):
    reach.look_again()
    inputs = inputs_of(notebook(*codes), project / "notebooks" / "games" / "page.md", project)
    return {path.relative_to(project).as_posix() for path, _ in inputs} - {"constraints.txt"}


def edit(project, name, old, new):
    text = (project / name).read_text()
    assert old in text
    (project / name).write_text(text.replace(old, new))


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("import numpy", set()),
        ("from incentives import games as g", PARTS),
        ("from incentives import games as g; g.error()", PARTS | STUB | ERRORS),
        ("from incentives import games as g; g.Game.of", PARTS | STUB | PLAY),
        ("from incentives import games as g; g.play", PARTS | STUB | PLAY),
        ("import incentives; incentives.games.play()", PARTS | STUB | PLAY),
        ("import incentives.games as g; getattr(g, name)", PARTS | STUB | ERRORS | PLAY),
        ("import incentives.games as g; g.__all__", PARTS | STUB | ERRORS | PLAY),
        ("from incentives import games as g; show(g)", PARTS | STUB | ERRORS | PLAY),
        ("from incentives.games import *", PARTS | STUB | ERRORS | PLAY),
        ("from incentives.games import error", PARTS | STUB | ERRORS),
        (("from incentives_book.games import "
        "companion"), {"lib/incentives_book/__init__.py", "lib/claimbook/__init__.py",
          "lib/claimbook/kit.py", "lib/incentives_book/games/__init__.py", "lib/incentives_book/games/companion.py"} | PARTS | STUB | ERRORS),  # noqa: E501
        ("import incentives.games.rules", PARTS | {f"{GAMES}rules.py"}),
        ("import incentives", {"lib/incentives/__init__.py"}),
        ("import importlib; importlib.import_module('incentives.games')", PARTS | STUB | ERRORS | PLAY),
        (("import subprocess, sys; subprocess.run([sys.executable, '-m', "
        "'incentives.games.rules'])"), PARTS | {f"{GAMES}rules.py"}),
        ("import importlib.util; importlib.util.find_spec('incentives')", {"lib/incentives/__init__.py"}),
        ("import importlib; importlib.import_module(name)", EVERYTHING),
        ("exec(text)", EVERYTHING),
        ("network.eval()", set()),
        ("%run something", EVERYTHING),
        ("open('experiments/study/records.jsonl')", {"experiments/study/records.jsonl"}),
        ("open('../../experiments/study/records.jsonl')", {"experiments/study/records.jsonl"}),
    ],
)  # fmt: skip
def test_imports_are_followed_through_the_packages(project, code, expected):
    (project / "notebooks/games").mkdir(parents=True)
    assert reached(project, code) == expected


def test_a_name_bound_in_one_cell_is_followed_in_the_next(project):
    assert f"{GAMES}play.py" in reached(project, "from incentives import games as g", "g.play()")


USES_ERROR = "from incentives import games as g\ng.error()"


@pytest.mark.parametrize("name", [*sorted(PARTS - {"lib/incentives/__init__.pyi"} | ERRORS), "constraints.txt"])
def test_a_change_of_what_is_reached_changes_the_key(project, name):
    before = key(project, USES_ERROR)
    (project / name).write_text((project / name).read_text() + "changed = 1\n")
    assert key(project, USES_ERROR) != before


@pytest.mark.parametrize("name", [*sorted(PLAY), "lib/incentives/alone.py", "lib/incentives_book/games/companion.py"])
def test_a_change_of_what_is_not_reached_leaves_the_key(project, name):
    before = key(project, USES_ERROR)
    (project / name).write_text("changed = 1\n")
    assert key(project, USES_ERROR) == before


def test_of_a_stub_the_lines_that_are_used_count(project):
    before = key(project, USES_ERROR)
    edit(project, f"{GAMES}__init__.pyi", "Game, play", "Game")
    assert key(project, USES_ERROR) == before
    edit(project, f"{GAMES}__init__.pyi", ".errors", ".rules")
    assert key(project, USES_ERROR) != before


def test_docstrings_and_comments_leave_the_key_unless_they_are_read(project):
    readers = ["print(g.error.__doc__)", "import inspect; inspect.getsource(g.error)", "help(g.error)"]
    pages = [USES_ERROR, *(f"{USES_ERROR}\n{reader}" for reader in readers)]
    before = [key(project, page) for page in pages]
    edit(project, f"{GAMES}errors.py", "():\n", '():  # never\n    """What is wrong."""\n')
    now = [key(project, page) for page in pages]
    assert now[0] == before[0]
    assert all(new != old for new, old in zip(now[1:], before[1:], strict=True))
    edit(project, f"{GAMES}errors.py", '    """What', '    x = """What')
    assert key(project, USES_ERROR) != before[0]


def test_a_module_that_reads_docstrings_counts_for_every_page_that_reaches_it(project):
    edit(project, "lib/incentives/deviations.py", "...", "about = __doc__")
    before = key(project, USES_ERROR)
    edit(project, f"{GAMES}errors.py", "():\n", "():  # never\n")
    assert key(project, USES_ERROR) != before


def test_the_kit_reads_the_texts_of_pages_and_not_those_of_the_library(project):
    edit(project, "lib/claimbook/kit.py", "def claim", "import linecache\ndef claim")
    page = f"{USES_ERROR}\nfrom incentives_book import claim\nclaim('games/lemma-1')"
    before = key(project, page)
    edit(project, f"{GAMES}errors.py", "():\n", "():  # never\n")
    assert key(project, page) == before
    edit(project, "lib/claimbook/kit.py", "linecache", "inspect")
    assert key(project, page) != before


@pytest.mark.parametrize(
    ("code", "all_rows"),
    [
        ('from incentives_book import claim\nclaim("games/lemma-1").every([])', False),
        ('import incentives_book\nincentives_book.claim("games/lemma-1")', False),
        ('from incentives_book import claim\nclaim("games/lemma-1")\nclaim(f"games/{name}")', True),
        ('from incentives_book import claim\nclaim("games/lemma-1")\nlist(map(claim, names))', True),
        ('from incentives_book import claim as c\nc(name), "games/lemma-1"', True),
        ("from claimbook import entries", True),
        ("import claimbook.kit as kit\nkit.entries()", True),
        ("import claimbook\nclaimbook.entries()", True),
    ],
)
def test_the_rows_of_the_register_that_are_named_count(project, code, all_rows):
    before = key(project, code)
    edit(project, "lib/incentives_book/games/claims.toml", "Two", "Zwei")
    assert (key(project, code) != before) == all_rows
    before = key(project, code)
    edit(project, "lib/incentives_book/games/claims.toml", "One", "Eins")
    assert key(project, code) != before


def test_code_and_tags_change_the_key_and_prose_does_not(project):
    def key_now():
        return key_of(page, project / "notebooks" / "games" / "page.md", project)

    page = notebook("1 + 1")
    before = key_now()
    page.cells[0].source = "# Another title"
    page.cells[1].metadata["mystnb"] = {"image": {"alt": "A line"}}
    assert key_now() == before
    page.cells[1].metadata["tags"] = ["raises-exception"]
    assert key_now() != before
    page.cells[1].metadata.pop("tags")
    page.cells[1].source = "1 + 2"
    assert key_now() != before


def test_another_python_changes_the_key(project, monkeypatch):
    before = key(project, "1 + 1")
    monkeypatch.setattr("platform.python_version", lambda: "3.99.0")
    assert key(project, "1 + 1") != before


@pytest.mark.parametrize(
    "page", ["read(f'{folder}/study/records.jsonl')", "[read(f'{folder}/{name}/records.jsonl') for name in ('study',)]"]
)
def test_records_whose_path_is_put_together_change_the_key(project, page):
    before = key(project, page)
    (project / "experiments/study/records.jsonl").write_text('{"empty": 1}\n')
    assert key(project, page) != before


def test_records_named_from_the_notebooks_folder_change_the_key(project):
    (project / "notebooks/games").mkdir(parents=True)
    page = "read('../../experiments/study/records.jsonl')"
    before = key(project, page)
    (project / "experiments/study/records.jsonl").write_text('{"empty": 1}\n')
    assert key(project, page) != before


@pytest.mark.parametrize(
    "name", ["notebooks/games/page.md", f"{GAMES}errors.py", "experiments/study/records.jsonl", "constraints.txt"]
)
def test_a_remembered_key_is_the_key(project, name, monkeypatch):
    source = project / "notebooks/games/page.md"
    source.parent.mkdir(parents=True)
    head = "---\njupytext:\n  text_representation:\n    extension: .md\n    format_name: myst\n---\n"
    source.write_text(
        f"{head}\n```{{code-cell}}\nfrom incentives.games import "
        "error\nopen('../../experiments/study/records.jsonl')\n```\n"
    )
    for _ in range(2):
        reach.look_again()
        assert keys_of([source], project) == {source: key_of(read(source), source, project)}
        edit(project, name, (project / name).read_text()[-2:], "\n1\n```\n" if name.endswith(".md") else "\n1\n")
    monkeypatch.setattr("fingerprints.key_of", None)  # nothing has changed, so nothing is worked out
    edit(project, name, (project / name).read_text()[-2:], "\n")
    with pytest.raises(TypeError):
        keys_of([source], project)


@pytest.mark.thorough
def test_an_edit_of_the_library_runs_few_pages_again():
    reach.look_again()
    pages = Counter()
    for source in sources(ROOT):
        inputs = {path for path, _ in inputs_of(read(source), source, ROOT)}
        assert not reach.library(ROOT) <= inputs, f"{source} hangs on everything"
        pages.update(inputs)
    counts = [pages[path] for path in reach.library(ROOT) if path.suffix == ".py"]
    print(f"pages that an edit runs again, over {len(counts)} modules: median {median(counts)}, most {max(counts)}")
    assert median(counts) <= 3


def test_the_register_is_read_in_the_kit_of_claims_alone():
    readers = [path for path in reach.library(ROOT) if path.suffix == ".py" and "/claimbook/" not in path.as_posix()]
    assert [str(path) for path in readers if "claims.toml" in path.read_text(encoding="utf-8")] == []


def test_a_check_reaches_the_kit_of_pages_and_its_row_and_nothing_of_the_commands():
    code = 'from incentives_book import claim\nclaim("coalitions/lemma-c-1").identity(1, 2)'
    found = {
        path.relative_to(ROOT).as_posix() for path, _ in reach.closure(code, ROOT, ROOT / "notebooks" / "coalitions")
    }
    assert "lib/claimbook/checks.py" in found
    assert "lib/claimbook/verdicts.py" not in found
    assert not [name for name in found if "/site/" in name or name.startswith("lib/incentives/learning")]
    assert len(found) < 25


def test_no_page_of_the_book_can_read_all_of_the_library():
    """One name that cannot be followed would make every edit of the library an edit of every page."""
    page = ROOT / "notebooks" / "coalitions" / "equal-sizes.md"
    files = {path for path, _ in inputs_of(read(page), page, ROOT)}
    assert ROOT / "lib" / "incentives" / "coalitions" / "game.py" in files
    assert 20 < len(files) < 100

"""What a notebook needs where there is no repository around it: its first cell, the wheel, the address, the records."""

import ast
import shutil
import subprocess
import sys
import tomllib
import zipfile
from types import SimpleNamespace

import address
import pytest
from first_cell import first_cell, needs
from pairing import ROOT, read, sources
from wheel import packaged, write_wheel

from incentives_book.study import published as shown

PAGES = sources(ROOT)
BAD = ("nothing of the kind", -1, 0.5, float("nan"), True, None)


def codes(page):
    return [cell for cell in read(page).cells if cell.cell_type == "code"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}/{page.stem}")
def test_a_page_says_what_it_needs_once_and_names_no_address(page):
    asked = [needs(cell.source) for cell in codes(page)]
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert [each for each in asked if each] == [asked[0]]
    assert asked[0] in {"incentives", *(f"incentives[{extra}]" for extra in extras)}
    assert "git+" not in page.read_text(encoding="utf-8")


def ran(cell, *, installed, version="0.1.0", platform="linux", pages=True):
    """Runs a first cell among stand-ins for what it asks: what it installed and what it printed."""
    calls, told = [], []

    def found(name):
        there = installed or calls
        return (there if name == "incentives" else there and pages) or None

    async def micropip_install(wheel):
        calls.append(["micropip", wheel])

    stand_ins = {
        "importlib": SimpleNamespace(util=SimpleNamespace(find_spec=found)),
        "importlib.util": None,
        "sys": SimpleNamespace(platform=platform, executable="python"),
        "subprocess": SimpleNamespace(check_call=calls.append),
        "micropip": SimpleNamespace(install=micropip_install),
        "incentives": SimpleNamespace(__version__=version),
    }
    code = compile(cell, "cell", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    import builtins

    names = {
        "__builtins__": {
            **vars(builtins),
            "__import__": lambda name, *rest: stand_ins[name.partition(".")[0]],
            "print": told.append,
        }
    }
    running = eval(code, names)
    if running is not None:
        with pytest.raises(StopIteration):
            running.send(None)
    return calls, told


CELL = first_cell("# Needs: incentives[learning]", site="https://owner.github.io/book/", version="0.1.0")
WHEEL = "https://owner.github.io/book/wheel/incentives-0.1.0-py3-none-any.whl"


def test_the_first_cell_installs_the_wheel_of_the_site_where_the_package_is_missing():
    calls, told = ran(CELL, installed=False)
    assert calls == [["python", "-m", "pip", "install", "--quiet", f"incentives[learning] @ {WHEEL}"]]
    assert told == []


def test_the_first_cell_works_in_a_browser():
    assert ran(CELL, installed=False, platform="emscripten") == ([["micropip", WHEEL]], [])


def test_the_first_cell_leaves_what_is_there_and_says_when_it_is_another_version():
    assert ran(CELL, installed=True) == ([], [])
    calls, told = ran(CELL, installed=True, version="0.0.9")
    assert calls == []
    assert "made with incentives 0.1.0; here is 0.0.9" in told[0]


def test_the_first_cell_says_when_the_package_of_an_index_is_there_which_holds_no_page():
    calls, told = ran(CELL, installed=True, pages=False)
    assert calls == []
    assert told == [
        "Here is incentives 0.1.0 from an index, without what the pages of the book need. "
        f"Then: pip install --force-reinstall --no-deps {WHEEL}"
    ]


def test_the_wheel_is_the_same_each_time_and_holds_code_register_and_records(tmp_path):
    one, two = write_wheel(tmp_path / "a"), write_wheel(tmp_path / "b")
    assert one.read_bytes() == two.read_bytes()
    assert one.name == address.wheel_name()
    names = set(zipfile.ZipFile(one).namelist())
    modules = {
        p.relative_to(ROOT / "lib").as_posix() for p in (ROOT / "lib").rglob("*.py") if "__pycache__" not in p.parts
    }
    assert modules <= names
    records = sorted((ROOT / "experiments").glob("*/records.jsonl"))
    assert {f"incentives_book/records/{path.parent.name}/records.jsonl" for path in records} <= names
    # Without these, pages opened elsewhere would say that no repeated run has confirmed a code.
    confirmed = [path.parent.name for path in (ROOT / "experiments").glob("*/same-code.txt")]
    assert {f"incentives_book/records/{name}/same-code.txt" for name in confirmed} <= names
    assert confirmed
    assert {
        "incentives_book/payments/claims.toml",
        "claimbook/prelude.v",
        "incentives/payments/__init__.pyi",
    } <= names


def test_the_wheel_lists_each_of_its_files_with_its_hash(tmp_path):
    wheel = zipfile.ZipFile(write_wheel(tmp_path))
    listed = [line.split(",") for line in wheel.read("incentives-0.1.0.dist-info/RECORD").decode().splitlines()]
    assert [row[0] for row in listed] == wheel.namelist()
    assert {name for name, size in ((row[0], row[2]) for row in listed) if size} == set(wheel.namelist()) - {
        "incentives-0.1.0.dist-info/RECORD"
    }
    assert all(int(size) == len(wheel.read(name)) for name, _, size in listed if size)


def test_python_imports_the_package_from_the_wheel_and_finds_the_records(tmp_path):
    wheel = write_wheel(tmp_path)
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    program = (
        f"import sys; sys.path.insert(0, {str(tmp_path / 'site')!r})\n"
        "import incentives; from incentives_book.study.published import published\n"
        "print(incentives.__file__, len(published('../../experiments/empty-core/records.jsonl')))"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True)
    file, count = done.stdout.split()
    assert file.startswith(str(tmp_path))
    assert int(count) == len((ROOT / "experiments/empty-core/records.jsonl").read_text().splitlines())


def test_package_data_is_what_the_patterns_of_the_project_say():
    held = packaged(ROOT)
    assert any(name.endswith("four_players.json") for name in held)
    assert not any("__pycache__" in name or name.endswith(".pyc") for name in held)


def test_records_come_from_the_repository_then_from_the_package_and_else_are_an_error(tmp_path, monkeypatch):
    (tmp_path / "notebooks" / "part").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "notebooks" / "part")
    store = "../../experiments/some/records.jsonl"
    with pytest.raises(ValueError, match=r"no file of a study at \.\./\.\./experiments/some/records\.jsonl"):
        shown.published(store)
    package = tmp_path / "package"
    monkeypatch.setattr(shown, "files", lambda name: package)
    copy = package / "records" / "some" / "records.jsonl"
    copy.parent.mkdir(parents=True)
    copy.write_text('{"settings": {"from": "package"}}\n')
    assert shown.published(store)[0]["settings"] == {"from": "package"}
    with pytest.raises(ValueError, match="no file of a study at elsewhere/some"):
        shown.published("elsewhere/some/records.jsonl")
    here = tmp_path / "experiments" / "some" / "records.jsonl"
    here.parent.mkdir(parents=True)
    here.write_text('{"settings": {"from": "repository"}}\n')
    assert shown.published(store)[0]["settings"] == {"from": "repository"}


@pytest.fixture
def copy(tmp_path, monkeypatch):
    monkeypatch.delenv("GITHUB_REPOSITORY", raising=False)
    for name in ("_config.yml", *address.REPEATED):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def test_a_release_refuses_the_placeholder_address_and_two_addresses(copy, monkeypatch):
    assert "placeholder" in address.refused(copy)[0]
    monkeypatch.setenv("GITHUB_REPOSITORY", "somebody/a-book")
    assert {line.split()[0] for line in address.refused(copy)} == {"_config.yml", "pyproject.toml", "CITATION.cff"}
    for name in ("_config.yml", *address.REPEATED):
        text = (
            (copy / name)
            .read_text()
            .replace("github.com/incentives-book/incentives-in-collaborative-learning", "github.com/somebody/a-book")
        )
        (copy / name).write_text(text)
    (left,) = address.refused(copy)
    assert left.startswith("pyproject.toml names https://incentives-book.github.io/")
    text = (copy / "pyproject.toml").read_text()
    (copy / "pyproject.toml").write_text(
        text.replace("incentives-book.github.io/incentives-in-collaborative-learning", "somebody.github.io/a-book")
    )
    assert address.refused(copy) == []


def test_make_book_for_a_release_stops_before_it_builds(copy):
    for name in ("make.py", "file_hash.py", "address.py"):
        (copy / "book").mkdir(exist_ok=True)
        shutil.copy(ROOT / "book" / name, copy / "book")
    done = subprocess.run(
        [sys.executable, copy / "book" / "make.py"], env={"RELEASE": "1"}, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert "placeholder" in done.stdout
    assert not (copy / "_build").exists()


def parameters_of(page):
    """The parameters of a page with their values, and the lines of its next cell that look at them."""
    cells = codes(page)
    at = next((n for n, cell in enumerate(cells) if "parameters" in cell.metadata.get("tags", [])), None)
    if at is None:
        return {}, [], []
    names = {}
    exec(cells[at].source, names)
    names.pop("__builtins__")
    lines = ast.parse(cells[at + 1].source).body
    calls = [line for line in lines if ast.unparse(line).startswith("parameters.")]
    used = {node.id for call in calls for node in ast.walk(call) if isinstance(node, ast.Name)} - names.keys()
    imported = [
        line for line in lines if isinstance(line, ast.ImportFrom) and used & {alias.name for alias in line.names}
    ]
    return names, imported, calls


def looks_at(lines, names):
    scope = dict(names)
    for line in lines:
        exec(ast.unparse(line), scope)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}/{page.stem}")
def test_a_bad_value_of_a_parameter_is_a_clear_error(page):
    names, imported, calls = parameters_of(page)
    looks_at(imported + calls, names)
    for name, value in names.items():
        if name in ("store", "folder"):  # a path: published says what is wrong with it
            assert "published(" in page.read_text(encoding="utf-8")
            continue
        for bad in BAD:
            if bad == 0.5 and isinstance(value, float | str):
                continue
            with pytest.raises(ValueError, match=f"^{name} must be "):
                looks_at(imported + calls, {**names, name: bad})


def test_the_branch_for_colab_and_binder_holds_both_editions_and_the_wheel_of_the_site(tmp_path, monkeypatch):
    import elsewhere

    made = tmp_path / "_build" / "html" / "editions" / "student" / "part" / "page.ipynb"
    made.parent.mkdir(parents=True)
    made.write_text("{}")
    (made.parents[2] / "student-part.zip").write_text("")
    for name in ("binder/environment.yml", "pyproject.toml", "_config.yml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    monkeypatch.setattr(elsewhere, "ROOT", tmp_path)
    monkeypatch.setenv("GITHUB_REPOSITORY", "owner/book")
    elsewhere.write_branch(tmp_path / "branch")
    held = {
        path.relative_to(tmp_path / "branch").as_posix() for path in (tmp_path / "branch").rglob("*") if path.is_file()
    }
    assert held == {"student/part/page.ipynb", "binder/environment.yml", "README.md"}
    environment = (tmp_path / "branch" / "binder" / "environment.yml").read_text()
    assert f"incentives @ {WHEEL}" in environment
    assert "torch" not in environment.partition("dependencies")[2].lower()


def test_a_notebook_that_fails_elsewhere_is_reported(tmp_path):
    import elsewhere
    import nbformat

    cells = [nbformat.v4.new_code_cell("from pathlib import Path\nprint(list(Path().iterdir()))\n1 / 0")]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), tmp_path / "bad.ipynb")
    assert "ZeroDivisionError" in elsewhere.run(tmp_path / "bad.ipynb")
    cells = [nbformat.v4.new_code_cell("from pathlib import Path\nassert list(Path().iterdir()) == []")]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), tmp_path / "good.ipynb")
    assert elsewhere.run(tmp_path / "good.ipynb") == ""

"""Importing the exact parts stays quick: heavy packages are imported by whoever needs them."""

import ast
import importlib
import json
import re
import subprocess
import sys
import tomllib
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import incentives


def imported_by(statement):
    """Top-level packages that a fresh interpreter has loaded after `statement`."""
    program = f"import json, sys; {statement}; print(json.dumps(sorted({{m.split('.')[0] for m in sys.modules}})))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout))


@pytest.mark.parametrize(
    "statement",
    [
        "import incentives",
        "import incentives.coalitions",
        "import incentives.consensus",
        "import incentives.payments",
        "import incentives.rewards",
        "import incentives.together",
        "import incentives.methods",
        "import incentives.charging",
        "from incentives import coalitions as co; co.stable_partitions(co.Game([5, 5, 25], noise=10, spread=1))",
    ],
)
def test_exact_parts_import_nothing_heavy(statement):
    loaded = imported_by(statement)
    assert "incentives" in loaded
    assert not loaded & {"torch", "scipy", "pandas", "numba", "matplotlib", "IPython", "hypothesis", "pytest"}


PARTS = ("coalitions", "consensus", "payments", "rewards", "together")
LIBRARY = Path(incentives.__file__).parent
ROOT = Path(__file__).resolve().parents[1]
# What trains, and what a package may use of another: the arrows of README's picture, and nothing else.
TRAINS = {"learning", "methods", "charging"}
MAY_USE = {
    "coalitions": set(),
    "consensus": set(),
    "payments": set(),
    "rewards": set(),
    "together": {"coalitions"},
    "learning": set(),
    "methods": {"coalitions", "consensus", "learning", "rewards", "together"},
    "charging": {"learning", "payments"},
}
# Packages that the small library may import: those that every installation has, and pandas for whoever has it.
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PACKAGES = {"incentives", "pandas", *(re.match(r"[\w-]+", one)[0].replace("-", "_") for one in PROJECT["dependencies"])}


def imports_of(path, root=LIBRARY.parent):
    """Names of the modules that a file imports, at the top or within functions."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            home = path.relative_to(root).parts[: -node.level] if node.level else ()
            module = ".".join([*home, *([node.module] if node.module else [])])
            yield from (module, *(f"{module}.{alias.name}" for alias in node.names))


@pytest.mark.parametrize("path", sorted(LIBRARY.rglob("*.py")), ids=lambda p: p.relative_to(LIBRARY).as_posix())
def test_arrows_point_one_way(path):
    used = set(imports_of(path))
    assert not {name for name in used if name.split(".")[0] == "incentives_book"}
    home = path.relative_to(LIBRARY).parts[0]
    parts = {name.split(".")[1] for name in used if name.startswith("incentives.") and name.split(".")[1] in MAY_USE}
    assert parts - {home} <= MAY_USE.get(home, set())


@pytest.mark.parametrize("folder", ["lib/incentives", "lib/incentives_book", "book"])
def test_no_module_imports_one_that_imports_it(folder):
    root = ROOT / folder if folder == "book" else ROOT / "lib"
    name_of = {path: ".".join(path.relative_to(root).with_suffix("").parts) for path in (ROOT / folder).rglob("*.py")}
    known = {name.rpartition(".")[2] if folder == "book" else name for name in name_of.values()}
    graph = {name: set(imports_of(path, root)) & known - {name} for path, name in name_of.items()}
    list(TopologicalSorter(graph).static_order())  # a circle is refused, and named


EXACT = [path for path in sorted(LIBRARY.rglob("*.py")) if path.relative_to(LIBRARY).parts[0] not in TRAINS]


@pytest.mark.parametrize("path", EXACT, ids=lambda p: p.relative_to(LIBRARY).as_posix())
def test_the_small_library_knows_nothing_of_training(path):
    """Whatever is not a package that trains is exact: no module of it imports PyTorch, or one that does."""
    used = set(imports_of(path))
    foreign = {name.split(".")[0] for name in used} - {*sys.stdlib_module_names, *PACKAGES}
    above = {name for name in used if name.startswith(tuple(f"incentives.{package}" for package in TRAINS))}
    assert not foreign | above, "what trains belongs to incentives.learning, methods or charging"


def test_the_small_library_is_as_small_as_it_is_called():
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in EXACT)
    told = incentives.__doc__ + (ROOT / "README.md").read_text(encoding="utf-8")
    (said,) = {int(number.replace(",", "")) for number in re.findall(r"about ([\d,]+)\s+lines", told)}
    assert abs(lines - said) <= 500, f"README and the docstring of incentives say {said:,} lines, there are {lines:,}"


@pytest.mark.parametrize("part", PARTS)
def test_one_name_holds_the_whole_part(part):
    face = importlib.import_module(f"incentives.{part}")
    assert sorted(set(face.__all__)) == sorted(face.__all__) == sorted(dir(face))
    assert all(getattr(face, name) is not None for name in face.__all__)
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = face.no_such_name


def test_a_function_is_not_hidden_by_its_module():
    """Before 0.6 `lazy_loader` gave the module of this name, once anybody had imported it."""
    (least,) = (re.search(r">=([\d.]+)", one)[1] for one in PROJECT["dependencies"] if one.startswith("lazy-loader"))
    assert tuple(map(int, least.split("."))) >= (0, 6)
    program = (
        "import incentives.together.core_bills; from incentives import together; assert callable(together.core_bills)"
    )
    imported_by(program)


def test_the_package_offers_its_parts():
    program = "import incentives; incentives.coalitions.Game; incentives.rewards.allocate"
    assert not imported_by(program) & {"torch", "matplotlib"}
    assert set(dir(incentives)) >= {*PARTS, *TRAINS, "Deviation"}


EVERY_MODULE = """
import sys
sys.modules["fcntl"] = None
from importlib import import_module
from importlib.util import find_spec
from pkgutil import walk_packages
import incentives, incentives_book
done = []
for package in (incentives, incentives_book):
    for found in walk_packages(package.__path__, package.__name__ + "."):
        if found.name.endswith("__main__"):
            continue
        try:
            import_module(found.name)
            done.append(found.name)
        except ModuleNotFoundError as error:
            # An extra that is not installed.
            if error.name.split(".")[0] in ("fcntl", *sys.stdlib_module_names) or find_spec(error.name.split(".")[0]):
                raise
from incentives_book.study.records import add_record, read_records
add_record(sys.argv[1], {"seed": 1}, score=0.5)
add_record(sys.argv[1], {"seed": 2}, score=0.5)
assert len(read_records(sys.argv[1])) == 2
print(len(done))
"""


def test_every_module_can_be_imported_without_fcntl_as_on_windows(tmp_path):
    command = [sys.executable, "-c", EVERY_MODULE, str(tmp_path / "records.jsonl")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.split()[-1]) > 100

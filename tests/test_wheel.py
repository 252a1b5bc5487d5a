"""The wheel alone, in a folder without the repository and without PyTorch, runs the guide."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import jupytext
import pytest
import release
from wheel import write_wheel

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("claimbook", "incentives", "incentives_book")
# What only extras bring is not there.
HIDDEN = ("torch", "sklearn", "pyarrow", "transformers", "peft", "distributed", "huggingface_hub")


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The wheel that an index would get."""
    folder = tmp_path_factory.mktemp("wheel")
    # Building leaves files behind; what it reads is copied first.
    source = folder / "source"
    shutil.copytree(ROOT / "lib", source / "lib", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    shutil.copytree(ROOT / "experiments" / "empty-core", source / "experiments" / "empty-core")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    built = subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", folder, source], capture_output=True, text=True)
    if built.returncode:
        pytest.skip(f"no wheel can be built here (pip needs its index for setuptools): {built.stderr[-200:]}")
    return next(folder.glob("incentives-*.whl"))


@pytest.fixture(scope="module")
def installed(built):
    """A folder that holds the packages as the wheel brings them, and nothing else."""
    target = built.parent / "a place with blanks, für alle"
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--no-deps", "--target", target, built], check=True, capture_output=True)
    return target


def run(installed, program, folder, hidden=HIDDEN):
    hide = f"import sys\nfor name in {hidden!r}: sys.modules[name] = None\nsys.path.insert(0, {str(installed)!r})\n"
    command = [sys.executable, "-c", hide + program]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)


def test_the_guide_runs_from_the_wheel(installed, tmp_path):
    guide = jupytext.read(ROOT / "notebooks" / "guide" / "use-the-mechanisms.md")
    cells = [
        cell.source
        for cell in guide.cells
        if cell.cell_type == "code" and "remove-cell" not in cell.metadata.get("tags", [])
    ]
    program = "import matplotlib; matplotlib.use('Agg')\n" + "\n".join(cells)
    program += "\nimport incentives; print(incentives.__file__)"
    done = run(installed, program, tmp_path)
    assert done.returncode == 0, done.stderr[-2000:]
    assert str(installed) in done.stdout
    for answer in ("stable: 0,1,2 | 3 | 4", "output: 9/2", "best factor: 1.0", "mean gain 0.122"):
        assert answer in done.stdout


# From here on whatever asks a network, starts another program, such as git, or writes a file is an error.
ALONE = """
import os, sys
sys.dont_write_bytecode = True
ASKS = {"socket.connect", "socket.getaddrinfo", "subprocess.Popen"}
ASKS |= {"os.system", "os.posix_spawn", "os.exec", "os.mkdir"}
def refuse(event, found):
    writes = event == "open" and isinstance(found[2], int) and found[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
    if writes or event in ASKS:
        raise RuntimeError(f"{event}: {found}")
sys.addaudithook(refuse)
"""


def test_the_first_answers_need_no_network_no_git_and_no_folder_to_write_to(installed, tmp_path):
    (program,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    asked = [line.partition("  # ")[0] for line in program.splitlines() if "  # " in line]
    parts = "from incentives import consensus, payments, rewards, together\n"
    command = "from incentives_book.command import main\nmain(['analyse', '5', '5', '25', '--noise', '10'])\n"
    folder = tmp_path / "a folder with blanks"
    folder.mkdir()
    done = run(installed, ALONE + program + parts + f"print({', '.join(asked)})\n" + command, folder)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.splitlines()[0] == "[Partition.parse('0,1 | 2')] 2 goes alone; gains: 2: 2/245"
    assert "core: 1 stable: 0,1 | 2" in done.stdout
    blocked = run(installed, ALONE + "import socket; socket.create_connection(('localhost', 9))", folder)
    assert "RuntimeError: socket." in blocked.stderr
    started = run(installed, ALONE + "import subprocess; subprocess.run(['git', '--version'])", folder)
    assert "RuntimeError: subprocess.Popen" in started.stderr
    for write in ("open('a', 'w')", "os.mkdir('b')"):
        assert "RuntimeError: " in run(installed, ALONE + write, folder).stderr
    assert not list(folder.iterdir())


def shell(installed, folder, *words):
    """A command in a folder that holds the reader's files alone."""
    told = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (installed, folder)))}
    return subprocess.run([sys.executable, *words], cwd=folder, env=told, capture_output=True, text=True, timeout=300)


def test_own_data_and_network_are_compared_as_the_guide_says(installed, tmp_path):
    pytest.importorskip("torch")
    pytest.importorskip("sklearn")
    guide = jupytext.read(ROOT / "notebooks" / "guide" / "your-own-data-and-network.md")
    block = next(cell.source for cell in guide.cells if "methods.compare(" in cell.source)
    assert len([line for line in block.splitlines() if line.strip()]) <= 13
    program = "import matplotlib; matplotlib.use('Agg')\n" + block.replace("rounds=rounds", "rounds=2")
    program += "\nimport incentives; print(incentives.__file__, sorted(found.rewards), len(found.rows()))"
    done = run(installed, program, tmp_path, hidden=())
    assert done.returncode == 0, done.stderr[-2000:]
    assert str(installed) in done.stdout
    assert "['aequa', 'cgsv', 'fedavg', 'iafl', 'stand-alone'] 50" in done.stdout


def test_a_study_runs_with_a_partition_of_ones_own(installed, tmp_path):
    pytest.importorskip("torch")
    pytest.importorskip("sklearn")
    (tmp_path / "mine.py").write_text(
        "import numpy as np\n\ndef rule(labels, clients, *, rng):\n    return "
        "np.array_split(rng.permutation(len(labels)), clients)\n"
    )
    (tmp_path / "study.toml").write_text(
        'study = "own-data"\n[[run]]\ndata = "digits"\npartition = "mine:rule"\nclients = 3\nrounds = '
        '1\nmethods = "fedavg"\n'
    )
    done = shell(installed, tmp_path, "-m", "incentives_book.study", "study.toml")
    assert done.returncode == 0, done.stderr[-2000:]
    assert "1 runs, 1 of them without a record" in done.stdout
    assert len((tmp_path / "records.jsonl").read_text().splitlines()) == 1
    again = shell(installed, tmp_path, "-m", "incentives_book.study", "study.toml", "--list")
    assert "1 runs, 0 of them without a record" in again.stdout


def test_the_command_is_installed(installed, tmp_path):
    command = next(path for path in (installed / "bin").iterdir() if path.name.startswith("incentives"))
    done = shell(installed, tmp_path, str(command), "analyse", "5", "5", "25", "--noise", "10", "--json")
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout)["stable"]["core"] == ["0,1 | 2"]


def test_groups_with_reward_models_of_their_own_are_charged_as_the_guide_says(installed, tmp_path):
    for name in ("transformers", "peft", "trl", "datasets", "IPython"):
        pytest.importorskip(name)
    guide = jupytext.read(ROOT / "notebooks" / "guide" / "your-own-model-and-rewards.md")
    cells = [
        cell for cell in guide.cells if cell.cell_type == "code" and "remove-cell" not in cell.metadata.get("tags", [])
    ]
    program = "import matplotlib; matplotlib.use('Agg')\n" + "\n".join(cell.source for cell in cells)
    program = program.replace("steps = 60", "steps = 2").replace("prompts * 150", "prompts * 10")
    done = run(installed, program + "\nimport incentives; print(incentives.__file__, bill.groups)", tmp_path, hidden=())
    assert done.returncode == 0, done.stderr[-2000:]
    assert str(installed) in done.stdout


def test_the_wheel_stays_small(built):
    # Three quarters are the library; release.py says what of.
    assert built.stat().st_size <= release.MOST == 700_000, release.parts_of(built)


def wanted(path):
    """What a module imports of the packages, wherever in it: names of modules, or of what stands in one."""
    yield from imported(path.read_text(encoding="utf-8"))


def imported(code):
    """The same of a text."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_nothing_in_the_wheel_imports_a_module_that_stayed_outside(installed):
    there = [path for name in PACKAGES for path in (installed / name).rglob("*.py")]
    # The commands of the kit say that they are not there.
    there.remove(installed / "claimbook" / "__main__.py")
    outside = set()
    for path in there:
        for name in wanted(path):
            parts = name.split(".")
            if parts[0] not in PACKAGES:
                continue
            for count in range(1, len(parts) + 1):
                inside = Path(*parts[:count])
                source = (ROOT / "lib" / inside).with_suffix(".py"), ROOT / "lib" / inside / "__init__.py"
                if any(p.exists() for p in source) and not any(
                    (installed / p.relative_to(ROOT / "lib")).exists() for p in source
                ):
                    outside.add((str(path.relative_to(installed)), ".".join(parts[:count])))
    assert outside == set()
    assert len(there) > 200


def test_the_wheel_holds_the_whole_library_and_all_kinds_of_studies(installed):
    for folder in ("incentives", "incentives_book/study", "incentives_book/guide"):
        source = ROOT / "lib" / folder
        files = [p.relative_to(source) for end in ("*.py", "*.pyi", "py.typed") for p in source.rglob(end)]
        assert files
        assert [str(file) for file in files if not (installed / folder / file).exists()] == []


def test_what_only_pages_need_stays_outside_and_its_absence_is_said(installed, tmp_path):
    assert not list(installed.glob("incentives_book/**/*.toml"))
    assert not list(installed.glob("incentives_book/**/*.json"))
    assert not (installed / "incentives_book" / "exercises").exists()
    claims = shell(installed, tmp_path, "-m", "incentives", "claims", "coalitions/lemma-c-1")
    assert claims.returncode == 2
    assert "in the wheel from its site; the package from an index has none" in claims.stderr
    kit = shell(installed, tmp_path, "-m", "claimbook")
    assert kit.returncode == 1
    assert kit.stderr.startswith("the commands of claimbook come with the wheel from the book's site")
    assert len(kit.stderr.splitlines()) == 1


def test_the_register_comes_with_the_wheel_of_the_site(tmp_path):
    zipfile.ZipFile(write_wheel(tmp_path)).extractall(tmp_path / "site")
    program = "import incentives_book; from claimbook import entries; print(len(entries()))"
    done = run(tmp_path / "site", program, tmp_path)
    assert int(done.stdout) > 700, done.stderr


def test_without_pytorch_the_library_says_which_extra_to_install(installed, tmp_path):
    for statement in ("from incentives.learning import run", "from incentives.learning.federation import run"):
        done = run(installed, statement, tmp_path)
        assert 'pip install "incentives[learning]"' in done.stderr


def test_each_module_that_is_listed_beside_the_library_is_imported_there():
    """Where nothing that comes along, and no page of the guide, imports it, it stays with the pages."""
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["incentives"]["package"]["beside"]
    lib, guide = ROOT / "lib", ROOT / "notebooks" / "guide"
    there = {path for pattern in ["incentives/**/*.py", *listed] for path in lib.glob(pattern) if path.suffix == ".py"}
    cells = [c.source for page in guide.glob("*.md") for c in jupytext.read(page).cells if c.cell_type == "code"]
    named = {name for path in there for name in wanted(path)} | {name for cell in cells for name in imported(cell)}
    modules = {lib / Path(*name.split(".")[:count]).with_suffix(".py") for name in named for count in (2, 3, 4, 5)}
    alone = {"claimbook/__main__.py", "incentives_book/command.py"}  # they are called by name
    listed = {one for one in listed if "*" not in one and not one.endswith("__init__.py")} - alone
    assert {one for one in listed if lib / one not in modules} == set()
    assert len(listed) > 20


def test_links_of_the_readme_need_no_repository_around_them(installed):
    metadata = next(installed.glob("incentives-*.dist-info/METADATA")).read_text(encoding="utf-8")
    assert "](https://github.com/" in metadata
    assert not re.findall(r"\]\((?!https?:|#)[^)]+\)", metadata)


def test_the_package_holds_no_records_and_says_where_they_are(installed, tmp_path):
    assert not (installed / "incentives_book" / "records").exists()
    program = (
        "from incentives_book.study.published import published; published('../../experiments/empty-core/records.jsonl')"
    )
    done = run(installed, program, tmp_path)
    assert "needs the repository around it or the wheel from the book's site" in done.stderr


def test_the_records_are_fetched_by_the_digests_in_the_wheel(built, installed, tmp_path):
    listed = (installed / "incentives_book" / "records.sha256").read_text(encoding="utf-8").splitlines()
    names = ("records.jsonl", "same-code.txt", "study.toml")
    assert [line.split()[2] for line in listed] == [f"empty-core/{name}" for name in names]
    archive = release.write_records(tmp_path)  # of all studies of the repository
    assert len(release.other_digests(built, archive)) > 30
    assert not {*listed} & {*release.other_digests(built, archive)}
    done = shell(installed, tmp_path, "-m", "incentives", "records", "empty-core", "--from", str(archive))
    assert done.returncode == 0, done.stderr[-2000:]
    here = tmp_path / "experiments" / "empty-core"
    for name in names:
        assert (here / name).read_bytes() == (ROOT / "experiments" / "empty-core" / name).read_bytes()
    told = shell(installed, tmp_path, "-m", "incentives", "study", "experiments/empty-core/study.toml", "--list")
    assert "16 runs, " in told.stdout, told.stderr[-2000:]
    refused = shell(installed, tmp_path, "-m", "incentives", "records", "no-such-study")
    assert refused.returncode == 2
    assert refused.stderr == "incentives records: wanted must name studies among empty-core; got 'no-such-study'\n"


def test_the_package_as_a_module_tells_its_version_and_parts_and_runs_the_command(installed, tmp_path):
    told = shell(installed, tmp_path, "-m", "incentives").stdout
    assert told.startswith("incentives 0.")
    assert all(words in told for words in ("coalitions", "Read: https://"))
    assert re.fullmatch(
        r"incentives \d+\.\d+\.\d+\n", shell(installed, tmp_path, "-m", "incentives", "--version").stdout
    )
    done = shell(installed, tmp_path, "-m", "incentives", "analyse", "5", "5", "25", "--noise", "10", "--json")
    assert json.loads(done.stdout)["stable"]["core"] == ["0,1 | 2"], done.stderr

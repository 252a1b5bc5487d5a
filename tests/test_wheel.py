"""The wheel alone, in a folder without the repository and without PyTorch, runs the guide."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import jupytext
import pytest

ROOT = Path(__file__).resolve().parents[1]
# What only extras bring is not there.
HIDDEN = ("torch", "sklearn", "pyarrow", "transformers", "peft", "distributed", "huggingface_hub")


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder that holds the two packages as the wheel brings them, and nothing else."""
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
    wheel = next(folder.glob("incentives-*.whl"))
    target = folder / "site"
    subprocess.run([*pip, "install", "--no-deps", "--target", target, wheel], check=True, capture_output=True)
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


def shell(installed, folder, *words):
    """A command in a folder that holds the reader's files alone."""
    told = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (installed, folder)))}
    return subprocess.run([sys.executable, *words], cwd=folder, env=told, capture_output=True, text=True, timeout=300)


def test_own_data_and_network_are_compared_as_the_guide_says(installed, tmp_path):
    pytest.importorskip("torch")
    pytest.importorskip("sklearn")
    guide = jupytext.read(ROOT / "notebooks" / "guide" / "your-own-data-and-network.md")
    (block,) = (cell.source for cell in guide.cells if "methods.compare(" in cell.source)
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


def test_the_register_comes_with_the_wheel(installed, tmp_path):
    done = run(installed, "import incentives_book; from claimbook import entries; print(len(entries()))", tmp_path)
    assert int(done.stdout) > 700, done.stderr


def test_without_pytorch_the_library_says_which_extra_to_install(installed, tmp_path):
    for statement in ("from incentives.learning import run", "from incentives.learning.federation import run"):
        done = run(installed, statement, tmp_path)
        assert 'pip install "incentives[learning]"' in done.stderr


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


def test_the_package_as_a_module_tells_its_version_and_parts_and_runs_the_command(installed, tmp_path):
    told = shell(installed, tmp_path, "-m", "incentives").stdout
    assert told.startswith("incentives 0.")
    assert all(words in told for words in ("coalitions", "Read: https://"))
    assert re.fullmatch(
        r"incentives \d+\.\d+\.\d+\n", shell(installed, tmp_path, "-m", "incentives", "--version").stdout
    )
    done = shell(installed, tmp_path, "-m", "incentives", "analyse", "5", "5", "25", "--noise", "10", "--json")
    assert json.loads(done.stdout)["stable"]["core"] == ["0,1 | 2"], done.stderr

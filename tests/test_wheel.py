"""The wheel alone, in a folder without the repository and without PyTorch, runs the guide."""

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
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    built = subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", folder, source], capture_output=True, text=True)
    if built.returncode:
        pytest.skip(f"no wheel can be built here (pip needs its index for setuptools): {built.stderr[-200:]}")
    wheel = next(folder.glob("incentives-*.whl"))
    target = folder / "site"
    subprocess.run([*pip, "install", "--no-deps", "--target", target, wheel], check=True, capture_output=True)
    return target


def run(installed, program, folder):
    hide = f"import sys\nfor name in {HIDDEN!r}: sys.modules[name] = None\nsys.path.insert(0, {str(installed)!r})\n"
    command = [sys.executable, "-c", hide + program]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)


def test_the_guide_runs_from_the_wheel(installed, tmp_path):
    guide = jupytext.read(ROOT / "notebooks" / "guide" / "use-the-mechanisms.md")
    cells = [cell.source for cell in guide.cells if cell.cell_type == "code" and "remove-cell" not in cell.metadata.get("tags", [])]
    program = "import matplotlib; matplotlib.use('Agg')\n" + "\n".join(cells)
    program += "\nimport incentives; print(incentives.__file__)"
    done = run(installed, program, tmp_path)
    assert done.returncode == 0, done.stderr[-2000:]
    assert str(installed) in done.stdout
    for answer in ("stable: 0,1,2 | 3 | 4", "output: 9/2", "best factor: 1.0", "mean gain: 0.122"):
        assert answer in done.stdout


def test_the_register_comes_with_the_wheel(installed, tmp_path):
    done = run(installed, "from incentives_book.claims import entries; print(len(entries()))", tmp_path)
    assert int(done.stdout) > 700, done.stderr


def test_without_pytorch_the_library_says_which_extra_to_install(installed, tmp_path):
    for statement in ("from incentives.learning import run", "from incentives.learning.federation import run"):
        done = run(installed, statement, tmp_path)
        assert 'pip install "incentives[learning]"' in done.stderr


def test_links_of_the_readme_need_no_repository_around_them(installed):
    metadata = next(installed.glob("incentives-*.dist-info/METADATA")).read_text(encoding="utf-8")
    assert "](https://github.com/" in metadata
    assert not re.findall(r"\]\((?!https?:|#)[^)]+\)", metadata)

"""The example is executed and gated from the wheel alone, in a folder that holds nothing else; so is a first page."""

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from wheel import write_wheel

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "old-claims"
# What only the book's own tools need.
HIDDEN = ("IPython", "jupytext", "nbformat", "papermill", "torch", "sphinx")


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder that holds the packages as the wheel brings them."""
    folder = tmp_path_factory.mktemp("wheel")
    zipfile.ZipFile(write_wheel(folder)).extractall(folder / "site")
    # Importing the others would be an error from here on; so would what the kit must do without.
    for name in ("incentives", "incentives_book"):
        shutil.rmtree(folder / "site" / name)
    for name in HIDDEN:
        (folder / "site" / f"{name}.py").write_text(f"raise ImportError('{name} is not there')\n")
    return folder / "site"


def run(installed, folder, *words):
    told = {**os.environ, "PYTHONPATH": str(installed)}
    command = [sys.executable, "-m", "claimbook", *words]
    return subprocess.run(command, cwd=folder, env=told, capture_output=True, text=True, timeout=300)


@pytest.fixture(scope="module")
def example(installed, tmp_path_factory):
    """The example, executed in a folder of its own."""
    folder = tmp_path_factory.mktemp("example") / "book"
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("_build", "__pycache__"))
    done = run(installed, folder, "run")
    assert done.returncode == 0, done.stderr
    return folder


def test_the_example_is_gated_from_the_wheel_alone(installed, example):
    done = run(installed, example)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    assert "Every verdict has the evidence it needs." in done.stdout
    assert len(re.findall(r"^  numbers/\S+ +false", done.stdout, re.MULTILINE)) == 5


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("pages/numbers/fermat-numbers.md", "No two different", "Some two different"),
        ("pages/numbers/fermat-numbers.md", '{"n": 5}', '{"n": 4}'),
        ("rows/numbers/fermat-numbers.toml", 'verdict = "false"', 'verdict = "holds"'),
        ("rows/numbers/sums-of-powers.toml", "finite = true\n", ""),
        ("pages/numbers/a-prime-and-a-power.md", "(241, 23, 24)", "(241, 22, 24)"),
        ("rows/numbers/perfect-numbers.toml", "Regius", "Cataldi"),
        ("tests/numbers/test_proportions.py", '"numbers/elements-v-25"', '"numbers/prose-three-means"'),
    ],
)
def test_the_example_spoilt_is_refused(installed, example, tmp_path, name, old, new):
    folder = tmp_path / "book"
    shutil.copytree(example, folder)
    text = (folder / name).read_text(encoding="utf-8")
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    ran = run(installed, folder, "run", name).returncode if name.startswith("pages") else 0
    assert ran or run(installed, folder).returncode == 1


@pytest.mark.thorough
def test_the_guide_leads_from_an_empty_folder_to_a_verdict(installed, tmp_path):
    """The three files as the guide prints them, put in the place of what `new` wrote."""
    guide = (EXAMPLE.parents[1] / "book" / "make-a-claim-book.md").read_text(encoding="utf-8")
    (page,) = re.findall(r"^````\n(.*?)^````$", guide, re.DOTALL | re.MULTILINE)
    (row,) = re.findall(r"^```toml\n(.*?)^```$", guide, re.DOTALL | re.MULTILINE)
    (test,) = re.findall(r"^```python\n(.*?)^```$", guide, re.DOTALL | re.MULTILINE)
    assert run(installed, tmp_path, "new", "magnitudes/proportions").returncode == 0
    (tmp_path / "pages/magnitudes/proportions.md").write_text(f"# Four magnitudes\n\n{page}")
    (tmp_path / "rows/magnitudes/proportions.toml").write_text(row)
    (tmp_path / "tests/magnitudes/test_proportions.py").write_text(test)
    checked = run(installed, tmp_path, "check", "magnitudes/proportions", "--bind")
    assert "holds, whole. Not by machine: nothing" in checked.stdout, checked.stdout + checked.stderr
    assert checked.returncode == run(installed, tmp_path).returncode == 0
    (tmp_path / "pages/magnitudes/proportions.md").write_text(page.replace("$a+d>b+c$", "$a+d<b+c$"))
    assert "the statement on its page changed since" in run(installed, tmp_path).stdout


@pytest.mark.thorough
def test_a_first_page_is_three_files_and_one_command(installed, tmp_path):
    made = run(installed, tmp_path, "new", "triangles/right-angles")
    assert made.returncode == 0, made.stderr
    written = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert written == {
        "claimbook.toml",
        "rows/triangles/claims.toml",
        "pages/triangles/right-angles.md",
        "rows/triangles/right-angles.toml",
        "tests/triangles/test_right_angles.py",
    }
    assert run(installed, tmp_path, "new", "triangles/right-angles").returncode == 2
    checked = run(installed, tmp_path, "check", "triangles/right-angles", "--bind")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "Nothing is missing." in checked.stdout
    assert run(installed, tmp_path).returncode == 0
    page = json.loads((tmp_path / "_build/executed/triangles/right-angles.ipynb").read_text())
    (shown,) = [output for cell in page["cells"] for output in cell.get("outputs", ())]
    assert "receipt-proof" in shown["data"]["text/html"]

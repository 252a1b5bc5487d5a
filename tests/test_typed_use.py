"""Somebody who uses the library with a type checker gets no complaint for what the guide does."""

import subprocess
import sys
from pathlib import Path

import jupytext

ROOT = Path(__file__).resolve().parents[1]
BAD = "co.Game(5)\nrw.allocate()\n"


def complaints(program, folder):
    file = folder / "use.py"
    file.write_text(program, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--ignore-missing-imports",
        "--follow-imports=silent",
        "--no-error-summary",
    ]
    command += ["--cache-dir", str(ROOT / "_build" / ".mypy_cache"), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT / "lib")
    return [line for line in done.stdout.splitlines() if "error:" in line]


def test_the_guide_is_well_typed_and_a_wrong_call_is_not(tmp_path):
    guide = jupytext.read(ROOT / "notebooks" / "guide" / "use-the-mechanisms.md")
    cells = [cell.source for cell in guide.cells if cell.cell_type == "code"]
    assert complaints("\n".join(cells), tmp_path) == []
    wrong = complaints("\n".join(cells) + "\n" + BAD, tmp_path)
    assert len({complaint.split(":")[1] for complaint in wrong}) == 2  # both lines


def test_the_library_itself_is_well_typed():
    command = [sys.executable, "-m", "mypy", "--ignore-missing-imports", "--no-error-summary"]
    command += ["--cache-dir", str(ROOT / "_build" / ".mypy_cache"), "--check-untyped-defs", "-p", "incentives"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT / "lib")
    assert [line for line in done.stdout.splitlines() if "error:" in line] == []
    assert done.returncode == 0


def test_no_complaint_is_silenced():
    silenced = [
        path
        for path in (ROOT / "lib" / "incentives").rglob("*.py")
        if "type: ignore" in path.read_text(encoding="utf-8")
    ]
    assert silenced == []

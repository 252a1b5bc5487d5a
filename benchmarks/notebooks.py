"""Executing the notebooks: one kernel at a time against one for each core, in one run.

    python benchmarks/notebooks.py                      every notebook
    python benchmarks/notebooks.py equal-sizes ...      those whose path contains one of the words

Works on a copy in a temporary folder, so that the results that the book is built from stay as they are.
"""

import contextlib
import io
import shutil
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "book"))

from execute import cores, execute, executed_path, record_of  # noqa: E402
from pairing import sources  # noqa: E402


def copy_of_the_project(folder):
    """What an execution reads: notebooks, library, lock file, and what they may name."""
    skip = shutil.ignore_patterns(".git", ".venv", "_build", "__pycache__", ".pytest_cache", ".ruff_cache")
    shutil.copytree(ROOT, folder, ignore=skip, dirs_exist_ok=True)
    return folder


def run(words, jobs):
    """Wall time of one execution from nothing, and the sum of the notebooks' own times."""
    with TemporaryDirectory() as name:
        root = copy_of_the_project(Path(name).resolve())
        pages = [
            page for page in sources(root) if not words or any(word in str(page.relative_to(root)) for word in words)
        ]
        start = time.perf_counter()
        with contextlib.redirect_stdout(io.StringIO()):
            failures = execute(pages, root, jobs)
        wall = time.perf_counter() - start
        if failures:
            raise SystemExit("\n".join(failures))
        return len(pages), wall, sum(record_of(executed_path(page, root))["seconds"] for page in pages)


def main():
    words = sys.argv[1:]
    count, sequential, own = run(words, 1)
    print(f"{count} notebooks, {cores()} cores")
    print(f"one at a time   {sequential:7.1f} s   (the notebooks' own times add up to {own:.1f} s)")
    _, parallel, own = run(words, cores())
    print(f"{cores()} at a time     {parallel:7.1f} s   (own times {own:.1f} s: cores share memory and clock)")
    print(f"ratio           {sequential / parallel:7.2f}x")


if __name__ == "__main__":
    main()

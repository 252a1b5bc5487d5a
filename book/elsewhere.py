"""Executes notebooks as somebody does who opens them elsewhere: in an empty folder, with what this Python has
installed.

    python book/elsewhere.py [PAGE.ipynb ...]      default: every pair in notebooks/
    python book/elsewhere.py --branch FOLDER       the contents of the branch that Colab and Binder open, from the built
    site

Needs only nbclient and the package; .github/workflows/colab.yml runs it under Colab's versions.
"""

import argparse
import re
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from address import ROOT, repository, site_of, wheel_name

CELL_LIMIT = 600  # seconds


def run(path: Path) -> str:
    """Executes one notebook; returns what went wrong, empty if nothing did."""
    import nbclient
    import nbformat

    notebook = nbformat.read(path, as_version=4)
    with TemporaryDirectory() as folder:
        try:
            nbclient.NotebookClient(
                notebook, timeout=CELL_LIMIT, kernel_name="python3", resources={"metadata": {"path": folder}}
            ).execute()
        except (
            nbclient.exceptions.CellExecutionError,
            nbclient.exceptions.CellTimeoutError,
            nbclient.exceptions.DeadKernelError,
        ) as error:
            return re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    return ""


def write_branch(folder: Path) -> None:
    """Writes what the branch holds: both editions, and Binder's environment with the wheel of this site."""
    shutil.copytree(
        ROOT / "_build" / "html" / "editions", folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.zip")
    )
    environment = (ROOT / "binder" / "environment.yml").read_text(encoding="utf-8")
    (folder / "binder").mkdir(exist_ok=True)
    wheel = f"{site_of(repository())}wheel/{wheel_name()}"
    (folder / "binder" / "environment.yml").write_text(environment.replace("WHEEL", wheel), encoding="utf-8")
    (folder / "README.md").write_text(
        f"Notebooks of [the book]({site_of(repository())}), made from it; edits are lost.\n", encoding="utf-8"
    )


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("notebooks", nargs="*", type=Path, help="notebooks to execute (default: every pair)")
    parser.add_argument("--jobs", type=int, default=2, help="kernels at a time")
    parser.add_argument("--branch", type=Path, metavar="FOLDER", help="write the branch instead")
    chosen = parser.parse_args(arguments)
    if chosen.branch:
        write_branch(chosen.branch)
        return 0
    notebooks = chosen.notebooks or sorted((ROOT / "notebooks").glob("*/*.ipynb"))
    failures = 0
    with ThreadPoolExecutor(chosen.jobs) as pool:
        for path, told in zip(notebooks, pool.map(run, notebooks), strict=True):
            failures += bool(told)
            print(f"{'FAILED' if told else 'ran   '} {path}\n{told[-3000:]}".rstrip(), flush=True)
    print(f"{failures} of {len(notebooks)} notebooks failed")
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main())

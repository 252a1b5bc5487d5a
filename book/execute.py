"""Executes the notebooks once, for the tests and for the book.

    python book/execute.py                                   every notebook
    python book/execute.py notebooks/coalitions/<page>.md    these only

Each notebook runs in a fresh kernel in its own process, from its own folder, with its default parameters. The outputs
are grafted onto the notebook as read from the `.md`, which goes to `_build/executed/<part>/<page>.ipynb` and into
the cache that the book is built from. A result is kept while its key (see fingerprints.py) stands, and removed before
the notebook runs again, so that a failed run leaves no old number behind.
"""

import argparse
import fcntl
import multiprocessing
import os
import re
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn
from papermill import execute_notebook
from papermill.exceptions import PapermillExecutionError
from traitlets.config import Config

sys.path.insert(0, str(Path(__file__).resolve().parent))
from fingerprints import digest, inputs_of, key_of
from pairing import ROOT, read, sources

BUDGET = 60  # seconds from a clean kernel, for one notebook
CELL_LIMIT = 600  # seconds; what takes longer hangs
KERNEL_LOST = "Kernel died before replying to kernel_info"
# One thread for each kernel (the pool is the parallelism), and sets of strings in the same order every time.
KERNEL_ENVIRONMENT = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "PYTHONHASHSEED": "0",
}


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def executed_path(source: Path, root: Path) -> Path:
    """Where the executed notebook of `source` lies."""
    return root / "_build" / "executed" / source.relative_to(root / "notebooks").with_suffix(".ipynb")


@contextmanager
def locked(root: Path):
    """One writer at a time, across processes: the cache is a single-writer database."""
    folder = root / "_build"
    folder.mkdir(exist_ok=True)
    with (folder / ".lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def record_of(path: Path) -> dict:
    """What the executed notebook says about its run; empty where there is none or it cannot be read."""
    try:
        return dict(nbformat.read(path, as_version=4).metadata.get("incentives", {}))
    except (OSError, ValueError, nbformat.reader.NotJSONError):
        return {}


def _locate(source: Path, cell_source: str) -> str:
    """`:line` of a cell in the edited file, empty where it cannot be found."""
    place = source.read_text(encoding="utf-8").find(cell_source)
    return f":{source.read_text(encoding='utf-8')[:place].count(chr(10)) + 1}" if place >= 0 else ""


def _failure(source: Path, notebook, error: PapermillExecutionError, root: Path) -> str:
    """The message for a cell that raised: notebook, line, cell, error, and the end of the traceback."""
    name = f"{source.relative_to(root)}{_locate(source, error.source)}"
    plain = re.sub(r"\x1b\[[0-9;]*m", "", "\n".join(error.traceback)).strip().splitlines()
    cell = "\n".join(f"    | {line}" for line in error.source.splitlines())
    trace = "\n".join(f"    {line}" for line in plain[-25:])
    # Papermill counts from the cell that it injects nothing into, so its index is ours.
    return f"FAILED {name}: cell {error.exec_count}: {error.ename}: {error.evalue}\n{cell}\n{trace}"


def run_one(source: Path, root: Path) -> tuple[object, float]:
    """Executes one notebook; returns it with its outputs, and the seconds that it took."""
    notebook, inherited = read(source), os.environ.get("PYTHONPATH")
    # The short folder: a socket's path may hold about 100 characters.
    with TemporaryDirectory(dir="/tmp") as folder:
        os.environ.update(KERNEL_ENVIRONMENT, JUPYTER_RUNTIME_DIR=folder)
        # The library that the key describes is the one that runs, whatever else is installed.
        os.environ["PYTHONPATH"] = os.pathsep.join([str(root / "lib"), *filter(None, [inherited])])
        # Sockets in that folder: ports picked by kernels that start at the same moment can clash.
        sockets = Config({"KernelManager": {"transport": "ipc", "ip": str(Path(folder, "kernel"))}})
        before, after = Path(folder, "before.ipynb"), Path(folder, "after.ipynb")
        nbformat.write(notebook, before)
        for attempt in (1, 2):
            start = time.perf_counter()
            try:
                execute_notebook(
                    before,
                    after,
                    kernel_name="python3",
                    cwd=source.parent,
                    progress_bar=False,
                    execution_timeout=CELL_LIMIT,
                    start_timeout=120,
                    config=sockets,
                    # A kernel that is asked to go complains of the interruption.
                    extra_arguments=["--IPKernelApp.log_level=CRITICAL"],
                )
                break
            except PapermillExecutionError as error:
                raise RuntimeError(_failure(source, notebook, error, root)) from None
            except RuntimeError as error:
                # A kernel that does not come up is the machine's fault: only that is tried again.
                if attempt == 2 or KERNEL_LOST not in str(error):
                    raise
        seconds = time.perf_counter() - start
        ran = nbformat.read(after, as_version=4)
    codes = [cell for cell in notebook.cells if cell.cell_type == "code"]
    results = [cell for cell in ran.cells if cell.cell_type == "code"]
    for cell, result in zip(codes, results, strict=True):
        cell.outputs, cell.execution_count = result.outputs, result.execution_count
    return notebook, seconds


def store(notebook, source: Path, root: Path) -> None:
    """Puts an executed notebook where the tests and the book find it."""
    target = executed_path(source, root)
    target.parent.mkdir(parents=True, exist_ok=True)
    cache_folder = root / "_build" / ".jupyter_cache"
    cache_folder.mkdir(exist_ok=True)
    get_cache(str(cache_folder)).cache_notebook_bundle(
        CacheBundleIn(notebook, str(source)), check_validity=False, overwrite=True
    )
    nbformat.write(notebook, target)


def forget(source: Path, notebook, root: Path) -> None:
    """Removes what earlier runs left of a notebook."""
    executed_path(source, root).unlink(missing_ok=True)
    if in_cache(notebook, root):
        cache = get_cache(str(root / "_build" / ".jupyter_cache"))
        cache.remove_cache(cache.match_cache_notebook(notebook).pk)


def in_cache(notebook, root: Path) -> bool:
    """Does the cache that the book reads hold this notebook?"""
    folder = root / "_build" / ".jupyter_cache"
    if not folder.is_dir():
        return False
    try:
        get_cache(str(folder)).match_cache_notebook(notebook)
    except KeyError:
        return False
    return True


def remove_strays(root: Path) -> None:
    """Forgets results of notebooks that are gone or renamed."""
    wanted = {executed_path(source, root) for source in sources(root)}
    for path in (root / "_build" / "executed").rglob("*.ipynb"):
        if path not in wanted:
            path.unlink()


def execute(pages: list[Path], root: Path, jobs: int) -> list[str]:
    """Brings the results of `pages` up to date; returns the messages of the failures."""
    waiting, keys, cost = [], {}, {}
    with locked(root):
        remove_strays(root)
        for source in pages:
            notebook, path = read(source), executed_path(source, root)
            record, keys[source] = record_of(path), key_of(notebook, source, root)
            if record.get("key") == keys[source]:
                if not in_cache(notebook, root):
                    store(nbformat.read(path, as_version=4), source, root)
                print(f"kept   {record['seconds']:6.1f} s  {source.relative_to(root)}")
            else:
                forget(source, notebook, root)
                waiting.append(source)
                cost[source] = record.get("seconds", BUDGET)
    waiting.sort(key=cost.get, reverse=True)  # the longest first, so that none is left over at the end
    failures = []
    processes = multiprocessing.get_context("spawn")  # threads would clash over ports
    with ProcessPoolExecutor(max(1, min(jobs, len(waiting))), mp_context=processes) as pool:
        running = {pool.submit(run_one, source, root): source for source in waiting}
        for future in as_completed(running):
            source = running[future]
            name = source.relative_to(root)
            error = future.exception()
            if error is not None:
                failures.append(str(error) if str(error).startswith("FAILED") else f"FAILED {name}: {error!r}")
                print(failures[-1], flush=True)
                continue
            notebook, seconds = future.result()
            unchanged = key_of(read(source), source, root) == keys[source]
            if not unchanged:
                failures.append(f"FAILED {name}: its inputs changed while it ran, so its results do not count")
                print(failures[-1], flush=True)
            inputs, lock = inputs_of(notebook, source, root), root / "constraints.txt"
            notebook.metadata["incentives"] = {
                "key": keys[source] if unchanged else "",
                "seconds": round(seconds, 1),
                "date": datetime.now(UTC).strftime("%Y-%m-%d"),
                "python": sys.version.split()[0],
                "library": digest(inputs - {lock}, root)[:12],
                "lock": digest([lock], root)[:12],
                "inputs": sorted(path.relative_to(root).as_posix() for path in inputs),
            }
            with locked(root):
                store(notebook, source, root)
            late = f"  over the budget of {BUDGET} s" if seconds > BUDGET else ""
            print(f"ran    {seconds:6.1f} s  {name}{late}", flush=True)
    return failures


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="*", type=Path, help="notebooks to execute, .md (default: all)")
    parser.add_argument("--jobs", type=int, default=cores(), help="kernels at a time")
    arguments = parser.parse_args()
    pages = [page.resolve() for page in arguments.pages] or sources(ROOT)
    unknown = [str(page) for page in pages if page not in sources(ROOT)]
    if unknown:
        parser.error(f"not a notebook of the book (notebooks/<part>/<page>.md): {', '.join(unknown)}")
    failures = execute(pages, ROOT, arguments.jobs)
    if failures:
        print(f"\n{len(failures)} of {len(pages)} notebooks failed; the first lines:")
        print("\n".join(message.splitlines()[0] for message in failures))
        return 1
    print(f"{len(pages)} notebooks executed: _build/executed/")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Executes the notebooks once, for the tests and for the book.

    python book/execute.py                                   every notebook
    python book/execute.py notebooks/coalitions/<page>.md    these only
    python book/execute.py --cold                            runs all anew and compares with the results that are kept

Where EXECUTED_SHELF names a folder, results are also kept there under their keys, for other clones. They are used for
notebooks that would begin after EXECUTE_UNTIL, in seconds since 1970; without that moment every notebook runs.

Each notebook runs in a kernel of its own (forking.py), from its own folder, with its default parameters. The outputs
are grafted onto the notebook as read from the `.md`, which goes to `_build/executed/<part>/<page>.ipynb`, under a seal
that an edit of the file breaks. A result is kept while its key (see fingerprints.py) and its seal stand, and removed
before the notebook runs again, so that a failed run leaves no old number behind.

A cold run must give the same outputs byte for byte. Cells with the tag `wall-time`, which show seconds measured on this
machine, are the exception; the pages say so.
"""

import argparse
import hashlib
import json
import math
import multiprocessing
import os
import random
import re
import shutil
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
import psutil
from filelock import FileLock

sys.path.insert(0, str(Path(__file__).resolve().parent))
import faces  # noqa: F401  (before the kit is imported)
from fingerprints import TEXT, digest, inputs_of, key_of, keys_of, look_again
from pairing import ROOT, read, sources

from claimbook.seal import run_of, seal_of

BUDGET = 60  # seconds from a clean kernel, for one notebook
SHELF_DAYS = 14  # so that each notebook runs anew at least so often, and the shelf does not grow for ever
CELL_LIMIT = 600  # seconds; what takes longer hangs
KERNEL_LOST = "Kernel died before replying to kernel_info"
# One thread for each kernel (the pool is the parallelism); sets of strings in the same order and figures with the same
# date every time.
KERNEL_ENVIRONMENT = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "PYTHONHASHSEED": "0",
    "SOURCE_DATE_EPOCH": "0",
}


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def executed_path(source: Path, root: Path) -> Path:
    """Where the executed notebook of `source` lies."""
    return root / "_build" / "executed" / source.relative_to(root / "notebooks").with_suffix(".ipynb")


def locked(root: Path) -> FileLock:
    """One writer at a time, across processes."""
    (root / "_build").mkdir(exist_ok=True)
    return FileLock(root / "_build" / ".lock")


def record_of(path: Path) -> dict:
    """The executed notebook's record of its run; empty where there is none, it was edited or cannot be read."""
    try:
        status = path.stat()
    except OSError:
        return {}
    return _record_of(path, status.st_mtime_ns, status.st_size)


@cache
def _record_of(path: Path, _written: int, _size: int) -> dict:
    return run_of(path)


def _locate(source: Path, cell_source: str) -> str:
    """`:line` of a cell in the edited file, empty where it cannot be found."""
    place = source.read_text(encoding="utf-8").find(cell_source)
    return f":{source.read_text(encoding='utf-8')[:place].count(chr(10)) + 1}" if place >= 0 else ""


def _failure(source: Path, error) -> str:
    """The message for a cell that raised: line, cell, error, and the end of the traceback."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", "\n".join(error.traceback)).strip().splitlines()
    cell = "\n".join(f"    | {line}" for line in error.source.splitlines())
    trace = "\n".join(f"    {line}" for line in plain[-25:])
    # Papermill counts from the cell that it injects nothing into, so its index is ours.
    return f"{_locate(source, error.source)}: cell {error.exec_count}: {error.ename}: {error.evalue}\n{cell}\n{trace}"


def _end_with_parent() -> None:
    """Ends this worker and its kernel when the process that it works for is gone, however that ended."""

    def watch() -> None:
        multiprocessing.parent_process().join()
        for child in psutil.Process().children(recursive=True):
            child.kill()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def graft(notebook, ran) -> None:
    """Puts the outputs of `ran` onto the same cells of `notebook`."""
    codes = [cell for cell in notebook.cells if cell.cell_type == "code"]
    results = [cell for cell in ran.cells if cell.cell_type == "code"]
    for cell, result in zip(codes, results, strict=True):
        cell.outputs, cell.execution_count = result.outputs, result.execution_count


def run_one(source: Path, root: Path, until: float) -> tuple[object, float]:
    """Executes one notebook; returns it with its outputs, and the seconds that it took; None if it is after `until`."""
    if time.time() > until:
        return None, 0.0
    from forking import Manager  # heavy, and only workers need them
    from papermill import execute_notebook
    from papermill.exceptions import PapermillExecutionError
    from traitlets.config import Config

    notebook, inherited = read(source), os.environ.get("PYTHONPATH")
    # The short folder: a socket's path may hold about 100 characters.
    with TemporaryDirectory(dir="/tmp") as folder:
        os.environ.update(KERNEL_ENVIRONMENT, JUPYTER_RUNTIME_DIR=folder)
        # The library that the key describes is the one that runs, whatever else is installed.
        os.environ["PYTHONPATH"] = os.pathsep.join([str(root / "lib"), *filter(None, [inherited])])
        # Sockets in that folder: ports picked by kernels that start at the same moment can clash.
        sockets = Config({"KernelManager": {"transport": "ipc", "ip": str(Path(folder, "kernel"))}})
        before = Path(folder, "before.ipynb")
        nbformat.write(notebook, before)
        for attempt in (1, 2):
            start = time.perf_counter()
            try:
                ran = execute_notebook(
                    before,
                    None,  # kept in memory: papermill would write the notebook twice for each cell
                    kernel_manager_class=Manager,
                    kernel_name="python3",
                    cwd=source.parent,
                    progress_bar=False,
                    execution_timeout=CELL_LIMIT,
                    start_timeout=120,
                    config=sockets,
                    coalesce_streams=True,  # however the kernel splits what a cell prints
                    # A kernel that is asked to go complains of the interruption.
                    extra_arguments=["--IPKernelApp.log_level=CRITICAL"],
                )
                break
            except PapermillExecutionError as error:
                raise RuntimeError(_failure(source, error)) from None
            except RuntimeError as error:
                # A kernel that does not come up is the machine's fault: only that is tried again.
                if attempt == 2 or KERNEL_LOST not in str(error):
                    raise
        seconds = time.perf_counter() - start
    graft(notebook, ran)
    return notebook, seconds


def run_all(
    pages: list[Path], root: Path, jobs: int, until: dict[Path, float] | None = None
) -> Iterator[tuple[Path, object, float, str]]:
    """Executes `pages`; yields each as it ends: notebook and seconds, or the message of its failure.

    Neither comes for a page that would begin after its moment in `until`.
    """
    processes = multiprocessing.get_context("spawn")  # threads would clash over ports
    workers = max(1, min(jobs, len(pages)))
    with ProcessPoolExecutor(workers, mp_context=processes, initializer=_end_with_parent) as pool:
        moments = until or {}
        running = {pool.submit(run_one, source, root, moments.get(source, math.inf)): source for source in pages}
        for future in as_completed(running):
            source, error = running[future], future.exception()
            if error is None:
                yield source, *future.result(), ""
            else:
                yield source, None, 0.0, str(error) if str(error).startswith(":") else f": {error!r}"


def store(notebook, source: Path, root: Path) -> None:
    """Seals an executed notebook and puts it where the tests and the book find it."""
    notebook.metadata["incentives"]["source"] = hashlib.sha256(source.read_bytes()).hexdigest()
    notebook.metadata["incentives"]["seal"] = seal_of(json.loads(nbformat.writes(notebook)))
    target = executed_path(source, root)
    target.parent.mkdir(parents=True, exist_ok=True)
    fresh = target.with_suffix(".new")
    nbformat.write(notebook, fresh)
    fresh.replace(target)


def put(path: Path, target: Path) -> None:
    """Copies a file so that nobody finds half of it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    fresh = target.with_suffix(f".{os.getpid()}")
    shutil.copyfile(path, fresh)
    fresh.replace(target)


def on_the_shelf(keys: dict[Path, str]) -> tuple[Path | None, dict[Path, Path]]:
    """The folder that clones share, if there is one, and what it holds for pages with these keys; old results go."""
    if not os.environ.get("EXECUTED_SHELF"):
        return None, {}
    shelf = Path(os.environ["EXECUTED_SHELF"])
    for path in shelf.glob("*"):
        if time.time() - path.stat().st_mtime > SHELF_DAYS * 24 * 3600:
            path.unlink(missing_ok=True)
    places = {source: shelf / f"{key}.ipynb" for source, key in keys.items()}
    return shelf, {source: path for source, path in places.items() if record_of(path).get("key") == keys[source]}


def remove_strays(root: Path) -> None:
    """Forgets results of notebooks that are gone or renamed."""
    wanted = {executed_path(source, root) for source in sources(root)}
    for path in (root / "_build" / "executed").rglob("*.*"):
        if path not in wanted:
            path.unlink()


def renew_prose(source: Path, record: dict, root: Path) -> None:
    """Puts the results of the last run under the prose of today."""
    if record["source"] != hashlib.sha256(source.read_bytes()).hexdigest():
        notebook = read(source)
        graft(notebook, nbformat.read(executed_path(source, root), as_version=4))
        notebook.metadata["incentives"] = record
        store(notebook, source, root)


def execute(pages: list[Path], root: Path, jobs: int) -> list[str]:
    """Brings the results of `pages` up to date; returns the messages of the failures."""
    keys = keys_of(pages, root)
    records = {source: record_of(executed_path(source, root)) for source in pages}
    waiting = [source for source in pages if records[source].get("key") != keys[source]]
    with locked(root):
        remove_strays(root)
        for source in pages:
            if source in waiting:
                executed_path(source, root).unlink(missing_ok=True)
            else:
                renew_prose(source, records[source], root)
                print(f"kept   {records[source]['seconds']:6.1f} s  {source.relative_to(root)}")
    shelf, spare = on_the_shelf({source: keys[source] for source in waiting})
    if "EXECUTE_UNTIL" in os.environ:
        # First what has no other result, then others for each commit.
        random.Random(os.environ.get("TESTS_SEED", "")).shuffle(waiting)
        waiting.sort(key=lambda source: source in spare)
    else:
        # The longest first, so that none is left over at the end.
        waiting.sort(key=lambda source: records[source].get("seconds", BUDGET), reverse=True)
    until = dict.fromkeys(spare, float(os.environ.get("EXECUTE_UNTIL", "inf")))
    failures, late = [], 0
    for source, notebook, seconds, message in run_all(waiting, root, jobs, until):
        name = source.relative_to(root)
        if notebook is None and not message:
            with locked(root):
                put(spare[source], executed_path(source, root))
                renew_prose(source, record_of(executed_path(source, root)), root)
            late += 1
            continue
        look_again()
        if not message and key_of(read(source), source, root) != keys[source]:
            message = ": its inputs changed while it ran, so its results do not count"
        if message:
            failures.append(f"FAILED {name}{message}")
            print(failures[-1], flush=True)
            continue
        inputs, lock = inputs_of(notebook, source, root), (root / "constraints.txt", TEXT)
        notebook.metadata["incentives"] = {
            "key": keys[source],
            "seconds": round(seconds, 1),
            "date": datetime.now(UTC).strftime("%Y-%m-%d"),
            "python": sys.version.split()[0],
            "library": digest(inputs - {lock}, root)[:12],
            "lock": digest([lock], root)[:12],
            "inputs": sorted({path.relative_to(root).as_posix() for path, _ in inputs}),
        }
        with locked(root):
            store(notebook, source, root)
        if shelf:
            put(executed_path(source, root), shelf / f"{keys[source]}.ipynb")
        slow = f"  over the budget of {BUDGET} s" if seconds > BUDGET else ""
        print(f"ran    {seconds:6.1f} s  {name}{slow}", flush=True)
    if late:
        print(f"NOT RUN: {late} notebooks of {len(pages)}, as no time was left; an earlier run had the same inputs.")
    return failures


def differences(kept, fresh) -> list[str]:
    """The cells whose outputs are not the same in two runs of one notebook, but for measured seconds."""
    pairs = zip(kept.cells, fresh.cells, strict=True)
    return [
        cell.source
        for cell, other in pairs
        if cell.get("outputs") != other.get("outputs") and "wall-time" not in cell.metadata.get("tags", [])
    ]


def compare_cold(pages: list[Path], root: Path, jobs: int) -> list[str]:
    """Runs `pages` anew, beside the results that are kept; returns where the two differ."""
    found = []
    for source, notebook, seconds, message in run_all(pages, root, jobs):
        name = source.relative_to(root)
        lines = [f"FAILED {name}{message}"]
        if not message:
            cells = differences(nbformat.read(executed_path(source, root), as_version=4), notebook)
            lines = [f"FAILED {name}{_locate(source, cell)}: other outputs than before" for cell in cells]
        print(*lines or [f"same   {seconds:6.1f} s  {name}"], sep="\n", flush=True)
        found += lines
    return found


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="*", type=Path, help="notebooks to execute, .md (default: all)")
    parser.add_argument("--cold", action="store_true", help="then run all anew and compare")
    parser.add_argument("--jobs", type=int, default=cores(), help="kernels at a time")
    chosen = parser.parse_args(arguments)
    pages = [page.resolve() for page in chosen.pages] or sources(ROOT)
    unknown = [str(page) for page in pages if page not in sources(ROOT)]
    if unknown:
        parser.error(f"not a notebook of the book (notebooks/<part>/<page>.md): {', '.join(unknown)}")
    failures = execute(pages, ROOT, chosen.jobs)
    if chosen.cold and not failures:
        failures = compare_cold(pages, ROOT, chosen.jobs)
    if failures:
        print(f"\n{len(failures)} problems in {len(pages)} notebooks; the first lines:")
        print("\n".join(message.splitlines()[0] for message in failures))
        return 1
    print(f"{len(pages)} notebooks executed: _build/executed/")
    return 0


if __name__ == "__main__":
    sys.exit(main())

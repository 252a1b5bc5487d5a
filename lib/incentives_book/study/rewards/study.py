"""Grids of training runs that outlive interruptions. Needs PyTorch.

    python -m incentives_book.study.rewards.study experiments/<study>/study.toml
    python -m incentives_book.study.rewards.study experiments/<study>/study.toml --seeds 5 --executor processes --jobs 4
    python -m incentives_book.study.rewards.study experiments/<study>/study.toml --device cuda --engine graph --precision bfloat16

A study file says which data, partitions, methods and seeds, and the settings of a `Cell`:

    methods = ["fedavg", "cgsv", "iafl", "aequa"]      # stand-alone comes with them
    [grid]
    data = ["fashion_mnist", "mnist"]
    partition = ["homogeneous", "dirichlet-0.5"]
    seeds = 3
    [settings]                                          # of incentives_book.study.rewards.cells.Cell
    rounds = 50
    [settings.mnist]                                    # for one data set
    rate = 0.05

Each run is one record in `records.jsonl` beside the file, written whole or not at all. Stop the study at any moment
and start it again: finished runs are found by their settings and not repeated.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import threading
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, fields
from itertools import product
from pathlib import Path
from typing import Any

from incentives.learning.half_precision import PRECISIONS
from incentives.learning.local_update import ENGINES
from incentives_book.study.records import add_record, key_of, made_with, read_records
from incentives_book.study.rewards.cells import Cell
from incentives_book.study.rewards.methods import METHODS, How, Result, play

EXECUTORS = ("serial", "processes", "dask")
ALONE = "stand-alone"
ON_A_CPU = How()


@dataclass(frozen=True)
class Study:
    """The runs that a study file asks for.

    Args:
        cells: every combination of data, partition and seed.
        methods: to be run in each of them, stand-alone first.
        store: where the records go.
    """

    cells: tuple[Cell, ...]
    methods: tuple[str, ...]
    store: Path

    def runs(self) -> Iterator[tuple[Cell, str]]:
        """Every run, all stand-alone ones first, because the others are measured against them."""
        for method in self.methods:
            for cell in self.cells:
                yield cell, method


def settings_of(cell: Cell, method: str) -> dict[str, Any]:
    """What a record's key is made of."""
    return {"method": method, **cell.settings}


def read_study(path: str | Path, *, seeds: int | None = None, only: Mapping[str, str] | None = None) -> Study:
    """Read a study file.

    Args:
        path: a TOML file.
        seeds: how many seeds, from 0; the file's number by default.
        only: restrict the grid, for instance {"data": "mnist"}; keys are data, partition, method.

    Raises:
        ValueError: an unknown table, key, method or setting, or nothing is left to run.
    """
    path = Path(path)
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path} is not valid TOML: {error}") from error
    _known("study", told, ("methods", "grid", "settings", "about"))
    grid, settings = told.get("grid", {}), dict(told.get("settings", {}))
    _known("grid", grid, ("data", "partition", "seeds"))
    unknown = [method for method in told.get("methods", ()) if method not in METHODS]
    if unknown or not told.get("methods"):
        raise ValueError(f"methods must be some of {', '.join(METHODS)}, got {told.get('methods')!r}")
    only = dict(only or {})
    _known("only", only, ("data", "partition", "method"))
    own = {name: settings.pop(name) for name in list(settings) if isinstance(settings[name], dict)}
    names = [f.name for f in fields(Cell) if f.name not in ("data", "partition", "seed")]
    for table in (settings, *own.values()):
        _known("settings", table, names)
    cells = tuple(
        Cell(data=data, partition=partition, seed=seed, **{**settings, **own.get(data, {})})
        for data, partition, seed in product(
            grid.get("data", ["digits"]),
            grid.get("partition", ["homogeneous"]),
            range(grid.get("seeds", 3) if seeds is None else seeds),
        )
        if only.get("data", data) == data and only.get("partition", partition) == partition
    )
    methods = tuple(m for m in told["methods"] if m != ALONE and only.get("method", m) == m)
    if not cells:
        raise ValueError(f"nothing to run: no cell of {path} fits only = {only}")
    return Study(cells, (ALONE, *methods), path.with_name("records.jsonl"))


def _known(where: str, table: Mapping[str, Any], names: Sequence[str]) -> None:
    wrong = [name for name in table if name not in names]
    if wrong:
        raise ValueError(f"{where} may hold {', '.join(names)}; got {', '.join(map(str, wrong))}")


def run_one(
    cell: Cell,
    method: str,
    alone: Mapping[str, Any] | None,
    how: How,
) -> dict:
    """The fields of one record; runs in a worker."""
    import torch

    if not how.progress:
        torch.set_num_threads(1)  # the pool is the parallelism
    against = None if alone is None else Result(alone["validation"], alone["test"], alone["seconds"])
    result = play(cell, method, alone=against, **how._asdict())
    name = torch.cuda.get_device_name() if str(how.device).startswith("cuda") else "cpu"
    return {
        "validation": result.validation,
        "test": result.test,
        "seconds": round(result.seconds, 3),
        "extra": result.extra,
        "data_checksum": cell.scene.checksum,
        "engine": how.engine,
        "precision": how.precision,
        "made_with": made_with("torch", "numpy", device=name),
    }


class _Serial(Executor):
    """Runs at once, in this process."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future:
        future: Future = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # as every executor: whatever went wrong is the future's to tell
            future.set_exception(error)
        return future


def _end_with_the_study() -> None:
    """In a worker: wait for the end of the study's process and end as well; a killed parent tells its pool nothing."""
    study = multiprocessing.parent_process()

    def leave() -> None:
        study.join()
        os._exit(1)

    threading.Thread(target=leave, daemon=True).start()


@contextmanager
def executor(name: str, *, jobs: int = 2, address: str | None = None) -> Iterator[Executor]:
    """Where runs are computed.

    Args:
        name: "serial"; "processes" on this machine; "dask" on a cluster's scheduler at `address`, or on a local one
            that is started for the study.
        jobs: processes, or workers of a local cluster.
        address: of a Dask scheduler.

    Raises:
        ValueError: no such executor.
        ImportError: Dask is not installed; the message says what to install.
    """
    if name not in EXECUTORS:
        raise ValueError(f"executor must be one of {', '.join(EXECUTORS)}, got {name!r}")
    if name == "serial":
        yield _Serial()
    elif name == "processes":
        # PyTorch's threads do not survive a fork.
        spawn = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(jobs, mp_context=spawn, initializer=_end_with_the_study) as pool:
            yield pool
    else:
        try:
            from distributed import Client, LocalCluster
        except ImportError as error:
            raise ImportError("dask needs distributed: pip install 'incentives[cluster]'") from error
        if address is not None:
            with Client(address) as client:
                yield client.get_executor()
        else:
            with (
                LocalCluster(n_workers=jobs, threads_per_worker=1, dashboard_address=None) as cluster,
                Client(cluster) as client,
            ):
                yield client.get_executor()


def run_study(
    study: Study,
    *,
    how: How = ON_A_CPU,
    on: Executor | None = None,
    progress: bool = False,
) -> list[dict[str, Any]]:
    """Run what has no record yet and return all records of the study, in the order of its runs.

    Args:
        how: device, engine and precision; no part of a record's key, but told in it.
        on: where runs are computed; one after the other in this process by default.
        progress: show a bar over the runs, and over the rounds if they are computed here.

    A run that fails does not stop the others; when all are done the first failure is raised.
    """
    from tqdm.auto import tqdm

    on = _Serial() if on is None else on
    serial = isinstance(on, _Serial)
    how = how._replace(progress=progress and serial)
    done = {record["key"]: record for record in read_records(study.store)}
    left = [(cell, method) for cell, method in study.runs() if key_of(settings_of(cell, method)) not in done]
    waiting: dict[Future, tuple[Cell, str]] = {}
    failures: list[tuple[str, BaseException]] = []
    with tqdm(total=len(left), disable=not progress, desc="runs", unit="run") as bar:
        while left or waiting:
            ready, later = [], []
            for cell, method in left:
                alone = done.get(key_of(settings_of(cell, ALONE)))
                (ready if method == ALONE or alone else later).append((cell, method, alone))
            left = [(cell, method) for cell, method, _ in later]
            for cell, method, alone in ready[:1] if serial else ready:
                against = None if method == ALONE else alone
                waiting[on.submit(run_one, cell, method, against, how)] = (
                    cell,
                    method,
                )
            left += [(cell, method) for cell, method, _ in ready[1:]] if serial else []
            if not waiting:
                break  # what is left waits for a stand-alone run that failed
            finished, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in finished:
                cell, method = waiting.pop(future)
                bar.update()
                if future.exception() is not None:
                    failures.append(
                        (f"{method} on {cell.data}, {cell.partition}, seed {cell.seed}", future.exception())
                    )
                    continue
                add_record(study.store, settings_of(cell, method), **future.result())
                done[key_of(settings_of(cell, method))] = {**future.result()}
                accuracy = sum(future.result()["test"]) / cell.clients
                bar.set_postfix_str(f"{method}, {cell.data}, {cell.partition}: {accuracy:.1%}")
    if failures:
        name, error = failures[0]
        raise RuntimeError(f"{len(failures)} runs failed, first {name}: {error}") from error
    kept = {record["key"]: record for record in read_records(study.store)}
    return [kept[key_of(settings_of(cell, method))] for cell, method in study.runs()]


def main(arguments: list[str] | None = None) -> None:
    """Run a study from the command line."""
    parser = argparse.ArgumentParser(description="Run a study; finished runs are not repeated.")
    parser.add_argument("study", type=Path, help="TOML file; records go beside it")
    parser.add_argument("--seeds", type=int, help="how many seeds, from 0 (default: the file's)")
    parser.add_argument("--device", default="cpu", help="cpu or cuda")
    parser.add_argument("--engine", default="sequential", choices=sorted(ENGINES), help="of local training")
    parser.add_argument("--precision", default="single", choices=PRECISIONS, help="of the networks' passes")
    parser.add_argument("--executor", default="serial", choices=EXECUTORS)
    parser.add_argument("--jobs", type=int, default=2, help="processes, or workers of a local Dask cluster")
    parser.add_argument("--address", help="of a Dask scheduler")
    parser.add_argument(
        "--only", action="append", default=[], metavar="KEY=VALUE", help="data=, partition= or method="
    )
    parser.add_argument("--list", action="store_true", help="say what would be run, and stop")
    told = parser.parse_args(arguments)
    only = dict(pair.partition("=")[::2] for pair in told.only)
    study = read_study(told.study, seeds=told.seeds, only=only)
    done = {record["key"] for record in read_records(study.store)}
    left = [run for run in study.runs() if key_of(settings_of(*run)) not in done]
    print(f"{sum(1 for _ in study.runs())} runs, {len(left)} of them without a record")
    if told.list:
        for cell, method in left:
            print(f"{method:14s} {cell.data:14s} {cell.partition:16s} seed {cell.seed}")
        return
    with executor(told.executor, jobs=told.jobs, address=told.address) as on:
        run_study(study, how=How(told.device, told.engine, told.precision), on=on, progress=True)


if __name__ == "__main__":
    main()

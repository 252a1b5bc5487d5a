"""The clients of a round on Dask's workers, for federations with many of them. Needs the extra `cluster`.

    from distributed import Client, LocalCluster

    with Client(LocalCluster(n_workers=4, threads_per_worker=1)) as workers, clients_on(workers):
        done = federation.run(task, data, work, rounds=20, seed=7, engine="workers")

Each worker is sent the examples once and then, in every round, the models of its share of the clients, which it trains
one
after the other as the engine "sequential" does, with as many threads as here: the numbers are the same to the last bit.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import metadata
from typing import Any, cast
from weakref import WeakKeyDictionary

import incentives.learning  # noqa: F401  says which extra brings PyTorch, where it is missing

# isort: split
import numpy as np
import torch
from torch import Tensor

from incentives.learning.federated_data import FederatedData
from incentives.learning.local_update import ENGINES
from incentives.learning.sequential_engine import Job, train_sequentially
from incentives.numbers import as_count

PACKAGES = ("incentives", "torch", "numpy")


def versions() -> dict[str, str]:
    """The versions on which numbers depend, as they are here.

    >>> sorted(versions())
    ['incentives', 'numpy', 'torch']
    """
    found = {}
    for package in PACKAGES:
        try:
            found[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            found[package] = "not installed"
    return found


def check_workers(workers: Any) -> None:
    """Pass if all workers of a Dask client have the versions of this process.

    Raises:
        RuntimeError: one has another; the message names it, and both versions.
    """
    here = versions()
    for address, there in sorted(workers.run(versions).items()):
        for package, version in here.items():
            if there[package] != version:
                raise RuntimeError(
                    f"worker {address} has {package} {there[package]}, this process has {version}; give both the same"
                )


def _share(job: Job, threads: int) -> tuple[Tensor, Tensor, Tensor]:
    """On a worker: train some clients; returns their parameters, buffers and losses."""
    before = torch.get_num_threads()
    torch.set_num_threads(threads)
    try:
        job = job._replace(values=job.values.clone(), buffers=job.buffers.clone())
        losses = train_sequentially(job)
    finally:
        torch.set_num_threads(before)
    return job.values, job.buffers, losses


def _trained(data: FederatedData, job: Job, threads: int) -> tuple[Tensor, Tensor, Tensor]:
    return _share(job._replace(data=data), threads)


@contextmanager
def clients_on(workers: Any, *, least: int = 16) -> Iterator[None]:
    """Within the block, the engine "workers" trains the clients of a round on a Dask cluster.

    Args:
        workers: a `distributed.Client`.
        least: rounds with fewer clients are trained in this process, where they cost no transfer.

    Raises:
        RuntimeError: a worker has another version of this package, PyTorch or NumPy.
        ValueError: `least` is no whole number of at least 1, or another block is open.
    """
    least = as_count("least", least, least=1)
    if "workers" in ENGINES:
        raise ValueError("workers must be given once: another block is open")
    check_workers(workers)
    sent: WeakKeyDictionary[FederatedData, Any] = WeakKeyDictionary()

    def train(job: Job) -> Tensor:
        clients = len(job.who)
        if clients < least:
            return train_sequentially(job)
        if job.data not in sent:
            sent[job.data] = workers.scatter(job.data, broadcast=True, hash=False)
        number = min(clients, len(workers.scheduler_info(n_workers=-1)["workers"]))
        parts = [part.tolist() for part in np.array_split(np.arange(clients), number)]
        waiting, nothing = [], cast(Any, None)  # the examples are there already
        for part in parts:
            share = job._replace(
                values=job.values[part], buffers=job.buffers[part], data=nothing, batches=job.batches.of(part),
                present=job.present[part], who=[job.who[k] for k in part],
            )  # fmt: skip
            waiting.append(workers.submit(_trained, sent[job.data], share, torch.get_num_threads(), pure=False))
        losses = job.values.new_full(job.values.shape[:2], torch.nan)
        for part, (values, buffers, own) in zip(parts, workers.gather(waiting), strict=True):
            job.values[part], job.buffers[part], losses[part] = values, buffers, own
        return losses

    ENGINES["workers"] = train
    try:
        yield
    finally:
        del ENGINES["workers"]

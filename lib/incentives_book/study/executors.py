"""Where the runs of a study are computed: here, in processes of this machine, or on a cluster."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any

from incentives.extras import needed

EXECUTORS = ("none", "processes", "dask")


class AtOnce(Executor):
    """Runs what is submitted in this process, before `submit` returns."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future:
        """A future that is done."""
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
        name: "none" for one after the other in this process; "processes" on this machine; "dask" on a cluster's
            scheduler
            at `address`, or on a local one that is started for the study.
        jobs: processes, or workers of a local cluster.
        address: of a Dask scheduler.

    Raises:
        ValueError: no such executor.
        ImportError: Dask is not installed; the message says what to install.
    """
    if name not in EXECUTORS:
        raise ValueError(f"executor must be one of {', '.join(EXECUTORS)}, got {name!r}")
    if name == "none":
        yield AtOnce()
    elif name == "processes":
        # PyTorch's threads do not survive a fork.
        spawn = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(jobs, mp_context=spawn, initializer=_end_with_the_study) as pool:
            yield pool
    else:
        with needed("distributed"):
            from distributed import Client, LocalCluster
        if address is not None:
            with Client(address) as client:
                yield client.get_executor()
        else:
            with (
                LocalCluster(n_workers=jobs, threads_per_worker=1, dashboard_address=None) as cluster,
                Client(cluster) as client,
            ):
                yield client.get_executor()

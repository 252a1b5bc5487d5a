"""Which runner has which run in hand: a claim file per key, made under the store's lock.

Two runners on one study take its runs in turns. A claim is void when its process has ended or, where that cannot be
seen from here, when it is older than any run; so a runner that is killed keeps nobody from its runs.
"""

from __future__ import annotations

import json
import os
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

OLDEST = 24 * 3600.0  # seconds after which a claim of another machine is void: longer than any run


def _file(store: Path, key: str) -> Path:
    return store.with_suffix(".claims") / key


def take(store: Path, key: str, is_done: Callable[[], bool]) -> bool:
    """True if a run is this process's to do: nobody has recorded it, and no other process has it in hand.

    Args:
        store: the file of records.
        key: of the run.
        is_done: looks into the store again; it is asked under the lock.

    >>> import tempfile
    >>> store = Path(tempfile.mkdtemp()) / "records.jsonl"
    >>> take(store, "0123", lambda: True), take(store, "0123", lambda: False)
    (False, True)
    """
    from filelock import FileLock  # reading needs no lock

    store.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(store.with_suffix(".lock")):
        if is_done() or in_hand(store, key):
            return False
        file = _file(store, key)
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps({"machine": socket.gethostname(), "process": os.getpid(), "time": time.time()}))
        return True


def in_hand(store: Path, key: str) -> bool:
    """True if another process that may still be at work has claimed a run."""
    try:
        claim = json.loads(_file(store, key).read_text())
    except (FileNotFoundError, ValueError):  # none, or one that was never finished
        return False
    if claim["machine"] != socket.gethostname():
        return time.time() - claim["time"] <= OLDEST
    return claim["process"] != os.getpid() and _lives(claim["process"])


def _lives(process: int) -> bool:
    if os.name == "nt":  # there, signal 0 would end the process
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def give_back(store: Path, key: str) -> None:
    """Take a claim away: the run is recorded, or failed."""
    from filelock import FileLock

    with FileLock(store.with_suffix(".lock")):
        _file(store, key).unlink(missing_ok=True)
        with suppress(OSError):  # other claims are in it
            _file(store, key).parent.rmdir()

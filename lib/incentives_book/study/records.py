"""One run, one record: append-only, whole or not at all, found again by its settings.

A store is a file of JSON lines. A record is written by one call under a lock and forced to disk before the call
returns, so that a run killed at any moment leaves the earlier records alone; half a line that a power cut left
behind is set aside when the store is opened for writing.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any


def key_of(settings: Mapping[str, Any]) -> str:
    """A short name for settings, the same for equal settings in any order.

    Raises:
        ValueError: the settings hold something that JSON cannot hold.

    >>> key_of({"seed": 1, "method": "fedavg"}) == key_of({"method": "fedavg", "seed": 1})
    True
    >>> len(key_of({}))
    16
    """
    try:
        text = json.dumps(settings, sort_keys=True, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise ValueError(
            f"settings must be plain numbers, texts, lists and tables; got {settings!r}"
        ) from error
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def made_with(*packages: str, device: str = "cpu") -> dict[str, Any]:
    """Where and with what a record was made: time, Python, versions, processor, device, commit.

    Args:
        packages: names of installed packages whose versions matter.
        device: what did the arithmetic, in words.

    >>> sorted(made_with("numpy"))
    ['commit', 'device', 'machine', 'numpy', 'python', 'time']
    """
    return {
        "time": datetime.now(UTC).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        **{package: metadata.version(package) for package in packages},
        "machine": f"{platform.machine()} {sys.platform}, {os.cpu_count()} cores",
        "device": device,
        "commit": commit_of(Path(__file__).resolve().parent),
    }


def commit_of(folder: str | Path) -> str:
    """The commit of the working copy that holds a folder, "-dirty" if a tracked file differs from it.

    Records do not count as differences: a study that adds one to a tracked store changes nothing that it runs.
    "unknown" where there is no working copy or no git.
    """

    def git(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True)

    try:
        commit = git("rev-parse", "--short=12", "HEAD")
    except OSError:
        return "unknown"
    if commit.returncode:
        return "unknown"
    changed = git("diff", "--quiet", "HEAD", "--", ":/", ":(exclude,top,glob)**/records.jsonl").returncode
    return commit.stdout.strip() + ("-dirty" if changed else "")


def read_records(path: str | Path) -> list[dict[str, Any]]:
    """The records of a store, oldest first; an absent store has none, half a last line is no record.

    Raises:
        ValueError: a line that is not the last is no JSON object.

    >>> read_records("no/such/store.jsonl")
    []
    """
    path = Path(path)
    lines = path.read_text(encoding="utf-8").split("\n") if path.exists() else [""]
    # What follows the last line break was never finished.
    records = []
    for number, line in enumerate(lines[:-1], start=1):
        try:
            records.append(json.loads(line))
        except json.JSONDecodeError as error:
            raise ValueError(f"line {number} of {path} is no record: {line[:60]!r}") from error
    return records


def add_record(path: str | Path, settings: Mapping[str, Any], **fields: Any) -> bool:
    """Append one record, unless the store already holds one with these settings.

    Args:
        path: the store; its folder is made if need be.
        settings: what the run was asked to do; decides the record's `key`.
        fields: what came out, and `made_with`.

    Returns:
        Whether the record was written: `False` where somebody else finished the same run first.

    >>> import tempfile
    >>> store = Path(tempfile.mkdtemp()) / "records.jsonl"
    >>> add_record(store, {"seed": 1}, score=0.5), add_record(store, {"seed": 1}, score=0.7)
    (True, False)
    >>> [record["score"] for record in read_records(store)]
    [0.5]
    """
    key = key_of(settings)
    record = {"key": key, "settings": dict(settings), **fields}
    line = json.dumps(record, allow_nan=False) + "\n"
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        whole = file.read()
        if not whole.endswith(b"\n") and whole:
            file.truncate(whole.rfind(b"\n") + 1)
        if any(earlier["key"] == key for earlier in read_records(path)):
            return False
        file.write(line.encode())
        file.flush()
        os.fsync(file.fileno())
    return True


def unfinished(path: str | Path, runs: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The runs that have no record yet, in their order, each once.

    >>> unfinished("no/such/store.jsonl", [{"seed": 1}, {"seed": 2}, {"seed": 1}])
    [{'seed': 1}, {'seed': 2}]
    """
    done = {record["key"] for record in read_records(path)}
    left = {key_of(run): run for run in runs}
    return [run for key, run in left.items() if key not in done]

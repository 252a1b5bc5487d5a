"""One run, one record: append-only, whole or not at all, found again by what it depends on.

A store is a file of JSON lines. A record is appended under a lock and forced to disk before the call returns, so that a
run killed at any moment leaves the earlier records alone; half a line that a power cut left behind is set aside by the
next record. A record's key covers its settings and the `PARTS` that it states; its digest covers the whole line.
Records
of before the first release state less. They are read like the others, `lacks` says what is missing, and `stated` what
they say of it elsewhere.
"""

from __future__ import annotations

import codecs
import hashlib
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any, BinaryIO

# What a result depends on besides its settings, as a record states it, and in words.
PARTS = {
    "data_checksum": "a checksum of the data",
    "precision": "the precision",
    "code": "a digest of the code",
    "splits": "a digest of every split that is read",
    "machinery": "engine, device and version of PyTorch",
}
# A study may have none of these: only some read data, and only some compute with PyTorch.
SOME = ("splits", "machinery")


def key_of(settings: Mapping[str, Any], **parts: Any) -> str:
    """A short name for settings and what else a result depends on, the same in any order.

    Raises:
        ValueError: the settings hold something that JSON cannot hold.

    >>> key_of({"seed": 1, "method": "fedavg"}) == key_of({"method": "fedavg", "seed": 1})
    True
    >>> key_of({"seed": 1}) == key_of({"seed": 1}, precision="bfloat16")
    False
    """
    try:
        text = json.dumps({"settings": settings, **parts} if parts else settings, sort_keys=True, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise ValueError(f"settings must be plain numbers, texts, lists and tables; got {settings!r}") from error
    return short_hash(text)


def short_hash(text: str) -> str:
    """Sixteen hexadecimal digits that stand for a text.

    >>> short_hash("a")
    'ca978112ca1bbdca'
    """
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def made_with(*packages: str, device: str = "cpu") -> dict[str, Any]:
    """Where and with what a record was made: time, versions, processor, device, commit.

    Args:
        packages: names of installed packages whose versions matter, besides our own.
        device: what did the arithmetic, in words.

    >>> sorted(made_with("numpy"))
    ['commit', 'device', 'incentives', 'machine', 'numpy', 'python', 'time']
    """
    return {
        "time": datetime.now(UTC).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        **{package: version_of(package) for package in ("incentives", *packages)},
        "machine": ", ".join([f"{platform.machine()} {sys.platform}", f"{os.cpu_count()} cores", *_vectors(packages)]),
        "device": device,
        "commit": commit_of(Path(__file__).resolve().parent),
    }


def _vectors(packages: Sequence[str]) -> list[str]:
    """The vector instructions of the processor that PyTorch uses: other ones round sums of float32 otherwise."""
    if "torch" not in packages or version_of("torch") == "not installed":
        return []
    import torch

    return [torch.backends.cpu.get_cpu_capability()]


def version_of(package: str) -> str:
    """Of an installed package, in words.

    >>> version_of("no-such-package")
    'not installed'
    """
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "not installed"


def commit_of(folder: str | Path) -> str:
    """The commit of the working copy that tracks a folder, "-dirty" if a tracked file differs from it.

    Records do not count as differences: a study that adds one to a tracked store changes nothing that it runs.
    "unknown" where there is no git, or where the folder merely lies inside somebody else's working copy.
    """

    def git(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True)

    try:
        tracked = git("ls-files", "--error-unmatch", ".")
    except OSError:
        return "unknown"
    commit = git("rev-parse", "--short=12", "HEAD")
    if tracked.returncode or commit.returncode:
        return "unknown"
    changed = git("diff", "--quiet", "HEAD", "--", ":/", ":(exclude,top,glob)**/records.jsonl").returncode
    return commit.stdout.strip() + ("-dirty" if changed else "")


def read_records(path: str | Path) -> list[dict[str, Any]]:
    """The records of a store, oldest first, of equal keys the first; an absent store has none, half a last line is
    none.

    Raises:
        ValueError: a line is blank, no record, or was changed after it was written; the message names file and line.

    >>> read_records("no/such/store.jsonl")
    []
    """
    path = Path(path)
    lines = path.read_bytes().split(b"\n") if path.exists() else [b""]
    if not lines[-1] or _is_half(lines[-1]):
        del lines[-1]
    records: dict[str, dict[str, Any]] = {}
    for number, line in enumerate(lines, start=1):
        record = _record(line, f"line {number} of {path}")
        records.setdefault(record["key"], record)
    return list(records.values())


def _record(line: bytes, where: str) -> dict[str, Any]:
    """One line, checked."""
    if line.startswith(codecs.BOM_UTF8):
        raise ValueError(f"{where} is no record: it begins with a byte-order mark; save the file without one")
    if not line.strip():
        raise ValueError(f"{where} is no record: it is blank; delete it")
    try:
        record = json.loads(line)
    except ValueError as error:
        raise ValueError(f"{where} is no record: {line[:60]!r}") from error
    if not isinstance(record, dict) or not isinstance(record.get("settings"), dict):
        raise ValueError(f"{where} is no record: it must be a table with settings, got {line[:60]!r}")
    own = {name: record[name] for name in PARTS if name in record} if "digest" in record else {}
    key = key_of(record["settings"], **own)
    rest = {name: value for name, value in record.items() if name != "digest"}
    if record.get("digest", _digest(rest)) != _digest(rest) or record.get("key", key) != key:
        raise ValueError(f"{where} was changed after it was written: its digest or key belongs to other contents")
    return {"key": key, **record}


def _digest(record: Mapping[str, Any]) -> str:
    return short_hash(json.dumps(record))


def _is_half(line: bytes) -> bool:
    """True if a last line without a line break is the beginning of a record that was never finished."""
    try:
        json.loads(line)
    except ValueError:
        return line.startswith(b"{")
    return False


def lacks(record: Mapping[str, Any]) -> list[str]:
    """The gaps of a record, in words; nothing if it was made by `run_study` of today.

    >>> lacks({"key": "0123", "settings": {}, "precision": "single", "made_with": {"incentives": "0.1.0"}})
    ['a checksum of the data', 'a digest of the code', 'a digest of the line']
    """
    missing = [words for name, words in PARTS.items() if name not in record and name not in SOME]
    if "digest" not in record:
        missing.append("a digest of the line")
    if "incentives" not in record.get("made_with", {}):
        missing.append("the version of the package")
    return missing


def stated(record: Mapping[str, Any]) -> dict[str, Any]:
    """The `PARTS` that a record states, and what an older one says of them in `made_with`.

    A record without a digest of its code states its code if its commit had no changes. Digests are those of one method,
    and a commit holds all methods, so that the commit stands here as a short hash of it and of the method.

    >>> told = stated({"settings": {}, "made_with": {"commit": "90c8e4a93d12", "torch": "2.13.0", "device": "cpu"}})
    >>> sorted(told), told["machinery"]
    (['code', 'machinery'], 'sequential, cpu, torch 2.13.0')
    >>> stated({"settings": {}, "made_with": {"commit": "90c8e4a93d12-dirty"}})
    {}
    """
    made = record.get("made_with", {})
    told = {name: record[name] for name in PARTS if name in record}
    commit = made.get("commit", "unknown")
    if "code" not in told and commit != "unknown" and not commit.endswith("-dirty"):
        told["code"] = short_hash(f"{commit} {record['settings'].get('method', '')}")
    if "machinery" not in told and "torch" in made and "device" in made:
        # Before there was a choice of engines, no record told it.
        told["machinery"] = machinery(record.get("engine", "sequential"), made["device"], made["torch"])
    return told


def machinery(engine: str, device: str, torch: str) -> str:
    """The machinery that computed the numbers, in words.

    >>> machinery("sequential", "cpu", "2.13.0")
    'sequential, cpu, torch 2.13.0'
    """
    return f"{engine}, {device}, torch {torch}"


def is_dirty(record: Mapping[str, Any]) -> bool:
    """True if the commit that a record names is not all of its code: a file had been changed.

    >>> is_dirty({"made_with": {"commit": "90c8e4a93d12-dirty"}}), is_dirty({"made_with": {}})
    (True, False)
    """
    return record.get("made_with", {}).get("commit", "").endswith("-dirty")


def newest(records: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Of records with equal settings the last, for readers who do not ask with which code or precision it was made.

    >>> newest([{"settings": {"seed": 1}, "score": 1}, {"settings": {"seed": 1}, "score": 2}])
    [{'settings': {'seed': 1}, 'score': 2}]
    """
    return list({key_of(record["settings"]): record for record in records}.values())


def add_record(path: str | Path, settings: Mapping[str, Any], **fields: Any) -> None:
    """Append one record. What is there already is not read, apart from the end of the last line.

    Args:
        path: the store; its folder is made if need be.
        settings: what the run was asked to do.
        fields: what came out, `made_with`, and those of the `PARTS` that are known; settings and parts decide the key.

    >>> import tempfile
    >>> store = Path(tempfile.mkdtemp()) / "records.jsonl"
    >>> add_record(store, {"seed": 1}, score=0.5)
    >>> add_record(store, {"seed": 1}, score=0.7)
    >>> [record["score"] for record in read_records(store)]
    [0.5]
    """
    from filelock import FileLock  # reading, as a page in a browser does, needs no lock

    key = key_of(settings, **{name: fields[name] for name in PARTS if name in fields})
    # Tuples become lists here, so that the digest is that of what will be read.
    record = json.loads(json.dumps({"key": key, "settings": dict(settings), **fields}, allow_nan=False))
    line = json.dumps({**record, "digest": _digest(record)}).encode() + b"\n"
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(path.with_suffix(".lock")), path.open("a+b") as file:
        rest = _unfinished(file)
        if _is_half(rest):
            file.truncate(file.seek(0, os.SEEK_END) - len(rest))
        elif rest:
            line = b"\n" + line
        file.write(line)
        file.flush()
        os.fsync(file.fileno())


def _unfinished(file: BinaryIO, *, block: int = 65536) -> bytes:
    """The text after the last line break of a file, read from its end."""
    rest, start = b"", file.seek(0, os.SEEK_END)
    while start and b"\n" not in rest:
        size = min(block, start)
        start = file.seek(start - size)
        rest = file.read(size) + rest
    return rest.rpartition(b"\n")[2]

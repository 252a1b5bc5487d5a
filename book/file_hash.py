"""One hash for many files; quick to import."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def hash_of(paths: Iterable[Path]) -> str:
    """Hash of the names and contents of files."""
    total = hashlib.sha256()
    for path in sorted(paths):
        total.update(f"{path.relative_to(ROOT)} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return total.hexdigest()

"""A file that is there as a whole or not at all, whenever its writer is killed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def whole_file(path: str | Path) -> Iterator[Path]:
    """A place beside `path` to write to, which replaces it when the block ends without an error.

    >>> import tempfile
    >>> place = Path(tempfile.mkdtemp()) / "said.txt"
    >>> with whole_file(place) as beside:
    ...     _ = beside.write_text("all of it")
    ...     place.exists()
    False
    >>> place.read_text(), beside.exists()
    ('all of it', False)
    """
    path = Path(path)
    beside = path.with_name(path.name + ".part")
    try:
        yield beside
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)

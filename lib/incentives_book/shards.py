"""Data in pieces that travel: files cut into parts of 15 MB, grouped into calls, and joined again where they arrive.

    python -m incentives_book.gpu --pack shards   # pieces, in folders call-1, call-2, ...
    python -m incentives_book.gpu --join shards   # there: whole files again, into INCENTIVES_DATA

What may travel in one call is bounded, and the working tree travels with it. The pieces of a file are bytes of it, so
that the joined file has its checksum, and records made with it are records of these data.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

MOST_BYTES = 60 * 2**20  # of what travels in one call, the tree included
PIECE = 15_000_000
NAMES = "pieces.json"


class Piece(NamedTuple):
    """Bytes of a file: which, from where on, and how many."""

    file: str
    start: int
    size: int

    @property
    def name(self) -> str:
        """Of the piece as a file."""
        return f"{self.file.replace('/', '--')}.{self.start:012d}"


def pieces_of(folder: Path, files: Iterable[Path], *, piece: int = PIECE) -> Iterator[Piece]:
    """The pieces of some files of a folder, in order."""
    for file in files:
        size, name = file.stat().st_size, file.relative_to(folder).as_posix()
        for start in range(0, size, piece):
            yield Piece(name, start, min(piece, size - start))


def calls(pieces: Iterable[Piece], room: int) -> list[list[Piece]]:
    """Pieces by the call in which they travel: in their order, as many to a call as there is room for.

    Raises:
        ValueError: a piece is larger than the room of a call.

    >>> [len(call) for call in calls([Piece("a", 0, 4), Piece("a", 4, 4), Piece("b", 0, 3)], 8)]
    [2, 1]
    """
    found: list[list[Piece]] = [[]]
    for piece in pieces:
        if piece.size > room:
            raise ValueError(f"room must be at least {piece.size} bytes, the size of a piece; got {room}")
        if sum(each.size for each in found[-1]) + piece.size > room:
            found.append([])
        found[-1].append(piece)
    return found if found[-1] else found[:-1]


def write(target: Path, folder: Path, files: Sequence[Path], *, beside: int, most: int = MOST_BYTES) -> list[int]:
    """Cut files of a folder into pieces, in subfolders call-1, call-2 and so on; each call fits beside the tree.

    Args:
        target: where the subfolders are made.
        folder: what the names of the files are relative to.
        files: in the order in which they are wanted.
        beside: bytes that travel with every call.
        most: bytes of a call.

    Returns:
        Bytes of data in each call.
    """
    digests = {f.relative_to(folder).as_posix(): hashlib.sha256(f.read_bytes()).hexdigest() for f in files}
    sizes = {f.relative_to(folder).as_posix(): f.stat().st_size for f in files}
    names = json.dumps({"digests": digests, "sizes": sizes})
    # Every call carries the table of all files, so that each can be joined when its last piece has arrived.
    found = calls(pieces_of(folder, files), most - beside - len(names) - 2**16)
    for number, call in enumerate(found, start=1):
        place = target / f"call-{number}"
        place.mkdir(parents=True)
        (place / NAMES).write_text(names)
        for piece in call:
            with (folder / piece.file).open("rb") as source:
                source.seek(piece.start)
                (place / piece.name).write_bytes(source.read(piece.size))
    return [sum(piece.size for piece in call) for call in found]


def join(source: Path, folder: Path) -> tuple[list[str], list[str]]:
    """Put the pieces below a folder together: names of the files that are whole now, and of those that still lack
    pieces.

    Args:
        source: the folder in which subfolders of pieces arrived, of one call or of several.
        folder: where the files go; a file that is there and has its digest stays.

    Raises:
        ValueError: no table of pieces, or a joined file has another digest than the one that was cut.
    """
    tables = sorted(source.rglob(NAMES))
    if not tables:
        raise ValueError(f"source must hold pieces and their table {NAMES}, got {source}")
    whole, lacking = [], []
    for table in tables[:1]:
        told = json.loads(table.read_text())
        for file, digest in told["digests"].items():
            target = folder / file
            if target.is_file() and hashlib.sha256(target.read_bytes()).hexdigest() == digest:
                whole.append(file)
                continue
            parts = {path.name: path for path in source.rglob(f"{file.replace('/', '--')}.*")}
            content = b"".join(parts[name].read_bytes() for name in sorted(parts))
            if len(content) < told["sizes"][file]:
                lacking.append(file)
                continue
            if hashlib.sha256(content).hexdigest() != digest:
                raise ValueError(f"the pieces of {file} must have digest {digest[:16]}, got other bytes")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            whole.append(file)
    return whole, lacking

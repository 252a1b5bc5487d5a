"""The records that a page shows: from the repository around it, else from the package that came with the book."""

from importlib.resources import files
from pathlib import Path
from typing import Any

from incentives_book.study.records import read_records

# Where the studies lie, seen from a page.
EXPERIMENTS = Path("../../experiments")


def store_of(path: str | Path) -> Path:
    """A file of a study, such as `../../experiments/empty-core/records.jsonl`.

    A page that somebody opened elsewhere, without the repository, is given the copy in the package. The package of a working
    copy has none, because it needs none.

    Raises:
        ValueError: there is no such file in either place.

    >>> store_of("my/records.jsonl")
    Traceback (most recent call last):
    ...
    ValueError: no file of a study at my/records.jsonl; a page of the book must name one, such as ../../experiments/empty-core/records.jsonl
    """
    path = Path(path)
    places = [path]
    if path.is_relative_to(EXPERIMENTS):
        places.append(Path(str(files("incentives_book"))) / "records" / path.relative_to(EXPERIMENTS))
    for place in places:
        if place.is_file():
            return place
    raise ValueError(
        f"no file of a study at {path.as_posix()}; a page of the book must name one, such as {EXPERIMENTS.as_posix()}/empty-core/records.jsonl"
    )


def published(path: str | Path) -> list[dict[str, Any]]:
    """The records of a study of the book, oldest first.

    Raises:
        ValueError: there is no such store, or it holds a line that is no record.
    """
    return read_records(store_of(path))

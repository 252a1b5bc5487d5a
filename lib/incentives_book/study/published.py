"""The records that a page shows: from the repository around it, else from the package that came with the book."""

from importlib.resources import files
from pathlib import Path
from typing import Any

from incentives_book.study.records import is_dirty, read_records, stated
from incentives_book.study.same_code import same_as

# Where the studies lie, seen from a page.
EXPERIMENTS = Path("../../experiments")


def store_of(path: str | Path) -> Path:
    """A file of a study, such as `../../experiments/empty-core/records.jsonl`.

    A page that somebody opened elsewhere, without the repository, is given the copy in the wheel that the book's site
    offers.
    A package from an index has none: whoever uses the library alone need not download what studies of the book found.

    Raises:
        ValueError: there is no such file in either place.

    >>> store_of("my/records.jsonl")
    Traceback (most recent call last):
    ...
    ValueError: no file of a study at my/records.jsonl; a page of the book must name one, such as
        ../../experiments/empty-core/records.jsonl, and needs the repository around it or the wheel from the book's site
    """
    path = Path(path)
    places = [path]
    if path.is_relative_to(EXPERIMENTS):
        places.append(Path(str(files("incentives_book"))) / "records" / path.relative_to(EXPERIMENTS))
    for place in places:
        if place.is_file():
            return place
    raise ValueError(
        f"no file of a study at {path.as_posix()}; a page of the book must name one, such as "
        f"{EXPERIMENTS.as_posix()}/empty-core/records.jsonl, "
        "and needs the repository around it or the wheel from the book's site"
    )


def published(path: str | Path) -> list[dict[str, Any]]:
    """The records of a study of the book, oldest first.

    Raises:
        ValueError: there is no such store, or it holds a line that is no record.
    """
    return read_records(store_of(path))


def provenance(path: str | Path) -> str:
    """The statement of a study's records about their code, in a sentence for its page.

    A commit without changes states the code where an old record has no digest; whether such a record counts, a repeated
    run decides (`incentives_book.study.runner.confirm`).

    Raises:
        ValueError: there is no such store, or it holds a line that is no record.
    """
    store = store_of(path)
    records = read_records(store)
    digest = sum("code" in record for record in records)
    commits = [stated(record)["code"] for record in records if "code" not in record and "code" in stated(record)]
    repeated = sum(len(same_as(store, code)) > 1 for code in commits)
    told = [f"{digest} of {len(records)} records state their code by a digest"]
    if commits:
        told.append(f"{len(commits)} by a commit alone, {repeated} of which a repeated run has confirmed")
    if silent := len(records) - digest - len(commits):
        told.append(f"{silent} not at all, and do not count")
    if dirty := sum(map(is_dirty, records)):
        told.append(f"{dirty} name a commit with changed files, so that the digest has to be believed")
    return "; ".join(told) + "."

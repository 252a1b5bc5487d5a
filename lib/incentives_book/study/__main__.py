"""Run a study; finished runs are not repeated.

    python -m incentives_book.study experiments/<study>/study.toml
    python -m incentives_book.study experiments/<study>/study.toml --seeds 5 --executor processes --jobs 4
    python -m incentives_book.study experiments/<study>/study.toml --device cuda --engine graph --precision bfloat16

Each run is one record in `records.jsonl` beside the file. Stop the study at any moment and start it again: it goes on
where it was. With `--minutes 9`, which some studies take, it stops by itself, and exit status 75 says that more is left
to do. After a rewrite that means to change no number, `--confirm` repeats one run for each digest of code that the
records state, and notes which gave the same numbers; those records count. `incentives_book.study.study_file` says what
a study file holds.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from incentives.charging.pieces import Unfinished
from incentives_book.study.executors import EXECUTORS, executor
from incentives_book.study.records import is_dirty, key_of, lacks, read_records, stated
from incentives_book.study.runner import checked_options, confirm, done, run_study
from incentives_book.study.study_file import elsewhere, read_study, short

CALL_AGAIN = 75  # the exit status of a call whose minutes are over, that of a temporary failure in `sysexits.h`


def main(arguments: Sequence[str] | None = None) -> tuple[int, list[dict[str, Any]]]:
    """Run the study that the command line names, and print one line per record.

    Returns:
        How many runs were asked for, and the records of those that are done.
    """
    parser = argparse.ArgumentParser(
        prog="python -m incentives_book.study", description="Run a study; finished runs are not repeated."
    )
    parser.add_argument("study", type=Path, help="TOML file; records go beside it")
    parser.add_argument("--seeds", type=int, help="how many seeds, from 0 (default: those of the file)")
    parser.add_argument(
        "--only", action="append", default=[], metavar="FIELD=VALUE", help="run only these; may be repeated"
    )
    parser.add_argument("--executor", default="none", choices=EXECUTORS)
    parser.add_argument("--jobs", type=int, default=2, help="processes, or workers of a local Dask cluster")
    parser.add_argument("--address", help="of a Dask scheduler")
    parser.add_argument("--device", help="cpu or cuda, where the study trains networks on it")
    parser.add_argument("--engine", help="of local training")
    parser.add_argument("--precision", help="of the networks' passes")
    parser.add_argument(
        "--checkpoint", metavar="FOLDER", help="keep the rounds of a run that may be stopped, and go on there"
    )
    parser.add_argument(
        "--minutes",
        help=f"stop after so many with exit status {CALL_AGAIN}, and keep what the next call needs to go on",
    )
    parser.add_argument(
        "--records", type=Path, metavar="FOLDER", help="read and write records here, not beside the file"
    )
    parser.add_argument("--list", action="store_true", help="say what would be run, and stop")
    parser.add_argument(
        "--confirm", action="store_true", help="repeat one run of each earlier code and compare, and stop"
    )
    told = parser.parse_args(arguments)
    if told.minutes is not None and told.executor != "none":
        parser.error(f"--minutes must go with --executor none; got {told.executor}")
    try:
        study = read_study(told.study, seeds=told.seeds, only=dict(pair.partition("=")[::2] for pair in told.only))
        if told.records:
            study = elsewhere(study, told.records)
        given = {name: getattr(told, name) for name in ("device", "engine", "precision", "checkpoint", "minutes")}
        options = checked_options(study.kind, given)
        finished = done(study, options)
    except (OSError, ValueError) as error:
        sys.exit(f"{parser.prog}: {error}")
    if told.confirm:
        with _until_over(parser):
            for said in confirm(study, options):
                print(said, flush=True)
        finished = done(study, options)
    left = [setting for setting in study.settings if key_of(study.kind.told(setting)) not in finished]
    print(f"{len(study.settings)} runs, {len(left)} of them without a record")
    for missing, count in Counter(tuple(lacks(record)) for record in finished.values()).items():
        if missing:
            print(f"{count} of the {len(finished)} records do not state {', '.join(missing)}")
    every = read_records(study.store)
    if silent := sum("code" not in stated(record) for record in every):
        print(
            f"{silent} of the {len(every)} lines of the store state no code, by a digest or a clean commit, "
            "and do not count"
        )
    if dirty := sum(map(is_dirty, finished.values())):
        print(
            f"{dirty} of the {len(finished)} records name a commit with changed files; their digest of the code counts"
        )
    if told.list or told.confirm:
        for setting in left:
            print(short(setting))
        return len(study.settings), list(finished.values())
    with executor(told.executor, jobs=told.jobs, address=told.address) as on, _until_over(parser):
        records = run_study(study, on=on, options=options, progress=True)
    for record in records:
        print(study.kind.line(record))
    return len(study.settings), records


@contextmanager
def _until_over(parser: argparse.ArgumentParser) -> Iterator[None]:
    """Ends the call with its own exit status where the minutes that were given are over."""
    try:
        yield
    except Unfinished as over:
        print(f"{parser.prog}: {over}", file=sys.stderr)
        sys.exit(CALL_AGAIN)


if __name__ == "__main__":
    main()

"""Run what a study asks for and what has no record yet, wherever an executor computes it.

A run counts as done if a record has its settings and states the same precision, data, code and machinery, or if a
repeated run has shown that both give the same numbers (`same_code`). A record that states no code counts for nothing.
What cannot be told here, such as the checksum of data or the name of a GPU that are elsewhere, is not asked for.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import CancelledError, Executor, Future, as_completed
from contextlib import contextmanager
from dataclasses import replace
from functools import cache, partial
from typing import Any

from incentives.charging.pieces import Unfinished
from incentives_book.study.code_digest import code_digest
from incentives_book.study.executors import AtOnce
from incentives_book.study.kinds import Kind, as_minutes
from incentives_book.study.records import (
    PARTS,
    add_record,
    key_of,
    machinery,
    made_with,
    read_records,
    short_hash,
    stated,
    version_of,
)
from incentives_book.study.same_code import differences, note_same, same_as
from incentives_book.study.study_file import Study, kind_of, short
from incentives_book.study.turns import give_back, take

ELSEWHERE = "a GPU that is not here"
PATIENCE = 0.5  # seconds between two looks at runs that another runner has in hand


def checked_options(kind: Kind, options: Mapping[str, str | None]) -> dict[str, str]:
    """The options that were given, without those that are None.

    Raises:
        ValueError: the kind of study does not take one, or not with this value, or minutes that are not positive.
    """
    given = {name: value for name, value in options.items() if value is not None}
    for name, value in given.items():
        if name not in kind.options:
            raise ValueError(f"this study takes no {name}; its options are {', '.join(kind.options) or 'none'}")
        if kind.options[name] and value not in kind.options[name]:
            raise ValueError(f"{name} must be one of {', '.join(kind.options[name])}, got {value!r}")
    if "minutes" in given:
        as_minutes(given["minutes"])
    return given


def parts_of(kind: Kind, setting: Any, options: Mapping[str, str]) -> dict[str, Any]:
    """The parts on which the result of a run depends besides its settings, as far as it can be told here."""
    parts: dict[str, Any] = {
        "precision": options.get("precision", kind.precision),
        "code": code_digest(*kind.code(setting)),
    }
    if "torch" in kind.packages:
        engine, device = options.get("engine", "sequential"), device_of(_device(setting, options))
        if device != ELSEWHERE:
            parts["machinery"] = machinery(engine, device, version_of("torch"))
    try:
        parts["data_checksum"], splits = kind.data(setting), kind.splits(setting)
    except (FileNotFoundError, ImportError):  # the data are not on this machine
        return parts
    return parts if splits is None else {**parts, "splits": splits}


def _device(setting: Any, options: Mapping[str, str]) -> str:
    """The device that was asked for: an option of some kinds of study, a field of the setting in others."""
    return options.get("device") or getattr(setting, "device", "") or "cpu"


def device_of(device: str) -> str:
    """The device that does the arithmetic, in words."""
    if not device.startswith("cuda"):
        return "cpu"
    import torch

    return torch.cuda.get_device_name() if torch.cuda.is_available() else ELSEWHERE


# What `confirm` can show to make no difference, where a record does not state it or states another one.
CONFIRMED = ("code", "machinery")
UNSTATED = ("data_checksum", "splits")


def _name(part: str, told: Mapping[str, Any], settings: Mapping[str, Any]) -> str | None:
    """A part as `same-code.txt` names it; of data that are not stated, those of one code and one data set."""
    if part == "code":
        return told.get("code")
    if part not in told and part in UNSTATED and "code" in told:
        return short_hash(f"{part} of {settings.get('data')} with {told['code']}")
    return short_hash(f"{part} {told[part]}") if part in told else None


def done(study: Study, options: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """The records that count for the runs of a study, by `key_of` the settings; of several the last."""
    return {name: record for name, (record, apart) in _nearest(study, options).items() if not apart}


def _nearest(study: Study, options: Mapping[str, str]) -> dict[str, tuple[dict[str, Any], list[str]]]:
    """By `key_of` the settings the record that has least against it, of equals the last, and what it has against it."""
    same: dict[str, list[dict[str, Any]]] = {}
    for record in read_records(study.store):
        same.setdefault(key_of(record["settings"]), []).append(record)
    found: dict[str, tuple[dict[str, Any], list[str]]] = {}
    tied = cache(partial(same_as, study.store))
    for setting in study.settings:
        asked = study.kind.told(setting)
        name = key_of(asked)
        if name not in same:
            continue
        wanted = parts_of(study.kind, setting, options)
        allowed = {part: tied(_name(part, wanted, asked)) for part in wanted}
        # A GPU that is elsewhere cannot be named here, but it is no processor.
        on_a_gpu = "torch" in study.kind.packages and device_of(_device(setting, options)) == ELSEWHERE
        for record in same[name]:
            # Before there was a choice of precision, no record told it.
            told = {"precision": study.kind.precision, **stated(record)}
            apart = [part for part, values in allowed.items() if _name(part, told, asked) not in values]
            apart += ["machinery"] if on_a_gpu and ", cpu, " in told.get("machinery", "") else []
            if name not in found or len(apart) <= len(found[name][1]):
                found[name] = record, apart
    return found


def confirm(study: Study, options: Mapping[str, str]) -> Iterator[str]:
    """Repeat a run for each digest of code that only stands in the records, and note it if the numbers are the same.

    Of the records of one code, and of one set of other parts that they state otherwise or not at all, the one that took
    the least time is repeated, with the code of today, on this machine.

    Args:
        study: whose records are looked at; not those of other data, of another precision, or without a word about their
            code.
        options: for the kind's `run`; those of the records.

    Yields:
        One line for each such group, when it has been decided.
    """
    names = {key_of(study.kind.told(setting)): setting for setting in study.settings}
    nearest = _nearest(study, options)
    waiting: dict[tuple[Any, ...], list[tuple[Any, ...]]] = {}
    for name, (record, apart) in nearest.items():
        setting, told = names[name], stated(record)
        asked, wanted = study.kind.told(setting), parts_of(study.kind, setting, options)
        # What this machine cannot name, a GPU that is elsewhere, it cannot repeat.
        open_to_it = [
            part for part in apart if part in wanted and (part in CONFIRMED or (part in UNSTATED and part not in told))
        ]
        if not apart or open_to_it != apart or "code" not in told:
            continue
        pairs = tuple((_name(part, told, asked), _name(part, wanted, asked)) for part in apart)
        # What earlier runs have tied together is one thing: one run decides for all of it.
        tied = tuple((min(same_as(study.store, earlier)), later) for earlier, later in pairs)
        waiting.setdefault(tied, []).append((setting, record, told["code"], wanted["code"], pairs))
    end = _end(options)
    for runs in waiting.values():
        setting, record, earlier, now, pairs = min(runs, key=lambda run: run[1].get("seconds", 0.0))
        need = study.kind.needs(setting)
        against = None if need is None else nearest[key_of(study.kind.told(need))][0]
        fields = json.loads(json.dumps(run_one(study.name, setting, _left(options, end), against)))
        apart = differences(record, {name: value for name, value in fields.items() if name not in (*PARTS, "engine")})
        if not apart:
            for one, other in pairs:
                note_same(study.store, one, other, record["key"])
        said = f"differ in {', '.join(apart)}" if apart else "are the same, to the last digit"
        yield f"code {earlier} and {now}, {len(runs)} records: the numbers of {short(setting)} {said}"


def run_one(name: str, setting: Any, options: Mapping[str, str], against: Mapping[str, Any] | None) -> dict:
    """The fields of one record; runs in a worker, on one thread, so that results do not depend on the executor.

    Args:
        name: of the kind of study.
        setting: what to run.
        options: for the kind's `run`.
        against: the record that the run is measured against, if there is one.
    """
    kind = kind_of(name)
    with _one_thread("torch" in kind.packages):
        fields = kind.run(setting, **options, **({} if against is None else {"against": against}))
    made = made_with(*kind.packages, device=device_of(_device(setting, options)))
    return {**fields, **parts_of(kind, setting, options), "made_with": made}


@contextmanager
def _one_thread(torch_is_used: bool) -> Iterator[None]:
    if not torch_is_used:
        yield
        return
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)


def run_study(
    study: Study,
    *,
    on: Executor | None = None,
    options: Mapping[str, str | None] | None = None,
    progress: bool = False,
) -> list[dict[str, Any]]:
    """Run what has no record yet and return one record per run of the study, in its order.

    Args:
        study: what is asked for.
        on: where runs are computed; one after the other in this process by default.
        options: for the kind's `run`, such as device and precision.
        progress: whether to show a bar over the runs.

    Raises:
        ValueError: an option that the study does not take, a store that is damaged, or minutes with an executor: runs
            that begin at once cannot share them.
        Unfinished: the minutes that were given are over, for this run and all that follow; failures before it are told.
        RuntimeError: a run failed; it is raised when all others are done and recorded.
    """
    from tqdm.auto import tqdm

    kind, on, given = study.kind, on or AtOnce(), checked_options(study.kind, options or {})
    if "minutes" in given and not isinstance(on, AtOnce):
        raise ValueError(
            f"on must be left out where minutes are given, which runs use up in turns; got {type(on).__name__}"
        )
    records = done(study, given)
    names = {setting: key_of(kind.told(setting)) for setting in study.settings}
    left = [setting for setting in study.settings if names[setting] not in records]
    failures: list[tuple[Any, BaseException]] = []
    end = _end(given)
    versions = {package: version_of(package) for package in ("incentives", *kind.packages)}

    def against(setting: Any) -> dict[str, Any] | None:
        need = kind.needs(setting)
        return None if need is None else records[names[need]]

    with tqdm(total=len(left), disable=not progress, desc="runs", unit="run") as bar:
        while ready := [s for s in left if (need := kind.needs(s)) is None or names[need] in records]:
            left = [setting for setting in left if setting not in ready]
            calls = ((s, (study.name, s, _left(given, end), against(s))) for s in ready if _ours(study, s, given))
            tried = set()
            for setting, future in _results(on, calls):
                bar.update()
                tried.add(setting)
                error = _error(future, parts_of(kind, setting, given), versions)
                if isinstance(error, Unfinished):
                    give_back(study.store, names[setting])
                    before = "; ".join(f"{short(other)}: {failure}" for other, failure in failures)
                    raise Unfinished(f"{error}{before and f'. Failed before it: {before}'}") from error
                if error is None:
                    try:
                        add_record(study.store, kind.told(setting), **future.result())
                        records[names[setting]] = future.result()
                    except ValueError as refused:  # a result that no record can hold
                        error = refused
                if error is not None:
                    failures.append((setting, error))
                give_back(study.store, names[setting])
            if others := [setting for setting in ready if setting not in tried]:
                # Another runner has recorded these, or has them in hand; if it ends without a record they are ours.
                records = {**done(study, given), **records}
                unfinished = [setting for setting in others if names[setting] not in records]
                bar.update(len(others) - len(unfinished))
                left = [*unfinished, *left]
                if len(unfinished) == len(others) == len(ready):
                    time.sleep(PATIENCE)
    if failures:
        setting, error = failures[0]
        raise RuntimeError(f"{len(failures)} of the runs failed, first {short(setting)}: {error}") from error
    records = done(study, given)
    return [records[names[setting]] for setting in study.settings]


def _end(options: Mapping[str, str]) -> float:
    """When the minutes that were given are over, on the clock of `time.monotonic`."""
    return time.monotonic() + 60 * float(options.get("minutes", 0))


def _left(options: Mapping[str, str], end: float) -> dict[str, str]:
    """The options, with the minutes that earlier runs of this call have left; of each run at least a moment."""
    if "minutes" not in options:
        return dict(options)
    return {**options, "minutes": f"{max((end - time.monotonic()) / 60, 1e-6):.6f}"}


def _ours(study: Study, setting: Any, options: Mapping[str, str]) -> bool:
    """True if a run is this process's to do: no other runner has recorded it or has it in hand."""
    name = key_of(study.kind.told(setting))
    return take(study.store, name, lambda: name in done(replace(study, settings=(setting,)), options))


def _results(on: Executor, calls: Iterable[tuple[Any, tuple]]) -> Iterator[tuple[Any, Future]]:
    """Each setting with its future when it is done; in this process the next one begins when that is recorded."""
    if isinstance(on, AtOnce):
        yield from ((setting, on.submit(run_one, *call)) for setting, call in calls)
        return
    waiting = {on.submit(run_one, *call): setting for setting, call in calls}
    yield from ((waiting[future], future) for future in as_completed(waiting))


def _error(future: Future, here: Mapping[str, Any], versions: Mapping[str, str]) -> BaseException | None:
    """The error of a run, if there is one: also that its worker has other code, data or packages than this
    process.
    """
    try:
        error = future.exception()
    except CancelledError as cancelled:
        return cancelled
    if error is not None:
        return error
    found = future.result()
    if found["code"] != here["code"]:
        return RuntimeError("a worker runs other code than the study; give it the same version of the package")
    if (data := here.get("data_checksum")) and found.get("data_checksum", data) != data:
        return RuntimeError(
            f"a worker holds other data than this machine: checksum {found['data_checksum']}, here {data}"
        )
    for package, version in versions.items():
        if (there := found["made_with"].get(package, version)) != version:
            return RuntimeError(f"a worker has {package} {there}, this process has {version}; give both the same")
    return None

"""Everything that waits for a GPU, in one command: its tests, the engines' benchmark, then studies in order of value.

    python -m incentives_book.gpu --dry-run              # what would be done, and in about how many minutes
    python -m incentives_book.gpu --minutes 40           # do it; records are appended, and what is there is not repeated
    python -m incentives_book.gpu --pack inputs.tar      # code and data in one file of less than 60 MB
    python -m incentives_book.gpu --rehearse             # every step on a processor, very small, records thrown away

A study is stopped when the minutes are over and goes on at the next call. A packed file is unpacked anywhere and needs
a Python with PyTorch and the packages in `NEEDS`: `INCENTIVES_DATA=data PYTHONPATH=lib python -m incentives_book.gpu`.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from statistics import mean

from incentives.learning.catalogue import SOURCES
from incentives.learning.files import data_folder, find
from incentives_book.study.records import key_of, read_records
from incentives_book.study.runner import done, run_study
from incentives_book.study.study_file import Study, read_study

ROOT = Path(__file__).resolve().parents[2]
NEEDS = ("torch", "numpy", "lazy_loader", "filelock", "tqdm", "sympy", "scipy", "pyarrow", "PIL", "pytest", "hypothesis")
# What the steps use: of the book's code the studies and what its face imports, of the tests those of training.
PACKED = (
    "lib/incentives", "lib/incentives_book/*.py", "lib/incentives_book/claims", "lib/incentives_book/study",
    "tests/conftest.py", "tests/learning", "benchmarks/engines.py", "experiments/engines", "pyproject.toml",
)  # fmt: skip
MOST_BYTES = 60_000_000
# Minutes of one run of one method at the paper's scale on an H100: guessed from processor times and numbers of
# operations, never measured. Where records made on a GPU exist, their mean replaces the guess.
GUESSED = {"mnist": 0.2, "fashion_mnist": 0.2, "svhn": 0.3, "sst5": 0.55, "cifar10": 4.0, "cifar100": 4.0}


@dataclass(frozen=True)
class Part:
    """Some runs of a study.

    Args:
        study: a folder in `experiments`.
        only: the runs with these values.
        why: what its records would decide.
        precision: of the networks' passes.
    """

    study: str
    only: dict[str, str]
    why: str
    precision: str = "single"

    @property
    def name(self) -> str:
        """As the plan prints it."""
        return " ".join((self.study, *self.only.values()))

    def runs(self) -> Study:
        """What the study file asks for, of this part."""
        return read_study(ROOT / "experiments" / self.study / "study.toml", only=self.only)


# In order of value for the book: what its pages leave open first, then the networks that have few records, then seeds.
PARTS = (
    *(
        Part("rewards-full", {"data": data, "seed": "0"}, "all nine partitions at the full setting")
        for data in ("fashion_mnist", "mnist")
    ),
    Part("rewards-full", {"data": "sst5", "partition": "dirichlet-0.5", "seed": "0"}, "a recurrent layer, full setting"),
    *(
        Part("rewards-during-training", {"partition": p, "seed": "0"}, "Figures 3 and 4 with batch norm", "bfloat16")
        for p in ("homogeneous", "quantity-2x0.4")
    ),
    Part("rewards-participation", {"data": "mnist", "seed": "0"}, "Table 3"),
    Part("rewards-narrower", {"data": "fashion_mnist", "seed": "0"}, "Table 8"),
    *(
        Part("rewards-full", {"data": data, "seed": str(seed)}, "five seeds of all nine partitions")
        for seed in range(1, 5)
        for data in ("fashion_mnist", "mnist")
    ),
    Part("rewards-full", {"data": "cifar10", "seed": "0"}, "Tables 1, 2 and 7 with batch norm", "bfloat16"),
)


@dataclass(frozen=True)
class Step:
    """One line of the plan.

    Args:
        name: what is done.
        minutes: estimated; of a study those of the runs without a record.
        words: for `python`, in the working copy.
        least: so many minutes must be left for it to begin.
        lacks: why it cannot be done here, or nothing.
    """

    name: str
    minutes: float
    words: tuple[str, ...]
    least: float
    lacks: str = ""


def at_hand(data: str) -> bool:
    """Whether the files of a data set are in the folder of INCENTIVES_DATA; without a folder they come from the hub."""
    if data == "digits" or data_folder() is None:
        return True
    try:
        find(SOURCES[data], "train")
    except FileNotFoundError:
        return False
    return True


def minutes_of(part: Part) -> tuple[float, float]:
    """Estimated minutes of the runs of a part that have no record, and of one of them."""
    study = part.runs()
    finished = done(study, {"precision": part.precision})
    left = [s for s in study.settings if key_of(study.kind.told(s)) not in finished]
    on_gpu = [r["seconds"] / 60 for r in read_records(study.store) if r.get("made_with", {}).get("device", "cpu") != "cpu"]
    each = mean(on_gpu) if on_gpu else GUESSED[study.settings[0].data]
    return each * len(left), each


def plan(*, device: str = "cuda", engine: str = "graph") -> list[Step]:
    """All steps in order: tests, benchmark, and those parts of studies that lack records."""
    steps = [
        Step("tests on the GPU", 2, ("-m", "pytest", "-q", "-m", "gpu", "tests/learning"), 0.5),
        Step(
            "benchmark of the engines", 4,
            ("benchmarks/engines.py", "--device", device, "--record", "experiments/engines/records.jsonl"), 2,
        ),
    ]  # fmt: skip
    for part in PARTS:
        data = part.runs().settings[0].data
        if not at_hand(data):
            steps.append(Step(part.name, 0, (), 0, f"no {data} in INCENTIVES_DATA"))
            continue
        minutes, each = minutes_of(part)
        if minutes:
            only = [word for name, value in part.only.items() for word in ("--only", f"{name}={value}")]
            words = (
                "-m", "incentives_book.study", f"experiments/{part.study}/study.toml", *only,
                "--device", device, "--engine", engine, "--precision", part.precision,
            )  # fmt: skip
            steps.append(Step(f"{part.name}: {part.why}", minutes, words, each))
    return steps


def told(steps: Sequence[Step], minutes: float) -> list[str]:
    """The plan in lines, with the minute at which each step would begin; those that would not are marked."""
    lines, clock = [], 0.0
    for step in steps:
        if step.lacks:
            lines.append(f"      -  {step.name}: {step.lacks}")
        elif clock + step.least > minutes:
            lines.append(f"  later  {step.name} ({step.minutes:.0f} minutes)")
        else:
            stopped = ", stopped when time is over" if clock + step.minutes > minutes else ""
            lines.append(f"{clock:7.0f}  {step.name} ({step.minutes:.0f} minutes{stopped})")
            clock = min(minutes, clock + step.minutes)
    return lines


def carry_out(
    steps: Sequence[Step], minutes: float, *, clock: Callable[[], float] = time.monotonic, python: str = sys.executable
) -> list[tuple[str, str]]:
    """Do the steps in order within the given minutes; what became of each, as pairs (name, outcome).

    A step begins if its least time is left, and is stopped at the end of all minutes. One that fails stops no other.
    """
    end, outcome = clock() + 60 * minutes, []
    for step in steps:
        left = end - clock()
        if step.lacks or left < 60 * step.least:
            outcome.append((step.name, step.lacks or "no time left"))
            continue
        print(f"== {step.name}", flush=True)
        path = os.pathsep.join(filter(None, (str(ROOT / "lib"), os.environ.get("PYTHONPATH", ""))))
        try:
            code = subprocess.run(
                [python, *step.words], cwd=ROOT, timeout=left, env={**os.environ, "PYTHONPATH": path}
            ).returncode
        except subprocess.TimeoutExpired:
            outcome.append((step.name, "stopped: goes on at the next call"))
            continue
        outcome.append((step.name, "done" if code == 0 else f"failed with {code}"))
    return outcome


def rehearse(parts: Sequence[Part] = PARTS) -> list[str]:
    """One run of each method of each study and data set, very small, on a processor, with engine and precision of the plan.

    Returns:
        One line per study and data set, which says so where the data are not at hand.
    """
    lines = []
    for part in {(p.study, p.runs().settings[0].data): p for p in reversed(parts)}.values():
        study = part.runs()
        data = study.settings[0].data
        if not at_hand(data):
            lines.append(f"{part.name}: no {data} in INCENTIVES_DATA")
            continue
        small = {"rounds": 1, "clients": 2, "examples": 200, "tests": 40, "levels": 2, "partition": "homogeneous"}
        if data in ("cifar10", "cifar100"):
            small["channels"] = 2
        first = {s.method: replace(s, **small) for s in study.settings}
        with tempfile.TemporaryDirectory() as folder:
            tiny = Study(study.name, tuple(first.values()), Path(folder) / "records.jsonl")
            found = run_study(tiny, options={"device": "cpu", "engine": "graph", "precision": part.precision})
        lines.append(f"{part.name}: {len(found)} runs, {sum(r['seconds'] for r in found):.1f} s of training")
    return lines


def pack(target: Path, *, most: int = MOST_BYTES) -> tuple[list[str], list[str]]:
    """Write the code and, in the order of the plan, the data sets that fit.

    Args:
        target: the file, a tar without compression: the data are compressed already.
        most: its size in bytes stays below this.

    Returns:
        Names of the data sets inside, and of those that did not fit or are not at hand.

    Raises:
        ValueError: INCENTIVES_DATA names no folder to pack from, or the code alone is too large.
    """
    folder = data_folder()
    if folder is None:
        raise ValueError("INCENTIVES_DATA must name the folder that the data are packed from; it is not set")
    studies = sorted({f"experiments/{part.study}" for part in PARTS})
    names = subprocess.run(
        ["git", "ls-files", *PACKED, *studies], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\n")
    files = [(ROOT / name, name) for name in names if name]
    room = most - _tar_bytes(files)
    if room < 0:
        raise ValueError(f"most must leave room for the code, {most - room} bytes; got {most}")
    inside, outside = [], []
    for data in dict.fromkeys(part.runs().settings[0].data for part in PARTS):
        own = [(p, f"data/{p.relative_to(folder)}") for s in SOURCES[data].files for p in _found(data, s)]
        if own and _tar_bytes(own) <= room:
            files, room = [*files, *own], room - _tar_bytes(own)
            inside.append(data)
        else:
            outside.append(data)
    with tarfile.open(target, "w") as archive:
        for path, name in files:
            archive.add(path, name)
    return inside, outside


def _found(data: str, split: str) -> list[Path]:
    try:
        return find(SOURCES[data], split)
    except FileNotFoundError:
        return []


def _tar_bytes(files: Sequence[tuple[Path, str]]) -> int:
    """Upper bound: a header and a last block that is not full for each file, and the end of the archive."""
    return sum(path.stat().st_size + 2048 for path, _ in files) + 20480


def main(arguments: Sequence[str] | None = None) -> None:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m incentives_book.gpu", description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=40, help="for everything together")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--dry-run", action="store_true", help="say what would be done, and stop")
    parser.add_argument("--rehearse", action="store_true", help="every study on a processor, very small")
    parser.add_argument("--pack", type=Path, metavar="FILE", help="write code and data into one file, and stop")
    asked = parser.parse_args(arguments)
    if asked.pack:
        inside, outside = pack(asked.pack)
        print(f"{asked.pack}: {asked.pack.stat().st_size / 1e6:.1f} MB, code and {', '.join(inside)}")
        print(f"left out: {', '.join(outside) or 'nothing'}")
        return
    if missing := [name for name in NEEDS if find_spec(name) is None]:
        sys.exit(f"{parser.prog}: this Python lacks {', '.join(missing)}")
    if asked.rehearse:
        print(*rehearse(), sep="\n")
        return
    steps = plan(device=asked.device)
    print(*told(steps, asked.minutes), sep="\n")
    if asked.dry_run:
        return
    import torch

    if asked.device.startswith("cuda") and not torch.cuda.is_available():
        sys.exit(f"{parser.prog}: PyTorch sees no GPU here; --dry-run, --rehearse and --pack work without one")
    for name, outcome in carry_out(steps, asked.minutes):
        print(f"{outcome}: {name}")


if __name__ == "__main__":
    main()

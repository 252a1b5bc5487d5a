"""Everything that waits for a GPU, in one command: its tests, the engines' benchmark, then studies in order of value.

    python -m incentives_book.gpu --dry-run                       # what would be done, and in about how many minutes
    python -m incentives_book.gpu --minutes 9 --records FOLDER    # do it; what is recorded there is not repeated
    python -m incentives_book.gpu --pack FOLDER                   # data in pieces, for calls of less than 60 MiB
    python -m incentives_book.gpu --join FOLDER                   # pieces of one call or several, into INCENTIVES_DATA
    python -m incentives_book.gpu --rehearse                      # every step on a processor, very small, unrecorded

A study is stopped when the minutes are over. At the next call it goes on, its runs from their last rounds, if the
folder of records came back and is given again. Tests and benchmark are done once for each kind of GPU and version of
PyTorch: a stamp in the folder of records says so. It needs a Python with PyTorch and the packages in `NEEDS`.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from statistics import mean

from incentives.learning.catalogue import SOURCES
from incentives.learning.files import data_folder, find
from incentives_book import shards
from incentives_book.study.records import key_of, read_records, short_hash, version_of
from incentives_book.study.runner import device_of, done, run_study
from incentives_book.study.study_file import Study, elsewhere, read_study

ROOT = Path(__file__).resolve().parents[2]
NEEDS = (
    "torch",
    "numpy",
    "lazy_loader",
    "filelock",
    "tqdm",
    "sympy",
    "scipy",
    "pyarrow",
    "PIL",
    "pytest",
    "hypothesis",
)
# Minutes of one run of one method at the paper's scale on an H100: guessed from processor times and numbers of
# operations, never measured. Where records made on a GPU exist, their mean replaces the guess.
ENGINE = "graph"  # of local training, on a GPU and in the rehearsal
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
        """The runs of the study file that are of this part."""
        return read_study(ROOT / "experiments" / self.study / "study.toml", only=self.only)


# In order of value for the book: what its pages leave open first, then the networks that have few records, then seeds.
PARTS = (
    *(
        Part("rewards-full", {"data": data, "seed": "0"}, "all nine partitions at the full setting")
        for data in ("fashion_mnist", "mnist")
    ),
    Part(
        "rewards-full", {"data": "sst5", "partition": "dirichlet-0.5", "seed": "0"}, "a recurrent layer, full setting"
    ),
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
        stamp: the file that says that it was done, for steps that are done once; or nothing.
    """

    name: str
    minutes: float
    words: tuple[str, ...]
    least: float
    lacks: str = ""
    stamp: str = ""


def at_hand(data: str) -> bool:
    """True if the files of a data set are in the folder of INCENTIVES_DATA; without a folder they come from the hub."""
    if data == "digits" or data_folder() is None:
        return True
    try:
        find(SOURCES[data], "train")
    except FileNotFoundError:
        return False
    return True


def minutes_of(part: Part, records: Path, *, device: str = "cuda") -> tuple[float, float]:
    """Estimated minutes of the runs of a part that have no record, and of one of them."""
    study = elsewhere(part.runs(), records)
    finished = done(study, {"precision": part.precision, "device": device, "engine": ENGINE})
    left = [s for s in study.settings if key_of(study.kind.told(s)) not in finished]
    on_gpu = [
        r["seconds"] / 60 for r in read_records(study.store) if r.get("made_with", {}).get("device", "cpu") != "cpu"
    ]
    each = mean(on_gpu) if on_gpu else GUESSED[study.settings[0].data]
    return each * len(left), each


def plan(records: Path, *, device: str = "cuda", jobs: int = 1, only_studies: bool = False) -> list[Step]:
    """All steps in order: tests and benchmark unless they were done, and those parts of studies that lack records.

    Args:
        records: the folder of records, stamps and checkpoints.
        jobs: how many runs share the GPU, each in a process of its own.
        only_studies: leave out tests and benchmark.
    """
    stamp = short_hash(f"{device_of(device)} {version_of('torch')}")
    once = [
        Step("tests on the GPU", 2, ("-m", "pytest", "-q", "-m", "gpu", "tests/learning"), 0.5, "", f"tests-{stamp}"),
        Step(
            "benchmark of the engines", 4,
            ("benchmarks/engines.py", "--device", device, "--record", str(records / "engines" / "records.jsonl")), 2,
            "", f"benchmark-{stamp}",
        ),
    ]  # fmt: skip
    steps = [] if only_studies else [step for step in once if not (records / step.stamp).exists()]
    for part in PARTS:
        data = part.runs().settings[0].data
        if not at_hand(data):
            steps.append(Step(part.name, 0, (), 0, f"no {data} in INCENTIVES_DATA"))
            continue
        minutes, each = minutes_of(part, records, device=device)
        if minutes:
            only = [word for name, value in part.only.items() for word in ("--only", f"{name}={value}")]
            pool = ("--executor", "processes", "--jobs", str(jobs)) if jobs > 1 else ()
            words = (
                "-m", "incentives_book.study", f"experiments/{part.study}/study.toml", *only, *pool,
                "--records", str(records), "--checkpoint", str(records / "checkpoints"),
                "--device", device, "--engine", ENGINE, "--precision", part.precision,
            )  # fmt: skip
            # A run that is stopped goes on at the next call, so that any minute is worth beginning.
            steps.append(Step(f"{part.name}: {part.why}", minutes / jobs, words, min(each, 0.5)))
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
    steps: Sequence[Step],
    minutes: float,
    records: Path,
    *,
    clock: Callable[[], float] = time.monotonic,
    python: str = sys.executable,
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
        if step.stamp and code == 0:
            records.mkdir(parents=True, exist_ok=True)
            (records / step.stamp).touch()
        outcome.append((step.name, "done" if code == 0 else f"failed with {code}"))
    return outcome


def rehearse(parts: Sequence[Part] = PARTS) -> list[str]:
    """One run of each method of each study and data set, very small, on a processor, with engine and precision of the
    plan.

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
            found = run_study(tiny, options={"device": "cpu", "engine": ENGINE, "precision": part.precision})
        lines.append(f"{part.name}: {len(found)} runs, {sum(r['seconds'] for r in found):.1f} s of training")
    return lines


def data_files() -> list[Path]:
    """The files of the data sets at hand, in the order of the plan.

    Raises:
        ValueError: INCENTIVES_DATA names no folder.
    """
    if data_folder() is None:
        raise ValueError("INCENTIVES_DATA must name the folder that the data are packed from; it is not set")
    sets = dict.fromkeys(part.runs().settings[0].data for part in PARTS)
    return [path for data in sets for split in SOURCES[data].files for path in _found(data, split)]


def _found(data: str, split: str) -> list[Path]:
    try:
        return find(SOURCES[data], split)
    except FileNotFoundError:
        return []


def tree_bytes() -> int:
    """Bytes of what travels anyway: the files of the working tree that git tracks or does not ignore."""
    words = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    return sum((ROOT / name).stat().st_size for name in set(names) if name and (ROOT / name).is_file())


def main(arguments: Sequence[str] | None = None) -> None:
    """Carries out the command line."""
    parser = argparse.ArgumentParser(prog="python -m incentives_book.gpu", description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=9, help="for everything together")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--records", type=Path, default=ROOT / "experiments", metavar="FOLDER", help="read and written")
    parser.add_argument("--jobs", type=int, default=8, help="runs that share the GPU, each in a process")
    parser.add_argument("--only-studies", action="store_true", help="no tests, no benchmark")
    parser.add_argument("--dry-run", action="store_true", help="say what would be done, and stop")
    parser.add_argument("--rehearse", action="store_true", help="every study on a processor, very small")
    parser.add_argument("--pack", type=Path, metavar="FOLDER", help="write the data in pieces, by call, and stop")
    parser.add_argument("--join", type=Path, metavar="FOLDER", help="join pieces into INCENTIVES_DATA, then go on")
    asked = parser.parse_args(arguments)
    records = asked.records.resolve()
    if asked.pack:
        files, beside = data_files(), tree_bytes()
        for number, size in enumerate(shards.write(asked.pack, data_folder(), files, beside=beside), start=1):
            print(f"{asked.pack}/call-{number}: {size / 2**20:.1f} MiB, with the tree {(size + beside) / 2**20:.1f}")
        return
    if asked.join:
        if data_folder() is None:
            sys.exit(f"{parser.prog}: INCENTIVES_DATA must name the folder that files are joined into")
        whole, lacking = shards.join(asked.join, data_folder())
        print(f"whole: {', '.join(whole) or 'nothing'}; lacking pieces: {', '.join(lacking) or 'nothing'}")
    if missing := [name for name in NEEDS if find_spec(name) is None]:
        sys.exit(f"{parser.prog}: this Python lacks {', '.join(missing)}")
    if asked.rehearse:
        print(*rehearse(), sep="\n")
        return
    steps = plan(records, device=asked.device, jobs=asked.jobs, only_studies=asked.only_studies)
    print(*told(steps, asked.minutes), sep="\n")
    if asked.dry_run:
        return
    import torch

    if asked.device.startswith("cuda") and not torch.cuda.is_available():
        sys.exit(f"{parser.prog}: PyTorch sees no GPU here; --dry-run, --rehearse and --pack work without one")
    for name, outcome in carry_out(steps, asked.minutes, records):
        print(f"{outcome}: {name}")


if __name__ == "__main__":
    main()

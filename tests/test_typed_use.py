"""Somebody who uses the library with a type checker gets no complaint for what the guide does."""

import inspect
import subprocess
import sys
from pathlib import Path
from typing import get_args

import any_on_faces
import jupytext
import pytest
import typed_mistakes

ROOT = Path(__file__).resolve().parents[1]
BAD = "co.Game(5)\nrw.allocate()\n"


# The same options in every call, so that all of them share what mypy keeps.
OPTIONS = ["--ignore-missing-imports", "--follow-imports=silent", "--check-untyped-defs", "--no-error-summary"]


def run(*what):
    command = [sys.executable, "-m", "mypy", *OPTIONS, "--cache-dir", str(ROOT / "_build" / ".mypy_cache"), *what]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT / "lib")
    return done.returncode, [line for line in done.stdout.splitlines() if "error:" in line]


def complaints(folder, **programs):
    """The lines that mypy complains about in each of some programs, by name."""
    for name, program in programs.items():
        (folder / f"{name}.py").write_text(program, encoding="utf-8")
    _, told = run(*(str(folder / f"{name}.py") for name in programs))
    found = {name: set() for name in programs}
    for line in told:
        file, number = line.split(":")[:2]
        found[Path(file).stem].add(int(number))
    return found


def test_the_guide_is_well_typed_and_a_wrong_call_is_not(tmp_path):
    guide = jupytext.read(ROOT / "notebooks" / "guide" / "use-the-mechanisms.md")
    cells = "\n".join(cell.source for cell in guide.cells if cell.cell_type == "code")
    found = complaints(tmp_path, guide=cells, wrong=f"{cells}\n{BAD}")
    assert found["guide"] == set()
    assert len(found["wrong"]) == 2  # both lines


def test_each_planted_mistake_is_found_and_what_was_meant_is_not_complained_about(tmp_path):
    kinds, wrong, right = zip(*typed_mistakes.MISTAKES, strict=True)
    first = len(typed_mistakes.HEAD.splitlines()) + 1
    programs = {name: typed_mistakes.HEAD + "\n".join(lines) for name, lines in (("wrong", wrong), ("right", right))}
    found = complaints(tmp_path, **programs)
    assert [kind for number, kind in enumerate(kinds, start=first) if number not in found["wrong"]] == []
    assert found["wrong"] == set(range(first, first + len(kinds)))
    assert found["right"] == set()


def test_no_face_takes_or_gives_just_anything():
    """`Row` and `Value` hold an `Any` that stands for the exact answer; the reason stands in `incentives.numbers`."""
    assert len(any_on_faces.typed()) > 900
    assert any_on_faces.found() == []


def test_the_words_that_types_allow_are_those_that_the_library_takes():
    from incentives.coalitions import errors, stability
    from incentives.rewards import costs, width_rewards

    pairs = [
        (errors.FederationName, errors.FEDERATIONS),
        (stability.GroupConcept, stability.GROUP_CONCEPTS),
        (stability.SingleConcept, stability.SINGLE_CONCEPTS),
        (stability.Concept, stability.CONCEPTS),
        (costs.CostName, costs.READINGS),
        (width_rewards.Scale, width_rewards.NORMALISATIONS),
    ]
    for allowed, taken in pairs:
        assert sorted(get_args(allowed)) == sorted(taken)


def test_the_methods_that_types_allow_are_those_that_compare_takes():
    pytest.importorskip("torch")
    from incentives.methods.compared_methods import METHODS, Method

    assert sorted(get_args(Method)) == sorted(METHODS)


def test_the_words_that_types_allow_in_training_are_those_that_it_takes():
    pytest.importorskip("torch")
    from incentives.charging.soups import FAMILIES, HOW, Family, Mixing
    from incentives.learning import catalogue, data, half_precision, local_update, networks, partition
    from incentives.methods.consensus_by_training import TASKS, Kind

    variant = inspect.signature(partition.dirichlet, eval_str=True).parameters["variant"].annotation
    splits = {split for source in catalogue.SOURCES.values() for split in source.files} | set(data._DIGIT_SPLITS)
    pairs = [
        # The engine of `on_workers` is there in its block only.
        (local_update.EngineName, {*local_update.ENGINES, "workers"}),
        (local_update.Method, local_update.METHODS),
        (networks.Activation, networks.ACTIVATIONS),
        (half_precision.Precision, half_precision.PRECISIONS),
        (data.SetName, data.NAMES),
        (data.Split, splits),
        (partition.PartitionName, partition.PARTITIONS),
        (variant, partition.VARIANTS),
        (Family, FAMILIES),
        (Mixing, set(HOW.values())),
        (Kind, TASKS),
    ]
    for allowed, taken in pairs:
        assert sorted(get_args(allowed)) == sorted(taken)


def test_the_library_itself_is_well_typed():
    code, told = run("-p", "incentives")
    assert told == []
    assert code == 0


def test_no_complaint_is_silenced():
    silenced = [
        path
        for path in (ROOT / "lib" / "incentives").rglob("*.py")
        if "type: ignore" in path.read_text(encoding="utf-8")
    ]
    assert silenced == []

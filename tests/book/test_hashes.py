"""The digests of the locked versions: the file fits constraints.txt, and what does not fit is refused."""

import re
from pathlib import Path

import pytest
from hashes import hashed

ROOT = Path(__file__).resolve().parents[2]
LOCKED = (ROOT / "constraints.txt").read_text(encoding="utf-8")
# PyTorch comes from an index of its own; the others are asked for by `make benchmarks` alone.
WITHOUT = {"torch", "clarabel", "cvxpy", "highspy", "osqp", "qdldl", "scs", "sparsediffpy"}
WITHOUT |= {"absl-py", "immutabledict", "ortools", "protobuf"}


def test_every_locked_version_has_digests_and_no_other_version_has():
    locked = dict(line.lower().replace("_", "-").split("==") for line in LOCKED.splitlines() if "==" in line)
    text = (ROOT / "constraints-hashed.txt").read_text(encoding="utf-8")
    blocks = {}
    for line in text.splitlines():
        if found := re.match(r"([\w.-]+)==([^ \\]+)", line):
            name = found[1].lower().replace("_", "-")
            blocks[name] = []
            assert locked.get(name, found[2]) == found[2]
        elif found := re.fullmatch(r"    --hash=sha256:([0-9a-f]{64})(?: \\)?", line):
            blocks[name].append(found[1])
        else:
            assert line.startswith("#")
    assert all(blocks.values())
    assert locked.keys() - blocks.keys() <= WITHOUT


def test_another_version_or_none_of_the_digests_is_refused():
    good = "a-b==1.0 \\\n    --hash=sha256:00\ntorch==2 \\\n    --hash=sha256:11\n"
    told = hashed(good, "# words\nA_b==1.0\n")
    assert "a-b==1.0" in told
    assert "torch==" not in told
    with pytest.raises(ValueError, match=r"a-b must be 1\.1 as in constraints\.txt, got 1\.0"):
        hashed(good, "a_b==1.1\n")
    with pytest.raises(ValueError, match="a-b must have a digest"):
        hashed("a-b==1.0\n", "")

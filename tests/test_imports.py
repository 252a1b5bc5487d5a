"""Importing the exact parts stays quick: heavy packages are imported by whoever needs them."""

import json
import subprocess
import sys

import pytest

from incentives import coalitions as coalitions_module


def imported_by(statement):
    """Top-level packages that a fresh interpreter has loaded after `statement`."""
    program = f"import json, sys; {statement}; print(json.dumps(sorted({{m.split('.')[0] for m in sys.modules}})))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout))


@pytest.mark.parametrize(
    "statement",
    [
        "import incentives",
        "import incentives.coalitions",
        "import incentives.consensus",
        "import incentives.payments",
        "import incentives.rewards",
        "from incentives import coalitions as co; co.stable_partitions(co.Game([5, 5, 25], noise=10, spread=1))",
    ],
)
def test_exact_parts_import_nothing_heavy(statement):
    loaded = imported_by(statement)
    assert "incentives" in loaded
    assert not loaded & {"torch", "scipy", "pandas", "numba", "matplotlib", "IPython", "hypothesis", "pytest"}


def test_only_drawing_loads_matplotlib():
    assert "matplotlib" in imported_by("from incentives import coalitions as co; co.draw_partition")


def test_one_name_holds_the_whole_part():
    from incentives import coalitions

    assert sorted(set(coalitions_module.__all__)) == sorted(coalitions_module.__all__)
    assert all(getattr(coalitions, name) is not None for name in coalitions_module.__all__)
    with pytest.raises(AttributeError, match="no attribute 'stabel_partitions'"):
        _ = coalitions.stabel_partitions

"""What holds for all tests, and which of them run where the time is limited."""

import os
import sys
import time

import pytest
from hypothesis import HealthCheck, settings
from time_limit import ordered

# How long an example takes says how busy the machine is, not whether the book is right.
settings.register_profile("book", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("book")

# The search for doctests cannot tell two files of this name apart.
collect_ignore = ["conftest.py"]

# From this moment on, in seconds since 1970, only tests that back a claim begin (.ci/run sets it).
UNTIL = float(os.environ.get("TESTS_UNTIL") or "inf")
LATE = "no time was left"
# What .ci/run says of the notebooks of this book is not meant for the small books of tests.
for name in ("EXECUTED_SHELF", "EXECUTE_UNTIL"):
    os.environ.pop(name, None)


def pytest_collection_modifyitems(items):
    """Where the time is limited, another commit sees other tests."""
    if float("inf") > UNTIL:
        workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT") or 1)
        items[:] = ordered(items, workers, os.environ.get("TESTS_SEED", ""))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    """Skips what would begin too late, and seeds PyTorch."""
    if time.time() > UNTIL and not item.get_closest_marker("backs"):
        pytest.skip(LATE)
    if "torch" in sys.modules:  # the first weights of a network are not to depend on which tests ran before
        sys.modules["torch"].manual_seed(0)


def pytest_runtest_teardown():
    """Closes the figures that a test opened."""
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")


@pytest.fixture
def ax():
    """Axes of a new figure."""
    import matplotlib.pyplot as plt

    return plt.subplots()[1]


def pytest_terminal_summary(terminalreporter):
    """How many tests stand behind the cases that pytest counts: one test runs once for each of its parameters."""
    cases = [report.nodeid for kind in ("passed", "failed") for report in terminalreporter.stats.get(kind, [])]
    written = len({case.partition("[")[0] for case in cases})
    if cases:
        terminalreporter.write_line(f"{written} tests stand behind these {len(cases)} cases.")
    late = [report for report in terminalreporter.stats.get("skipped", []) if LATE in str(report.longrepr)]
    if late:
        terminalreporter.write_line(f"NOT RUN: {len(late)} cases of {len(late) + len(cases)}, as {LATE}.", bold=True)

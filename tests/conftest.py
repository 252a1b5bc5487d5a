"""What holds for all tests."""

from hypothesis import settings

# How long an example takes says how busy the machine is, not whether the book is right.
settings.register_profile("book", deadline=None)
settings.load_profile("book")

# The search for doctests cannot tell two files of this name apart.
collect_ignore = ["conftest.py"]


def pytest_terminal_summary(terminalreporter):
    """How many tests stand behind the cases that pytest counts: one test runs once for each of its parameters."""
    cases = [report.nodeid for kind in ("passed", "failed") for report in terminalreporter.stats.get(kind, [])]
    written = len({case.partition("[")[0] for case in cases})
    if cases:
        terminalreporter.write_line(f"{written} tests stand behind these {len(cases)} cases.")

"""Where the time is limited, each process begins with tests that back a claim, and no test is lost."""

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest
from time_limit import ordered


@dataclass(frozen=True)
class Item:
    path: str
    name: int
    backs: bool

    def get_closest_marker(self, name: str):
        return {"backs": self.backs or None}[name]


ITEMS = [Item(path, name, backs=name % 3 == 0) for path in "abcdefg" for name in range(7)]


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_each_process_begins_with_tests_that_back_a_claim(workers):
    found = ordered(ITEMS, workers, "seed")
    assert Counter(found) == Counter(ITEMS)
    for worker in range(workers):
        stretch = found[worker * len(found) // workers : (worker + 1) * len(found) // workers]
        backs = [item.backs for item in stretch]
        # Stretches of two kinds are cut by whole numbers, so that one item may stand on the other side of a cut.
        assert sum(first < second for first, second in pairwise(backs[1:-1])) == 0


def test_a_file_stays_in_one_piece_and_the_seed_decides_the_order_of_files():
    orders = {seed: [item.path for item in ordered(ITEMS, 1, seed) if not item.backs] for seed in ("one", "two")}
    for paths in orders.values():
        assert len([path for path, before in zip(paths, [None, *paths], strict=False) if path != before]) == 7
    assert orders["one"] != orders["two"]
    assert ordered(ITEMS, 2, "one") == ordered(ITEMS, 2, "one")


def test_what_would_begin_too_late_is_skipped_unless_it_backs_a_claim(request, monkeypatch):
    (plugin,) = (
        plugin
        for plugin in request.config.pluginmanager.get_plugins()
        if getattr(plugin, "__file__", None) == str(Path(__file__).with_name("conftest.py"))
    )
    late, backing = Item("a", 1, backs=False), Item("a", 2, backs=True)
    plugin.pytest_runtest_setup(late)
    monkeypatch.setattr(plugin, "UNTIL", 1.0)
    with pytest.raises(pytest.skip.Exception, match=plugin.LATE):
        plugin.pytest_runtest_setup(late)
    plugin.pytest_runtest_setup(backing)

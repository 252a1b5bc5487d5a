import math
from fractions import Fraction

import pytest

from incentives import consensus as cs
from incentives.consensus import utilities

GAME = [cs.TableLoss({"x": 0, "y": 0, "z": 2}), cs.TableLoss({"x": 1, "y": 0, "z": 0})]


def test_by_hand():
    u = cs.HierarchicalUtility(GAME, 2, who=0, envy=(9, 3))
    assert [u(p) for p in "xyz"] == [Fraction(3, 2), 0, -2]
    assert cs.HierarchicalUtility(GAME, 1, who=0)("z") == -math.inf
    assert cs.HierarchicalUtility(GAME, 1, who=0, outside=math.inf)("z") == math.inf


def test_violations_of_each_item():
    look = lambda u, **how: utilities.violation(u, GAME, 1, who=0, points="xyz", **how)  # noqa: E731
    good = {"x": 1, "y": 0, "z": -math.inf}
    assert look(good.get) is None
    assert look({**good, "z": 0}.get) == (1, "z", None)
    assert look({**good, "y": 1}.get) == (3, "x", "y")
    assert utilities.violation({"x": 1, "y": 0, "z": 5}.get, GAME, 2, who=0, points="xyz") == (2, "x", "z")
    assert look({**good, "z": math.inf}.get, outside=math.inf) is None


def test_others_suffer_needs_a_strict_loser_and_no_winner():
    game = [cs.TableLoss({0: 5, 1: 0}), cs.TableLoss({0: 1, 1: 0}), cs.TableLoss({0: 0, 1: 1})]
    assert utilities.others_suffer(game[:2], 0, 0, 1)
    assert not utilities.others_suffer(game, 0, 0, 1)
    assert not utilities.others_suffer(game[:2], 1, 1, 1)


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"who": 2}, "who must be a client from 0 to 1"),
        ({"who": True}, "who must be a client"),
        ({"who": 0, "envy": (1,)}, "envy must hold 2 weights"),
        ({"who": 0, "envy": (1, 0)}, "envy must hold 2 weights"),
    ],
)
def test_bad_input(how, message):
    with pytest.raises(ValueError, match=message):
        cs.HierarchicalUtility(GAME, 1, **how)
    with pytest.raises(ValueError, match="epsilon must be at least 0"):
        cs.HierarchicalUtility(GAME, -1, who=0)

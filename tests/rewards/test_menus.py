"""Menus of levels are checked values."""

from fractions import Fraction

import numpy as np
import pytest

from incentives import rewards as rw
from incentives.rewards import menus

F = Fraction


def test_a_menu_is_a_checked_value():
    menu = menus.Menu([F(3, 5), F(7, 10), F(19, 20)])
    assert (len(menu), menu.gap) == (3, F(1, 4))
    assert rw.allocate([F(1, 2), F(3, 5)], menu).levels == (F(3, 5), F(7, 10))
    assert rw.allocate([0.5, 0.6], menus.Menu(np.array([0.6, 0.7, 0.95]))).levels.tolist() == [0.6, 0.7]
    with pytest.raises(ValueError, match="strictly increasing"):
        menus.Menu([F(7, 10), F(3, 5)])

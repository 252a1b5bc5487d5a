"""The picture of types: each cell is marked where it is, and the crosses are the forbidden ones."""

from itertools import combinations
from math import hypot

import pytest
from matplotlib.patches import Circle

from incentives_book.consensus.venn import cell_place, draw_types


def holders(ax, place):
    circles = [patch for patch in ax.patches if isinstance(patch, Circle)]
    return {j for j, c in enumerate(circles) if hypot(place[0] - c.center[0], place[1] - c.center[1]) < c.radius}


def test_every_mark_lies_in_its_cell(ax):
    draw_types(0, ax=ax)
    for size in range(4):
        for cell in combinations(range(3), size):
            assert holders(ax, cell_place(frozenset(cell))) == set(cell)


@pytest.mark.parametrize(("redundancy", "sizes"), [(0, []), (1, [2]), (2, [1, 2])])
def test_crosses_stand_in_the_cells_of_one_to_r_missing_clients(ax, redundancy, sizes):
    draw_types(redundancy, ax=ax)
    crossed = [holders(ax, (line.get_xdata()[0], line.get_ydata()[0])) for line in ax.lines]
    assert sorted(map(sorted, crossed)) == sorted(list(c) for n in sizes for c in combinations(range(3), n))


def test_more_redundancy_than_clients_is_refused(ax):
    with pytest.raises(ValueError, match="redundancy must be from 0"):
        draw_types(3, ax=ax)

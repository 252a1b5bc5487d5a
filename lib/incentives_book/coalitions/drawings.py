"""Pictures of a partition are the library's; pages find them here beside the book's other drawings."""

from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch

from incentives.coalitions.drawings import GAP, ROW, Move, draw_partition

__all__ = ["GAP", "ROW", "Move", "draw_partition", "with_room"]


def with_room(ax: Axes) -> Axes:
    """Make the boxes of a drawn partition reach further down, where it is drawn so small that letters would touch them.

    >>> import matplotlib.pyplot as plt
    >>> from incentives.coalitions.set_partitions import Partition
    >>> ax = with_room(draw_partition(Partition.parse("0,1 | 2"), [5, 5, 25]))
    >>> [round(box.get_y(), 2) for box in ax.patches if isinstance(box, FancyBboxPatch)]
    [-0.82, -0.82]
    >>> plt.close(ax.figure)
    """
    for box in ax.patches:
        if isinstance(box, FancyBboxPatch):
            box.set_bounds(box.get_x(), -0.82, box.get_width(), 1.32)
    ax.set_ylim(-1, 0.7)
    return ax

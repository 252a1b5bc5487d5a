"""The picture of who holds which points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from incentives.learning.client_split import ClientSplit
from incentives_book.figures import label

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Beyond so many cells numbers in them would be too small to read.
_READABLE = 150


def draw_partition(
    split: ClientSplit,
    labels: ArrayLike,
    *,
    names: Sequence[str] | None = None,
    title: str = "",
    ax: Axes | None = None,
) -> Axes:
    """A table of clients by classes, darker where a client holds more points of a class.

    Up to 150 cells the counts are written into them, beyond there is a scale beside them; empty cells are left out.

    Args:
        split: who holds which points.
        labels: of all points, in the order that was divided.
        names: of the classes; their numbers if left out.
        title: shown above.
        ax: where to draw; a new figure if left out.

    Raises:
        ValueError: labels do not fit the split, or there are fewer names than classes.
    """
    import matplotlib.pyplot as plt
    from matplotlib.colors import LinearSegmentedColormap

    counts = split.counts(labels, classes=None if names is None else len(names))
    clients, classes = counts.shape
    if ax is None:
        _, ax = plt.subplots(figsize=(6.4, min(6.0, 1.4 + 0.32 * clients)))
    # Without its palest third, which would be white boxes on a dark page.
    shades = LinearSegmentedColormap.from_list("blues", plt.get_cmap("Blues")(np.linspace(0.35, 1, 64)))
    held = np.ma.masked_equal(counts, 0)
    image = ax.imshow(held, cmap=shades, vmin=0, vmax=counts.max(), aspect="auto", interpolation="nearest")
    if counts.size <= _READABLE:
        for (client, kind), count in np.ndenumerate(counts):
            if count:
                colour = "white" if count > 0.4 * counts.max() else "black"
                ax.text(kind, client, f"{count:,}", ha="center", va="center", color=colour)
    else:
        ax.figure.colorbar(image, ax=ax, label="points")
    if classes <= 30:
        ax.set_xticks(range(classes), names if names is not None else [str(k) for k in range(classes)])
    if names is not None and max(map(len, names)) > 2:
        ax.tick_params(axis="x", labelrotation=45)
    if clients <= 30:
        ax.set_yticks(range(clients))
    ax.grid(False)
    return label(ax, x="class", y="client", title=title)

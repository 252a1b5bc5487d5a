"""The house style of every figure in the book.

Figures are drawn on a transparent ground in ink of middle lightness, so that one file reads on a light and on
a dark page. A series is told by colour *and* by line style or marker, so that it reads without colour.
Call `use_style()` once, in the set-up cell of a notebook; every figure function takes and returns Axes.
"""

from __future__ import annotations

import matplotlib as mpl
from cycler import cycler
from matplotlib.axes import Axes

# Okabe and Ito's palette, without its black (invisible on a dark page) and its yellow (faint on a light one).
COLOURS: tuple[str, ...] = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
LINES: tuple[str | tuple[int, tuple[int, ...]], ...] = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 1)))
MARKERS: tuple[str, ...] = ("o", "s", "^", "D", "v", "P")

# Contrast 4.6:1 against white and 4.6:1 against black: legible on both.
INK = "#767676"

# What a colour means is the same in all parts of the book.
SMALL, LARGE, GRAND, ALONE = COLOURS[0], COLOURS[1], COLOURS[2], COLOURS[3]


def use_style() -> None:
    """Set matplotlib's defaults to the house style, and ask notebooks for SVG beside PNG.

    Two formats, because the web page shows the SVG and the PDF needs the PNG.

    >>> use_style()
    >>> mpl.rcParams["savefig.transparent"]
    True
    """
    mpl.rcParams.update(
        {
            "axes.edgecolor": INK,
            "axes.grid": True,
            "axes.labelcolor": INK,
            "axes.prop_cycle": cycler(color=COLOURS) + cycler(linestyle=LINES),
            "axes.spines.right": False,
            "axes.spines.top": False,
            "axes.titlecolor": INK,
            "axes.titlesize": 11,
            "figure.dpi": 110,
            "figure.facecolor": "none",
            "figure.figsize": (6.4, 3.6),
            "figure.constrained_layout.use": True,
            "font.size": 10,
            "grid.alpha": 0.35,
            "grid.color": INK,
            "grid.linewidth": 0.6,
            "axes.facecolor": "none",
            "legend.frameon": False,
            "legend.labelcolor": INK,
            "lines.linewidth": 1.8,
            "savefig.transparent": True,
            # Equal figures give equal files: no random ids.
            "svg.fonttype": "path",
            "svg.hashsalt": "incentives",
            "text.color": INK,
            "xtick.color": INK,
            "ytick.color": INK,
        }
    )
    try:
        from IPython import get_ipython
        from matplotlib_inline.backend_inline import set_matplotlib_formats
    except ImportError:  # drawing outside a notebook needs neither
        return
    if get_ipython() is not None:
        set_matplotlib_formats("svg", "png")


def label(ax: Axes, *, x: str, y: str, title: str = "") -> Axes:
    """Name both axes, units included, and show a legend if anything on the axes has a name."""
    ax.set_xlabel(x)
    ax.set_ylabel(y)
    if title:
        ax.set_title(title)
    if ax.get_legend_handles_labels()[1]:
        ax.legend()
    return ax


def name_curves(ax: Axes, *, room: float = 0.3) -> Axes:
    """Name each labelled curve where it ends, in its colour, in place of the legend.

    Args:
        ax: whose curves have labels.
        room: for the names, as a share of the axis.
    """
    named = [line for line in ax.lines if not str(line.get_label()).startswith("_")]
    for line in named:
        end = (line.get_xdata()[-1], line.get_ydata()[-1])
        ax.annotate(str(line.get_label()), end, xytext=(5, -4), textcoords="offset points", color=line.get_color())
    low, high = ax.get_xlim()
    ticks = [tick for tick in ax.get_xticks() if low <= tick <= high]
    ax.set_xlim(low, high + room * (high - low))
    ax.set_xticks(ticks)
    if ax.get_legend() is not None:
        ax.get_legend().remove()
    return ax


def threshold(ax: Axes, value: float, text: str, *, along: str = "x") -> Axes:
    """Mark a value on one axis by a thin dotted line and its name.

    Args:
        ax: where to draw.
        value: the position, in the units of the axis.
        text: the name, for instance a formula.
        along: "x" for a vertical line at that x, "y" for a horizontal one.

    Raises:
        ValueError: `along` is neither.
    """
    if along == "x":
        ax.axvline(value, color=INK, linestyle=":", linewidth=1)
        ax.text(value, 1.0, f" {text}", transform=ax.get_xaxis_transform(), va="top", ha="left", color=INK)
    elif along == "y":
        ax.axhline(value, color=INK, linestyle=":", linewidth=1)
        ax.text(1.0, value, text, transform=ax.get_yaxis_transform(), va="bottom", ha="right", color=INK)
    else:
        raise ValueError(f'along must be "x" or "y", got {along!r}')
    return ax

"""Figures of fine-tuned models and of what misreports do to them; hybrids made again from their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from incentives.payments.report_curves import ReportCurve

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from incentives_book.study.fine_tuning import Trained

QUANTITIES = ("valuations", "payments", "utilities")


def made_from_its_name(name: str, trained: Trained) -> np.ndarray:
    """Probability of every sentence under one hybrid, made again from nothing but its name and the three models.

    Weights are averaged tensor by tensor and probabilities multiplied as powers, as the definitions say; of the library
    only the network itself is used, and the product along a sentence.

    Args:
        name: "initial", or a family and the share of the first copy, such as "soups halfway: 0.3".
        trained: the initial model and its two copies.
    """
    import torch

    from incentives.charging.small_transformer import language_model, sentence_log_probabilities

    network, words = language_model(trained.setting.shape), trained.setting.words
    family, _, number = name.partition(": ")
    first, second = ({key: tensor[k] for key, tensor in trained.tuned.weights.items()} for k in (0, 1))
    share = float(number or 0)

    def spoken(law: torch.Tensor) -> np.ndarray:
        return sentence_log_probabilities(law, words=words).exp().numpy()

    def powers(left: np.ndarray, right: np.ndarray) -> np.ndarray:
        raised = left**share * right ** (1 - share)
        return raised / raised.sum(axis=-1, keepdims=True)

    with torch.no_grad():
        if family == "initial":
            return spoken(network(trained.initial))
        if family == "decoding":
            return spoken(torch.tensor(powers(*(network(m).exp().numpy() for m in (first, second)))).log())
        if family == "sentences":
            return powers(*(spoken(network(m)) for m in (first, second)))
        mean = {key: share * first[key] + (1 - share) * second[key] for key in first}
        if family == "soups halfway":
            mean = {key: (value + trained.initial[key]) / 2 for key, value in mean.items()}
        return spoken(network(mean))


def draw_families(families: Mapping[str, tuple[float, float]], *, best: float, initial: float, ax: Axes) -> Axes:
    """One bar per family of hybrids: its value to all members, and in dark what its divergence leaves of it.

    Args:
        families: value and what is left, by name.
        best: the most that any distribution leaves.
        initial: what the initial model leaves, which is its value.
        ax: where to draw.
    """
    from incentives_book import figures

    order = sorted(families, key=lambda name: -families[name][0])
    for row, name in enumerate(order):
        worth, left = families[name]
        ax.barh(row, worth, height=0.6, color=figures.COLOURS[0], alpha=0.35)
        ax.barh(row, left, height=0.6, color=figures.COLOURS[0])
        ax.annotate(f"{worth:.2f}, leaves {left:.2f}", (worth, row), (5, 0), textcoords="offset points", va="center")
    ax.set_yticks(range(len(order)), order)
    ax.invert_yaxis()
    ax.grid(visible=False, axis="y")
    for value, text, style, side in ((best, " the best", "-", "left"), (initial, "untrained ", ":", "right")):
        ax.axvline(value, color=figures.INK, linestyle=style, linewidth=1)
        ax.annotate(text, (value, 1), (0, 2), xycoords=("data", "axes fraction"), textcoords="offset points", ha=side)
    ax.set_xlim(0, 1.35 * max(worth for worth, _ in families.values()))
    figures.label(ax, x="value to ten members; dark: less the divergence", y="")
    ax.set_title("Soups are worth most and leave least", pad=18)
    return ax


def draw_misreports(
    curves: Mapping[str, ReportCurve], smooth: Mapping[str, ReportCurve], *, axes: Sequence[Axes]
) -> Sequence[Axes]:
    """Valuation, payment and utility along misreports, one under the other; the truth is at 1.

    Args:
        curves: by name of the parameter, for a finite set of models.
        smooth: the same misreports where every distribution can be trained, drawn dotted.
        axes: three, for valuation, payment and utility.

    Raises:
        ValueError: there are not three axes.
    """
    from incentives_book import figures

    if len(axes) != len(QUANTITIES):
        raise ValueError(f"axes must be three, for {', '.join(QUANTITIES)}; got {len(axes)}")
    for ax, quantity in zip(axes, QUANTITIES, strict=True):
        for number, (name, curve) in enumerate(curves.items()):
            colour = figures.COLOURS[number]
            for found, style, width, label in (
                (smooth[name], ":", 1.2, None),
                (curve, ("-", "--")[number % 2], 1.8, name),
            ):
                x, y = np.asarray(found.parameters, dtype=float), np.asarray(getattr(found, quantity), float)
                ax.plot(x, y, color=colour, linestyle=style, linewidth=width, label=label)
        ax.axvline(1, color=figures.INK, linewidth=0.8, linestyle=":")
    return axes


def draw_charges(games: Mapping[str, ReportCurve], *, ax: Axes) -> Axes:
    """Two bars per game: by how much the largest report raises the valuation, and by how much the payment.

    Args:
        games: by name a curve of misreports that rise from the truth, 1, to the last one.
        ax: where to draw.
    """
    from incentives_book import figures

    named = (("valuations", "the value rises", -0.19), ("payments", "the bill rises", 0.19))
    for number, (quantity, text, aside) in enumerate(named):
        for row, curve in enumerate(games.values()):
            values = np.asarray(getattr(curve, quantity), dtype=float)
            rise = values[-1] - values[np.asarray(curve.parameters, dtype=float) == 1][0]
            colour = figures.COLOURS[number]
            ax.barh(row + aside, rise, height=0.36, color=colour)
            told = f"{rise:.2f}" + (f", {text}" if row == 0 else "")
            ax.annotate(told, (rise, row + aside), (5, 0), textcoords="offset points", va="center", color=colour)
    ax.set_yticks(range(len(games)), list(games))
    ax.invert_yaxis()
    ax.grid(visible=False, axis="y")
    ax.margins(x=0.25)
    return figures.label(
        ax,
        x="value to group 1, in rewards times members",
        y="",
        title="A larger claim helps, and costs more than it helps",
    )


def lost_by(record: Mapping[str, Any], sizes: Sequence[int], kind: str, report: float) -> float:
    """The loss by a misreport against the truth, 1, in one game of a record of the study.

    Args:
        record: of one seed.
        sizes: which of its games.
        kind: "alpha" or "beta".
        report: one that the record tells.

    Raises:
        ValueError: there is no such game or report.
    """
    curves = [game["curves"][kind] for game in record["games"] if game["sizes"] == list(sizes)]
    if not curves or report not in curves[0]["parameters"]:
        raise ValueError(f"sizes and report must be those of the record; got {list(sizes)} and {report!r}")
    told = dict(zip(curves[0]["parameters"], curves[0]["utilities"], strict=True))
    return told[1.0] - told[report]

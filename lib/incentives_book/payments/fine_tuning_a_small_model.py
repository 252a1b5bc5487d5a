"""Figures of fine-tuned models and of what misreports do to them; hybrids made again from their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

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


def draw_hybrids(
    families: Mapping[str, ArrayLike],
    *,
    initial: Sequence[float],
    frontier: ArrayLike,
    groups: Sequence[str],
    ax: Axes,
) -> Axes:
    """What each hybrid model is worth to a member of either group.

    Args:
        families: two valuations per model and family, arrays of shape (models, 2).
        initial: the same for the initial model, shape (2,).
        frontier: the same for the exact optima, shape (points, 2), drawn as a line.
        groups: two names for the axes.
        ax: where to draw.
    """
    from incentives_book import figures

    line = np.asarray(frontier, dtype=float)
    ax.plot(line[:, 0], line[:, 1], color=figures.INK, linestyle="-", label="exact optima")
    for (name, points), colour, marker in zip(families.items(), figures.COLOURS, figures.MARKERS, strict=False):
        at = np.asarray(points, dtype=float)
        ax.plot(at[:, 0], at[:, 1], linestyle="", marker=marker, markersize=4, color=colour, label=name)
    ax.plot(*initial, linestyle="", marker="*", markersize=10, color=figures.INK, label="initial model")
    return figures.label(ax, x=f"value to one {groups[0]} member", y=f"value to one {groups[1]} member")


def draw_gains(shares: ArrayLike, families: Mapping[str, ArrayLike], *, ax: Axes) -> Axes:
    """Share of the possible welfare gain that each hybrid captures, one line per family.

    Args:
        shares: of the first tuned model, shape (models,).
        families: captured share per model and family, arrays of shape (models,); below 0 is worse than the initial
            model.
        ax: where to draw.
    """
    from incentives_book import figures

    for number, (name, values) in enumerate(families.items()):
        ax.plot(
            np.asarray(shares, dtype=float),
            np.asarray(values, dtype=float),
            color=figures.COLOURS[number],
            linestyle=figures.LINES[number],
            marker=figures.MARKERS[number],
            markersize=3,
            label=name,
        )
    for level in (0, 1):
        ax.axhline(level, color=figures.INK, linestyle=":", linewidth=1)
    return figures.label(ax, x="share of the first tuned model", y="welfare (0: initial model, 1: best of all)")


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


def draw_games(games: Mapping[str, Mapping[str, ReportCurve]], *, axes: Sequence[Axes]) -> Sequence[Axes]:
    """Four panels, one line for each game: the valuation and the payment along alpha, the payment along beta, the
    utility.

    The utility is that of either misreport less that of the truth: alpha is drawn solid and beta dashed. Lines carry
        the
    name of their game at the right end of the payments along alpha.

    Args:
        games: by name the curves of "alpha" and "beta"; each has a report at the truth, 1.
        axes: four.

    Raises:
        ValueError: there are not four axes.
    """
    from incentives_book import figures

    if len(axes) != 4:
        raise ValueError(f"axes must be four; got {len(axes)}")
    panels = (
        ("alpha", "valuations", "Claiming more: a better model"),
        ("alpha", "payments", "... and a larger bill"),
        ("beta", "payments", "Mixing a wish: the bill falls first"),
    )
    for number, (name, both) in enumerate(games.items()):
        colour = figures.COLOURS[number]
        for ax, (kind, quantity, _) in zip(axes, panels, strict=False):
            x, y = (np.asarray(v, dtype=float) for v in (both[kind].parameters, getattr(both[kind], quantity)))
            ax.plot(x, y, color=colour)
        claimed = both["alpha"]
        end = (float(claimed.parameters[-1]), float(claimed.payments[-1]))
        axes[1].annotate(name, end, xytext=(4, 0), textcoords="offset points", color=colour, va="center")
        for kind, style in (("alpha", "-"), ("beta", "--")):
            curve = both[kind]
            at, kept = np.asarray(curve.parameters, dtype=float), np.asarray(curve.utilities, dtype=float)
            axes[3].plot(at, kept - kept[at == 1], color=colour, linestyle=style)
    for ax, (kind, quantity, title) in zip(
        axes,
        (
            *panels,
            ("alpha (solid), beta (dashed)", "utility less that of the truth", "Nothing beats the truth"),
        ),
        strict=True,
    ):
        figures.label(ax, x=kind, y=quantity.removesuffix("s"), title=title)
        ax.axvline(1, color=figures.INK, linewidth=0.8, linestyle=":")
    return axes


def draw_losses(records: Sequence[Mapping[str, Any]], *, sizes: Sequence[int], ax: Axes) -> Axes:
    """What a misreport loses against the truth: mean over the records as a line, their range as a band.

    Args:
        records: of the study, of one task and language, one per seed.
        sizes: which of the games.
        ax: where to draw.

    Raises:
        ValueError: there are no records.
    """
    from incentives_book import figures

    if not records:
        raise ValueError("records must hold at least one run; got none")
    games = [game for record in records for game in record["games"] if game["sizes"] == list(sizes)]
    for number, name in enumerate(("alpha", "beta")):
        at = np.array(games[0]["curves"][name]["parameters"])
        utilities = np.array([game["curves"][name]["utilities"] for game in games])
        lost = utilities - utilities[:, at == 1]
        colour, style = figures.COLOURS[number], ("-", "--")[number]
        ax.fill_between(at, lost.min(axis=0), lost.max(axis=0), color=colour, alpha=0.25, linewidth=0)
        ax.plot(at, lost.mean(axis=0), color=colour, linestyle=style, label=f"{name}, mean of {len(games)} seeds")
    return figures.label(ax, x="alpha or beta (1 is the truth)", y="utility minus utility of the truth")

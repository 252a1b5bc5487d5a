"""Small worlds that limit what a promise from a sample can be, and drawings of how often such promises are kept.

A companion of the page of that name.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from incentives.payments.certificates import Certificate, certificate
from incentives.payments.missed_value import largest_term, missed_terms
from incentives_book import figures
from incentives_book.study.known_games import ENDS, Coverage, best_below_cap, value_of

Floats = NDArray[np.float64]


def unseen_reply(share: float, replies: int) -> tuple[float, float, Certificate]:
    """A sample of the initial model that never met the one reply that is worth anything, which is worth all.

    Args:
        share: the initial model's probability of that reply; the penalty is an eighth of its reward.
        replies: in the sample.

    Returns:
        What keeping the initial model misses, the chance of such a sample, and the certificate that it gives (every
        model below a cap of exp(8), which holds the best one).
    """
    missed = np.log1p(share * np.expm1(8.0)) / 8
    nothing = np.zeros(replies)
    found = certificate(*[nothing] * 4, span=1.0, cap=float(np.exp(8.0)), penalty=1 / 8, reference_share=1.0)
    return float(missed), (1 - share) ** replies, found


class Needed(NamedTuple):
    """A sample that has missed all replies that are worth anything, in ranges of the rewards.

    Args:
        strength: range of the rewards over the penalty.
        replies: how many.
        needed: what every valid method must allow for, if the sample misses these replies with chance `level`.
        certificate: what ours says of this sample.
    """

    strength: float
    replies: int
    needed: float
    certificate: float


def against_any_method(strength: float, replies: int, *, level: float = 0.05) -> Needed:
    """The certificate beside what no valid method can fall below: both models speak evenly, one never says the set S.

    Rewards are 0 outside of S, so after the change to 1 on S the model's value is only its penalty.
    """
    share = 2 * (1 - level ** (1 / replies))  # of S under the initial model, which gives every second reply
    log_ratio, penalty = -np.log1p(-share), 1 / strength
    needed = penalty * (np.log1p(share * np.expm1(strength)) + log_ratio)
    nothing = np.zeros(replies)
    proposal = np.log(0.5 + 0.5 * np.exp(log_ratio))
    found = certificate(
        nothing, nothing + log_ratio, nothing, nothing + proposal, span=1.0, cap=float(np.exp(strength)),
        penalty=penalty, level=level, reference_share=0.5, model_share=0.5,
    )  # fmt: skip
    return Needed(strength, replies, float(needed), found.at_most)


class Spoiling(NamedTuple):
    """The mean gain of the best of some lies over samples, in penalties, and its bound: the bias it adds."""

    gain: float
    bound: float


def spoiling(replies: int, *, report_free: bool = False) -> Spoiling:
    """A coin, one other group for which heads are worth log 4 penalties, and a liar that wants nothing.

    The initial model and a perfect run on the reported total speak by halves; with `report_free` a run without the
    liar takes the place of the latter. All samples are counted.
    """
    q, worth = np.array([0.5, 0.5]), np.array([4.0, 1.0])
    value = np.log(q @ worth)
    heads = np.arange(replies + 1)

    def kept_and_bias(tails: float) -> tuple[float, float]:
        """By a report in which tails are worth log `tails`; 1 is the truth."""
        model = q * worth * [1.0, tails]
        model /= model.sum()
        speaks = q * worth / (q @ worth) if report_free else model
        law = (q + speaks) / 2
        chance = [comb(replies, int(k)) * law[0] ** k * law[1] ** (replies - k) for k in heads]
        weights = q / law * worth
        estimate = np.array(chance) @ np.log((heads * weights[0] + (replies - heads) * weights[1]) / replies)
        served = model @ np.log(worth) - model @ np.log(model / q)
        return float(served - estimate), float(value - estimate)

    truth, *lies = (kept_and_bias(tails) for tails in np.linspace(1.0, 3.0, 201))
    kept, bias = max(truth, *lies)
    return Spoiling(kept - truth[0], bias - truth[1])


class Largest(NamedTuple):
    """The largest term by trying rewards and ratios, and by the four corners."""

    tried: float
    corners: float


def largest_by_trying(cap: float, guess: float) -> Largest:
    """The largest term over a grid of rewards and ratios, beside `largest_term`; penalty 1/5, both speak evenly."""
    penalty, half = 0.2, np.log(0.5)
    rewards, ratios = np.meshgrid(np.linspace(0, 1, 41), np.concatenate([[1e-9], np.linspace(1e-3, cap, 401)]))
    logs = np.log(ratios.ravel())
    proposal = np.logaddexp(half, half + logs)
    found = missed_terms(rewards.ravel(), logs, np.zeros_like(logs), proposal, guess, cap=cap, penalty=penalty)
    corners = largest_term(guess, span=1.0, cap=cap, penalty=penalty, reference_share=0.5, model_share=0.5)
    return Largest(float(found.max()), float(corners))


class Spoiled(NamedTuple):
    """A lie that spoils the model that was best for the others, in penalties.

    Args:
        gain: of the lie.
        served: missed by the served model after the truth, for everybody.
        others_best: missed for the rival by the model of the table that is best for it after the truth.
        without: missed for the rival by the run without the liar.
    """

    gain: float
    served: float
    others_best: float
    without: float


def spoiled_model() -> Spoiled:
    """A coin: a rival likes heads by one penalty, a liar likes tails as much and says .9.

    After the truth the run on the total is perfect, the run without the rival happens to end at the rival's optimum,
    and the run without the liar never left the initial model. After the lie the run without the rival is perfect.
    """

    def value(heads: float, wish: float) -> float:  # rewards up to a constant: heads are worth `wish` more than tails
        return float(heads * wish - heads * np.log(2 * heads) - (1 - heads) * np.log(2 * (1 - heads)))

    def optimum(wish: float) -> float:
        return float(1 / (1 + np.exp(-wish)))

    def missed(heads: float, wish: float) -> float:
        return value(optimum(wish), wish) - value(heads, wish)

    rival, liar, initial = 1.0, -1.0, 0.5

    def kept(told: float, without_rival: float) -> tuple[float, float, list[float]]:
        table = [initial, optimum(rival + told), without_rival, initial]
        served = max(table, key=lambda heads: value(heads, rival + told))
        payment = max(value(heads, rival) for heads in table) - value(served, rival)
        return served * liar - payment, served, table

    truth, served, table = kept(liar, optimum(rival))
    lie, *_ = kept(0.9 * liar, optimum(0.9 * liar))
    return Spoiled(
        lie - truth, missed(served, rival + liar), min(missed(heads, rival) for heads in table), missed(initial, rival)
    )


class Chosen(NamedTuple):
    """The certificates of a model that the sample chose, over many samples of one game.

    Args:
        samples: how many.
        own: in how many the bound from the very sample that chose failed, its level unchanged.
        divided: in how many it failed with the level divided by the number of models.
        halved: in how many it failed if one half of the sample chose and the other half certified.
        width_divided, width_halved: median bounds of the last two.
        missed: by each of the models.
    """

    samples: int
    own: int
    divided: int
    halved: int
    width_divided: float
    width_halved: float
    missed: float


def chosen_by_the_sample(*, models: int = 20, replies: int = 2000, samples: int = 60, level: float = 0.05) -> Chosen:
    """Models that are best but for one rare reply each, chosen and certified by samples of the initial model.

    A sample that has not met a reply makes the model without it look best, though all models miss the same.
    """
    cap, penalty, rare = 1.5, 0.1, 4.3 / replies
    initial = np.array([1 - models * rare, *[rare] * models])
    reward = np.array([0.0, *[1.0] * models])
    best, law = best_below_cap(initial, reward, penalty, cap)
    laws = np.tile(law, (models, 1))
    for k, p in enumerate(laws, start=1):
        p[0], p[k] = p[0] + p[k], 1e-300
    missed = best - value_of(laws[0], initial, reward, penalty)
    logs, log_initial, ratios = np.log(laws), np.log(initial), laws / initial
    scores = ratios * reward - penalty * ratios * (np.log(laws) - log_initial)  # of each reply, for each model

    def look_best(x: Any) -> int:
        return int(scores[:, x].mean(axis=1).argmax())

    def given(x: Any, k: int) -> tuple[Floats, ...]:
        return reward[x], logs[k][x], log_initial[x], log_initial[x]

    rng, failed, ends = np.random.default_rng(0), [0, 0, 0], []
    known: dict[str, float] = {"span": 1.0, "cap": cap, "penalty": penalty, "reference_share": 1.0}
    for _ in range(samples):
        x = rng.choice(models + 1, size=replies, p=initial)
        half = x[: replies // 2], x[replies // 2 :]
        k = look_best(x)
        bounds = [
            certificate(*given(x, k), **known, level=level).at_most,
            certificate(*given(x, k), **known, level=level / models).at_most,
            certificate(*given(half[1], look_best(half[0])), **known, level=level).at_most,
        ]
        failed = [f + (b < missed) for f, b in zip(failed, bounds, strict=True)]
        ends.append(bounds[1:])
    widths = np.median(ends, axis=0).tolist()
    return Chosen(samples, *map(int, failed), *widths, float(missed))


HEAD = """\
| $W/\\lambda$ | prompts | replies | certificate holds | normal interval | bootstrap | missed, median | width, median \
| lower end holds | and is above 0 |
|---|---|---|---|---|---|---|---|---|---|
"""


def coverage_table(cells: Sequence[Coverage]) -> str:
    """One line for each kind of game, and one for all of them."""
    rows = [
        f"| {c.strength:g} | {c.prompts} | {c.replies:,} | {c.held('certificate')} "
        f"| {c.held('normal')} | {c.held('bootstrap')} | {c.missed:.3f} | {c.width:.3f} "
        f"| {c.held('least')} | {c.says} |"
        for c in sorted(cells, key=lambda c: (c.prompts, c.strength, c.replies))
    ]
    held = [f"{sum(c.held(end) for c in cells):,}" for end in ENDS]
    games, says = sum(c.games for c in cells), sum(c.says for c in cells)
    rows.append(f"| all {games:,} | | | {held[0]} | {held[1]} | {held[2]} | | | {held[3]} | {says:,} |")
    return HEAD + "\n".join(rows)


class Again(NamedTuple):
    """Which of the first games of a kind fail: for each end, played here and as recorded."""

    here: tuple[tuple[int, ...], ...]
    recorded: tuple[tuple[int, ...], ...]


def played_again(cells: Sequence[Coverage], recorded: Sequence[Coverage]) -> list[Again]:
    """The games of the cells beside the first ones of the records of the same kind, where there is one."""
    of = {(c.strength, c.prompts, c.replies): c for c in recorded}
    pairs = [(c, of[kind]) for c in cells if (kind := (c.strength, c.prompts, c.replies)) in of]
    return [
        Again(
            tuple(getattr(cell, end) for end in ENDS),
            tuple(tuple(k for k in getattr(whole, end) if k < cell.games) for end in ENDS),
        )
        for cell, whole in pairs
    ]


def draw_coverage(cells: Sequence[Coverage], *, axes: tuple[Axes, Axes]) -> None:
    """Left in how many games each promise was kept, right how wide the certificate is, against the sample's size."""
    left, right = axes
    sizes = sorted({c.replies for c in cells})
    of = {n: [c for c in cells if c.replies == n] for n in sizes}
    for number, name in enumerate(("certificate", "normal")):
        kept = [100 * sum(c.held(name) for c in of[n]) / sum(c.games for c in of[n]) for n in sizes]
        colour, how = figures.COLOURS[number], ("-", "--")[number]
        left.plot(sizes, kept, how, marker=figures.MARKERS[number], color=colour)
        said, where = (name, "normal interval")[number], (sizes[0], kept[0])
        left.annotate(said, where, (4, -14), textcoords="offset points", color=colour)
    left.axhline(95, color=figures.INK, linewidth=0.8)
    left.set(xscale="log", ylim=(60, 102))
    figures.label(left, x="replies", y="games in which it held, %", title="The certificate keeps its promise")
    for number, strength in enumerate(sorted({c.strength for c in cells})):
        widths = [c.width for n in sizes for c in of[n] if c.strength == strength]
        colour, how = figures.COLOURS[number], figures.LINES[number]
        right.plot(sizes, widths, linestyle=how, marker=figures.MARKERS[number], color=colour)
        right.annotate(
            f"{strength:g}",
            (sizes[-1], widths[-1]),
            (8 if number < 2 else 20, -4),
            textcoords="offset points",
            color=colour,
        )
    right.set(xscale="log", yscale="log")
    figures.label(
        right, x="replies", y="width, in ranges of the rewards", title="Its width falls, whatever range / penalty"
    )

"""Games in which everything is known, and how often a promise made from a sample is kept in them.

A companion of the page of that name.
"""

from __future__ import annotations

from math import comb
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from incentives.payments.certificates import Certificate, certificate
from incentives.payments.missed_value import best_guesses, estimated_miss, largest_term, missed_terms
from incentives_book import figures

Floats = NDArray[np.float64]


class Game(NamedTuple):
    """One listed game: initial model, judged model and proposal over few replies, rewards in [0, 1].

    Args:
        initial, model, proposal: laws of the replies, shape (replies,).
        reward: everybody's, shape (replies,).
        penalty: the weight of KL.
        cap: of probabilities, as a multiple of the initial model's.
        missed: by the model, of the best one below the cap.
    """

    initial: Floats
    model: Floats
    proposal: Floats
    reward: Floats
    penalty: float
    cap: float
    missed: float


def best_below_cap(initial: Floats, reward: Floats, penalty: float, cap: float) -> tuple[float, Floats]:
    """The best value of a model whose ratio to the initial one is at most `cap`, and that model.

    The ratio is exp((reward - u) / penalty), cut at the cap, with the u for which probabilities add up to 1.
    """

    def ratio(u: float) -> Floats:
        return np.exp(np.minimum((reward - u) / penalty, np.log(cap)))

    low, high = float(reward.min()), float(reward.max())
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if initial @ ratio(middle) > 1 else (low, middle)
    best = initial * ratio(high)
    return value_of(best / best.sum(), initial, reward, penalty), best / best.sum()


def value_of(model: Floats, initial: Floats, reward: Floats, penalty: float) -> float:
    """Expected reward minus `penalty` times KL to the initial model."""
    heard = model > 0
    return float(model @ reward - penalty * (model[heard] @ np.log(model[heard] / initial[heard])))


def some_game(rng: np.random.Generator, *, strength: float, cap: float) -> Game:
    """A game of 5 to 59 replies; in every second one training never met the rare reply that everybody likes best.

    Args:
        rng: of the game.
        strength: the range of rewards over the penalty.
        cap: of probabilities, as a multiple of the initial model's.
    """
    many = int(rng.integers(5, 60))
    initial = np.maximum(rng.dirichlet(np.full(many, rng.choice([0.3, 1.0]))), 1e-6)
    reward = rng.uniform(size=many)
    met = reward.copy()
    if rng.uniform() < 0.5:
        initial[0] = 10 ** rng.uniform(-4, -2)
        reward[0], met[0] = 1.0, 0.0
    initial /= initial.sum()
    best = best_below_cap(initial, reward, 1 / strength, cap)[0]
    model = best_below_cap(initial, met, 1 / strength, cap)[1]
    kept = rng.uniform(0, 0.3)  # of the initial model, by imperfect training
    model = (1 - kept) * model + kept * initial
    missed = best - value_of(model, initial, reward, 1 / strength)
    return Game(initial, model, (initial + model) / 2, reward, 1 / strength, cap, missed)


class Promises(NamedTuple):
    """The promises of two methods from one sample: upper ends for what is missed."""

    certificate: float
    normal: float


def promises(game: Game, replies: int, rng: np.random.Generator, *, level: float = 0.05) -> Promises:
    """The upper ends of the certificate and of the usual normal interval, from one sample of the game."""
    x = rng.choice(game.reward.size, size=replies, p=game.proposal)
    given = (game.reward[x], *(np.log(law)[x] for law in (game.model, game.initial, game.proposal)))
    found = certificate(
        *given, span=1.0, cap=game.cap, penalty=game.penalty, level=level, reference_share=0.5, model_share=0.5
    )
    return Promises(found.at_most, normal_end(given, game, level))


def normal_end(given: tuple[Floats, ...], game: Game, level: float) -> float:
    """Estimate plus a quantile of the normal law times the standard error, at the guess with the least mean."""
    one = np.zeros(given[0].size, dtype=int)
    ratios = np.exp(given[2] - given[3]), np.exp(given[1] - given[3])
    guess = best_guesses(given[0], *ratios, one, cap=game.cap, penalty=game.penalty)[0]
    terms = missed_terms(*given, guess, cap=game.cap, penalty=game.penalty)
    about = estimated_miss(*given, one, cap=game.cap, penalty=game.penalty) or 0.0
    return about + NormalDist().inv_cdf(1 - level) * float(terms.std(ddof=1)) / np.sqrt(terms.size)


class Coverage(NamedTuple):
    """Many games of one kind.

    Args:
        strength: range of the rewards over the penalty.
        replies: per game.
        games: how many.
        certificate, normal: in how many the upper end held.
        width: median of the certificate's upper end minus what is missed.
        missed: its median.
    """

    strength: float
    replies: int
    games: int
    certificate: int
    normal: int
    width: float
    missed: float


def coverage(strength: float, replies: int, *, games: int, cap: float, seed: int) -> Coverage:
    """The rate at which both promises are kept in games of one kind."""
    rng = np.random.default_rng([seed, round(strength), replies])
    played = [some_game(rng, strength=strength, cap=cap) for _ in range(games)]
    told = [promises(game, replies, rng) for game in played]
    return Coverage(
        strength,
        replies,
        games,
        sum(bool(t.certificate >= g.missed) for t, g in zip(told, played, strict=True)),
        sum(bool(t.normal >= g.missed) for t, g in zip(told, played, strict=True)),
        float(np.median([t.certificate - g.missed for t, g in zip(told, played, strict=True)])),
        float(np.median([g.missed for g in played])),
    )


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


def draw_coverage(cells: list[Coverage], *, axes: tuple[Axes, Axes]) -> None:
    """Left in how many games each promise was kept, right how wide the certificate is, against the sample's size."""
    left, right = axes
    sizes = sorted({c.replies for c in cells})
    of = {n: [c for c in cells if c.replies == n] for n in sizes}
    for number, name in enumerate(("certificate", "normal")):
        kept = [100 * sum(getattr(c, name) for c in of[n]) / sum(c.games for c in of[n]) for n in sizes]
        colour, how = figures.COLOURS[number], ("-", "--")[number]
        left.plot(sizes, kept, how, marker=figures.MARKERS[number], color=colour)
        said, where = (name, "normal interval")[number], (sizes[0], kept[0])
        left.annotate(said, where, (4, -14), textcoords="offset points", color=colour)
    left.axhline(95, color=figures.INK, linewidth=0.8)
    left.set(xscale="log", ylim=(60, 102))
    figures.label(left, x="replies", y="games in which it held, %", title="The certificate held in every game")
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

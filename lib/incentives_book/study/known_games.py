"""Games in which everything is known, and how often what is promised from a sample holds in them."""

from __future__ import annotations

from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from incentives.payments.certificates import certificate
from incentives.payments.lower_ends import least_missed
from incentives.payments.missed_value import best_guesses, estimated_miss, missed_terms

Floats = NDArray[np.float64]

RESAMPLED = 400  # means of the bootstrap
# Fields of `Promises` and of `Coverage`.
ENDS = ("certificate", "normal", "bootstrap", "least")


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


def some_game(rng: np.random.Generator, *, strength: float, cap: float, reach: tuple[float, float] = (0, 1)) -> Game:
    """A game of 5 to 59 replies; in every second one training never met the rare reply that everybody likes best.

    Args:
        rng: of the game.
        strength: the range of rewards over the penalty.
        cap: of probabilities, as a multiple of the initial model's.
        reach: where the rewards of this game lie, within [0, 1].
    """
    many = int(rng.integers(5, 60))
    initial = np.maximum(rng.dirichlet(np.full(many, rng.choice([0.3, 1.0]))), 1e-6)
    reward = rng.uniform(*reach, size=many)
    met = reward.copy()
    if rng.uniform() < 0.5:
        initial[0] = 10 ** rng.uniform(-4, -2)
        reward[0], met[0] = reach[1], reach[0]
    initial /= initial.sum()
    best = best_below_cap(initial, reward, 1 / strength, cap)[0]
    model = best_below_cap(initial, met, 1 / strength, cap)[1]
    kept = rng.uniform(0, 0.3)  # of the initial model, by imperfect training
    model = (1 - kept) * model + kept * initial
    missed = best - value_of(model, initial, reward, 1 / strength)
    return Game(initial, model, (initial + model) / 2, reward, 1 / strength, cap, missed)


def some_prompts(rng: np.random.Generator, prompts: int, *, strength: float, cap: float) -> list[Game]:
    """One game for each prompt. With several prompts the rewards of each lie in a part of [0, 1] of its own."""
    if prompts == 1:
        return [some_game(rng, strength=strength, cap=cap)]
    ends = np.sort(rng.uniform(size=(prompts, 2)), axis=1)
    return [some_game(rng, strength=strength, cap=cap, reach=(low, high)) for low, high in ends]


class Promises(NamedTuple):
    """The ends that one sample gives: three upper ends for what is missed, and a lower end."""

    certificate: float
    normal: float
    bootstrap: float
    least: float


def promises(games: list[Game], replies: int, rng: np.random.Generator, *, level: float = 0.05) -> Promises:
    """The ends from one sample of a game, in which each reply answers a prompt drawn at random.

    Args:
        games: one for each prompt.
        replies: drawn in all.
        rng: of the sample.
        level: of each end alone.
    """
    asked = rng.integers(len(games), size=replies)
    columns = np.empty((4, replies))
    for number, game in enumerate(games):
        here = asked == number
        x = rng.choice(game.reward.size, size=here.sum(), p=game.proposal)
        laws = (np.log(law)[x] for law in (game.model, game.initial, game.proposal))
        columns[:, here] = [game.reward[x], *laws]
    known = {"span": 1.0, "cap": games[0].cap, "penalty": games[0].penalty, "level": level}
    known |= {"reference_share": 0.5, "model_share": 0.5}
    found = certificate(*columns, **known, prompts=asked)
    terms, about = _terms(columns, asked, cap=games[0].cap, penalty=games[0].penalty)
    normal = NormalDist().inv_cdf(1 - level) * float(terms.std(ddof=1)) / np.sqrt(replies)
    values, counts = np.unique(terms, return_counts=True)
    means = rng.multinomial(replies, counts / replies, size=RESAMPLED) @ values / replies
    resampled = float(np.quantile(means, 1 - level) - terms.mean())
    return Promises(found.at_most, about + normal, about + resampled, least_missed(*columns, **known, prompts=asked))


def _terms(columns: Floats, asked: NDArray[np.intp], *, cap: float, penalty: float) -> tuple[Floats, float]:
    """The terms at the guesses with the least mean, one for each prompt, and the estimate of what is missed."""
    labels = np.unique(asked, return_inverse=True)[1]
    R, p, q, s = columns
    guess = best_guesses(R, np.exp(q - s), np.exp(p - s), labels, cap=cap, penalty=penalty)[labels]
    terms = missed_terms(R, p, q, s, guess, cap=cap, penalty=penalty)
    return terms, estimated_miss(R, p, q, s, labels, cap=cap, penalty=penalty) or 0.0


class Coverage(NamedTuple):
    """Many games of one kind.

    Args:
        strength: range of the rewards over the penalty.
        prompts: in each game.
        replies: drawn in each game.
        games: how many.
        certificate, normal, bootstrap: numbers of the games in which this upper end was below what is missed.
        least: numbers of those in which the lower end was above it.
        says: in how many games the lower end was above 0.
        width: median of the certificate's upper end minus what is missed.
        missed: its median.
    """

    strength: float
    prompts: int
    replies: int
    games: int
    certificate: tuple[int, ...]
    normal: tuple[int, ...]
    bootstrap: tuple[int, ...]
    least: tuple[int, ...]
    says: int
    width: float
    missed: float

    def held(self, end: str) -> int:
        """In how many games an end held: "certificate", "normal", "bootstrap" or "least"."""
        return self.games - len(getattr(self, end))


def coverage(strength: float, replies: int, *, prompts: int = 1, games: int, cap: float, seed: int) -> Coverage:
    """The number of games of one kind in which each end holds. Every game has its own random numbers.

    Args:
        strength: range of the rewards over the penalty.
        replies: drawn in each game.
        prompts: in each game.
        games: how many.
        cap: of probabilities, as a multiple of the initial model's.
        seed: of all games together.

    >>> few = coverage(4, 100, games=3, cap=16, seed=0)
    >>> few.held("certificate"), few.missed > 0
    (3, True)
    """
    told, missed = [], []
    for number in range(games):
        rng = np.random.default_rng([seed, round(strength), prompts, replies, number])
        played = some_prompts(rng, prompts, strength=strength, cap=cap)
        missed.append(float(np.mean([game.missed for game in played])))
        told.append(promises(played, replies, rng))

    def below(end: str) -> tuple[int, ...]:
        return tuple(k for k, (t, m) in enumerate(zip(told, missed, strict=True)) if getattr(t, end) < m)

    return Coverage(
        strength=strength,
        prompts=prompts,
        replies=replies,
        games=games,
        certificate=below("certificate"),
        normal=below("normal"),
        bootstrap=below("bootstrap"),
        least=tuple(k for k, (t, m) in enumerate(zip(told, missed, strict=True)) if t.least > max(m, 0.0) + 1e-12),
        says=sum(t.least > 0 for t in told),
        width=float(np.median([t.certificate - m for t, m in zip(told, missed, strict=True)])),
        missed=float(np.median(missed)),
    )

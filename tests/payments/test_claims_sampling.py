"""What survives sampling, by plain loops: tables of fractions, all draws of small laws, training by finite
differences.
"""

from fractions import Fraction
from itertools import product
from math import exp, log
from pathlib import Path

import numpy as np
import pytest

from incentives_book.study.study_file import read_study

F = Fraction
STUDY = Path(__file__).parents[2] / "experiments" / "llama-fine-tuning" / "study.toml"


def random_table(rng, models=4, groups=2):
    """Valuations of each group and a divergence per model, as fractions with many ties."""
    values = [[F(int(x), 4) for x in row] for row in rng.integers(0, 5, size=(models, groups))]
    return values, [F(int(x), 2) for x in rng.integers(0, 4, size=models)]


def others(values, divergences, sizes, who):
    return [
        sum(w * v for i, (w, v) in enumerate(zip(sizes, row, strict=True)) if i != who) - d
        for row, d in zip(values, divergences, strict=True)
    ]


def chosen(own, rest):
    scores = [a + b for a, b in zip(own, rest, strict=True)]
    return [k for k, score in enumerate(scores) if score == max(scores)]


@pytest.mark.backs("payments/definition-c-games")
def test_six_stated_games():
    games = [(s.game, tuple(s.members)) for s in read_study(STUDY).settings]
    assert len(set(games)) == 6
    assert {sum(pair) for _, pair in games} == {10}
    assert {name for name, _ in games} == {"Harmless vs. Humor", "Faithful vs. Summary"}


@pytest.mark.backs("payments/prose-c-demonstrates")
def test_a_table_peaks_at_the_truth_but_reality_need_not():
    rng = np.random.default_rng(0)
    lied = 0
    for _ in range(200):
        table, divergences = random_table(rng)
        real, _ = random_table(rng)
        rest = others(table, divergences, [2, 3], 0)
        error = [e[0] - r[0] for e, r in zip(table, real, strict=True)]
        for honest in chosen([2 * row[0] for row in table], rest):
            for k in range(4):
                seen = 2 * table[k][0] + rest[k] - 2 * table[honest][0] - rest[honest]
                true = 2 * real[k][0] + rest[k] - 2 * real[honest][0] - rest[honest]
                assert seen <= 0
                assert true <= 2 * (max(error) - min(error))
                lied += true > 0
    assert lied > 100


@pytest.mark.backs("payments/new-sampled-gradient")
def test_the_gradient_by_finite_differences_and_all_batches_of_three():
    logits, q, reward, lam = [0.4, -0.3], [0.25, 0.75], [1.0, 0.2], 0.6

    def law(t):
        weights = [exp(x) for x in t]
        return [x / sum(weights) for x in weights]

    def objective(t):
        return sum(p * (r - lam * log(p / y)) for p, r, y in zip(law(t), reward, q, strict=True))

    h, p = 1e-6, law(logits)
    slope = (objective([logits[0] + h, logits[1]]) - objective([logits[0] - h, logits[1]])) / (2 * h)
    gain = [r - lam * log(a / y) for a, r, y in zip(p, reward, q, strict=True)]
    score = [1 - p[0], -p[0]]
    for base in (-2.0, 0.0, 5.0):
        assert sum(a * (g - base) * s for a, g, s in zip(p, gain, score, strict=True)) == pytest.approx(slope, abs=1e-8)
    mean = 0.0
    for batch in product(range(2), repeat=3):
        rest = [(sum(gain[j] for j in batch) - gain[k]) / 2 for k in batch]
        pull = sum((gain[k] - b) * score[k] for k, b in zip(batch, rest, strict=True)) / 3
        mean += np.prod([p[k] for k in batch]) * pull
    assert mean == pytest.approx(slope, abs=1e-8)


@pytest.mark.backs("payments/new-kl-from-samples")
def test_terms_by_enumeration():
    for p1, q1, s1 in product((0.1, 0.4, 0.9), repeat=3):
        p, q, s = (p1, 1 - p1), (q1, 1 - q1), (s1, 1 - s1)
        terms = [c * ((a / b) * log(a / b) - a / b + 1) for a, b, c in zip(p, q, map(truediv, q, s), strict=True)]
        assert min(terms) >= -1e-15
        mean = sum(c * x for c, x in zip(s, terms, strict=True))
        assert mean == pytest.approx(sum(a * log(a / b) for a, b in zip(p, q, strict=True)), abs=1e-12)


def truediv(a, b):
    return a / b


@pytest.mark.backs("payments/new-sampled-game")
def test_all_samples_of_four_sentences_are_truthful_games():
    laws = [[F(1, 2), F(1, 4), F(1, 4)], [F(1, 8), F(1, 8), F(3, 4)], [F(1, 8), F(5, 8), F(1, 4)]]
    reward, other = [F(1), F(1, 2), F(0)], [F(0), F(1, 3), F(1)]
    divergences = [F(0), F(1, 2), F(1, 3)]
    lies = list(product((F(0), F(1), F(3, 2)), repeat=3))
    for draw in product(range(3), repeat=4):
        raw = [[law[x] / laws[0][x] for x in draw] for law in laws]
        models = [[x / sum(row) for x in row] for row in raw]

        def value(r, models=models, draw=draw):
            return [sum(m * r[x] for m, x in zip(model, draw, strict=True)) for model in models]

        rest = [2 * v - d for v, d in zip(value(other), divergences, strict=True)]
        own = value(reward)
        honest = chosen([3 * v for v in own], rest)[0]
        kept = 3 * own[honest] + rest[honest] - max(rest)
        assert kept >= 0
        for lie in lies:
            for k in chosen([3 * v for v in value(lie)], rest):
                assert 3 * own[k] + rest[k] - max(rest) <= kept


@pytest.mark.backs("payments/new-payment-interval")
def test_intervals_cover_in_random_worlds():
    rng = np.random.default_rng(1)
    for _ in range(500):
        leads = [F(0), *(F(int(x), 3) for x in rng.integers(-6, 7, size=3))]
        widths = [F(0), *(F(int(x), 3) for x in rng.integers(0, 4, size=3))]
        seen = [x + w * F(int(rng.integers(-2, 3)), 2) for x, w in zip(leads, widths, strict=True)]
        low = max(x - w for x, w in zip(seen, widths, strict=True))
        high = max(x + w for x, w in zip(seen, widths, strict=True))
        assert 0 <= low <= max(leads) <= high


@pytest.mark.backs("payments/new-payment-biased-up")
def test_the_mean_payment_over_all_draws_of_a_small_law():
    laws = [[F(1, 2), F(1, 2)], [F(1, 3), F(2, 3)], [F(3, 4), F(1, 4)]]
    worlds = [(F(a, 2), F(b, 2)) for a, b in product(range(-2, 3), repeat=2)]
    strict = 0
    for law, first, second in product(laws, worlds, worlds):
        # Two models besides the chosen one; one coin decides both estimated leads.
        mean = law[0] * max(0, *first) + law[1] * max(0, *second)
        true = max(0, *(law[0] * a + law[1] * b for a, b in zip(first, second, strict=True)))
        assert mean >= true
        strict += mean > true
    assert strict > 100


@pytest.mark.backs("payments/new-two-tables")
def test_two_tables():
    rng = np.random.default_rng(2)
    gained, attained = 0, 0
    for _ in range(500):
        (a, da), (b, db) = random_table(rng), random_table(rng)
        first = [x[0] + y for x, y in zip(a, others(a, da, [1, 1], 0), strict=True)]
        second = [x[0] + y for x, y in zip(b, others(b, db, [1, 1], 0), strict=True)]
        change = [y - x for x, y in zip(first, second, strict=True)]
        for honest in chosen(first, [0] * 4):
            gain = max(second) - second[honest]
            assert gain <= max(change) - min(change)
            gained += gain > 0
            attained += gain > 0 and gain == max(change) - min(change)
    assert gained > 100
    assert attained > 0
    # Own values 1/2 and 0; the others do not care in the first table, and like model 0 in the second.
    price = max([F(0), F(0)]) - [F(1, 4), F(0)][0]
    assert price < 0

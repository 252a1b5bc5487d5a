"""Hybrid models: ends, exact mixtures, and tables that a mechanism can trust."""

from fractions import Fraction

import numpy as np
import pytest
import torch

from incentives.charging.fine_tuning import stacked
from incentives.charging.small_transformer import (
    Shape,
    initial_weights,
    language_model,
    sentence_log_probabilities,
)
from incentives.charging.soups import (
    FAMILIES,
    Hybrid,
    hybrid_models,
    hybrids,
    mixture,
    next_word,
    soup,
    soups,
)
from incentives.learning.chance import generator
from incentives.payments.policies import best_policy

SHAPE = Shape(words=2, longest=3, width=8, heads=2, layers=1)
MODEL = language_model(SHAPE)
MODELS = [initial_weights(SHAPE, generator=generator(seed, "weights")) for seed in (0, 1, 2)]
SHARES = [0.0, 0.25, 1.0]
HYBRIDS = hybrid_models(MODELS[0], stacked(MODELS[1:]), SHAPE, shares=SHARES)


def law(weights):
    return sentence_log_probabilities(MODEL(weights), words=SHAPE.words)


def row(name):
    return HYBRIDS.log_policies[HYBRIDS.names.index(name)]


def test_every_model_is_named_and_is_a_distribution():
    assert len(HYBRIDS) == 1 + 4 * 3
    assert HYBRIDS.names[:3] == ("initial", "soups: 0", "soups: 0.25")
    torch.testing.assert_close(HYBRIDS.log_policies.exp().sum(1), torch.ones(13, dtype=torch.float64))


@pytest.mark.parametrize("family", ["soups", "decoding", "sentences"])
def test_the_ends_are_the_tuned_models(family):
    torch.testing.assert_close(row(f"{family}: 1"), law(MODELS[1]), rtol=0, atol=1e-12)
    torch.testing.assert_close(row(f"{family}: 0"), law(MODELS[2]), rtol=0, atol=1e-12)


def test_soups_average_the_weights_one_by_one():
    by_hand = {n: 0.25 * MODELS[1][n] + 0.75 * MODELS[2][n] for n in MODELS[0]}
    torch.testing.assert_close(row("soups: 0.25"), law(by_hand), rtol=0, atol=1e-12)
    halfway = {n: 0.5 * MODELS[0][n] + 0.5 * by_hand[n] for n in by_hand}
    torch.testing.assert_close(row("soups halfway: 0.25"), law(halfway), rtol=0, atol=1e-12)
    pair = soup(torch.tensor([[0.25, 0.75], [1.0, 0.0]], dtype=torch.float64), stacked(MODELS[1:]))
    assert torch.equal(pair["embedding"][1], MODELS[1]["embedding"])


def test_decoding_and_sentences_by_hand():
    first, second = MODEL(MODELS[1]).exp(), MODEL(MODELS[2]).exp()
    words = first**0.25 * second**0.75
    words = words / words.sum(1, keepdim=True)
    torch.testing.assert_close(row("decoding: 0.25"), sentence_log_probabilities(words.log(), words=2))
    whole = law(MODELS[1]).exp() ** 0.25 * law(MODELS[2]).exp() ** 0.75
    torch.testing.assert_close(row("sentences: 0.25").exp(), whole / whole.sum())
    assert not torch.allclose(row("decoding: 0.25"), row("sentences: 0.25"), atol=1e-3)


@pytest.mark.backs("payments/new-sentence-mixture")
@pytest.mark.parametrize("sizes", [(3, 7), (5, 5), (1, 2, 3)])
def test_a_sentence_mixture_of_exact_tilts_is_the_exact_optimum(sizes):
    rng = np.random.default_rng(5)
    q, r = rng.dirichlet(np.ones(15)), rng.uniform(size=(len(sizes), 15))
    penalty, total = 0.8, sum(sizes)
    tilts = np.stack([best_policy(total * row, q, penalty=penalty) for row in r])
    shares = torch.tensor(sizes, dtype=torch.float64) / total
    mixed = mixture(shares, torch.as_tensor(tilts).log()).exp().numpy()
    assert mixed == pytest.approx(best_policy(np.array(sizes) @ r, q, penalty=penalty), abs=1e-14)
    # trained with another total weight the mixture is the optimum for that weight instead
    half = np.stack([best_policy(total / 2 * row, q, penalty=penalty) for row in r])
    other = mixture(shares, torch.as_tensor(half).log()).exp().numpy()
    assert other == pytest.approx(best_policy(np.array(sizes) @ r / 2, q, penalty=penalty), abs=1e-14)
    assert abs(other - mixed).max() > 1e-3


def test_tables_and_their_exact_form():
    r = np.random.default_rng(1).uniform(size=(2, 15))
    values, divergences = HYBRIDS.table(r)
    for k in range(len(HYBRIDS)):
        p, q = HYBRIDS.log_policies[k].exp().numpy(), HYBRIDS.reference.exp().numpy()
        assert values[k] == pytest.approx([p @ r[0], p @ r[1]], abs=1e-14)
        assert divergences[k] == pytest.approx(sum(p * np.log(p / q)), abs=1e-13)
    assert divergences[0] == 0
    models = HYBRIDS.finite_models(r)
    assert models.exact
    assert models.policies[3, 1] == Fraction(values[3, 1])
    assert models.divergences[5] == Fraction(divergences[5])


def test_families_can_be_picked():
    assert HYBRIDS.only().names == ("initial",)
    assert set(HYBRIDS.only(*FAMILIES).names) == set(HYBRIDS.names)
    some = HYBRIDS.only("soups", "decoding")
    assert [n.split(":")[0] for n in some.names] == ["initial"] + ["soups"] * 3 + ["decoding"] * 3
    assert torch.equal(some.log_policies[1], row("soups: 0"))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: hybrid_models(MODELS[0], stacked(MODELS), SHAPE, shares=[0.5]), "two models"),
        (lambda: hybrid_models(MODELS[0], stacked(MODELS[1:]), SHAPE, shares=[]), "shares must be different"),
        (lambda: hybrid_models(MODELS[0], stacked(MODELS[1:]), SHAPE, shares=[1.5]), "from 0 to 1"),
        (lambda: hybrid_models(MODELS[0], stacked(MODELS[1:]), SHAPE, shares=[0.5, 0.5]), "different"),
        (lambda: hybrids("a", "b", shares=[0.5], families=["stews"]), "families must be among"),
        (lambda: next_word(Hybrid("x", {"a": 1.0}, "sentences"), None), "has no next word; got 'x'"),
        (lambda: HYBRIDS.only("stews"), "families must be among"),
        (lambda: mixture(torch.ones(3), MODEL(stacked(MODELS[1:]))), "one column per model, 2"),
    ],
)
def test_bad_input_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()


@pytest.mark.parametrize("how", ["weights", "words", "sentences"])
@pytest.mark.parametrize(
    "shares",
    [{"a": float("nan")}, {"a": 0.5, "b": float("nan")}, {"a": -0.1}, {"a": 0.7, "b": 0.6}, {"a": float("inf")}],
)
def test_shares_that_are_no_parts_of_one_model_are_refused(how, shares):
    with pytest.raises(ValueError, match="shares must be numbers from 0 that sum to at most 1; got ") as refused:
        Hybrid("x", shares, how)
    assert str(shares) in str(refused.value)


def test_shares_of_a_grid_may_be_rounded_and_need_not_use_up_the_whole():
    tenths = {name: 0.1 for name in "abcdefghij"}
    tenths["a"] += 1e-15
    assert sum(tenths.values()) > 1  # also where `sum` keeps the digits that it rounds off, from Python 3.12 on
    assert Hybrid("x", tenths).shares == tenths
    assert sum(Hybrid("x", {"a": 0.3, "b": 0.5}).shares.values()) == 0.8


def test_soups_of_three_names_cover_the_simplex():
    made = soups(["a", "b", "c"], steps=4)
    assert len(made) == 15
    assert all(sum(one.shares.values()) == pytest.approx(1) for one in made)
    assert len({tuple(sorted(one.shares.items())) for one in made}) == 15
    with pytest.raises(ValueError, match="steps"):
        soups(["a"], steps=0)

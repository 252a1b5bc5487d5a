"""Serving below a cap: the closest law word by word, the ratio of whole replies, and drawing as it is scored."""

import math

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("peft")

from incentives.charging.caps import Capped, along, cap_of, capped, closest_below
from incentives.charging.replies import Replies
from incentives.charging.soups import Hybrid
from incentives.learning.chance import generator
from incentives_book.guide.your_own_model_and_rewards import all_replies

from .tiny_models import ASKED, INITIAL

pytestmark = [
    pytest.mark.usefixtures("offline"),
    pytest.mark.filterwarnings("ignore:.*is_gradient_checkpointing.*:FutureWarning"),
]
MODELS = [
    Hybrid("first", {"first": 1.0}),
    Hybrid("soup", {"first": 0.5, "second": 0.3}),
    Hybrid("words", {"first": 0.5, "second": 0.5}, "words"),
]


def laws(seed, words=5):
    rng = np.random.default_rng(seed)
    return [torch.tensor(rng.dirichlet(np.full(words, 0.5))).log() for _ in range(2)]


def divergence(p, q):
    return (p * (p / q).log()).sum(-1)


def filled(p, q, cap):
    """p times the factor that makes it a law where it is cut at cap q, by bisection."""
    low, high = 1.0, float((cap * q / p).max())
    for _ in range(200):
        factor = (low + high) / 2
        low, high = (low, factor) if torch.minimum(cap * q, factor * p).sum() >= 1 else (factor, high)
    return torch.minimum(cap * q, high * p)


@pytest.mark.parametrize("cap", [1.0, 1.0001, 1.3, 2.0, 50.0])
@pytest.mark.parametrize("seed", range(6))
def test_the_law_below_the_cap_is_a_law_and_the_closest_one(seed, cap):
    """No law below the cap that a random direction leads to from the initial one has a smaller divergence."""
    law, initial = laws(seed)
    found = closest_below(law, initial, torch.tensor(cap, dtype=torch.float64).log()).exp()
    p, q = law.exp(), initial.exp()
    assert found.sum().item() == pytest.approx(1, abs=1e-9)
    assert (found <= cap * q * (1 + 1e-9)).all()
    assert torch.allclose(found, filled(p, q, cap), rtol=0, atol=1e-9)
    if (p <= cap * q).all():
        assert torch.allclose(found, p)
    towards = torch.tensor(np.random.default_rng(seed).dirichlet(np.ones(5), size=300)) - q
    # The longest step below the cap, so that also next to a cap of 1 every direction is one to compare with.
    longest = torch.where(towards > 0, (cap - 1) * q / towards, math.inf).min(-1, keepdim=True).values.clamp(max=1)
    others = q + longest * towards
    assert (others <= cap * q * (1 + 1e-12)).all()
    assert (divergence(found, p) <= divergence(others, p) + 1e-12).all()
    between = 0.999 * found + 0.001 * q
    assert divergence(found, p) <= divergence(between, p) + 1e-12


def test_laws_side_by_side_are_each_alone():
    pairs = [laws(seed) for seed in range(4)]
    rooms = torch.tensor([0.0, 0.1, 0.7, 3.0], dtype=torch.float64)
    together = closest_below(*(torch.stack(each) for each in zip(*pairs, strict=True)), rooms)
    alone = torch.stack([closest_below(law, start, room) for (law, start), room in zip(pairs, rooms, strict=True)])
    assert torch.allclose(together, alone)


def test_a_word_below_the_initial_law_makes_room():
    """Two words of two, cap 3/2: after the first word, 1/2 as likely, the second may be three times as likely."""
    law = torch.tensor([[[0.25, 0.75], [0.999, 0.001]]], dtype=torch.float64).log()
    start = torch.tensor([[[0.5, 0.5], [0.3, 0.7]]], dtype=torch.float64).log()
    said, counts = torch.tensor([[0, 0]]), torch.tensor([[True, True]])
    assert along(law, start, said, counts, 1.5).exp()[0].tolist() == pytest.approx([0.25, 0.9])
    prompt = torch.tensor([[False, True]])
    assert along(law, start, said, prompt, 1.5).exp()[0].tolist() == pytest.approx(
        [1, 0.45]
    )  # nothing said before: log 1


@pytest.mark.parametrize("model", MODELS, ids=lambda m: m.name)
def test_no_reply_passes_the_cap_and_all_of_them_make_a_law(two_adapters, model):
    cap = 1.5
    below = capped([model], cap)[0]
    for prompt in ASKED:
        replies = all_replies(two_adapters, prompt, longest=3)
        q, p, free = (two_adapters.log_probabilities(m, replies, batch=4000) for m in (INITIAL, below, model))
        assert p.exp().sum().item() == pytest.approx(1, abs=1e-5)
        assert (p - q).max().item() == pytest.approx(math.log(cap), abs=1e-6)  # kept, and used up by some reply
        assert (free - q).max().item() > math.log(cap) + 0.1


def test_a_cap_that_never_bites_changes_nothing(two_adapters):
    replies = all_replies(two_adapters, ASKED[0], longest=2)
    for model in MODELS:
        free, wide = (two_adapters.log_probabilities(m, replies, batch=400) for m in (model, *capped([model], 1e9)))
        assert torch.allclose(free, wide, atol=1e-5)


def test_drawn_replies_follow_the_capped_law(two_adapters):
    """Counts of all replies of at most two words are within six standard deviations of what the law says."""
    prompt, many = "eat the", 6000
    replies = all_replies(two_adapters, prompt, longest=2)
    names = {tuple(row[start:stop]): k for k, (row, start, stop) in enumerate(_rows(replies))}
    for model in capped(MODELS, 1.3):
        law = two_adapters.log_probabilities(model, replies, batch=400).exp()
        drawn = two_adapters.sample(model, [prompt] * many, longest=2, generator=generator(5, "capped"))
        counts = torch.zeros(len(names))
        for row, start, stop in _rows(drawn):
            counts[names[tuple(row[start:stop])]] += 1
        assert ((counts / many - law).abs() <= 6 * (law * (1 - law) / many).sqrt() + 1e-9).all(), model.name


def _rows(replies):
    return zip(replies.tokens.tolist(), replies.start.tolist(), replies.stop.tolist(), strict=True)


def test_drawing_with_a_cache_is_drawing_without(two_adapters):
    """The same uniform numbers turned into words by full passes over each prompt alone."""
    below = capped([MODELS[2]], 1.4)[0]
    drawn = two_adapters.sample(below, ASKED, longest=5, generator=generator(3, "c"))
    chance = generator(3, "c")
    uniform = torch.stack([torch.rand(len(ASKED), 1, generator=chance) for _ in range(5)])
    for row, prompt in enumerate(two_adapters.encode(ASKED)):
        said, reached_before = list(prompt), 0.0
        for step in range(5):
            every = torch.tensor([[*said, word] for word in range(10)])
            one = Replies(every, torch.full((10,), len(prompt)), torch.full((10,), len(said) + 1))
            logs = two_adapters.log_probabilities(below, one)
            reached = (logs - reached_before).exp().cumsum(0)
            said.append(int((reached <= uniform[step, row] * reached[-1]).sum()))
            reached_before = float(logs[said[-1]])
            if said[-1] == two_adapters.end:
                break
        assert drawn.tokens[row, : drawn.stop[row]].tolist() == said


def test_bad_caps_are_refused():
    for cap in (0.5, 0.0, -1.0, math.inf, math.nan):
        with pytest.raises(ValueError, match=r"^cap must be a finite number of at least 1, got"):
            Capped("x", {"first": 1.0}, "words", cap)
    with pytest.raises(ValueError, match="how must be 'weights' or 'words' below a cap, got 'sentences'"):
        Capped("x", {"first": 1.0}, "sentences", 2.0)
    with pytest.raises(ValueError, match="cap must be"):
        capped(MODELS, 0.9)
    assert capped([INITIAL], 4.0) == [INITIAL]
    assert [cap_of(m) for m in (INITIAL, MODELS[0], *capped(MODELS[:1], 4.0))] == [1.0, math.inf, 4.0]

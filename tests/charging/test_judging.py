"""Rewards and one common sample, on models that the test makes and saves itself; nothing is downloaded."""

import numpy as np
import pandas as pd
import pytest
import torch

from incentives import payments as pay
from incentives.learning.chance import generator

pytest.importorskip("peft")

from incentives.charging.judging import HuggingFaceReward, checked, judge, says_nearly_the_same
from incentives.charging.soups import Hybrid, hybrids

from .tiny_models import ASKED, brief

# peft still asks transformers for an attribute by its old name.
pytestmark = [
    pytest.mark.usefixtures("offline"),
    pytest.mark.filterwarnings("ignore:.*is_gradient_checkpointing.*:FutureWarning"),
]


def test_end_to_end(two_adapters_folder, two_adapters):
    rewards = [HuggingFaceReward(str(two_adapters_folder / name), spread=0.1) for name in ("careful", "playful")]
    models = hybrids("first", "second", shares=[0, 0.5, 1])
    state = torch.random.get_rng_state()
    found, replies, asked, _ = judge(
        two_adapters,
        models,
        rewards,
        ASKED * 20,
        proposal=[0, 1, 3],
        generator=generator(0, "judge"),
        batch=16,
    )
    assert torch.equal(state, torch.random.get_rng_state())
    assert len(replies) == len(asked) == found.samples == 60
    assert sorted(asked) == sorted(ASKED * 20)
    assert len(found.log_models) == len(models) == 5
    assert ((found.rewards > 0) & (found.rewards < 1)).all()
    assert found.rewards.std() > 0
    assert (np.exp(found.log_models[[0, 1, 3]] - found.log_proposal) <= 3 + 1e-9).all()
    chosen, intervals = found.payment_intervals([3, 7])
    assert 0 <= chosen < 5
    assert all(0 <= i.low <= i.payment <= i.high for i in intervals)
    curve = pay.size_curve(found.rule(), [[1, 0], [0, 1]], [3, 7], who=0, factors=[0, 1, 2, 5])
    assert curve.utilities.max() == curve.utilities[1]


def test_judging_scores_every_candidate_by_its_own_law(two_adapters):
    """Against one plain pass over each reply, prompt and reply in front of the model, for every candidate."""
    models = hybrids("first", "second", shares=[0, 0.5, 1])
    found, replies, asked, _ = judge(
        two_adapters, models, [brief], ASKED * 5, proposal=[0, 1], generator=generator(2, "laws"), batch=4
    )

    def plain(shares, row):
        with two_adapters._with(shares) as run, torch.no_grad():
            return run(input_ids=row[None]).logits[0].double().log_softmax(-1)

    rows = zip(two_adapters.base.encode(asked), replies.tokens.tolist(), replies.start.tolist(), strict=True)
    assert all(row[:start] == list(prompt) for prompt, row, start in rows)
    assert {hybrid.how for hybrid in models} == {"weights", "words"}
    for k, hybrid in enumerate(models):
        for j in range(0, len(replies), 4):
            start, stop = int(replies.start[j]), int(replies.stop[j])
            row = replies.tokens[j, :stop]
            if hybrid.how == "weights":
                logs = plain(hybrid.shares, row)
            else:
                logs = sum(share * plain({name: 1.0}, row) for name, share in hybrid.shares.items()).log_softmax(-1)
            said = sum(float(logs[place - 1, row[place]]) for place in range(start, stop))
            assert found.log_models[k, j] == pytest.approx(said, abs=1e-4), hybrid.name


def test_a_reward_model_reads_its_own_template(two_adapters_folder):
    """The tokens that the classifier gets are those of its template, and batches change nothing that counts."""
    import transformers

    tokenizer = transformers.AutoTokenizer.from_pretrained(two_adapters_folder / "careful")
    plain = HuggingFaceReward(str(two_adapters_folder / "careful"), tokenizer)
    assert plain.encode("dance", "haha") == [8, 7]
    tokenizer.chat_template = "{% for m in messages %}please {{ m['content'] }} {% endfor %}"
    templated = HuggingFaceReward(str(two_adapters_folder / "careful"), tokenizer)
    assert templated.encode("dance", "haha") == [9, 8, 9, 7]
    texts = (["dance"] * 3, ["haha", "eat the roof", "never haha"])
    assert abs(templated(*texts) - plain(*texts)).max() > 1e-3
    batched = HuggingFaceReward(str(two_adapters_folder / "careful"), tokenizer, batch=3)
    assert batched(*texts) == pytest.approx(templated(*texts), abs=1e-5)
    assert HuggingFaceReward(str(two_adapters_folder / "careful"), tokenizer, chat=False)(*texts) == pytest.approx(
        plain(*texts)
    )
    with pytest.raises(ValueError, match="batch"):
        HuggingFaceReward(str(two_adapters_folder / "careful"), tokenizer, batch=0)


@pytest.mark.parametrize(
    ("asked", "configured"), [(None, None), (None, 0), ("[PAD]", None), ("[PAD]", 0), ("[END]", None), (None, -1)]
)
def test_the_logit_is_that_of_the_last_word_whatever_is_called_padding(two_adapters_folder, asked, configured):
    """As GPT-2's, without a padding token in the tokenizer, in the configuration or in both; every text ends in the end
    token.
    """
    import transformers

    place = two_adapters_folder / "careful"
    model = transformers.AutoModelForSequenceClassification.from_pretrained(place).eval()
    tokenizer = transformers.AutoTokenizer.from_pretrained(place)
    tokenizer.chat_template = "{% for m in messages %}{{ m['content'] }} {% endfor %}[END]"
    tokenizer.pad_token, model.config.pad_token_id = asked, configured
    rewards = [HuggingFaceReward(model, tokenizer, batch=batch) for batch in (1, 3)]
    texts = (["dance"] * 3, ["haha", "eat the roof", "never haha"])
    rows = [rewards[0].encode(*text) for text in zip(*texts, strict=True)]
    assert all(row[-1] == tokenizer.eos_token_id for row in rows)
    with torch.no_grad():
        states = [model.transformer(input_ids=torch.tensor([row])).last_hidden_state[0, -1] for row in rows]
        expected = [float(torch.sigmoid(model.score(state))[0]) for state in states]
    assert [reward(*texts) for reward in rewards] == [pytest.approx(expected, abs=1e-5)] * 2
    assert model.config.pad_token_id == configured


def test_the_padding_token_of_a_classifier_is_skipped_as_it_was_in_its_training(two_adapters_folder):
    """Where the configuration calls the end token padding, as transformers reads a text alone."""
    import transformers

    place = two_adapters_folder / "careful"
    model = transformers.AutoModelForSequenceClassification.from_pretrained(place).eval()
    tokenizer = transformers.AutoTokenizer.from_pretrained(place)
    model.config.pad_token_id = tokenizer.eos_token_id
    texts = (["dance"] * 3, ["haha [END]", "eat the roof [END]", "never haha"])
    found = [HuggingFaceReward(model, tokenizer, batch=batch)(*texts) for batch in (1, 3)]
    rows = [tokenizer(f"{prompt} {reply}")["input_ids"] for prompt, reply in zip(*texts, strict=True)]
    with torch.no_grad():
        alone = [float(torch.sigmoid(model(input_ids=torch.tensor([row])).logits)[0, 0]) for row in rows]
    assert found == [pytest.approx(alone, abs=1e-5)] * 2


def test_texts_with_every_token_are_judged_alone(two_adapters_folder):
    import transformers

    place = two_adapters_folder / "careful"
    model = transformers.AutoModelForSequenceClassification.from_pretrained(place)
    tokenizer = transformers.AutoTokenizer.from_pretrained(place)
    tokenizer.pad_token = model.config.pad_token_id = None
    texts = (["please dance"] * 2, ["never eat the roof haha [PAD] [END] [UNK]", "haha"])
    one, two = (HuggingFaceReward(model, tokenizer, batch=batch)(*texts) for batch in (1, 2))
    assert two == pytest.approx(one, abs=1e-5)


def test_bad_input(two_adapters):
    with pytest.raises(ValueError, match="spread"):
        HuggingFaceReward(two_adapters.model, two_adapters.tokenizer, spread=0)
    with pytest.raises(ValueError, match="initial"):
        judge(two_adapters, [Hybrid("x", {"first": 1.0})], [], ASKED, proposal=[0], generator=None)


@pytest.mark.parametrize(
    "kind", [list, tuple, np.array, torch.tensor, pd.Series, lambda said: [np.bool_(s) for s in said]]
)
def test_a_reward_may_say_whether_a_group_likes_a_reply(kind):
    said = checked(lambda prompts, replies: kind([reply == "yes" for reply in replies]), ["?"] * 2, ["yes", "no"], 0)
    assert said.tolist() == [1.0, 0.0]


def test_a_reward_of_something_else_than_numbers_is_refused():
    for said in (["yes", "no"], [None, True], [1j, 1]):
        with pytest.raises(ValueError, match=r"rewards\[0\]"):
            checked(lambda prompts, replies, said=said: said, ["?"] * 2, ["yes", "no"], 0)


@pytest.mark.parametrize("scale", [1e-300, 1e-12, 1.0, 1e12, 1e300])
def test_nearly_the_same_does_not_depend_on_the_unit(scale):
    noted = [("dance", reply, float(len(reply))) for reply in ("", "a", "aa", "aaa")]
    for reward, alike in (
        (lambda p, r: [scale * len(reply) for reply in r], True),
        (lambda p, r: [scale * (1 + 1e-13 * len(reply)) for reply in r], False),  # one number, but for rounding
        (lambda p, r: [scale * (len(reply) == 1) for reply in r], False),
    ):
        assert says_nearly_the_same(reward, noted, 0) == alike
    flat = [("dance", reply, scale) for reply in ("", "a", "aa")]
    assert says_nearly_the_same(lambda p, r: [7.0] * len(r), flat, 0)
    assert not says_nearly_the_same(lambda p, r: [float(len(reply)) for reply in r], flat, 0)

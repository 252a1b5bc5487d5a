"""Models so small that everything about them can be listed."""

import math

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import pytest
import torch

transformers = pytest.importorskip("transformers")
pytest.importorskip("peft")

from incentives.payments.hugging_face import LanguageModel
from incentives.payments.sampled_mechanism import PaymentInterval
from incentives.payments.soups import Hybrid
from incentives_book.guide import your_own_model_and_rewards as page

INITIAL = Hybrid("initial", {})


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    return LanguageModel(page.tiny_model(tmp_path_factory.mktemp("tiny")))


def test_the_same_seed_writes_the_same_weights_and_leaves_the_global_state(tmp_path):
    state = torch.random.get_rng_state()
    first, second, other = (page.tiny_model(tmp_path / str(k), seed=s) for k, s in enumerate((3, 3, 4)))
    weights = [(folder / "model.safetensors").read_bytes() for folder in (first, second, other)]
    assert weights[0] == weights[1] != weights[2]
    assert torch.equal(state, torch.random.get_rng_state())


def test_all_replies_are_listed_once_and_have_probability_one(model):
    replies = page.all_replies(model, "dance", longest=2)
    said = [
        tuple(row[a:b].tolist())
        for row, a, b in zip(replies.tokens, replies.start, replies.stop, strict=True)
    ]
    assert len(set(said)) == len(said) == 1 + 9 + 9 * 9
    assert model.log_probabilities(INITIAL, replies, batch=200).exp().sum().item() == pytest.approx(
        1, abs=1e-5
    )


def test_the_shortfall_by_hand(model):
    """One group that wants the empty reply: the best objective is log E_q[exp(w r)], by a plain sum of two terms."""

    def silent(prompts, replies):
        return [float(reply == "") for reply in replies]

    replies = page.all_replies(model, "dance", longest=1)
    texts = replies.texts(model.tokenizer)
    q = model.log_probabilities(INITIAL, replies, batch=200).exp()
    empty = sum(p for p, text in zip(q.tolist(), texts, strict=True) if text == "")
    start, reached, best = page.shortfall(model, INITIAL, [silent], [2], ["dance"], longest=1)
    assert start == pytest.approx(2 * empty)
    assert reached == pytest.approx(start)
    assert best == pytest.approx(math.log(empty * math.exp(2) + 1 - empty))


def test_the_way_has_a_run_without_each_group_and_a_bill_for_each():
    figure, ax = plt.subplots()
    page.draw_way(["a", "b"], ax=ax)
    said = [text.get_text() for text in ax.texts]
    assert {"all", "without a", "without b", "bill of a", "bill of b", "the best model"} <= set(said)
    assert sum(text.startswith("without") for text in said) == 2
    plt.close(figure)


def test_hours_by_hand():
    """One step of one reply of one token: ten operations per parameter, and one reading of the weights."""
    training, judging, memory = page.hours(
        10, runs=1, steps=1, replies=1, tokens=1, judged=2, models=3, rate=100, memory_rate=5
    )
    assert training == pytest.approx((1 + 4) / 3600)
    assert judging == pytest.approx(2 * 3 * 20 / 100 / 3600)
    assert memory == pytest.approx(30e-9)


def test_the_bill_s_bars_end_at_the_value_and_at_what_is_kept():
    import matplotlib.pyplot as plt

    from incentives.payments.bill import Bill

    bill = Bill(("a", "b"), (2.0, 1.0), ("initial", "all"), 1, (PaymentInterval(0.5, 0.4, 0.6), PaymentInterval(0.0, 0.0, 0.1)),
                ((0.75, 0.0), (0.25, 0.0)), (0.0, 0.1), (9.0, 9.0), 1.0, 0.05, (0.0, 0.0))  # fmt: skip
    _, ax = plt.subplots()
    page.draw_bill(bill, [0.5, 0.5], ax=ax)
    assert [bar.get_width() for bar in ax.patches] == [1.5, 1.0, 0.25, 0.25]
    assert [text.get_text() for text in ax.texts] == ["a pays 0.50", "b pays 0.00"]
    plt.close()

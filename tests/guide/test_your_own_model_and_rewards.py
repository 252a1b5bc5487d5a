"""Models so small that everything about them can be listed."""

import ast
import builtins
import math
import re
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import pytest
import torch

transformers = pytest.importorskip("transformers")
pytest.importorskip("peft")

from incentives.charging.base_model import BaseModel
from incentives.charging.hugging_face import LanguageModel
from incentives.charging.soups import Hybrid
from incentives.payments.sampled_mechanism import PaymentInterval
from incentives_book.guide import your_own_model_and_rewards as page
from incentives_book.study.kept_bytes import kept_bytes

INITIAL = Hybrid("initial", {})


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    return LanguageModel(BaseModel(page.tiny_model(tmp_path_factory.mktemp("tiny")), longest=2))


def test_the_same_seed_writes_the_same_weights_and_leaves_the_global_state(tmp_path):
    state = torch.random.get_rng_state()
    first, second, other = (page.tiny_model(tmp_path / str(k), seed=s) for k, s in enumerate((3, 3, 4)))
    weights = [(folder / "model.safetensors").read_bytes() for folder in (first, second, other)]
    assert weights[0] == weights[1] != weights[2]
    assert torch.equal(state, torch.random.get_rng_state())


def test_all_replies_are_listed_once_and_have_probability_one(model):
    replies = page.all_replies(model, "dance", longest=2)
    said = [tuple(row[a:b].tolist()) for row, a, b in zip(replies.tokens, replies.start, replies.stop, strict=True)]
    assert len(set(said)) == len(said) == 1 + 9 + 9 * 9
    assert model.log_probabilities(INITIAL, replies, batch=200).exp().sum().item() == pytest.approx(1, abs=1e-5)


def test_replies_that_are_too_many_to_list_are_refused_before_they_are_listed(model):
    with pytest.raises(ValueError, match="at most 100,000 replies to list; got 435,848,050, of up to 9 tokens from 10"):
        page.shortfall(model, INITIAL, [], [], ["dance"], longest=9)


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
    _, ax = plt.subplots()
    page.draw_way(["a", "b"], ax=ax)
    said = [text.get_text() for text in ax.texts]
    assert {"all", "without a", "without b", "bill of a", "bill of b", "the best model"} <= set(said)
    assert sum(text.startswith("without") for text in said) == 2


def test_needs_by_hand():
    """One step of two replies of three tokens: operations, bytes read while drawing, rewards, and what is kept."""
    shape = page.Shape(10, layers=2, width=5, words=7)
    given = {"runs": 1, "steps": 1, "replies": 2, "tokens": 3, "judged": 2, "models": 3, "classifiers": 4}
    given |= {"rate": 100, "memory_rate": 5}
    found = page.needs(shape, micro=2, checkpointing=False, **given)
    cache = 2 * 2 * 2 * 5 * 6  # keys and values, two bytes, layers, width, tokens
    assert found.training == pytest.approx((6 * 10 * 10 / 100 + 3 * (20 + cache / 2) / 5) / 3600)
    assert found.rewards == pytest.approx(6 * 2 * 4 / 100 / 3600)
    assert found.judging == pytest.approx(2 * 3 * 2 * (3 * 10 + 4) / 100 / 3600)
    assert found.drawing_memory == pytest.approx((20 + 8 + cache) / 1e9)
    assert found.training_memory == pytest.approx((20 + 8 + 6 * (68 * 2 * 5 + 6 * 7)) / 1e9)
    less = page.needs(shape, micro=1, checkpointing=True, **given)
    assert less.training_memory == pytest.approx((20 + 8 + 3 * ((2 * 2 + 68) * 5 + 6 * 7)) / 1e9)
    assert less.training > found.training


def test_memory_of_seven_billion_parameters_is_twelve_times_the_weights():
    text = PAGE.read_text(encoding="utf-8")
    assert "the whole memory is twelve times that of the weights" in text
    assert "page.Shape(parameters=7e9, layers=32, width=4096, words=32_000)" in text
    work = {"runs": 4, "steps": 1000, "replies": 64, "tokens": 256, "judged": 3000, "models": 5, "classifiers": 1e9}
    shape = page.Shape(parameters=7e9, layers=32, width=4096, words=32_000)
    found = page.needs(shape, **work, micro=64, checkpointing=False, rate=1, memory_rate=1)
    assert 11.5 < found.training_memory / 14 < 12.5


def saved_bytes(layers, tokens, *, width, words=64, checkpointing=False):
    """Bytes that autograd keeps in a small Llama with adapters, besides its weights."""
    import peft

    config = transformers.LlamaConfig(
        hidden_size=width, intermediate_size=int(2.7 * width), num_hidden_layers=layers, num_attention_heads=4,
        num_key_value_heads=4, vocab_size=words, max_position_embeddings=512,
    )  # fmt: skip
    adapted = peft.LoraConfig(task_type="CAUSAL_LM", r=8, lora_alpha=8, target_modules="all-linear")
    with torch.random.fork_rng():
        model = peft.get_peft_model(transformers.LlamaForCausalLM(config).to(torch.bfloat16), adapted).train()
    if checkpointing:
        model.enable_input_require_grads()
        model.gradient_checkpointing_enable()
    with kept_bytes() as kept:
        logits = model(input_ids=torch.zeros((2, tokens // 2), dtype=torch.long)).logits
        logits.float().log_softmax(-1).sum()
    return kept.most


@pytest.mark.filterwarnings("ignore:.*gradient_checkpointing.*:FutureWarning")
@pytest.mark.parametrize(("width", "tokens"), [(128, 64), (256, 64), (256, 128)])
def test_what_is_kept_is_calibrated_by_counting(width, tokens):
    """Two more layers keep what the estimate says of two layers, within five percent."""
    for checkpointing in (False, True):
        counted = [saved_bytes(k, tokens, width=width, checkpointing=checkpointing) for k in (2, 4)]
        told = [
            page.activations(page.Shape(0, layers=k, width=width, words=64), tokens, checkpointing=checkpointing)
            for k in (2, 4)
        ]
        assert counted[1] - counted[0] == pytest.approx(told[1] - told[0], rel=0.05)


def test_the_bill_s_bars_end_at_the_value_and_at_what_is_kept():
    import matplotlib.pyplot as plt

    from incentives.charging.bill import Bill

    bill = Bill(("a", "b"), (2.0, 1.0), ("initial", "all"), 1, (PaymentInterval(0.5, 0.4, 0.6), PaymentInterval(0.0, 0.0, 0.1)),  # noqa: E501
                ((0.75, 0.0), (0.25, 0.0)), (0.0, 0.1), (9.0, 9.0), 1.0, 0.05, (0.0, 0.0))  # fmt: skip
    _, ax = plt.subplots()
    page.draw_bill(bill, [0.5, 0.5], ax=ax)
    assert [bar.get_width() for bar in ax.patches] == [1.5, 1.0, 0.25, 0.25]
    assert [text.get_text() for text in ax.texts] == ["a pays 0.50", "b pays 0.00"]


PAGE = Path(__file__).parents[2] / "notebooks" / "guide" / "your-own-model-and-rewards.md"


def test_the_open_cells_can_be_copied_into_an_empty_folder():
    """Every name that they use is made or imported by an open cell before, but for the number of steps, in the text."""
    cells = re.findall(r"```\{code-cell\} ipython3\n:tags: \[read\]\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    assert len(cells) == 8
    lines = [sum(bool(line.strip()) for line in cell.splitlines()) for cell in cells]
    saved = next(number for number, cell in enumerate(cells, start=1) if "bill.save" in cell)
    assert (sum(lines[:saved]), sum(lines)) == page.OPEN_LINES
    known, missing = set(dir(builtins)), set()
    for cell in cells:
        nodes = list(ast.walk(ast.parse(cell)))
        known |= {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        known |= {n.name for n in nodes if isinstance(n, ast.FunctionDef)}
        known |= {n.arg for n in nodes if isinstance(n, ast.arg)}
        known |= {(n.asname or n.name).split(".")[0] for n in nodes if isinstance(n, ast.alias)}
        missing |= {n.id for n in nodes if isinstance(n, ast.Name)} - known
    assert missing == {"steps"}
    assert "Here `steps` is 60" in PAGE.read_text(encoding="utf-8")


def test_the_page_draws_its_prompts_as_a_certificate_asks():
    """Each prompt equally often is no independent draw, and the certificate is proved for these."""
    certified = PAGE.read_text(encoding="utf-8").split("highest=1.0, cap=16.0")[0]
    assert "asked = random.Random(0).choices(prompts" in certified.rsplit("```{code-cell}", 1)[1]

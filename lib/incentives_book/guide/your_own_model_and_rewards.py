"""Code of the page your-own-model-and-rewards beside the library: models so small that nothing is downloaded."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import torch

from incentives.charging.bill import Bill
from incentives.charging.hugging_face import LanguageModel
from incentives.charging.judging import Reward
from incentives.charging.replies import Replies
from incentives.charging.soups import Hybrid

# Padding, the end of a reply, an unknown word, and what can be said.
WORDS = ("[PAD]", "[END]", "[UNK]", "never", "eat", "the", "roof", "haha", "dance", "please")

# Lines of code in the open cells: up to the saved bill, and on the whole page.
OPEN_LINES = (53, 73)


def tiny_model(folder: str | Path, *, seed: int = 0, classes: int | None = None) -> Path:
    """Write a language model of two layers and ten words with its tokenizer, as `save_pretrained` does.

    Args:
        folder: where it goes.
        seed: of its random weights; the global random state is left alone.
        classes: if given, a sequence classifier with so many logits instead.

    Returns:
        The folder.
    """
    import tokenizers
    import transformers

    words = tokenizers.Tokenizer(
        tokenizers.models.WordLevel({word: k for k, word in enumerate(WORDS)}, unk_token="[UNK]")
    )
    words.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=words, pad_token="[PAD]", eos_token="[END]", unk_token="[UNK]"
    )
    # Weights with a standard deviation of 0.3 make a model that prefers some words, as trained ones do.
    size: dict[str, Any] = {
        "n_positions": 32,
        "n_embd": 32,
        "n_layer": 2,
        "n_head": 2,
        "initializer_range": 0.3,
    }
    size |= {"vocab_size": len(WORDS), "pad_token_id": 0, "eos_token_id": 1, "bos_token_id": 1}
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        if classes is None:
            model = transformers.GPT2LMHeadModel(transformers.GPT2Config(**size))
        else:
            model = transformers.GPT2ForSequenceClassification(transformers.GPT2Config(**size, num_labels=classes))
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return Path(folder)


def all_replies(model: LanguageModel, prompt: str, *, longest: int) -> Replies:
    """Every reply of at most `longest` tokens to one prompt: those that end, and those that are cut."""
    words, (said,) = len(model.tokenizer), model.encode([prompt])
    going = [k for k in range(words) if k != model.end]
    replies = [(*start, model.end) for many in range(longest) for start in product(going, repeat=many)]
    replies += list(product(going, repeat=longest))
    tokens = torch.full((len(replies), len(said) + longest), model.end)
    tokens[:, : len(said)] = torch.tensor(said)
    for row, reply in zip(tokens, replies, strict=True):
        row[len(said) : len(said) + len(reply)] = torch.tensor(reply)
    stop = torch.tensor([len(said) + len(reply) for reply in replies])
    return Replies(tokens, torch.full((len(replies),), len(said)), stop)


# More replies than these take minutes and gigabytes to list.
MOST_LISTED = 100_000


def shortfall(
    model: LanguageModel,
    hybrid: Hybrid,
    rewards: Sequence[Reward],
    weights: Sequence[float],
    prompts: Sequence[str],
    *,
    longest: int,
) -> tuple[float, float, float]:
    """The distance of a model from the best one, with all replies listed: only for a vocabulary that can be.

    Args:
        model: the network.
        hybrid: the model of it that is asked about.
        rewards: one function per group.
        weights: of the rewards in the objective, the sum of weighted rewards minus the KL divergence.
        prompts: over which the objective is averaged.
        longest: most tokens of a reply.

    Returns:
        The objective of the initial model, of `hybrid`, and of the best distribution over replies.

    Raises:
        ValueError: one prompt has more than 100,000 replies.
    """
    words = len(model.tokenizer)
    many = sum((words - 1) ** length for length in range(longest + 1))
    if many > MOST_LISTED:
        raise ValueError(
            f"model and longest must leave at most {MOST_LISTED:,} replies to list; got {many:,}, of up to {longest} "
            f"tokens from {words:,} words"
        )
    found = []
    for prompt in prompts:
        replies = all_replies(model, prompt, longest=longest)
        texts = replies.texts(model.tokenizer)
        judged = [torch.as_tensor(reward([prompt] * len(texts), texts)) for reward in rewards]
        total = sum(w * r for w, r in zip(weights, judged, strict=True))
        q, p = (model.log_probabilities(m, replies, batch=4000) for m in (Hybrid("initial", {}), hybrid))
        found.append([(q.exp() * total).sum(), (p.exp() * (total - p + q)).sum(), torch.logsumexp(q + total, 0)])
    start, reached, best = torch.tensor(found).mean(0).tolist()
    return start, reached, best


# Bytes that autograd keeps for each token and layer, in units of the hidden width: counted in bfloat16 for a Llama with
# adapters of all linear layers, whose inner width is 2.7 times the hidden one.
KEPT = 68
# The same where activations are computed anew: the layer's input, in two bytes.
KEPT_INPUT = 2


class Shape(NamedTuple):
    """The sizes on which memory and operations of a model depend: parameters, layers, hidden width and words."""

    parameters: float
    layers: int
    width: int
    words: int


class Needs(NamedTuple):
    """Hours of training, of rewards within it and of judging, and gigabytes of memory for drawing and for training."""

    training: float
    rewards: float
    judging: float
    drawing_memory: float
    training_memory: float


def needs(
    shape: Shape,
    *,
    runs: int,
    steps: int,
    replies: int,
    tokens: int,
    micro: int,
    checkpointing: bool,
    judged: int,
    models: int,
    classifiers: float,
    rate: float,
    memory_rate: float,
) -> Needs:
    """Estimated hours and gigabytes of training and judging on one accelerator, in half precision.

    A token costs two operations per parameter in a forward pass. A drawn reply is scored by the trained and by the
    initial
    model, and passed forwards and backwards by the trained one (together ten per parameter and token, twelve with
    checkpointing), and while replies are drawn all weights are read once per token of a batch, and the cache of earlier
    tokens with them. Every reply of training, and of the sample, is read by every classifier.

    Args:
        shape: of the language model.
        runs, steps: how many runs of so many steps.
        replies, tokens: drawn per step, and tokens of prompt and reply.
        micro, checkpointing: as in `Training`.
        judged, models: replies in the common sample, and models that score each.
        classifiers: parameters of all reward models together.
        rate: operations per second that training and judging reach.
        memory_rate: bytes per second at which drawing reads weights and cache.
    """
    weights, drawn = 2 * shape.parameters, runs * steps * replies * tokens
    cache = 4 * shape.layers * shape.width * tokens * replies
    training = drawn * (12 if checkpointing else 10) * shape.parameters / rate
    training += drawn / replies * (weights + cache / 2) / memory_rate
    rewards = drawn * 2 * classifiers / rate
    judging = judged * tokens * 2 * (models * shape.parameters + classifiers) / rate
    kept = activations(shape, tokens * micro, checkpointing=checkpointing)
    gigabytes = [(weights + 2 * classifiers + part) / 1e9 for part in (cache, kept)]
    return Needs(training / 3600, rewards / 3600, judging / 3600, *gigabytes)


def activations(shape: Shape, tokens: float, *, checkpointing: bool) -> float:
    """Bytes that are kept for the backward pass over so many tokens, with the logits in single and in half
    precision.
    """
    layers = (KEPT_INPUT * shape.layers + KEPT) if checkpointing else KEPT * shape.layers
    return tokens * (layers * shape.width + 6 * shape.words)


def draw_way(groups: Sequence[str], *, ax: Any) -> Any:
    """The way from rewards to a charged model, and to the bill: what is made of what, from top to bottom.

    Args:
        groups: their names.
        ax: where to draw.
    """
    from incentives_book import figures

    stages = [
        ("rewards and sizes", list(groups)),
        ("runs to train", ["all", *(f"without {group}" for group in groups)]),
        ("one common sample", ["value to each group", "distance from the start"]),
        ("what you get", ["the best model", *(f"bill of {group}" for group in groups)]),
    ]
    frame = {"boxstyle": "round,pad=0.35", "facecolor": "none", "edgecolor": figures.INK}
    widest = max(len(boxes) for _, boxes in stages)
    for row, (title, boxes) in enumerate(stages):
        ax.text(0, 0.4 - row, title, ha="center", va="center", weight="bold")
        for column, text in enumerate(boxes):
            place = (column - (len(boxes) - 1) / 2) * widest / len(boxes)
            ax.text(place, -row, text, ha="center", va="center", bbox=frame)
        if row:
            ax.annotate("", (0, 0.5 - row), (0, 0.75 - row), arrowprops={"arrowstyle": "->", "color": figures.INK})
    ax.set_xlim(-widest / 2, widest / 2)
    ax.set_ylim(0.7 - len(stages), 0.5)
    ax.set_axis_off()
    return ax


def draw_bill(bill: Bill, before: Sequence[float], *, ax: Any) -> Any:
    """One row per group: what its members value the initial and the chosen model at, and what is left after paying.

    Args:
        bill: of `charge`.
        before: value of the initial model for one member of each group.
        ax: where to draw.
    """
    for row, (name, size, (value, _), start, kept) in enumerate(
        zip(bill.groups, bill.sizes, bill.values, before, bill.utilities, strict=True)
    ):
        worth = size * value
        ax.barh(row, worth, height=0.5, color="C0", alpha=0.35)
        ax.barh(row, kept, height=0.5, color="C0")
        ax.plot([size * start] * 2, [row - 0.35, row + 0.35], color="C1", linewidth=2)
        ax.annotate(
            f"{name} pays {worth - kept:.2f}",
            (worth, row),
            xytext=(6, 0),
            textcoords="offset points",
            va="center",
        )
    ax.set_yticks([])
    ax.invert_yaxis()
    ax.margins(x=0.35)
    return ax

"""What the page your-own-model-and-rewards needs beside the library: models so small that nothing is downloaded."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import torch

from incentives.payments.bill import Bill
from incentives.payments.hugging_face import LanguageModel
from incentives.payments.judging import Reward
from incentives.payments.replies import Replies
from incentives.payments.soups import Hybrid

# Padding, the end of a reply, an unknown word, and what can be said.
WORDS = ("[PAD]", "[END]", "[UNK]", "never", "eat", "the", "roof", "haha", "dance", "please")


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
            model = transformers.GPT2ForSequenceClassification(
                transformers.GPT2Config(**size, num_labels=classes)
            )
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


def shortfall(
    model: LanguageModel,
    hybrid: Hybrid,
    rewards: Sequence[Reward],
    weights: Sequence[float],
    prompts: Sequence[str],
    *,
    longest: int,
) -> tuple[float, float, float]:
    """How far a model is from the best one, with all replies listed: only for a vocabulary that can be.

    Args:
        model: the network.
        hybrid: the model of it that is asked about.
        rewards: one function per group.
        weights: of the rewards in the objective, the sum of weighted rewards minus the KL divergence.
        prompts: over which the objective is averaged.
        longest: most tokens of a reply.

    Returns:
        The objective of the initial model, of `hybrid`, and of the best distribution over replies.
    """
    found = []
    for prompt in prompts:
        replies = all_replies(model, prompt, longest=longest)
        texts = replies.texts(model.tokenizer)
        judged = [torch.as_tensor(reward([prompt] * len(texts), texts)) for reward in rewards]
        total = sum(w * r for w, r in zip(weights, judged, strict=True))
        q, p = (model.log_probabilities(m, replies, batch=4000) for m in (Hybrid("initial", {}), hybrid))
        found.append(
            [(q.exp() * total).sum(), (p.exp() * (total - p + q)).sum(), torch.logsumexp(q + total, 0)]
        )
    start, reached, best = torch.tensor(found).mean(0).tolist()
    return start, reached, best


def hours(
    parameters: float,
    *,
    runs: int,
    steps: int,
    replies: int,
    tokens: int,
    judged: int,
    models: int,
    rate: float,
    memory_rate: float,
) -> tuple[float, float, float]:
    """Estimated hours of training and of judging on one accelerator, and gigabytes of memory, in half precision.

    A token costs two operations per parameter in a forward pass; a drawn reply is scored by the
    initial model and passed forwards and backwards by the trained one (together ten per parameter and token), and while
    replies are drawn all weights are read once per token of a batch. Memory is weights, activations of one batch (taken as
    half of the weights), and nothing else that counts: adapters and their optimiser are small.

    Args:
        parameters: of the model.
        runs, steps: how many runs of so many steps.
        replies, tokens: drawn per step, and tokens of prompt and reply.
        judged, models: replies in the common sample, and models that score each.
        rate: operations per second that training and judging reach.
        memory_rate: bytes per second at which drawing reads the weights.
    """
    drawn = runs * steps * replies * tokens
    training = drawn * 10 * parameters / rate + drawn / replies * 2 * parameters / memory_rate
    judging = judged * tokens * models * 2 * parameters / rate
    return training / 3600, judging / 3600, 1.5 * 2 * parameters / 1e9


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

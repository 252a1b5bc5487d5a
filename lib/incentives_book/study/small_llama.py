"""A Llama with random weights and ten words, as small as a rehearsal wants it; nothing is downloaded."""

from __future__ import annotations

import re
from pathlib import Path

import torch

from incentives_book.guide.your_own_model_and_rewards import WORDS, Shape, tiny_model

_NAME = re.compile(r"llama (\d+)x(\d+)")


def small_llama(folder: str | Path, told: str, *, seed: int = 0) -> Path:
    """Write the model with its tokenizer, as `save_pretrained` does.

    Proportions are those of TinyLlama: an inner width of 2.75 times the hidden one, and eight heads for one of keys and
    values.

    Args:
        folder: where it goes.
        told: "llama WIDTHxLAYERS", such as "llama 512x4", a hundredth of TinyLlama's 1.1 billion parameters.
        seed: of the weights; the global random state is left alone.

    Returns:
        The folder.

    Raises:
        ValueError: another text, or a width that is no multiple of 16.
    """
    import transformers

    width, layers = _sizes(told)
    folder = tiny_model(folder)  # for its tokenizer; the model is written over
    config = transformers.LlamaConfig(
        hidden_size=width, intermediate_size=11 * width // 4, num_hidden_layers=layers, num_attention_heads=8,
        num_key_value_heads=1, vocab_size=len(WORDS), max_position_embeddings=32, pad_token_id=0, eos_token_id=1,
        bos_token_id=1, initializer_range=width**-0.5, tie_word_embeddings=False,
    )  # fmt: skip
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        model = transformers.LlamaForCausalLM(config)
    model.save_pretrained(folder)
    return folder


def is_small(told: str) -> bool:
    """True if a text names such a model, and not one that is somewhere else."""
    return _NAME.fullmatch(told) is not None


def shape_of(told: str) -> Shape:
    """Parameters, layers, width and words of such a model.

    >>> f"{shape_of('llama 512x4').parameters:,}"
    '11,024,896'
    """
    width, layers = _sizes(told)
    attention = 2 * width * width + 2 * width * (width // 8)
    each = attention + 3 * width * (11 * width // 4) + 2 * width
    return Shape(layers * each + 2 * len(WORDS) * width + width, layers, width, len(WORDS))


def _sizes(told: str) -> tuple[int, int]:
    found = _NAME.fullmatch(told)
    if found is None or int(found[1]) % 16 or not int(found[1]) * int(found[2]):
        raise ValueError(f"model must be 'llama WIDTHxLAYERS', the width a multiple of 16; got {told!r}")
    return int(found[1]), int(found[2])

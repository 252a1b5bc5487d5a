"""Prompts and replies: texts as they are asked, tokens as a language model draws and scores them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

from incentives.floats import NOT_A_LIST, shown
from incentives.numbers import as_list


def several(prompts: Any) -> list[str]:
    """The prompts as a list.

    Raises:
        ValueError: they are one text, which would be read letter by letter, or none, or one of them is empty.
    """
    if isinstance(prompts, NOT_A_LIST) or not np.iterable(prompts):
        raise ValueError(f"prompts must be a list of texts; got {shown(prompts)}")
    found = as_list("prompts", prompts)
    if not all(isinstance(prompt, str) for prompt in found):
        raise ValueError(f"prompts must be a list of texts; got {shown(prompts)}")
    if not found or not all(prompt.strip() for prompt in found):
        raise ValueError("prompts must hold at least one text, and none may be empty")
    return found


@dataclass(frozen=True, eq=False)
class Replies:
    """Prompts and replies as tokens, padded on the right.

    Args:
        tokens: shape (replies, length).
        start: first place of each reply, shape (replies,).
        stop: the place after its last token.
    """

    tokens: Tensor
    start: Tensor
    stop: Tensor

    @classmethod
    def spoken(cls, prompts: Sequence[Sequence[int]], spoken: Tensor, end: int) -> Replies:
        """Prompts and what was said, padded on the right; a reply stops after its first end token.

        Args:
            prompts: rows of tokens.
            spoken: drawn tokens, shape (replies, length).
            end: the token that ends a reply.

        >>> found = Replies.spoken([[5], [6, 7]], torch.tensor([[3, 1, 1], [4, 4, 4]]), 1)
        >>> found.tokens.tolist(), found.stop.tolist()
        ([[5, 3, 1, 1, 1], [6, 7, 4, 4, 4]], [3, 5])
        """
        start = torch.tensor([len(row) for row in prompts])
        ended = spoken == end
        length = torch.where(ended.any(1), ended.int().argmax(1) + 1, spoken.shape[1])
        tokens = torch.full((len(prompts), int((start + length).max())), end)
        for row, prompt, reply, many in zip(tokens, prompts, spoken, length.tolist(), strict=True):
            row[: len(prompt)] = torch.tensor(prompt)
            row[len(prompt) : len(prompt) + many] = reply[:many]
        return cls(tokens, start, start + length)

    def __len__(self) -> int:
        return len(self.tokens)

    @property
    def mask(self) -> Tensor:
        """1 where there is a prompt or a reply, shape (replies, length)."""
        return (torch.arange(self.tokens.shape[1]) < self.stop.unsqueeze(1)).long()

    def texts(self, tokenizer: Any) -> list[str]:
        """The replies as texts, without special tokens."""
        rows = zip(self.tokens.tolist(), self.start.tolist(), self.stop.tolist(), strict=True)
        return [tokenizer.decode(row[start:stop], skip_special_tokens=True) for row, start, stop in rows]

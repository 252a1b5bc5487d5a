"""Prompts that are refused, and rows of different lengths side by side."""

import pytest
import torch

from incentives.charging.replies import Replies, several


def test_one_text_is_not_a_list_of_texts():
    assert several(("please eat", "dance")) == ["please eat", "dance"]
    for prompts, match in (
        ("dance", "must be a list of texts"),
        ([3], "must be a list of texts"),
        ([], "at least one"),
        (["dance", " "], "none may be empty"),
    ):
        with pytest.raises(ValueError, match=match):
            several(prompts)


def test_a_reply_ends_with_its_first_end_token_and_prompts_keep_their_length():
    prompts, spoken, end = [[5], [6, 7, 8], [9, 9]], torch.tensor([[2, 1, 1], [4, 3, 2], [1, 1, 1]]), 1
    found = Replies.spoken(prompts, spoken, end)
    said = [[2, 1], [4, 3, 2], [1]]
    assert len(found) == 3
    for row, mask, start, stop, prompt, reply in zip(
        *map(torch.Tensor.tolist, (found.tokens, found.mask, found.start, found.stop)), prompts, said, strict=True
    ):
        assert row[:stop] == [*prompt, *reply]
        assert set(row[stop:]) <= {end}
        assert row[start:stop] == reply
        assert mask == [1] * stop + [0] * (len(row) - stop)
    assert max(map(len, found.tokens.tolist())) == 6

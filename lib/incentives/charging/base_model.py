"""The model that all runs start from: one object that says how prompts become tokens and where replies end.

Training, judging and drawing take their texts from it, so that a run is judged on what it was trained on.
Needs `pip install 'incentives[llm]'`.
"""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from torch import nn

from incentives.charging.replies import several
from incentives.extras import needed

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

Source = str | Path | nn.Module  # a name, a path or the model itself


def read_tokenizer(source: Any, *, chat: bool | None) -> Any:
    """A tokenizer as it came, or the one of this name or folder.

    Raises:
        ValueError: with `chat`, it has no chat template.
    """
    with needed("transformers"):
        import transformers
    tokenizer: Any = source if hasattr(source, "decode") else transformers.AutoTokenizer.from_pretrained(source)
    if chat and not getattr(tokenizer, "chat_template", None):
        raise ValueError("the tokenizer has no chat template: leave out chat=True, or set tokenizer.chat_template")
    return tokenizer


def same_model(one: Any, other: Any) -> bool:
    """True if two names of models are the same text or lead to the same folder.

    >>> same_model("a/b", "a/b"), same_model("a/b", "a/c")
    (True, False)
    """
    return str(one) == str(other) or Path(str(one)).resolve() == Path(str(other)).resolve()


def place_of(model: str | Path) -> str:
    """A folder in full, so that it is found from anywhere; the name of a model on a hub as it is.

    >>> place_of("a/b"), place_of(".") == str(Path.cwd().resolve())
    ('a/b', True)
    """
    return str(Path(model).resolve()) if Path(model).is_dir() else str(model)


class BaseModel:
    """A causal language model by name, path or object, with its tokenizer, its template, its end token and a length.

    Args:
        model: name, path, or a loaded causal language model (or a `PeftModel` of one). Training needs a name or path.
        tokenizer: name, path or object; the model's own name if not given.
        longest: most tokens of a reply; one that has not ended by then ends there.
        chat: whether a prompt is one message of a user, written as the tokenizer's chat template says.
        end: the token that ends a reply; the tokenizer's own if not given.
        device: where weights are moved when they are loaded; they stay where `from_pretrained` puts them if not given.
        options: passed on to `from_pretrained`, for instance `dtype` or `device_map`. In bfloat16 the log-probability
            of a
            reply of six tokens was off by up to 0.2 in our tests, so that payments of that size are not told from 0.

    Raises:
        ImportError: transformers is missing.
        ValueError: a loaded model without a tokenizer, no end token, no chat template, a model with another number of
            words than its tokenizer, or `longest` that is no positive number or does not fit into the model's context.
    """

    def __init__(
        self,
        model: Source,
        tokenizer: str | Path | PreTrainedTokenizerBase | None = None,
        *,
        longest: int,
        chat: bool = False,
        end: int | None = None,
        device: torch.device | str | int | None = None,
        **options: object,
    ) -> None:
        with needed("transformers"):
            import transformers
        self.is_loaded = isinstance(model, nn.Module)
        if tokenizer is None and self.is_loaded:
            raise ValueError("a loaded model needs its tokenizer; got None")
        self.model, self.options, self.device, self.chat = model, options, device, chat
        self.tokenizer = read_tokenizer(model if tokenizer is None else tokenizer, chat=chat)
        self.end = self.tokenizer.eos_token_id if end is None else end
        if self.end is None:
            raise ValueError("the tokenizer has no end token: give its number as end=...")
        given: Any = model
        config = given.config if self.is_loaded else transformers.AutoConfig.from_pretrained(given)
        words, known = getattr(config, "vocab_size", None), _count(self.tokenizer)
        if words is not None and known is not None and words != known:
            raise ValueError(
                f"the model must have one logit for each of the tokenizer's {known} words, got {words}: what "
                "is drawn beyond "
                "them is dropped from the texts that rewards judge. "
                "model.resize_token_embeddings(len(tokenizer)) makes "
                "them fit; save the model and use that"
            )
        self.context = getattr(config, "max_position_embeddings", None)
        self.longest = self.checked_length(longest)

    @property
    def name(self) -> str:
        """The model's name or path; of a loaded model what it was loaded from."""
        return str(getattr(self.model, "name_or_path", "") if self.is_loaded else self.model)

    def checked_length(self, longest: int, prompt: int = 1) -> int:
        """`longest`, if replies of so many tokens fit behind a prompt of so many.

        Raises:
            ValueError: it is no positive number, or prompt and reply are longer than the model's context.
        """
        if isinstance(longest, bool) or not isinstance(longest, int) or longest < 1:
            raise ValueError(f"longest must be a number of tokens, at least 1; got {longest!r}")
        if self.context is not None and prompt + longest > self.context:
            raise ValueError(
                f"longest must leave room in the model's context of {self.context} tokens: a prompt of {prompt} and a "
                f"reply of {longest} do not fit"
            )
        return longest

    def load(self, other: Source | None = None) -> PreTrainedModel:
        """The model (or another of the same options), loaded anew where it is a name, in the mode of use."""
        source: Any = self.model if other is None else other
        if not isinstance(source, nn.Module):
            import transformers

            source = transformers.AutoModelForCausalLM.from_pretrained(source, **self.options)
        return source if self.device is None else source.to(self.device)

    def message(self, prompt: str) -> list[dict[str, str]]:
        """A prompt as the message of a user."""
        return [{"role": "user", "content": prompt}]

    def encode(self, prompts: Sequence[str]) -> list[list[int]]:
        """Prompts as rows of tokens.

        Raises:
            ValueError: one text instead of a list, none, or one without a token.
        """
        rows = []
        for prompt in several(prompts):
            if self.chat:
                rows.append(
                    list(
                        self.tokenizer.apply_chat_template(
                            self.message(prompt), add_generation_prompt=True, tokenize=True, return_dict=False
                        )
                    )
                )
            else:
                rows.append(list(self.tokenizer(prompt)["input_ids"]))
        if min(map(len, rows)) == 0:
            raise ValueError("prompts must hold at least one token each")
        return rows

    def tokenizer_that_ends(self) -> PreTrainedTokenizerBase:
        """A copy of the tokenizer whose end token is the one of this object; trainers read it from there."""
        ours = copy.deepcopy(self.tokenizer)
        if ours.eos_token_id != self.end:
            ours.eos_token = ours.convert_ids_to_tokens(self.end)
        return ours

    def told(self) -> dict[str, str | int | None]:
        """The values that decide the texts, for a run's file: equal for two objects that ask and end alike."""
        template = hashlib.sha256(str(self.tokenizer.chat_template).encode()).hexdigest()[:16] if self.chat else None
        return {"model": place_of(self.name), "chat": template, "end": self.end, "longest": self.longest}


def _count(tokenizer: Any) -> int | None:
    """The number of words of a tokenizer, if it says so."""
    return len(tokenizer) if hasattr(tokenizer, "__len__") else None

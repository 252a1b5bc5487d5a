"""The mechanism for any Hugging Face causal language model, with adapters and reward models by name, path or object.

Needs `pip install 'incentives[llm]'`. Nothing here is specific to a size: the same calls serve a model of two layers in a
test and one of seven billion parameters on an accelerator. An outcome is a prompt with a reply; prompts have the same law
under every model, so only the reply's probability matters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

from incentives.payments.sampled_mechanism import SampledModels
from incentives.payments.soups import INITIAL, Hybrid, next_word


@contextmanager
def _needed(package: str) -> Iterator[None]:
    """Around an import: where the package is missing, say how to install it."""
    try:
        yield
    except ImportError as error:
        raise ImportError(
            f"Hugging Face models need the package {package}: pip install 'incentives[llm]'"
        ) from error


def _undisturbed() -> Any:
    """peft fills new adapters with random numbers before it overwrites them; give the global state back."""
    return torch.random.fork_rng(devices=range(torch.cuda.device_count()))


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

    def __len__(self) -> int:
        return len(self.tokens)

    @property
    def mask(self) -> Tensor:
        """1 where there is a prompt or a reply, shape (replies, length)."""
        return (torch.arange(self.tokens.shape[1]) < self.stop.unsqueeze(1)).long()

    def texts(self, tokenizer: Any) -> list[str]:
        """Prompt and reply as text, without special tokens."""
        cut = [row[:end].tolist() for row, end in zip(self.tokens, self.stop.tolist(), strict=True)]
        return [tokenizer.decode(row, skip_special_tokens=True) for row in cut]


class LanguageModel:
    """A causal language model with named low-rank adapters, of which one soup at a time is switched on.

    Args:
        model: name, path, or a loaded causal language model (or a `PeftModel` of one).
        tokenizer: name, path or object; the model's own name if not given.
        adapters: name -> path of a saved adapter, or None for one that the model already carries.
        options: passed on to `from_pretrained`, for instance `torch_dtype` or `device_map`.

    Raises:
        ImportError: transformers or peft is missing.
        ValueError: a loaded model comes without a tokenizer.
    """

    def __init__(
        self, model: Any, tokenizer: Any = None, *, adapters: Mapping[str, Any] | None = None, **options: Any
    ) -> None:
        with _needed("transformers"):
            import transformers
        with _needed("peft"):
            import peft
        named = not isinstance(model, torch.nn.Module)
        if tokenizer is None and not named:
            raise ValueError("a loaded model needs its tokenizer; got None")
        source = tokenizer if tokenizer is not None else model
        self.tokenizer = (
            source if hasattr(source, "decode") else transformers.AutoTokenizer.from_pretrained(source)
        )
        self.model: Any = transformers.AutoModelForCausalLM.from_pretrained(model, **options) if named else model
        for name, path in (adapters or {}).items():
            if path is None:
                continue
            with _undisturbed():
                if isinstance(self.model, peft.PeftModel):
                    self.model.load_adapter(path, adapter_name=name)
                else:
                    self.model = peft.PeftModel.from_pretrained(self.model, path, adapter_name=name)
        self.model.eval()
        self._soups: dict[tuple[tuple[str, float], ...], str] = {}

    @property
    def end(self) -> int:
        """The token that ends a reply."""
        return int(self.tokenizer.eos_token_id)

    @contextmanager
    def _with(self, shares: Mapping[str, float]) -> Iterator[Any]:
        """The network with this soup of adapters."""
        shares = {name: share for name, share in shares.items() if name != INITIAL}
        if not shares:
            if hasattr(self.model, "disable_adapter"):
                with self.model.disable_adapter():
                    yield self.model
            else:
                yield self.model
            return
        key = tuple(sorted(shares.items()))
        if key not in self._soups:
            if len(key) == 1 and key[0][1] == 1:
                self._soups[key] = key[0][0]
            else:
                # "cat" adds up the products of the low-rank factors, which is what averaging merged weights does;
                # averaging the factors themselves ("linear") would leave cross terms.
                label = f"soup-{len(self._soups)}"
                with _undisturbed():
                    self.model.add_weighted_adapter(
                        [name for name, _ in key],
                        [share for _, share in key],
                        adapter_name=label,
                        combination_type="cat",
                    )
                self._soups[key] = label
        self.model.set_adapter(self._soups[key])
        yield self.model

    def _laws(self, hybrid: Hybrid, tokens: Tensor, mask: Tensor) -> Tensor:
        """Log-probabilities of the next token at every place, shape (batch, length, vocabulary), on the CPU.

        Adapters add to the initial model, so shares that add up to less than 1 leave the rest to it.
        """

        def run(shares: Mapping[str, float]) -> Tensor:
            with self._with(shares) as model:
                device = next(model.parameters()).device
                logits = model(input_ids=tokens.to(device), attention_mask=mask.to(device)).logits
                return logits.double().log_softmax(dim=-1).cpu()

        with torch.no_grad():
            return next_word(hybrid, run)

    def log_probabilities(self, hybrid: Hybrid, replies: Replies, *, batch: int = 8) -> Tensor:
        """Log-probability of each reply given its prompt, the end token included, shape (replies,)."""
        found = []
        for rows in torch.arange(len(replies)).split(batch):
            tokens, mask = replies.tokens[rows], replies.mask[rows]
            laws = self._laws(hybrid, tokens, mask)[:, :-1]
            each = laws.gather(-1, tokens[:, 1:].unsqueeze(-1)).squeeze(-1)
            place = torch.arange(1, tokens.shape[1])
            spoken = (place >= replies.start[rows].unsqueeze(1)) & (place < replies.stop[rows].unsqueeze(1))
            found.append((each * spoken).sum(-1))
        return torch.cat(found)

    def sample(
        self, hybrid: Hybrid, prompts: Sequence[str], *, longest: int, generator: torch.Generator
    ) -> Replies:
        """One reply to each prompt, drawn token by token at temperature 1, without any cut of rare tokens.

        Args:
            hybrid: which model speaks.
            prompts: none of them empty.
            longest: most tokens of a reply; one that has not ended by then ends there.
            generator: on the CPU; the global random state is left alone.
        """
        encoded = [self.tokenizer(prompt)["input_ids"] for prompt in prompts]
        if not encoded or min(map(len, encoded)) == 0:
            raise ValueError("prompts must hold at least one token each")
        start = torch.tensor([len(row) for row in encoded])
        tokens = torch.full((len(encoded), int(start.max()) + longest), self.end)
        for row, prompt in zip(tokens, encoded, strict=True):
            row[: len(prompt)] = torch.tensor(prompt)
        stop, going = start.clone(), torch.ones(len(encoded), dtype=torch.bool)
        here = torch.arange(len(encoded))
        for _ in range(longest):
            reach = int(stop.max())
            mask = (torch.arange(reach) < stop.unsqueeze(1)).long()
            law = self._laws(hybrid, tokens[:, :reach], mask)[here, stop - 1].exp()
            word = torch.multinomial(law, 1, generator=generator).squeeze(1)
            tokens[here[going], stop[going]] = word[going]
            stop = stop + going
            going = going & (word != self.end)
            if not bool(going.any()):
                break
        return Replies(tokens[:, : int(stop.max())], start, stop)


class HuggingFaceReward:
    """A sequence classifier as a reward: the logit of one label for the whole text, squashed into (0, 1).

    Args:
        model: name, path or a loaded sequence classification model.
        tokenizer: name, path or object; the model's own name if not given.
        label: which logit.
        centre: the logit that becomes 1/2.
        spread: the difference of logits by which the log-odds of the reward grow by 1, positive.
        longest: most tokens of a text; what is longer is cut.
        options: passed on to `from_pretrained`.
    """

    def __init__(
        self,
        model: Any,
        tokenizer: Any = None,
        *,
        label: int = 0,
        centre: float = 0.0,
        spread: float = 1.0,
        longest: int = 512,
        **options: Any,
    ) -> None:
        with _needed("transformers"):
            import transformers
        named = not isinstance(model, torch.nn.Module)
        if not spread > 0 or (tokenizer is None and not named):
            raise ValueError(
                f"spread must be positive, and a loaded model needs a tokenizer; got {spread!r}, {tokenizer!r}"
            )
        source = tokenizer if tokenizer is not None else model
        self.tokenizer = (
            source if hasattr(source, "decode") else transformers.AutoTokenizer.from_pretrained(source)
        )
        self.model = (
            transformers.AutoModelForSequenceClassification.from_pretrained(model, **options)
            if named
            else model
        ).eval()
        self.label, self.centre, self.spread, self.longest = label, centre, spread, longest

    def __call__(self, texts: Sequence[str]) -> np.ndarray:
        """Rewards, shape (texts,). One text at a time, so that padding cannot change a reward."""
        device = next(self.model.parameters()).device
        found = []
        with torch.no_grad():
            for text in texts:
                row = self.tokenizer(text, truncation=True, max_length=self.longest, return_tensors="pt")
                logits = self.model(
                    input_ids=row["input_ids"].to(device), attention_mask=row["attention_mask"].to(device)
                ).logits
                found.append(float(logits[0, self.label]))
        return 1 / (1 + np.exp(-(np.array(found) - self.centre) / self.spread))


def judge(
    language_model: LanguageModel,
    models: Sequence[Hybrid],
    rewards: Sequence[Any],
    prompts: Sequence[str],
    *,
    proposal: Sequence[int],
    longest: int,
    generator: torch.Generator,
    batch: int = 8,
) -> tuple[SampledModels, Replies]:
    """Draw one common sample and let every model and every reward judge it.

    Args:
        language_model: the network with its adapters.
        models: the set to choose from; the first one is the initial model.
        rewards: functions from texts to numbers, one per group.
        prompts: one per reply, drawn independently from the prompts of interest.
        proposal: numbers of the models that speak: each reply comes from one of them, chosen evenly at random.
        longest: most tokens of a reply.
        generator: for the choice of the speaker and for the replies.
        batch: replies per forward pass; changes memory, not results.

    Returns:
        The sampled models, ready for payments, and the replies.

    Raises:
        ValueError: the first model is not the initial one, or `proposal` names no model.
    """
    if models[0].shares or not proposal or not set(proposal) <= set(range(len(models))):
        raise ValueError(
            f"models must begin with the initial one and proposal name models 0..{len(models) - 1}; got {proposal!r}"
        )
    speakers = torch.randint(len(proposal), (len(prompts),), generator=generator).tolist()
    parts = []
    for number, speaker in enumerate(proposal):
        said_to = [p for p, s in zip(prompts, speakers, strict=True) if s == number]
        for first in range(0, len(said_to), batch):
            part = said_to[first : first + batch]
            parts.append(language_model.sample(models[speaker], part, longest=longest, generator=generator))
    reach = max(part.tokens.shape[1] for part in parts)
    padded = [
        torch.nn.functional.pad(p.tokens, (0, reach - p.tokens.shape[1]), value=language_model.end)
        for p in parts
    ]
    replies = Replies(
        torch.cat(padded), torch.cat([p.start for p in parts]), torch.cat([p.stop for p in parts])
    )
    logs = torch.stack([language_model.log_probabilities(m, replies, batch=batch) for m in models]).numpy()
    spoken = logs[list(proposal)]
    texts = replies.texts(language_model.tokenizer)
    judged = np.array([np.asarray(reward(texts), dtype=float) for reward in rewards])
    mean_law = np.logaddexp.reduce(spoken, axis=0) - np.log(len(spoken))
    return SampledModels(logs, logs[0], mean_law, judged), replies

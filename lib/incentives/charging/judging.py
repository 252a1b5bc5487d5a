"""Groups' rewards of replies: those of Hugging Face classifiers, and one common sample that all models and groups
judge.

Needs `pip install 'incentives[llm]'`. An outcome is a prompt with a reply; prompts have the same law under every model,
so only the reply's probability matters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from incentives.charging.base_model import Source, read_tokenizer
from incentives.charging.hugging_face import LanguageModel
from incentives.charging.replies import Replies, several
from incentives.charging.soups import Hybrid
from incentives.extras import needed
from incentives.floats import as_real_array
from incentives.numbers import as_count
from incentives.payments.sampled_mechanism import SampledModels

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

# What a group wants: from prompts and their replies to one number each.
Reward = Callable[[list[str], list[str]], Any]

# Two rewards that are correlated so much, in their numbers or in their ranks, are nearly the same.
ALIKE = 0.9


def asked_again(reward: Reward, prompts: list[str], replies: list[str], said: np.ndarray, group: int) -> None:
    """Ask a reward about some replies once more, one at a time and in another order.

    Args:
        reward: of one group.
        prompts, replies: what it was asked; the first four are asked again.
        said: what it said, shape (replies,).
        group: for the message.

    Raises:
        ValueError: it says something else, so that it depends on chance or on the other replies of a batch.
    """
    for k in reversed(range(min(4, len(replies)))):
        again = float(checked(reward, [prompts[k]], [replies[k]], group)[0])
        if abs(again - said[k]) > 1e-3 * max(1.0, abs(float(said[k]))):
            raise ValueError(
                f"rewards[{group}] must give one reply one number whenever it is asked; it gave {said[k]:g} and then "
                f"{again:g} for {replies[k]!r}. It draws random numbers, or looks at the other replies of a batch"
            )


def checked(reward: Reward, prompts: list[str], replies: list[str], group: int) -> np.ndarray:
    """One group's rewards of the replies, shape (replies,); True counts as 1 and False as 0.

    Raises:
        ValueError: it does not give one finite number per reply; the message names the group.
    """
    said = _truth_as_numbers(reward(prompts, replies))
    found = as_real_array(f"rewards[{group}], one finite number per reply,", said)[0]
    if found.shape != (len(replies),) or not np.isfinite(found).all():
        raise ValueError(
            f"rewards[{group}] must give one finite number per reply, shape ({len(replies)},); "
            f"got shape {found.shape}, finite: {bool(np.isfinite(found).all())}"
        )
    return found


def _truth_as_numbers(said: Any) -> Any:
    """True and False, which say whether a group likes a reply, as 1 and 0; anything else as it came."""
    if isinstance(said, (list, tuple)):
        return [float(one) if isinstance(one, (bool, np.bool_)) else one for one in said]
    if isinstance(said, torch.Tensor):
        return said.double() if said.dtype == torch.bool else said
    return np.asarray(said, float) if str(getattr(said, "dtype", "")) == "bool" else said


def says_the_same(reward: Reward, rows: Sequence[Sequence[Any]], group: int) -> bool:
    """True if a reward says of some replies what was noted."""
    if not rows:
        return False
    prompts, replies, noted = zip(*rows, strict=True)
    found = checked(reward, list(prompts), list(replies), group)
    return bool(np.allclose(found, noted, rtol=1e-3, atol=1e-3))


def says_nearly_the_same(reward: Reward, rows: Sequence[Sequence[Any]], group: int) -> bool:
    """True if a reward says of some replies what was noted, but for a factor, a constant or a bend that keeps the
    order.

    The numbers or their ranks are correlated by at least `ALIKE`. Where everything noted is one number, the reward
    says one number as well.

    >>> noted = [("dance", "", 0.0), ("dance", "eat", 0.5), ("dance", "eat eat", 1.0)]
    >>> [says_nearly_the_same(reward, noted, 0) for reward in (
    ...     lambda p, r: [0.7 * len(x) for x in r], lambda p, r: [-len(x) for x in r])]
    [True, False]
    """
    if not rows:
        return False
    prompts, replies, noted = zip(*rows, strict=True)
    found = checked(reward, list(prompts), list(replies), group)
    pairs = np.stack([found, np.asarray(noted, dtype=float)])
    largest = np.abs(pairs).max(axis=1, keepdims=True)
    pairs = (pairs / np.where(largest > 0, largest, 1.0)).round(9)  # what differs by less is one number
    flat = np.ptp(pairs, axis=1) == 0
    if flat.any():
        return bool(flat.all())
    ranks = [np.searchsorted(row := np.sort(each), each) + np.searchsorted(row, each, "right") for each in pairs]
    return any(np.corrcoef(two)[0, 1] >= ALIKE for two in (pairs, ranks))


class HuggingFaceReward:
    """A sequence classifier as a reward: the logit of one label for the whole text, squashed into (0, 1).

    Args:
        model: name, path or a loaded sequence classification model.
        tokenizer: name, path or object; the model's own name if not given.
        label: which logit.
        centre: the logit that becomes 1/2.
        spread: the difference of logits by which the log-odds of the reward grow by 1, positive.
        longest: most tokens of a text; what is longer is cut.
        chat: whether prompt and reply are two messages, written as the tokenizer's chat template says; if not given,
            they
            are where the tokenizer has a template, since such a classifier was trained on templated texts.
        batch: texts per forward pass. Padding can change logits in the last digits. Shorter texts are filled up with
            the padding token of the model's configuration, which the model skips when it looks for the last word; where
            it names none, with a token that none of the texts has.
        options: passed on to `from_pretrained`.
    """

    def __init__(
        self,
        model: Source,
        tokenizer: str | Path | PreTrainedTokenizerBase | None = None,
        *,
        label: int = 0,
        centre: float = 0.0,
        spread: float = 1.0,
        longest: int = 512,
        chat: bool | None = None,
        batch: int = 1,
        **options: object,
    ) -> None:
        with needed("transformers"):
            import transformers
        named = not isinstance(model, torch.nn.Module)
        if not spread > 0 or (tokenizer is None and not named):
            raise ValueError(
                f"spread must be positive, and a loaded model needs a tokenizer; got {spread!r}, {tokenizer!r}"
            )
        self.tokenizer = read_tokenizer(model if tokenizer is None else tokenizer, chat=chat)
        given: Any = model
        self.model: Any = (
            transformers.AutoModelForSequenceClassification.from_pretrained(given, **options) if named else given
        ).eval()
        self.label, self.centre, self.spread, self.longest = label, centre, spread, longest
        self.chat = bool(getattr(self.tokenizer, "chat_template", None)) if chat is None else chat
        self.batch = as_count("batch", batch, least=1)
        # Decoders look there for the padding token.
        self._config = self.model.config.get_text_config()

    def encode(self, prompt: str, reply: str) -> list[int]:
        """Prompt and reply as the tokens that the classifier reads.

        Raises:
            ValueError: a text without a token, of which a classifier can say nothing.
        """
        cut: dict[str, Any] = {"truncation": True, "max_length": self.longest}
        if self.chat:
            said = [{"role": "user", "content": prompt}, {"role": "assistant", "content": reply}]
            row = self.tokenizer.apply_chat_template(said, tokenize=True, return_dict=False, **cut)
        else:
            row = self.tokenizer(f"{prompt} {reply}".strip(), **cut)["input_ids"]
        if not len(row):
            raise ValueError(f"a text must hold at least one token to be rewarded; got {f'{prompt} {reply}'!r}")
        return list(row)

    def __call__(self, prompts: Sequence[str], replies: Sequence[str]) -> np.ndarray:
        """Rewards, shape (replies,): of prompt and reply as one text or, with a chat template, as two messages.

        Raises:
            ValueError: a text without a token.
        """
        device = next(self.model.parameters()).device
        rows = [self.encode(prompt, reply) for prompt, reply in zip(prompts, replies, strict=True)]
        found: list[float] = []
        with torch.no_grad():
            for first in range(0, len(rows), self.batch):
                for part, filler in self._batches(rows[first : first + self.batch]):
                    wide = max(map(len, part))
                    tokens = torch.tensor([[*row, *[filler] * (wide - len(row))] for row in part], device=device)
                    seen = torch.tensor([[1] * len(row) + [0] * (wide - len(row)) for row in part], device=device)
                    with self._padding(filler):
                        logits = self.model(input_ids=tokens, attention_mask=seen).logits
                    found += logits[:, self.label].float().tolist()
        return 1 / (1 + np.exp(-(np.array(found) - self.centre) / self.spread))

    def _batches(self, rows: list[list[int]]) -> list[tuple[list[list[int]], int | None]]:
        """The rows, in one pass or several, with a filler that leaves the word that is read of each where it was.

        Of one text alone a model reads the last word that is not its configuration's padding token, or the very last
        one where it names none. Such a model gets a filler that no row has; if the rows use every token, each goes
        alone.
        """
        pad, words = getattr(self._config, "pad_token_id", None), self.model.get_input_embeddings().weight.shape[0]
        used = {token for row in rows for token in row} | {getattr(self.tokenizer, "eos_token_id", None)}
        free = next((token for token in range(words) if token not in used), None)
        filler = free if pad is None or not 0 <= pad < words else pad
        return [([row], None) for row in rows] if filler is None else [(rows, filler)]

    @contextmanager
    def _padding(self, filler: int | None) -> Iterator[None]:
        """For one pass the configuration calls the filler padding, if there is one."""
        if filler is None or not hasattr(self._config, "pad_token_id"):
            yield
            return
        before, self._config.pad_token_id = self._config.pad_token_id, filler
        try:
            yield
        finally:
            self._config.pad_token_id = before


def judge(
    language_model: LanguageModel,
    models: Sequence[Hybrid],
    rewards: Sequence[Reward],
    prompts: Sequence[str],
    *,
    proposal: Sequence[int],
    generator: torch.Generator,
    batch: int = 8,
) -> tuple[SampledModels, Replies, list[str], np.ndarray]:
    """Draw one common sample and let every model and every reward judge it.

    Args:
        language_model: the network with its adapters; its base says how prompts are asked and how long replies are.
        models: the set to choose from; the first one is the initial model.
        rewards: one function per group, from prompts and replies to numbers.
        prompts: one per reply, drawn independently from the prompts of interest.
        proposal: numbers of the models that speak: each reply comes from one of them, chosen evenly at random.
        generator: for the choice of the speaker and for the replies.
        batch: replies per forward pass; changes memory, not results.

    Returns:
        The sampled models, ready for payments; the replies, the prompts that they answer, in their order, and the
        number of the model that spoke each of them.

    Raises:
        ValueError: the first model is not the initial one, `proposal` names no model, or a model gives a reply no
            log-probability.
    """
    if models[0].shares or not proposal or not set(proposal) <= set(range(len(models))):
        raise ValueError(
            f"models must begin with the initial one and proposal name models 0..{len(models) - 1}; got {proposal!r}"
        )
    prompts = several(prompts)
    speakers = torch.randint(len(proposal), (len(prompts),), generator=generator).tolist()
    parts, asked = [], []
    for number, speaker in enumerate(proposal):
        said_to = [p for p, s in zip(prompts, speakers, strict=True) if s == number]
        for first in range(0, len(said_to), batch):
            part = said_to[first : first + batch]
            asked += part
            drawn = language_model.sample(
                models[speaker], part, longest=language_model.base.longest, generator=generator
            )
            parts.append(drawn)
    reach = max(part.tokens.shape[1] for part in parts)
    padded = [
        torch.nn.functional.pad(p.tokens, (0, reach - p.tokens.shape[1]), value=language_model.end) for p in parts
    ]
    replies = Replies(torch.cat(padded), torch.cat([p.start for p in parts]), torch.cat([p.stop for p in parts]))
    logs = torch.stack([language_model.log_probabilities(m, replies, batch=batch) for m in models]).numpy()
    for model, said in zip(models, logs, strict=True):
        if not np.isfinite(said).all():
            raise ValueError(
                f"models must give each reply a log-probability; {model.name!r} gives {np.sum(~np.isfinite(said))} of "
                f"{said.size} none. Some of its weights may be no numbers, or too large for their type"
            )
    spoken = logs[list(proposal)]
    texts = replies.texts(language_model.tokenizer)
    judged = np.array([np.asarray(reward(asked, texts), dtype=float) for reward in rewards])
    mean_law = np.logaddexp.reduce(spoken, axis=0) - np.log(len(spoken))
    spoke = np.repeat(proposal, [speakers.count(number) for number in range(len(proposal))])
    return SampledModels(logs, logs[0], mean_law, judged), replies, asked, spoke

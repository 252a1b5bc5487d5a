"""What groups say of replies: rewards of Hugging Face classifiers, and one common sample that all models and groups judge.

Needs `pip install 'incentives[llm]'`. An outcome is a prompt with a reply; prompts have the same law under every model, so
only the reply's probability matters.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch

from incentives.extras import needed
from incentives.payments.hugging_face import LanguageModel
from incentives.payments.replies import Replies, several
from incentives.payments.sampled_mechanism import SampledModels
from incentives.payments.soups import Hybrid

# What a group wants: from prompts and their replies to one number each.
Reward = Callable[[list[str], list[str]], Any]


def checked(reward: Reward, prompts: list[str], replies: list[str], group: int) -> np.ndarray:
    """What one group's reward says of the replies, shape (replies,).

    Raises:
        ValueError: it does not give one finite number per reply; the message names the group.
    """
    found = np.asarray(reward(prompts, replies), dtype=float)
    if found.shape != (len(replies),) or not np.isfinite(found).all():
        raise ValueError(
            f"rewards[{group}] must give one finite number per reply, shape ({len(replies)},); "
            f"got shape {found.shape}, finite: {bool(np.isfinite(found).all())}"
        )
    return found


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
        with needed("transformers"):
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

    def __call__(self, prompts: Sequence[str], replies: Sequence[str]) -> np.ndarray:
        """Rewards, shape (replies,): of prompt and reply as one text. One at a time, so that padding changes nothing.

        Raises:
            ValueError: a text without a token, of which a classifier can say nothing.
        """
        device = next(self.model.parameters()).device
        found = []
        with torch.no_grad():
            for prompt, reply in zip(prompts, replies, strict=True):
                text = f"{prompt} {reply}".strip()
                row = self.tokenizer(text, truncation=True, max_length=self.longest, return_tensors="pt")
                if row["input_ids"].shape[1] == 0:
                    raise ValueError(f"a text must hold at least one token to be rewarded; got {text!r}")
                logits = self.model(
                    input_ids=row["input_ids"].to(device), attention_mask=row["attention_mask"].to(device)
                ).logits
                found.append(float(logits[0, self.label]))
        return 1 / (1 + np.exp(-(np.array(found) - self.centre) / self.spread))


def judge(
    language_model: LanguageModel,
    models: Sequence[Hybrid],
    rewards: Sequence[Reward],
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
        rewards: one function per group, from prompts and replies to numbers.
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
    prompts = several(prompts)
    speakers = torch.randint(len(proposal), (len(prompts),), generator=generator).tolist()
    parts, asked = [], []
    for number, speaker in enumerate(proposal):
        said_to = [p for p, s in zip(prompts, speakers, strict=True) if s == number]
        for first in range(0, len(said_to), batch):
            part = said_to[first : first + batch]
            asked += part
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
    judged = np.array([np.asarray(reward(asked, texts), dtype=float) for reward in rewards])
    mean_law = np.logaddexp.reduce(spoken, axis=0) - np.log(len(spoken))
    return SampledModels(logs, logs[0], mean_law, judged), replies

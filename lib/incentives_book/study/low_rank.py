"""Low-rank adapters of the last layer of a small language model, tuned to the least loss.

One factor is given. The law of the next word is log-linear in the other one, which is tuned, so its loss is convex, and
a fit ends where a step of natural gradient promises less than `ENOUGH`. `with_adapters` puts adapters into a model of
the Hugging Face library, as the library peft serves them.
"""

from __future__ import annotations

import warnings
from typing import Any, NamedTuple

import torch
from torch import Tensor

from incentives.extras import needed
from incentives.randomness import stream

UNKNOWN = 1  # the place of rarer words, also what a sentence begins with
WIDTH, BATCH, RATE = 32, 64, 0.01  # of the initial model, and of Adam
FLAT = 1e-8  # added to the form by which adapters are compared, which does not see a shift of all logits
HIDDEN = 1e-5  # nats that rounding can hide: where so little is promised, a fit also ends because no step helps
ENOUGH, TURNS = 1e-7, 60  # a fit ends where a step promises so little, in nats; it has so many steps at most


class Places(NamedTuple):
    """Every place of every sentence where a word is said next.

    Args:
        inputs: what the adapters' second factor sees, shape (sentences, places, rank).
        logits: of the initial model, shape (sentences, places, words).
        said: the next word, 0 where the sentence is over, shape (sentences, places).
    """

    inputs: Tensor
    logits: Tensor
    said: Tensor

    def of(self, rows: Tensor) -> Places:
        """The places of some sentences in one row."""
        there = self.said[rows] > 0
        return Places(*(part[rows][there] for part in self))


def loss(places: Places, adapter: Tensor) -> Tensor:
    """Mean loss of the next word at some places with an adapter's second factor, in nats."""
    logits = _logits(places, adapter)
    return (logits.logsumexp(-1) - logits.gather(1, places.said[:, None])[:, 0]).double().mean()


def _logits(places: Places, adapter: Tensor) -> Tensor:
    """Of the next word at each place, shape (places, words)."""
    factor = adapter.reshape(places.inputs.shape[1], -1).to(places.inputs.dtype)
    return torch.addmm(places.logits, places.inputs, factor)


def tune(places: Places, sentences: int, *, metric: Tensor, decay: float) -> Tensor:
    """The second factor of the adapter with the least loss and decay: the loss is convex in it.

    Steps are natural gradients of the initial model's law, halved until they help.

    Args:
        places: of the sentences.
        sentences: how many there are.
        metric: half the Fisher information of an adapter on public sentences, shape (parameters, parameters).
        decay: weight of the squared entries, in sentences.

    Returns:
        Its entries, shape (parameters,).

    Raises:
        RuntimeError: the fit has not ended, or no step helps.
    """
    adapter, weight = metric.new_zeros(len(metric)), decay / sentences
    form = torch.linalg.cholesky(2 * metric + 2 * weight * torch.eye(len(metric), dtype=metric.dtype))

    def value(tried: Tensor) -> tuple[Tensor, float]:
        laws = _logits(places, tried).log_softmax(-1)
        told = laws.gather(1, places.said[:, None]).double().mean()
        return laws, float(weight * tried @ tried - told)

    laws, reached = value(adapter)
    for _ in range(TURNS):
        missed = laws.exp()
        missed[torch.arange(len(missed)), places.said] -= 1
        slope = (places.inputs.T @ missed / len(missed)).flatten().to(metric) + 2 * weight * adapter
        step = torch.cholesky_solve(slope[:, None], form)[:, 0]
        gain = float(slope @ step)
        if gain < ENOUGH:
            return adapter
        for halvings in range(12):
            length = 0.5**halvings
            tried = adapter - length * step
            laws, now = value(tried)
            if now <= reached - length * gain / 4:
                break
        else:
            if gain < HIDDEN:
                return adapter
            raise RuntimeError(
                f"no step lowers the loss of an adapter on {sentences} sentences, though {gain:.1g} is promised"
            )
        adapter, reached = tried, now
    raise RuntimeError(f"an adapter on {sentences} sentences was not tuned after {TURNS} steps")


def form_of(places: Places) -> Tensor:
    """Half the Fisher information of an adapter at the initial model: KL of two adapters to second order, a word.

    Args:
        places: over which it is averaged.

    Returns:
        Shape (parameters, parameters).
    """
    law, inputs = places.logits.softmax(-1), places.inputs
    rank, words = inputs.shape[1], law.shape[1]
    found = torch.zeros(rank, words, rank, words, dtype=torch.double)
    for a in range(rank):
        for b in range(a + 1):
            weighted = law * (inputs[:, a] * inputs[:, b])[:, None]
            block = (torch.diag(weighted.sum(0)) - weighted.T @ law).double() / len(law)
            found[a, :, b], found[b, :, a] = block, block.T
    return found.reshape(rank * words, -1) / 2 + FLAT * torch.eye(rank * words, dtype=torch.double)


def initial_model(sentences: Tensor, *, words: int, steps: int, seed: int) -> Any:
    """A causal language model of two layers, as the Hugging Face library makes it, trained on some sentences.

    Args:
        sentences: words in rows, 0 behind the last one.
        words: of the vocabulary.
        steps: of Adam, with a rate that falls to zero.
        seed: of its weights and batches; the global random state is left alone.
    """
    with needed("transformers"):
        import transformers
    size: dict[str, Any] = {"n_positions": sentences.shape[1], "n_embd": WIDTH, "n_layer": 2, "n_head": 2}
    size |= {name: 0.0 for name in ("resid_pdrop", "embd_pdrop", "attn_pdrop")}
    config = transformers.GPT2Config(
        vocab_size=words, bos_token_id=UNKNOWN, eos_token_id=UNKNOWN, tie_word_embeddings=False, **size
    )
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        model = transformers.GPT2LMHeadModel(config)
    adam, chance = torch.optim.Adam(model.parameters(), lr=RATE), stream(seed, "initial model")
    schedule = torch.optim.lr_scheduler.LinearLR(adam, 1.0, 0.0, total_iters=steps)
    for _ in range(steps):
        rows = sentences[torch.from_numpy(chance.choice(len(sentences), min(BATCH, len(sentences)), replace=False))]
        logits = model(input_ids=rows).logits[:, :-1]
        lost = torch.nn.functional.cross_entropy(logits.flatten(0, 1), rows[:, 1:].flatten(), ignore_index=0)
        adam.zero_grad()
        lost.backward()
        adam.step()
        schedule.step()
    return model.eval()


def with_adapters(model: Any, first: Tensor, seconds: Tensor) -> Any:
    """The model with one low-rank adapter of its last layer for each client, named "0", "1" and so on.

    Args:
        model: a causal language model; it is changed.
        first: the factor that all share, shape (rank, width).
        seconds: the factors that clients report, shape (clients, rank * words).

    Returns:
        A `PeftModel`; set one of its adapters before it is used.
    """
    with needed("peft"):
        import peft
    config = peft.LoraConfig(r=len(first), lora_alpha=len(first), target_modules=["lm_head"], bias="none")
    # peft draws numbers that are overwritten below, and asks for an attribute by its old name.
    with torch.random.fork_rng(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*is_gradient_checkpointing.*", FutureWarning)
        tuned = peft.get_peft_model(model, config, adapter_name="0")
        for k in range(1, len(seconds)):
            tuned.add_adapter(str(k), config)
    layer = tuned.get_base_model().lm_head
    with torch.no_grad():
        for k, second in enumerate(seconds):
            layer.lora_A[str(k)].weight.copy_(first)
            layer.lora_B[str(k)].weight.copy_(second.reshape(len(first), -1).T)
    return tuned.eval()

"""Any Hugging Face causal language model with adapters and checkpoints, by name, path or object, and soups of them.

Needs `pip install 'incentives[llm]'`. Nothing here is specific to a size: the same calls serve a model of two layers in
a test and one of seven billion parameters on an accelerator.
"""

from __future__ import annotations

import inspect
import json
import shutil
import tempfile
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import log
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from incentives.charging.base_model import BaseModel, Source, place_of, same_model
from incentives.charging.caps import Capped, along, closest_below, is_one_network, left_after
from incentives.charging.replies import Replies
from incentives.charging.soups import INITIAL, Hybrid, next_word
from incentives.extras import needed

# Settings of an adapter under which a sum of adapters is not the average of the weights they stand for.
_NOT_AVERAGED = ("use_rslora", "use_dora", "modules_to_save", "rank_pattern", "alpha_pattern", "bias")


@contextmanager
def _undisturbed() -> Iterator[None]:
    """peft fills new adapters with random numbers before it overwrites them: the global state is given back.

    It also asks transformers for an attribute by its old name; that warning is for its authors.
    """
    with torch.random.fork_rng(devices=range(torch.cuda.device_count())), warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*is_gradient_checkpointing.*", FutureWarning)
        yield


class LanguageModel:
    """A causal language model with named variants of itself, of which one soup at a time speaks.

    Args:
        base: the model that the variants started from, and how it is asked.
        adapters: name -> path of a saved low-rank adapter, or None for one that the model already carries.
        checkpoints: name -> path, name or object of a whole model of the same architecture.

    Raises:
        ImportError: transformers or peft is missing.
        ValueError: a name that is given twice or has a dot, an adapter that was made on another model, or a checkpoint
            of
            another shape.
    """

    def __init__(
        self,
        base: BaseModel,
        *,
        adapters: Mapping[str, str | Path | None] | None = None,
        checkpoints: Mapping[str, Source] | None = None,
    ) -> None:
        with needed("peft"):
            import peft
        if not isinstance(base, BaseModel):
            raise ValueError(f"base must be a BaseModel(model, longest=...); got {base!r}")
        self.base, self.tokenizer, self.end = base, base.tokenizer, base.end
        self.model: Any = base.load()
        if twice := set(adapters or {}) & set(checkpoints or {}):
            raise ValueError(f"adapters and checkpoints must have different names; got {sorted(twice)} in both")
        if dotted := [name for name in adapters or {} if "." in name]:
            raise ValueError(f"adapters must have names without a dot, which PyTorch refuses; got {dotted!r}")
        for name, path in (adapters or {}).items():
            if path is None:
                continue
            made_on = peft.PeftConfig.from_pretrained(str(path)).base_model_name_or_path
            if made_on and base.name and not same_model(made_on, base.name):
                raise ValueError(
                    f"adapters must have been made on the base {base.name!r}; {name!r} names {made_on!r}. If "
                    "that is the same "
                    "model in another place, say so in its adapter_config.json"
                )
            with _undisturbed():
                if isinstance(self.model, peft.PeftModel):
                    self.model.load_adapter(path, adapter_name=name)
                else:
                    self.model = peft.PeftModel.from_pretrained(self.model, path, adapter_name=name)
        self.model.eval()
        # Kept on the model's device: a soup of checkpoints is a sum over all their weights.
        self._checkpoints = {name: dict(base.load(saved).state_dict()) for name, saved in (checkpoints or {}).items()}
        for name, state in self._checkpoints.items():
            for key, weight in self.model.named_parameters():
                if key not in state or state[key].shape != weight.shape:
                    found = tuple(state[key].shape) if key in state else None
                    raise ValueError(
                        f"checkpoints must have the shapes of the base model; {name!r} has {key} of shape "
                        f"{found} and not "
                        f"{tuple(weight.shape)}"
                    )
        self.adapters = {name: Path(path) for name, path in (adapters or {}).items() if path is not None}
        self.checkpoints = {
            name: str(saved) for name, saved in (checkpoints or {}).items() if not isinstance(saved, torch.nn.Module)
        }
        self._soups: dict[tuple[tuple[str, float], ...], str] = {}
        plain = self.model.get_base_model() if isinstance(self.model, peft.PeftModel) else self.model
        self._takes = set(inspect.signature(plain.forward).parameters)

    @property
    def device(self) -> torch.device:
        """Where the weights are."""
        return next(self.model.parameters()).device

    @property
    def dtype(self) -> str:
        """The type of the weights, such as "float32"."""
        return str(next(self.model.parameters()).dtype).removeprefix("torch.")

    def without_place(self, hybrid: Hybrid) -> list[str]:
        """The parts of a hybrid to which no file or name leads: from the rest it cannot be put together again."""
        places = {INITIAL, *self.adapters, *self.checkpoints}
        return [*([] if self.base.name else ["the base"]), *(name for name in hybrid.shares if name not in places)]

    def encode(self, prompts: Sequence[str]) -> list[list[int]]:
        """Prompts as rows of tokens, as the base model is asked."""
        return self.base.encode(prompts)

    def _state(self, shares: Mapping[str, float]) -> dict[str, Tensor]:
        """Weights of a soup of checkpoints; what the shares leave over goes to the initial model."""
        rest = 1 - sum(shares.values())
        # Parameters, not the state: weights that the model uses twice are named once.
        if list(shares.values()) == [1]:
            (alone,) = shares
            return {key: self._checkpoints[alone][key] for key, _ in self.model.named_parameters()}
        return {
            key: rest * weight + sum(share * self._checkpoints[name][key] for name, share in shares.items())
            for key, weight in self.model.named_parameters()
        }

    def _soup_of_adapters(self, shares: Mapping[str, float]) -> str:
        """The name of the adapter that is this soup; made once."""
        key = tuple(sorted(shares.items()))
        if key not in self._soups:
            if len(key) == 1 and key[0][1] == 1:
                self._soups[key] = key[0][0]
            else:
                self._check_averageable([name for name, _ in key])
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
        return self._soups[key]

    def _check_averageable(self, names: Sequence[str]) -> None:
        """Refuse soups of adapters of which a weighted sum is not the average of the merged weights.

        Raises:
            ValueError: an adapter is no plain LoRA; the message says why.
        """
        for name in names:
            config = self.model.peft_config[name]
            kind = str(getattr(config.peft_type, "value", config.peft_type))
            settings = {key: getattr(config, key, None) for key in _NOT_AVERAGED}
            strange = [f"{key}={value!r}" for key, value in settings.items() if value and value != "none"]
            if kind != "LORA" or strange:
                raise ValueError(
                    f"a soup must be of plain LoRA adapters, whose sums average the merged weights; {name!r} "
                    f"is {kind} with "
                    f"{', '.join(strange) or 'other rules'}. Merge it into whole weights and give those as checkpoints"
                )

    @contextmanager
    def _with(self, shares: Mapping[str, float]) -> Iterator[Callable[..., Any]]:
        """The forward pass of this soup."""
        shares = {name: share for name, share in shares.items() if name != INITIAL}
        if shares and set(shares) <= set(self._checkpoints):
            state = self._state(shares)
            yield lambda **given: torch.func.functional_call(self.model, state, (), given)
        elif shares:
            if set(shares) & set(self._checkpoints):
                raise ValueError(f"a soup must be of adapters or of checkpoints, not of both; got {sorted(shares)}")
            self.model.set_adapter(self._soup_of_adapters(shares))
            yield self.model
        elif hasattr(self.model, "disable_adapter"):
            with self.model.disable_adapter():
                yield self.model
        else:
            yield self.model

    def log_probabilities(self, hybrid: Hybrid, replies: Replies, *, batch: int = 8) -> Tensor:
        """Log-probability of each reply given its prompt, the end token included, shape (replies,), on the CPU."""
        found = []
        with torch.no_grad():
            for rows in torch.arange(len(replies)).split(batch):
                tokens, mask = replies.tokens[rows], replies.mask[rows]
                here, seen = tokens.to(self.device), mask.to(self.device)

                def law(shares: Mapping[str, float], here: Tensor = here, seen: Tensor = seen) -> Tensor:
                    with self._with(shares) as run:
                        logits = run(input_ids=here, attention_mask=seen).logits[:, :-1]
                    return logits.float().log_softmax(dim=-1)

                place = torch.arange(1, tokens.shape[1])
                spoken = (place >= replies.start[rows].unsqueeze(1)) & (place < replies.stop[rows].unsqueeze(1))
                told, words = next_word(hybrid, law), here[:, 1:]
                if not isinstance(hybrid, Capped):
                    each = told.gather(-1, words.unsqueeze(-1)).squeeze(-1).double()
                else:
                    each = along(told, law({}), words, spoken.to(self.device), hybrid.cap)
                found.append((each.cpu() * spoken).sum(-1))
        return torch.cat(found)

    def sample(self, hybrid: Hybrid, prompts: Sequence[str], *, longest: int, generator: torch.Generator) -> Replies:
        """One reply to each prompt, drawn token by token at temperature 1, without any cut of rare tokens.

        Keys and values of earlier tokens are kept, and only the last place is turned into probabilities. What is mixed
        word by word keeps one such cache for each of its models, and what has a cap one for the initial model. This is
        how a model is to be served: the cap is kept for every reply.

        Args:
            hybrid: which model speaks.
            prompts: none of them empty.
            longest: most tokens of a reply, at least 1; one that has not ended by then ends there.
            generator: on the CPU; the global random state is left alone.

        Raises:
            ValueError: bad prompts, or `longest` is not a positive number or does not fit into the context.
        """
        self.base.checked_length(longest)
        encoded = self.encode(prompts)
        self.base.checked_length(longest, max(map(len, encoded)))
        start = torch.tensor([len(row) for row in encoded])
        wide = int(start.max())
        # Padded on the left, so that all replies grow at the same place.
        tokens = torch.full((len(encoded), wide), self.end)
        mask = torch.zeros_like(tokens)
        for k, row in enumerate(encoded):
            tokens[k, wide - len(row) :] = torch.tensor(row)
            mask[k, wide - len(row) :] = 1
        spoken = self._speak(hybrid, tokens.to(self.device), mask.to(self.device), longest, generator).cpu()
        return Replies.spoken(encoded, spoken, self.end)

    @torch.no_grad()
    def _speak(self, hybrid: Hybrid, new: Tensor, mask: Tensor, longest: int, generator: torch.Generator) -> Tensor:
        """Drawn tokens, shape (batch, at most longest); after its end a reply goes on with end tokens."""
        caches: dict[tuple[tuple[str, float], ...], Any] = {}
        cache = "cache" if "cache" in self._takes else "past_key_values"  # its name before transformers 5.24
        going = torch.ones(len(new), dtype=torch.bool, device=new.device)
        cap = hybrid.cap if isinstance(hybrid, Capped) and hybrid.shares else None  # none for the initial model
        room = torch.full((len(new),), log(cap or 1.0), dtype=torch.float64, device=new.device)
        drawn = []
        for _ in range(longest):
            options: dict[str, Any] = {"attention_mask": mask, "use_cache": True}
            if "position_ids" in self._takes:
                options["position_ids"] = (mask.cumsum(-1) - 1).clamp(min=0)[:, -new.shape[1] :]
            if "logits_to_keep" in self._takes:
                options["logits_to_keep"] = 1

            def law(shares: Mapping[str, float], new: Tensor = new, options: Any = options) -> Tensor:
                key = tuple(sorted(shares.items()))
                with self._with(shares) as run:
                    said = run(input_ids=new, **{cache: caches.get(key)}, **options)
                caches[key] = getattr(said, cache)
                return said.logits[:, -1].float().log_softmax(dim=-1)

            told = next_word(hybrid, law)
            if cap is not None:
                start = law({})
                told = closest_below(told, start, room)
            # By the inverse of the distribution function, so that the CPU's generator decides on every device.
            reached = told.exp().cumsum(-1)
            chance = torch.rand(len(new), 1, generator=generator).to(reached) * reached[:, -1:]
            word = torch.searchsorted(reached, chance, right=True).clamp(max=reached.shape[1] - 1)
            new = torch.where(going.unsqueeze(1), word, self.end)
            if cap is not None:
                room = left_after(room, told.gather(1, new).squeeze(1), start.gather(1, new).squeeze(1), going)
            drawn.append(new)
            going = going & (new.squeeze(1) != self.end)
            if not bool(going.any()):
                break
            mask = torch.cat([mask, torch.ones_like(new)], dim=1)
        return torch.cat(drawn, dim=1)

    def save(self, hybrid: Hybrid, folder: str | Path) -> None:
        """Write one model of the set and the tokenizer, for `from_pretrained`: an adapter, or whole weights.

        Raises:
            ValueError: the model is mixed or capped word by word, which no single network does.
        """
        if not is_one_network(hybrid):
            raise ValueError(
                f"only soups of weights without a cap are one model that can be saved; got {hybrid.name!r} "
                f"({hybrid.how}{', capped' if isinstance(hybrid, Capped) else ''})"
            )
        folder = Path(folder)
        shares = {name: share for name, share in hybrid.shares.items() if name != INITIAL}
        if not shares:
            base = self.model.get_base_model() if hasattr(self.model, "get_base_model") else self.model
            # Under adapters the initial weights go by the name of a base layer.
            plain = {k.replace(".base_layer", ""): v for k, v in base.state_dict().items() if ".lora_" not in k}
            base.save_pretrained(folder, state_dict=plain)
        elif set(shares) <= set(self._checkpoints):
            self.model.save_pretrained(folder, state_dict=self._state(shares))
        else:
            name = self._soup_of_adapters(shares)
            with tempfile.TemporaryDirectory() as scratch:
                self.model.save_pretrained(scratch, selected_adapters=[name])
                shutil.copytree(Path(scratch) / name, folder, dirs_exist_ok=True)
            # An adapter names its base; a folder is named in full, so that the model loads from anywhere.
            config = folder / "adapter_config.json"
            told = json.loads(config.read_text(encoding="utf-8"))
            told["base_model_name_or_path"] = place_of(str(told["base_model_name_or_path"]))
            config.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")
        self.tokenizer.save_pretrained(folder)

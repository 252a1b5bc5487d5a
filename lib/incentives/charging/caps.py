"""Serving below a cap: no reply becomes more than `cap` times as likely as under the initial model.

The probability of the words said so far may not pass the cap either, since on average over the initial model's ways to
go on a reply's ratio is that of its beginning. So what is left of the cap, the *room*, says after every word how far
the next one may be raised, and a law that keeps to its room at every word keeps the cap for all replies, and is the
law of a model: it can be drawn from and scored. At every word the served law is the closest one, in KL, to the law
that was asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log

import torch
from torch import Tensor

from incentives.charging.soups import Hybrid
from incentives.numbers import as_list
from incentives.reading import as_kind, as_real

# Less room than this is none: what is left of a float's precision after a word that has used it up.
_NO_ROOM = 1e-9


@dataclass(frozen=True, eq=False)
class Capped(Hybrid):
    """A hybrid of weights or words that is drawn and scored below a cap.

    Args:
        name, shares, how: as for a hybrid.
        cap: no reply becomes more than so many times as likely as under the initial model.

    Raises:
        ValueError: what a hybrid refuses, a cap that is no finite number of at least 1, or a mixture of whole
            sentences, which are not drawn word by word.
    """

    cap: float = 1.0

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "cap", as_real("cap", self.cap, least=1))
        if self.how == "sentences":
            raise ValueError(f"how must be 'weights' or 'words' below a cap, got {self.how!r}")


def capped(models: Sequence[Hybrid], cap: float) -> list[Hybrid]:
    """The same models, served below a cap; the initial model is below every cap.

    Args:
        models: candidates of `charge`.
        cap: no reply becomes more than so many times as likely as under the initial model, at least 1.

    >>> [type(model).__name__ for model in capped([Hybrid("initial", {}), Hybrid("all", {"all": 1.0})], 16)]
    ['Hybrid', 'Capped']
    """
    given = [as_kind("models", model, Hybrid) for model in as_list("models", models)]
    return [Capped(m.name, m.shares, m.how, cap) if m.shares else m for m in given]


def is_one_network(model: Hybrid) -> bool:
    """True if a candidate is weights alone, and not mixed or capped word by word.

    >>> is_one_network(Hybrid("soup", {"a": 0.5, "b": 0.5})), is_one_network(Hybrid("mix", {"a": 0.5}, "words"))
    (True, False)
    """
    return model.how == "weights" and not isinstance(model, Capped)


def cap_of(model: Hybrid) -> float:
    """Below which cap a model is served, whatever it is asked: 1 for the initial model, infinite where none is kept."""
    if not model.shares:
        return 1.0
    return model.cap if isinstance(model, Capped) else inf


def closest_below(law: Tensor, initial: Tensor, room: Tensor) -> Tensor:
    """The closest law below a multiple of the initial one: words that would pass it are cut, the others raised alike.

    Among all laws p' <= exp(room) initial it has the least KL(p' || law).

    Args:
        law, initial: log-probabilities of the next word, shape (..., words), finite.
        room: log of the largest ratio to the initial law, at least 0, shape (...).

    Returns:
        Log-probabilities in double precision, shape (..., words).

    >>> wanted, start = torch.tensor([0.7, 0.2, 0.1]).log(), torch.tensor([0.25, 0.25, 0.5]).log()
    >>> [round(p, 4) for p in closest_below(wanted, start, torch.tensor(2.0).log()).exp().tolist()]
    [0.5, 0.3333, 0.1667]
    """
    wanted, start = law.double(), initial.double()
    top = start + room.double().unsqueeze(-1)
    limit, chance = top.exp(), wanted.exp()
    cut = chance > limit
    while True:
        left = (~cut * chance).sum(-1, keepdim=True)
        raised = (1 - (cut * limit).sum(-1, keepdim=True)).clamp(min=1e-300) / left.clamp(min=1e-300)
        more = cut | (raised * chance > limit)
        if bool((more == cut).all()):
            break
        cut = more
    found = torch.where(cut, top, wanted + raised.log())
    return torch.where(room.unsqueeze(-1) < _NO_ROOM, start, found)


def along(law: Tensor, initial: Tensor, words: Tensor, spoken: Tensor, cap: float) -> Tensor:
    """Log-probabilities of the words of some replies under the served law, shape (replies, places).

    Args:
        law, initial: log-probabilities of every word at every place, shape (replies, places, words).
        words: that were said, shape (replies, places).
        spoken: which places belong to the reply, and not to its prompt or its padding, shape (replies, places).
        cap: of whole replies, at least 1.

    A reply of two words, each raised from 1/2 to 3/4 if it may be, below a cap of 2: 3/2 and then 4/3 times.

    >>> wanted, start = torch.tensor([[[0.75, 0.25]] * 2]).log(), torch.tensor([[[0.5, 0.5]] * 2]).log()
    >>> said, counts = torch.tensor([[0, 0]]), torch.tensor([[True, True]])
    >>> [round(p, 4) for p in along(wanted, start, said, counts, 2.0).exp()[0].tolist()]
    [0.75, 0.6667]
    """
    room = torch.full(words.shape[:1], log(cap), dtype=torch.float64, device=words.device)
    found = torch.zeros(words.shape, dtype=torch.float64, device=words.device)
    for place in range(words.shape[1]):
        counts = spoken[:, place]
        if not bool(counts.any()):
            continue
        said = words[:, place].unsqueeze(-1)
        served = closest_below(law[:, place], initial[:, place], room).gather(-1, said).squeeze(-1)
        found[:, place] = served
        room = left_after(room, served, initial[:, place].gather(-1, said).squeeze(-1), counts)
    return found


def left_after(room: Tensor, served: Tensor, initial: Tensor, counts: Tensor) -> Tensor:
    """The room after a word, never below 0: it grows by a word that became less likely.

    Args:
        room, served, initial: before the word, and its log-probabilities, shape (replies,).
        counts: whose word it is, shape (replies,); the others keep their room.
    """
    return torch.where(counts, (room - served + initial.double()).clamp(min=0), room)

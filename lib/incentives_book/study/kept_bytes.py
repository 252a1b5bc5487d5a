"""The bytes that automatic differentiation keeps at one time, beside the weights: what decides whether a step fits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import torch
from torch import Tensor


class Kept:
    """Bytes that are kept for backward passes: now, and the most at one time."""

    def __init__(self) -> None:
        self.now = self.most = 0
        self._often: Counter[int] = Counter()

    def add(self, tensor: Tensor) -> _Held:
        """Count the memory behind a tensor, once however often it is kept."""
        return _Held(tensor, self)

    def change(self, place: int, size: int, by: int) -> None:
        """One tensor more or less at this place."""
        before = self._often[place]
        self._often[place] += by
        if not self._often[place]:
            del self._often[place]
        if not before * (before + by):
            self.now += by * size
            self.most = max(self.most, self.now)


class _Held:
    """A tensor that is kept until this object goes."""

    def __init__(self, tensor: Tensor, kept: Kept) -> None:
        # Detached: what a node has computed itself would else hold the node, and never go.
        self.tensor, self.kept = tensor.detach(), kept
        storage = tensor.untyped_storage()
        self.place, self.size = storage.data_ptr(), storage.nbytes()
        weights = any(isinstance(each, torch.nn.Parameter) for each in (tensor, tensor._base))
        self.counts = self.size > 0 and not weights
        if self.counts:
            kept.change(self.place, self.size, 1)

    def __del__(self) -> None:
        if self.counts:
            self.kept.change(self.place, self.size, -1)


@contextmanager
def kept_bytes() -> Iterator[Kept]:
    """Count what is kept within; weights, and views of them, do not count.

    >>> weight = torch.nn.Parameter(torch.ones(3, 3))
    >>> with kept_bytes() as kept:
    ...     for _ in range(2):  # the second pass begins when nothing is left of the first
    ...         (torch.ones(1, 3) @ weight).exp().sum().backward()
    >>> kept.most, kept.now  # the ones, and the exponentials
    (24, 0)
    """
    kept = Kept()
    with torch.autograd.graph.saved_tensors_hooks(kept.add, lambda held: held.tensor):
        yield kept

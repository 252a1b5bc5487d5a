"""The examples of all clients, resident on one device, and the batches that they train on.

The order of a client's examples is drawn on the CPU from (seed, client, round) alone. So every method, every
engine, every device and every run that contains a client sees the same batches of it: differences between methods
are differences of methods (common random numbers), and models of one client in many runs can share their inputs.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace

import torch
from numpy.typing import ArrayLike
from torch import Tensor

from incentives.learning.chance import generator
from incentives.learning.labels import as_class_numbers
from incentives.learning.tensors import as_tensor
from incentives.numbers import as_index, as_list


@dataclass(frozen=True, eq=False)
class Batches:
    """The batches of all clients in one round.

    Clients may have different numbers of steps and a last batch that is smaller: what is missing is padded with
    some example of the client and weighs 0.

    Args:
        rows: row numbers into the examples, shape (steps, clients, width); stride 0 along the steps if `constant`.
        counts: real examples in each batch, on the CPU, shape (steps, clients); the first `count` of a batch are
            real, 0 says that the client takes no such step. A client's steps come first.
        seed, round: what they were drawn for.
        constant: whether every step uses the same batch (all of a client's examples).
    """

    rows: Tensor
    counts: Tensor
    seed: int
    round: int
    constant: bool = False

    def of(self, who: Sequence[int]) -> Batches:
        """The batches of some clients only, in this order."""
        some = torch.as_tensor(who)
        return replace(self, rows=self.rows[:, some.to(self.rows.device)], counts=self.counts[:, some])

    @property
    def steps(self) -> list[int]:
        """The number of steps of each client."""
        return (self.counts > 0).sum(dim=0).tolist()

    def weights(self, dtype: torch.dtype) -> Tensor:
        """The weight of each example in the mean over its batch, shape (steps, clients, width): 1 / count, or 0.

        With `constant`, the axis of steps has length 1.
        """
        counts = (self.counts[:1] if self.constant else self.counts).to(self.rows.device)[..., None]
        real = torch.arange(self.rows.shape[2], device=self.rows.device) < counts
        return real.to(dtype) / counts.clamp(min=1)


@dataclass(frozen=True, eq=False)
class FederatedData:
    """Labelled examples and who holds which.

    Memory: the examples once, and 8 bytes per client and example of the largest client.

    Args:
        inputs: shape (examples, *shape); floats, or bytes that `prepare` turns into floats.
        labels: shape (examples,): classes as whole numbers, or numbers to predict.
        index: row numbers, on the CPU, shape (clients, largest client); after a client's last example its first is
            repeated.
        sizes: how many examples each client holds, at least 1.
        prepare: applied to every gathered batch of inputs, for instance to scale bytes.
        classes: what the class numbers are called, where labels came as names.

    Use `FederatedData.of` to make one.

    >>> data = FederatedData.of(torch.arange(10.0)[:, None], torch.arange(10), [[0, 1, 2], [5, 6]])
    >>> data.clients, data.sizes
    (2, (3, 2))
    >>> batches = data.batches(seed=1, round=0, batch_size=2, epochs=1)
    >>> batches.counts.tolist()             # client 0 takes a second, smaller step; client 1 does not
    [[2, 2], [1, 0]]
    """

    inputs: Tensor
    labels: Tensor
    index: Tensor
    sizes: tuple[int, ...]
    prepare: Callable[[Tensor], Tensor] | None = None
    classes: tuple[Hashable, ...] | None = None

    @classmethod
    def of(
        cls,
        inputs: ArrayLike | Tensor,
        labels: ArrayLike | Tensor,
        parts: Sequence[ArrayLike | Tensor],
        *,
        prepare: Callable[[Tensor], Tensor] | None = None,
    ) -> FederatedData:
        """From examples and one list of row numbers per client; both are copied, so what changes later changes nothing
        here.

        Args:
            inputs: numbers of shape (examples, ...): an array, a tensor, a frame or lists.
            labels: one per example: numbers, or names of classes (texts, truth values), which are numbered in their
                order.
            parts: for each client its row numbers, from 0 whatever the index of a frame says.

        Raises:
            ValueError: no client, a client without data, row numbers that are not whole or do not exist, a row twice
                with one client, or another number of labels than inputs.
        """
        (named,), classes = as_class_numbers({"labels": labels})
        X, y = (
            found.detach().clone() if isinstance(given, Tensor) else found
            for given, found in ((inputs, as_tensor("inputs", inputs)), (labels, named))
        )
        if X.ndim < 1:
            raise ValueError(f"inputs must have shape (examples, ...), got {tuple(X.shape)}")
        if y.ndim != 1 or len(X) != len(y):
            raise ValueError(f"labels must have shape ({len(X)},), one per input, got {tuple(y.shape)}")
        own = as_list("parts", parts)
        if not own:
            raise ValueError("parts must hold at least one client, got none")
        rows = [as_tensor("parts", part, finite=False).cpu() for part in own]
        for client, part in enumerate(rows):
            if part.ndim != 1 or part.numel() == 0:
                raise ValueError(f"parts must give every client data, got none for client {client}")
            if part.is_floating_point() or part.dtype == torch.bool:
                raise ValueError(f"parts must hold whole row numbers, got {part.dtype} for client {client}")
            if part.min() < 0 or part.max() >= len(X):
                raise ValueError(
                    f"parts must hold row numbers from 0 to {len(X) - 1}, "
                    f"got {int(part.min())} to {int(part.max())} for client {client}"
                )
            if len(part.unique()) != len(part):
                raise ValueError(f"parts must list a row at most once per client, got repeats for client {client}")
        sizes = tuple(len(part) for part in rows)
        index = torch.stack([torch.cat([p.long(), p[:1].long().expand(max(sizes) - len(p))]) for p in rows])
        return cls(X, y, index, sizes, prepare, classes)

    @property
    def clients(self) -> int:
        """The number of clients."""
        return len(self.sizes)

    @property
    def device(self) -> torch.device:
        """Where the examples lie."""
        return self.inputs.device

    def to(self, device: torch.device | str) -> FederatedData:
        """The same data on another device."""
        return replace(self, inputs=self.inputs.to(device), labels=self.labels.to(device))

    def gather(self, rows: Tensor) -> tuple[Tensor, Tensor]:
        """Inputs, shape (*rows.shape, *shape), and labels, shape rows.shape, of these row numbers."""
        flat = rows.reshape(-1)
        inputs = self.inputs.index_select(0, flat)
        inputs = inputs if self.prepare is None else self.prepare(inputs)
        return inputs.view(*rows.shape, *inputs.shape[1:]), self.labels.index_select(0, flat).view(rows.shape)

    def client(self, client: int) -> tuple[Tensor, Tensor]:
        """All examples of one client, in the order of its part."""
        client = as_index("client", client, self.clients)
        return self.gather(self.index[client, : self.sizes[client]].to(self.device))

    def with_labels(self, client: int, labels: Tensor) -> FederatedData:
        """The data where one client's labels are these; other clients keep theirs, also on examples they share."""
        client = as_index("client", client, self.clients)
        size, labels = self.sizes[client], as_tensor("labels", labels)
        if labels.shape != (size,):
            raise ValueError(f"labels must have shape ({size},), got {tuple(labels.shape)}")
        own = self.index[client, :size].to(self.device)
        fresh = torch.arange(len(self.inputs), len(self.inputs) + size)
        index = self.index.clone()
        index[client] = torch.cat([fresh, fresh[:1].expand(index.shape[1] - size)])
        return replace(
            self,
            inputs=torch.cat([self.inputs, self.inputs[own]]),
            labels=torch.cat([self.labels, labels.to(self.labels)]),
            index=index,
        )

    def batches(
        self,
        *,
        seed: int,
        round: int,
        batch_size: int | None = None,
        epochs: int | None = None,
        steps: int | None = None,
        partial: bool = True,
        merged: bool = False,
    ) -> Batches:
        """The batches of all clients in one round.

        Args:
            seed: with the client's number and `round` the only source of chance.
            round: from 0.
            batch_size: examples per step; None takes all of a client's examples in every step, without chance.
            epochs: passes over each client's own data; the last batch of a pass may be smaller and is weighted so
                that its step is the mean over its own examples. Exactly one of `epochs` and `steps`.
            steps: the same number of steps for every client, from as many passes as that takes.
            partial: False leaves smaller batches out, and then every client must hold a whole batch.
            merged: one batch per client with all examples that the steps would have used: what mini-batch SGD sees
                where local SGD takes the steps.

        Raises:
            ValueError: a number out of range, both or neither of `epochs` and `steps`, or, with partial=False, a
                batch larger than a client.
        """
        if (epochs is None) == (steps is None):
            raise ValueError(f"give exactly one of epochs and steps, got epochs={epochs!r} and steps={steps!r}")
        given = {"batch_size": batch_size, "epochs": epochs, "steps": steps}
        for name, value in given.items():
            if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 1):
                raise ValueError(f"{name} must be a whole number of at least 1, got {value!r}")
        if batch_size is None:
            return self._whole(seed, round, 1 if merged else epochs or steps or 1)
        if not partial and batch_size > min(self.sizes):
            smallest = self.sizes.index(min(self.sizes))
            raise ValueError(
                f"batch_size must be at most {min(self.sizes)}, the size of client {smallest}, "
                f"where partial batches are left out; got {batch_size}"
            )
        drawn = [self._draw(k, seed, round, batch_size, epochs, steps, partial) for k in range(self.clients)]
        if merged:
            # Within a client's steps all padding is at the end of a batch: keep the real ones, in their order.
            drawn = [
                (
                    torch.cat([row[:count] for row, count in zip(rows, counts, strict=True)])[None],
                    [sum(counts)],
                )
                for rows, counts in drawn
            ]
        most, width = max(len(counts) for _, counts in drawn), max(rows.shape[1] for rows, _ in drawn)
        rows = self.index[:, 0].expand(width, most, -1).permute(1, 2, 0).contiguous()
        counts = torch.zeros(most, self.clients, dtype=torch.long)
        for k, (own, real) in enumerate(drawn):
            rows[: len(own), k, : own.shape[1]] = own
            counts[: len(real), k] = torch.tensor(real)
        return Batches(rows.to(self.device), counts, seed, round)

    def _whole(self, seed: int, round: int, steps: int) -> Batches:
        counts = torch.tensor(self.sizes).expand(steps, -1)
        return Batches(self.index.to(self.device).expand(steps, -1, -1), counts, seed, round, constant=True)

    def _draw(
        self,
        client: int,
        seed: int,
        round: int,
        batch_size: int,
        epochs: int | None,
        steps: int | None,
        partial: bool,
    ) -> tuple[Tensor, list[int]]:
        """One client's batches, shape (steps, batch_size), padded at the end, and the real examples in each."""
        size = self.sizes[client]
        per_epoch = -(-size // batch_size) if partial else size // batch_size
        passes = (epochs or 1) if steps is None else -(-steps // per_epoch)
        chance = generator(seed, "batches", client, round)
        own = self.index[client, :size]
        rows = own[:1].expand(passes, per_epoch * batch_size).clone()
        used = min(size, per_epoch * batch_size)
        for row in rows:
            row[:used] = own[torch.randperm(size, generator=chance)[:used]]
        counts = ([batch_size] * (per_epoch - 1) + [used - batch_size * (per_epoch - 1)]) * passes
        return rows.view(-1, batch_size)[:steps], counts[:steps]

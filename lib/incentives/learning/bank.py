"""Models as the rows of one matrix.

Row k of a bank holds all parameters of model k: of one client, one run, one seed. A layout says which columns
belong to which tensor. Then averaging is a matrix product, whatever the method: federated averaging, leaving one
out and personalization differ only in the matrix. Angles between updates are read off a Gram matrix.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite, prod
from typing import Any

import torch
from torch import Tensor, nn

from incentives.learning.tensors import as_tensor


@dataclass(frozen=True)
class Field:
    """One tensor's place in a row: `size` columns from `offset` on."""

    name: str
    shape: tuple[int, ...]
    offset: int

    @property
    def size(self) -> int:
        """The number of entries of the tensor."""
        return prod(self.shape)

    @property
    def columns(self) -> slice:
        """The columns of a row that hold it."""
        return slice(self.offset, self.offset + self.size)


@dataclass(frozen=True)
class Layout:
    """Which columns of a row belong to which tensor, in order and without gaps.

    >>> layout = Layout.of([("weight", (2, 3)), ("bias", (2,))])
    >>> layout.size, layout["bias"].offset
    (8, 6)
    >>> layout.split(torch.arange(8))["bias"].tolist()
    [6, 7]
    """

    fields: tuple[Field, ...]

    @classmethod
    def of(cls, shapes: Iterable[tuple[str, Sequence[int]]]) -> Layout:
        """A layout from names and shapes, in this order.

        Raises:
            ValueError: a name comes twice.
        """
        fields, offset = [], 0
        for name, shape in shapes:
            fields.append(Field(name, tuple(shape), offset))
            offset += fields[-1].size
        names = [field.name for field in fields]
        if len(set(names)) != len(names):
            raise ValueError(f"shapes must name each tensor once, got {names}")
        return cls(tuple(fields))

    @classmethod
    def of_parameters(cls, module: nn.Module) -> Layout:
        """The module's parameters, each shared one once, in the module's order."""
        return cls.of((name, p.shape) for name, p in module.named_parameters())

    @classmethod
    def of_buffers(cls, module: nn.Module) -> Layout:
        """The module's buffers, such as the running statistics of batch normalization; often none."""
        return cls.of((name, b.shape) for name, b in module.named_buffers())

    @property
    def size(self) -> int:
        """Columns of a row."""
        return sum(field.size for field in self.fields)

    def __getitem__(self, name: str) -> Field:
        for field in self.fields:
            if field.name == name:
                return field
        raise ValueError(f"name must be one of {[field.name for field in self.fields]}, got {name!r}")

    def split(self, values: Tensor) -> dict[str, Tensor]:
        """Views of rows `values`, shape (..., size), by tensor: shapes (..., *shape). Writing to them writes there."""
        if values.shape[-1:] != (self.size,):
            raise ValueError(f"values must have {self.size} columns, got shape {tuple(values.shape)}")
        lead = values.shape[:-1]
        return {f.name: values[..., f.columns].view(lead + f.shape) for f in self.fields}

    def join(self, parts: Mapping[str, Tensor]) -> Tensor:
        """The rows whose views are `parts`, a new tensor of shape (..., size); the inverse of `split`."""
        flat = []
        for f in self.fields:
            part = parts[f.name]
            lead = part.shape[: part.ndim - len(f.shape)]
            if part.shape[len(lead) :] != f.shape:
                raise ValueError(f"{f.name} must end in shape {f.shape}, got {tuple(part.shape)}")
            flat.append(part.reshape(*lead, f.size))
        return torch.cat(flat, dim=-1)


def averaging_weights(weights: Any, *, columns: int, sum_to_one: bool = True) -> Tensor:
    """A checked aggregation matrix in float64, shape (rows, columns); one row may be given without its axis.

    Raises:
        ValueError: another number of columns, numbers that are not finite, or, with `sum_to_one`, a row whose sum
            is off by more than 1e-6.

    >>> averaging_weights([1, 1], columns=2)
    Traceback (most recent call last):
        ...
    ValueError: each row of weights must sum to 1, got sums [2.0]
    """
    matrix = as_tensor("weights", weights, finite=False, double=True)
    matrix = matrix[None] if matrix.ndim == 1 else matrix
    if matrix.ndim != 2 or matrix.shape[1] != columns or not len(matrix):
        raise ValueError(f"weights must have shape (rows, {columns}), got {tuple(matrix.shape)}")
    sums = matrix.sum(dim=1).tolist()  # one of them is not finite if any number is not
    if not all(map(isfinite, sums)):
        raise ValueError(f"weights must be finite, got {matrix.tolist()}")
    if sum_to_one and any(abs(total - 1) > 1e-6 for total in sums):
        raise ValueError(f"each row of weights must sum to 1, got sums {sums}")
    return matrix


@dataclass(frozen=True, eq=False)
class ParamBank:
    """K models as one contiguous matrix.

    Memory: K * P numbers; views cost nothing, `aggregate` and `copy` make new ones.

    Args:
        values: shape (K, P), contiguous. The bank does not copy it.
        layout: which of the P columns belong to which tensor.

    Raises:
        ValueError: `values` has another shape or is not contiguous.

    >>> bank = ParamBank(torch.tensor([[1.0, 3.0], [5.0, 9.0]]), Layout.of([("w", (1,)), ("b", ())]))
    >>> bank.views()["b"]
    tensor([3., 9.])
    >>> bank.aggregate([[0.5, 0.5], [0.25, 0.75]]).values
    tensor([[3.0000, 6.0000],
            [4.0000, 7.5000]])
    """

    values: Tensor
    layout: Layout

    def __post_init__(self) -> None:
        if self.values.ndim != 2 or self.values.shape[1] != self.layout.size:
            raise ValueError(f"values must have shape (models, {self.layout.size}), got {tuple(self.values.shape)}")
        if not self.values.is_contiguous():
            raise ValueError("values must be contiguous, so that a row is one stretch of memory")

    @classmethod
    def of_modules(cls, modules: Sequence[nn.Module]) -> ParamBank:
        """Copies of the parameters of modules of one architecture, a row each.

        Raises:
            ValueError: no module, or modules with different parameters.
        """
        if not modules:
            raise ValueError("modules must hold at least one module, got none")
        layout = Layout.of_parameters(modules[0])
        if any(Layout.of_parameters(module) != layout for module in modules):
            raise ValueError("modules must have the same parameters by name and shape")
        rows = [layout.join(dict(module.named_parameters())) for module in modules]
        return cls(torch.stack(rows).detach(), layout)

    def __len__(self) -> int:
        return len(self.values)

    def views(self) -> dict[str, Tensor]:
        """Each tensor of all models, shape (K, *shape), as views into the bank."""
        return self.layout.split(self.values)

    def row(self, model: int) -> dict[str, Tensor]:
        """Each tensor of one model, as views into the bank."""
        return self.layout.split(self.values[model])

    def load(self, model: int, module: nn.Module) -> nn.Module:
        """Copy one model's parameters into a module of the same architecture; returns that module."""
        row = self.row(model)
        with torch.no_grad():
            for name, parameter in module.named_parameters():
                parameter.copy_(row[name])
        return module

    def copy(self) -> ParamBank:
        """An independent bank with equal values."""
        return ParamBank(self.values.clone(), self.layout)

    def to(self, *args: Any, **kwargs: Any) -> ParamBank:
        """The bank on another device or with another type of numbers, as `torch.Tensor.to`."""
        return ParamBank(self.values.to(*args, **kwargs), self.layout)

    def aggregate(self, weights: Any, *, sum_to_one: bool = True) -> ParamBank:
        """New models as weighted sums of these: row g is the sum over k of weights[g, k] times row k.

        Args:
            weights: shape (G, K), or (K,) for one new model.
            sum_to_one: refuse rows that do not sum to 1; switch off for sums of updates.

        Raises:
            ValueError: another shape, or a row that does not sum to 1 where it has to.
        """
        matrix = averaging_weights(weights, columns=len(self), sum_to_one=sum_to_one)
        return ParamBank(matrix.to(self.values) @ self.values, self.layout)

    def gram(self, other: ParamBank | None = None, *, names: Iterable[str] | None = None) -> Tensor:
        """Inner products of rows with the rows of `other` (or of this bank), shape (K, other's K).

        Args:
            other: a bank of the same layout.
            names: take only these tensors, for instance the last layer's; all by default.
        """
        other = self if other is None else other
        if other.layout != self.layout:
            raise ValueError("other must have the same layout")
        if names is None:
            return self.values @ other.values.T
        columns = [self.layout[name].columns for name in names]
        if not columns:
            raise ValueError("names must name at least one tensor, got none")
        first, *rest = (self.values[:, c] @ other.values[:, c].T for c in columns)
        return sum(rest, start=first)

    def cosines(self, other: ParamBank | None = None, *, names: Iterable[str] | None = None) -> Tensor:
        """Cosines of the angles between rows, shape (K, other's K); 0 where a row is zero.

        >>> ParamBank(torch.tensor([[3.0, 4.0], [0.0, 0.0]]), Layout.of([("w", (2,))])).cosines()
        tensor([[1., 0.],
                [0., 0.]])
        """
        names = None if names is None else tuple(names)
        other = self if other is None else other

        def lengths(bank: ParamBank) -> Tensor:
            parts = [bank.values] if names is None else [bank.values[:, bank.layout[n].columns] for n in names]
            first, *rest = ((part**2).sum(dim=1) for part in parts)
            norm = sum(rest, start=first).sqrt()
            return torch.where(norm == 0, torch.ones_like(norm), norm)  # a zero row's products are zero already

        return self.gram(other, names=names) / (lengths(self)[:, None] * lengths(other))

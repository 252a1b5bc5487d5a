"""A federation of one's own as `compare` takes it: the clients' data, and what is set aside. Needs PyTorch."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise
from numbers import Real
from typing import Any, NamedTuple

import incentives.learning  # noqa: F401  says which extra brings PyTorch, where it is missing

# isort: split
import numpy as np
import torch
from numpy.typing import ArrayLike
from torch import Tensor
from torch.utils.data import Dataset

from incentives.floats import is_frame, shown
from incentives.learning.federated_data import FederatedData
from incentives.learning.labels import Names, as_class_numbers
from incentives.learning.tensors import as_tensor
from incentives.numbers import as_number
from incentives.randomness import stream

# One client's inputs and labels as they are given: a pair, or a data set of such pairs.
ClientData = tuple[ArrayLike | Tensor, ArrayLike | Tensor] | Dataset[object]


class Examples(NamedTuple):
    """Inputs, shape (examples, ...), and their classes, shape (examples,)."""

    inputs: Tensor
    labels: Tensor


def _numbers_of(name: str, frame: Any) -> Any:
    """A frame of pandas with truth values, as `get_dummies` makes them, nullable numbers and objects as floats.

    Raises:
        ValueError: columns that hold no numbers, such as texts, dates and lengths of time, objects some of which are
            missing, or bytes beside other numbers; they are named.
    """
    if not hasattr(frame, "select_dtypes"):
        return frame
    columns = [(str(one), column) for one, column in frame.items()]
    rest = [(one, column) for one, column in columns if column.dtype.kind not in "iufcb"]
    numbers = (Real, Decimal, np.bool_)
    if texts := [
        one
        for one, column in rest
        if column.dtype.kind in "mM" or not all(isinstance(entry, numbers) for entry in column.dropna())
    ]:
        raise ValueError(
            f"inputs of {name} must be numbers, got other things (columns: {', '.join(texts)} hold no numbers): make "
            "texts columns of 0 and 1 with pandas.get_dummies on all clients' rows together, make dates and lengths of "
            "time numbers of days, or leave these columns out"
        )
    bytes_or_objects = ("object", "uint8")  # neither has a number for what is missing
    if gaps := [
        one for one, column in columns if str(column.dtype).lower() in bytes_or_objects and column.isna().any()
    ]:
        raise ValueError(
            f"inputs of {name} must be numbers, got gaps (columns: {', '.join(gaps)} miss values): fill in what is "
            "missing, and make these columns floats with astype(float)"
        )
    shades = [one for one, column in columns if "uint8" in str(column.dtype).lower()]
    if 0 < len(shades) < len(columns):
        raise ValueError(
            f"inputs of {name} must be bytes, which are scaled to [0, 1], in all columns or in none; got them beside "
            f"others (columns: {', '.join(shades)} hold bytes): make them floats with astype(float), and divide by 255 "
            "what is a shade"
        )
    if shades:
        return frame.astype("uint8")
    others = [one for one, kind in frame.dtypes.items() if kind.kind in "bO" or not isinstance(kind, np.dtype)]
    return frame.astype(dict.fromkeys(others, float))


def _as_inputs(name: str, value: Any, prepare: Callable[[Tensor], Tensor] | None = None) -> Tensor:
    """On the CPU, no gradient follows; floats in single precision, bytes scaled to [0, 1] or as `prepare` does."""
    if hasattr(value, "toarray"):
        raise ValueError(f"inputs of {name} must be an array, got a sparse {type(value).__name__}: give its toarray()")
    numbers = _numbers_of(name, value) if is_frame(value) else value
    inputs = as_tensor(f"inputs of {name}", numbers).detach().cpu()
    if inputs.dtype == torch.uint8:
        return inputs.float() / 255 if prepare is None else prepare(inputs)
    if inputs.dtype == torch.bool:
        raise ValueError(f"inputs of {name} must be floats, bytes or whole numbers, got {inputs.dtype}")
    return inputs.float() if inputs.is_floating_point() else inputs


def _read_pair(name: str, given: Any, prepare: Callable[[Tensor], Tensor] | None = None) -> tuple[Tensor, Any]:
    """A pair (inputs, labels) or a map-style Dataset of such pairs: inputs as a tensor, labels as they came."""
    if isinstance(given, (tuple, list)) and len(given) == 2:
        return _as_inputs(name, given[0], prepare), given[1]
    kinds = (str, bytes, np.ndarray, Tensor, Mapping)
    if is_frame(given):
        raise ValueError(f"{name} must be a pair such as (frame[columns], frame['label']), got one DataFrame")
    if not hasattr(given, "__getitem__") or not hasattr(given, "__len__") or isinstance(given, kinds):
        raise ValueError(f"{name} must be a pair (inputs, labels) or a Dataset of pairs, got {type(given).__name__}")
    pairs = [given[place] for place in range(len(given))]
    if not pairs or not all(isinstance(pair, (tuple, list)) and len(pair) == 2 for pair in pairs):
        raise ValueError(
            f"{name} must be a pair (inputs, labels) or a Dataset of pairs, got {type(given).__name__} of {len(pairs)}"
        )
    try:
        # Bytes stay bytes until all are together: `prepare` is for a batch.
        inputs = torch.stack([_as_inputs(name, one, lambda bytes_: bytes_) for one, _ in pairs])
    except RuntimeError as error:
        raise ValueError(f"{name} must have inputs of one shape ({error})") from error
    labels = [label.item() if isinstance(label, (Tensor, np.generic)) else label for _, label in pairs]
    return _as_inputs(name, inputs, prepare), labels


def _way_out(inputs: Tensor, labels: Tensor) -> str:
    """Advice about shapes that are no examples and their classes, in words; "" where nothing is known."""
    if labels.ndim == 2 and labels.shape[1] > 1:
        return ": of labels with a column for each class, give the number of the class, labels.argmax(1)"
    if labels.ndim == 2:
        return ": of labels in one column, give the column itself, labels[:, 0]"
    return ": where an example is one number, give a column of them, inputs[:, None]" if inputs.ndim == 1 else ""


def _check_columns(given: Mapping[str, Any]) -> None:
    """ValueError where frames have other columns than the first one, or have them in another order."""
    pairs = {name: one for name, one in given.items() if isinstance(one, (tuple, list)) and len(one) == 2}
    columns = {name: list(inputs.columns) for name, (inputs, _) in pairs.items() if is_frame(inputs)}
    first, common = next(iter(columns.items()), ("", []))
    for name, own in columns.items():
        if own != common:
            raise ValueError(
                f"inputs of {name} must have the columns of {first} in their order, {shown(common)}; "
                f"got {shown(own)}: give frame[columns] with the same columns everywhere"
            )


def read_examples(
    given: Mapping[str, Any], known: Names | None = None, prepare: Callable[[Tensor], Tensor] | None = None
) -> tuple[list[Examples], Names | None]:
    """Examples of several clients or sets as tensors, and what their classes are called where labels are names.

    Args:
        given: pairs (inputs, labels) or datasets of pairs, by the name that messages use.
        known: names that the classes have already.
        prepare: what a federation does to its bytes; without it bytes are scaled to [0, 1].

    Raises:
        ValueError: no pairs, inputs that are no numbers, or labels that are no classes; whose, is named.
    """
    pairs = {name: _read_pair(name, one, prepare) for name, one in given.items()}
    _check_columns(given)
    numbers, names = as_class_numbers({f"labels of {name}": labels for name, (_, labels) in pairs.items()}, known=known)
    found = []
    for (name, (inputs, _)), labels in zip(pairs.items(), numbers, strict=True):
        labels = labels.detach().cpu()
        if labels.ndim != 1 or inputs.ndim < 2 or len(inputs) != len(labels) or not len(labels):
            raise ValueError(
                f"{name} must have inputs of shape (examples, ...) and labels of shape (examples,), at least one; "
                f"got {tuple(inputs.shape)} and {tuple(labels.shape)}{_way_out(inputs, labels)}"
            )
        if bool((between := labels != labels.round()).any()):
            raise ValueError(
                f"labels of {name} must be whole class numbers or names of classes, got {labels[between][0]:g}: "
                "divide numbers that are to be predicted into classes, such as low and high"
            )
        found.append(Examples(inputs, labels.long()))
    return found, names


def as_share(name: str, value: Any) -> float:
    """A share above 0 and below 1 of what every client has."""
    share = as_number(name, value, exact=False, above=0)
    if share >= 1:
        raise ValueError(f"{name} must be data, or a share of every client's examples below 1; got {value!r}")
    return share


class Sets(NamedTuple):
    """The data that clients train on, and those that the server keeps to choose by and to score by."""

    clients: FederatedData
    validation: Examples
    test: Examples
    classes: Names | None = None


def read_sets(data: Any, validation: Any, test: Any, seed: int) -> Sets:
    """Who trains on what; what is not given is set aside from every client's examples, at random.

    Bytes that are given beside a federation are prepared as the federation prepares its own; floats stay as they are.
    """
    given = {"validation": validation, "test": test}
    shares = {name: as_share(name, value) for name, value in given.items() if isinstance(value, (int, float))}
    if sum(shares.values()) >= 1:
        raise ValueError(f"validation and test must leave examples to train on, got shares {shares}")
    asked = {name: value for name, value in given.items() if name not in shares}
    if isinstance(data, FederatedData):
        parts: list[Any] = [data.client(k) for k in range(data.clients)]
        known = data.classes
        if known is not None and asked:  # class numbers beside names mean the same in both
            parts = [(inputs, [known[label] for label in labels.tolist()]) for inputs, labels in parts]
    elif isinstance(data, tuple) and len(data) == 2 and getattr(data[1], "ndim", 0) == 1:
        raise ValueError(
            "data must be a list of at least two clients, got one pair (inputs, labels): say whose rows are whose, "
            "FederatedData.of(inputs, labels, parts)"
        )
    elif isinstance(data, Sequence) and not isinstance(data, (str, bytes)) and len(data) >= 2:
        parts, known = list(data), None
    else:
        listed = ": give list(data.values())" if isinstance(data, Mapping) else ""
        if is_frame(data):
            listed = ": give [(rows[inputs], rows[label]) for _, rows in data.groupby(client)] with your columns' names"
        raise ValueError(
            "data must be a list of at least two clients, each a pair (inputs, labels) or a Dataset, or "
            f"FederatedData; got {type(data).__name__}{listed}"
        )
    clients_of = {f"client {k}": part for k, part in enumerate(parts)}
    prepare = data.prepare if isinstance(data, FederatedData) else None
    if isinstance(data, FederatedData) and not shares:
        every_held, names = read_examples(asked, known, prepare)
        first = _as_inputs("client 0", data.client(0)[0])
        _check_alike({"client 0": first} | dict(zip(asked, (one.inputs for one in every_held), strict=True)))
        single = replace(data, inputs=data.inputs.float()) if data.inputs.is_floating_point() else data
        fields: Any = (single, *every_held, names)
        return Sets(*fields)
    read, names = read_examples(clients_of | asked, known, prepare)
    own, held = read[: len(parts)], dict(zip(asked, read[len(parts) :], strict=True))
    every = {f"client {k}": one.inputs for k, one in enumerate(own)} | {name: one.inputs for name, one in held.items()}
    _check_alike(every)
    aside: dict[str, list[Examples]] = {name: [] for name in shares}
    for k, one in enumerate(own):
        order = torch.from_numpy(stream(seed, "set aside", k).permutation(len(one.labels)))
        for name, share in shares.items():
            count = max(1, round(share * len(one.labels)))
            aside[name].append(Examples(*(part[order[:count]] for part in one)))
            order = order[count:]
        if not len(order):
            raise ValueError(
                f"client {k} must keep an example to train on; got {len(one.labels)}, all of which are set aside: give "
                "validation and test data of your own, or leave the client out"
            )
        own[k] = Examples(*(part[order.sort().values] for part in one))
    held |= {name: Examples(*map(torch.cat, zip(*parts, strict=True))) for name, parts in aside.items()}
    starts = np.cumsum([0, *(len(one.labels) for one in own)])
    joined = Examples(*map(torch.cat, zip(*own, strict=True)))
    clients = FederatedData.of(*joined, [range(a, b) for a, b in pairwise(starts)])
    return Sets(clients, held["validation"], held["test"], names)


def _check_alike(every: Mapping[str, Tensor]) -> None:
    """Examples of everybody, the first client's first, have one shape and one type."""
    first = every["client 0"]
    for name, inputs in every.items():
        if inputs.shape[1:] != first.shape[1:] or inputs.dtype != first.dtype:
            raise ValueError(
                f"inputs must be alike everywhere, {first.dtype} of shape {tuple(first.shape[1:])} as of client 0; "
                f"got {inputs.dtype} {tuple(inputs.shape[1:])} of {name}"
            )

"""Labelled data that stay in memory: scikit-learn's digits, and real sets from a folder or the hub.

    load("digits")                          # embedded: no file, no network
    load("mnist", split="test")             # needs INCENTIVES_DATA or the Hugging Face hub

Images stay bytes, a quarter of the memory of floats, and are scaled when a batch is taken:
`data.scaled(rows)`. Widths, rates and all other choices belong on validation data; the digits come with a
fixed validation split, for the others see `incentives.learning.partition.split_validation`.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
import torch
from torch import Tensor

from incentives.learning import parquet
from incentives.learning.catalogue import EDITIONS, SOURCES, Source
from incentives.learning.client_split import whole_numbers
from incentives.learning.files import checksum, find
from incentives.learning.text import Vocabulary

SetName = Literal["digits", "mnist", "fashion_mnist", "cifar10", "cifar100", "svhn", "femnist", "sst5"]
Split = Literal["train", "test", "validation", "extra", "all"]
NAMES = ("digits", *SOURCES)
DIGITS = tuple("0123456789")
UNKNOWN_COPY = "a copy without a known digest"
# SST-5: the spec of the network; no sentence of the treebank has more than 58 words and marks.
WORDS, LENGTH = 20_000, 64


@dataclass(frozen=True, eq=False, repr=False)
class Dataset:
    """Points and their classes, as tensors on the CPU.

    Attributes:
        name: of the set, as `load` takes it.
        split: of the set.
        inputs: images, shape (points, channels, height, width), uint8 from 0 to `peak`, or float32; or words,
            shape (points, length), int64, 0 for padding.
        labels: class numbers, shape (points,), int64.
        classes: their names, shape (classes,); numbers where the file names none.
        checksum: sha256 of the file or files that the points came from (of the digits: of pixels and labels).
        edition: which copy this is, in words.
        peak: the byte that means 1.0, for images of bytes.
        vocabulary: of words, None for images.
        owners: who made each point, positions in `writers`, shape (points,), int64; None if nobody is named.
        writers: names of the owners.

    Raises:
        ValueError: lengths differ, types are others, or a label is none of the classes.
    """

    name: str
    split: str
    inputs: Tensor
    labels: Tensor
    classes: tuple[str, ...]
    checksum: str
    edition: str = ""
    peak: int = 255
    vocabulary: Vocabulary | None = None
    owners: Tensor | None = None
    writers: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.inputs.dtype not in (torch.uint8, torch.float32, torch.int64):
            raise ValueError(f"inputs must be uint8, float32 or int64, got {self.inputs.dtype}")
        if self.labels.dtype != torch.int64 or self.labels.ndim != 1:
            raise ValueError(f"labels must be one row of int64, got {self.labels.dtype} {tuple(self.labels.shape)}")
        if len(self.inputs) != len(self.labels) or len(self.labels) == 0:
            raise ValueError(
                f"inputs and labels must have one length >= 1, got {len(self.inputs)} and {len(self.labels)}"
            )
        low, high = int(self.labels.min()), int(self.labels.max())
        if low < 0 or high >= len(self.classes):
            raise ValueError(f"labels must be in 0..{len(self.classes) - 1}, got {low} to {high}")
        if self.owners is not None and (
            self.owners.shape != self.labels.shape
            or int(self.owners.min()) < 0
            or int(self.owners.max()) >= len(self.writers)
        ):
            raise ValueError(f"owners must be one position 0..{len(self.writers) - 1} in writers for every point")

    def __len__(self) -> int:
        """Number of points."""
        return len(self.labels)

    def __repr__(self) -> str:
        shape = "x".join(map(str, self.inputs.shape[1:]))
        copy = f" [{self.edition}]" if self.edition else ""
        return f"{self.name} {self.split}: {len(self):,} points {shape}, {len(self.classes)} classes{copy}"

    def scaled(self, rows: Tensor | None = None) -> Tensor:
        """The input of a network: bytes as float32 between 0 and 1; words and floats as they are.

        Args:
            rows: positions of the points wanted, shape (batch,), int64; all if left out.

        >>> data = load("digits", split="test")
        >>> data.inputs.dtype, data.scaled(torch.tensor([0, 5])).dtype, float(data.scaled().max())
        (torch.uint8, torch.float32, 1.0)
        """
        # For bytes, index_select is ten times as fast as self.inputs[rows].
        return self.prepare(self.inputs if rows is None else self.inputs.index_select(0, rows))

    def prepare(self, taken: Tensor) -> Tensor:
        """Scale a batch of inputs that was taken elsewhere, on any device; see `scaled`."""
        return taken.float().div_(self.peak) if taken.dtype == torch.uint8 else taken

    def take(self, rows: Tensor | np.ndarray) -> Dataset:
        """The points at these positions, in this order, with a checksum that tells which they are.

        Raises:
            ValueError: rows are no whole numbers >= 0, or there are none.
            IndexError: a position does not exist.

        >>> part = load("digits").take(np.arange(10))
        >>> len(part), part.checksum != load("digits").checksum
        (10, True)
        """
        rows = torch.tensor(whole_numbers("rows", rows))
        told = hashlib.sha256(self.checksum.encode() + rows.numpy().tobytes()).hexdigest()
        return replace(
            self,
            inputs=self.inputs[rows],
            labels=self.labels[rows],
            owners=None if self.owners is None else self.owners[rows],
            checksum=told,
        )


def load(name: SetName, *, split: Split = "train") -> Dataset:
    """One split of a data set.

    Args:
        name: digits, mnist, fashion_mnist, cifar10, cifar100, svhn, femnist or sst5.
        split: train or test; also validation (digits, sst5), extra (svhn), all (femnist).

    Raises:
        ValueError: no such set or split, or a file is damaged or does not hold what it should.
        FileNotFoundError: the files are neither in the folder of INCENTIVES_DATA nor to be had from the hub.
        ImportError: a package is missing; the message says what to install.

    >>> data = load("digits")
    >>> data
    digits train: 1,204 points 1x8x8, 10 classes [embedded in scikit-learn]
    >>> data.inputs.shape, data.labels[:5].tolist()
    (torch.Size([1204, 1, 8, 8]), [0, 1, 2, 3, 4])
    """
    if not isinstance(name, str) or name not in NAMES:
        raise ValueError(f"name must be one of {', '.join(NAMES)}, got {name!r}")
    splits = tuple(_DIGIT_SPLITS) if name == "digits" else tuple(SOURCES[name].files)
    if not isinstance(split, str) or split not in splits:
        made = " (split_validation in incentives.learning.partition makes one from train)"
        hint = made if split == "validation" else ""
        raise ValueError(f"split of {name} must be one of {', '.join(splits)}, got {split!r}{hint}")
    if name == "digits":
        return _digits(split)
    source = SOURCES[name]
    files = find(source, split)
    return _images(source, split, files) if source.shape else _sentences(source, split, files)


# Of every six images of a class, in the order of the file, four are for training.
_DIGIT_SPLITS = {"train": (0, 1, 2, 3), "validation": (4,), "test": (5,)}


def _digits(split: str) -> Dataset:
    try:
        from sklearn.datasets import load_digits
    except ImportError as error:
        raise ImportError("digits needs scikit-learn: pip install 'incentives[learning]'") from error
    pixels, labels = load_digits(return_X_y=True)
    turn = np.empty(len(labels), dtype=np.int64)
    for k in range(len(DIGITS)):
        mine = np.flatnonzero(labels == k)
        turn[mine] = np.arange(len(mine)) % 6
    rows = np.isin(turn, _DIGIT_SPLITS[split])
    # Grey values are whole numbers 0..16, stored as floats.
    inputs = pixels[rows].astype(np.uint8).reshape(-1, 1, 8, 8)
    labels = labels[rows].astype(np.int64)
    told = hashlib.sha256(inputs.tobytes() + labels.astype("<i8").tobytes()).hexdigest()
    return Dataset(
        "digits", split, torch.from_numpy(inputs), torch.from_numpy(labels), DIGITS, told,
        edition="embedded in scikit-learn", peak=16,
    )  # fmt: skip


class _Columns(NamedTuple):
    """The contents of the files of one split: labels, names of the classes, and the tables themselves."""

    labels: Tensor
    classes: tuple[str, ...]
    tables: list[tuple[Any, Path]]


def _read(source: Source, files: list[Path]) -> _Columns:
    columns = [source.column, source.label, *([source.owner] if source.owner else [])]
    tables = [(parquet.read_columns(file, columns), file) for file in files]
    labels = [parquet.labels_of(table, source.label, source.classes, file) for table, file in tables]
    names = parquet.class_names(tables[0][0], source.label) or map(str, range(source.classes))
    return _Columns(torch.from_numpy(np.concatenate(labels)), tuple(names), tables)


def _images(source: Source, split: str, files: list[Path]) -> Dataset:
    found, read = checksum(files), _read(source, files)
    inputs = [parquet.images_of(table, source.column, source.shape, file) for table, file in read.tables]
    owned: dict[str, Any] = {}
    if source.owner:
        names = [name for table, file in read.tables for name in parquet.texts_of(table, source.owner, file)]
        writers, positions = np.unique(names, return_inverse=True)
        owned = {"owners": torch.from_numpy(positions.astype(np.int64)), "writers": tuple(writers.tolist())}
    return Dataset(
        source.name, split, torch.from_numpy(np.concatenate(inputs)), read.labels, read.classes, found,
        edition=EDITIONS.get(found, UNKNOWN_COPY), **owned,
    )  # fmt: skip


def _sentences(source: Source, split: str, files: list[Path]) -> Dataset:
    found, read = checksum(files), _read(source, files)

    def texts(columns: _Columns) -> list[str]:
        return [text for table, file in columns.tables for text in parquet.texts_of(table, source.column, file)]

    # The vocabulary is that of the training split, whichever split is asked for.
    training = read
    if split != "train":
        others = find(source, "train")
        checksum(others)
        training = _read(source, others)
    vocabulary = Vocabulary.of(texts(training), most=WORDS)
    try:
        inputs = vocabulary.encode(texts(read), length=LENGTH)
    except ValueError as error:
        raise ValueError(f"{files[0]}: {error}") from error
    return Dataset(
        source.name, split, torch.from_numpy(inputs), read.labels, read.classes, found,
        edition=EDITIONS.get(found, UNKNOWN_COPY), vocabulary=vocabulary,
    )  # fmt: skip

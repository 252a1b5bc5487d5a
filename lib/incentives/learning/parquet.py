"""Images, sentences and labels out of Parquet files in the layout of the Hugging Face hub.

An image is a struct of `bytes` (a PNG or JPEG file) and `path`; a label is a whole number. JSON lines with
the same columns are read too, since some text sets are published that way. Whatever cannot be read is refused
with the name of its file, and the row where there is one.
"""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from incentives.extras import needed

# Pillow's names for one byte or bit per channel.
_BYTES = ("1", "L", "LA", "P", "RGB", "RGBA")


def read_columns(file: Path, columns: Sequence[str]) -> Any:
    """The named columns of one Parquet or JSON lines file, as a pyarrow table.

    Raises:
        ValueError: the file is damaged, cut off or of another format, or has no such columns, or no rows.
    """
    with needed("pyarrow"):
        import pyarrow as pa
        import pyarrow.json as pj
        import pyarrow.parquet as pq
    wanted = list(columns)
    try:
        if file.suffix == ".jsonl":
            table = pj.read_json(file)
            there = table.column_names
        else:
            with pq.ParquetFile(file, page_checksum_verification=True) as opened:
                there = opened.schema_arrow.names
                table = opened.read([name for name in wanted if name in there])
    except (pa.ArrowException, OSError) as error:
        raise ValueError(f"{file} cannot be read, it is damaged or cut off ({error})") from error
    if not set(wanted) <= set(there):
        raise ValueError(f"{file} must have the columns {wanted}, it has {there}")
    if table.num_rows == 0:
        raise ValueError(f"{file} has no rows")
    for name in wanted:
        if table.column(name).null_count:
            raise ValueError(f"{file}: column {name!r} has {table.column(name).null_count} empty cells")
    return table.select(wanted).combine_chunks()


def class_names(table: Any, label: str) -> list[str] | None:
    """The names of the classes that the hub's metadata in a table gives, None if it gives none.

    >>> import pyarrow as pa
    >>> notes = {"info": {"features": {"y": {"_type": "ClassLabel", "names": ["no", "yes"]}}}}
    >>> class_names(pa.table({"y": [0]}).replace_schema_metadata({"huggingface": json.dumps(notes)}), "y")
    ['no', 'yes']
    """
    notes = (table.schema.metadata or {}).get(b"huggingface")
    if notes is None:
        return None
    return json.loads(notes).get("info", {}).get("features", {}).get(label, {}).get("names")


def labels_of(table: Any, label: str, classes: int, file: Path) -> np.ndarray:
    """One column of class numbers, int64.

    Raises:
        ValueError: they are no whole numbers in 0..classes-1, or the metadata lists more or fewer classes.
    """
    names = class_names(table, label)
    if names is not None and len(names) != classes:
        raise ValueError(f"{file}: {label!r} must have {classes} classes, its metadata lists {len(names)}")
    with needed("pyarrow"):
        from pyarrow import types
    column = table.column(label)
    if not types.is_integer(column.type):
        raise ValueError(f"{file}: {label!r} must hold whole numbers, it holds {column.type}")
    labels = column.to_numpy().astype(np.int64)
    wrong = np.flatnonzero((labels < 0) | (labels >= classes))
    if wrong.size:
        raise ValueError(f"{file}, row {wrong[0]}: label {labels[wrong[0]]} is none of the classes 0..{classes - 1}")
    return labels


def images_of(table: Any, column: str, shape: Sequence[int], file: Path) -> np.ndarray:
    """One column of image files as bytes, shape (rows, channels, height, width), uint8.

    Raises:
        ValueError: a cell is no image file, is cut off, or has another size.
    """
    with needed("pillow"):
        from PIL import Image
    channels, height, width = shape
    try:
        cells = table.column(column).combine_chunks().field("bytes").to_pylist()
    except (AttributeError, KeyError, NotImplementedError) as error:
        raise ValueError(
            f"{file}: {column!r} must be a struct with 'bytes', it is {table.column(column).type}"
        ) from error
    mode = "L" if channels == 1 else "RGB"
    pixels = bytearray()
    for row, cell in enumerate(cells):
        try:
            Image.open(io.BytesIO(cell)).verify()  # the checksums of a PNG file, which decoding does not look at
            image = Image.open(io.BytesIO(cell))
            size, kind = image.size, image.mode
            if kind not in _BYTES:
                raise ValueError(f"pixels of kind {kind} are not bytes")
            pixels += (image if kind == mode else image.convert(mode)).tobytes()
        except Exception as error:  # decoders raise errors of many kinds on damaged bytes
            raise ValueError(f"{file}, row {row}: no readable image ({error})") from error
        if size != (width, height):
            raise ValueError(
                f"{file}, row {row}: images must be {width} x {height} (width x height), got {size[0]} x {size[1]}"
            )
    stored = np.frombuffer(pixels, dtype=np.uint8).reshape(len(cells), height, width, channels)
    return np.ascontiguousarray(stored.transpose(0, 3, 1, 2))


def texts_of(table: Any, column: str, file: Path) -> list[str]:
    """One column of sentences.

    Raises:
        ValueError: the column holds something else.
    """
    with needed("pyarrow"):
        from pyarrow import types
    kind = table.column(column).type
    if not (types.is_string(kind) or types.is_large_string(kind)):
        raise ValueError(f"{file}: {column!r} must hold text, it holds {kind}")
    return table.column(column).to_pylist()

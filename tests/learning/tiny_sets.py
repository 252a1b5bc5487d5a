"""Small files in the layouts of the real sets: images by Pillow in Parquet, JSON lines."""

import io
import json

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from PIL import Image


def encoded(pixels, kind="PNG"):
    """One image file as bytes; pixels (height, width) or (height, width, 3)."""
    stream = io.BytesIO()
    Image.fromarray(pixels).save(stream, kind)
    return stream.getvalue()


def pictures(count, shape, seed=0):
    """Random pixels as Pillow wants them: (count, height, width) or (count, height, width, 3)."""
    channels, height, width = shape
    size = (count, height, width) if channels == 1 else (count, height, width, channels)
    return np.random.default_rng(seed).integers(0, 256, size, dtype=np.uint8)


def write_table(path, columns, features=None):
    """A Parquet file, with the hub's metadata if features are given."""
    table = pa.table(columns)
    if features is not None:
        table = table.replace_schema_metadata({"huggingface": json.dumps({"info": {"features": features}})})
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(table, path)
    return path


def cells(images, kind="PNG"):
    """A column of image files as the hub stores it."""
    return pa.array(
        [{"bytes": encoded(image, kind), "path": f"{k}.png"} for k, image in enumerate(images)],
        type=pa.struct([("bytes", pa.binary()), ("path", pa.string())]),
    )


def write_images(path, source, images, labels, *, kind="PNG", names=None, owners=None):
    """Images and labels in the columns that a source names."""
    columns = {source.column: cells(images, kind), source.label: pa.array(labels)}
    if owners is not None:
        columns[source.owner] = pa.array(owners)
    features = None if names is None else {source.label: {"_type": "ClassLabel", "names": names}}
    return write_table(path, columns, features)


def write_lines(path, rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path

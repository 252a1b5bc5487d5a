"""What the readers of Parquet and JSON lines refuse: each refusal names the file, and often the row."""

import json

import numpy as np
import pyarrow as pa
import pytest
from PIL import Image

from incentives.learning.parquet import (
    class_names,
    images_of,
    labels_of,
    read_columns,
    texts_of,
)

from .tiny_sets import cells, encoded, pictures, write_lines, write_table

GREY = pictures(4, (1, 5, 7))


def labels(values, classes=3, **options):
    return labels_of(pa.table({"label": pa.array(values, **options)}), "label", classes, "here.parquet")


def test_columns_come_back_from_both_formats(tmp_path):
    rows = [{"text": "a", "label": 1, "more": 0.5}, {"text": "b", "label": 0, "more": 0.5}]
    lines = write_lines(tmp_path / "x.jsonl", rows)
    table = write_table(tmp_path / "x.parquet", {key: [row[key] for row in rows] for key in rows[0]})
    for file in (lines, table):
        found = read_columns(file, ["label", "text"])
        assert found.column_names == ["label", "text"]
        assert texts_of(found, "text", file) == ["a", "b"]
        assert labels_of(found, "label", 2, file).tolist() == [1, 0]


def test_cut_off_json_lines_are_refused(tmp_path):
    file = write_lines(tmp_path / "x.jsonl", [{"text": "a", "label": 1}] * 3)
    file.write_text(file.read_text()[:-7])
    with pytest.raises(ValueError, match=r"x\.jsonl cannot be read, it is damaged or cut off"):
        read_columns(file, ["text", "label"])


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"text": ["a"]}, r"must have the columns \['text', 'label'\], it has \['text'\]"),
        ({"text": pa.array([], pa.string()), "label": pa.array([], pa.int64())}, "has no rows"),
        ({"text": ["a", None, None], "label": [0, 1, 2]}, "column 'text' has 2 empty cells"),
        ({"text": ["a", "b"], "label": [0, None]}, "column 'label' has 1 empty cells"),
    ],
)
def test_tables_that_lack_something_are_refused(tmp_path, columns, message):
    file = write_table(tmp_path / "x.parquet", columns)
    with pytest.raises(ValueError, match=r"x\.parquet.*" + message):
        read_columns(file, ["text", "label"])


def test_labels_are_whole_numbers_below_the_classes():
    assert labels([0, 2, 1, 0]).tolist() == [0, 2, 1, 0]
    assert labels([0, 2], type=pa.uint8()).dtype == np.int64
    for wrong in ([0, 1, 3], [0, 1, -1]):
        with pytest.raises(ValueError, match=rf"here\.parquet, row 2: label {wrong[2]} is none of the classes 0\.\.2"):
            labels(wrong)
    for wrong in ([0.0, 1.0], ["0", "1"], [True, False]):
        with pytest.raises(ValueError, match=r"here\.parquet: 'label' must hold whole numbers, it holds"):
            labels(wrong)


def test_the_number_of_classes_must_be_that_of_the_metadata(tmp_path):
    names = {"label": {"_type": "ClassLabel", "names": ["no", "yes"]}}
    file = write_table(tmp_path / "x.parquet", {"label": [0, 1]}, names)
    table = read_columns(file, ["label"])
    assert class_names(table, "label") == ["no", "yes"]
    assert labels_of(table, "label", 2, file).tolist() == [0, 1]
    with pytest.raises(ValueError, match="must have 3 classes, its metadata lists 2"):
        labels_of(table, "label", 3, file)


def test_tables_without_names_are_fine():
    assert class_names(pa.table({"label": [0]}), "label") is None
    other = pa.table({"label": [0]}).replace_schema_metadata({"huggingface": json.dumps({"info": {}})})
    assert class_names(other, "label") is None


def test_images_are_height_by_width():
    found = images_of(pa.table({"image": cells(GREY)}), "image", (1, 5, 7), "here.parquet")
    assert found.shape == (4, 1, 5, 7)
    assert np.array_equal(found[:, 0], GREY)
    with pytest.raises(ValueError, match=r"here\.parquet, row 0: images must be 5 x 7 \(width x height\), got 7 x 5"):
        images_of(pa.table({"image": cells(GREY)}), "image", (1, 7, 5), "here.parquet")


def test_the_first_image_of_another_size_is_named():
    mixed = pa.concat_arrays([cells(GREY), cells(pictures(1, (1, 5, 6)))])
    with pytest.raises(ValueError, match="row 4: images must be 7 x 5"):
        images_of(pa.table({"image": mixed}), "image", (1, 5, 7), "here.parquet")


def damaged(change, kind="PNG"):
    """A table whose second image was changed."""
    parts = [{"bytes": encoded(image, kind), "path": ""} for image in pictures(2, (3, 5, 7))]
    parts[1]["bytes"] = change(parts[1]["bytes"])
    kinds = pa.struct([("bytes", pa.binary()), ("path", pa.string())])
    return pa.table({"image": pa.array(parts, type=kinds)})


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
@pytest.mark.parametrize("change", [lambda b: b[: len(b) // 2], lambda _: b"", lambda _: b"no image", lambda _: None])
def test_images_cut_off_or_missing_are_named(kind, change):
    with pytest.raises(ValueError, match=r"here\.parquet, row 1: no readable image"):
        images_of(damaged(change, kind), "image", (3, 5, 7), "here.parquet")


def test_every_byte_of_a_png_file_counts_but_those_of_its_end_mark():
    whole = encoded(pictures(1, (3, 5, 7), seed=9)[0])
    for place in range(len(whole) - 12):
        changed = bytearray(whole)
        changed[place] ^= 1
        with pytest.raises(ValueError, match=r"row 1: no readable image"):
            images_of(damaged(lambda _, new=bytes(changed): new), "image", (3, 5, 7), "here.parquet")


def test_pixels_of_two_bytes_are_refused():
    deep = encoded(np.asarray(Image.fromarray(GREY[0]), dtype=np.uint16) * 200)
    with pytest.raises(ValueError, match=r"row 1: no readable image .pixels of kind I;16 are not bytes"):
        images_of(damaged(lambda _: deep), "image", (3, 5, 7), "here.parquet")


def test_a_column_of_other_things_is_no_image():
    with pytest.raises(ValueError, match=r"here\.parquet: 'image' must be a struct with 'bytes', it is"):
        images_of(pa.table({"image": [b"raw"]}), "image", (1, 5, 7), "here.parquet")
    with pytest.raises(ValueError, match="must be a struct with 'bytes'"):
        images_of(pa.table({"image": [{"path": "x"}]}), "image", (1, 5, 7), "here.parquet")


def test_texts_are_texts():
    with pytest.raises(ValueError, match=r"here\.parquet: 'text' must hold text, it holds int64"):
        texts_of(pa.table({"text": [1]}), "text", "here.parquet")

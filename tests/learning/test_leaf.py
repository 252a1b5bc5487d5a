"""LEAF's JSON files: what is read, and every way in which a file can contradict itself."""

import json

import numpy as np
import pytest

from incentives.learning.leaf import read_leaf

from .tiny_sets import leaf, pictures, write_json

INK = pictures(3, (1, 28, 28)).reshape(3, 784)


def content(**changes):
    return leaf({"w0": (INK[:2], [0, 61]), "w1": (INK[2:], [10])}) | changes


def test_bytes_come_back_from_fractions(tmp_path):
    every = np.arange(784) % 256
    found = read_leaf([write_json(tmp_path / "a.json", leaf({"w": (every, [3])}))], classes=62)
    assert np.array_equal(found["inputs"].ravel(), every)
    assert found["inputs"].dtype == np.uint8
    short = leaf({"w": (every, [3])})
    short["user_data"]["w"]["x"] = [[round(grey, 3) for grey in short["user_data"]["w"]["x"][0]]]
    found = read_leaf([write_json(tmp_path / "short.json", short)], classes=62)
    assert np.array_equal(found["inputs"].ravel(), every)


def test_writers_are_sorted_whatever_the_order_of_files(tmp_path):
    files = [
        write_json(tmp_path / "b.json", leaf({"w9": (INK[:1], [9]), "w1": (INK[1:2], [1])})),
        write_json(tmp_path / "a.json", leaf({"w5": (INK[2:], [5])})),
    ]
    for order in (files, files[::-1]):
        found = read_leaf(order, classes=62)
        assert found["writers"].tolist() == ["w1", "w5", "w9"]
        assert found["labels"].tolist() == [1, 5, 9]
        assert np.array_equal(found["inputs"].reshape(3, 784), INK[[1, 2, 0]])
        assert found["owners"].tolist() == [0, 1, 2]


def data(**changes):
    """The object of w1 with something changed."""
    user_data = content()["user_data"]
    user_data["w1"] = user_data["w1"] | changes
    return {"user_data": user_data}


GREY = (INK[2] / 255).tolist()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"users": ["w0"]}, "must tell of the same writers, got 1, 2 and 2"),
        ({"users": ["w0", "w2"]}, "must tell of the same writers"),
        ({"num_samples": [2]}, "must tell of the same writers, got 2, 1 and 2"),
        ({"num_samples": [2, 2]}, "writer w1: num_samples says 2, but there are 1 images and 1 labels"),
        (data(y=[1, 2]), "writer w1: num_samples says 1, but there are 1 images and 2 labels"),
        (data(x=[]), "writer w1: num_samples says 1, but there are 0 images"),
        (data(x=[GREY[:-1]]), r"writer w1: images must be rows of 784 numbers, got shape \(1, 783\)"),
        (data(x=["ink"]), "writer w1: images must be rows of 784 numbers"),
        (data(x=[[*GREY[:-1], 1.5]]), r"writer w1: grey values must lie in 0..1, got 0.* to 1.5"),
        (data(x=[[*GREY[:-1], -0.1]]), "writer w1: grey values must lie in 0..1"),
        (data(x=[[*GREY[:-1], float("nan")]]), "writer w1: grey values must lie in 0..1"),
        (data(y=[62]), r"writer w1: labels must be whole numbers 0..61, got \[62\]"),
        (data(y=[-1]), "writer w1: labels must be whole numbers"),
        (data(y=[1.0]), "writer w1: labels must be whole numbers"),
    ],
)
def test_a_file_that_contradicts_itself_is_refused(tmp_path, changes, message):
    file = write_json(tmp_path / "all_data_0.json", content(**changes))
    with pytest.raises(ValueError, match=r"all_data_0\.json.*" + message):
        read_leaf([file], classes=62)


@pytest.mark.parametrize("lost", ["users", "num_samples", "user_data"])
def test_a_part_that_is_missing_is_named(tmp_path, lost):
    whole = content()
    del whole[lost]
    with pytest.raises(ValueError, match=r"a\.json must hold 'users', 'num_samples' and 'user_data'"):
        read_leaf([write_json(tmp_path / "a.json", whole)], classes=62)


def test_a_writer_without_images_or_labels_is_named(tmp_path):
    whole = content()
    del whole["user_data"]["w1"]["y"]
    with pytest.raises(ValueError, match="writer w1: user_data must hold 'x' and 'y'"):
        read_leaf([write_json(tmp_path / "a.json", whole)], classes=62)
    with pytest.raises(ValueError, match="writer w0: num_samples says 0"):
        read_leaf([write_json(tmp_path / "b.json", leaf({"w0": ([], [])}))], classes=62)


def test_a_writer_occurs_once(tmp_path):
    files = [write_json(tmp_path / name, content()) for name in ("a.json", "b.json")]
    with pytest.raises(ValueError, match=r"b\.json: writer w0 occurs twice"):
        read_leaf(files, classes=62)


def test_no_file_is_no_writer(tmp_path):
    with pytest.raises(ValueError, match="no writer in no files"):
        read_leaf([], classes=62)
    nobody = write_json(tmp_path / "a.json", {"users": [], "num_samples": [], "user_data": {}})
    with pytest.raises(ValueError, match=r"no writer in .*a\.json"):
        read_leaf([nobody], classes=62)


def test_a_file_cut_off_anywhere_is_refused_by_name(tmp_path):
    whole = json.dumps(content()).encode()
    file = tmp_path / "all_data_3.json"
    for kept in (0, 1, 100, len(whole) // 2, len(whole) - 1):
        file.write_bytes(whole[:kept])
        with pytest.raises(ValueError, match=r"all_data_3\.json cannot be read, it is damaged or cut off"):
            read_leaf([file], classes=62)
    file.write_bytes(b"\xff\xfe" + whole)
    with pytest.raises(ValueError, match=r"all_data_3\.json cannot be read"):
        read_leaf([file], classes=62)

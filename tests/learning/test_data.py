"""Loading: digits, other sets from small files in their own layouts, and the real files where they are."""

import dataclasses
import hashlib
import io
import os
import sys
from pathlib import Path

import huggingface_hub
import numpy as np
import pytest
import torch
from PIL import Image
from sklearn.datasets import load_digits

from incentives.learning import data as module
from incentives.learning.catalogue import SOURCES, PublicFile
from incentives.learning.data import Dataset, load

from .tiny_sets import pictures, write_images, write_lines, write_table

REAL = os.environ.get("INCENTIVES_DATA", "")
PICTURES = [name for name, source in SOURCES.items() if source.shape]


@pytest.fixture(autouse=True)
def folder(monkeypatch, tmp_path):
    """An empty data folder; the hub is out of reach."""

    def unreachable(*_, **__):
        raise ConnectionError("no network in tests")

    monkeypatch.setattr(huggingface_hub, "hf_hub_download", unreachable)
    monkeypatch.setenv("INCENTIVES_DATA", str(tmp_path / "data"))
    (tmp_path / "data").mkdir()
    return tmp_path / "data"


def write(folder, name, split="train", count=6, **options):
    """A small file of one set in the plain layout, and its pixels and labels."""
    source = SOURCES[name]
    images = pictures(count, source.shape)
    labels = [(7 * k) % source.classes for k in range(count)]
    if source.owner:
        options.setdefault("owners", [f"f{k % 3:04}" for k in range(count)])
    write_images(folder / name / f"{split}.parquet", source, images, labels, **options)
    return images, labels


# -- digits -------------------------------------------------------------------------------------------------


def test_digits_are_all_there_once():
    pixels, labels = load_digits(return_X_y=True)
    parts = [load("digits", split=split) for split in ("train", "validation", "test")]
    assert [len(part) for part in parts] == [1204, 297, 296]
    ours = sorted(
        (*row.flatten().tolist(), int(label))
        for part in parts
        for row, label in zip(part.inputs, part.labels, strict=True)
    )
    assert ours == sorted((*row.astype(int), label) for row, label in zip(pixels, labels, strict=True))


def test_digits_of_every_class_are_split_four_to_one_to_one():
    counts = [torch.bincount(load("digits", split=split).labels) for split in ("train", "validation", "test")]
    assert ((counts[0] - 4 * counts[1]).abs() <= 4).all()
    assert ((counts[1] - counts[2]).abs() <= 1).all()
    # The first six zeros of the file: four for training, one for validation, one for the test.
    pixels, labels = load_digits(return_X_y=True)
    zeros = pixels[labels == 0][:6].astype(np.uint8).reshape(-1, 1, 8, 8)
    for split, rows in {"train": [0, 1, 2, 3], "validation": [4], "test": [5]}.items():
        part = load("digits", split=split)
        assert np.array_equal(part.inputs[part.labels == 0][: len(rows)].numpy(), zeros[rows])


def test_digits_are_the_same_everywhere():
    told = [load("digits", split=split).checksum[:12] for split in ("train", "validation", "test")]
    assert told == ["0d4993139417", "00a9f3a5f192", "5fab2935fc16"]


def test_digits_scale_to_sixteenths():
    data = load("digits")
    assert (data.peak, data.inputs.dtype, data.inputs.shape[1:]) == (16, torch.uint8, (1, 8, 8))
    rows = torch.tensor([3, 0, 3])
    assert torch.equal(data.scaled(rows) * 16, data.inputs[rows].float())


def test_digits_need_one_package(monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn.datasets", None)
    with pytest.raises(ImportError, match=r"digits needs scikit-learn: pip install 'incentives\[learning\]'"):
        load("digits")


# -- images -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PICTURES)
def test_pixels_and_labels_come_back(folder, name):
    split = "all" if name == "femnist" else "test"
    images, labels = write(folder, name, split)
    data = load(name, split=split)
    assert data.inputs.dtype == torch.uint8
    assert data.labels.dtype == torch.int64
    assert data.inputs.shape == (6, *SOURCES[name].shape)
    stored = images[:, None] if images.ndim == 3 else images.transpose(0, 3, 1, 2)
    assert np.array_equal(data.inputs.numpy(), stored)
    assert data.labels.tolist() == labels
    assert (data.name, data.split, data.peak) == (name, split, 255)
    assert data.classes == tuple(map(str, range(SOURCES[name].classes)))
    file = folder / name / f"{split}.parquet"
    assert data.checksum == hashlib.sha256(file.read_bytes()).hexdigest()
    assert data.edition == "a copy without a known digest"
    assert torch.equal(data.scaled(), torch.from_numpy(stored).float() / 255)


def test_jpeg_cells_are_decoded(folder):
    images, _ = write(folder, "cifar10", kind="JPEG")
    stream = io.BytesIO()
    Image.fromarray(images[2]).save(stream, "JPEG")
    expected = np.asarray(Image.open(stream)).transpose(2, 0, 1)
    assert np.array_equal(load("cifar10").inputs[2].numpy(), expected)


def test_grey_images_may_be_stored_in_colour_and_the_other_way_round(folder):
    grey = pictures(3, (1, 28, 28))
    write_images(folder / "mnist/train.parquet", SOURCES["mnist"], np.repeat(grey[..., None], 3, axis=3), [1, 2, 3])
    assert np.array_equal(load("mnist").inputs[:, 0].numpy(), grey)
    flat = pictures(2, (1, 32, 32))
    write_images(folder / "svhn/train.parquet", SOURCES["svhn"], flat, [1, 2])
    assert all(np.array_equal(load("svhn").inputs[:, k].numpy(), flat) for k in range(3))


def test_files_of_the_public_copy_are_found_with_their_folders_or_without(folder):
    source = SOURCES["svhn"]
    for k, place in enumerate(("svhn/cropped_digits", "svhn")):
        for shard in range(2):
            path = folder / place / f"extra-0000{shard}-of-00002.parquet"
            write_images(path, source, pictures(2, source.shape, seed=shard), [k, shard])
        data = load("svhn", split="extra")
        assert data.labels.tolist() == [k, 0, k, 1]
        assert np.array_equal(data.inputs[2:].numpy().transpose(0, 2, 3, 1), pictures(2, source.shape, seed=1))
        for shard in range(2):
            (folder / place / f"extra-0000{shard}-of-00002.parquet").unlink()


def test_a_missing_shard_is_a_missing_split(folder):
    source = SOURCES["svhn"]
    write_images(folder / "svhn/extra-00000-of-00002.parquet", source, pictures(2, source.shape), [1, 2])
    with pytest.raises(FileNotFoundError, match=r"no extra split of svhn in .*svhn \(INCENTIVES_DATA\)"):
        load("svhn", split="extra")


def test_the_checksum_of_shards_covers_all_of_them(folder):
    source = SOURCES["svhn"]
    paths = [folder / f"svhn/extra-0000{k}-of-00002.parquet" for k in range(2)]
    told = set()
    for labels in ([1, 2], [1, 3], [0, 2]):
        for path, label in zip(paths, labels, strict=True):
            write_images(path, source, pictures(1, source.shape), [label])
        lines = [f"{hashlib.sha256(p.read_bytes()).hexdigest()}  {p.name}\n" for p in paths]
        assert load("svhn", split="extra").checksum == hashlib.sha256("".join(lines).encode()).hexdigest()
        told.add(load("svhn", split="extra").checksum)
    assert len(told) == 3


# -- text ---------------------------------------------------------------------------------------------------

SENTENCES = {
    "train": [("A good , good film .", 4), ("Not good .", 1)],
    "validation": [("A film .", 2)],
    "test": [("A dreadful film , not bad .", 3)],
}


def said(data):
    """The first sentence in words, what is unknown as "?"."""
    return " ".join(("?", *data.vocabulary.words)[n - 1] for n in data.inputs[0].tolist() if n)


def test_sentences_use_the_words_of_the_training_split(folder):
    for split, rows in SENTENCES.items():
        texts, labels = zip(*rows, strict=True)
        write_table(folder / f"sst5/{split}.parquet", {"text": list(texts), "label": list(labels)})
    parts = {split: load("sst5", split=split) for split in SENTENCES}
    words = parts["train"].vocabulary.words
    assert words == ("good", ".", ",", "a", "film", "not")  # by how often, then in alphabetical order
    assert all(part.vocabulary == parts["train"].vocabulary for part in parts.values())
    assert parts["train"].inputs[0, :7].tolist() == [5, 2, 4, 2, 6, 3, 0]
    assert parts["test"].inputs[0, :8].tolist() == [5, 1, 6, 4, 7, 1, 3, 0]
    assert said(parts["test"]) == "a ? film , not ? ."
    for part in parts.values():
        assert part.inputs.dtype == torch.int64
        assert part.inputs.shape == (len(part), 64)
        assert (part.inputs[:, 10:] == 0).all()
        assert part.scaled() is part.inputs
    assert parts["train"].labels.tolist() == [4, 1]


def test_a_sentence_without_words_is_refused_with_its_file(folder):
    write_table(folder / "sst5/train.parquet", {"text": ["fine", "  "], "label": [0, 1]})
    with pytest.raises(ValueError, match=r"train\.parquet: sentence 1 holds no word"):
        load("sst5")


# -- handwriting by writer ----------------------------------------------------------------------------------


def test_writers_of_the_public_copy(folder):
    write(folder, "femnist", "all", owners=["f2", "f0", "f2", "f1", "f0", "f2"])
    data = load("femnist", split="all")
    assert data.writers == ("f0", "f1", "f2")
    assert data.owners.tolist() == [2, 0, 2, 1, 0, 2]
    part = data.take([1, 3])
    assert (part.owners.tolist(), part.writers) == ([0, 1], data.writers)


def test_writers_may_be_spread_over_files(monkeypatch, folder):
    shards = tuple(PublicFile(f"data/train-0000{k}-of-00002.parquet") for k in range(2))
    source = dataclasses.replace(SOURCES["femnist"], files={"all": shards})
    monkeypatch.setattr(module, "SOURCES", {"femnist": source})
    for k, shard in enumerate(shards):
        images = pictures(2, source.shape, seed=k)
        write_images(folder / "femnist" / shard.path, source, images, [k, k], owners=["b", f"a{k}"])
    data = load("femnist", split="all")
    assert data.writers == ("a0", "a1", "b")
    assert data.owners.tolist() == [2, 0, 2, 1]


# -- the hub ------------------------------------------------------------------------------------------------


def serve(monkeypatch, folder, trusted=()):
    """Let the hub serve files of `folder`; sources in `trusted` lose their known digests."""
    asked = []

    def serving(repository, path, *, repo_type, revision):
        asked.append((repository, path, repo_type, revision))
        return str(folder / path)

    monkeypatch.setattr(huggingface_hub, "hf_hub_download", serving)
    monkeypatch.delenv("INCENTIVES_DATA")
    changed = dict(SOURCES)
    for name in trusted:
        source = changed[name]
        files = {split: tuple(dataclasses.replace(f, sha256="") for f in fs) for split, fs in source.files.items()}
        changed[name] = dataclasses.replace(source, files=files)
    monkeypatch.setattr(module, "SOURCES", changed)
    return asked


def test_without_a_folder_files_come_from_a_pinned_revision(monkeypatch, folder):
    source = SOURCES["fashion_mnist"]
    write_images(folder / "fashion_mnist/test-00000-of-00001.parquet", source, pictures(2, source.shape), [3, 4])
    asked = serve(monkeypatch, folder)
    assert load("fashion_mnist", split="test").labels.tolist() == [3, 4]
    assert asked == [
        (
            "zalando-datasets/fashion_mnist",
            "fashion_mnist/test-00000-of-00001.parquet",
            "dataset",
            "531be5e2ccc9dba0c201ad3ae567a4f3d16ecdd2",
        )
    ]


def test_json_lines_of_the_public_copy(monkeypatch, folder):
    for split, path in (("train", "train.jsonl"), ("validation", "dev.jsonl")):
        write_lines(folder / path, [{"text": t, "label": k, "label_text": "-"} for t, k in SENTENCES[split]])
    serve(monkeypatch, folder, trusted=["sst5"])
    data = load("sst5", split="validation")
    assert said(data) == "a film ."
    assert data.labels.tolist() == [2]


def test_a_download_with_another_digest_is_refused(monkeypatch, folder):
    write_images(folder / "mnist/train-00000-of-00001.parquet", SOURCES["mnist"], pictures(1, (1, 28, 28)), [1])
    serve(monkeypatch, folder)
    with pytest.raises(ValueError, match=r"train-00000-of-00001\.parquet is damaged: its sha256 is"):
        load("mnist")


def test_without_folder_and_network_the_message_says_what_to_do(monkeypatch):
    monkeypatch.delenv("INCENTIVES_DATA")
    with pytest.raises(FileNotFoundError, match=r"Set INCENTIVES_DATA to a folder that holds mnist, or go online"):
        load("mnist")


# -- refusals -----------------------------------------------------------------------------------------------


def test_a_missing_folder_and_a_missing_file_are_named(monkeypatch, folder):
    with pytest.raises(
        FileNotFoundError, match=r"no train split of mnist in .*looked for train\.parquet or mnist/train"
    ):
        load("mnist")
    monkeypatch.setenv("INCENTIVES_DATA", str(folder / "nowhere"))
    with pytest.raises(FileNotFoundError, match="INCENTIVES_DATA must name a folder"):
        load("mnist")


@pytest.mark.parametrize(
    ("name", "split", "message"),
    [
        ("imagenet", "train", "name must be one of digits, mnist, .*, got 'imagenet'"),
        (
            "mnist",
            "validation",
            r"split of mnist must be one of train, test, got 'validation' \(split_validation",
        ),
        ("digits", "extra", "split of digits must be one of train, validation, test, got 'extra'$"),
        ("svhn", "all", "must be one of train, test, extra"),
        ("femnist", "train", "split of femnist must be one of all, got 'train'"),
    ],
)
def test_unknown_names_are_refused(name, split, message):
    with pytest.raises(ValueError, match=message):
        load(name, split=split)


@pytest.mark.parametrize("name", ["mnist", "cifar10"])
def test_files_cut_off_anywhere_are_refused_by_name(folder, name):
    write(folder, name)
    file = folder / name / "train.parquet"
    whole = file.read_bytes()
    for kept in (0, 3, 4, len(whole) // 3, len(whole) // 2, len(whole) - 9, len(whole) - 1):
        file.write_bytes(whole[:kept])
        with pytest.raises(ValueError, match=r"train\.parquet cannot be read, it is damaged or cut off"):
            load(name)


def outcome(name):
    """What loading a file did: the data, or the refusal as a text."""
    try:
        return load(name)
    except ValueError as error:
        return str(error)


def test_no_changed_byte_changes_a_pixel(folder):
    images, _ = write(folder, "mnist", count=3)
    file = folder / "mnist/train.parquet"
    whole = file.read_bytes()
    refused = 0
    for place in np.random.default_rng(0).integers(4, len(whole) - 8, 150):
        damaged = bytearray(whole)
        damaged[place] ^= 0x55
        file.write_bytes(damaged)
        found = outcome("mnist")
        if isinstance(found, str):
            assert str(file) in found
            refused += 1
        else:  # a byte of the metadata, such as the range of a column
            assert np.array_equal(found.inputs[:, 0].numpy(), images)
    assert refused > 50


def test_a_list_of_digests_guards_every_byte(folder):
    write(folder, "mnist")
    file, listing = folder / "mnist/train.parquet", folder / "SHA256SUMS"
    told = hashlib.sha256(file.read_bytes()).hexdigest()
    listing.write_text(f"{'0' * 64}  ./mnist/test.parquet\n{told} *./mnist/train.parquet\n")
    assert load("mnist").checksum == told
    listing.write_text(f"{'0' * 64}  mnist/train.parquet\n")
    with pytest.raises(ValueError, match=r"mnist/train\.parquet is damaged or was changed"):
        load("mnist")


def test_the_training_split_behind_a_vocabulary_is_guarded_too(folder):
    for split in ("train", "test"):
        write_table(folder / f"sst5/{split}.parquet", {"text": ["fine"], "label": [1]})
    (folder / "SHA256SUMS").write_text(f"{'0' * 64}  ./sst5/train.parquet\n")
    with pytest.raises(ValueError, match=r"sst5/train\.parquet is damaged"):
        load("sst5", split="test")


# -- the value ----------------------------------------------------------------------------------------------


def points(**changes):
    settings = {
        "name": "mine", "split": "train", "inputs": torch.zeros(3, 2), "labels": torch.tensor([0, 1, 1]),
        "classes": ("a", "b"), "checksum": "abc",
    }  # fmt: skip
    return Dataset(**(settings | changes))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"inputs": torch.zeros(3, 2, dtype=torch.float64)}, "inputs must be uint8, float32 or int64"),
        ({"inputs": torch.zeros(2, 2)}, "one length >= 1, got 2 and 3"),
        ({"inputs": torch.zeros(0, 2), "labels": torch.zeros(0, dtype=torch.int64)}, "got 0 and 0"),
        ({"labels": torch.tensor([0.0, 1.0, 1.0])}, "labels must be one row of int64"),
        ({"labels": torch.tensor([[0, 1, 1]])}, "labels must be one row of int64"),
        ({"labels": torch.tensor([0, 1, 2])}, r"labels must be in 0..1, got 0 to 2"),
        ({"labels": torch.tensor([0, -1, 1])}, r"labels must be in 0..1, got -1 to 1"),
        ({"owners": torch.tensor([0, 1, 2]), "writers": ("x", "y")}, r"owners must be one position 0..1"),
        ({"owners": torch.tensor([0, 1]), "writers": ("x", "y")}, "owners must be one position"),
        ({"owners": torch.tensor([0, 1, -1]), "writers": ("x", "y")}, "owners must be one position"),
    ],
)
def test_an_inconsistent_dataset_is_refused(changes, message):
    with pytest.raises(ValueError, match=message):
        points(**changes)


def test_a_dataset_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        points().labels = torch.zeros(3)


def test_take_keeps_the_order_and_tells_which():
    data = load("digits", split="test")
    rows = np.array([5, 0, 9])
    rows.setflags(write=False)
    part = data.take(rows)
    assert torch.equal(part.inputs, data.inputs[[5, 0, 9]])
    assert part.labels.tolist() == data.labels[[5, 0, 9]].tolist()
    assert (part.peak, part.classes) == (16, data.classes)
    assert part.checksum == data.take(torch.tensor([5, 0, 9])).checksum
    assert len({data.checksum, part.checksum, data.take([0, 5, 9]).checksum}) == 3
    with pytest.raises(IndexError):
        data.take([296])
    for wrong in ([], [-1], [True, False], [0.0]):
        with pytest.raises(ValueError, match="rows must be one non-empty row of whole numbers"):
            data.take(wrong)


def test_floats_are_fed_as_they_are():
    data = points(inputs=torch.tensor([[300.0], [-1.0], [0.5]]))
    assert data.scaled(torch.tensor([1, 0])).tolist() == [[-1.0], [300.0]]


def test_scaling_leaves_the_bytes_alone():
    data = load("digits", split="test")
    before = data.inputs.clone()
    data.scaled()
    data.prepare(data.inputs)
    assert torch.equal(data.inputs, before)


def test_loading_leaves_global_chance_alone(folder):
    write(folder, "mnist")
    numpy_before, torch_before = np.random.get_state()[1].copy(), torch.get_rng_state()  # noqa: NPY002
    load("mnist")
    load("digits")
    assert (np.random.get_state()[1] == numpy_before).all()  # noqa: NPY002
    assert torch.equal(torch.get_rng_state(), torch_before)


# -- the real files, where INCENTIVES_DATA names them -------------------------------------------------------

MNIST = {
    "train": [5923, 6742, 5958, 6131, 5842, 5421, 5918, 6265, 5851, 5949],
    "test": [980, 1135, 1032, 1010, 982, 892, 958, 1028, 974, 1009],
}
# Class sizes, and means and standard deviations of the scaled training pixels as they are commonly quoted.
PUBLISHED = {
    "mnist": (MNIST, [0.1307], [0.3081]),
    "fashion_mnist": ({"train": [6000] * 10, "test": [1000] * 10}, [0.2860], [0.3530]),
    "cifar10": (
        {"train": [5000] * 10, "test": [1000] * 10},
        [0.4914, 0.4822, 0.4465],
        [0.2470, 0.2435, 0.2616],
    ),
}


def needs_files(name):
    """The parameter `name`, skipped where its files are not there."""
    there = bool(REAL) and (Path(REAL) / name).is_dir()
    return pytest.param(name, marks=pytest.mark.skipif(not there, reason=f"INCENTIVES_DATA holds no {name}"))


@pytest.mark.parametrize("name", [needs_files(name) for name in PUBLISHED])
def test_real_images_have_the_published_sizes_and_moments(monkeypatch, name):
    monkeypatch.setenv("INCENTIVES_DATA", REAL)
    sizes, mean, spread = PUBLISHED[name]
    for split, counts in sizes.items():
        data = load(name, split=split)
        assert torch.bincount(data.labels).tolist() == counts
        assert data.edition != "a copy without a known digest"
        if split == "train":
            pixels = data.inputs.float().div_(255).transpose(0, 1).flatten(1)
            # The JPEG copy of CIFAR-10 is lossy.
            close = 2e-3 if "JPEG" in data.edition else 6e-5
            assert pixels.mean(dim=1).tolist() == pytest.approx(mean, abs=close)
            assert pixels.std(dim=1).tolist() == pytest.approx(spread, abs=2 * close)


@pytest.mark.parametrize("name", [needs_files("sst5")])
def test_real_sentences_fit(monkeypatch, name):
    monkeypatch.setenv("INCENTIVES_DATA", REAL)
    parts = [load(name, split=split) for split in ("train", "validation", "test")]
    for part, quoted in zip(parts, (8544, 1101, 2210), strict=True):
        assert abs(len(part) - quoted) < 20
        assert (part.inputs[:, 0] != 0).all()
        assert (part.inputs[:, -1] == 0).all()  # nothing was cut
        assert (torch.bincount(part.labels) > 0.1 * len(part)).all()
    assert (parts[0].inputs != 1).all()
    assert 0.02 < (parts[2].inputs == 1).sum() / (parts[2].inputs != 0).sum() < 0.08

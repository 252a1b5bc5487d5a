import re

from incentives.learning.catalogue import EDITIONS, SOURCES
from incentives.learning.data import NAMES


def test_the_sets_of_the_paper_are_there():
    assert set(NAMES) == {
        "digits", "mnist", "fashion_mnist", "cifar10", "cifar100", "svhn", "femnist", "sst5",
    }  # fmt: skip


def test_numbers_of_classes_are_the_known_ones():
    sizes = {name: source.classes for name, source in SOURCES.items()}
    assert sizes == {
        "mnist": 10, "fashion_mnist": 10, "cifar10": 10, "cifar100": 100, "svhn": 10, "femnist": 62,
        "sst5": 5,
    }  # fmt: skip


def test_every_source_is_pinned():
    for source in SOURCES.values():
        assert re.fullmatch(r"[0-9a-f]{40}", source.revision)
        assert "/" in source.repository
        paths = [file.path for files in source.files.values() for file in files]
        assert len(set(paths)) == len(paths) > 0
        for files in source.files.values():
            assert all(re.fullmatch(r"([0-9a-f]{64})?", file.sha256) for file in files)


def test_known_digests_lead_to_one_edition():
    assert all(re.fullmatch(r"[0-9a-f]{64}", digest) for digest in EDITIONS)
    known = [f.sha256 for s in SOURCES.values() for fs in s.files.values() for f in fs if f.sha256]
    assert len(set(known)) == len(known)
    assert set(known) <= EDITIONS.keys()

"""Files in pieces: every call fits, and what is joined is what was cut."""

import json

import pytest

from incentives_book.shards import NAMES, PIECE, join, pieces_of, write


@pytest.fixture
def data(tmp_path):
    folder = tmp_path / "data"
    for name, size in (("a/train.parquet", 2 * PIECE + 5), ("a/test.parquet", 7), ("b/train.parquet", PIECE)):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(bytes(k % 251 for k in range(size)) if size < 100 else name.encode() * (size // 15))
    return folder


def files(folder):
    return sorted(path for path in folder.rglob("*") if path.is_file())


def test_a_file_is_whole_when_its_last_piece_has_arrived(data, tmp_path):
    sizes = write(tmp_path / "out", data, files(data), beside=0, most=2 * PIECE + 10**6)
    assert len(sizes) == 2
    assert max(sizes) <= 2 * PIECE + 10**6
    there = tmp_path / "there"
    first, lacking = join(tmp_path / "out" / "call-1", there)
    assert lacking
    assert set(first) | set(lacking) == {"a/train.parquet", "a/test.parquet", "b/train.parquet"}
    whole, lacking = join(tmp_path / "out", there)
    assert (len(whole), lacking) == (3, [])
    assert [path.read_bytes() for path in files(there)] == [path.read_bytes() for path in files(data)]


def test_other_bytes_are_refused(data, tmp_path):
    write(tmp_path / "out", data, files(data), beside=0)
    piece = next((tmp_path / "out").rglob("a--test*"))
    piece.write_bytes(b"7654321")
    with pytest.raises(ValueError, match=r"the pieces of a/test.parquet must have digest"):
        join(tmp_path / "out", tmp_path / "there")
    with pytest.raises(ValueError, match="source must hold pieces"):
        join(data, tmp_path / "there")


def test_what_lies_beside_leaves_less_room(data, tmp_path):
    with pytest.raises(ValueError, match="room must be at least"):
        write(tmp_path / "out", data, files(data), beside=50 * 2**20)
    assert len(write(tmp_path / "more", data, files(data), beside=40 * 2**20)) > 1
    assert set(json.loads((tmp_path / "more" / "call-1" / NAMES).read_text())) == {"digests", "sizes"}
    assert sum(piece.size for piece in pieces_of(data, files(data))) == sum(f.stat().st_size for f in files(data))

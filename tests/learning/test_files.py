import hashlib
import sys
from pathlib import Path

import huggingface_hub
import pytest

from incentives.learning.catalogue import SOURCES
from incentives.learning.files import checksum, data_folder, download
from incentives.learning.parquet import images_of, read_columns


@pytest.mark.parametrize(
    ("module", "name", "call"),
    [
        ("PIL", "pillow", lambda: images_of(None, "image", (1, 28, 28), Path("train.parquet"))),
        ("pyarrow", "pyarrow", lambda: read_columns(Path("train.parquet"), ["label"])),
        ("huggingface_hub", "huggingface_hub", lambda: download(None, None)),
    ],
)
def test_a_missing_package_is_named_with_its_extra(monkeypatch, module, name, call):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ImportError, match=rf"needs the package {name}: pip install 'incentives\[data\]'"):
        call()


def test_the_folder_is_that_of_the_environment(monkeypatch, tmp_path):
    monkeypatch.delenv("INCENTIVES_DATA", raising=False)
    assert data_folder() is None
    monkeypatch.setenv("INCENTIVES_DATA", "")
    assert data_folder() is None
    monkeypatch.setenv("INCENTIVES_DATA", str(tmp_path))
    assert data_folder() == tmp_path
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("INCENTIVES_DATA", "~")
    assert data_folder() == tmp_path


def test_checksums_of_one_and_of_several(monkeypatch, tmp_path):
    monkeypatch.delenv("INCENTIVES_DATA", raising=False)
    a, b = tmp_path / "a", tmp_path / "b"
    a.write_bytes(b"abc")
    b.write_bytes(b"")
    told = [hashlib.sha256(text).hexdigest() for text in (b"abc", b"")]
    assert checksum([a]) == told[0]
    together = hashlib.sha256(f"{told[0]}  a\n{told[1]}  b\n".encode()).hexdigest()
    assert checksum([a, b]) == together != checksum([b, a])


def test_only_listed_files_are_compared(monkeypatch, tmp_path):
    monkeypatch.setenv("INCENTIVES_DATA", str(tmp_path))
    (tmp_path / "a").write_bytes(b"abc")
    told = hashlib.sha256(b"abc").hexdigest()
    for listing in ("", "\n", f"{told}  a\n", f"{told.upper()}  ./a\n", f"{told} *a\n", f"{'1' * 64}  b\n"):
        (tmp_path / "SHA256SUMS").write_text(listing)
        assert checksum([tmp_path / "a"]) == told
    for listing in (f"{'1' * 64}  a\n", f"{'1' * 64} *a\n", f"{'1' * 64}  ./a\n"):
        (tmp_path / "SHA256SUMS").write_text(listing)
        with pytest.raises(ValueError, match=r"a is damaged or was changed: its sha256 is not the one in SHA256SUMS"):
            checksum([tmp_path / "a"])


@pytest.mark.parametrize(("content", "refused"), [(b"abc", False), (b"abd", True)])
def test_a_download_without_a_digest_of_ours_is_held_to_the_name_that_the_hub_gives_it(
    monkeypatch, tmp_path, content, refused
):
    blob = tmp_path / "blobs" / hashlib.sha256(b"abc").hexdigest()
    blob.parent.mkdir()
    blob.write_bytes(content)
    (tmp_path / "train.parquet").symlink_to(blob)
    monkeypatch.setattr(huggingface_hub, "hf_hub_download", lambda *_, **__: str(tmp_path / "train.parquet"))
    file = SOURCES["svhn"].files["train"][0]
    assert file.sha256 == ""
    if refused:
        with pytest.raises(ValueError, match=r"is damaged: its sha256 is .* that of cropped_digits/train"):
            download(SOURCES["svhn"], file)
    else:
        assert download(SOURCES["svhn"], file).read_bytes() == content

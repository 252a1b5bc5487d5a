import hashlib
import sys
from pathlib import Path

import numpy as np
import pytest

from incentives.learning import files
from incentives.learning.files import cache_folder, checksum, data_folder, download, kept
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


@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        ("linux", {}, "home/.cache/incentives"),
        ("linux", {"XDG_CACHE_HOME": "{0}/x"}, "x/incentives"),
        ("darwin", {"XDG_CACHE_HOME": "{0}/x"}, "home/Library/Caches/incentives"),
        ("win32", {"LOCALAPPDATA": "{0}/local"}, "local/incentives"),
        ("linux", {"INCENTIVES_CACHE": "{0}/mine"}, "mine"),
    ],
)
def test_the_cache_is_the_users_unless_named(monkeypatch, tmp_path, platform, variables, expected):
    for name in ("INCENTIVES_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(files.sys, "platform", platform)
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    for name, value in variables.items():
        monkeypatch.setenv(name, value.format(tmp_path))
    assert cache_folder() == tmp_path / expected


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
        with pytest.raises(
            ValueError, match=r"a is damaged or was changed: its sha256 is not the one in SHA256SUMS"
        ):
            checksum([tmp_path / "a"])


def test_arrays_are_made_once_and_leave_no_half_files(monkeypatch, tmp_path):
    monkeypatch.setenv("INCENTIVES_CACHE", str(tmp_path / "deep" / "cache"))
    made = []

    def make():
        made.append(1)
        return {"x": np.arange(5, dtype=np.uint8), "names": np.array(["ä", "b"])}

    for _ in range(3):
        found = kept("key", make)
        assert (found["x"].dtype, found["x"].tolist()) == (np.uint8, [0, 1, 2, 3, 4])
        assert found["names"].tolist() == ["ä", "b"]
    assert len(made) == 1
    assert [path.suffix for path in (tmp_path / "deep" / "cache").iterdir()] == [".npz"]


def test_a_full_disk_does_no_harm(monkeypatch, tmp_path):
    monkeypatch.setenv("INCENTIVES_CACHE", str(tmp_path))

    def full(*_, **__):
        raise OSError("no space left on device")

    monkeypatch.setattr(files.np, "savez", full)
    assert kept("key", lambda: {"x": np.zeros(2)})["x"].tolist() == [0, 0]
    assert list(tmp_path.iterdir()) == []


def test_an_error_while_making_is_passed_on(monkeypatch, tmp_path):
    monkeypatch.setenv("INCENTIVES_CACHE", str(tmp_path))

    def broken():
        raise ValueError("damaged")

    with pytest.raises(ValueError, match="damaged"):
        kept("key", broken)
    assert list(tmp_path.iterdir()) == []

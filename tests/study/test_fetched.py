"""Records that are fetched: the bytes that the package's list names, or an error that says what to do."""

import zipfile

import pytest

from incentives_book.study import fetched
from incentives_book.study.fetched import archive_name, fetch, line_of

HELD = {
    "one/records.jsonl": b'{"seed": 0}\n',
    "one/study.toml": b'study = "one"\n',
    "two/records.jsonl": b'{"seed": 1}\n' * 10_000,
}


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package whose list names HELD."""
    folder = tmp_path / "package"
    folder.mkdir()
    lines = "".join(line_of(name, content) + "\n" for name, content in HELD.items())
    (folder / fetched.LIST).write_text(lines)
    monkeypatch.setattr(fetched, "files", lambda name: folder)
    return folder


def archive(folder, **changed):
    path = folder / archive_name("0")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in (HELD | changed).items():
            if content is not None:
                made.writestr(name, content)
    return path


def test_what_is_asked_for_is_written_and_nothing_else(package, tmp_path):
    into = tmp_path / "a folder with blanks"
    found = fetch("one", into=into, source=archive(tmp_path))
    assert found == [into / "one/records.jsonl", into / "one/study.toml"]
    assert {p.relative_to(into).as_posix(): p.read_bytes() for p in into.rglob("*") if p.is_file()} == {
        name: content for name, content in HELD.items() if name.startswith("one/")
    }
    assert len(fetch(into=into, source=archive(tmp_path).as_uri())) == 3
    assert (into / "two/records.jsonl").read_bytes() == HELD["two/records.jsonl"]


def test_what_is_there_is_kept_without_asking_anybody(package, tmp_path):
    fetch(into=tmp_path / "kept", source=archive(tmp_path))
    assert len(fetch(into=tmp_path / "kept", source=tmp_path / "no such file")) == 3
    (tmp_path / "kept/one/records.jsonl").write_text("mine\n")
    with pytest.raises(ValueError, match=r"into must be a folder whose records may be kept, but .* holds others"):
        fetch("one", into=tmp_path / "kept", source=archive(tmp_path))
    assert (tmp_path / "kept/one/records.jsonl").read_text() == "mine\n"


@pytest.mark.parametrize(
    "changed",
    [
        {"one/study.toml": b'study = "two"\n'},
        {"one/study.toml": HELD["one/study.toml"] + b"x"},
        {"one/study.toml": HELD["one/study.toml"][:-1]},
        {"one/study.toml": b"0" * 10**6},
    ],
    ids=["another text", "longer", "shorter", "huge"],
)
def test_other_bytes_are_refused_and_nothing_is_written(package, tmp_path, changed):
    with pytest.raises(ValueError, match=r"^source must hold the records .* one/study.toml .* has another digest"):
        fetch("one", into=tmp_path / "kept", source=archive(tmp_path, **changed))
    assert not (tmp_path / "kept").exists()


def test_what_cannot_be_read_says_what_else_to_name(package, tmp_path):
    with pytest.raises(OSError, match=r"no archive of records could be read from .*--from in the command"):
        fetch("one", into=tmp_path / "kept", source=tmp_path / "none.zip")
    with pytest.raises(ValueError, match=r"^source must be an archive of this version's records"):
        fetch("one", into=tmp_path / "kept", source=archive(tmp_path, **{"one/study.toml": None}))
    (tmp_path / "text.zip").write_text("no archive")
    with pytest.raises(ValueError, match=r"^source must be an archive of this version's records"):
        fetch("one", into=tmp_path / "kept", source=tmp_path / "text.zip")
    with pytest.raises(ValueError, match=r"^wanted must name studies among one, two; got 'three'"):
        fetch("three", into=tmp_path / "kept", source=archive(tmp_path))


def test_a_package_without_a_list_says_where_records_are():
    with pytest.raises(ValueError, match=r"a copy of the repository holds the records in experiments/"):
        fetch("empty-core")


def test_the_archive_is_among_the_files_of_the_release_of_this_version():
    told = fetched.archive_address()
    assert told.startswith("https://github.com/")
    release = told.split("/")[-2].removeprefix("v")
    assert told.endswith(f"/releases/download/v{release}/{archive_name(release)}")

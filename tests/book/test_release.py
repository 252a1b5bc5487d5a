"""A release names its own version, and its wheel stays small."""

import zipfile

import release
from address import version


def test_a_tag_that_is_not_the_version_is_refused():
    assert release.main(["--tag", f"v{version()}"]) is None
    assert "got v9.9.9" in release.main(["--tag", "v9.9.9"])


def test_a_wheel_that_grew_is_refused_and_its_parts_are_told(tmp_path, monkeypatch, capsys):
    wheel = tmp_path / "a-1-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as made:
        made.writestr("incentives_book/records.jsonl", "1" * 100)
        made.writestr("incentives/a.py", "1")
    assert release.main([str(wheel)]) is None
    assert "       100  incentives_book, .jsonl" in capsys.readouterr().out
    monkeypatch.setattr(release, "MOST", 50)
    assert "must have at most 50 bytes" in release.main([str(wheel)])

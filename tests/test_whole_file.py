"""Whoever is stopped while writing leaves the earlier file, or none."""

import pytest

from incentives.whole_file import whole_file


def test_a_writer_that_stops_leaves_what_was_there(tmp_path):
    place = tmp_path / "said.txt"

    def write(text, stops):
        with whole_file(place) as beside:
            beside.write_text(text)
            if stops:
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write("half", stops=True)
    assert list(tmp_path.iterdir()) == []
    write("first", stops=False)
    with pytest.raises(KeyboardInterrupt):
        write("half", stops=True)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["first"]
    (tmp_path / "said.txt.part").write_text("left by a kill, and longer than what follows")
    write("second", stops=False)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["second"]

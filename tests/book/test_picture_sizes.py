"""A picture has its room before it arrives."""

import struct

import pytest
from picture_sizes import size_of, with_sizes

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", 640, 480)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "a.svg").write_text('<?xml?><svg height="345.6pt" version="1.1" width="460.8pt" viewBox="0 0 9 9">')
    (tmp_path / "b.svg").write_text('<svg viewBox="0 0 9 9" stroke-width="3">')
    (tmp_path / "c.png").write_bytes(PNG)
    (tmp_path / "d.png").write_bytes(b"no picture at all")
    return tmp_path


def test_the_size_is_in_pixels(folder):
    assert size_of(folder / "a.svg") == (614, 461)
    assert size_of(folder / "b.svg") is None
    assert size_of(folder / "c.png") == (640, 480)
    with pytest.raises(ValueError, match=r"path must be a PNG; got d\.png"):
        size_of(folder / "d.png")


def test_a_picture_without_a_width_gets_both_and_no_other_changes(folder):
    page = (
        '<img alt="a" class="x" src="a.svg"/><img src="a.svg" style="width: 80%"><img src="c.png" width="9">'
        '<img src="b.svg"><img src="gone.svg"><img src="data:image/png;base64,x.png"><img src="https://a.b/c.png">'
    )
    made = with_sizes(page, folder)
    assert made.count('src="a.svg" width="614" height="461"') == 2
    assert made.replace(' width="614" height="461"', "") == page
    assert with_sizes(made, folder) == made

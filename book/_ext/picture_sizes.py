"""Writes the size of each picture into its page, so that the text below it does not jump when the picture arrives.

The size is the one that the browser would find in the file. The style sheets keep a picture within its column, and its
shape.
"""

import re
import struct
from pathlib import Path

# A picture of the page without a width; one of the theme's templates may have one.
PICTURE = re.compile(r'<img\b(?![^>]*\swidth=)[^>]*?\ssrc="([^":?#]+\.(?:svg|png))"')
UNITS = {"": 1, "px": 1, "pt": 4 / 3}


def size_of(path: Path) -> tuple[int, int] | None:
    """Width and height of an SVG or a PNG in pixels; None for a drawing without a size of its own.

    Raises:
        ValueError: the file is no PNG although its name says so.
    """
    if path.suffix == ".png":
        head = path.read_bytes()[:24]
        if head[1:4] != b"PNG":
            raise ValueError(f"path must be a PNG; got {path.name}")
        return struct.unpack(">II", head[16:24])
    opening = re.search(r"<svg\b[^>]*>", path.read_text(encoding="utf-8"))
    found = [
        re.search(rf'\s{name}="([\d.]+)(px|pt|)"', opening[0]) if opening else None for name in ("width", "height")
    ]
    return tuple(round(float(each[1]) * UNITS[each[2]]) for each in found) if all(found) else None


def with_sizes(page: str, folder: Path) -> str:
    """The HTML of a page that stands in `folder` with the size of each picture that is there."""

    def sized(found: re.Match) -> str:
        path = folder / found[1]
        size = size_of(path) if path.is_file() else None
        return f'{found[0]} width="{size[0]}" height="{size[1]}"' if size else found[0]

    return PICTURE.sub(sized, page)


def write_sizes(app, exception):
    if exception or app.builder.format != "html":
        return
    for path in Path(app.outdir).rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        if (made := with_sizes(text, path.parent)) != text:
            path.write_text(made, encoding="utf-8")


def setup(app):
    app.connect("build-finished", write_sizes, priority=840)  # after the pictures are copied, before the decks
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}

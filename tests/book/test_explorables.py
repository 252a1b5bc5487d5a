"""The scripts of the explorables are small, which needs no browser to see."""

from pathlib import Path

from explorables import DATA, PIECES

FOLDER = Path(__file__).parents[2] / "book" / "_static" / "explorables"


def test_the_scripts_are_small():
    sizes = {path.stem: path.stat().st_size for path in FOLDER.glob("*.js")}
    assert sizes["kit"] <= 8_000
    assert all(sizes["kit"] + sizes[name] < 30_000 for name in PIECES)
    assert all(sizes[file] <= 33_000 for files in DATA.values() for file in files)

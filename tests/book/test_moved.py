"""Whoever follows the address of a page that is part of another one now arrives at its section."""

import re

import build
import pytest
from docutils.nodes import make_id
from links import dead_links
from pairing import ROOT, sources

NAMES = {path.relative_to(ROOT / "notebooks").with_suffix("").as_posix() for path in sources(ROOT)}


@pytest.mark.parametrize(("old", "new"), build.moved().items())
def test_an_old_address_is_no_page_and_leads_to_a_section_of_one(old, new):
    page, _, section = new.partition("#")
    assert old not in NAMES
    assert page in NAMES
    text = (ROOT / "notebooks" / f"{page}.md").read_text(encoding="utf-8")
    assert section in map(make_id, re.findall(r"^## (.*)$", text, re.MULTILINE))


def test_a_door_stands_at_each_old_address_and_opens_onto_its_section(tmp_path):
    (tmp_path / "_static").mkdir()
    (tmp_path / "_static" / "favicon.svg").touch()
    new = {target.partition("#")[::2] for target in build.moved().values()}
    for page, _ in new:
        path = tmp_path / "notebooks" / f"{page}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f'<section id="{section}">' for name, section in new if name == page))
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "index.html").touch()
    build.write_doors(tmp_path)
    assert all((tmp_path / "notebooks" / f"{old}.html").is_file() for old in build.moved())
    assert dead_links(tmp_path) == []

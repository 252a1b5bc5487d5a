"""Dead links are found, live ones are left alone."""

import pytest
from links import dead_links

HEAD = '<h2 id="part">Part</h2><a name="old"></a>'


@pytest.mark.parametrize(
    ("link", "alive"),
    [
        ("other.html", True),
        ("other.html#part", True),
        ("other.html#old", True),
        ("#part", True),
        ("#", True),
        ("https://example.org/nowhere#x", True),
        ("mailto:a@example.org", True),
        ("folder/", True),
        ("a%20file.txt", True),
        ("gone.html", False),
        ("other.html#gone", False),
        ("#gone", False),
    ],
)
def test_a_link_is_dead_exactly_when_it_leads_nowhere(tmp_path, link, alive):
    (tmp_path / "folder").mkdir()
    for name in ("other.html", "folder/index.html", "a file.txt"):
        (tmp_path / name).write_text(HEAD)
    (tmp_path / "page.html").write_text(f'{HEAD}<a href="{link}">x</a>')
    assert dead_links(tmp_path) == ([] if alive else [f"page.html: {link}"])


def test_a_missing_image_is_dead(tmp_path):
    (tmp_path / "page.html").write_text('<img src="gone.png" alt="x">')
    assert dead_links(tmp_path) == ["page.html: gone.png"]

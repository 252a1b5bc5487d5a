"""A new page is three files, and a part of which it is the first has its head."""

from claimbook.book import Book
from claimbook.new import files, main


def test_the_files_of_a_page_name_it_and_a_part_has_one_head(tmp_path):
    book = Book(tmp_path)
    made = files("triangles", "right-angles", book)
    assert [path.name for path in made] == [
        "right-angles.md",
        "right-angles.toml",
        "test_right_angles.py",
        "claims.toml",
    ]
    assert all("right-angles" in text for path, text in made.items() if path.name != "claims.toml")
    (book.folder("rows") / "triangles").mkdir(parents=True)
    (book.folder("rows") / "triangles" / "claims.toml").write_text("")
    assert len(files("triangles", "other", book)) == 3


def test_a_page_without_a_part_is_refused(capsys):
    assert main(["page"]) == 2
    assert "named part/page" in capsys.readouterr().err

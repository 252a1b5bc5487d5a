"""Columns of a CSV file by name, as spreadsheets and people write such files."""

import io

import pytest

from incentives_book.csv_columns import parsed, read_table


@pytest.mark.parametrize(
    "text",
    [
        "size,name\n5,a\n25,b\n",
        "size,name\r\n5,a\r\n25,b\r\n",
        ' size , name\n\n"5","a"\n25 ,b\n\n',
        "name,size\na,5\nb,25",
    ],
)
def test_columns_are_read_by_name_however_the_lines_end(text):
    table = parsed(text, "it")
    assert (table.column("size", int), table.column("name")) == ([5, 25], ["a", "b"])


def test_a_mark_in_front_and_commas_in_quotes_are_no_trouble(tmp_path):
    file = tmp_path / "sizes.csv"
    file.write_bytes('\ufeffname,size\n"Köln, Süd",5\n'.encode())
    assert read_table(str(file)).rows == ((2, {"name": "Köln, Süd", "size": "5"}),)


def test_the_standard_input_is_named_as_such(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"size\n5\n")))
    assert read_table("-").column("size") == ["5"]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"size\n")))
    with pytest.raises(ValueError, match="the standard input must have a header line"):
        read_table("-")


def test_blank_cells_at_the_end_belong_to_a_longer_column_only_where_that_is_said():
    table = parsed("short,long\n1,1\n,2\n", "it")
    assert table.column("short", int, shorter=True) == [1]
    with pytest.raises(ValueError, match="it, line 3, column 'short' must not be blank"):
        table.column("short", int)
    hole = parsed("short,long\n,1\n2,2\n", "it")
    with pytest.raises(ValueError, match="it, line 2, column 'short' must not be blank"):
        hole.column("short", int, shorter=True)
    with pytest.raises(ValueError, match="it must have entries in the column 'none', it has none"):
        parsed("none,long\n,1\n", "it").column("none", shorter=True)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("size;name\n5;a\n", "must have a column 'size', it has 'size;name'"),
        (",size\n1,5\n", "one name for each column"),
        ("size\n5,6\n", "line 2 must have 1 cells as the header has, got 2"),
        ('size\n"5" 6\n', "line 2 is not CSV"),
        ("size\nx\n", "it, line 2, column 'size': invalid literal"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(text, words):
    with pytest.raises(ValueError, match=words):
        parsed(text, "it").column("size", int)

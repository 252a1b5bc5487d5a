"""A study from a CSV file asks for the same runs as a study file that lists them."""

import pytest

from incentives_book.csv_columns import parsed
from incentives_book.study.csv_study import as_study_file, study_text
from incentives_book.study.study_file import read_study

RUNS = "study,kind,players,concept,largest\nempty-core,every-size,3,nash,5\nempty-core,every-size,4,,4\n"


def test_rows_ask_for_the_runs_that_a_study_file_lists(tmp_path):
    table, other = tmp_path / "runs.csv", tmp_path / "study.toml"
    table.write_text(RUNS)
    other.write_text(
        'study = "empty-core"\n[[run]]\nkind = "every-size"\nplayers = 3\nconcept = "nash"\nlargest = 5\n'
        '[[run]]\nkind = "every-size"\nplayers = 4\nlargest = 4\n'
    )
    with as_study_file(str(table)) as file:
        found = read_study(file)
    right = read_study(other)
    assert (found.settings, found.store) == (right.settings, right.store)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["runs.csv", "study.toml"]


def test_the_file_in_between_goes_away_where_something_fails(tmp_path):
    table = tmp_path / "runs.csv"
    table.write_text(RUNS)
    with pytest.raises(RuntimeError), as_study_file(str(table)):
        raise RuntimeError
    assert list(tmp_path.iterdir()) == [table]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("study\nempty-cores\n", "study must be one of"),
        ("study\nempty-core\nown-data\n", "must hold runs of one kind of study, got empty-core, own-data"),
        ("study,colour\nempty-core,red\n", "it has a column 'colour'; a run has kind"),
        ("study,players\nempty-core,3.5\n", "it, line 2, column 'players': expected int.*got '3.5'"),
        ("study,low\nempty-core,1\nempty-core,nan\n", "it, line 3, column 'low': expected finite float, got 'nan'"),
        ("study,high\nempty-core,-inf\n", "it, line 2, column 'high': expected finite float, got '-inf'"),
        ("study,high\nempty-core,1e999\n", "it, line 2, column 'high': expected finite float, got '1e999'"),
        ("study,length\nrewards,inf\n", "it, line 2, column 'length': expected finite float .* None, got 'inf'"),
    ],
)
def test_what_asks_for_no_runs_is_refused(text, words):
    with pytest.raises(ValueError, match=words):
        study_text(parsed(text, "it"))

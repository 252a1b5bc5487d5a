"""The figure from records that are written by hand, by one command."""

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import pytest

pytest.importorskip("trl")

from incentives_book.study import lies_figure
from incentives_book.study.records import add_record, read_records

SETTINGS = {"game": "A vs. B", "model": "m", "sizes": "2; 1", "seed": 0}


def record(shift):
    """Curves of all tables and lies: with payments truth is best, without them it is not."""
    return {
        "curves": {
            f"{table}, {lie}": {"told": [0.5, 1.0], "with": [1 + shift, 2 + shift], "without": [4 + shift, 3 + shift]}
            for table in lies_figure.TABLES
            for lie in lies_figure.LABELS
        }
    }


@pytest.fixture
def store(tmp_path):
    for seed in (0, 1):
        add_record(tmp_path / "records.jsonl", SETTINGS | {"seed": seed}, **record(seed))
    return tmp_path / "records.jsonl"


def test_every_panel_has_the_mean_and_every_seed(store):
    _, axes = plt.subplots(2, 3)
    lies_figure.draw(read_records(store), axes=axes)
    for ax in axes.flat:
        lines = [line.get_ydata().tolist() for line in ax.lines if line.get_xdata() == pytest.approx([0.5, 1.0])]
        assert lines == [[4, 3], [5, 4], [4.5, 3.5], [1, 2], [2, 3], [1.5, 2.5]]
        assert ax.get_legend() is None
    assert {ax.get_title() for ax in axes.flat} == {
        f"{table}: payments make truth best" for table in ("soups", "decoding", "retrained")
    }
    assert [text.get_text() for text in axes[0][0].texts] == ["without payments", "with payments"]


def test_one_seed_is_drawn_once_and_equal_curves_are_both_seen(store):
    """One line for each curve, the wider one below."""
    records = read_records(store)[:1]
    for curve in records[0]["curves"].values():
        curve["with"] = curve["without"]
    _, axes = plt.subplots(2, 3)
    lies_figure.draw(records, axes=axes)
    free, paid = (line for line in axes[0][2].lines if len(line.get_xdata()) == 2 and line.get_marker() == "o")
    assert free.get_ydata().tolist() == paid.get_ydata().tolist() == [4, 3]
    assert free.get_linewidth() > paid.get_linewidth()
    assert paid.get_linestyle() == "--"
    assert axes[0][2].get_title() == "retrained: lies gain despite payments"


def test_the_finding_counts_the_truth_among_the_reports():
    up, down = np.array([[1.0, 2.0]]), np.array([[2.0, 1.0]])
    assert lies_figure.finding([0.5, 1], up, up) == "no lie gains"
    assert lies_figure.finding([0.5, 1], down, up) == "lies gain only with payments"
    assert lies_figure.finding([0.5, 2], down, up) == "the truth was not told"


def test_one_command_draws_one_game(store, capsys):
    target = store.with_name("figure.svg")
    lies_figure.main([str(store), str(target)])
    assert "A vs. B, m, sizes 2 and 1, 2 seeds" in capsys.readouterr().out
    assert "<svg" in target.read_text(encoding="utf-8")
    add_record(store, SETTINGS | {"game": "A vs. C"}, **record(0))
    with pytest.raises(SystemExit, match=r"choose by --only; got game 'A vs. B' and 'A vs. C'"):
        lies_figure.main([str(store), str(target)])
    with pytest.raises(SystemExit, match="choose by --only; got none"):
        lies_figure.main([str(store), str(target), "--only", "game=A vs. D"])
    lies_figure.main([str(store), str(target), "--only", "game=A vs. C"])
    assert "A vs. C, m, sizes 2 and 1, one seed" in capsys.readouterr().out


def test_records_of_other_lies_are_refused(store):
    records = read_records(store)
    records[1]["curves"]["soups, beta"]["told"] = [0.5, 2.0]
    with pytest.raises(ValueError, match="records must tell the same lies"):
        lies_figure.over_seeds(records, "soups, beta")


def test_other_settings_are_no_seeds(store, capsys):
    add_record(store, SETTINGS | {"seed": 2, "steps": 3}, **record(2))
    with pytest.raises(ValueError, match=r"records must differ in the seed alone; got steps None and 3$"):
        lies_figure.over_seeds(read_records(store), "soups, beta")
    target = store.with_name("figure.svg")
    with pytest.raises(SystemExit, match=r"in the seed alone, choose by --only; got steps None and 3"):
        lies_figure.main([str(store), str(target)])
    assert not target.exists()
    lies_figure.main([str(store), str(target), "--only", "steps=3"])
    assert "A vs. B, m, sizes 2 and 1, one seed" in capsys.readouterr().out

"""Figures of leave-one-out consensus by training."""

import pytest

from incentives.learning.local_update import LocalWork
from incentives.methods.consensus_by_training import consensus_by_training, learning_problem
from incentives_book.consensus.leave_one_out_in_learning import draw_candidates, draw_cost, draw_weights


def test_every_candidate_is_a_point_and_passing_ones_are_filled():
    problem = learning_problem("logistic", most=10)
    found = consensus_by_training(problem, LocalWork(rate=0.5, steps=1), rounds=2, seed=0, tolerance=9.0)
    ax = draw_candidates({"honest": found})
    assert len(ax.lines) == 7
    assert [float(line.get_ydata()[0]) for line in ax.lines] == pytest.approx(found.accuracies.tolist())
    assert "none" not in [line.get_markerfacecolor() for line in ax.lines[:6]]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["passes", "everybody"]


def test_bad_input_is_refused():
    with pytest.raises(ValueError, match="found must hold"):
        draw_candidates({})
    with pytest.raises(ValueError, match="weights must hold"):
        draw_weights({"a": [1.0], "b": [0.5, 0.5]})
    with pytest.raises(ValueError, match="seconds must hold"):
        draw_cost({"a": {"x": 1.0}, "b": {"y": 1.0}})

import matplotlib.pyplot as plt
import pytest

from incentives import consensus as cs
from incentives_book.consensus.leaving_each_one_out.verdict_table import FAILS, draw_verdicts, mark_candidates

TRUTHS = [cs.FiniteSet({0, 1}), cs.FiniteSet({0, 2}), cs.FiniteSet({0})]
OUTCOME = cs.LeaveOneOut()([*TRUTHS[:2], cs.FiniteSet({1})], cs.Trusted(TRUTHS))


def test_symbols_and_bold_suspects():
    ax = draw_verdicts(OUTCOME, clients=3, liars=[2], title="a lie")
    texts = "".join(text.get_text() for text in ax.texts)
    assert texts == "–––" + "✓✗✗" + "✓✓✓"
    assert [label.get_text() for label in ax.get_xticklabels()] == ["0", "1", "2*"]
    assert [label.get_fontweight() for label in ax.get_yticklabels()] == ["normal", "normal", "bold"]
    assert ax.get_title() == "a lie"


def test_clients_must_cover_the_outcome():
    with pytest.raises(ValueError, match="clients must be at least 3"):
        draw_verdicts(OUTCOME, clients=2)


def test_candidates_in_the_plane_share_a_label_where_they_coincide():
    box = cs.Box([(0, 1), (0, 1)])
    wide = cs.Box([(0, 9), (0, 1)])
    far = lambda sets: tuple(side.high for side in cs.intersection(sets).intervals)  # noqa: E731
    outcome = cs.LeaveOneOut(consensus=far)([wide, box, wide], cs.Trusted([box, box, wide]))
    ax = mark_candidates(plt.figure().add_subplot(), outcome)
    assert [text.get_text() for text in ax.texts] == ["without 0, 2", "without 1"]
    assert ax.lines[1].get_color() == FAILS

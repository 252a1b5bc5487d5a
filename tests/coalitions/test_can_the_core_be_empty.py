"""The page's pictures, read back from the axes."""

import matplotlib.pyplot as plt

from incentives import coalitions as co
from incentives_book.coalitions.can_the_core_be_empty import pictures
from incentives_book.coalitions.can_the_core_be_empty.four_players import contains, read_regions


def test_the_tree_shows_each_question_with_its_threshold_and_each_end():
    region = next(region for region in read_regions() if contains(region, (4, 5, 6, 8)))
    texts = [t.get_text().strip() for t in pictures.draw_questions(region, (4, 5, 6, 8), ax=plt.subplots()[1]).texts]
    assert sorted(t for t in texts if "?" in t) == [
        "a: alone, or in ab?",
        "c: alone, or in abc?",
        "c: in abc, or in abcd?",
    ]
    # two players of sizes n and k gain from pairing where the noise is above 2 n k / (n + k)
    assert f"μ ≥ {2 * 4 * 5 / 9:.2f}" in texts
    assert [t for t in texts if "?" not in t and "μ" not in t] == [
        "a | b | c | d",
        "ab | c | d",
        "abc | d",
        "abcd",
    ]


def test_the_cycle_names_the_coalitions_that_form():
    game = co.Game([1, 3, 3, 3, 62], noise=11, spread=1)
    stops = [co.Partition.parse(t) for t in ("0,1,2,3 | 4", "0,4 | 1,2,3", "0,1,2,4 | 3", "0,1,2 | 3,4")]
    movers = [{0, 4}, {0, 1, 2, 4}, {3, 4}, {0, 1, 2, 3}]
    fig = pictures.draw_cycle(game, stops, movers, names="abcde")
    assert [t.get_text().split()[0] for t in fig.texts] == ["ae", "abce", "de", "abcd", "four"]
    assert len(fig.axes) == 4


def test_the_stretches_leave_the_hole_free():
    ax = pictures.draw_stretches((1, 3, 3, 3, 62), top=30, ax=plt.subplots()[1])
    bars = [segment for collection in ax.collections for segment in collection.get_segments()]
    assert not any(start[0] < 11 < end[0] for start, end in bars)
    assert any(start[0] < 10.9 < end[0] for start, end in bars)
    assert any(start[0] < 11.1 < end[0] for start, end in bars)

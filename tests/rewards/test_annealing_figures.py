"""Pictures of landscapes: what is written beside a climb."""

from incentives_book.rewards import annealing_figures as draw


def test_each_climb_of_the_two_witnesses_is_written_beside_it():
    import matplotlib

    matplotlib.use("Agg")
    left, right = draw.draw_two_witnesses()
    climbs = [[text.get_text() for text in ax.texts if text.get_text().startswith("+")] for ax in (left, right)]
    assert climbs == [["+2", "+3"], ["+1", "+1"]]

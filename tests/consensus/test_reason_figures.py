"""Pictures of reasons: what is drawn is what the oracle answered."""

from fractions import Fraction as F

import matplotlib.pyplot as plt
import pytest

from incentives import consensus as cs
from incentives.consensus import oracles
from incentives_book.consensus import reason_figures
from incentives_book.consensus.adversaries import World
from incentives_book.consensus.fewer_calls import ConvexAdversary

UPPER, BELOW, WALL = (cs.HalfSpaces([row], [bound]) for row, bound in (((0, -1), 0), ((-2, 1), 0), ((1, 0), 2)))
TRUTHS = [UPPER, BELOW, UPPER, BELOW, WALL, WALL]
REPORTS = [*TRUTHS[:5], cs.HalfSpaces([(1, 0)], [-1])]
PLACES = dict.fromkeys(range(6), (0.0, 0.0))


def exchanges():
    asked = oracles.Transcript(cs.WorldOracle(REPORTS))
    cs.mechanism_h(asked, cs.Trusted(TRUTHS))
    return asked.exchanges


def test_each_reason_leaves_fewer_suspects_and_the_liar_stays():
    left = reason_figures.suspects_after(exchanges())
    assert [sorted(clients) for clients in left] == [[0, 1, 5], [1, 5], [5], [5]]


def test_the_reports_of_a_reason_meet_in_pairs_and_not_together():
    witness = exchanges()[0][1].witness
    sets = [REPORTS[client] for client in witness]
    assert all(one.meet([other]) for one in sets for other in sets if one is not other)
    assert sets[0].meet(sets[1:]) is None


def test_a_panel_names_the_reason_and_the_point_lies_in_what_all_accept():
    for exchange, suspects in zip(exchanges(), reason_figures.suspects_after(exchanges()), strict=True):
        _, ax = plt.subplots()
        reason_figures.draw_answer(TRUTHS, REPORTS, exchange, suspects, window=(-2, 3, -2, 4), names=PLACES, ax=ax)
        named = {int(text.get_text()): text.get_fontweight() for text in ax.texts}
        witness = exchange[1].witness
        assert named == {client: "bold" if client in suspects else "normal" for client in witness or ()}
        if witness is None:
            x, y = (F(float(value[0])) for value in ax.lines[0].get_data())
            assert y >= 0
            assert y <= 2 * x <= 4
        plt.close(ax.figure)


def test_two_worlds_explain_the_same_corners_and_their_agreement_sets_differ():
    adversary = ConvexAdversary(5, 2)
    for members in ({0, 1}, {1, 2}, range(5)):
        adversary = adversary.answer(frozenset(members))[1]
    first, *_, last = adversary.worlds()
    drawn = []
    for world in (first, last):
        _, ax = plt.subplots()
        reason_figures.draw_world(world, adversary.coordinates(), adversary.missed, ax=ax)
        texts = [text.get_text() for text in ax.texts]
        places = {line.get_marker(): tuple(map(float, (line.get_xdata()[0], line.get_ydata()[0]))) for line in ax.lines}
        drawn.append((texts, places["D"]))
        plt.close(ax.figure)
    (one, here), (other, there) = drawn
    assert "0 lies" in one
    assert "2 lies" in other
    assert here != there
    assert (
        {text for text in one if "fails" in text}
        == {text for text in other if "fails" in text}
        == {"fails 0, 3, 4", "fails 2, 3, 4"}
    )


def test_a_world_without_one_liar_is_refused():
    with pytest.raises(ValueError, match="world must have one liar"):
        reason_figures.draw_world(
            World((frozenset("w"),), (frozenset("w"),), frozenset()), {}, (), ax=plt.figure().add_subplot()
        )

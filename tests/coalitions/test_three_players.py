"""Every game of three players, against rankings of sets."""

from itertools import islice

from definitions import all_partitions, is_stable

from incentives_book.coalitions.can_the_core_be_empty import three_players as three


def test_the_ring_is_the_definition_of_the_core():
    for profile in islice(three.profiles(), 0, None, 331):

        def cost(player, coalition, profile=profile):
            alone, following, previous, everybody = profile[player]
            if len(coalition) == 2:
                return following if (player + 1) % 3 in coalition else previous
            return alone if len(coalition) == 1 else everybody

        assert three.has_core(profile) == any(is_stable(cost, split, 3, "core") for split in all_partitions(3))


def test_a_cycle_goes_one_way_for_everybody():
    one_way, other_way, torn = (1, 0, 1, 1), (1, 1, 0, 1), (0, 0, 0, 0)
    assert three.has_cycle((one_way,) * 3)
    assert three.has_cycle((other_way,) * 3)
    assert not three.has_cycle((one_way, one_way, other_way))
    assert not three.has_cycle((one_way, one_way, torn))

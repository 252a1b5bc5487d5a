"""Many games at once, against errors from the variances of weighted sums and a plain list of everything."""

from fractions import Fraction
from itertools import combinations_with_replacement

import definitions
import pytest

from incentives_book.coalitions.prices import search_prices


@pytest.mark.parametrize("concept", ["core", "individual"])
@pytest.mark.parametrize(("players", "choices"), [(3, [1, 2, 4, 9, 30, 200]), (4, [1, 4, 6, 100])])
@pytest.mark.parametrize("noise", [8, 12])
def test_a_search_finds_what_a_plain_list_finds(concept, players, choices, noise):
    games, stable, anarchy, stability = 0, 0, Fraction(1), Fraction(1)
    for sizes in combinations_with_replacement(choices, players):
        cost = definitions.cost_table(sizes, noise, 1, "uniform")
        total = {p: sum(sizes[j] * cost(j, b) for b in p for j in b) for p in definitions.all_partitions(players)}
        rests = [total[p] for p in total if definitions.is_stable(cost, p, players, concept)]
        games, stable = games + 1, stable + len(rests)
        anarchy = max(anarchy, max(rests) / min(total.values()))
        stability = max(stability, min(rests) / min(total.values()))
    found = search_prices(choices, players=players, noise=noise, concept=concept)
    assert (found.games, found.stable, found.without) == (games, stable, 0)
    assert found.anarchy.ratio == pytest.approx(float(anarchy), abs=1e-12)
    assert found.stability.ratio == pytest.approx(float(stability), abs=1e-12)


def test_a_game_without_a_stable_partition_is_counted():
    assert search_prices([1, 3, 62], players=5, noise=11, concept="core").without == 1
    assert search_prices([1, 3, 62], players=5, noise=11, concept="individual").without == 0


def test_what_would_not_fit_is_refused():
    with pytest.raises(ValueError, match="at most 20000"):
        search_prices([1, 10_000], players=3, noise=5, concept="core")
    with pytest.raises(ValueError, match='"core" or "individual"'):
        search_prices([1, 2], players=3, noise=5, concept="nash")

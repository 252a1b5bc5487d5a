"""All stable partitions: the search against listing every partition and every coalition."""

import random
import tomllib
from fractions import Fraction
from itertools import chain, pairwise, permutations, product
from pathlib import Path

import definitions
import pytest
from hypothesis import given, settings, strategies as st

from incentives import coalitions as co
from incentives.coalitions import search, stability

RULES = ["local", "uniform", "coarse", "fine", Fraction(1, 3)]


def make(sizes, noise, spread, rule):
    return co.Game(sizes, noise=noise, spread=spread, federation=rule if isinstance(rule, str) else co.Coarse(rule))


def agrees_with_listing(game, cost, concepts=stability.CONCEPTS):
    everything = definitions.all_partitions(game.players)
    found = {}
    for concept in concepts:
        stable = co.stable_partitions(game, concept=concept)
        expected = {p for p in everything if definitions.is_stable(cost, p, game.players, concept)}
        assert {frozenset(partition) for partition in stable} == expected
        assert len(stable) == len(expected)
        found[concept] = stable
    return found


@given(
    sizes=st.lists(st.integers(1, 12), min_size=1, max_size=5),
    noise=st.integers(1, 24),
    spread=st.integers(1, 2),
    rule=st.sampled_from(RULES),
)
@settings(max_examples=60)
@pytest.mark.backs("coalitions/new-whole-coalitions")
def test_finds_exactly_the_stable_partitions(sizes, noise, spread, rule):
    cost = definitions.cost_table(sizes, noise, spread, rule)
    agrees_with_listing(make(sizes, noise, spread, rule), cost)


@pytest.mark.parametrize("levels", [2, 3, 6, 1000])
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.backs("coalitions/new-whole-coalitions")
def test_finds_them_in_any_hedonic_game(players, levels):
    """Random costs: with few levels most comparisons are ties, with many nearly none; some games have no stable
    partition.
    """
    rng = random.Random(players * levels)
    for _ in range(8):
        table = {(j, c): rng.randrange(levels) for c in definitions.coalitions(players) for j in sorted(c)}
        game = co.HedonicGame(players, lambda j, c, table=table: table[j, c])
        agrees_with_listing(game, lambda j, c, table=table: table[j, c])


@pytest.mark.parametrize(
    "sizes", [(1, 1, 4, 4, 4, 82), (3, 8, 8, 20, 20, 61), (10, 10, 10, 10, 10, 10), (2, 9, 17, 30, 44, 90)]
)
@pytest.mark.parametrize("noise", [10, 15])
def test_finds_them_with_six_players(sizes, noise):
    cost = definitions.cost_table(sizes, noise, 1, "uniform")
    agrees_with_listing(make(sizes, noise, 1, "uniform"), cost)


@pytest.mark.parametrize("name", [f"table-{k}" for k in range(1, 6)])
def test_published_tables(name):
    """What the paper says of its five tables, by concept; None where it says nothing."""
    table = tomllib.loads((Path(__file__).parents[1] / "published" / f"{name}.toml").read_text())
    said = {
        "table-1": {"core": ["0,1,2"], "individual": ["0,1,2"]},
        "table-2": {"core": ["0,1 | 2"], "individual": ["0,1 | 2"]},
        "table-3": {"core": ["0 | 1 | 2"], "individual": ["0 | 1 | 2"]},
        "table-4": {"core": ["0,1,2 | 3"], "individual": ["0,1,2,3", "0,1,2 | 3"]},
        "table-5": {"core": ["0,1,2,3"]},
    }[name]
    game = co.Game(table["sizes"], noise=table["noise"], spread=table["spread"], federation=table["federation"])
    for concept, partitions in said.items():
        assert [str(partition) for partition in co.stable_partitions(game, concept=concept)] == partitions


def test_the_core_can_be_empty():
    sizes = [1, 3, 3, 3, 62]
    assert co.stable_partitions(co.Game(sizes, noise=11, spread=1)) == []
    cost = definitions.cost_table(sizes, 11, 1, "uniform")
    assert not any(definitions.is_stable(cost, p, 5, "core") for p in definitions.all_partitions(5))
    # Just outside the stretch of noise levels with an empty core there are stable partitions again.
    for noise in (Fraction(1259, 115), Fraction(496, 45)):
        assert co.stable_partitions(co.Game(sizes, noise=noise, spread=1))


def test_nash_stability_can_fail():
    found = agrees_with_listing(make([1, 3, 7], 4, 1, "uniform"), definitions.cost_table([1, 3, 7], 4, 1, "uniform"))
    assert found["nash"] == []
    assert [str(partition) for partition in found["individual"]] == ["0,2 | 1"]


@given(
    sizes=st.lists(st.integers(1, 30), min_size=2, max_size=6),
    noise=st.integers(1, 40),
    rule=st.sampled_from(RULES),
    concept=st.sampled_from(stability.CONCEPTS),
    scale=st.sampled_from([2, 7, Fraction(1, 3)]),
    data=st.data(),
)
@settings(max_examples=80)
def test_names_and_units_do_not_matter(sizes, noise, rule, concept, scale, data):
    stable = set(co.stable_partitions(make(sizes, noise, 1, rule), concept=concept))
    # The same players under other numbers.
    order = data.draw(st.permutations(range(len(sizes))))
    renamed = co.stable_partitions(make([sizes[k] for k in order], noise, 1, rule), concept=concept)
    assert {co.Partition([[order[k] for k in block] for block in p]) for p in renamed} == stable
    # The same data in other units: errors times `scale`.
    assert set(co.stable_partitions(make(sizes, noise * scale, scale, rule), concept=concept)) == stable
    # `scale` times as many samples, each as much noisier: the same errors.
    larger = [size * scale for size in sizes]
    assert set(co.stable_partitions(make(larger, noise * scale, 1, rule), concept=concept)) == stable


@given(
    sizes=st.lists(st.integers(1, 30), min_size=1, max_size=6), noise=st.integers(1, 40), rule=st.sampled_from(RULES)
)
@settings(max_examples=60)
def test_concepts_imply_each_other(sizes, noise, rule):
    game = make(sizes, noise, 1, rule)
    core, strict, individual, nash = (
        set(co.stable_partitions(game, concept=concept)) for concept in stability.CONCEPTS
    )
    assert strict <= core
    # A move that everybody there welcomes is a coalition in which all gain weakly and one strictly.
    assert strict <= individual
    assert nash <= individual


@pytest.mark.parametrize("sizes", [(5, 5, 5, 5), (3, 3, 9, 9, 9), (4, 4, 4, 4, 20), (10, 10, 10, 10, 10)])
@pytest.mark.parametrize("concept", stability.CONCEPTS)
def test_up_to_symmetry_lists_one_of_each_class(sizes, concept):
    game = co.Game(sizes, noise=10, spread=1)
    stable = co.stable_partitions(game, concept=concept)
    chosen = co.stable_partitions(game, concept=concept, up_to_symmetry=True)
    exchanges = [p for p in permutations(range(len(sizes))) if all(sizes[p[k]] == sizes[k] for k in p)]
    classes = {frozenset(co.Partition([[p[k] for k in block] for block in q]) for p in exchanges) for q in stable}
    assert len(chosen) == len(classes)
    assert all(sum(partition in members for partition in chosen) == 1 for members in classes)


def exchanged(partition, classes):
    """The partitions that become of this one by permutations within the classes, one after the other."""
    found = set()
    for order in product(*(permutations(members) for members in classes)):
        to = dict(zip(chain(*classes), chain(*order), strict=True))
        found.add(frozenset(sum(1 << to[k] for k in block) for block in partition))
    return found


@pytest.mark.parametrize("seed", range(12))
def test_every_exchange_of_equal_players_is_listed_once(seed):
    chance = random.Random(seed)
    players = list(range(chance.randint(4, 7)))
    cuts = sorted(chance.sample(players[1:], chance.randint(0, 2)))
    classes = [players[a:b] for a, b in pairwise([0, *cuts, len(players)])]
    homes = [chance.randrange(4) for _ in players]
    partition = [[k for k in players if homes[k] == home] for home in set(homes)]
    masks = tuple(sum(1 << k for k in block) for block in partition)
    listed = search._relabelled(masks, [sum(1 << k for k in members) for members in classes])
    assert len(listed) == len(set(listed))
    assert set(listed) == exchanged(partition, classes)


def test_twenty_equal_players_are_alone_in_one_way():
    """Before, all 20! orders of the blocks were gone through."""
    assert co.stable_partitions(co.Game([100] * 20, noise=10, spread=1)) == [co.Partition.singles(20)]


def test_lists_partitions_in_the_order_of_partitions():
    game = co.Game([10] * 5, noise=10, spread=1)
    assert co.stable_partitions(game) == list(co.partitions(5))


def test_twelve_players_against_checking_candidates_one_by_one():
    """Too many partitions to list: every answer is checked alone, and moves between answers lead nowhere else."""
    sizes = (5, 7, 12, 30, 40, 60, 80, 100, 130, 170, 210, 260)
    game = co.Game(sizes, noise=10, spread=1)
    for concept in stability.CONCEPTS:
        stable = co.stable_partitions(game, concept=concept)
        assert stable
        assert all(co.is_stable(game, partition, concept=concept) for partition in stable)
    # From random partitions, blocking coalitions and improving moves are followed; wherever that ends is in the list.
    rng = random.Random(5)
    core = set(co.stable_partitions(game))
    ends = set()
    for _ in range(30):
        labels = [rng.randrange(6) for _ in sizes]
        partition = co.Partition([[k for k, other in enumerate(labels) if other == label] for label in set(labels)])
        for _ in range(60):
            leaving = co.blocking_coalition(game, partition)
            if leaving is None:
                ends.add(partition)
                break
            rest = [block - leaving.who for block in partition if block - leaving.who]
            partition = co.Partition([leaving.who, *rest])
    assert ends
    assert ends <= core


def test_progress_is_shown_on_request(capsys):
    game = co.Game([5, 5, 25], noise=10, spread=1)
    assert co.stable_partitions(game, progress=True) == co.stable_partitions(game)
    assert "core stable partitions" in capsys.readouterr().err

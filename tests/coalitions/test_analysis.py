"""Everything about a game at once, against definitions that share no line with the search."""

from fractions import Fraction
from itertools import combinations

import definitions
import pytest
from hypothesis import given, settings, strategies as st

from incentives import coalitions as co
from incentives.coalitions import analysis, stability, welfare
from incentives.coalitions.analysis import decided_without_listing


def subsets(players):
    return [frozenset(c) for size in range(1, players + 1) for c in combinations(range(players), size)]


@given(
    players=st.integers(1, 4),
    numbers=st.lists(st.integers(1, 4), min_size=60, max_size=60),
    tenths=st.booleans(),
)
@settings(max_examples=40, deadline=None)
def test_a_game_of_own_costs_is_analysed_like_the_definitions_say(players, numbers, tenths):
    drawn = iter(numbers)
    table = {(j, c): next(drawn) for c in subsets(players) for j in sorted(c)}
    given_cost = (lambda j, c: table[j, c] / 10) if tenths else (lambda j, c: table[j, c])
    found = co.analyse(co.HedonicGame(players, given_cost, decimal=tenths))
    everything = definitions.all_partitions(players)
    for notion in stability.CONCEPTS:
        stable = {p for p in everything if definitions.is_stable(lambda j, c: table[j, c], p, players, notion)}
        assert {frozenset(p) for p in found.stable[notion]} == stable
        assert (found.witnesses[notion] is None) == (frozenset([frozenset(range(players))]) in stable)
    totals = {p: sum(table[j, c] for c in p for j in c) for p in everything}
    unit = Fraction(1, 10 if tenths else 1)
    assert found.total(found.best) == unit * min(totals.values())
    for notion, price in found.prices.items():
        stable = [p for p in everything if definitions.is_stable(lambda j, c: table[j, c], p, players, notion)]
        assert price == (Fraction(min(totals[p] for p in stable), min(totals.values())) if stable else None)


def test_decimal_costs_keep_ties_and_floats_unasked_are_refused():
    cost = {1: 0.3, 2: 0.3}
    tied = co.HedonicGame(2, lambda player, coalition: cost[len(coalition)], decimal=True)
    assert {str(p) for p in co.analyse(tied).stable["core"]} == {"0,1", "0 | 1"}
    with pytest.raises(ValueError, match=r"cost must be exact, .* or decimal=True must say .* got 0\.3"):
        co.analyse(co.HedonicGame(2, lambda player, coalition: cost[len(coalition)]))
    with pytest.raises(ValueError, match="cost must be a finite number"):
        co.analyse(co.HedonicGame(2, lambda player, coalition: float("nan"), decimal=True))


def test_names_stand_wherever_players_are_told():
    found = co.analyse(co.Game([5, 5, 25], noise=10, spread=1), names=["Ann", "Bob", "Cy"], transferable=True)
    told = str(found)
    assert "core: 1 stable: Ann,Bob | Cy" in told
    assert "against Ann,Bob,Cy (core, strict-core, individual, nash): Cy goes alone; gains: Cy: 2/245" in told
    assert "smallest total: 25 for Ann,Bob | Cy" in told
    assert found.rows()[0]["stable"] == "Ann,Bob | Cy"
    assert found.rows()[0]["objects to what was asked"] == "Cy goes alone; gains: Cy: 2/245"


def test_where_nothing_is_stable_the_rows_say_so():
    found = co.analyse(co.Game([1, 3, 3, 3, 62], noise=11, spread=1))
    assert found.stable["core"] == ()
    assert found.prices["core"] is None
    assert [row["stable"] for row in found.rows() if row["notion"] == "core"] == [None]
    assert "core: 0 stable" in str(found)


def test_costs_below_zero_have_no_price_but_everything_else():
    found = co.analyse(co.HedonicGame(3, lambda player, coalition: -len(coalition)))
    assert set(found.prices.values()) == {None}
    assert found.best == co.Partition.grand(3) == found.stable["nash"][0]
    with pytest.raises(ValueError, match="total of the best partition must be > 0"):
        welfare.price_of_stability(found.game)


@pytest.mark.thorough
def test_sixteen_unequal_members_have_no_best_partition_and_say_why():
    found = co.analyse(co.Game(range(1, 17), noise=10, spread=1, federation="fine"), up_to_symmetry=True)
    assert found.best is None
    assert set(found.prices.values()) == {None}


def test_the_frame_has_a_row_for_each_notion_and_stable_partition():
    pytest.importorskip("pandas")
    frame = co.analyse(co.Game([5, 5, 25], noise=10, spread=1)).to_frame()
    assert list(frame.notion) == list(stability.CONCEPTS)
    assert frame.total.tolist() == [25.0] * 4


@pytest.mark.parametrize("game", [co.Game([5, 5, 25], noise=10, spread=1), co.HedonicGame(3, lambda j, c: len(c))])
def test_the_picture_shows_who_objects(game):
    found = co.analyse(game, names=["a", "b", "c"])
    ax = found.picture()
    assert ax.get_title() == "core: not stable"
    names = [text.get_text() for text in ax.texts if text.get_text() in "abc" and text.get_text()]
    assert len(names) == 3 + len(found.witnesses["core"].instead)
    calm = found.picture(found.stable["core"][0])
    assert calm.get_title() == "core: nobody objects"


@pytest.mark.parametrize(
    ("keywords", "word"),
    [
        ({"game": 5}, "game must be a Game"),
        ({"asked": co.Partition.grand(2)}, "partition must be a Partition"),
        ({"names": ["a"]}, "names must hold one text per player"),
    ],
)
def test_what_does_not_fit_is_named(keywords, word):
    with pytest.raises(ValueError, match=word):
        co.analyse(**{"game": co.Game([5, 5, 25], noise=10, spread=1), **keywords})


def test_an_unknown_notion_is_named():
    found = co.analyse(co.Game([1], noise=1, spread=1))
    with pytest.raises(ValueError, match="concept must be one of"):
        found.picture(notion="fair")
    with pytest.raises(ValueError, match="partition must be a Partition"):
        found.picture(co.Partition.grand(2))


@given(
    sizes=st.lists(st.integers(1, 12), min_size=1, max_size=5),
    labels=st.lists(st.integers(0, 2), min_size=5, max_size=5),
    noise=st.integers(1, 24),
    rule=st.sampled_from(["local", "uniform", "coarse", "fine", Fraction(1, 3)]),
)
@settings(max_examples=150, deadline=None)
def test_what_is_decided_without_listing_is_what_the_definitions_say(sizes, labels, noise, rule):
    """The path of more than 20 players, in games small enough for a look at all coalitions."""
    players, labels = len(sizes), labels[: len(sizes)]
    partition = co.Partition([[k for k, other in enumerate(labels) if other == label] for label in set(labels)])
    game = co.Game(sizes, noise=noise, spread=1, federation=rule if isinstance(rule, str) else co.Coarse(rule))
    cost, blocks = definitions.cost_table(sizes, noise, 1, rule), frozenset(partition)
    found, undecided = decided_without_listing(game, partition)
    assert {*found} | {*undecided} == {*stability.CONCEPTS}
    assert {*undecided} <= {"strict-core"}
    for notion, move in found.items():
        assert (move is None) == definitions.is_stable(cost, blocks, players, notion)
        if move is None:
            continue
        assert move.gains == {j: cost(j, partition.block_of(j)) - cost(j, move.instead) for j in move.instead}
        if notion in stability.GROUP_CONCEPTS:
            blocking = definitions.blocks_core if notion == "core" else definitions.blocks_strict_core
            assert move.who == move.instead
            assert blocking(cost, blocks, move.who)
        else:
            assert (*move.who, move.instead) in definitions.moves(cost, blocks, players, ask=notion == "individual")


def test_thirty_players_are_analysed_as_far_as_nothing_must_be_listed():
    found = co.analyse(co.Game(range(1, 31), noise=10, spread=1))
    assert dict(found.stable) == {} == found.prices
    assert found.note == (
        "stable partitions are not listed: that takes a look at all coalitions, for at most 20 players, and there are "
        "30; find_stable finds one under one common model"
    )
    assert [*found.witnesses] == ["core", "strict-core", "individual", "nash"]
    assert found.witnesses["core"].gains == {9: Fraction(1, 45)}  # the first who would rather be alone
    assert found.best == co.Partition([range(10), *([j] for j in range(10, 30))])
    assert str(found).splitlines()[0] == found.note
    assert "9 goes alone; gains: 9: 1/45" in str(found)
    assert [row["stable"] for row in found.rows()] == [None] * 4


def test_a_stable_partition_of_thirty_players_is_called_stable_and_the_strict_core_undecided():
    game = co.Game(range(1, 31), noise=10, spread=1)
    asked = co.find_stable(game).partition
    found = co.analyse(game, asked=asked, names=[f"p{j}" for j in range(30)])
    assert dict(found.witnesses) == dict.fromkeys(("core", "individual", "nash"))
    assert found.note.endswith("strict-core is not decided: that takes a look at all coalitions")
    assert "stable (core, individual, nash): p0,p1,p2," in str(found)
    assert [(row["notion"], row["total"]) for row in found.rows()] == [
        (notion, found.total(asked)) for notion in ("core", "individual", "nash")
    ]


def test_the_picture_of_thirty_players_shows_what_was_found_under_each_notion():
    found = co.analyse(co.Game(range(1, 31), noise=10, spread=1))
    for notion in stability.CONCEPTS:
        assert found.picture(notion=notion).get_title() == f"{notion}: not stable"
    with pytest.raises(ValueError, match="at most 20 players; got 30"):
        found.picture(co.Partition.singles(30), notion="strict-core")


def test_only_too_much_work_makes_a_notion_undecided(monkeypatch):
    def broken(*_):
        raise ValueError("sizes must be something else")

    monkeypatch.setattr(analysis, "leaving_by_totals", broken)
    with pytest.raises(ValueError, match="something else"):
        co.analyse(co.Game(range(1, 31), noise=10, spread=1))


def test_a_core_beyond_any_check_is_called_undecided():
    found = co.analyse(co.Game(range(1000, 1040), noise=20_000, spread=1), asked=co.Partition.singles(40))
    assert "core" not in found.witnesses
    assert "; core is not decided: players * the sum of the " in found.note
    assert found.witnesses["individual"] is not None


def test_shares_of_many_players_are_refused_and_functions_stay_with_fourteen():
    with pytest.raises(ValueError, match="at most 14 players to compare all coalitions, got 21"):
        co.analyse(co.Game([5] * 21, noise=10, spread=1), transferable=True)
    with pytest.raises(ValueError, match="at most 14 players; got 21"):
        co.analyse(co.HedonicGame(21, lambda player, coalition: 1))

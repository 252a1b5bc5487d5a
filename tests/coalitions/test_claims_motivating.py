"""What the opening pages of the paper say about stability, by listing every partition and every coalition."""

import definitions
import pytest

CONCEPTS = ("core", "strict-core", "individual", "nash")


def partition(text):
    return frozenset(frozenset("abcd".index(name) for name in block) for block in text.split("|"))


def stable(sizes, rule):
    cost = definitions.cost_table(sizes, 10, 1, rule)
    return {
        concept: {
            p for p in definitions.all_partitions(len(sizes)) if definitions.is_stable(cost, p, len(sizes), concept)
        }
        for concept in CONCEPTS
    }


def everywhere(partitions):
    """The same stable partitions whatever the concept."""
    return {concept: partitions for concept in CONCEPTS}


def favourites(cost, players, j):
    own = [c for c in definitions.coalitions(players) if j in c]
    least = min(cost(j, c) for c in own)
    return {c for c in own if cost(j, c) == least}


@pytest.mark.backs(
    "coalitions/prose-table-1-stability", "coalitions/definition-core", "coalitions/definition-strict-core"
)
def test_table_1_only_the_grand_coalition_is_stable():
    assert stable([5, 5, 5], "uniform") == everywhere({partition("abc")})


@pytest.mark.backs("coalitions/prose-table-2-stability")
def test_table_2_only_the_small_pair_is_stable():
    assert stable([5, 5, 25], "uniform") == everywhere({partition("ab|c")})
    cost = definitions.cost_table([5, 5, 25], 10, 1, "uniform")
    assert definitions.blocks_core(cost, partition("a|bc"), frozenset({0, 1}))


@pytest.mark.backs("coalitions/prose-table-2-preferences")
def test_table_2_who_likes_what_best():
    cost = definitions.cost_table([5, 5, 25], 10, 1, "uniform")
    assert favourites(cost, 3, 0) == favourites(cost, 3, 1) == {frozenset({0, 1})}
    assert favourites(cost, 3, 2) == {frozenset({0, 2}), frozenset({1, 2})}


@pytest.mark.backs("coalitions/prose-table-3-stability")
def test_table_3_only_being_alone_is_stable():
    assert stable([25, 25, 25], "uniform") == everywhere({partition("a|b|c")})
    cost = definitions.cost_table([25, 25, 25], 10, 1, "uniform")
    assert all(favourites(cost, 3, j) == {frozenset({j})} for j in range(3))


@pytest.mark.backs(
    "coalitions/prose-table-4-individually-stable",
    "coalitions/prose-table-4-not-core",
    "coalitions/new-table-4-all-notions",
)
def test_table_4_parts_the_four_notions():
    grand, trio = partition("abcd"), partition("abc|d")
    found = stable([30, 30, 30, 300], "coarse")
    assert found == {"core": {trio}, "strict-core": {trio}, "individual": {grand, trio}, "nash": {grand}}
    cost = definitions.cost_table([30, 30, 30, 300], 10, 1, "coarse")
    blocking = [c for c in definitions.coalitions(4) if definitions.blocks_core(cost, grand, c)]
    assert blocking == [frozenset({0, 1, 2})]


@pytest.mark.backs("coalitions/prose-table-5-stability")
def test_table_5_the_grand_coalition_is_best_for_everybody():
    assert stable([30, 30, 30, 300], "fine") == everywhere({partition("abcd")})
    cost = definitions.cost_table([30, 30, 30, 300], 10, 1, "fine")
    assert all(favourites(cost, 4, j) == {frozenset(range(4))} for j in range(4))


def stable_by_the_letter(sizes):
    """Individual stability with destinations in the partition only, as the introduction prints it."""
    cost = definitions.cost_table(sizes, 10, 1, "uniform")

    def lasts(p):
        return not any(
            cost(i, target | {i}) < cost(i, definitions.own_block(p, i))
            and all(cost(k, target | {i}) <= cost(k, target) for k in target)
            for target in p
            for i in set(range(len(sizes))) - target
        )

    return {p for p in definitions.all_partitions(len(sizes)) if lasts(p)}


@pytest.mark.backs("coalitions/definition-individual-stability")
def test_the_printed_definition_keeps_players_who_want_to_be_alone():
    assert stable_by_the_letter([5, 5, 25]) == {partition("ab|c"), partition("abc")}
    assert stable_by_the_letter([25, 25, 25]) == set(definitions.all_partitions(3))
    # With the empty coalition among the destinations both agree with what the paper says of its tables.
    assert stable([5, 5, 25], "uniform")["individual"] == {partition("ab|c")}
    assert stable([25, 25, 25], "uniform")["individual"] == {partition("a|b|c")}


@pytest.mark.backs("coalitions/prose-unstable-hedonic-games")
def test_a_circle_of_preferences_has_no_stable_partition():
    place = {0: "ab ac a abc", 1: "bc ab b abc", 2: "ac bc c abc"}
    order = {j: [frozenset("abc".index(n) for n in c) for c in text.split()] for j, text in place.items()}
    for concept in CONCEPTS:
        assert not any(
            definitions.is_stable(lambda j, c: order[j].index(c), p, 3, concept) for p in definitions.all_partitions(3)
        )


@pytest.mark.backs("coalitions/new-stability-implications")
def test_implications_and_their_failures_in_named_games():
    coarse = stable([30, 30, 30, 300], "coarse")
    assert coarse["nash"] <= coarse["individual"]
    assert coarse["strict-core"] <= coarse["core"] & coarse["individual"]
    assert not coarse["nash"] <= coarse["core"]
    assert not coarse["strict-core"] <= coarse["nash"]
    # Two players, one indifferent: being alone is in the core, and not individually stable.
    costs = {(0, frozenset({0})): 1, (0, frozenset({0, 1})): 0, (1, frozenset({1})): 1, (1, frozenset({0, 1})): 1}
    alone = partition("a|b")
    answers = {c: definitions.is_stable(lambda j, s: costs[j, s], alone, 2, c) for c in CONCEPTS}
    assert answers == {"core": True, "strict-core": False, "individual": False, "nash": False}

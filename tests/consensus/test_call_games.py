"""The solved game of calls: against the solver written for the tests, and on games with a known answer."""

from itertools import combinations, product

import pytest
from game_by_minimax import CallGame as ByMinimax

from incentives.consensus import finite_oracle
from incentives.randomness import stream
from incentives_book.consensus import call_games
from incentives_book.consensus.adversaries import World

SETS = [frozenset(s) for n in (1, 2, 3) for s in combinations(range(3), n)]


def some_worlds(clients, rng, count):
    systems = list(finite_oracle.set_systems(3, clients))
    for _ in range(count):
        truths = systems[int(rng.integers(len(systems)))]
        a, lie = int(rng.integers(clients)), SETS[int(rng.integers(len(SETS)))]
        yield World(truths, (*truths[:a], lie, *truths[a + 1 :]), frozenset({a}))


@pytest.mark.parametrize(("witnesses", "size"), [("minimal", None), ("any", 3), (None, None)])
def test_both_solvers_agree_on_random_lists_of_worlds(witnesses, size):
    rng = stream(1, "games", str(witnesses))
    answers = set()
    for clients, count in product((3, 4), (5, 40, 300)):
        worlds = list(some_worlds(clients, rng, count))
        ours = call_games.CallGame(worlds, witnesses=witnesses, size=size)
        pairs = [(w.truths, w.reports) for w in worlds]
        other = ByMinimax(pairs, most={"minimal": "minimal", "any": size, None: None}[witnesses])
        for calls, first in product(range(4), (None, range(clients))):
            won = ours.server_wins(calls, first=first)
            assert won == other.server_wins(calls, first=first and frozenset(first))
            answers.add(won)
    assert answers == {True, False}


def test_more_calls_never_hurt():
    game = call_games.CallGame(some_worlds(4, stream(2, "more"), 200))
    won = [game.server_wins(calls) for calls in range(5)]
    assert won == sorted(won)
    assert won[-1]


def test_equal_worlds_count_once():
    world = World((frozenset({0}),) * 2, (frozenset({0}),) * 2, frozenset())
    game = call_games.CallGame([world, world])
    assert len(game.worlds) == 1
    assert not game.server_wins(0)
    assert game.server_wins(1)


def test_bad_input_is_refused():
    one = World((frozenset({0}),), (frozenset({0}),), frozenset())
    two = World((frozenset({0}),) * 2, (frozenset({0}),) * 2, frozenset())
    with pytest.raises(ValueError, match="worlds must be at least one"):
        call_games.CallGame([])
    with pytest.raises(ValueError, match="all with as many clients"):
        call_games.CallGame([one, two])
    with pytest.raises(ValueError, match="calls must be at least 0"):
        call_games.CallGame([one]).server_wins(-1)

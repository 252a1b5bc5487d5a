"""Welcome moves one at a time, against errors from the variances of weighted sums and plain walks."""

from fractions import Fraction
from itertools import product
from random import Random

import definitions
import matplotlib.pyplot as plt
import pytest

from incentives import coalitions as co
from incentives_book.coalitions.can_the_core_be_empty import three_players
from incentives_book.coalitions.do_they_ever_settle import moves as page

# (blocks, who moves) of the circle; players 0 to 3 have 1, 2, 3 and 14 samples.
ROUND = ((("012", "3"), 0), (("03", "12"), 2), (("023", "1"), 3), (("02", "13"), 1))


def blocks_of(texts):
    return frozenset(frozenset(map(int, text)) for text in texts)


def plain_moves(error, blocks):
    """(who, blocks afterwards) of every welcome move, by the definition; nothing of the library is used."""
    for block in blocks:
        for who in block:
            for host in [*(blocks - {block}), frozenset()]:
                new = host | {who}
                if new == block or not error(who, new) < error(who, block):
                    continue
                if all(error(j, new) <= error(j, host) for j in host):
                    yield who, frozenset(b for b in (blocks - {block, host}) | {block - {who}, new} if b)


def all_blocks(players):
    if players == 0:
        yield frozenset()
        return
    for rest in all_blocks(players - 1):
        yield rest | {frozenset({players - 1})}
        for block in rest:
            yield (rest - {block}) | {block | {players - 1}}


def goes_round(arrows):
    """Whether some walk along arrows comes back, by looking from every start."""
    for start in arrows:
        waiting, seen = list(arrows[start]), set()
        while waiting:
            here = waiting.pop()
            if here == start:
                return True
            if here not in seen:
                seen.add(here)
                waiting += arrows.get(here, ())
    return False


def arrows_of(sizes, noise, spread=1):
    error = definitions.cost_table(list(sizes), noise, spread, "uniform")
    return {blocks: [after for _, after in plain_moves(error, blocks)] for blocks in all_blocks(len(sizes))}


@pytest.mark.backs("coalitions/new-welcome-circle")
@pytest.mark.parametrize(
    ("noise", "turns"),
    [(Fraction(103, 15), False), (Fraction(104, 15), True), (7, True), (Fraction(127, 18), False)],
)
def test_the_four_moves_are_welcome_exactly_between_the_two_noise_levels(noise, turns):
    error = definitions.cost_table([1, 2, 3, 14], 2 * noise, 2, "uniform")
    found = []
    for k, (texts, who) in enumerate(ROUND):
        then = blocks_of(ROUND[(k + 1) % 4][0])
        found.append((who, then) in set(plain_moves(error, blocks_of(texts))))
        old, new = (next(b for b in blocks if who in b) for blocks in (blocks_of(texts), then))
        if turns:
            assert all(error(j, new) < error(j, new - {who}) for j in new - {who})
            assert error(who, new) < error(who, old)
    assert all(found) is turns


@pytest.mark.backs("coalitions/new-smallest-welcome-circle")
def test_circles_of_small_games_are_those_that_a_plain_walk_finds():
    assert page.circling(largest=16, noises=range(7, 8)) == [((1, 2, 3, n), 7) for n in (14, 15, 16)]
    chance = Random(5)
    for _ in range(25):
        sizes = tuple(sorted(chance.randint(1, 16) for _ in range(4)))
        noise = chance.randint(1, 20)
        assert goes_round(arrows_of(sizes, noise)) == (
            (sizes, noise) in page.circling(largest=16, noises=range(noise, noise + 1))
        )
    assert goes_round(arrows_of((1, 2, 3, 14), 7))
    assert not goes_round(arrows_of((1, 2, 3, 13), 7))


@pytest.mark.backs("coalitions/new-three-players-settle")
def test_three_players_settle_by_plain_walks():
    for sizes in product((1, 4, 9, 30), repeat=3):
        for noise in (Fraction(1, 2), 5, 12, 40):
            assert not goes_round(arrows_of(sizes, noise))


def test_of_three_who_rank_by_places_those_settle_whom_a_plain_walk_lets_settle():
    chance = Random(7)
    chosen = chance.sample(list(three_players.profiles()), 400)
    chasing = [((1, 0, 2, 3),) * 3, ((1, 2, 0, 3),) * 3, ((3, 1, 2, 0),) * 3]
    verdicts = set()
    for profile in [*chosen, *chasing]:
        place = {frozenset({0}): three_players.ALONE, frozenset({0, 1, 2}): three_players.ALL}

        def error(i, block, profile=profile, place=place):
            moved = frozenset((j - i) % 3 for j in block)
            return profile[i][place.get(moved, three_players.NEXT if 1 in moved else three_players.PREVIOUS)]

        arrows = {blocks: [after for _, after in plain_moves(error, blocks)] for blocks in all_blocks(3)}
        assert page.settles(profile) is not goes_round(arrows)
        verdicts.add(page.settles(profile))
    assert verdicts == {True, False}


@pytest.mark.backs("coalitions/new-settling-by-chance")
def test_every_partition_has_a_way_out_and_random_walks_take_the_mean_number_of_moves():
    arrows = arrows_of((1, 2, 3, 14), 7)
    ends = {p for p, after in arrows.items() if not after}
    assert ends == {blocks_of(t) for t in (("0123",), ("013", "2"), ("0", "123"))}
    assert all(
        set(after) & ends or any(set(arrows[q]) & ends for q in after) for p, after in arrows.items() if p not in ends
    )
    # The mean solves mean(p) = 1 + average of mean(q): put 16/5 in and see whether the other equations agree.
    mean = {p: 0.0 for p in arrows}
    for _ in range(400):
        mean = {p: 1 + sum(mean[q] for q in after) / len(after) if after else 0.0 for p, after in arrows.items()}
    assert mean[blocks_of(("012", "3"))] == pytest.approx(3.2, abs=1e-9)


def test_an_indifferent_host_lets_in_and_one_who_loses_does_not():
    """Two of size 4 at ratio 4 expect 1 together and alone, so the host of the newcomer neither gains nor loses."""
    leaving = co.Partition.parse("0,2 | 1")
    for noise, gain, welcome in ((4, 0, True), (Fraction(39, 10), Fraction(-1, 80), False)):
        game = co.Game([4, 4, 100], noise=noise, spread=1)
        (step,) = (s for s in page.steps_from(leaving) if s.after == co.Partition.parse("0,1 | 2"))
        gained = step.gains(game)
        assert gained[0] > 0
        assert gained[1] == gain
        assert step.is_welcome(game) is welcome


@pytest.mark.backs("coalitions/new-a-way-to-settle")
@pytest.mark.parametrize("sizes", [(1, 2, 3, 14), (1, 2, 3, 15), (1, 2, 3, 16), (2, 4, 6, 28)])
def test_from_every_partition_of_the_games_with_a_circle_some_path_ends(sizes):
    arrows = arrows_of(sizes, 14 if sizes[0] == 2 else 7)
    assert goes_round(arrows)
    settled = {p for p, after in arrows.items() if not after}
    while more := {p for p, after in arrows.items() if p not in settled and settled & set(after)}:
        settled |= more
    assert settled == set(arrows)


def test_a_mean_is_refused_where_somebody_may_never_settle():
    one, two = co.Partition.singles(2), co.Partition.grand(2)
    with pytest.raises(ValueError, match="where nobody moves"):
        page.mean_steps({one: [page.Step(0, one, two)], two: [page.Step(0, two, one)]}, one)


def test_steps_are_all_moves_of_one_player():
    assert {(s.who, str(s.after)) for s in page.steps_from(co.Partition.parse("0,1 | 2"))} == {
        (0, "0 | 1 | 2"), (0, "0,2 | 1"), (1, "0 | 1 | 2"), (1, "0 | 1,2"), (2, "0,1,2")
    }  # fmt: skip


def test_the_pictures_show_four_partitions_and_ten_gains():
    game = co.Game([1, 2, 3, 14], noise=7, spread=1)
    stops = [co.Partition(blocks_of(texts)) for texts, _ in ROUND]
    circle = [
        next(s for s in page.welcome_steps(game, a) if s.after == b)
        for a, b in zip(stops, stops[1:] + stops[:1], strict=True)
    ]
    figure = page.draw_round(game, circle, names="abcd")
    assert len(figure.axes) == 4
    assert any("d moves" in text.get_text() for text in figure.texts)
    figure, ax = plt.subplots()
    page.draw_gains({"up": lambda x: x - 7, "always": lambda x: x}, 7, 8, ax=ax)
    assert {text.get_text() for text in ax.texts} == {"up"}

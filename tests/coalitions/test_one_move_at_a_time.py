"""Blocks between which no single move is welcome: errors from the definition, blocks drawn anew."""

import random
from fractions import Fraction
from itertools import combinations, combinations_with_replacement

import definitions
import matplotlib.pyplot as plt
import pytest

from incentives_book.coalitions import one_move_at_a_time as page


def error(block, size):
    """The expected error of a member under uniform federation, noise and spread 1, term by term."""
    total = sum(block)
    return Fraction(1) / total + (sum(n * n for n in block) - size * size + (total - size) ** 2) / total**2


def kept_out(block, size):
    new = [*block, size]
    return any(error(new, n) > error(block, n) for n in block)


def settled(blocks):
    return not any(
        error([*new, n], n) < error(old, n) and not kept_out(new, n)
        for old in blocks
        for new in blocks
        if new is not old
        for n in set(old)
    )


def sums(block):
    return sum(block), sum(n * n for n in block) / sum(block)


def weight(block):
    total, seen = sums(block)
    return total + 2 * seen


def excess(blocks):
    total, seen = sums([n for block in blocks for n in block])
    return 3 * (1 + total - seen) - 2 * sum(1 + N - alpha for N, alpha in map(sums, blocks)), seen


def drawn(rng, most):
    """A block that is often light: one larger member and some equal small ones, or single players."""
    large = Fraction(rng.randint(30, 80), 100)
    return [large, *[Fraction(rng.randint(2, 14), 100)] * rng.randint(0, most)]


def test_the_companion_agrees_with_the_definition():
    rng = random.Random(1)
    for _ in range(200):
        one, other = drawn(rng, 4), drawn(rng, 9)
        mine = page.Blocks((page.Block(tuple(one)), page.Block(tuple(other))))
        assert mine.is_settled is settled([one, other])
        assert (mine.excess, mine.union.seen) == excess([one, other])
        assert mine.blocks[0].keeps_out(other[0]) is kept_out(one, other[0])
        light = sorted((block for block in (one, other) if weight(block) < 2), key=lambda block: sums(block)[1])
        assert [block.weight for block in mine.light] == [weight(block) for block in light]


@pytest.mark.backs("coalitions/new-light-blocks")
def test_what_a_light_block_keeps_out():
    rng, out = random.Random(2), 0
    for _ in range(1500):
        block, x = drawn(rng, 12), Fraction(rng.randint(1, 120), 100)
        if weight(block) >= 2:
            continue
        assert max(block) < Fraction(5, 6)
        assert sums(block)[1] < Fraction(2, 3)
        if kept_out(block, x):
            out += 1
            assert x > max(Fraction(1, 4), sums(block)[1])
            assert weight(block) > max(2 - x, Fraction(8, 3) * (1 - x))
    assert out > 100


def test_a_block_that_is_not_light_may_keep_out_a_smaller_newcomer():
    assert kept_out([Fraction(3), Fraction(1, 2)], Fraction(1, 4))


@pytest.mark.backs("coalitions/new-two-light-blocks")
def test_of_two_light_blocks_one_keeps_the_other_out():
    rng, pairs = random.Random(3), 0
    while pairs < 25:
        one, other = drawn(rng, 14), drawn(rng, 1)
        if max(weight(one), weight(other)) < 2 and settled([one, other]):
            low, high = sorted([one, other], key=lambda block: sums(block)[1])
            assert all(kept_out(low, n) for n in high)
            pairs += 1


@pytest.mark.backs("coalitions/new-no-third-light-block")
def test_three_light_blocks_have_a_welcome_move():
    """The third is light with two that get along, so that the move must be to it or from it."""
    rng, pairs = random.Random(4), []
    while len(pairs) < 12:
        pair = [drawn(rng, 14), drawn(rng, 1)]
        if max(map(weight, pair)) < 2 and settled(pair):
            pairs.append(pair)
    lights = [block for block in (drawn(rng, 14) for _ in range(150)) if weight(block) < 2]
    assert not any(settled([*pair, block]) for pair in pairs for block in lights)


@pytest.mark.backs("coalitions/new-blocks-without-a-welcome-move")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_blocks_without_a_welcome_move_waste_little(players):
    rng, found = random.Random(players), 0
    scale = [Fraction(k, 12) for k in (1, 2, 3, 5, 7, 9, 11, 14, 30, 300, 10**5)]
    for _ in range(40):
        few = [rng.choice(scale) for _ in range(players)]
        sizes = [rng.choice(few) for _ in range(players)]
        for partition in definitions.all_partitions(players):
            blocks = [[sizes[j] for j in block] for block in partition]
            if settled(blocks):
                term, seen = excess(blocks)
                assert term > max(0, 1 - 3 * seen)
                found += len(blocks) > 1
    assert found >= 3


def test_light_pairs_waste_little_and_some_other_pairs_much():
    """Where a welcome move is left undone, the term can be negative."""
    for pair in page.light_pairs(parts=20, small=8):
        term, seen = excess([list(block.sizes) for block in pair.blocks])
        assert term > max(0, 1 - 3 * seen)
    lazy = [[Fraction(1, 10)], [Fraction(1, 10)]]
    assert excess(lazy)[0] < 0
    assert not settled(lazy)


def test_enumerations_are_complete():
    sizes = [Fraction(1, 4), Fraction(3, 4), Fraction(5)]
    count = sum(
        settled([[chosen[j] for j in block] for block in partition])
        for players in (2, 3)
        for chosen in combinations_with_replacement(sizes, players)
        for partition in definitions.all_partitions(players)
    )
    found = list(page.settled(sizes, players=(2, 3)))
    assert len(found) == count
    assert all(blocks.is_settled for blocks in found)
    assert all(block.is_light and len(block.sizes) <= 4 for block in page.light_blocks(parts=10, small=3))


def test_the_picture_draws_every_pair():
    pairs = page.light_pairs(parts=10, small=8)
    _, ax = plt.subplots()
    page.draw_light_pairs(ax, pairs)
    assert len(ax.lines) == 3 * len(pairs) + 1
    every = combinations(page.light_blocks(parts=10, small=8), 2)
    assert len(pairs) == sum(page.Blocks(two).is_settled for two in every) > 0

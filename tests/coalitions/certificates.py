"""Is one partition of many players core stable? Decided in fractions; nothing here is shared with the library.

Spread 1, uniform federation. A coalition of total N and sum of squares S blocks if S is below a bound of each member,
which follows from what the member expects now. For each N players enter by decreasing bound, beside the least sum of
squares that those who entered reach for each total.
"""

from fractions import Fraction
from math import ceil


def cost(noise, block, size):
    """What a member of this size expects in a block of these sizes, less the spread."""
    total, squares = sum(block), sum(k * k for k in block)
    return Fraction(noise) / total + Fraction(squares, total**2) - Fraction(2 * size, total)


def fillable(bounds, total):
    """Could parts of players reach the total, smallest first? If not, no whole players can."""
    for last, (limit, _) in enumerate(bounds):
        left = total
        squares = 0
        for size in sorted(size for _, size in bounds[: last + 1]):
            squares += size * min(size, left)
            left -= min(size, left)
        if left == 0 and squares <= limit:
            return True
    return False


def core_stable(noise, blocks):
    """Whether no coalition blocks; `blocks` are lists of whole sizes."""
    players = [(size, cost(noise, block, size)) for block in blocks for size in block]
    for total in range(1, sum(size for size, _ in players) + 1):
        bounds = [
            (ceil(now * total**2 + (2 * size - Fraction(noise)) * total) - 1, size)
            for size, now in players
            if size <= total
        ]
        bounds = sorted((pair for pair in bounds if pair[0] * len(players) >= total**2), reverse=True)
        if not fillable(bounds, total):
            continue
        least = {0: 0}
        for limit, size in bounds:
            for reached, squares in list(least.items()):
                if reached + size <= total and squares + size**2 < least.get(reached + size, total**2 + 1):
                    least[reached + size] = squares + size**2
            if least.get(total, total**2 + 1) <= limit:
                return False
    return True

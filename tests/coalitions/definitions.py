"""The definitions of errors and stability, one by one in plain Fractions: the oracle of the tests of this folder.

Nothing here is shared with the library. Errors come from the variance of a weighted sum of local averages, optimal
weights from the vertex of a parabola and from linear equations, stability from listing every coalition and every
partition.
"""

from fractions import Fraction
from itertools import combinations


def weighted_error(sizes, noise, spread, j, weights):
    """Expected squared error of member j who uses the sum of weights[i] * (local average of i)."""
    others = [v for i, v in enumerate(weights) if i != j]
    sampling = sum(Fraction(noise) * v * v / Fraction(n) for v, n in zip(weights, sizes, strict=True))
    return sampling + Fraction(spread) * (sum(v * v for v in others) + (1 - weights[j]) ** 2)


def mixed_error(sizes, noise, spread, j, own):
    """Member j puts `own` on its average and the rest on the average of all samples."""
    total = sum(map(Fraction, sizes))
    weights = [(1 - own) * n / total + (own if i == j else 0) for i, n in enumerate(map(Fraction, sizes))]
    return weighted_error(sizes, noise, spread, j, weights)


def best_mixed_error(sizes, noise, spread, j):
    """The vertex of the parabola through three weights."""
    if len(sizes) == 1:
        return mixed_error(sizes, noise, spread, j, Fraction(1))
    e0, half, e1 = (mixed_error(sizes, noise, spread, j, Fraction(k, 2)) for k in range(3))
    bend, slope = 2 * e0 - 4 * half + 2 * e1, -3 * e0 + 4 * half - e1
    return e0 - slope**2 / (4 * bend)


def best_weighted_error(sizes, noise, spread, j):
    """Solve the linear equations of the best weights by elimination (unknowns: everybody's weight but j's)."""
    others = [i for i in range(len(sizes)) if i != j]
    alone = Fraction(noise) / Fraction(sizes[j])
    rows = []
    for k in others:
        row = [
            Fraction(spread) + alone + (Fraction(noise) / Fraction(sizes[k]) + spread if i == k else 0) for i in others
        ]
        rows.append([*row, alone])
    for k in range(len(rows)):
        rows[k] = [entry / rows[k][k] for entry in rows[k]]
        for m in range(len(rows)):
            if m != k:
                rows[m] = [a - rows[m][k] * b for a, b in zip(rows[m], rows[k], strict=True)]
    weights = dict(zip(others, (row[-1] for row in rows), strict=True))
    weights[j] = 1 - sum(weights.values())
    return weighted_error(sizes, noise, spread, j, [weights[i] for i in range(len(sizes))])


def error(sizes, noise, spread, rule, player, coalition):
    """Error of `player` in `coalition`, players by number; `rule` a name or the fixed weight of one's own average."""
    members = sorted(coalition)
    inside, j = [sizes[i] for i in members], members.index(player)
    if rule == "local":
        return Fraction(noise) / Fraction(sizes[player])
    if rule == "coarse":
        return best_mixed_error(inside, noise, spread, j)
    if rule == "fine":
        return best_weighted_error(inside, noise, spread, j)
    return mixed_error(inside, noise, spread, j, Fraction(0) if rule == "uniform" else rule)


def coalitions(players):
    return [frozenset(c) for k in range(1, players + 1) for c in combinations(range(players), k)]


def all_partitions(players):
    """Every partition as a set of frozensets: choose the company of the last player, partition the rest."""
    if not players:
        return [frozenset()]

    def split(members):
        if not members:
            yield frozenset()
            return
        *rest, last = members
        for k in range(len(rest) + 1):
            for company in combinations(rest, k):
                for others in split([i for i in rest if i not in company]):
                    yield others | {frozenset({*company, last})}

    return list(split(list(range(players))))


def own_block(partition, player):
    return next(block for block in partition if player in block)


def blocks_core(cost, partition, coalition):
    return all(cost(j, coalition) < cost(j, own_block(partition, j)) for j in coalition)


def blocks_strict_core(cost, partition, coalition):
    pairs = [(cost(j, coalition), cost(j, own_block(partition, j))) for j in coalition]
    return all(new <= old for new, old in pairs) and any(new < old for new, old in pairs)


def moves(cost, partition, players, *, ask):
    """Every (player, coalition joined) from which the player gains and, if asked, nobody joined loses."""
    found = []
    for i in range(players):
        for target in [*partition, frozenset()]:
            if i in target:
                continue
            joined = target | {i}
            gains = cost(i, joined) < cost(i, own_block(partition, i))
            if gains and (not ask or all(cost(k, joined) <= cost(k, target) for k in target)):
                found.append((i, joined))
    return found


def is_stable(cost, partition, players, concept):
    if concept == "core":
        return not any(blocks_core(cost, partition, c) for c in coalitions(players))
    if concept == "strict-core":
        return not any(blocks_strict_core(cost, partition, c) for c in coalitions(players))
    return not moves(cost, partition, players, ask=concept == "individual")


def cost_table(sizes, noise, spread, rule):
    """`error` of every member of every coalition, computed once."""
    table = {(j, c): error(sizes, noise, spread, rule, j, c) for c in coalitions(len(sizes)) for j in c}
    return lambda j, c: table[j, c]

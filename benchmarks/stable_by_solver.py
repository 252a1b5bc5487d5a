"""One stable partition, or a proof that there is none, by OR-Tools' CP-SAT: what a general solver makes of the game.

Truth values say who is together; whole numbers hold the samples N and the squares S of everybody's block. The solver
proposes a partition. If a coalition blocks it, the model learns that somebody in this coalition must end up at home at
least as well off as in it, and the solver proposes another. Needs the extra `benchmarks`.
"""

from __future__ import annotations

from itertools import combinations, permutations

from ortools.sat.python import cp_model

from incentives import coalitions as co
from incentives.deviations import Deviation


class Model:
    """Partitions of players with whole sizes; uniform federation, whole noise, spread 1."""

    def __init__(self, sizes: list[int], noise: int) -> None:
        self.sizes, self.noise, players = sizes, noise, range(len(sizes))
        self.model = cp_model.CpModel()
        self.together = {}
        for i, j in combinations(players, 2):
            self.together[i, j] = self.together[j, i] = self.model.new_bool_var("")
        for i, j, k in permutations(players, 3):
            self.model.add_implication(self.together[i, j], self.together[i, k]).only_enforce_if(self.together[j, k])
        self.N, self.N2, self.S = [], [], []
        for i in players:
            others = [(j, self.together[i, j]) for j in players if j != i]
            total, square = (self.model.new_int_var(0, sum(sizes) ** power, "") for power in (1, 2))
            self.model.add(total == sizes[i] + sum(sizes[j] * here for j, here in others))
            self.model.add_multiplication_equality(square, [total, total])
            self.N.append(total)
            self.N2.append(square)
            self.S.append(sizes[i] ** 2 + sum(sizes[j] ** 2 * here for j, here in others))

    def learn(self, coalition: frozenset[int]) -> None:
        """Somebody in the coalition must be at home as well off as in it."""
        n = [self.sizes[j] for j in coalition]
        total, squares = sum(n), sum(size**2 for size in n)
        content = []
        for j in coalition:
            # noise / N + S / N^2 - 2 n / N at home and in the coalition, times (total N)^2.
            own = 2 * self.sizes[j]
            there = (self.noise - own) * total + squares
            content.append(self.model.new_bool_var(""))
            self.model.add(
                total**2 * ((self.noise - own) * self.N[j] + self.S[j]) <= there * self.N2[j]
            ).only_enforce_if(content[-1])
        self.model.add_bool_or(content)

    def propose(self) -> co.Partition | None:
        """A partition that nothing learned blocks, or None: the solver has proved that there is none."""
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        if solver.solve(self.model) == cp_model.INFEASIBLE:
            return None
        players = range(len(self.sizes))
        first = [min([i, *(j for j in players if j != i and solver.value(self.together[i, j]))]) for i in players]
        return co.Partition([[j for j in players if first[j] == i] for i in sorted(set(first))])


# Up to this sum of the sizes the exact check goes through totals; beyond it, it looks at all coalitions.
MOST_TOTALS = 20_000


def objection(sizes: list[int], noise: int, partition: co.Partition) -> Deviation | None:
    """A coalition that blocks a partition, or None."""
    if sum(sizes) <= MOST_TOTALS:
        return co.check_large(sizes, partition, noise=noise, spread=1)
    return co.blocking_coalition(co.Game(sizes, noise=noise, spread=1), partition)


def stable_or_none(sizes: list[int], noise: int) -> bool:
    """Whether there is a core-stable partition; takes as long as it takes."""
    model = Model(sizes, noise)
    while (partition := model.propose()) is not None:
        move = objection(sizes, noise, partition)
        if move is None:
            return True
        model.learn(move.who)
    return False


if __name__ == "__main__":
    for sizes, noise in (([5, 5, 25], 10), ([1, 3, 3, 3, 62], 11), ([100, 300, 500, 2300, 2300], 903)):
        print(*sizes, "at noise", noise, "-", "stable" if stable_or_none(sizes, noise) else "no stable partition")

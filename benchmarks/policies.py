"""Exact policies and payments against memory and against a conic solver: `python benchmarks/policies.py`.

All numbers are ratios of processor times of one core, measured in this one run: the works take turns, and a ratio
is the median over the rounds of what it was in each, so a machine that is slower for a while is so for both.
"pass" is a copy of the rewards and an exponential in place, what any method with one exponential per outcome does.
"reports" is one KL policy from the reports of ten groups: their weighted sum, then the policy. "cvxpy" is the
conic solver Clarabel, building its problem included; the last column is the largest gap of a probability to ours.
"""

import argparse
import os
import warnings
from time import process_time

# One core: NumPy reads this when it is imported.
os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"

import numpy as np

from incentives import payments as pay

GROUPS = 10


def times(works, repeats):
    """The processor time of each work in each round, shape (works, repeats), taken in turns."""
    taken = np.empty((len(works), repeats))
    for row in taken.T:
        for place, work in enumerate(works):
            start, calls = process_time(), 0
            while process_time() - start < 0.02 or not calls:
                work()
                calls += 1
            row[place] = (process_time() - start) / calls
    return taken


def problem(outcomes, seed=0):
    """Rewards of ten groups in [0, 1], sizes that add up to 11, and an initial model."""
    rng = np.random.default_rng(seed)
    reference = rng.dirichlet(np.ones(outcomes))
    return rng.uniform(size=(GROUPS, outcomes)), np.arange(1, GROUPS + 1) / 5, reference


def memory(outcomes, repeats):
    """One line of the first table."""
    r, w, q = problem(outcomes)
    total = w @ r
    policy = pay.best_policy(total, q)
    chi_squared, reverse_kl = pay.ChiSquared(), pay.reverse_kl()

    def one_pass():
        values = total.copy()
        np.exp(values, out=values)

    works = [
        one_pass,
        lambda: pay.best_policy(total, q),
        lambda: pay.value(total, q),
        lambda: pay.best_policy(total, q, divergence=chi_squared),
        lambda: pay.best_policy(total, q, divergence=reverse_kl, penalty=5),
        lambda: pay.best_policy(w @ r, q),
        lambda: pay.payments_from_policy(policy, r, w, optimal=True),
        lambda: pay.value(np.concatenate([[total], total - w[:, None] * r]), q),
    ]
    floor, kl, value, chi, dual, reports, payments, left_out = times(works, repeats)

    def over(work, other):
        return np.median(work / other)

    print(
        f"{outcomes:9d}{1e9 * np.median(floor) / outcomes:9.2f}{over(kl, floor):9.2f}{over(value, floor):9.2f}"
        f"{over(chi, floor):9.1f}{over(dual, floor):9.1f}{over(payments, kl):12.2f}"
        f"{over(payments, reports):12.2f}{over(left_out, payments):12.2f}"
    )


def against_cvxpy(outcomes, repeats):
    """Two lines of the second table."""
    import cvxpy as cp

    r, w, q = problem(outcomes)
    total = w @ r
    for f in (pay.KL(), pay.ChiSquared()):

        def solve(f=f):
            p = cp.Variable(outcomes, nonneg=True)
            cost = cp.sum(cp.rel_entr(p, q)) if f.name == "KL" else cp.sum_squares(cp.multiply(p - q, 1 / np.sqrt(q)))
            cp.Problem(cp.Maximize(total @ p - cost), [cp.sum(p) == 1]).solve(solver=cp.CLARABEL)
            return p.value

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            gap = np.abs(solve() - pay.best_policy(total, q, divergence=f)).max()
            ours, theirs = times([lambda f=f: pay.best_policy(total, q, divergence=f), solve], repeats)
        print(
            f"{f.name:12s}{outcomes:9d}{1e6 * np.median(ours):12.1f}{1e3 * np.median(theirs):12.1f}"
            f"{np.median(theirs / ours):12.0f}{gap:12.1e}"
        )


def main():
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", nargs="+", type=int, default=[1_000, 10_000, 100_000, 1_000_000])
    parser.add_argument("--solver-sizes", nargs="+", type=int, default=[100, 1_000])
    parser.add_argument("--repeats", type=int, default=7)
    arguments = parser.parse_args()
    print("times over one pass; payments of ten groups over one policy")
    print(
        f"{'outcomes':>9s}{'pass ns':>9s}{'KL':>9s}{'KL value':>9s}{'chi2':>9s}{'rev. KL':>9s}"
        f"{'pay/KL':>12s}{'pay/reports':>12s}{'n+1 / pay':>12s}"
    )
    for outcomes in arguments.sizes:
        memory(outcomes, arguments.repeats)
    print("\na conic solver (Clarabel through cvxpy) against the closed form and the active set")
    print(f"{'':12s}{'outcomes':>9s}{'ours us':>12s}{'cvxpy ms':>12s}{'ratio':>12s}{'gap':>12s}")
    for outcomes in arguments.solver_sizes:
        against_cvxpy(outcomes, arguments.repeats)


if __name__ == "__main__":
    main()

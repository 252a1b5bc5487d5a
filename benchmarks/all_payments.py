"""All payments of a game under KL, five ways in one run: `python benchmarks/all_payments.py`.

The library; the same formulas as one writes them in NumPy, and in PyTorch (double precision, `logsumexp`); one optimum
for everybody and one without each group by the library's closed form; and the same optima by the conic solver Clarabel
through cvxpy, its building included, where it is installed and the game is small. Processor milliseconds of one thread,
medians of rounds in which the ways take turns; the run stops where payments differ by more than 1e-6 from the library's
(1e-4 from the conic solver). Then come ten values under each of the other divergences, beside what one writes in NumPy
and in PyTorch: sixty bisections of the multiplier for all rows at once (one line for total variation, which has a
closed form), and beside ten problems of the conic solver. The last table has the library's with one thread and with as
many as the machine offers, each in a process of its own: a jump there is threads that wait for each other.
"""

import argparse
import os
import subprocess
import sys
import warnings
from importlib.util import find_spec

if __name__ == "__main__" and "--threads" not in sys.argv:
    os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"

import numpy as np
from policies import times  # after NumPy, which reads once how many threads it may use

from incentives import payments as pay

DIVERGENCES = {
    "chi-squared": pay.ChiSquared(),
    "total variation": pay.TotalVariation(),
    "reverse KL": pay.reverse_kl(),
    "Jensen-Shannon": pay.jensen_shannon(),
}


def game(groups, outcomes, seed=0):
    """Rewards in [0, 1], sizes, and an initial model."""
    rng = np.random.default_rng(seed)
    return rng.uniform(size=(groups, outcomes)), np.arange(1, groups + 1) / 5, rng.dirichlet(np.ones(outcomes))


def in_numpy(r, w, q):
    """As one writes it: a softmax, and a log of a mean of exponentials without each group."""
    total = w @ r
    rest = total - w[:, None] * r
    top = rest.max(axis=1)
    values = top + np.log(np.exp(rest - top[:, None]) @ q)
    p = q * np.exp(total - total.max())
    p /= p.sum()
    return values - (rest @ p - p @ np.log(p / q))


def in_torch(r, w, q):
    """The same with PyTorch's own functions."""
    import torch

    r, w, q = (torch.from_numpy(a) for a in (r, w, q))
    total = w @ r
    rest = total - w.unsqueeze(1) * r
    values = torch.logsumexp(rest + q.log(), 1)
    log_p = (total + q.log()).log_softmax(0)
    p = log_p.exp()
    return (values - (rest @ p - p @ (log_p - q.log()))).numpy()


def by_optima(r, w, q):
    """n + 1 optima of the library."""
    total = w @ r
    rest = total - w[:, None] * r
    p = pay.best_policy(total, q)
    return np.array([pay.value(row, q) for row in rest]) - (rest @ p - p @ np.log(p / q))


def by_cvxpy(r, w, q):
    """n + 1 problems of a conic solver."""
    import cvxpy as cp

    def best(total):
        p = cp.Variable(q.size, nonneg=True)
        problem = cp.Problem(cp.Maximize(total @ p - cp.sum(cp.rel_entr(p, q))), [cp.sum(p) == 1])
        return problem.solve(solver=cp.CLARABEL), p.value

    total = w @ r
    rest = total - w[:, None] * r
    p = np.maximum(best(total)[1], 1e-300)
    return np.array([best(row)[0] for row in rest]) - (rest @ p - p @ np.log(p / q))


def by_library(r, w, q):
    """One policy and its payments."""
    return np.asarray(pay.payments_from_policy(pay.best_policy(w @ r, q), r, w, optimal=True), dtype=float)


def milliseconds(works, repeats):
    """Medians of processor times, the works in turns, shape (works,)."""
    return 1e3 * np.median(times(works, repeats), axis=1)


def side_by_side(groups, outcomes, repeats, largest_solved):
    """One line of the first table."""
    r, w, q = game(groups, outcomes)
    ways = {"library": by_library, "NumPy": in_numpy, "n + 1 optima": by_optima}
    if find_spec("torch"):
        ways["PyTorch"] = in_torch
    if find_spec("cvxpy") and outcomes <= largest_solved:
        ways["cvxpy"] = by_cvxpy
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ours = by_library(r, w, q)
        for name, way in ways.items():
            gap = float(np.abs(way(r, w, q) - ours).max())
            if gap > (1e-4 if name == "cvxpy" else 1e-6):
                raise SystemExit(f"{name} charges something else, by up to {gap:.1e}")
        took = milliseconds([lambda way=way: way(r, w, q) for way in ways.values()], repeats)
    told = dict(zip(ways, took, strict=True))
    print(
        f"{groups:4d} x {outcomes:<9d}"
        + "".join(f"{told[name]:14.3f}" if name in told else f"{'-':>14s}" for name in COLUMNS),
        flush=True,
    )


COLUMNS = ("library", "NumPy", "n + 1 optima", "PyTorch", "cvxpy")


BISECTIONS = 60
# t = p / q as a function of x = (reward - multiplier) / penalty, and f(t); `lib` is NumPy or PyTorch.
SHAPES = {
    "chi-squared": (lambda lib, x: (1 + x / 2).clip(min=0), lambda lib, t: (t - 1) ** 2),
    "reverse KL": (lambda lib, x: -1 / x, lambda lib, t: -lib.log(t)),
    "Jensen-Shannon": (
        lambda lib, x: 1 / (2 * lib.exp(-2 * x) - 1),
        lambda lib, t: (t * lib.log(t) - (t + 1) * lib.log((t + 1) / 2)) / 2,
    ),
}


def by_bisection(lib, name, rows, q, penalty):
    """Values under one divergence: p = q t, and t falls in the multiplier."""
    top, low = lib.amax(rows, 1)[:, None], lib.amin(rows, 1)[:, None]
    if name == "total variation":  # mass moves to the best outcome where that is worth the penalty
        return lib.maximum(rows, top - penalty) @ q
    ratio, f = SHAPES[name]
    low, high = {
        "chi-squared": (low, top),
        "reverse KL": (top, top + penalty),
        "Jensen-Shannon": (top - penalty * np.log(2) / 2, top),
    }[name]
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        above = (ratio(lib, (rows - middle) / penalty) @ q)[:, None] > 1
        low, high = lib.where(above, middle, low), lib.where(above, high, middle)
    t = ratio(lib, (rows - high) / penalty)
    return (t * rows - penalty * f(lib, t)) @ q


def in_cvxpy(name, rows, q, penalty):
    """Ten problems of a conic solver."""
    import cvxpy as cp

    p = cp.Variable(q.size, nonneg=True)
    half = (p + q) / 2
    apart = {
        "chi-squared": lambda: cp.sum_squares(cp.multiply(q**-0.5, p - q)),
        "total variation": lambda: cp.norm1(p - q) / 2,
        "reverse KL": lambda: cp.sum(cp.rel_entr(q, p)),
        "Jensen-Shannon": lambda: cp.sum(cp.rel_entr(p, half) + cp.rel_entr(q, half)) / 2,
    }[name]()
    goals = [cp.Maximize(row @ p - penalty * apart) for row in rows]
    return np.array([cp.Problem(goal, [cp.sum(p) == 1]).solve(solver=cp.CLARABEL) for goal in goals])


def other_divergences(outcomes, repeats, largest_solved, penalty=5):
    """Four lines: ten values under each divergence by every way."""
    r, w, q = game(10, outcomes)
    rows = (w @ r) - w[:, None] * r
    for name, f in DIVERGENCES.items():
        ways = {
            "library": lambda f=f: pay.value(rows, q, divergence=f, penalty=penalty),
            "NumPy": lambda name=name: by_bisection(np, name, rows, q, penalty),
        }
        if find_spec("torch"):
            import torch

            given = torch.from_numpy(rows), torch.from_numpy(q)
            ways["PyTorch"] = lambda name=name, given=given: by_bisection(torch, name, *given, penalty)
        if find_spec("cvxpy") and outcomes <= largest_solved:
            ways["cvxpy"] = lambda name=name: in_cvxpy(name, rows, q, penalty)
        ours = np.asarray(ways["library"]())
        for way, run in ways.items():
            gap = float(np.abs(np.asarray(run()) - ours).max())
            if gap > (1e-4 if way == "cvxpy" else 1e-6):
                raise SystemExit(f"{way} finds other values under {name}, by up to {gap:.1e}")
        told = dict(zip(ways, milliseconds(list(ways.values()), repeats), strict=True))
        cells = "".join(f"{told[way]:14.3f}" if way in told else f"{'-':>14s}" for way in OTHERS)
        print(f"{name:16s}{outcomes:9d}{cells}", flush=True)


OTHERS = ("library", "NumPy", "PyTorch", "cvxpy")


def divergences(groups, outcomes, repeats):
    """One line of the last table, with whatever threads this process has."""
    r, w, q = game(groups, outcomes)
    rows = (w @ r) - w[:, None] * r
    works = [lambda f=f: pay.value(rows, q, divergence=f, penalty=5) for f in DIVERGENCES.values()]
    print("".join(f"{t:16.1f}" for t in milliseconds(works, repeats)), flush=True)


def main():
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--games", nargs="+", default=["2x1000", "2x100000", "10x100", "10x10000", "10x1000000", "50x1000"]
    )
    parser.add_argument("--largest-solved", type=int, default=1000)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--threads", action="store_true", help="only the divergences, with threads left as they are")
    arguments = parser.parse_args()
    sizes = (10_000, 30_000, 100_000)
    if arguments.threads:
        for outcomes in sizes:
            divergences(10, outcomes, arguments.repeats)
        return
    print("processor ms of all payments\n" + f"{'groups x outcomes':16s}" + "".join(f"{name:>14s}" for name in COLUMNS))
    for told in arguments.games:
        groups, outcomes = map(int, told.split("x"))
        side_by_side(groups, outcomes, arguments.repeats, arguments.largest_solved)
    print(
        "\nprocessor ms of ten values\n" + f"{'divergence, outcomes':25s}" + "".join(f"{name:>14s}" for name in OTHERS)
    )
    for outcomes in (arguments.largest_solved, *sizes):
        other_divergences(outcomes, arguments.repeats, arguments.largest_solved)
    print(
        f"\nprocessor ms of ten values, {', '.join(map(str, sizes))} outcomes\n"
        + "".join(f"{n:>16s}" for n in DIVERGENCES)
    )
    print("one thread")
    for outcomes in sizes:
        divergences(10, outcomes, arguments.repeats)
    print("all threads", flush=True)
    free = {k: v for k, v in os.environ.items() if k not in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS")}
    command = [sys.executable, __file__, "--threads", "--repeats", str(arguments.repeats)]
    subprocess.run(command, check=True, env=free)


if __name__ == "__main__":
    main()

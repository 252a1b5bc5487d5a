"""The same tasks done with the library and with other packages: `python benchmarks/side_by_side.py`.

    pip install scikit-learn pyDVL nashpy pygambit "flwr>=1.41" torch   # in an environment of its own

A package that is missing is skipped. One thread, processor time, one process, the ways in turns, medians. Before
anything is timed, both ways must give the same answer, or the run stops. The last column is the other way's time over
the library's: above 1 the library is faster, below 1 the other way is.

- "scikit-learn": models without each client and with everybody, each scored at every client. The other way is the loop
  that one writes with `clone` and `LeaveOneGroupOut`; the library's is `LeaveOneClientOut` without its last training.
- "pyDVL": leave-one-out and exact Shapley values of clients, each a group of a `GroupedDataset`. The library has no
  valuation of its own: its leave-one-out values are read off the scores of `LeaveOneClientOut`, and its Shapley value
  shares the table of all coalitions, each trained once by a loop of four lines. pyDVL's cache
  is off: it knows a coalition again only for the client that it was asked about, and never does here.
- "Nashpy", "pygambit": all equilibria in pure reports of a reported game, whose tables are ready. Nashpy has no search
  for these alone, so it is asked of each profile. pygambit's game is made from the tables within the time, and without.
- "NumPy": the same by one comparison with the maximum along each axis, which is what one writes for tables.
- "Flower": what a server does with the replies of one round, from messages to a model.
"""

import argparse
import logging
import os
import warnings
from datetime import date
from fractions import Fraction
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from itertools import product
from platform import python_version
from statistics import median
from time import process_time
from types import SimpleNamespace

import numpy as np

from incentives import payments as pay
from incentives.coalitions.shares import shapley_value
from incentives.payments.report_games import report_game
from incentives.rewards.valuations import contributions_of


def in_turns(ways, repeats):
    """Median seconds of each way, taking turns, after one call of each that is not counted."""
    times = {name: [] for name in ways}
    for turn in range(repeats + 1):
        for name, work in ways.items():
            start = process_time()
            work()
            if turn:
                times[name].append(process_time() - start)
    return {name: median(values) for name, values in times.items()}


def lines(task, ways, repeats):
    """Time the ways, the library's first, and print a line for each of the others."""
    times = in_turns(ways, repeats)
    (_, ours), *others = times.items()
    for name, theirs in others:
        print(f"{task:48s}{name:26s}{1e3 * ours:12.2f}{1e3 * theirs:12.2f}{theirs / ours:10.2f}")


def same(task, first, second, tolerance=1e-9):
    """Stop if two answers differ."""
    largest = np.max(np.abs(np.asarray(first, float) - np.asarray(second, float)))
    assert largest <= tolerance, f"{task}: the two ways differ by {largest}"


def clients_of(many, seed=0):
    """Rows of a public table dealt to clients, 20 trusted ones to each; the last client lies about labels."""
    from sklearn.datasets import load_breast_cancer

    inputs, labels = load_breast_cancer(return_X_y=True)
    order = np.random.default_rng(seed).permutation(len(labels))[: len(labels) // many * many]
    who = np.arange(len(order)) % many
    trusted = np.arange(len(order)) // many < 20
    labels = np.where((who == many - 1) & ~trusted, 1 - labels[order], labels[order])
    return SimpleNamespace(inputs=inputs[order], labels=labels, who=who, trusted=trusted, many=many)


def learners():
    """A quick learner, a usual one and a slow one."""
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.linear_model import LogisticRegression
    from sklearn.naive_bayes import GaussianNB
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    return {
        "naive Bayes": GaussianNB(),
        "logistic regression": make_pipeline(StandardScaler(), LogisticRegression()),
        "random forest": RandomForestClassifier(20, random_state=0),
    }


def left_out(learner, data, mechanism="leave-one-out"):
    """The library's report on a learner."""
    from incentives.methods import LeaveOneClientOut

    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "no model suits all clients")
        model = LeaveOneClientOut(learner, mechanism=mechanism, tolerance=0.1, refit=False)
        return model.fit(data.inputs, data.labels, clients=data.who, trusted=data.trusted).report_


def by_hand(learner, data):
    """Scores of every model at every client, and the suspects, as one writes them with scikit-learn."""
    from sklearn.base import clone
    from sklearn.model_selection import LeaveOneGroupOut

    inputs, labels, who = (part[~data.trusted] for part in (data.inputs, data.labels, data.who))
    tested = [np.flatnonzero(data.trusted & (data.who == client)) for client in range(data.many)]
    splits = [kept for kept, _ in LeaveOneGroupOut().split(inputs, labels, who)]
    scores = np.empty((data.many, data.many + 1))
    for model, kept in enumerate([*splits, np.arange(len(labels))]):
        fitted = clone(learner).fit(inputs[kept], labels[kept])
        scores[:, model] = [fitted.score(data.inputs[rows], data.labels[rows]) for rows in tested]
    accepts = scores >= scores[:, :-1].max(1, keepdims=True) - 0.1 - 1e-9
    passing = accepts.all(0)
    return scores, set() if passing[-1] else set(np.flatnonzero(passing[:-1]).tolist())


def with_scikit_learn(repeats):
    """`LeaveOneClientOut` against the loop."""
    for many in (5, 10):
        data = clients_of(many)
        for name, learner in learners().items():
            task = f"suspects among {many}, {name}"
            report, (scores, suspects) = left_out(learner, data), by_hand(learner, data)
            same(task, report.scores, scores)
            assert report.suspects == suspects, f"{task}: {report.suspects} and {suspects}"
            ways = {
                "library": lambda a=learner, d=data: left_out(a, d),
                "scikit-learn, a loop": lambda a=learner, d=data: by_hand(a, d),
            }
            lines(task, ways, repeats)


def every_coalition(learner, data, tested):
    """The score of the model of every coalition, by its bits; nothing is known of nobody's model."""
    from sklearn.base import clone

    worth = [0.0]
    for mask in range(1, 2**data.many):
        kept = (mask >> data.who & 1).astype(bool) & ~data.trusted
        worth.append(clone(learner).fit(data.inputs[kept], data.labels[kept]).score(*tested))
    return worth


def with_pydvl(repeats):
    """Values of clients by pyDVL, and by the library's reports and shares."""
    from pydvl.valuation import (
        Dataset,
        DeterministicUniformSampler,
        GroupedDataset,
        LOOValuation,
        ModelUtility,
        NoStopping,
        ShapleyValuation,
        SupervisedScorer,
    )

    def values(kind, learner, data):
        rows = Dataset(data.inputs[~data.trusted], data.labels[~data.trusted])
        test = Dataset(data.inputs[data.trusted], data.labels[data.trusted])
        scorer = SupervisedScorer("accuracy", test, default=0.0, range=(0.0, 1.0))
        utility = ModelUtility(learner, scorer, show_warnings=False)
        if kind == "leave-one-out":
            valuation = LOOValuation(utility, progress=False)
        else:
            sampler = DeterministicUniformSampler(batch_size=1)
            valuation = ShapleyValuation(utility, sampler, NoStopping(sampler), progress=False)
        grouped = GroupedDataset.from_dataset(rows, data.who[~data.trusted].tolist())
        return contributions_of(valuation.fit(grouped).result)

    def differences(learner, data):
        scores = left_out(learner, data).scores.mean(0)  # every client has as many trusted rows
        return scores[-1] - scores[:-1]

    def shared(learner, data):
        worth = every_coalition(learner, data, (data.inputs[data.trusted], data.labels[data.trusted]))
        rows = int(data.trusted.sum())
        return shapley_value(
            [Fraction(round(one * rows), rows) for one in worth]
        )  # accuracies are shares of these rows

    quick, usual = list(learners().items())[:2]
    for kind, many, ours, some in (
        ("leave-one-out", 10, differences, (quick, usual)),
        ("Shapley", 6, shared, (quick, usual)),
        ("Shapley", 8, shared, (quick,)),
    ):
        data = clients_of(many)
        for name, learner in some:
            task = f"{kind} values of {many}, {name}"
            same(task, ours(learner, data), values(kind, learner, data))
            ways = {
                "library": lambda f=ours, a=learner, d=data: f(a, d),
                "pyDVL": lambda k=kind, a=learner, d=data: values(k, a, d),
            }
            lines(task, ways, repeats)


def reported_game(groups, reports, seed=0, exact=False):
    """A game without payments, in which groups gain by lies; each may report the truth or some others."""
    rng = np.random.default_rng(seed)
    truth, lies = rng.integers(0, 9, (groups, 4)), rng.integers(0, 9, (groups, reports - 1, 4))
    rule = pay.WithoutPayments(pay.AffineMaximizer([Fraction(1, 4)] * 4, divergence=pay.ChiSquared()))
    if exact:
        truth, lies = truth.tolist(), lies.tolist()
    return report_game(rule, truth, lies)


def pure_by_looking(game):
    """Profiles from which nobody would rather deviate, each looked at by the library."""
    return [p for p in product(*map(range, game.payoffs[0].shape)) if game.deviation(p) is None]


def pure_by_numpy(game):
    """The same by a maximum along each axis."""
    payoffs = [payoff.astype(float) for payoff in game.payoffs]
    best = [payoff >= payoff.max(axis=who, keepdims=True) - 1e-9 for who, payoff in enumerate(payoffs)]
    return list(map(tuple, np.argwhere(np.logical_and.reduce(best)).tolist()))


def with_nashpy(repeats):
    """Equilibria of two groups' reports."""
    import nashpy

    for reports in (5, 20):
        game = reported_game(2, reports)
        task, payoffs = f"pure equilibria, 2 groups, {reports} reports", game.payoffs
        there, units = nashpy.Game(*payoffs), np.eye(reports)

        def asked(there=there, units=units):
            pairs = product(range(len(units)), repeat=2)
            return [(a, b) for a, b in pairs if all(there.is_best_response(units[a], units[b]))]

        ours = pure_by_looking(game)
        assert ours == asked() == pure_by_numpy(game), task
        ways = {
            "library": lambda g=game: pure_by_looking(g),
            "Nashpy": asked,
            "NumPy": lambda g=game: pure_by_numpy(g),
        }
        lines(task, ways, repeats)


def with_pygambit(repeats):
    """Equilibria of any number of groups' reports, in rounded and in exact numbers."""
    import pygambit

    make = getattr(pygambit, "StrategicGame", pygambit.Game).from_arrays  # version 17 has another name

    def solved(there):
        found = pygambit.nash.enumpure_solve(there).equilibria
        return [tuple(max(range(len(q)), key=q.__getitem__) for q in profile) for profile in map(played, found)]

    def played(profile):
        each = profile.mixed_strategies() if hasattr(profile, "mixed_strategies") else enumerate(profile)
        return [[p for _, p in mixed] for _, mixed in each]

    for groups, reports, exact in ((2, 20, False), (2, 20, True), (3, 8, False)):
        game = reported_game(groups, reports, exact=exact)
        task = f"pure equilibria, {groups} groups, {reports} reports{', exact' if exact else ''}"
        there = make(*game.payoffs)
        assert pure_by_looking(game) == sorted(solved(there)), task
        ways = {
            "library": lambda g=game: pure_by_looking(g),
            "pygambit": lambda g=game: solved(make(*g.payoffs)),
            "pygambit, game ready": lambda t=there: solved(t),
        }
        lines(task, ways, repeats)


SHAPES = {"7,850": {"w": (10, 784), "b": (10,)}, "101,770": {"v": (128, 784), "a": (128,), "w": (10, 128), "b": (10,)}}


def replies_of(models):
    """What a server reads of the messages that came back, one model or several stacked ones in each."""
    from flwr.app import Array, ArrayRecord, MetricRecord, RecordDict

    def reply(client, model):
        arrays = ArrayRecord({name: Array(value) for name, value in model.items()})
        content = RecordDict({"arrays": arrays, "metrics": MetricRecord({"num-examples": 10 + client})})
        return SimpleNamespace(
            content=content, has_error=lambda: False, metadata=SimpleNamespace(src_node_id=client, dst_node_id=0)
        )

    return [reply(client, model) for client, model in enumerate(models)]


def unread(replies):
    """The same replies again: Flower empties those that it has read."""
    from flwr.app import ArrayRecord, RecordDict

    def fresh(reply):
        arrays = ArrayRecord(dict(reply.content["arrays"]))
        content = RecordDict({"arrays": arrays, "metrics": reply.content["metrics"]})
        return SimpleNamespace(content=content, has_error=reply.has_error, metadata=reply.metadata)

    return [fresh(reply) for reply in replies]


def by_rule(rule, replies):
    """From messages to messages by a rule of `robust_averaging`, which knows nothing of Flower."""
    import torch
    from flwr.app import Array, ArrayRecord

    arrays = [{name: array.numpy() for name, array in reply.content["arrays"].items()} for reply in replies]
    rows = torch.from_numpy(np.stack([np.concatenate([a.ravel() for a in one.values()]) for one in arrays]))
    given, at, found = rule(rows[:, None])[0].numpy(), 0, {}
    for name, array in arrays[0].items():
        found[name] = Array(given[at : at + array.size].reshape(array.shape))
        at += array.size
    return ArrayRecord(found)


def same_model(task, first, second):
    """Stop if two models in messages differ by more than float32 rounds."""
    for a, b in zip(first.to_numpy_ndarrays(), second.to_numpy_ndarrays(), strict=True):
        same(task, a, b, tolerance=1e-5)


def with_flower(repeats):
    """Robust averages of one round, and the models of all federations without one client."""
    from functools import partial

    from flwr.serverapp.strategy import FedAvg, FedMedian, FedTrimmedAvg, Krum

    from incentives.learning.robust_averaging import krum, median as middle, trimmed_mean
    from incentives.methods.flower import LeaveOneOut

    for clients, size in ((10, "7,850"), (10, "101,770"), (50, "101,770")):
        rng = np.random.default_rng(0)
        models = [{n: rng.normal(size=s).astype(np.float32) for n, s in SHAPES[size].items()} for _ in range(clients)]
        replies = replies_of(models)
        for name, rule, theirs in (
            ("median", middle, FedMedian()),
            ("trimmed mean", partial(trimmed_mean, trimmed=clients // 5), FedTrimmedAvg(beta=0.2)),
            ("Krum", partial(krum, liars=2), Krum(num_malicious_nodes=2)),
        ):
            task = f"{name} of {clients}, {size} parameters"
            same_model(task, by_rule(rule, unread(replies)), theirs.aggregate_train(1, unread(replies))[0])
            ways = {
                "library": lambda r=rule, m=replies: by_rule(r, unread(m)),
                "Flower": lambda t=theirs, m=replies: t.aggregate_train(1, unread(m)),
            }
            lines(task, ways, repeats)

    for clients, size in ((10, "7,850"), (10, "101,770")):
        task = f"without each of {clients}, {size} parameters"
        rng = np.random.default_rng(0)
        # Client k sends its model of every run but the one without it.
        models = [
            {n: rng.normal(size=(clients, *s)).astype(np.float32) for n, s in SHAPES[size].items()}
            for _ in range(clients)
        ]
        at_once, apart = replies_of(models), []
        for run in range(clients + 1):
            own = [{n: a[run - (run > k)] for n, a in model.items()} for k, model in enumerate(models)]
            apart.append([reply for k, reply in enumerate(replies_of(own)) if k != run])

        strategy = LeaveOneOut(clients=clients, tolerance=0.1)
        strategy.nodes, strategy.names = tuple(range(clients)), {}
        strategy.begin({n: a[0] for n, a in models[0].items()})

        def each(apart=apart):
            return [FedAvg().aggregate_train(1, unread(replies))[0] for replies in apart]

        arrays, _ = strategy.aggregate_train(1, unread(at_once))
        for run, theirs in enumerate(each()):
            for name, array in theirs.items():
                same(task, arrays[name].numpy()[run], array.numpy(), tolerance=1e-5)
        ways = {
            "library": lambda s=strategy, m=at_once: s.aggregate_train(1, unread(m)),
            "Flower, a FedAvg for each": each,
        }
        lines(task, ways, repeats)


TASKS = {
    "scikit-learn": (("sklearn",), with_scikit_learn),
    "pyDVL": (("sklearn", "pydvl"), with_pydvl),
    "Nashpy": (("nashpy",), with_nashpy),
    "pygambit": (("pygambit",), with_pygambit),
    "Flower": (("torch", "flwr"), with_flower),
}


def versions():
    """The versions of what is installed, in a line."""
    found = []
    for name in ("incentives", "scikit-learn", "pyDVL", "nashpy", "pygambit", "flwr", "torch", "numpy"):
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            found.append(f"no {name}")
    return ", ".join(found)


def main():
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--with", nargs="+", choices=TASKS, default=list(TASKS), dest="peers", metavar="PACKAGE")
    arguments = parser.parse_args()
    logging.disable(logging.INFO)  # Flower counts its replies aloud
    if find_spec("torch"):
        import torch

        torch.set_num_threads(1)
    print(f"{date.today()}, Python {python_version()}, {os.cpu_count()} cores\n{versions()}\n")
    print(f"{'task':48s}{'other way':26s}{'library ms':>12s}{'other ms':>12s}{'ratio':>10s}")
    for peer in arguments.peers:
        needed, compare = TASKS[peer]
        if missing := [name for name in needed if find_spec(name) is None]:
            print(f"{peer}: skipped, {' and '.join(missing)} is not installed")
        else:
            compare(arguments.repeats)


if __name__ == "__main__":
    main()

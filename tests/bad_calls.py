"""Every public function and class with one argument spoilt at a time, and what came of it.

`calls(part)` lists a call that works for each name of a part's face; `spoilt` puts something bad in the place of one
argument after another; `outcome` says what happened:

- clear: a ValueError or TypeError of ours that names the argument;
- worded: one of ours that names something else;
- unclear: an exception that Python, NumPy or PyTorch raised on the way, or none within the time;
- accepted: no exception. Some of it is right (a zero where zero is allowed), so the number is a bound, not a count of
  mistakes.
"""

from __future__ import annotations

import inspect
import linecache
import signal
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import numpy as np
from calls_of_instances import INSTANCES

import incentives

LIBRARY = str(Path(incentives.__file__).parent)
KINDS = ("clear", "worded", "unclear", "accepted")
NAN, INF = float("nan"), float("inf")


class Nothing:
    """Something that is nothing that anybody expects."""

    def __repr__(self) -> str:
        return "Nothing()"


BAD = [None, "text", True, NAN, INF, -1, 1.5, 10**30, [], [NAN], ["a"], {}, Nothing()]


def spoilt(value: Any) -> Iterator[Any]:
    """What to put in the place of `value`: other types and ranges, and lists that are shorter, longer or hold something
    else.
    """
    yield from BAD
    if isinstance(value, (list, tuple)) and len(value) > 0:
        rest = list(value[1:])
        yield rest
        yield [value[0], *value]
        for first in (NAN, INF, None, "a", -1, True):
            yield [first, *rest]
        if isinstance(value[0], (list, tuple)):
            yield [list(value[0])[:-1], *rest]
            for first in (NAN, -1, None):
                yield [[first, *value[0][1:]], *rest]


def patience() -> int:
    """Seconds after which a call counts as one that never ends: 5, and more on a machine that is slow just now."""
    start = time.perf_counter()
    total = 0
    for number in range(1_000_000):
        total += number
    return max(5, round(30 * (time.perf_counter() - start)))


@contextmanager
def at_most(seconds: int) -> Iterator[None]:
    """A TimeoutError if what is inside takes longer."""

    def late(*_: Any) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


PATIENCE = patience()


def outcome(function: Callable[..., Any], arguments: dict[str, Any], name: str) -> str:
    """What comes of a call; `name` is the argument that was spoilt."""
    try:
        with at_most(PATIENCE), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = function(**arguments)
            if isinstance(found, Iterator):
                next(found, None)
    except Exception as error:
        return {"refused": "clear"}.get(kind := blamed(error, name), kind)
    return "accepted"


def blamed(error: Exception, name: str) -> str:
    """Whether an error is of ours and names the argument (refused), is of ours (worded), or anything else (unclear)."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    raised = "raise" in linecache.getline(frame.filename, frame.lineno or 0)
    if not isinstance(error, (ValueError, TypeError)) or not frame.filename.startswith(LIBRARY) or not raised:
        return "unclear"
    return "refused" if name.rstrip("s") in str(error) else "worded"


def what_of(bad: Any, value: Any) -> str:
    """What a spoilt argument is, in words: another number, an entry below 0, fewer entries, no number at all."""
    if isinstance(bad, list) and isinstance(value, (list, tuple)):
        alone = any(bad is one for one in BAD)  # [NAN] and ["a"] are told by what they hold
        if not bad or (len(bad) != len(value) and not alone):
            return "fewer or more"
        if isinstance(bad[0], list):
            return what_of(bad[0], value[0])
        return "an entry below 0" if (kind := what_of(bad[0], None)) == "below 0" else kind
    if bad is None:
        return "missing"
    if isinstance(bad, (bool, str)):
        return "truth" if isinstance(bad, bool) else "text"
    if not isinstance(bad, (int, float)):
        return "anything"
    if bad != bad or bad == INF:
        return "infinite" if bad == INF else "not a number"
    return "below 0" if bad == -1 else "another number"


def same(one: Any, other: Any) -> bool:
    """Whether a spoilt value is what works anyway."""
    try:
        return type(one) is type(other) and bool(one == other)
    except (ValueError, TypeError):
        return False


def judged(
    name: str, function: Callable[..., Any], make: Callable[[], dict[str, Any]]
) -> Iterator[tuple[str, str, Any, str]]:
    """For every spoilt call of one function: the name, the argument, what stood in its place, and the outcome."""
    usual = {n: p.default for n, p in inspect.signature(function).parameters.items()}
    for argument, value in make().items():
        for bad in spoilt(value):
            default = usual.get(argument, inspect.Parameter.empty)
            if same(bad, value) or (
                default is not inspect.Parameter.empty
                and (same(bad, default) or (bad is True and isinstance(default, bool)))
            ):
                continue
            yield name, argument, bad, outcome(function, {**make(), argument: bad}, argument)


def coalitions() -> dict[str, tuple[Callable[..., Any], Callable[[], dict[str, Any]]]]:
    from incentives import coalitions as co

    game = co.Game([5, 5, 25], noise=10, spread=1)
    sizes = {"sizes": [5, 5, 25], "noise": 10, "spread": 1}
    asked = {"game": game, "partition": co.Partition.grand(3)}
    return {
        "Game": (co.Game, lambda: {**sizes, "federation": "uniform"}),
        "Game.errors": (game.errors, lambda: {"coalition": [0, 2]}),
        "Game.error_table": (game.error_table, lambda: {"partition": co.Partition.grand(3)}),
        "HedonicGame": (co.HedonicGame, lambda: {"players": 2, "cost": lambda player, coalition: 1, "decimal": False}),
        "Coarse": (
            lambda weight: co.Game([5, 5], noise=1, spread=1, federation=co.Coarse(weight)),
            lambda: {"weight": F(1, 2)},
        ),
        "Partition": (co.Partition, lambda: {"coalitions": [[0, 1], [2]]}),
        "Partition.parse": (co.Partition.parse, lambda: {"text": "0,1 | 2"}),
        "TwoSizes": (co.TwoSizes, lambda: {"small": 1, "large": 3, "smalls": 2, "larges": 2, "noise": 10, "spread": 1}),
        "analyse": (co.analyse, lambda: {"game": game, "asked": co.Partition.grand(3), "names": ["a", "b", "c"]}),
        "blocking_coalition": (co.blocking_coalition, lambda: {**asked, "concept": "core"}),
        "improving_move": (co.improving_move, lambda: {**asked, "concept": "nash"}),
        "is_stable": (co.is_stable, lambda: {**asked, "concept": "core"}),
        "stable_partitions": (co.stable_partitions, lambda: {"game": game, "concept": "core"}),
        "find_stable": (co.find_stable, lambda: {"game": game, "concept": "core", "steps": 9, "seed": 0}),
        "check_large": (co.check_large, lambda: {**sizes, "partition": co.Partition.grand(3), "federation": "uniform"}),
        "local_errors": (co.local_errors, lambda: {"sizes": [5, 5], "noise": 10}),
        "uniform_errors": (co.uniform_errors, lambda: dict(sizes)),
        "coarse_errors": (co.coarse_errors, lambda: {**sizes, "weights": [F(1, 2)] * 3}),
        "fine_errors": (co.fine_errors, lambda: {**sizes, "weights": [[F(1, 3)] * 3] * 3}),
        "expected_errors": (co.expected_errors, lambda: {**sizes, "federation": "coarse"}),
        "optimal_coarse_errors": (co.optimal_coarse_errors, lambda: dict(sizes)),
        "optimal_coarse_weights": (co.optimal_coarse_weights, lambda: dict(sizes)),
        "optimal_fine_errors": (co.optimal_fine_errors, lambda: dict(sizes)),
        "optimal_fine_weights": (co.optimal_fine_weights, lambda: dict(sizes)),
        "moment_costs": (co.moment_costs, lambda: {"inverse_moments": [[[2]], [[1]]], "test_moments": [[[1]], [[1]]]}),
        "regression_errors": (
            co.regression_errors,
            lambda: {
                "costs": [[1, 2], [2, 1]],
                "noise": 10,
                "spreads": [1, 1],
                "weights": [[F(1, 2), F(1, 2)], [F(1, 2), F(1, 2)]],
            },
        ),
        "partitions": (co.partitions, lambda: {"players": 3}),
    }


def consensus() -> dict[str, tuple[Callable[..., Any], Callable[[], dict[str, Any]]]]:
    from incentives import consensus as cs
    from incentives.consensus.finite_oracle import FiniteOracle

    sets = [cs.FiniteSet({0, 1}), cs.FiniteSet({0, 2}), cs.FiniteSet({0})]
    lines = [cs.Interval(0, 6), cs.Interval(3, 8), cs.Interval(3, 9)]
    losses = [cs.Quadratic1D(1), cs.Quadratic1D(1, 2)]
    trusted = cs.Trusted(lines)

    def utility(client: int, point: Any) -> int:
        return 0 if point is None else 1

    return {
        "AffineReport": (cs.AffineReport, lambda: {"matrix": 2, "push": [1, 2]}),
        "Box": (cs.Box, lambda: {"intervals": [cs.Interval(0, 1), cs.Interval(0, 2)]}),
        "DepthRule": (cs.DepthRule, lambda: {"resists": 1, "select": "least-norm"}),
        "DistanceLoss": (cs.DistanceLoss, lambda: {"target": cs.Interval(0, 1), "best": 0}),
        "FiniteSet": (cs.FiniteSet, lambda: {"points": [0, 1]}),
        "HalfSpaces": (cs.HalfSpaces, lambda: {"rows": [[1, 0], [0, 1]], "bounds": [1, 2]}),
        "HierarchicalUtility": (cs.HierarchicalUtility, lambda: {"losses": losses, "epsilon": 4, "who": 0}),
        "Interval": (cs.Interval, lambda: {"low": 0, "high": 1}),
        "LeaveOneOut": (cs.LeaveOneOut, lambda: {"consensus": cs.common_point, "removed": 1}),
        "LeaveOneOut()": (cs.LeaveOneOut(), lambda: {"reports": lines, "verify": trusted}),
        "Quadratic": (cs.Quadratic, lambda: {"H": [[2, 0], [0, 2]], "centre": [0, 1], "level": 1}),
        "Quadratic1D": (cs.Quadratic1D, lambda: {"coefficient": 1, "centre": 0, "best": 0}),
        "QuadraticLoss": (cs.QuadraticLoss, lambda: {"H": [[2, 0], [0, 2]], "centre": [0, 1], "best": 0}),
        "Relative": (cs.Relative, lambda: {"losses": losses, "epsilon": 1, "candidates": [0, 1]}),
        "TableLoss": (cs.TableLoss, lambda: {"values": {0: 1, 1: 0}}),
        "Trusted": (cs.Trusted, lambda: {"sets": lines}),
        "WorldOracle": (cs.WorldOracle, lambda: {"sets": sets}),
        "best_misreport": (
            cs.best_misreport,
            lambda: {
                "rule": lambda reports: cs.common_point(reports),
                "truths": lines[:2],
                "who": 0,
                "utility": utility,
            },
        ),
        "common_point": (cs.common_point, lambda: {"sets": lines}),
        "intersection": (cs.intersection, lambda: {"sets": lines}),
        "is_redundant": (cs.is_redundant, lambda: {"sets": lines, "removed": 1}),
        "mechanism_h": (
            cs.mechanism_h,
            lambda: {"oracle": FiniteOracle([{0, 1}, {0, 2}, {0}]), "verify": cs.Trusted(sets), "redundancy": 1},
        ),
        "minimal_outputs": (cs.minimal_outputs, lambda: {"sets": lines}),
        "one_shot": (cs.one_shot, lambda: {"reports": lines, "verify": trusted}),
    }


def payments() -> dict[str, tuple[Callable[..., Any], Callable[[], dict[str, Any]]]]:
    from incentives import payments as pay

    half, rewards, sizes = [0.5, 0.3, 0.2], [[1.0, 0.0, 0.5], [0.0, 1.0, 0.2]], [2, 1]
    rule = pay.AffineMaximizer(half, penalty=1)
    told = {"rewards": rewards, "sizes": sizes}
    preferences = pay.Preferences(rewards, sizes, "max")
    types, policies = [[1, 0], [0, 1]], [[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]]
    return {
        "AffineMaximizer": (
            pay.AffineMaximizer,
            lambda: {"reference": half, "penalty": 1, "divergence": pay.KL(), "models": None},
        ),
        "AffineMaximizer()": (lambda rewards, sizes: rule(rewards, sizes), lambda: dict(told)),
        "AllModels": (pay.AllModels, lambda: {"reference": half, "divergence": pay.KL()}),
        "FiniteModels": (pay.FiniteModels, lambda: {"policies": [half, [0.2, 0.2, 0.6]], "divergences": [0, 0.5]}),
        "Preferences": (pay.Preferences, lambda: {**told, "normalised": "max"}),
        "Preferences.valuations": (preferences.valuations, lambda: {"policy": half}),
        "WithoutPayments": (pay.WithoutPayments, lambda: {"rule": rule}),
        "best_misreport": (pay.best_misreport, lambda: {"rule": rule, **told, "who": 0, "rounds": 1, "tolerance": 0}),
        "best_policy": (
            pay.best_policy,
            lambda: {"total_reward": [1.0, 0.0, 0.5], "reference": half, "penalty": 1, "divergence": pay.KL()},
        ),
        "value": (
            pay.value,
            lambda: {"total_reward": [1.0, 0.0, 0.5], "reference": half, "penalty": 1, "divergence": pay.KL()},
        ),
        "best_response_without_payments": (
            pay.best_response_without_payments,
            lambda: {**told, "reference": half, "who": 0, "penalty": 1, "normalised": "max"},
        ),
        "grid_reports": (
            pay.grid_reports,
            lambda: {"outcomes": 2, "levels": 2, "normalised": "max", "sizes": [1]},
        ),
        "is_cycle_monotone": (pay.is_cycle_monotone, lambda: {"types": types, "policies": policies, "tolerance": 1e-9}),
        "price_interval": (pay.price_interval, lambda: {"types": types, "policies": policies, "start": 0, "end": 1}),
        "mixture_curve": (
            pay.mixture_curve,
            lambda: {"rule": rule, **told, "who": 0, "other": 1, "shares": [0.0, 0.5]},
        ),
        "size_curve": (pay.size_curve, lambda: {"rule": rule, **told, "who": 0, "factors": [0.5, 1.0]}),
        "normalise": (pay.normalise, lambda: {"rewards": rewards, "how": "max"}),
        "payments_from_policy": (
            pay.payments_from_policy,
            lambda: {"policy": half, **told, "reference": half, "penalty": 1},
        ),
        "Divergence": (
            pay.Divergence,
            lambda: {"name": "mine", "f": lambda t: t * np.log(t) - t + 1, "derivative": lambda t: np.log(t)},
        ),
    }


def rewards() -> dict[str, tuple[Callable[..., Any], Callable[[], dict[str, Any]]]]:
    from incentives import rewards as rw

    own, menu = [F(52, 100), F(58, 100), F(74, 100)], [F(66, 100), F(72, 100), F(83, 100)]
    given = {"contributions": own, "menu": menu}
    levels = {"levels": menu, "contributions": own}
    return {
        "Cost": (rw.Cost, lambda: {"name": "ratio", "epsilon": F(1, 100), "weight": F(1, 10), "points": 100}),
        "allocate": (rw.allocate, lambda: {**given, "cost": "ratio", "floor": F(1, 2), "cap": F(9, 10)}),
        "allocate_continuous": (
            rw.allocate_continuous,
            lambda: {"contributions": own, "best": F(9, 10), "floor": F(6, 10), "cost": "ratio"},
        ),
        "allocate_widths": (
            rw.allocate_widths,
            lambda: {"contributions": own, "widths": [F(1, 4), F(1, 2), 1], "by": "range", "cost": "ratio"},
        ),
        "anneal": (
            rw.anneal,
            lambda: {**given, "cost": "ratio", "steps": 5, "rng": np.random.default_rng(0), "moves": "step"},
        ),
        "balanced_accuracy": (rw.balanced_accuracy, lambda: {"labels": [0, 1, 1], "predictions": [0, 1, 0]}),
        "collaboration_gain_spread": (rw.collaboration_gain_spread, lambda: dict(levels)),
        "incentivised_participation_rate": (rw.incentivised_participation_rate, lambda: dict(levels)),
        "mean_collaboration_gain": (rw.mean_collaboration_gain, lambda: dict(levels)),
        "pearson": (rw.pearson, lambda: dict(levels)),
        "increasing_menu": (rw.increasing_menu, lambda: {"widths": [F(1, 4), F(1, 2), 1], "accuracies": menu}),
        "optimal_allocations": (rw.optimal_allocations, lambda: {**given, "cost": "ratio"}),
        "pareto_frontier": (rw.pareto_frontier, lambda: {**given, "floor": F(1, 2), "cap": F(9, 10)}),
    }


def methods() -> dict[str, tuple[Callable[..., Any], Callable[[], dict[str, Any]]]]:
    import torch
    from torch import nn

    from incentives.methods import LeaveOneClientOut, compare, priced_federation, slim

    rng = np.random.default_rng(0)

    def clinics(count: int) -> list[Any]:
        inputs = rng.normal(size=(3, count, 1))
        return [(x, slope * x[:, 0] + rng.normal(size=count)) for slope, x in zip((1.0, 1.2, 1.5), inputs, strict=True)]

    collected, held_out = clinics(500), clinics(50)

    one = (torch.arange(24.0).reshape(12, 2), torch.arange(12) % 2)

    def network() -> nn.Module:
        return nn.Sequential(nn.Linear(2, 4), nn.ReLU(), nn.Linear(4, 2))

    def tested(
        mechanism: Any = "leave-one-out",
        tolerance: Any = 0.1,
        scoring: Any = None,
        validation: Any = 0.25,
        refit: Any = True,
        random_state: Any = 0,
        clients: Any = None,
        trusted: Any = None,
    ) -> Any:
        from sklearn.dummy import DummyRegressor

        how = {"mechanism": mechanism, "tolerance": tolerance, "scoring": scoring, "validation": validation}
        model = LeaveOneClientOut(DummyRegressor(), **how, refit=refit, random_state=random_state)
        return model.fit([[0.0]] * 8, [1.0] * 7 + [9.0], clients=clients, trusted=trusted).report_

    return {
        "LeaveOneClientOut": (
            tested,
            lambda: {
                "mechanism": "mechanism-h",
                "tolerance": 1.0,
                "scoring": "neg_mean_absolute_error",
                "validation": 0.5,
                "refit": False,
                "random_state": 1,
                "clients": [0, 0, 1, 1, 2, 2, 3, 3],
                "trusted": [True, False] * 4,
            },
        ),
        "compare": (
            compare,
            lambda: {
                "data": [one, one],
                "network": network(),
                "methods": ["fedavg"],
                "validation": 0.2,
                "test": 0.2,
                "rounds": 1,
                "batch_size": 4,
                "rate": 0.01,
                "momentum": 0.5,
                "narrowest": 0.5,
                "levels": 2,
                "cost": "ratio",
                "seed": 0,
                "engine": "sequential",
            },
        ),
        "priced_federation": (
            priced_federation,
            lambda: {
                "clients": list(collected),
                "held_out": list(held_out),
                "public": [[-1.0], [0.0], [1.0]],
                "costs": [2e-4, 2e-4, 2e-4],
                "pilot": 100,
                "tolerance": 0.5,
                "ridge": 1.0,
                "told": {1: lambda own: 2 * own},
            },
        ),
        "slim": (slim, lambda: {"module": network(), "widths": [0.5, 1.0]}),
    }


def together() -> dict[str, tuple[Callable[..., Any], Callable[[], dict[str, Any]]]]:
    from incentives import together as tg

    three = tg.Federation.priced([5, 5, 25], noise=10, spread=1)
    rule = tg.peer_stakes(three)
    apart = three.coalition_costs()
    world = {"noise": 10, "spread": 1}
    return {
        "Federation": (tg.Federation, lambda: {"sizes": [5, 5, 25], "costs": [F(2, 5), F(2, 5), F(1, 50)], **world}),
        "Federation.priced": (tg.Federation.priced, lambda: {"sizes": [5, 5, 25], **world}),
        "Federation.efficient": (tg.Federation.efficient, lambda: {"costs": [0.05, 0.04, 0.06], **world}),
        "Stakes": (tg.Stakes, lambda: {"forms": rule.forms.tolist(), "constants": [F(1), F(2), F(-3)]}),
        "Stakes()": (lambda reports: rule(reports), lambda: {"reports": [F(1), F(2), F(5)]}),
        "Stakes.expected": (rule.expected, lambda: {"variances": [F(3), F(3), F(2)]}),
        "Stakes.best_report": (rule.best_report, lambda: {"who": 1, "beliefs": [F(1), F(2), F(5)]}),
        "Stakes.joint_lie": (rule.joint_lie, lambda: {"coalition": [0, 2]}),
        "best_size": (tg.best_size, lambda: {"federation": three, "who": 2, "stakes": rule}),
        "blocking_coalition": (tg.blocking_coalition, lambda: {"bills": three.bills, "costs": apart, "money": True}),
        "core_bills": (tg.core_bills, lambda: {"costs": apart}),
        "pair_stakes": (tg.pair_stakes, lambda: {"stakes": [1, 2, 2]}),
        "peer_stakes": (tg.peer_stakes, lambda: {"federation": three, "score": "square", "outsider": False}),
    }


def learning() -> dict[str, tuple[Callable[..., Any], Callable[[], dict[str, Any]]]]:
    import torch

    from incentives import learning as ln

    labels = [0, 1, 0, 1, 0, 1, 0, 1]
    inputs = torch.arange(16.0).reshape(8, 2) / 8
    data = ln.FederatedData.of(inputs, torch.tensor(labels), [range(4), range(4, 8)])
    task, work = ln.logistic_regression(2, 2), ln.LocalWork(rate=0.1, epochs=1)
    done = ln.run(task, data, work, rounds=1, seed=0)

    def rng() -> np.random.Generator:
        return np.random.default_rng(0)

    return {
        "Bias": (ln.Bias, lambda: {"size": 1.0, "seed": 0}),
        "Rotate": (ln.Rotate, lambda: {"angle": 1.0, "seed": 0}),
        "Rescale": (ln.Rescale, lambda: {"factor": 2.0}),
        "FlipLabels": (ln.FlipLabels, lambda: {"classes": 2}),
        "ClientSplit": (ln.ClientSplit, lambda: {"rule": "by hand", "points": 4, "clients": [[0, 1], [2]]}),
        "FedAvg": (ln.FedAvg, lambda: {"weights": [0.5, 0.5], "server_rate": 1.0, "server_momentum": 0.0}),
        "Personalized": (ln.Personalized, lambda: {"weights": [[1.0, 0.0], [0.0, 1.0]]}),
        "LocalWork": (
            ln.LocalWork,
            lambda: {
                "rate": 0.1,
                "batch_size": 2,
                "epochs": 1,
                "momentum": 0.5,
                "weight_decay": 0.0,
                "method": "local",
            },
        ),
        "FederatedData.of": (
            ln.FederatedData.of,
            lambda: {"inputs": inputs.tolist(), "labels": labels, "parts": [[0, 1], [2, 3]]},
        ),
        "OneConv": (ln.OneConv, lambda: {"inputs": 1, "side": 4, "channels": 2, "hidden": 3, "classes": 2}),
        "TwoConv": (ln.TwoConv, lambda: {"inputs": 1, "side": 4, "channels": (2, 2), "hidden": 3, "classes": 2}),
        "ResNet18": (ln.ResNet18, lambda: {"classes": 2, "channels": 1, "widths": (0.5, 1.0)}),
        "TextLSTM": (ln.TextLSTM, lambda: {"words": 4, "features": 2, "cells": 2, "classes": 2}),
        "dense_classifier": (
            ln.dense_classifier,
            lambda: {"features": 2, "hidden": [3], "classes": 2, "activation": "relu"},
        ),
        "linear_regression": (ln.linear_regression, lambda: {"features": 2}),
        "logistic_regression": (ln.logistic_regression, lambda: {"features": 2, "classes": 2}),
        "dirichlet": (ln.dirichlet, lambda: {"labels": labels, "clients": 2, "alpha": 1.0, "rng": rng(), "least": 1}),
        "divide": (ln.divide, lambda: {"name": "homogeneous", "labels": labels, "clients": 2, "rng": rng()}),
        "homogeneous": (ln.homogeneous, lambda: {"labels": labels, "clients": 2, "rng": rng()}),
        "label_skew": (ln.label_skew, lambda: {"labels": labels, "clients": 2, "classes_per_client": 1, "rng": rng()}),
        "quantity_skew": (
            ln.quantity_skew,
            lambda: {"labels": labels, "clients": 2, "share": 0.4, "favoured": 1, "rng": rng()},
        ),
        "load": (ln.load, lambda: {"name": "digits", "split": "test"}),
        "run": (
            ln.run,
            lambda: {
                "task": task,
                "data": data,
                "work": work,
                "rounds": 1,
                "seed": 0,
                "engine": "sequential",
                "evaluate_every": 1,
            },
        ),
        "evaluate": (
            ln.evaluate,
            lambda: {
                "task": task,
                "bank": done.bank,
                "buffers": None,
                "inputs": inputs,
                "labels": torch.tensor(labels),
            },
        ),
        "width_masks": (
            ln.width_masks,
            lambda: {
                "network": ln.OneConv(side=4, channels=2, hidden=3),
                "width": 0.5,
                "example": torch.zeros(1, 1, 4, 4),
            },
        ),
    }


FACES = {
    "coalitions": coalitions,
    "consensus": consensus,
    "payments": payments,
    "rewards": rewards,
    "together": together,
    "methods": methods,
    "learning": learning,
}


def _calls(part: str) -> Callable[[], dict[str, Any]]:
    return lambda: FACES.get(part, dict)() | INSTANCES.get(part, dict)()


# Names of faces, then calls and methods of instances.
PARTS = {part: _calls(part) for part in (*FACES, "charging")}


def table(part: str) -> tuple[Counter[str], list[tuple[str, str, Any, str]]]:
    """How many spoilt calls of a part ended how, and each of them."""
    rows = [row for name, (function, make) in PARTS[part]().items() for row in judged(name, function, make)]
    return Counter(kind for *_, kind in rows), rows


if __name__ == "__main__":
    import sys

    for part in sys.argv[1:] or PARTS:
        counts, rows = table(part)
        print(part, len(rows), {kind: counts[kind] for kind in KINDS}, flush=True)
        for name, argument, bad, kind in rows:
            if kind in ("unclear", "accepted"):
                print(f"  {kind:9s} {name}({argument}={str(bad)[:60]})")

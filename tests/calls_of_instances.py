"""Calls of instances and public methods, one that works of each, for the tables of `bad_calls` and `same_values`.

Together with the calls of `bad_calls` they are all public methods that take an argument, but for those of `APART`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from fractions import Fraction as F
from types import SimpleNamespace
from typing import Any, ClassVar

Calls = dict[str, tuple[Callable[..., Any], Callable[[], dict[str, Any]]]]

# Methods that are no calls here, and why.
APART = {
    "drawn: they take an Axes": {"Analysis.picture", "Comparison.picture", "OverSeeds.picture"},
    "between sets of one kind, which the functions of sets check first": {
        f"{kind}.{method}"
        for kind in ("Box", "FiniteSet", "HalfSpaces", "Interval", "Quadratic")
        for method in ("common_point", "holds", "meet", "point_or_clash")
    },
    "called by an engine with what it made itself": {
        *("FedAvg.aggregate", "FedAvg.begin", "FedAvg.download"),
        *("FedAvg.moved", "FedAvg.participants", "FedAvg.summed"),
        *("Personalized.aggregate", "Personalized.begin", "Personalized.download", "Personalized.participants"),
        *("FederatedData.batches", "FederatedData.gather", "LocalWork.batches", "LocalWork.sgd"),
        *("Bias.report", "FlipLabels.report", "Rescale.report", "Rotate.report"),
    },
    "PyTorch's modules, called with tensors": {
        f"{network}.{method}"
        for network in ("OneConv", "ResNet18", "TextLSTM", "TwoConv")
        for method in ("forward", "joint")
    },
    "called by the solvers with numbers that they made": {
        f"{divergence}.ratio" for divergence in ("ChiSquared", "Divergence", "KL", "TotalVariation")
    },
    "the face's own check of a partition, seen through what calls it": {
        "Game.check_partition",
        "HedonicGame.check_partition",
    },
    "a field": {"LeaveOneOut.consensus"},
    "of a folder, a device or a loaded model": {
        "FederatedData.to",
        "BaseModel.checked_length",
        "BaseModel.encode",
        "BaseModel.load",
        "BaseModel.message",
        "HuggingFaceReward.encode",
        "HuggingFaceReward()",
        "LanguageModel.encode",
        "LanguageModel.log_probabilities",
        "LanguageModel.sample",
        "LanguageModel.save",
        "LanguageModel.without_place",
    },
    "scikit-learn's, checked by its own check_estimator": {"LeaveOneClientOut.fit"},
}


def methods_of(module: Any) -> Iterator[str]:
    """Every public method of the classes of a face that takes an argument, as the tables call it."""
    for name in dir(module):
        kind = getattr(module, name)
        for method in sorted(set(dir(kind))) if inspect.isclass(kind) else ():
            if method.startswith("_") and method not in ("__call__", "__contains__"):
                continue
            found = inspect.getattr_static(kind, method)
            found = found.__func__ if isinstance(found, (classmethod, staticmethod)) else found
            if not inspect.isfunction(found) or not found.__module__.startswith("incentives"):
                continue
            if set(inspect.signature(found).parameters) - {"self", "cls"}:
                yield {"__call__": f"{name}()", "__contains__": f"in {name}"}.get(method, f"{name}.{method}")


def _inside(some: Any) -> Callable[..., Any]:
    return lambda point: point in some


def coalitions() -> Calls:
    from incentives import coalitions as co

    game = co.Game([5, 5, 25], noise=10, spread=1)
    own = co.HedonicGame(3, lambda player, coalition: player + len(coalition))
    two = co.TwoSizes(1, 3, smalls=2, larges=2, noise=10, spread=1)
    grand = co.Partition.grand(3)
    return {
        "Analysis.total": (co.analyse(game).total, lambda: {"partition": grand}),
        "Coarse()": (co.Coarse(F(1, 2)).__call__, lambda: {"sizes": [5, 5, 25], "noise": 10, "spread": 1}),
        "Game.members": (game.members, lambda: {"coalition": [2, 0]}),
        "HedonicGame.error_table": (own.error_table, lambda: {"partition": grand}),
        "HedonicGame.errors": (own.errors, lambda: {"coalition": [0, 2]}),
        "HedonicGame.from_table": (
            lambda table, decimal: co.HedonicGame.from_table(table, decimal=decimal).error_table(co.Partition.grand(2)),
            lambda: {"table": {(0,): [F(1)], (1,): [F(2)], (0, 1): [F(1, 2), F(3)]}, "decimal": False},
        ),
        "HedonicGame.members": (own.members, lambda: {"coalition": [2, 0]}),
        "Partition.block_of": (co.Partition.parse("0,1 | 2").block_of, lambda: {"player": 2}),
        "Partition.grand": (co.Partition.grand, lambda: {"players": 3}),
        "Partition.singles": (co.Partition.singles, lambda: {"players": 3}),
        "TwoSizes.arrangement": (two.arrangement, lambda: {"blocks": [(2, 1), (0, 1)]}),
        "TwoSizes.blocking": (two.blocking, lambda: {"arrangement": [(2, 1), (0, 1)], "concept": "core"}),
        "TwoSizes.core_arrangements": (
            lambda concept: list(two.core_arrangements(concept=concept)),
            lambda: {"concept": "core"},
        ),
        "TwoSizes.improving_move": (two.improving_move, lambda: {"arrangement": [(2, 1), (0, 1)], "concept": "nash"}),
        "TwoSizes.large_error": (two.large_error, lambda: {"s": 1, "ell": 2}),
        "TwoSizes.small_error": (two.small_error, lambda: {"s": 1, "ell": 2}),
    }


def consensus() -> Calls:
    from incentives import consensus as cs

    lines = [cs.Interval(0, 6), cs.Interval(3, 8), cs.Interval(3, 9)]
    box = cs.Box([(0, 1), (0, 2)])
    disc = cs.QuadraticLoss([[2, 0], [0, 2]], [1, 1])
    line, table = cs.Quadratic1D(1, 5), cs.TableLoss({0: 1, 1: 0})
    report = cs.AffineReport([[0, -1], [1, 0]], push=(1, 2))

    return {
        "AffineReport.gradient": (report.gradient, lambda: {"point": [1, 0], "true": [F(2), F(3)]}),
        "AffineReport.sublevel": (cs.AffineReport(2).sublevel, lambda: {"loss": disc, "epsilon": 1}),
        "in Box": (_inside(box), lambda: {"point": [1, 1]}),
        "DepthRule()": (cs.DepthRule(1), lambda: {"reports": [box, box, box]}),
        "DepthRule.pieces": (
            lambda reports: list(cs.DepthRule(1).pieces(reports)),
            lambda: {"reports": [box, box, box]},
        ),
        "DistanceLoss.sublevel": (cs.DistanceLoss(lines[0]).sublevel, lambda: {"epsilon": 4}),
        "DistanceLoss.value": (cs.DistanceLoss(box).value, lambda: {"point": [3, 1]}),
        "in FiniteSet": (_inside(cs.FiniteSet({0, 1})), lambda: {"point": 1}),
        "in HalfSpaces": (_inside(cs.HalfSpaces([[1, 0], [0, 1]], [5, 6])), lambda: {"point": [5, 2]}),
        "HierarchicalUtility()": (cs.HierarchicalUtility([line, line], 4, who=0), lambda: {"point": 6}),
        "in Interval": (_inside(lines[0]), lambda: {"point": 6}),
        "LeaveOneOut.candidates": (cs.LeaveOneOut().candidates, lambda: {"reports": lines}),
        "LeaveOneOut.choose": (
            cs.LeaveOneOut().choose,
            lambda: {"candidates": [4, 4], "verify": cs.Trusted(lines[:2]), "clients": 2},
        ),
        "LeaveOneOut.groups": (cs.LeaveOneOut().groups, lambda: {"clients": 3}),
        "in Quadratic": (_inside(disc.sublevel(2)), lambda: {"point": [2, 2]}),
        "Quadratic.value": (disc.sublevel(1).value, lambda: {"point": [2, 3]}),
        "Quadratic1D.gradient": (line.gradient, lambda: {"point": 2}),
        "Quadratic1D.sublevel": (line.sublevel, lambda: {"epsilon": 4}),
        "Quadratic1D.value": (line.value, lambda: {"point": 2}),
        "QuadraticLoss.gradient": (disc.gradient, lambda: {"point": [5, 3]}),
        "QuadraticLoss.sublevel": (disc.sublevel, lambda: {"epsilon": 4}),
        "QuadraticLoss.value": (disc.value, lambda: {"point": [5, 3]}),
        "Relative()": (cs.Relative([line, line], 1, [5, 6]), lambda: {"point": 6}),
        "TableLoss.sublevel": (table.sublevel, lambda: {"epsilon": 1}),
        "TableLoss.value": (table.value, lambda: {"point": 1}),
        "Trusted()": (cs.Trusted([box, box]), lambda: {"point": [1, 1]}),
        "Trusted.of": (
            lambda losses, epsilon: cs.Trusted.of(losses, epsilon).sets,
            lambda: {"losses": [line, line], "epsilon": 4},
        ),
        "Truth.gradient": (cs.Truth().gradient, lambda: {"point": [1, 0], "true": [F(2), F(3)]}),
        "Truth.sublevel": (cs.Truth().sublevel, lambda: {"loss": disc, "epsilon": 1}),
        "WorldOracle()": (cs.WorldOracle(lines), lambda: {"members": [0, 2]}),
    }


def payments() -> Calls:
    from incentives import payments as pay

    half, rewards, sizes = [0.5, 0.3, 0.2], [[1.0, 0.0, 0.5], [0.0, 1.0, 0.2]], [2, 1]
    rule, told = pay.AffineMaximizer(half, penalty=1), {"rewards": rewards, "sizes": sizes}
    offer = {**told, "who": 0, "reports": [[1.0, 0.0, 0.5], [2.0, 0.0, 0.0]]}
    models = pay.FiniteModels([half, [0.2, 0.2, 0.6]], [0, 0.5])
    every, free = pay.AllModels(half), pay.WithoutPayments(rule)
    total = {"total": [2.0, 1.0, 1.2], "penalty": 1}
    pair = {"policy": [0.2, 0.2, 0.6], "reference": half}
    preferences = pay.Preferences(rewards, sizes, "max")
    return {
        "AffineMaximizer.offers": (rule.offers, lambda: dict(offer)),
        "AllModels.best": (every.best, lambda: dict(total)),
        "AllModels.welfare": (every.welfare, lambda: dict(total)),
        "ChiSquared.between": (pay.ChiSquared().between, lambda: dict(pair)),
        "Divergence.between": (pay.reverse_kl().between, lambda: dict(pair)),
        "FiniteModels.best": (models.best, lambda: dict(total)),
        "FiniteModels.scores": (models.scores, lambda: dict(total)),
        "FiniteModels.welfare": (models.welfare, lambda: dict(total)),
        "KL.between": (pay.KL().between, lambda: dict(pair)),
        "Outcome.utilities": (rule(rewards, sizes).utilities, lambda: dict(told)),
        "Preferences.replace": (preferences.replace, lambda: {"who": 0, "reward": [0.5, 1.0, 0.0], "size": 3}),
        "TotalVariation.between": (pay.TotalVariation().between, lambda: dict(pair)),
        "WithoutPayments()": (lambda rewards, sizes: free(rewards, sizes), lambda: dict(told)),
        "WithoutPayments.offers": (free.offers, lambda: dict(offer)),
    }


def rewards() -> Calls:
    from incentives import rewards as rw

    cost = rw.Cost("ratio")
    return {
        "Cost()": (lambda gains: cost(gains), lambda: {"gains": [F(1, 10), F(1, 5), F(1, 4)]}),
        "Cost.of_moments": (cost.of_moments, lambda: {"mean": F(1, 5), "variance": F(1, 50)}),
        "Cost.of_sums": (cost.of_sums, lambda: {"S": F(3, 5), "Q": F(1, 5), "N": 3}),
    }


def together() -> Calls:
    from incentives import together as tg

    three = tg.Federation.priced([5, 5, 25], noise=10, spread=1)
    return {
        "Federation.coalition_costs": (three.coalition_costs, lambda: {"own_sizes": True}),
        "Stakes.joint_form": (tg.peer_stakes(three).joint_form, lambda: {"coalition": [0, 2]}),
    }


def learning() -> Calls:
    import torch

    from incentives import learning as ln

    labels = [0, 1, 0, 1, 0, 1, 0, 1]
    data = ln.FederatedData.of(torch.arange(16.0).reshape(8, 2) / 8, torch.tensor(labels), [range(4), range(4, 8)])
    split = ln.ClientSplit("by hand", 8, [[0, 1, 2, 3], [4, 5, 6, 7]])
    return {
        "ClientSplit.counts": (split.counts, lambda: {"labels": labels, "classes": 2}),
        "FederatedData.client": (data.client, lambda: {"client": 1}),
        "FederatedData.with_labels": (data.with_labels, lambda: {"client": 1, "labels": torch.tensor([1, 1, 0, 0])}),
        "Bias.data": (ln.Bias(1.0).data, lambda: {"data": data, "client": 1}),
        "FlipLabels.data": (ln.FlipLabels(2).data, lambda: {"data": data, "client": 1}),
        "Rescale.data": (ln.Rescale(2.0).data, lambda: {"data": data, "client": 1}),
        "Rotate.data": (ln.Rotate(1.0).data, lambda: {"data": data, "client": 1}),
    }


class FourWords:
    """A language model whose replies are one of four words, as a stand-in for one that takes seconds."""

    adapters: ClassVar[dict[str, Any]] = {}
    base, dtype = SimpleNamespace(longest=1), "float32"
    tokenizer = SimpleNamespace(decode=lambda row, **_: " ".join(map(str, row)))
    end = 0

    def sample(self, hybrid: Any, prompts: Any, *, longest: int, generator: Any) -> Any:
        import torch

        from incentives.charging.replies import Replies

        drawn = torch.randint(4, (len(prompts), 1), generator=generator)
        return Replies.spoken([[9]] * len(prompts), drawn, self.end)

    def log_probabilities(self, hybrid: Any, replies: Any, *, batch: int) -> Any:
        import torch

        laws = {0: [0.25, 0.25, 0.25, 0.25], 1: [0.1, 0.2, 0.3, 0.4]}
        return torch.tensor(laws[len(hybrid.shares)], dtype=torch.float64).log()[replies.tokens[:, 1]]


def charging() -> Calls:
    """The names themselves; what needs a language model is tried in tests/charging."""
    import torch

    from incentives import charging as ch

    models = [ch.Hybrid("initial", {}), ch.Hybrid("all", {"all": 1.0})]
    rewards = [
        lambda prompts, replies: [int(reply) / 4 for reply in replies],
        lambda prompts, replies: [1 - int(reply) / 4 for reply in replies],
    ]
    return {
        "Hybrid": (ch.Hybrid, lambda: {"name": "half", "shares": {"a": 0.5, "b": 0.25}, "how": "weights"}),
        "Training": (
            ch.Training,
            lambda: {
                "steps": 5,
                "replies": 8,
                "each": 4,
                "learning_rate": 0.01,
                "rank": 2,
                "targets": ["a"],
                "micro": 4,
                "checkpointing": True,
            },
        ),
        "charge": (
            ch.charge,
            lambda: {
                "language_model": FourWords(),
                "models": models,
                "rewards": rewards,
                "sizes": [2, 1],
                "prompts": ["a", "b", "a", "a", "b", "a"],
                "generator": torch.Generator().manual_seed(0),
                "groups": ["one", "other"],
                "proposal": [0, 1],
                "penalty": 1,
                "level": 0.05,
                "lowest": [0, 0],
                "highest": [1, 1],
                "cap": 16,
                "report_free": False,
                "batch": 8,
            },
        ),
        "capped": (ch.capped, lambda: {"models": models, "cap": 16}),
        "runs": (ch.runs, lambda: {"sizes": [200, 100], "scheme": "copies"}),
        "soups": (ch.soups, lambda: {"names": ["a", "b", "c"], "steps": 2}),
    }


def beside() -> Calls:
    """Names outside the faces that a reader meets in the guide or that bridge to other packages."""
    from incentives.consensus.finite_oracle import FiniteOracle
    from incentives.payments import AffineMaximizer
    from incentives.payments.report_games import report_game
    from incentives.rewards.valuations import contributions_of

    rule = AffineMaximizer([0.5, 0.5])
    told = {"rewards": [[1.0, 0.0], [0.0, 0.5]], "reports": [[[2.0, 0.0]], [[0.0, 2.0]]], "sizes": [2, 1]}
    game = report_game(rule, **told)
    oracle = FiniteOracle([{0, 1}, {1, 2}, {0, 2}])
    return {
        "FiniteOracle": (FiniteOracle, lambda: {"reports": [[0, 1], [1, 2], [0, 2]], "witnesses": "any", "size": 2}),
        "FiniteOracle.options": (oracle.options, lambda: {"members": [2, 0]}),
        "ReportGame.deviation": (game.deviation, lambda: {"profile": [1, 0]}),
        "ReportGame.reports_of": (game.reports_of, lambda: {"equilibrium": [[0.25, 0.75], [1.0, 0.0]]}),
        "contributions_of": (
            lambda indices, values: contributions_of(
                SimpleNamespace(indices=indices, names=list("cab"), values=values)
            ),
            lambda: {"indices": [2, 0, 1], "values": [0.1, 0.2, 0.7]},
        ),
        "report_game": (lambda rewards, reports, sizes: report_game(rule, rewards, reports, sizes), lambda: dict(told)),
    }


INSTANCES = {
    "coalitions": coalitions,
    "consensus": consensus,
    "payments": payments,
    "rewards": rewards,
    "together": together,
    "learning": learning,
    "charging": charging,
}

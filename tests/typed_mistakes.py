"""Mistakes that a type checker is to find, one a line, and beside each the line that was meant.

Each pair differs in what is wrong and in nothing else, so a complaint about the wrong line is about the mistake.
"""

HEAD = """
from fractions import Fraction

import numpy as np
import torch

from incentives import (
    charging,
    coalitions as co,
    consensus as cs,
    learning,
    methods,
    payments as pay,
    rewards as rw,
    together as tg,
)
from incentives.charging.soups import hybrids
from incentives.charging.training_runs import runs
from incentives.learning.half_precision import products
from incentives.learning.leave_one_out import leave_one_out
from incentives.methods.aequa import TwoWidths
from incentives.methods.consensus_by_training import learning_problem

game = co.Game([5, 5, 25], noise=10, spread=1)
everybody = co.Partition.grand(3)
federation = tg.Federation.priced([5, 5, 25], noise=10, spread=1)
rule = pay.AffineMaximizer([0.5, 0.5], penalty=1)
chance = np.random.default_rng(0)
tensor = torch.tensor([5, 5, 25])
clients = [(torch.zeros(4, 2), torch.tensor([0, 1, 0, 1]))] * 2
network = torch.nn.Sequential(torch.nn.Linear(2, 2))
sets = [cs.Interval(0, 2), cs.Interval(1, 3)]
data = learning.FederatedData.of(torch.zeros(4, 2), torch.tensor([0, 1, 0, 1]), [[0, 1], [2, 3]])
task, work = learning.logistic_regression(2), learning.LocalWork(0.1, steps=1)
"""

# What is wrong, the wrong line, the right one.
MISTAKES = [
    (
        "a concept that is none",
        'co.stable_partitions(game, concept="cor")',
        'co.stable_partitions(game, concept="core")',
    ),
    (
        "a concept of single players asked of coalitions",
        'co.blocking_coalition(game, everybody, concept="nash")',
        'co.improving_move(game, everybody, concept="nash")',
    ),
    (
        "a federation that is none",
        'co.Game([5, 25], noise=10, spread=1, federation="course")',
        'co.Game([5, 25], noise=10, spread=1, federation="coarse")',
    ),
    ("a tensor as sizes", "co.Game(tensor, noise=10, spread=1)", "co.Game(tensor.tolist(), noise=10, spread=1)"),
    (
        "a float where ties decide",
        "co.Game([5, 25], noise=0.1, spread=1)",
        "co.Game([5, 25], noise=Fraction(1, 10), spread=1)",
    ),
    ("swapped arguments", "co.is_stable(everybody, game)", "co.is_stable(game, everybody)"),
    (
        "sizes as text",
        'co.uniform_errors("5 5 25", noise=10, spread=1)',
        "co.uniform_errors([5, 5, 25], noise=10, spread=1)",
    ),
    ("a misspelt notion of a result", 'co.analyse(game).stable["strict"]', 'co.analyse(game).stable["strict-core"]'),
    ("a text as a menu", 'rw.allocate([0.5, 0.6], "0.6 0.9")', "rw.allocate([0.5, 0.6], [0.6, 0.9])"),
    ("a cost that is none", 'rw.allocate([0.5], [0.6], cost="ration")', 'rw.allocate([0.5], [0.6], cost="ratio")'),
    ("a cost by no name", 'rw.Cost("variance")', 'rw.Cost("least-variance")'),
    (
        "a scale that is none",
        'rw.allocate_widths([1, 2], [0.5, 1], by="max")',
        'rw.allocate_widths([1, 2], [0.5, 1], by="range")',
    ),
    (
        "moves that are none",
        'rw.anneal([0.5], [0.6], steps=9, rng=chance, moves="steps")',
        'rw.anneal([0.5], [0.6], steps=9, rng=chance, moves="step")',
    ),
    ("a score that is none", 'tg.peer_stakes(federation, score="half")', 'tg.peer_stakes(federation, score="halves")'),
    ("stakes for a federation", "tg.best_size(tg.peer_stakes(federation), 0)", "tg.best_size(federation, 0)"),
    ("a member by name", 'tg.best_size(federation, "clinic 0")', "tg.best_size(federation, 0)"),
    ("rewards as text", 'rule("1 0")', "rule([[1, 0], [0, 1]])"),
    ("sizes of groups in one text", 'rule([[1, 0], [0, 1]], "2 1")', "rule([[1, 0], [0, 1]], [2, 1])"),
    ("a normalisation that is none", 'pay.normalise([[1, 2]], "mean")', 'pay.normalise([[1, 2]], "max")'),
    (
        "models for a rule",
        "pay.best_misreport(pay.AllModels([0.5, 0.5]), [[1, 0]], who=0)",
        "pay.best_misreport(rule, [[1, 0]], who=0)",
    ),
    ("a choice that is none", 'cs.DepthRule(resists=1, select="middle")', 'cs.DepthRule(resists=1, select="lowest")'),
    ("numbers for sets", "cs.common_point([1, 2])", "cs.common_point(sets)"),
    (
        "a method that is none",
        'methods.compare(clients, network, methods=["fedavgg"])',
        'methods.compare(clients, network, methods=["fedavg"])',
    ),
    (
        "an engine that is none",
        'methods.compare(clients, network, engine="gpu")',
        'methods.compare(clients, network, engine="graph")',
    ),
    (
        "a mechanism that is none",
        'methods.LeaveOneClientOut(None, mechanism="helly")',
        'methods.LeaveOneClientOut(None, mechanism="mechanism-h")',
    ),
    ("a scheme that is none", 'runs([3, 7], scheme="each")', 'runs([3, 7], scheme="copies")'),
    (
        "a way of mixing that is none",
        'charging.Hybrid("half", {"a": 0.5}, "logits")',
        'charging.Hybrid("half", {"a": 0.5}, "words")',
    ),
    (
        "a family of models that is none",
        'hybrids("a", "b", shares=[0.5], families=["soup"])',
        'hybrids("a", "b", shares=[0.5], families=["soups"])',
    ),
    (
        "an engine of local training that is none",
        'learning.run(task, data, work, rounds=1, seed=0, engine="stack")',
        'learning.run(task, data, work, rounds=1, seed=0, engine="stacked")',
    ),
    (
        "an engine of the runs without each that is none",
        'leave_one_out(task, data, work, rounds=1, seed=0, engine="parallel")',
        'leave_one_out(task, data, work, rounds=1, seed=0, engine="statistics")',
    ),
    (
        "a way of local work that is none",
        'learning.LocalWork(0.1, steps=1, method="minibatch")',
        'learning.LocalWork(0.1, steps=1, method="mini-batch")',
    ),
    (
        "an activation that is none",
        'learning.dense_classifier(4, [5], 3, activation="ReLU")',
        'learning.dense_classifier(4, [5], 3, activation="relu")',
    ),
    ("a set of data that is none", 'learning.load("minst")', 'learning.load("mnist")'),
    ("a split that is none", 'learning.load("digits", split="dev")', 'learning.load("digits", split="validation")'),
    (
        "a division that is none",
        'learning.divide("dirichlet-0.2", [0, 1], 2, rng=chance)',
        'learning.divide("dirichlet-0.1", [0, 1], 2, rng=chance)',
    ),
    (
        "a variant that is none",
        'learning.dirichlet([0, 1], 2, alpha=1.0, rng=chance, variant="caped")',
        'learning.dirichlet([0, 1], 2, alpha=1.0, rng=chance, variant="capped")',
    ),
    ("a precision that is none", 'products("half")', 'products("bfloat16")'),
    ("a combination of widths that is none", 'TwoWidths(combine="total")', 'TwoWidths(combine="sum")'),
    ("a kind of problem that is none", 'learning_problem("ridge")', 'learning_problem("linear")'),
]

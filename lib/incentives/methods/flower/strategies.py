"""Strategies for a Flower server, and the app of its clients. Needs Flower.

A server app starts a strategy as any other: `strategy.start(grid, ArrayRecord(...), num_rounds=...)`; the last round
ends in its answer, `LeaveOneOut.verdict` or `Widths.given`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from incentives.extras import needed
from incentives.methods.earned_widths import reward_widths
from incentives.methods.flower.several_models import Model, Verdict, average, count, row, stacked, verdict
from incentives.numbers import as_count, as_list, as_number

with needed("flwr"):
    from flwr.app import (
        Array,
        ArrayRecord,
        ConfigRecord,
        Context,
        Message,
        MessageType,
        MetricRecord,
        RecordDict,
    )
    from flwr.clientapp import ClientApp
    from flwr.serverapp import Grid
    from flwr.serverapp.strategy import Strategy

Train = Callable[[Model, dict[str, Any]], tuple[Model, int]]
Test = Callable[[Model, dict[str, Any]], float]


def _record(models: Model) -> ArrayRecord:
    return ArrayRecord({name: Array(np.ascontiguousarray(array)) for name, array in models.items()})


def _models(record: ArrayRecord) -> Model:
    return {name: array.numpy() for name, array in record.items()}


def client_app(train: Train, test: Test) -> ClientApp:
    """The app of a client, for either strategy.

    Args:
        train: gives the model after local training and the number of examples. Its second argument holds what the
            server
            sent ("server-round", "role": "candidate", "shared" or "alone", and for "shared" the "narrowest" width) and
            what the node knows, such as "partition-id". A "shared" model is trained at widths, so that it can be cut.
        test: the loss of a model on held-out data of the client's own; its role is "candidate", or "reward" with the
            "width" that the client was given: that model is for the client to keep.
    """
    app = ClientApp()

    def told(message: Message, context: Context) -> dict[str, Any]:
        return {**context.node_config, **message.content["config"]}

    @app.train()
    def _train(message: Message, context: Context) -> Message:
        models, config = _models(message.content["arrays"]), told(message, context)
        roles = config.pop("roles")
        done = [train(row(models, k), {**config, "role": role}) for k, role in enumerate(roles)]
        own = {"partition-id": int(config["partition-id"])} if "partition-id" in config else {}
        metrics = MetricRecord({"num-examples": int(done[0][1]), **own})
        arrays = _record(stacked([model for model, _ in done]))
        return Message(RecordDict({"arrays": arrays, "metrics": metrics}), reply_to=message)

    @app.evaluate()
    def _test(message: Message, context: Context) -> Message:
        models, config = _models(message.content["arrays"]), told(message, context)
        losses = [float(test(row(models, k), config)) for k in range(count(models))]
        return Message(RecordDict({"metrics": MetricRecord({"losses": losses})}), reply_to=message)

    return app


class _EveryNode(Strategy):
    """All nodes take part in every round; node `nodes[k]` is client k. The clients test models after the last round.

    `names` holds what client k is called: in a simulation its partition, elsewhere its node.
    """

    nodes: tuple[int, ...] = ()
    names: dict[int, int]
    last = 0

    def __init__(self, clients: int) -> None:
        self.clients = as_count("clients", clients, least=2)

    def start(self, grid: Grid, initial_arrays: ArrayRecord, num_rounds: int = 3, *args: Any, **options: Any) -> Any:
        self.last, self.nodes = as_count("num_rounds", num_rounds, least=1), ()
        while len(nodes := sorted(grid.get_node_ids())) < self.clients:
            time.sleep(0.5)
        if len(nodes) > self.clients:
            raise ValueError(f"clients must be the number of nodes, {len(nodes)} are connected, got {self.clients}")
        self.nodes, self.names = tuple(nodes), dict(enumerate(nodes))
        self.begin(_models(initial_arrays))
        return super().start(grid, initial_arrays, num_rounds, *args, **options)

    def begin(self, model: Model) -> None:
        raise NotImplementedError

    def message(self, client: int, models: Model, kind: str, config: ConfigRecord, **more: Any) -> Message:
        content = RecordDict({"arrays": _record(models), "config": ConfigRecord({**config, **more})})
        return Message(content, dst_node_id=self.nodes[client], message_type=kind)

    def heard(self, replies: Iterable[Message]) -> dict[int, RecordDict]:
        """The replies by client; a reply that is an error counts as none."""
        return {self.nodes.index(one.metadata.src_node_id): one.content for one in replies if not one.has_error()}

    def sent(self, replies: Iterable[Message]) -> tuple[dict[int, Model], dict[int, float]]:
        """Models and numbers of examples, by client."""
        heard = self.heard(replies)
        examples = {client: float(content["metrics"]["num-examples"]) for client, content in heard.items()}
        self.names |= {
            k: int(content["metrics"]["partition-id"])
            for k, content in heard.items()
            if "partition-id" in content["metrics"]
        }
        if wrong := [client for client, size in examples.items() if not size > 0]:
            raise ValueError(
                f"train must say how many examples it used, at least 1; client {wrong[0]} says {examples[wrong[0]]}"
            )
        return {client: _models(content["arrays"]) for client, content in heard.items()}, examples

    def summary(self) -> None:
        """Nothing beyond what Flower tells of every strategy."""


class LeaveOneOut(_EveryNode):
    """The federation without each client and with everybody, M + 1 models at once, and a test that names suspects.

    A client never sees the model that is trained without it before the test. After the last round every client tests
    all models; `verdict` then says which candidates nobody refuses.

    Args:
        clients: how many nodes there are, at least 2; `start` waits for them. Client k is `nodes[k]`.
        tolerance: how much more than the least held-out loss over the candidates a client accepts, at least 0.

    Attributes:
        models: M + 1 models, row k without client k, the last with everybody.
        verdict: a `Verdict`, None before the last round.
    """

    models: Model
    verdict: Verdict | None = None

    def __init__(self, *, clients: int, tolerance: float) -> None:
        super().__init__(clients)
        self.tolerance = as_number("tolerance", tolerance, exact=False)
        if self.tolerance < 0:
            raise ValueError(f"tolerance must be at least 0, got {tolerance!r}")

    @property
    def suspects(self) -> tuple[int, ...]:
        """The `names` of the clients without whom a candidate passes, empty before the last round."""
        return () if self.verdict is None else tuple(sorted(self.names[k] for k in self.verdict.suspects))

    @property
    def chosen(self) -> Model | None:
        """The model that is put out; None where no candidate passes."""
        if self.verdict is None or self.verdict.chosen is None:
            return None
        return row(self.models, self.verdict.chosen)

    def begin(self, model: Model) -> None:
        self.models, self.verdict = stacked([model] * (self.clients + 1)), None

    def _runs(self, client: int) -> list[int]:
        return [run for run in range(self.clients + 1) if run != client]

    def configure_train(
        self, server_round: int, arrays: ArrayRecord, config: ConfigRecord, grid: Grid
    ) -> Iterable[Message]:
        told = {"server-round": server_round, "roles": ["candidate"] * self.clients}
        for client in range(self.clients):
            models = stacked([row(self.models, run) for run in self._runs(client)])
            yield self.message(client, models, MessageType.TRAIN, config, **told)

    def aggregate_train(
        self, server_round: int, replies: Iterable[Message]
    ) -> tuple[ArrayRecord | None, MetricRecord | None]:
        models, examples = self.sent(replies)
        runs = []
        for run in range(self.clients + 1):
            there = [client for client in models if client != run]
            rows = [row(models[client], self._runs(client).index(run)) for client in there]
            runs.append(average(rows, [examples[client] for client in there]) if rows else row(self.models, run))
        self.models = stacked(runs)
        return _record(self.models), None

    def configure_evaluate(
        self, server_round: int, arrays: ArrayRecord, config: ConfigRecord, grid: Grid
    ) -> Iterable[Message]:
        if server_round < self.last:
            return []
        told = {"server-round": server_round, "role": "candidate"}
        return [self.message(k, self.models, MessageType.EVALUATE, config, **told) for k in range(self.clients)]

    def aggregate_evaluate(self, server_round: int, replies: Iterable[Message]) -> MetricRecord | None:
        heard = self.heard(replies)
        if not heard:
            return None
        losses = np.full((self.clients, self.clients + 1), np.nan)
        for client, content in heard.items():
            said = np.asarray(content["metrics"]["losses"], float)
            losses[client] = np.where(np.isnan(said), np.inf, said)  # a loss that is no number is as bad as can be
        self.verdict = verdict(losses, tolerance=self.tolerance)
        return MetricRecord(
            {"suspects": len(self.verdict.suspects), "everybody-passes": int(self.verdict.everybody_passes)}
        )


class Widths(_EveryNode):
    """Aequa's rewards: one network trained at many widths, and each client is sent the width that its contribution
    earns.

    Beside the shared model every client trains one alone. After the last round the server scores both, allocates the
    widths as `incentives.rewards.allocate` does, and sends each client the shared model cut to its width.

    Args:
        clients: how many nodes there are, at least 2; `start` waits for them. Client k is `nodes[k]`.
        widths: on offer, increasing, in (0, 1].
        score: of a model at a width, higher is better, on data that the server keeps.
        cut: the model that a client of a width is sent; what lies outside of the width must be gone from it.

    Attributes:
        shared: the model that all train.
        alone: the models that the clients train on their own.
        contributions: what each of those scores, after the last round.
        given: the width of each client, after the last round.
        out_of_reach: clients whose contribution no width reaches; they get the best one.
    """

    shared: Model
    alone: list[Model]
    contributions: tuple[float, ...] = ()
    given: tuple[float, ...] = ()
    out_of_reach: tuple[int, ...] = ()

    def __init__(
        self,
        *,
        clients: int,
        widths: Sequence[float],
        score: Callable[[Model, float], float],
        cut: Callable[[Model, float], Model],
    ) -> None:
        super().__init__(clients)
        self.widths = tuple(
            float(as_number("widths", width, exact=False, above=0)) for width in as_list("widths", widths)
        )
        if not self.widths or sorted(set(self.widths)) != list(self.widths) or self.widths[-1] > 1:
            raise ValueError(f"widths must increase and be at most 1, at least one, got {list(widths)}")
        self.score, self.cut = score, cut

    def begin(self, model: Model) -> None:
        self.shared, self.alone = model, [model] * self.clients
        self.contributions, self.given, self.out_of_reach = (), (), ()

    def configure_train(
        self, server_round: int, arrays: ArrayRecord, config: ConfigRecord, grid: Grid
    ) -> Iterable[Message]:
        told = {"server-round": server_round, "roles": ["shared", "alone"], "narrowest": self.widths[0]}
        for client, own in enumerate(self.alone):
            yield self.message(client, stacked([self.shared, own]), MessageType.TRAIN, config, **told)

    def aggregate_train(
        self, server_round: int, replies: Iterable[Message]
    ) -> tuple[ArrayRecord | None, MetricRecord | None]:
        models, examples = self.sent(replies)
        for client, both in models.items():
            self.alone[client] = row(both, 1)
        if models:
            self.shared = average([row(both, 0) for both in models.values()], [examples[client] for client in models])
        return _record(self.shared), None

    def configure_evaluate(
        self, server_round: int, arrays: ArrayRecord, config: ConfigRecord, grid: Grid
    ) -> Iterable[Message]:
        if server_round < self.last:
            return []
        self._allocate()
        return [
            self.message(
                client,
                stacked([self.cut(self.shared, width)]),
                MessageType.EVALUATE,
                config,
                **{"server-round": server_round, "role": "reward", "width": width},
            )
            for client, width in enumerate(self.given)
        ]

    def _allocate(self) -> None:
        scores = [float(self.score(self.shared, width)) for width in self.widths]
        self.contributions = tuple(float(self.score(model, 1.0)) for model in self.alone)
        self.given, self.out_of_reach = reward_widths(self.contributions, self.widths, scores)

    def aggregate_evaluate(self, server_round: int, replies: Iterable[Message]) -> MetricRecord | None:
        heard = self.heard(replies)
        return (
            MetricRecord({"losses": [float(heard[k]["metrics"]["losses"][0]) for k in sorted(heard)]})
            if heard
            else None
        )

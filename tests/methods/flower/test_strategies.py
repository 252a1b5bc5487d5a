"""The strategies in Flower: against plain loops with the apps called in this process, and in Flower's simulation."""

import re
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("flwr")
from flwr.app import Array, ArrayRecord, ConfigRecord, Context, RecordDict
from flwr.supercore.task_identity import TaskIdentity

from incentives.methods.flower import LeaveOneOut, Widths, client_app
from incentives.rewards import allocate

M, ROUNDS, RATE = 5, 12, 0.3
TRUTH = np.array([1.0, -2.0, 0.5])


def data(client):
    """Examples of one line for all, noise of a tenth; as many as the client's number says."""
    rng = np.random.default_rng(client)
    x = rng.normal(size=(20 + 5 * client, 3))
    return x, x @ TRUTH + 0.1 * rng.normal(size=len(x))


def step(w, client):
    x, y = data(client)
    new = w - RATE * x.T @ (x @ w - y) / len(y)
    return 40 * new if client == 2 else new  # client 2 lies


def train(model, config):
    client = int(config["partition-id"])
    assert config["role"] == "candidate"
    return {"w": step(model["w"], client)}, 20 + 5 * client


def loss(model, config):
    rng = np.random.default_rng(100 + int(config["partition-id"]))
    x = rng.normal(size=(50, 3))
    with np.errstate(over="ignore"):
        return float(np.mean((x @ model["w"] - x @ TRUTH) ** 2))


def arrays(**given):
    return ArrayRecord({name: Array(np.asarray(value)) for name, value in given.items()})


def context(client, nodes):
    config = {"partition-id": client, "num-partitions": nodes}
    return Context(run_id=1, node_id=10 + client, node_config=config, state=RecordDict(), run_config={})


@pytest.fixture(autouse=True)
def identity(monkeypatch):
    """Flower's own runs tell the process who it is."""
    for name in ("_task_id", "_run_id", "_node_id"):
        monkeypatch.setattr(TaskIdentity, name, 1)


class Here:
    """A grid whose nodes are called in this process; those in `lost` never answer."""

    def __init__(self, app, nodes, lost=()):
        self.app, self.lost = app, lost
        self.contexts = {10 + client: context(client, nodes) for client in range(nodes)}

    def get_node_ids(self):
        return list(self.contexts)[::-1]  # in no order that counts

    def send_and_receive(self, messages, *, timeout=None):
        replies = []
        for message in messages:
            node = message.metadata.dst_node_id
            if node - 10 in self.lost:
                continue
            reply = self.app(message, self.contexts[node])
            assert reply.metadata.src_node_id == node
            replies.append(reply)
        return replies


def by_loops(rounds=ROUNDS):
    """M + 1 federations, one after the other."""
    found = []
    for left_out in [*range(M), None]:
        w, there = np.zeros(3), [k for k in range(M) if k != left_out]
        for _ in range(rounds):
            sizes = [20 + 5 * k for k in there]
            w = sum(n * step(w, k) for n, k in zip(sizes, there, strict=True)) / sum(sizes)
        found.append(w)
    return np.array(found)


def test_leave_one_out_trains_what_loops_train_and_names_the_liar():
    strategy = LeaveOneOut(clients=M, tolerance=0.5)
    result = strategy.start(Here(client_app(train, loss), M), arrays(w=np.zeros(3)), num_rounds=ROUNDS)
    expected = by_loops()
    assert np.allclose(strategy.models["w"], expected, rtol=1e-10)
    assert np.allclose(result.arrays["w"].numpy(), expected, rtol=1e-10)
    assert strategy.suspects == (2,)
    assert not strategy.verdict.everybody_passes
    assert np.allclose(strategy.chosen["w"], TRUTH, atol=0.1)
    for client in range(M):
        by_hand = [loss({"w": w}, {"partition-id": client}) for w in expected]
        assert np.allclose(strategy.verdict.losses[client], by_hand, rtol=1e-8)


def test_a_client_never_trains_the_model_without_it():
    seen = []

    def watched(model, config):
        seen.append((config["partition-id"], config["server-round"], float(model["w"][0])))
        return {"w": model["w"] + 10.0 ** config["partition-id"]}, 1

    strategy = LeaveOneOut(clients=3, tolerance=0)
    strategy.start(Here(client_app(watched, lambda model, config: 0.0), 3), arrays(w=np.zeros(1)), num_rounds=2)
    # After a round the model without k is the mean of the powers of ten of the others.
    models = [(10 + 100) / 2, (1 + 100) / 2, (1 + 10) / 2, 37]
    for client in range(3):
        second = sorted(value for who, round, value in seen if who == client and round == 2)
        assert second == pytest.approx(sorted(m for k, m in enumerate(models) if k != client))


def test_a_client_that_is_lost_counts_in_no_model_and_is_told_of():
    strategy = LeaveOneOut(clients=M, tolerance=0.5)
    strategy.start(Here(client_app(train, loss), M, lost=(2,)), arrays(w=np.zeros(3)), num_rounds=ROUNDS)
    assert strategy.verdict.silent == (2,)
    assert strategy.verdict.everybody_passes
    assert sorted(strategy.verdict.suspects) == list(range(M))
    assert np.array_equal(strategy.models["w"][2], strategy.models["w"][-1])


WIDTHS = (0.25, 0.5, 1.0)


def keep(w, width):
    return np.where(np.arange(4) < 4 * width, w, 0.0)


def score(model, width):
    """How much of four ones a model holds."""
    return float(np.minimum(keep(model["w"], width), 1).sum() / 4)


def grow(model, config):
    client = int(config["partition-id"])
    if config["role"] == "shared":
        assert config["narrowest"] == 0.25
        return {"w": model["w"] + 0.2}, 10
    assert config["role"] == "alone"
    return {"w": np.where(np.arange(4) <= client, model["w"] + 0.15, model["w"])}, 10


def test_widths_are_those_of_the_allocation_and_models_are_cut():
    got = {}

    def keeps(model, config):
        assert config["role"] == "reward"
        got[int(config["partition-id"])] = (float(config["width"]), model["w"])
        return 1 - score(model, 1.0)

    strategy = Widths(clients=4, widths=WIDTHS, score=score, cut=lambda model, width: {"w": keep(model["w"], width)})
    result = strategy.start(Here(client_app(grow, keeps), 4), arrays(w=np.zeros(4)), num_rounds=5)
    assert np.allclose(strategy.shared["w"], 1.0)
    contributions = [min(1, 0.75) * (k + 1) / 4 for k in range(4)]
    assert strategy.contributions == pytest.approx(contributions)
    levels = [0.25, 0.5, 1.0]  # what each width of a network of ones scores
    assert strategy.given == pytest.approx(
        [WIDTHS[levels.index(float(level))] for level in allocate(contributions, levels).levels]
    )
    assert strategy.out_of_reach == ()
    for client, width in enumerate(strategy.given):
        assert got[client][0] == width
        assert np.allclose(got[client][1], keep(np.ones(4), width))
    assert result.evaluate_metrics_clientapp[5]["losses"] == pytest.approx([1 - width for width in strategy.given])


@pytest.mark.parametrize(
    ("make", "match"),
    [
        (lambda: LeaveOneOut(clients=1, tolerance=0), "clients must be"),
        (lambda: LeaveOneOut(clients=3, tolerance=-1), "tolerance must be at least 0"),
        (lambda: Widths(clients=3, widths=[0.5, 0.25], score=score, cut=keep), "widths must increase"),
        (lambda: Widths(clients=3, widths=[], score=score, cut=keep), "widths must increase"),
        (
            lambda: LeaveOneOut(clients=2, tolerance=0).start(Here(None, 3), arrays(w=np.zeros(1))),
            "3 are connected, got 2",
        ),
    ],
)
def test_what_does_not_fit_is_refused(make, match):
    with pytest.raises(ValueError, match=match):
        make()


@pytest.mark.filterwarnings("ignore")  # Flower's and Ray's own
def test_in_flowers_simulation_both_give_what_they_give_here():
    ray = pytest.importorskip("ray")
    from flwr.serverapp import ServerApp
    from flwr.simulation import run_simulation

    loo = LeaveOneOut(clients=M, tolerance=0.5)
    wide = Widths(clients=M, widths=WIDTHS, score=score, cut=lambda model, width: {"w": keep(model["w"], width)})
    for strategy, first, functions in (
        (loo, np.zeros(3), (train, loss)),
        (wide, np.zeros(4), (grow, lambda m, c: 1 - score(m, 1.0))),
    ):
        server = ServerApp()

        @server.main()
        def main(grid, context, strategy=strategy, first=first):
            strategy.start(grid, arrays(w=first), num_rounds=ROUNDS, train_config=ConfigRecord({"rate": RATE}))

        backend = {"client_resources": {"num_cpus": 1, "num_gpus": 0.0}, "init_args": {"num_cpus": 2}}
        run_simulation(server, client_app(*functions), num_supernodes=M, backend_config=backend)
    ray.shutdown()
    # Nodes are numbered at random; their partitions are not.
    assert loo.suspects == (2,)
    order = [loo.names[k] for k in range(M)]
    assert np.allclose(loo.models["w"], by_loops()[[*order, M]], rtol=1e-9)
    assert np.allclose(loo.chosen["w"], TRUTH, atol=0.1)
    assert {wide.names[k]: own for k, own in enumerate(wide.contributions)} == pytest.approx(
        dict(enumerate([0.25, 0.5, 0.75, 1.0, 1.0]))
    )
    levels = [
        float(level) for level in allocate([0.25, 0.5, 0.75, 1.0, 1.0], WIDTHS).levels
    ]  # a width scores what it is
    assert {wide.names[k]: width for k, width in enumerate(wide.given)} == dict(enumerate(levels))


@pytest.mark.filterwarnings("ignore")
def test_the_program_of_the_guide_names_the_liar(capsys):
    pytest.importorskip("ray")
    guide = Path(__file__).resolve().parents[2] / "notebooks" / "guide" / "use-the-mechanisms.md"
    (program,) = (
        block
        for block in re.findall(r"```python\n(.*?)```", guide.read_text(encoding="utf-8"), re.DOTALL)
        if "flwr" in block
    )
    exec(compile(program, str(guide), "exec"), {"__name__": "guide"})
    assert "suspects: (2,)" in capsys.readouterr().out

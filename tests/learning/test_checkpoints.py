"""A training that is stopped in any round ends as if it had not been, to the last bit."""

import pytest

torch = pytest.importorskip("torch")

from methods.small_federation import TASK, WORK, data

import incentives.learning.checkpoints as module
from incentives.learning.averaging import FedAvg, equal_weights
from incentives.learning.checkpoints import Checkpoint
from incentives.learning.federated_data import FederatedData
from incentives.learning.federation import run
from incentives.learning.local_update import LocalWork
from incentives.learning.slim_networks import ResNet18
from incentives.methods.aequa import TrainingTimeRewards, TwoWidths, two_width_task
from incentives.methods.cgsv import Cgsv, cosine_contributions
from incentives.methods.iafl import Iafl

ALGORITHMS = {
    "averaging": lambda: FedAvg(equal_weights(data())),
    "cgsv": lambda: Cgsv(data().sizes, TASK.layout),
    "iafl": lambda: Iafl([0.5, 1.0, 0.7, 0.9], participation=[0.5, 0.6, 0.7, 1.0], seed=3),
}


class Stopped(Exception):
    pass


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    monkeypatch.setattr(module, "SECONDS", 0.0)


def stopped(algorithm, path, at):
    """A training that is stopped when the round `at` begins."""
    own = algorithm.download

    def download(state, round):
        if round == at:
            raise Stopped
        return own(state, round)

    object.__setattr__(algorithm, "download", download)
    with pytest.raises(Stopped):
        run(TASK, data(), WORK, rounds=4, seed=0, algorithm=algorithm, checkpoint=path)


@pytest.mark.parametrize("name", ALGORITHMS)
def test_a_stopped_training_goes_on_where_it_was(tmp_path, name):
    path = tmp_path / "folder" / "run.pt"
    whole = run(TASK, data(), WORK, rounds=4, seed=0, algorithm=ALGORITHMS[name]())
    stopped(ALGORITHMS[name](), path, 3)
    assert path.is_file()
    begun = []
    algorithm = ALGORITHMS[name]()
    own = algorithm.download
    object.__setattr__(algorithm, "download", lambda state, round: begun.append(round) or own(state, round))
    again = run(TASK, data(), WORK, rounds=4, seed=0, algorithm=algorithm, checkpoint=path)
    assert begun == [3]
    assert torch.equal(again.bank.values, whole.bank.values)
    assert torch.equal(again.losses.nan_to_num(), whole.losses.nan_to_num())
    assert not path.exists()


def test_algorithm_2_goes_on_with_its_widths_and_the_statistics_of_its_norms(tmp_path):
    """What clients have earned so far and the running statistics are of the state, as the models are."""
    chance = torch.Generator().manual_seed(3)
    images = torch.rand(24, 3, 32, 32, generator=chance)
    own = FederatedData.of(images, torch.arange(24) % 10, [range(0, 8), range(8, 24)])
    task = two_width_task(lambda: ResNet18(channels=4, widths=(0.5, 1.0)), TwoWidths(narrowest=0.5, menu=(0.5, 1.0)))

    def trained(checkpoint=None, before=None):
        algorithm = TrainingTimeRewards(task, 0.5, images[:1], cosine_contributions, menu=(0.5, 1.0))
        if before is not None:
            object.__setattr__(algorithm, "download", before(algorithm.download))
        work = LocalWork(rate=0.05, batch_size=8, epochs=1)
        return run(task, own, work, rounds=3, seed=0, algorithm=algorithm, checkpoint=checkpoint)

    def stops(download):
        def at_the_last(state, round):
            if round == 2:
                raise Stopped
            return download(state, round)

        return at_the_last

    path, whole = tmp_path / "run.pt", trained()
    with pytest.raises(Stopped):
        trained(path, stops)
    assert path.is_file()
    again = trained(path)
    assert torch.equal(again.bank.values, whole.bank.values)
    assert torch.equal(again.buffers.values, whole.buffers.values)
    assert torch.equal(again.state.widths, whole.state.widths)
    assert again.state.history == whole.state.history
    assert len(whole.state.history) == 3


def test_the_rounds_of_another_training_are_not_gone_on_with(tmp_path):
    path = tmp_path / "run.pt"
    stopped(ALGORITHMS["averaging"](), path, 3)
    whole = run(TASK, data(), WORK, rounds=4, seed=1)
    assert torch.equal(run(TASK, data(), WORK, rounds=4, seed=1, checkpoint=path).bank.values, whole.bank.values)


def test_a_checkpoint_that_is_killed_while_it_writes_keeps_the_one_before(tmp_path, monkeypatch):
    kept = Checkpoint(tmp_path / "run.pt", "name")
    kept.write(1)

    def half(what, path):
        path.write_bytes(b"half")
        raise Stopped

    monkeypatch.setattr(module.torch, "save", half)
    with pytest.raises(Stopped):
        kept.write(2)
    assert kept.read("cpu") == (1,)


def test_it_is_not_written_every_moment(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "SECONDS", 1000.0)
    Checkpoint(tmp_path / "run.pt", "name").write(1)
    assert not (tmp_path / "run.pt").exists()
    Checkpoint(None, "name").write(1)
    Checkpoint(None, "name").done()

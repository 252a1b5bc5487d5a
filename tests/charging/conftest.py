import pytest


@pytest.fixture
def offline(monkeypatch):
    """Whatever would be downloaded is refused."""
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")


@pytest.fixture(scope="session")
def two_adapters_folder(tmp_path_factory):
    """A saved language model with two adapters and two classifiers, see `tiny_models.save_models`."""
    for package in ("transformers", "peft"):
        pytest.importorskip(package)
    from .tiny_models import save_models

    path = tmp_path_factory.mktemp("models")
    save_models(path)
    return path


@pytest.fixture(scope="session")
def two_adapters(two_adapters_folder):
    """The language model of that folder with its adapters "first" and "second"."""
    from incentives.charging.base_model import BaseModel
    from incentives.charging.hugging_face import LanguageModel

    adapters = {"first": str(two_adapters_folder / "adapter-1"), "second": str(two_adapters_folder / "adapter-2")}
    return LanguageModel(BaseModel(str(two_adapters_folder / "model"), longest=4), adapters=adapters)


@pytest.fixture(scope="session")
def trained_folder(tmp_path_factory):
    """A language model, saved, with room for adapters."""
    for package in ("transformers", "peft", "trl"):
        pytest.importorskip(package)
    from incentives_book.guide.your_own_model_and_rewards import tiny_model

    path = tmp_path_factory.mktemp("charged")
    tiny_model(path / "model")
    return path


@pytest.fixture(scope="session")
def trained(trained_folder):
    """Adapters of all runs of the scheme "total", in one language model."""
    from incentives.charging.base_model import BaseModel
    from incentives.charging.hugging_face import LanguageModel
    from incentives.charging.training_runs import Training, runs, train

    from .tiny_models import PROMPTS, REWARDS, SIZES

    how = Training(steps=50, replies=32, each=8, learning_rate=0.02, rank=4)
    base = BaseModel(trained_folder / "model", longest=3)
    paths = {
        run.name: train(base, run, REWARDS, PROMPTS, trained_folder / run.name, training=how) for run in runs(SIZES)
    }
    return LanguageModel(base, adapters={name: str(path) for name, path in paths.items()})

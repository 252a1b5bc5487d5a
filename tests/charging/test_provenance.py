"""What files beside adapters say of their training; written by hand here, by `train` in `test_charged_models`."""

import json

import pytest

pytest.importorskip("trl")

from incentives.charging.base_model import BaseModel
from incentives.charging.caps import capped
from incentives.charging.provenance import NEARLY, OTHERS, THESE, UNKNOWN, Origin, origin, run_of, runs_without, verdict
from incentives.charging.soups import Hybrid
from incentives.charging.weights_digest import weights_digest

from .tiny_models import INITIAL, REWARDS, brief, laughing

# peft still asks transformers for an attribute by its old name.
pytestmark = [
    pytest.mark.usefixtures("offline"),
    pytest.mark.filterwarnings("ignore:.*is_gradient_checkpointing.*:FutureWarning"),
]


@pytest.fixture
def base(two_adapters_folder):
    return BaseModel(two_adapters_folder / "model", longest=3)


@pytest.fixture
def write(base, tmp_path):
    def written(**change):
        rows = [["dance", reply] for reply in ("haha", "haha haha", "eat")]
        heard = {str(i): [[*row, r([row[0]], [row[1]])[0]] for row in rows] for i, r in enumerate(REWARDS)}
        told = {"weights": [3, 1], "penalty": 1.0, "base": base.told(), "heard": heard}
        told |= {"adapter": weights_digest(tmp_path)} | change
        (tmp_path / "run.json").write_text(json.dumps(told))
        return tmp_path

    return written


def brief_no_more(prompts, replies):
    return [0.5] * len(replies)


def test_the_rewards_are_known_by_what_they_said(write, base):
    assert origin(write(), base, REWARDS, 1.0) == Origin(THESE, (3, 1))
    assert origin(write(), base, [brief, laughing], 1.0).rewards == NEARLY
    assert (
        origin(write(), base, [lambda p, r: [0.99 * x for x in laughing(p, r)], brief_no_more], 1.0).rewards == NEARLY
    )
    assert origin(write(), base, [lambda p, r: [-x for x in laughing(p, r)], brief_no_more], 1.0).rewards == OTHERS
    half = origin(write(), base, [laughing, lambda p, r: [0.0] * len(r)], 1.0)
    assert half == Origin(THESE, (3, 1), ("other rewards for some groups",))


def test_what_differs_is_named(write, base):
    assert origin(write(penalty=2), base, REWARDS, 1.0).differs == ("penalty 2, not 1",)
    assert origin(write(base=base.told() | {"end": 2}), base, REWARDS, 1.0).differs == ("end 2, not 1",)


def test_what_cannot_be_read_is_unknown(write, base, tmp_path):
    assert origin(None, base, REWARDS, 1.0).rewards == UNKNOWN
    assert origin(tmp_path / "nowhere", base, REWARDS, 1.0).rewards == UNKNOWN
    assert origin(write(weights=[1]), base, REWARDS, 1.0).rewards == UNKNOWN
    (tmp_path / "run.json").write_text("{")
    assert origin(tmp_path, base, REWARDS, 1.0).rewards == UNKNOWN


def test_weights_that_were_put_in_place_of_those_of_the_run_are_unknown(write, base, tmp_path):
    (tmp_path / "adapter_model.safetensors").write_bytes(b"those of the run")
    assert origin(write(), base, REWARDS, 1.0).rewards == THESE
    (tmp_path / "adapter_model.safetensors").write_bytes(b"others")
    assert origin(tmp_path, base, REWARDS, 1.0).rewards == UNKNOWN
    assert origin(write(adapter=None), base, REWARDS, 1.0).rewards == UNKNOWN  # a file that does not say


def test_a_run_without_a_group_is_one_on_the_rewards_that_are_charged():
    """Only runs count, below a cap or not, and of two on the same rewards the first."""
    names = ("old", "soup", "new", "again", "all")
    models = [INITIAL, *(Hybrid(name, {name: 1.0}) for name in names)]
    models[2] = Hybrid("soup", {"new": 0.5, "old": 0.5})
    weights = {"old": (0, 1), "new": (0, 1), "again": (0, 1), "all": (3, 1)}
    origins = {name: Origin(OTHERS if name == "old" else THESE, w) for name, w in weights.items()}
    assert [run_of(model) for model in models] == [None, "old", None, "new", "again", "all"]
    assert [run_of(model) for model in capped(models, 2.0)] == [None, "old", None, "new", "again", "all"]
    assert run_of(Hybrid("initial itself", {"initial": 1.0})) is None
    assert runs_without(models, origins, (3, 1)) == (3, None)
    assert runs_without(models[:3], origins, (3, 1)) == (None, None)
    assert runs_without(models, origins, (3, 0)) == (0, None)


@pytest.mark.parametrize("differs", ["other rewards for some groups", "penalty 2, not 1"])
def test_a_run_that_differs_from_what_is_charged_is_no_run_without_a_group(differs):
    models = [INITIAL, Hybrid("run", {"run": 1.0})]
    assert runs_without(models, {"run": Origin(THESE, (0, 1, 1))}, (3, 1, 1)) == (1, None, None)
    assert runs_without(models, {"run": Origin(THESE, (0, 1, 1), (differs,))}, (3, 1, 1)) == (None, None, None)


def test_only_the_runs_of_the_scheme_carry_the_promise():
    models = [INITIAL, *[Hybrid(name, {name: 1.0}) for name in ("a", "b", "c")]]
    these = {"a": (3, 1), "b": (0, 1), "c": (3, 0)}
    runs = {name: Origin(THESE, weights) for name, weights in these.items()}
    assert not verdict(models, runs, [3, 1], ["x", "y"]).warn
    for spoilt in (
        Origin(UNKNOWN),
        Origin(NEARLY, (3, 0)),
        Origin(THESE, (3, 0), ("penalty 2, not 1",)),
        Origin(THESE, (1, 0)),
    ):
        assert verdict(models, runs | {"c": spoilt}, [3, 1], ["x", "y"]).warn
    assert not verdict(models[:1], {}, [3, 1], ["x", "y"]).warn

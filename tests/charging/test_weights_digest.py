"""A digest that changes with the weights and with how they are added, and with nothing else."""

import json

import pytest

pytest.importorskip("torch")

from incentives.charging.weights_digest import weights_digest


def test_what_changes_the_model_changes_the_digest(tmp_path):
    weights, config = tmp_path / "adapter_model.safetensors", tmp_path / "adapter_config.json"
    told = {"lora_alpha": 4, "r": 4, "base_model_name_or_path": "here"}
    weights.write_bytes(b"one")
    config.write_text(json.dumps(told))
    first = weights_digest(tmp_path)
    config.write_text(json.dumps(dict(reversed((told | {"base_model_name_or_path": "there"}).items())), indent=2))
    (tmp_path / "README.md").write_text("about this adapter")
    assert weights_digest(tmp_path) == first
    config.write_text(json.dumps(told | {"lora_alpha": 8}))
    rescaled = weights_digest(tmp_path)
    weights.write_bytes(b"two")
    assert len({first, rescaled, weights_digest(tmp_path)}) == 3

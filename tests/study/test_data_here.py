"""A study that looks which of its runs are done finds out without a network whether it has the data."""

import json

import pytest

pytest.importorskip("torch")
hub = pytest.importorskip("huggingface_hub")

from huggingface_hub import constants

from incentives.learning.catalogue import SOURCES
from incentives_book.study.data_here import require_here
from incentives_book.study.runner import done, parts_of
from incentives_book.study.study_file import read_study

RUNS = {
    "truthful-federation": 'name = "fashion_mnist"\nkind = "linear"\nlie = "nobody"\n',
    "rewards": 'method = "fedavg"\ndata = "fashion_mnist"\nrounds = 1\nclients = 3\n',
}


@pytest.fixture
def downloads(tmp_path, monkeypatch):
    """A machine without INCENTIVES_DATA and with an empty cache; the list of what was asked of the hub."""
    asked = []

    def refuse(*names, **options):
        asked.append(names)
        raise ConnectionError("no network here")

    monkeypatch.delenv("INCENTIVES_DATA", raising=False)
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.setattr(hub, "hf_hub_download", refuse)
    return asked


@pytest.mark.parametrize("name", RUNS)
def test_asking_which_runs_are_done_downloads_nothing(name, tmp_path, downloads):
    path = tmp_path / "study.toml"
    path.write_text(f'study = "{name}"\n\n[[run]]\n{RUNS[name]}')
    study = read_study(path)
    told = study.kind.told(study.settings[0])
    stated = {**parts_of(study.kind, study.settings[0], {}), "data_checksum": "of another machine"}
    study.store.write_text(json.dumps({"settings": told, **stated}) + "\n")
    assert [record["settings"] for record in done(study, {}).values()] == [told]
    assert downloads == []


def test_what_is_embedded_in_a_folder_or_in_the_cache_is_here(tmp_path, downloads, monkeypatch):
    require_here("digits", "train", "test")
    source = SOURCES["fashion_mnist"]
    with pytest.raises(FileNotFoundError, match="of fashion_mnist is not on this machine"):
        require_here("fashion_mnist", "train")
    repository = "datasets--" + source.repository.replace("/", "--")
    for file in source.files["train"]:
        place = tmp_path / "hub" / repository / "snapshots" / source.revision / file.path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.touch()
    require_here("fashion_mnist", "train")
    with pytest.raises(FileNotFoundError, match="of fashion_mnist is not on this machine"):
        require_here("fashion_mnist", "train", "test")
    monkeypatch.setenv("INCENTIVES_DATA", str(tmp_path))
    require_here("fashion_mnist", "train", "test")
    assert downloads == []

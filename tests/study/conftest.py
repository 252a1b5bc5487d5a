"""One small study of every kind."""

import sys

import pytest

from incentives.learning.files import data_folder

SMALL = {
    "empty-core": 'kind = "every-size"\nplayers = 3\nconcept = ["nash", "core"]\nlargest = 5\n',
    "truthful-federation": (
        'name = "digits"\nkind = "logistic"\nlie = ["nobody", "flip"]\ncopies = 2\nmost = 8\nrounds = 2\n'
    ),
    "fine-tuning": 'task = "conflicting"\nlongest = 2\nwidth = 8\nlayers = 1\ncorpus = 200\nfit_steps = 20\n'
    "tune_steps = 20\nshares = 5\nseed = [0, 1]\n",
    "retraining": 'task = "conflicting"\nlongest = 2\nwidth = 8\nlayers = 1\ncorpus = 200\nfit_steps = 20\n'
    "tune_steps = 20\nseed = [0, 1]\n",
    "repairs": 'world = "conflicting"\nsteps = 1\ngrid = 1\nshares = 2\nseed = [0, 1]\n',
    "fine-tuning-by-sampling": "width = 8\ncorpus = 100\npairs = 60\nfit_steps = 10\ntune_steps = 5\nbatch = 16\n"
    "shares = 3\nsamples = 100\nseed = [0, 1]\n",
    "training-seeds": 'kind = "linear"\nlie = ["honest", "times -8"]\nrounds = 2\n',
    "charged-models": 'game = "tiny"\nmodel = "tiny"\ngroups = "a; b"\nsizes = "2; 1"\nrewards = "tiny#1; tiny#2"\n'
    'prompts = "dance"\nsteps = 1\nreplies = 4\neach = 2\nlongest = 2\nsamples = 10\nrank = 2\nseed = [0, 1]\n',
    "lies-to-a-language-model": 'game = "tiny"\nmodel = "tiny"\ngroups = "a; b"\nsizes = "2; 1"\nprompts = "dance"\n'
    'rewards = "tiny#1; tiny#2"\nsteps = 1\nreplies = 4\neach = 2\nlongest = 2\nsamples = 10\npiece = 10\nrank = 2\n'
    'shares = 2\nalphas = "1"\nbetas = "1"\nseed = [0, 1]\n',
    "priced-federation": 'name = "digits"\nfeatures = 2\nown = 0.8\npilot = 60\npool = 78\npublic = 100\ncost = 0.02\n'
    "draws = 2\nseed = [0, 1]\n",
    "redrawn-federation": 'name = "digits"\nfeatures = 2\nown = 0.8\npilot = 60\npool = 78\npublic = 100\ncost = 0.02\n'
    "draws = 2\nseed = [0, 1]\n",
    "priced-adapters": "words = 12\nrank = 2\nsteps = 20\npilot = 300\npool = 200\njudged = 30\npublic = 300\n"
    "cost = 0.0001\napart = 0.0\ndraws = 2\nseed = [0, 1]\n",
    "rewards": 'method = ["fedavg", "aequa"]\ndata = "digits"\nrounds = 1\nclients = 3\nlevels = 3\n',
    "certificate-coverage": "games = 4\ncap = 16.0\nstrength = 4.0\nreplies = 100\nseed = [0, 1]\n",
    "own-data": 'partition = "incentives_book.study.own_data:one_rare_class"\nmethods = "fedavg, aequa"\nrounds = 1\n'
    "clients = 3\nlevels = 3\nseed = [0, 1]\n",
}


@pytest.fixture(autouse=True)
def one_thread():
    """These networks are too small for more, and other tests run beside them."""
    if "torch" not in sys.modules:
        yield
        return
    torch = sys.modules["torch"]
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.fixture
def small(tmp_path):
    """From a kind of study to a small study file of it, in a folder of its own."""

    def write(name, folder="one"):
        if name not in {"empty-core", "certificate-coverage"}:
            pytest.importorskip("torch")
        if name == "priced-adapters":
            pytest.importorskip("peft")
            if data_folder() is None:
                pytest.skip("its sentences are not here: INCENTIVES_DATA names no folder")
        path = tmp_path / folder / "study.toml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f'study = "{name}"\n\n[[run]]\n{SMALL[name]}')
        return path

    return write

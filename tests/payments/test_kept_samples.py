"""A kept sample charges other reports as a run that judges again would."""

from dataclasses import replace

import numpy as np
import pytest

from incentives import payments as pay
from incentives.payments.kept_samples import KeptSample, place_to_keep
from incentives.payments.sampled_mechanism import SampledModels

SIZES = [3, 7]


@pytest.fixture
def kept():
    rng = np.random.default_rng(0)
    laws = rng.dirichlet(np.ones(6), size=4)
    said = rng.integers(6, size=400)
    rewards = rng.uniform(size=(2, 6))
    logs = np.log(laws[:, said])
    spoken = np.logaddexp.reduce(logs, axis=0) - np.log(4)
    sample = SampledModels(logs, logs[0], spoken, rewards[:, said])
    names = ("initial", "all", "without 0", "without 1")
    return KeptSample(("a",) * 400, tuple(map(str, said)), names, ("one", "two"), (0, 1, 2, 3), sample)


def test_what_was_saved_is_read_back(kept, tmp_path):
    again = KeptSample.load(kept.save(tmp_path / "deep" / "sample"))
    assert (again.prompts, again.replies, again.models) == (kept.prompts, kept.replies, kept.models)
    assert (again.groups, again.proposal) == (kept.groups, kept.proposal)
    assert np.array_equal(again.sampled.log_models, kept.sampled.log_models)
    assert again.sampled.payment_intervals(SIZES) == kept.sampled.payment_intervals(SIZES)
    assert again.speakers == ()
    told = replace(kept, speakers=tuple(range(4)) * 100)
    assert KeptSample.load(told.save(tmp_path / "told")).speakers == told.speakers
    with pytest.raises(ValueError, match="speakers must be one per reply, 400"):
        replace(kept, speakers=(1, 2))


def test_curves_over_what_is_reported_are_recomputed(kept, tmp_path):
    """Alpha: the report is mixed with the other reward. Beta: it claims another size. Against one table per report."""
    again = KeptSample.load(kept.save(tmp_path / "sample"))
    truth = again.sampled.rewards
    rule = again.sampled.rule()
    own = np.eye(2, dtype=int).tolist()
    alphas = [0.0, 0.5, 1.0]
    curve = pay.mixture_curve(rule, own, SIZES, who=0, other=1, shares=alphas)
    for alpha, charged in zip(alphas, curve.payments, strict=True):
        lie = truth.copy()
        lie[0] = alpha * truth[0] + (1 - alpha) * truth[1]
        chosen, payments = again.reported(lie).payment_intervals(SIZES)
        assert payments[0].payment == pytest.approx(float(charged), abs=1e-9)
        assert 0 <= chosen < 4
    sizes = pay.size_curve(rule, own, SIZES, who=0, factors=[0.5, 2])
    for beta, charged in zip((0.5, 2.0), sizes.payments, strict=True):
        _, payments = again.sampled.payment_intervals([beta * SIZES[0], SIZES[1]])
        assert payments[0].payment == pytest.approx(float(charged), abs=1e-9)


def test_other_files_and_counts_are_refused(kept, tmp_path):
    np.savez(tmp_path / "other.npz", words=np.zeros(3))
    np.save(tmp_path / "other.npy", np.zeros(3))
    for name in ("other.npz", "other.npy"):
        with pytest.raises(ValueError, match="kept by `charge`"):
            KeptSample.load(tmp_path / name)
    with pytest.raises(ValueError, match="as many as in the sample"):
        KeptSample(kept.prompts[:-1], kept.replies, kept.models, kept.groups, kept.proposal, kept.sampled)


@pytest.mark.parametrize("left", [0, 100, 0.5, 0.9])
def test_half_a_file_is_refused_by_its_name(kept, tmp_path, left):
    path = kept.save(tmp_path / "sample")
    whole = path.read_bytes()
    path.write_bytes(whole[: int(left * len(whole)) if isinstance(left, float) else left])
    with pytest.raises(ValueError, match=r"path must lead to a whole sample .*sample\.npz"):
        KeptSample.load(path)


def test_a_writer_that_is_stopped_leaves_the_earlier_sample(kept, tmp_path, monkeypatch):
    def half(file, **arrays):
        if hasattr(file, "write"):
            file.write(b"PK")
        else:
            file.write_bytes(b"PK")
        raise KeyboardInterrupt

    path = kept.save(tmp_path / "sample")
    monkeypatch.setattr(np, "savez_compressed", half)
    with pytest.raises(KeyboardInterrupt):
        kept.save(path)
    assert KeptSample.load(path).replies == kept.replies


def test_a_place_where_no_file_can_be_written_is_refused_before_anything_is_kept(tmp_path):
    assert place_to_keep(tmp_path / "deep" / "sample") == tmp_path / "deep" / "sample.npz"
    assert list((tmp_path / "deep").iterdir()) == []
    (tmp_path / "folder.npz").mkdir()
    (tmp_path / "file").touch()
    for wrong in (tmp_path / "folder", tmp_path / "file" / "sample"):
        with pytest.raises(ValueError, match="where a file can be written; got"):
            place_to_keep(wrong)


def test_a_number_in_a_name_is_no_ending(kept, tmp_path):
    paths = [kept.save(tmp_path / name) for name in ("beta-0.5", "beta-0.25", "beta-1.npz")]
    assert [path.name for path in paths] == ["beta-0.5.npz", "beta-0.25.npz", "beta-1.npz"]

"""A game of lies in pieces that continue each other, and its curves by one table per report."""

import json
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("trl")

from incentives.charging.pieces import Unfinished
from incentives.payments.kept_samples import KeptSample
from incentives_book.study import lies_to_a_language_model as study

from .small_lies import TINY


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    """A whole run, and the same run in pieces that are over at once."""
    folder = tmp_path_factory.mktemp("lies")
    whole, pieced = (replace(TINY, save=str(folder / name), steps=2, alphas="1") for name in ("whole", "pieces"))
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("HF_HUB_OFFLINE", "1")
        record = study.run(whole)
        pieces, other = 0, None
        while other is None:
            try:
                other = study.run(pieced, minutes="1e-3")
            except Unfinished:
                pieces += 1
    return whole, record, pieced, other, pieces


def test_pieces_end_at_the_same_curves(done):
    whole, record, pieced, other, pieces = done
    assert numbers(record) == numbers(other)
    assert pieces > len(study.runs_of(whole))  # each run of two steps was stopped once
    samples = [KeptSample.load(setting.folder / "sample.npz") for setting in (whole, pieced)]
    assert samples[0].replies == samples[1].replies
    assert samples[0].sampled.samples == 60


def numbers(record):
    return {name: value for name, value in record.items() if "seconds" not in name}


def test_pieces_need_a_folder_and_time():
    with pytest.raises(ValueError, match="save must name a folder if minutes are given"):
        study.run(replace(TINY, save=""), minutes="1")
    for minutes in ("0", "-5", "nan", "soon"):
        with pytest.raises(ValueError, match=f"minutes must be a positive number; got '{minutes}'"):
            study.run(TINY, minutes=minutes)


def test_seconds_that_were_spent_are_never_half_written(tmp_path, monkeypatch):
    file = tmp_path / study.SPENT
    write = Path.write_text

    def half(path, text, **how):
        write(path, text[:5], **how)
        raise KeyboardInterrupt

    def spend(what):
        with study._spent(tmp_path, what, TINY):
            pass

    spend("training")
    monkeypatch.setattr(Path, "write_text", half)
    with pytest.raises(KeyboardInterrupt):
        spend("training")
    monkeypatch.undo()
    spend("judging")
    assert set(json.loads(file.read_text(encoding="utf-8"))) == {"training seconds", "judging seconds"}


def test_curves_are_those_of_a_table_for_each_report(done):
    """By the definition: choose by what is reported, charge the others' loss, value by the truth."""
    whole, record, *_ = done
    kept = KeptSample.load(whole.folder / "sample.npz")
    table = {name: k for k, name in enumerate(kept.models)}
    values, kl = kept.sampled.valuations.value, kept.sampled.divergences.value
    copies = {
        "soups": ["initial", "soups: 0", "soups: 0.5", "soups: 1"],
        "decoding": ["initial", "soups: 0", "decoding: 0.5", "soups: 1"],
    }
    for curve, found in record["curves"].items():
        kind, lie = curve.split(", ")
        for told, kept_, paid_nothing in zip(found["told"], found["with"], found["without"], strict=True):
            # As in the paper: alpha multiplies a size of 2, beta is the share of one's own reward in the report.
            w = np.array({"alpha": (2 * told, 1), "beta": (2 * told, 1 + 2 * (1 - told))}[lie])
            runs = ["initial", "without-0", *(study.name_of(x) for x in (w, w - [0, 1]))]
            rows = [table[name] for name in copies.get(kind, runs)]
            choice = max(rows, key=lambda k: values[k] @ w - kl[k])
            others = max(values[k][1] - kl[k] for k in rows) - (values[choice][1] - kl[choice])
            assert paid_nothing == pytest.approx(2 * values[choice][0])
            assert kept_ == pytest.approx(2 * values[choice][0] - others)
    for lie in ("beta", "alpha"):
        for kind in copies:  # a fixed table: truth is a best report
            found = record["curves"][f"{kind}, {lie}"]
            assert max(found["with"]) == pytest.approx(found["with"][found["told"].index(1.0)])
    assert "best lie" in study.line({"settings": asdict(whole)} | record)

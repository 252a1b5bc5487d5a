"""The study of twenty clients: settings, one small run, and a store that is resumed."""

import pytest

from incentives.learning.deviations import FlipLabels
from incentives_book.study.truthful_federation import LIES, Setting, lie, main, run, run_study, settings_of

SMALL = '[[federation]]\nname = "digits"\nkind = "logistic"\ncopies = 2\nmost = 8\nrounds = 2\n'


def test_one_setting_per_lie_and_seed(tmp_path):
    study = tmp_path / "study.toml"
    study.write_text(SMALL + "seeds = [0, 1]\n")
    settings = settings_of(study)
    assert [(s.seed, s.lie) for s in settings] == [(seed, told) for seed in (0, 1) for told in LIES]


def test_a_run_tells_what_everybody_wants_to_know():
    told = run(Setting("digits", "linear", "rescale", copies=2, most=8, rounds=3, batch_size=0, rate=0.05))
    assert told["clients"] == 10
    assert told["suspects"] == [1]
    assert not told["everybody_passes"]
    assert len(told["excess"]) == 11


def test_a_stopped_study_goes_on(tmp_path, capsys):
    study = tmp_path / "study.toml"
    study.write_text(SMALL + 'lies = ["nobody"]\n')
    first = run_study(study, progress=False)
    study.write_text(SMALL + 'lies = ["nobody", "flip"]\n')
    both = run_study(study, progress=False)
    assert len(first) == 1
    assert both[0] == first[0]
    assert [record["settings"]["lie"] for record in both] == ["nobody", "flip"]
    main([str(study)])
    assert capsys.readouterr().out.count("digits") == 2


def test_bad_input_is_refused(tmp_path):
    assert lie("flip", "linear", clients=4) == {1: FlipLabels(None)}
    with pytest.raises(ValueError, match="lie must be one of"):
        lie("whisper", "linear", clients=4)
    with pytest.raises(ValueError, match="kind must be in"):
        Setting("digits", "forest", "flip")
    study = tmp_path / "study.toml"
    study.write_text("")
    with pytest.raises(ValueError, match="must hold at least one"):
        settings_of(study)
    study.write_text(SMALL + "colour = 3\n")
    with pytest.raises(ValueError, match="has no field"):
        settings_of(study)

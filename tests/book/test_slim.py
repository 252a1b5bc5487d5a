"""What the build takes out of the theme (book/_ext/slim.py), and that what is left draws every icon."""

import re
from functools import cache

import pytest
from fontTools.ttLib import TTFont
from slim import BROUGHT, FONTS, thinned, words
from test_site import SITE

STATIC = SITE / "_static"
FONT_OF = {
    "fab": "fa-brands-400",
    "fa-brands": "fa-brands-400",
    "far": "fa-regular-400",
    "fa-regular": "fa-regular-400",
}


@pytest.mark.parametrize(
    ("css", "left"),
    [
        (".gone{a:1}", ""),
        (".here.gone{a:1}", ""),
        (".gone,.here{a:1}", ".here{a:1}"),
        (".gone .here,p>#top{a:1}", "p>#top{a:1}"),
        ("p:not(.gone){a:1}", "p:not(.gone){a:1}"),
        (":is(.gone,.here) p{a:1}", ":is(.gone,.here) p{a:1}"),
        ("[class*=gone]{a:1}", "[class*=gone]{a:1}"),
        (r".here\:now{a:1}.here{b:2}", ".here{b:2}"),
        ('.here:before{content:"}.gone{"}', '.here:before{content:"}.gone{"}'),
        ("/* .gone{ */.here{a:url(data:x;y)}", ".here{a:url(data:x;y)}"),
        ("@media print{.gone{a:1}.here{b:2}}@media screen{.gone{a:1}}", "@media print{.here{b:2}}"),
        ("@font-face{src:url(x)}@keyframes gone{to{a:1}}", "@font-face{src:url(x)}@keyframes gone{to{a:1}}"),
        ('@charset "utf-8";.tip-left{a:1}', '@charset "utf-8";.tip-left{a:1}'),
    ],
)
def test_a_rule_stays_if_everything_that_it_asks_for_occurs(css, left):
    assert thinned(css, {"here", "top"}, ("tip-",)) == left


def test_names_and_scripts_of_a_page_are_found(tmp_path):
    (tmp_path / "own.js").write_text("box.classList.add('made-by-script', `tip-${side}`)", encoding="utf-8")
    (tmp_path / "other.js").write_text("not.loaded.by('any-page')", encoding="utf-8")
    page = '<p class="one two" id="top"><script src="own.js?v=1"></script><script>let inline-word</script>'
    (tmp_path / "page.html").write_text(page, encoding="utf-8")
    used, begun = words(tmp_path)
    assert {"one", "two", "top", "made-by-script", "inline-word"} <= used
    assert "any-page" not in used
    assert "tip-" in begun


@cache
def signs_of(font):
    return TTFont(STATIC / FONTS / f"{font}.woff").getBestCmap()


@pytest.mark.browser
def test_every_icon_of_every_page_has_its_sign():
    css = (STATIC / "styles" / "pydata-sphinx-theme.css").read_text(encoding="utf-8")
    sign_of = {
        name: int(sign, 16)
        for heads, sign in re.findall(r"""([^{}]*)\{(?:content|--fa):["']\\([0-9a-f]+)["'];?\}""", css)
        for name in re.findall(r"\.(fa-[\w-]+)", heads)
    }
    icons = {
        tuple(value.split())
        for page in SITE.rglob("*.html")
        for value in {*re.findall(r'class="([^"]*)"', page.read_text(encoding="utf-8"))}
        if {"fas", "far", "fab", "fa-solid", "fa-regular", "fa-brands"} & {*value.split()}
    }
    assert len(icons) > 10
    looks = {"fa-solid", "fa-regular", "fa-brands", "fa-lg", "fa-fw", "fa-sm"}
    for icon in icons:
        drawn = [name for name in icon if name.startswith("fa-") and name not in looks]
        assert drawn, icon
        font = next((FONT_OF[name] for name in icon if name in FONT_OF), "fa-solid-900")
        assert all(sign_of[name] in signs_of(font) for name in drawn), icon


@pytest.mark.browser
def test_styles_and_fonts_are_a_third_of_what_the_theme_brings():
    brought = [path for name in BROUGHT for path in STATIC.glob(name)]
    assert len(brought) == len(BROUGHT)
    assert sum(path.stat().st_size for path in brought) < 200_000  # of 512,000
    fonts = [*(STATIC / FONTS).iterdir()]
    assert {path.suffix for path in fonts} == {".woff"}
    assert sum(path.stat().st_size for path in fonts) < 20_000  # of 997,000
    css = (STATIC / "styles" / "pydata-sphinx-theme.css").read_text(encoding="utf-8")
    assert {*re.findall(r"url\((?:\.\./)*([^)]*webfonts[^)]*)\)", css)} == {f"{FONTS}/{path.name}" for path in fonts}

"""What the tests of the site ask of a page that is open: scripts that run in it and answer with data."""

import gzip
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

AXE = find_spec("axe_playwright_python")  # comes with the extra `dev`; without it the tests of it fail

# How long a page is depends on its letters; where none of the style sheet's fonts is found, they are a tenth wider.
needs_fonts = pytest.mark.skipif(
    shutil.which("fc-match") is not None
    and "Liberation"
    not in subprocess.run(["fc-match", "Liberation Serif"], capture_output=True, text=True, check=False).stdout,
    reason="no Liberation fonts (Debian: apt-get install fonts-liberation)",
)

# Counts the formulas that were set when the page was made, those that were not, and those that TeX did not understand.
FORMULAS = """async () => {
  await document.fonts.ready;
  const boxes = [...document.querySelectorAll('.math')];
  return {
    set: [...document.querySelectorAll('.katex, math')].filter(node => !node.parentElement.closest('.katex')).length,
    raw: boxes.filter(box => !box.querySelector('.katex, math')).length,
    wrong: document.querySelectorAll('.katex-error, .temml-error, merror').length,
    // Roots, hats and braces are drawings as high as their boxes.
    flat: [...document.querySelectorAll('.katex svg')].filter(drawn =>
      drawn.getBoundingClientRect().height < drawn.parentElement.getBoundingClientRect().height / 2).length,
    left: [...document.querySelectorAll('.receipt-details')].map(box => box.innerText)
      .filter(text => text.includes('\\\\(') || text.includes('\\\\[')).slice(0, 3),
  };
}"""

# What sticks out of a narrow page without sitting in a box that scrolls.
OVERFLOW = """() => {
  const wide = document.documentElement.clientWidth;
  const scrolls = node => {
    for (let box = node; box && box !== document.body; box = box.parentElement) {
      if (['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(box).overflowX)) return true;
    }
    return false;
  };
  const out = [...document.querySelectorAll('.bd-article *')].filter(node => {
    const box = node.getBoundingClientRect();
    return box.width > 1 && box.right > wide + 1 && !scrolls(node);
  });
  return {
    page: document.documentElement.scrollWidth - wide,
    inner: wide,
    out: out.slice(0, 5).map(node => node.outerHTML.slice(0, 120)),
  };
}"""

# Displayed formulas that are wider than their line and so have to be scrolled.
SCROLLED = """() => [...document.querySelectorAll('.bd-article .katex-display')]
  .filter(node => node.checkVisibility() && node.scrollWidth > node.clientWidth + 1)
  .map(node => node.querySelector('annotation').textContent.slice(0, 80))"""

# Run before a page is: how far its layout shifts, in `shifted`.
SHIFTS = """window.shifted = 0; new PerformanceObserver(list => {
  for (const each of list.getEntries()) if (!each.hadRecentInput) window.shifted += each.value;
}).observe({type: 'layout-shift', buffered: true})"""

# What has to be scrolled sideways by who only reads: displayed formulas, tables and what cells say.
SCROLLED_TO_READ = """async () => {
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
  return [...document.querySelectorAll('.bd-article :is(.katex-display, table, .cell_output pre)')]
    .filter(node => node.checkVisibility() && !node.closest('details') && node.scrollWidth > node.clientWidth + 1)
    .map(node => node.innerText.trim().slice(0, 80) || node.outerHTML.slice(0, 80));
}"""

# Opens what is folded in, solutions too.
UNFOLD = """() => {
  for (const box of document.querySelectorAll('.bd-article details')) box.open = true;
  for (const button of document.querySelectorAll('.toggle-hidden .toggle-button')) button.click();
}"""

# Contrast of every piece of text with what lies behind it, by the formula of WCAG 2; returns what is too faint.
CONTRAST = """() => {
  const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const parse = colour => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top, below) => top.slice(0, 3).map((v, i) => v * top[3] + below[i] * (1 - top[3]));
  const light = rgb => {
    const [r, g, b] = rgb.map(v => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const background = node => {
    const layers = [];
    for (let box = node; box; box = box.parentElement) {
      const layer = parse(getComputedStyle(box).backgroundColor);
      if (layer[3] > 0) layers.push(layer);
      if (layer[3] === 1) break;
    }
    return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255]);
  };
  const faint = new Map();
  const article = document.querySelector('.bd-article') || document.querySelector('main');
  const texts = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
  let seen = 0;
  while (texts.nextNode()) {
    const node = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || !node.checkVisibility({visibilityProperty: true, opacityProperty: true})) continue;
    if (node.closest('script, style, .katex-mathml, annotation, .headerlink, svg')) continue;
    seen += 1;
    const behind = background(node), style = getComputedStyle(node);
    const [a, b] = [light(over(parse(style.color), behind)), light(behind)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const large = parseFloat(style.fontSize) >= 24;
    if (ratio < (large ? 3 : 4.5)) {
      const name = `${node.tagName} ${node.className} in ${node.parentElement.className}`;
      faint.set(name, `${ratio.toFixed(2)} ${name}: ${texts.currentNode.data.trim().slice(0, 40)}`);
    }
  }
  return {seen, faint: [...faint.values()].slice(0, 10)};
}"""  # noqa: E501

# Screens of the text, the screens above its first picture, and what its column cuts off. Small signs are no pictures.
MEASURE = """async () => {
  const article = document.querySelector('.bd-article'), seen = node => node.checkVisibility();
  const { top, height } = article.getBoundingClientRect();
  const pictures = [...article.querySelectorAll('img, svg')].filter(seen).map(node => node.getBoundingClientRect());
  const cut = [...article.querySelectorAll('pre, table, img')].filter(seen)
    .filter(node => node.scrollWidth > node.clientWidth + 1 && node.getBoundingClientRect().right > innerWidth);
  const first = pictures.find(box => box.height > 80);
  return {screens: height / 800, first: first ? (first.top - top) / 800 : null, cut: cut.map(node => node.innerText.slice(0, 60))};
}"""  # noqa: E501

# The code that a reader sees as a page opens, and what of it the column cuts off.
OPEN_CODE = """() => [...document.querySelectorAll('.bd-article .cell_input pre')].filter(pre => pre.checkVisibility())
  .map(pre => ({text: pre.innerText.trimEnd(), lines: pre.innerText.trimEnd().split('\\n').length}))"""

CUT = """() => [...document.querySelectorAll('.bd-article .highlight pre')]
  .filter(pre => pre.checkVisibility() && pre.scrollWidth > pre.clientWidth + 1).map(pre => pre.innerText.slice(0, 60))"""  # noqa: E501

FINDINGS = """async rules => {
  const found = await axe.run(document, {resultTypes: ['violations'], runOnly: rules, preload: false});
  return found.violations.map(({id, impact, nodes}) => ({id, impact, where: nodes.map(node => node.html.slice(0, 120))}));
}"""  # noqa: E501
ALL_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]
RULES_OF_COLOUR = ["color-contrast", "link-in-text-block"]


def findings(page, rules=ALL_RULES):
    """What axe-core has against an open page: rule, how bad, and where."""
    page.evaluate(Path(AXE.origin).with_name("axe.min.js").read_text(encoding="utf-8"))
    return page.evaluate(FINDINGS, rules)


def serious(found):
    """Those of the findings that keep a reader out, and headings that skip a level."""
    return [each for each in found if each["impact"] in ("serious", "critical") or each["id"] == "heading-order"]


PACKED = {".woff", ".woff2", ".png"}  # files that a server does not compress again


def loaded(files):
    """The bytes of these files as they lie there, and as a server sends them."""
    contents = [(path, path.read_bytes()) for path in files]
    sent = sum(len(content if path.suffix in PACKED else gzip.compress(content)) for path, content in contents)
    return sum(len(content) for _, content in contents), sent


def asked_for(page):
    """From now on, what a page of the folder loads: call the answer for the files so far."""
    asked = set()
    page.on("request", lambda request: asked.add(request.url))

    def files():
        paths = {Path(unquote(urlsplit(each).path)) for each in asked if each.startswith("file:")}
        return sorted(path for path in paths if path.is_file())

    return files

"""When can the formulas of a page be read? `python benchmarks/formulas_in_view.py [--before SITE] [page ...]`.

Each page of the built site is opened in headless Chromium on a processor slowed four times, which stands for a phone.
Told are what it loads, compressed; how much of that is scripts; when the first words are painted; when the first and
the last formula of the page are set; and the processor time of the page's main thread up to there, taken four times, in
which other programs do not count. Formulas that were set when the book was made are there as soon as the browser has
read so far; a script sets them later.

With --before the same pages of another site are opened in turn with these, such as that of an older commit, whose
formulas MathJax set in the browser. Of three looks the one that took the least processor time is told. Pages that one
of the sites does not have are left out.
"""

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "book" / "_ext"), str(ROOT / "book"), str(ROOT / "tests" / "book")]

from measures import asked_for, loaded  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402
from test_site import FLAGS, SCREEN, SITE, chromium  # noqa: E402

PAGES = (
    "notebooks/coalitions/can-the-core-be-empty",
    "notebooks/consensus/one-shot-personalization",
    "notebooks/payments/the-affine-maximizer",
    "notebooks/rewards/who-would-contribute-less",
)
SLOWED = 4
PATIENCE = 120_000  # ms for the last formula
# Looks at every frame, from the first on, whether formulas are left to set; MathJax works through a page in pieces.
WATCH = """
const look = () => {
  const boxes = [...document.querySelectorAll('.math')];
  const left = boxes.filter((box) => !box.querySelector('.katex, mjx-container, math'));
  if (left.length < boxes.length) window.firstSet ??= performance.now();
  if (document.readyState !== 'loading' && !left.length) window.formulasSet = performance.now();
  else setTimeout(look, 50);
};
look();
"""


def look_at(browser, url):
    """Bytes sent, bytes of scripts; first paint, first and last formula, processor time (s) of one look at a page."""
    page = browser.new_context(viewport=SCREEN).new_page()
    asked = asked_for(page)
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable")
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    page.add_init_script(WATCH)
    page.goto(url, timeout=PATIENCE)
    page.wait_for_function("() => window.formulasSet", timeout=PATIENCE)
    metrics = devtools.send("Performance.getMetrics")["metrics"]
    spent = next(each["value"] for each in metrics if each["name"] == "ThreadTime")
    painted = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0")
    formulas = page.evaluate("[window.firstSet / 1000, window.formulasSet / 1000]")
    page.context.close()
    files = asked()
    scripts = [path for path in files if path.suffix == ".js"]
    return loaded(files)[1], loaded(scripts)[1], painted / 1000, *formulas, SLOWED * spent


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="*", default=PAGES)
    parser.add_argument("--before", type=Path, help="the folder of another built site")
    arguments = parser.parse_args()
    sites = {"before": arguments.before, "now": SITE} if arguments.before else {"now": SITE}
    heads = ("sent, kB", "scripts", "paint, s", "first, s", "last, s", "own, s")
    print(f"{'page':<46}{'site':<8}" + "".join(f"{head:>10}" for head in heads))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for name in arguments.pages:
            files = {site: folder.resolve() / f"{name}.html" for site, folder in sites.items()}
            if not all(file.is_file() for file in files.values()):
                continue
            looks = {site: [] for site in files}
            for _ in range(3):
                for site, file in files.items():
                    looks[site].append(look_at(browser, file.as_uri()))
            for site, each in looks.items():
                sent, scripts, *seconds = min(each, key=lambda look: look[-1])
                sizes = f"{sent / 1000:>10.0f}{scripts / 1000:>10.0f}"
                print(f"{name:<46}{site:<8}{sizes}" + "".join(f"{each:>10.2f}" for each in seconds), flush=True)
        browser.close()


if __name__ == "__main__":
    main()

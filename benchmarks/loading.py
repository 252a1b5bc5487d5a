"""What does a page of the built site cost to open? `python benchmarks/loading.py [page ...]`, after `make book`.

For each page: what is loaded (as it lies there, and compressed), how much of that is styles and scripts, how far the
layout shifts, when the first words are painted (by the clock, the soonest of three), and the tasks of the main thread
that would keep a finger waiting for more than 50 ms on a processor four times as slow. Tasks are told by their
processor time, taken four times, so that other programs do not count.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "book" / "_ext"), str(ROOT / "book"), str(ROOT / "tests" / "book")]

from measures import SHIFTS, asked_for, loaded  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402
from test_site import FLAGS, SCREEN, address, chromium  # noqa: E402

PAGES = (
    "book/index",
    "notebooks/consensus/fewer-calls",
    "notebooks/payments/the-affine-maximizer",
    "book/claims-coalitions",
)
SLOWED, LONG = 4, 50  # times, ms


def opened(browser, url):
    """The files that a page loads, its layout shift, its first paint and the processor time of its tasks, in ms."""
    page = browser.new_context(viewport=SCREEN).new_page()
    events, ended = [], []
    asked = asked_for(page)
    page.add_init_script(SHIFTS)
    trace = browser.new_browser_cdp_session()
    trace.on("Tracing.dataCollected", lambda part: events.extend(part["value"]))
    trace.on("Tracing.tracingComplete", lambda told: ended.append(told))
    categories = {"includedCategories": ["toplevel", "devtools.timeline"]}
    trace.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": categories})
    page.goto(url)
    page.wait_for_load_state("load")
    page.evaluate("document.fonts.ready.then(() => 1)")
    page.wait_for_timeout(1500)
    shifted = page.evaluate("shifted")
    painted = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    trace.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(100)
    page.context.close()
    here = next(
        (each["pid"], each["tid"])
        for each in events
        if each["name"] == "ParseHTML" and each["args"].get("beginData", {}).get("url") == url
    )
    tasks = [
        each["tdur"] / 1000
        for each in events
        if (each["pid"], each["tid"]) == here and each["name"].endswith("RunTask") and "tdur" in each
    ]
    return asked(), shifted, painted, tasks


def main(pages):
    heads = ("kB", "sent", "css, js", "sent", "shift", "paint, s", "long, s", "longest")
    print(f"{'page':<42}" + "".join(f"{head:>9}" for head in heads))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for name in pages:
            looks = [opened(browser, address(name)) for _ in range(3)]
            files, shifted, _, tasks = min(looks, key=lambda look: sum(look[3]))
            painted = min(look[2] for look in looks) / 1000
            everything = loaded(files)
            theme = loaded([path for path in files if path.suffix in {".css", ".js"}])
            long = [SLOWED * task / 1000 for task in tasks if SLOWED * task > LONG]
            sizes = "".join(f"{size / 1000:>9.0f}" for size in (*everything, *theme))
            print(f"{name:<42}{sizes}{shifted:>9.3f}{painted:>9.2f}{sum(long):>9.2f}{max(long, default=0):>9.2f}")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:] or PAGES)

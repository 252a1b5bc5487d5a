"""How smoothly do the explorables follow a hand? `python benchmarks/frames.py [--record]`.

Each piece is opened in headless Chromium, and one key or one slider is turned again and again. Told are the median
and the slowest of the turns (script, style and layout), in frames of a screen with sixty of them a second, first on
this processor and then on the same one slowed four times, which stands for a phone. A piece that needs less than one
frame for a turn drops none. A loop that always does the same work is timed before and after the turns: it tells by how
much the processor was slowed indeed, and the turns are told as the factor would have them if it were the asked one. The
last column is the processor time of a turn without slowing, taken four times: other programs do not count in it.

A second table traces frames themselves, of the walk of the waltz and of one drag of each piece by the mouse: the gaps
between the calls of requestAnimationFrame, in frames. A gap above 1.5 has missed a frame. Gaps are told as they were,
beside the factor of the control loop, since they come in whole frames and cannot be divided.

With --record both tables replace what stands between the marks in benchmarks/README.md, unless the machine is busy.
"""

import os
import sys
from datetime import date
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "book" / "_ext"), str(ROOT / "book"), str(ROOT / "tests" / "book")]

from playwright.sync_api import sync_playwright  # noqa: E402
from scene import write_page  # noqa: E402
from test_site import FLAGS, chromium  # noqa: E402

FRAME = 1000 / 60
KEY = """([selector, there, back]) => {
  const thing = document.querySelector(selector), times = [];
  for (let k = 0; k < 40; k++) {
    const start = performance.now();
    thing.dispatchEvent(new KeyboardEvent('keydown', { key: k % 8 < 4 ? there : back }));
    document.body.getBoundingClientRect();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b);
}"""
SLIDER = """() => {
  const input = document.querySelector('input[type=range]'), times = [];
  const low = +input.min, high = +input.max;
  for (let k = 0; k < 40; k++) {
    input.value = low + Math.round((high - low) * k / 40);
    const start = performance.now();
    input.dispatchEvent(new Event('input'));
    document.body.getBoundingClientRect();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b);
}"""
LAYOUT = """() => {
  const figure = document.querySelector('figure'), times = [];
  for (let k = 0; k < 21; k++) {
    const start = performance.now();
    figure.style.display = 'none';
    document.body.getBoundingClientRect();
    figure.style.display = '';
    document.body.getBoundingClientRect();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[10];
}"""
# The same sums every time, told by their median: the slowing comes in slices, which the fastest round can slip between.
CONTROL = """() => {
  const times = [];
  for (let round = 0; round < 21; round++) {
    const start = performance.now();
    let sum = 0;
    for (let k = 1; k < 3e6; k++) sum += 1 / k;
    if (sum > 1) times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[10];
}"""
# What is turned: the piece, its state, and a mark with two keys, or None for the slider.
TURNS = (
    ("auction", "#auction?scene=bill&bet-bill=truth&tries=3", (".report", "ArrowUp", "ArrowDown")),
    ("cut", "#cut?scene=cut&bet-cut=half", (".knife[role]", "ArrowLeft", "ArrowRight")),
    ("cut", "#cut?scene=give&bet-give=all", (".hand", "ArrowDown", "ArrowUp")),
    ("liar", "#liar?scene=twins&bet-twins=yes", (".told.mine", "ArrowLeft", "ArrowRight")),
    ("waltz", "#waltz?scene=noise&hope=both&path=abcde", None),
    ("week", "#week?scene=fri&bet=two", (".clinic.b", "ArrowUp", "ArrowDown")),
    ("week", "#week?scene=thu&said-thu=0", None),
)


def turned(page, hand):
    """The times of forty turns, in ms, sorted."""
    return page.evaluate(KEY, list(hand)) if hand else page.evaluate(SLIDER)


def processor_time(devtools):
    """What the main thread of the page has used of a processor so far, in ms."""
    told = devtools.send("Performance.getMetrics")["metrics"]
    return 1000 * next(each["value"] for each in told if each["name"] == "ThreadTime")


# Keeps the times of all frames until `traced` is called, which tells the gaps between them.
TRACE = """() => {
  const times = [];
  let on = true;
  const step = (now) => {
    times.push(now);
    if (on) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
  window.traced = () => {
    on = false;
    return times.slice(1).map((time, k) => time - times[k]);
  };
}"""
# What is traced: the piece, its state, and what is dragged; None for the walk after a bet.
MOTIONS = (
    ("waltz", "", None),
    ("waltz", "#waltz?scene=search", ".clinic.b .body"),
    ("auction", "#auction?scene=bill&bet-bill=truth&tries=3", ".report .body"),
    ("cut", "#cut?scene=cut&bet-cut=half", ".knife .grip"),
    ("liar", "#liar?scene=twins&bet-twins=yes", ".told.mine"),
    ("week", "#week?scene=fri&bet=two", ".clinic.b .body"),
)
MARKS = ("<!-- frames -->", "<!-- end of frames -->")


def walked(page):
    """The gaps between frames while a bet is answered and the clinics walk, in ms."""
    page.evaluate(TRACE)
    page.locator(".scene-bet button").last.click()
    page.wait_for_function("() => document.querySelector('.scene-bet:not(.closed)')")
    return page.evaluate("traced()")


def dragged(page, selector):
    """The gaps between frames while the mouse leads a thing three times there and back, in ms."""
    box = page.locator(selector).first.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate(TRACE)
    for k in range(90):
        far = 90 - abs(k % 30 - 15) * 6
        page.mouse.move(x - far, y - far)
    gaps = page.evaluate("traced()")
    page.mouse.up()
    return gaps


def opened(browser, home, piece, state):
    """A phone's page with a piece in a state, and the line to its processor."""
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(write_page(home, piece) + state)
    page.wait_for_load_state()
    return page, page.context.new_cdp_session(page)


def turns(browser, home):
    """The lines of the first table."""
    yield (
        f"{'piece':<9}{'scene':<8}{'hand':<8}{'slowed':>7}{'control':>9}{'median':>9}{'slowest':>9}{'layouts':>9}"
        f"{'own':>7}"
    )
    for piece, state, hand in TURNS:
        plain = None  # the control loop's time where nothing is slowed
        for slowed in (1, 4):
            page, devtools = opened(browser, home, piece, state)
            devtools.send("Performance.enable")
            spent = processor_time(devtools)
            turned(page, hand)
            own = 4 * (processor_time(devtools) - spent) / 40 / FRAME
            devtools.send("Emulation.setCPUThrottlingRate", {"rate": slowed})
            before = page.evaluate(CONTROL)
            times = turned(page, hand)
            control = (before + page.evaluate(CONTROL)) / 2
            plain = plain or control
            factor = control / plain
            times = [time * slowed / factor for time in times]
            layouts = times[len(times) // 2] * factor / slowed / page.evaluate(LAYOUT)
            scene = state.split("scene=")[1].split("&")[0]
            name = "key" if hand else "slider"
            middle, worst = times[len(times) // 2] / FRAME, times[-1] / FRAME
            yield (
                f"{piece:<9}{scene:<8}{name:<8}{slowed:>6}x{factor:>8.1f}x{middle:>9.2f}{worst:>9.2f}"
                f"{layouts:>9.1f}{own:>7.2f}"
            )
            page.close()


def motions(browser, home):
    """The lines of the second table."""
    yield f"{'piece':<9}{'motion':<8}{'slowed':>7}{'control':>9}{'frames':>8}{'median':>9}{'longest':>9}{'missed':>8}"
    for piece, state, handle in MOTIONS:
        plain = None
        for slowed in (1, 4):
            page, devtools = opened(browser, home, piece, state)
            devtools.send("Emulation.setCPUThrottlingRate", {"rate": slowed})
            before = page.evaluate(CONTROL)
            gaps = [gap / FRAME for gap in (dragged(page, handle) if handle else walked(page))]
            control = (before + page.evaluate(CONTROL)) / 2
            plain = plain or control
            missed = sum(gap > 1.5 for gap in gaps)
            yield (
                f"{piece:<9}{'drag' if handle else 'walk':<8}{slowed:>6}x{control / plain:>8.1f}x{len(gaps):>8}"
                f"{median(gaps):>9.2f}{max(gaps):>9.2f}{missed:>8}"
            )
            page.close()


def record(lines):
    """Puts the tables between the marks of the README."""
    path = ROOT / "benchmarks" / "README.md"
    before, _, rest = path.read_text(encoding="utf-8").partition(MARKS[0])
    _, _, after = rest.partition(MARKS[1])
    told = "\n".join(["```", f"{date.today():%d %B %Y}", *lines, "```"])
    path.write_text(f"{before}{MARKS[0]}\n{told}\n{MARKS[1]}{after}", encoding="utf-8")


def main(arguments):
    busy = os.getloadavg()[0]
    if arguments == ["--record"] and busy > 1:
        raise SystemExit(f"--record needs a machine that does nothing else, with a load below 1; got {busy:.1f}")
    lines = []
    with sync_playwright() as playwright, TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for table in (turns, motions):
            for line in table(browser, Path(folder)):
                print(line, flush=True)
                lines.append(line)
            lines.append("")
        browser.close()
    if arguments == ["--record"]:
        record(lines[:-1])


if __name__ == "__main__":
    main(sys.argv[1:])

"""How smoothly do the explorables follow a hand? `python benchmarks/frames.py`.

Each piece is opened in headless Chromium, and one key or one slider is turned again and again. Told are the median
and the slowest of the turns (script, style and layout), in frames of a screen with sixty of them a second, first on
this processor and then on the same one slowed four times, which stands for a phone. A piece that needs less than one
frame for a turn drops none. A loop that always does the same work is timed before and after the turns: it tells by how
much the processor was slowed indeed, and the turns are told as the factor would have them if it were the asked one. The
last column is the processor time of a turn without slowing, taken four times: other programs do not count in it.
"""

import sys
from pathlib import Path
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


def main():
    print(
        f"{'piece':<9}{'scene':<8}{'hand':<8}{'slowed':>7}{'control':>9}{'median':>9}{'slowest':>9}{'layouts':>9}{'own':>7}"
    )
    with sync_playwright() as playwright, TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for piece, state, hand in TURNS:
            home = Path(folder) / piece
            home.mkdir(exist_ok=True)
            address = write_page(home, piece)
            plain = None  # the control loop's time where nothing is slowed
            for slowed in (1, 4):
                page = browser.new_page(viewport={"width": 390, "height": 844})
                page.goto(address + state)
                page.wait_for_load_state()
                devtools = page.context.new_cdp_session(page)
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
                print(
                    f"{piece:<9}{scene:<8}{name:<8}{slowed:>6}x{factor:>8.1f}x{middle:>9.2f}{worst:>9.2f}{layouts:>9.1f}{own:>7.2f}"
                )
                page.close()
        browser.close()


if __name__ == "__main__":
    main()

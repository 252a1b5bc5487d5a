// A page opened from a folder may not fetch its neighbours, so the search there lists titles without excerpts.
if (location.protocol === "file:") {
  DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
}

// The keyboard scrolls what has the focus, so whatever is larger than its room can have it, and nothing else is a stop.
const BOXES = ".math, mjx-container, .cell_output, .output, pre, table, .pst-scrollable-table-container, .verdict-table-room";
const reach = (box) => {
  const { overflowX, overflowY } = getComputedStyle(box);
  const wide = box.scrollWidth > box.clientWidth && ["auto", "scroll"].includes(overflowX);
  const high = box.scrollHeight > box.clientHeight && ["auto", "scroll"].includes(overflowY);
  if (wide || high) box.tabIndex = 0;
  else if (box.tabIndex === 0) box.removeAttribute("tabindex");
};
const reachScrolling = () => {
  for (const box of document.querySelectorAll(`.bd-article :is(${BOXES})`)) {
    // Rows of claims that nobody has scrolled to have no size yet, and to work it out takes seconds.
    if (box.checkVisibility?.({ contentVisibilityAuto: true }) ?? true) reach(box);
  }
};
let reaching = 0;
const reachSoon = () => {
  cancelAnimationFrame(reaching);
  reaching = requestAnimationFrame(reachScrolling);
};
addEventListener("load", reachScrolling);
addEventListener("resize", reachSoon);
document.addEventListener("toggle", reachSoon, true); // what is unfolded has a width only now
document.addEventListener("contentvisibilityautostatechange", reachSoon, true); // and what somebody scrolled to

// Formulas are set when somebody is about to see them: in view first, then, on a page that is read from top to bottom, the
// others while the browser is idle. What is folded in waits until it is opened. The program that sets them is two
// megabytes, so the page is shown and answers before it is fetched: its script has a type that browsers leave alone.
(() => {
  const later = document.querySelector('script[type="text/later"]');
  if (!later) return; // a site without formulas
  const waiting = new Set(document.querySelectorAll(".math, .badge-claim > .fold-body"));
  const long = document.querySelector(".claims-list") !== null;
  const idle = window.requestIdleCallback ?? ((call) => setTimeout(call, 50));

  // A display that is wider than its column becomes smaller, down to two thirds; what is wider still scrolls.
  const fit = (box) => {
    for (const display of box.querySelectorAll('mjx-container[display="true"]')) {
      const column = display.clientWidth; // what the number of the formula leaves of the line
      const wide = display.querySelector("svg")?.getBoundingClientRect().width ?? 0;
      if (!column || wide <= column) continue;
      display.style.fontSize = `${Math.max(66, Math.floor((100 * column) / wide) - 1)}%`;
    }
  };

  let started;
  const start = () =>
    (started ??= new Promise((ready) => {
      MathJax.startup = {
        typeset: false,
        ready: () => {
          MathJax.startup.defaultReady();
          ready();
        },
      };
      const script = document.createElement("script");
      script.src = later.src;
      document.head.append(script);
    }));
  let queue = Promise.resolve();
  const set = (boxes) => {
    const fresh = boxes.filter((box) => waiting.delete(box));
    for (const box of fresh) box.classList.add("mathjax_process");
    if (fresh.length) {
      queue = queue
        .then(start)
        .then(() => MathJax.typesetPromise(fresh))
        .then(() => fresh.forEach(fit))
        .then(() => fresh.forEach((box) => [box, ...box.querySelectorAll(BOXES)].forEach(reach)));
    }
    return queue;
  };
  // Everything at once, for print and for who asks; or what came to the page later.
  window.setFormulas = (boxes = [...waiting]) => {
    for (const box of boxes) waiting.add(box);
    return set(boxes);
  };
  addEventListener("beforeprint", () => MathJax.typeset?.([...waiting].filter((box) => waiting.delete(box))));

  const observer = new IntersectionObserver(
    (seen) => {
      const boxes = seen.filter((entry) => entry.isIntersecting).map((entry) => entry.target);
      for (const box of boxes) observer.unobserve(box);
      set(boxes);
    },
    { rootMargin: "400px 0px" },
  );
  const rest = () => {
    const boxes = [...waiting].filter((box) => box.checkVisibility?.() ?? true).slice(0, 40);
    if (boxes.length) set(boxes).then(() => idle(rest));
  };
  addEventListener("load", () =>
    idle(() => {
      for (const box of waiting) observer.observe(box);
      if (!long) idle(rest);
    }),
  );
})();

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

// A table that is wider than its column is set tighter, and on a phone, if that is not enough, each row becomes a card whose
// lines begin with the heads of their columns. Without scripts it scrolls.
const headed = (table) => {
  const heads = table.tHead?.rows.length === 1 ? [...table.tHead.rows[0].cells] : [];
  const rows = [...table.tBodies].flatMap((body) => [...body.rows]);
  const plain = rows.every((row) => row.cells.length === heads.length && [...row.cells].every((cell) => cell.colSpan + cell.rowSpan === 2));
  if (!plain || heads.length < 2 || table.querySelector(".math:not(:has(mjx-container))")) return false;
  if (table.querySelector(".cell-head")) return true;
  for (const row of rows) {
    [...row.cells].forEach((cell, at) => {
      const room = document.createElement("div");
      room.append(...cell.childNodes);
      cell.classList.toggle("long", heads[at].innerText.length + room.innerText.length > 24);
      const head = document.createElement("span");
      head.className = "cell-head";
      head.ariaHidden = "true"; // the head of the column says it already
      head.innerHTML = heads[at].innerHTML;
      cell.append(head, room);
    });
  }
  return true;
};
const arrange = (tables) => {
  const phone = matchMedia("(max-width: 40rem)").matches;
  const wide = (table) => {
    const room = table.closest(".verdict-table-room, .pst-scrollable-table-container") ?? table;
    return Math.max(table.scrollWidth - table.clientWidth, room.scrollWidth - room.clientWidth) > 1;
  };
  for (const table of tables) {
    table.classList.remove("tight", "stacked");
    if (!wide(table)) continue;
    table.classList.add("tight");
    if (phone && wide(table) && headed(table)) table.classList.add("stacked");
  }
};

// A formula that is wider than its column becomes smaller, down to three fifths; a display that is wider still scrolls.
const columnOf = (formula) => (formula.hasAttribute("display") ? formula : formula.closest("p, li, td, th, dd, dt, h1, h2, h3, h4, div"));
const MARK = 10; // pixels that a mark takes which stays beside its formula
const fit = (displays) => {
  const sizes = displays.map(() => 100);
  for (const display of displays) if (display.style.fontSize) display.style.fontSize = "";
  for (let round = 0; round < 2; round++) {
    // Letters have whole heights, so a formula may stay a little wider than it should: once more.
    const widths = displays.map((display) => [columnOf(display)?.clientWidth - (display.closest(".glued") ? MARK : 0), display.querySelector("svg")?.getBoundingClientRect().width ?? 0]);
    displays.forEach((display, at) => {
      const [column, wide] = widths[at];
      if (!column || wide <= column) return;
      sizes[at] = Math.max(60, Math.floor((sizes[at] * column) / wide) - 1);
      display.style.fontSize = `${sizes[at]}%`;
    });
  }
  // Where even the smallest size leaves no room for the mark, it goes to the next line after all.
  displays.forEach((display, at) => {
    const pair = display.closest(".glued");
    if (pair) pair.style.whiteSpace = sizes[at] > 60 ? "" : "normal";
  });
};

// Browsers may begin a line with the full stop or the comma after a formula. Neither leaves its formula.
const glue = (formulas) => {
  for (const formula of formulas) {
    const rest = formula.nextSibling;
    const mark = rest?.nodeType === Node.TEXT_NODE ? /^[.,;:?!)]+/.exec(rest.data)?.[0] : undefined;
    if (!mark || mark.length > 2 || formula.closest(".glued")) continue;
    const pair = document.createElement("span");
    pair.className = "glued";
    formula.before(pair);
    rest.deleteData(0, mark.length);
    pair.append(formula, mark);
  }
};

const shown = (selector) =>
  [...document.querySelectorAll(`.bd-article ${selector}`)].filter((box) => box.checkVisibility?.({ contentVisibilityAuto: true }) ?? true);
const settle = () => {
  arrange(shown("table"));
  fit(shown("mjx-container"));
  reachScrolling();
};
let reaching = 0;
const reachSoon = () => {
  cancelAnimationFrame(reaching);
  reaching = requestAnimationFrame(settle);
};
addEventListener("load", settle);
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
        .then(() => {
          glue(fresh.filter((box) => box.matches("span.math")));
          fit(fresh.flatMap((box) => [...box.querySelectorAll("mjx-container")]));
          arrange(new Set(fresh.map((box) => box.closest(".bd-article table")).filter(Boolean)));
          for (const box of fresh) [box, ...box.querySelectorAll(BOXES)].forEach(reach);
        });
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

// A page opened from a folder may not fetch its neighbours, so the search there lists titles without excerpts.
if (location.protocol === "file:") {
  DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
}

// The keyboard scrolls what has the focus, so whatever is larger than its room can have it, and nothing else is a stop.
const BOXES = ".math, .katex-display, .receipt-formula, .cell_output, .output, pre, table, .pst-scrollable-table-container";
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
  if (!plain || heads.length < 2) return false;
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
    const room = table.closest(".pst-scrollable-table-container") ?? table;
    return Math.max(table.scrollWidth - table.clientWidth, room.scrollWidth - room.clientWidth) > 1;
  };
  for (const table of tables) {
    table.classList.remove("tight", "stacked");
    table.style.fontSize = "";
    if (!wide(table)) continue;
    table.classList.add("tight");
    if (phone && wide(table) && headed(table)) table.classList.add("stacked");
    // A table that is still a little too wide becomes a little smaller; a wider one scrolls.
    if (table.scrollWidth > table.clientWidth) {
      table.style.fontSize = `${Math.max(80, Math.floor((95 * table.clientWidth) / table.scrollWidth))}%`;
    }
  }
};

const shown = (selector) =>
  [...document.querySelectorAll(`.bd-article ${selector}`)].filter((box) => box.checkVisibility?.({ contentVisibilityAuto: true }) ?? true);
const settle = () => {
  arrange(shown("table"));
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

// What the interactive figures share: drawing, sliders, dragging, and the start. Each figure is a second implementation of what it
// shows (its `model`), which the tests compare with the library; nothing is loaded from elsewhere.
"use strict";
window.Interactive = { models: {}, figures: {} };
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  let numbered = 0;

  // An element with attributes, text and children; `svg:` before the name for a piece of a drawing.
  const make = (name, attributes = {}, ...inside) => {
    const node = name.startsWith("svg:") ? document.createElementNS(SVG, name.slice(4)) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...inside);
    return node;
  };

  // A drawing of the given size that grows with the column.
  const drawing = (width, height, label) =>
    make("svg:svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label });

  // A slider with its name and its value in words; keyboard and touch come with the browser.
  const slider = ({ name, min, max, step = 1, value, say = String, change }) => {
    const id = `interactive-${++numbered}`;
    const input = make("input", { type: "range", id, min, max, step, value });
    const shown = make("output", { for: id }, say(Number(value)));
    input.setAttribute("aria-valuetext", say(Number(value)));
    const tell = () => {
      shown.textContent = say(Number(input.value));
      input.setAttribute("aria-valuetext", shown.textContent);
      change(Number(input.value));
    };
    input.addEventListener("input", tell);
    const row = make("div", { class: "interactive-slider" }, make("label", { for: id }, name), input, shown);
    row.set = (number) => {
      input.value = number; // the browser keeps it between the ends and on the steps
      tell();
    };
    return row;
  };

  // Calls `moved` with the place in the drawing's own units while the mouse or a finger draws `handle`: once it has gone 4
  // pixels, and more sideways than up or down, unless the handle is `upright`; a finger that goes up or down scrolls. A tap
  // counts as well.
  const drag = (picture, moved, { handle = picture, upright = false } = {}) => {
    let from = null, going = false;
    const move = (event) => {
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
      moved(at.x, at.y);
    };
    const on = (name, listen) => handle.addEventListener(`pointer${name}`, listen);
    const gone = ({ clientX, clientY }) => [Math.abs(clientX - from[0]), Math.abs(clientY - from[1])];
    handle.classList.add(upright ? "upright" : "draggable");
    if (upright) handle.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
    on("down", (event) => {
      if (event.button) return;
      [from, going] = [[event.clientX, event.clientY], false];
      handle.setPointerCapture(event.pointerId);
    });
    on("move", (event) => {
      if (!from || !event.buttons) return;
      const [across, along] = gone(event);
      going ||= Math.hypot(across, along) > 4 && (upright || across > along);
      if (going) move(event);
    });
    on("up", (event) => {
      if (from && !going && Math.hypot(...gone(event)) <= 4) move(event);
      from = null;
    });
    on("cancel", () => (from = null));
  };

  // "a", "a and b", "a, b and c"
  const and = (names) => names.join(", ").replace(/, ([^,]*)$/, " and $1");

  Object.assign(Interactive, { make, drawing, slider, drag, and });

  // A list in the caption is a bet: each entry is a choice and, after a colon, what is said of it. The figure opens with
  // the first choice, and whoever tries another one reads what is said of that.
  const bet = (box, room) => {
    const list = box.querySelector("figcaption ul");
    if (!list) return;
    const question = list.previousElementSibling, told = make("p", { class: "interactive-told", "aria-live": "polite" });
    const group = make("div", { class: "interactive-bet", role: "group", "aria-label": question.textContent }, question);
    for (const entry of list.children) {
      const [, choice, reply] = entry.textContent.trim().match(/^(.*?): (.*)$/s);
      const button = make("button", { type: "button", "aria-pressed": "false" }, choice);
      button.addEventListener("click", () => {
        for (const each of group.querySelectorAll("button")) each.setAttribute("aria-pressed", each === button);
        told.textContent = reply;
        room.hidden = false;
      });
      group.append(button);
    }
    list.remove();
    group.append(told);
    room.hidden = true;
    box.prepend(group);
  };

  // Each figure draws into its own box, above the caption and below its bet.
  Interactive.start = () => {
    for (const box of document.querySelectorAll("figure.interactive[data-figure]")) {
      const room = make("div", { class: "interactive-room" });
      Interactive.figures[box.dataset.figure](room);
      box.prepend(room);
      bet(box, room);
      box.hidden = false;
    }
  };
  document.addEventListener("DOMContentLoaded", Interactive.start);
})();

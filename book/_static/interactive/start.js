// What the interactive figures share: drawing, sliders, dragging, and the start. Each figure is a second implementation of what it
// shows (its `model`), which the tests compare with the library; nothing is loaded from elsewhere. All words stand in the template
// of the figure, and the state stands in the address, as in the explorables, whose kit does both.
"use strict";
window.Interactive = { models: {}, figures: {} };
(() => {
  const { make, script, record, exact } = Scenes;
  let numbered = 0;

  // A drawing of the given size that grows with the column.
  const drawing = (width, height, label) =>
    make("svg:svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label });

  // A whole number as an exponent, and a positive amount: exact, or cut off after four digits where the fraction is long.
  const raised = (number) => String(number).replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]);
  const amount = ([top, bottom]) => {
    const whole = exact.text([top, bottom]);
    if (whole.length < 18) return whole;
    let power = 0;
    for (; top < bottom; top *= 10n) power++;
    const digits = String((top * 1000n) / bottom), cut = `${digits.slice(0, -3)}.${digits.slice(-3)}…`;
    return power > 3 ? `${cut}·10⁻${raised(power)}` : power ? `0.${"0".repeat(power - 1)}${digits}…` : cut;
  };

  // A slider with its name and its value in words; keyboard and touch come with the browser. In the address it is called `key`.
  const slider = ({ key, name, min, max, step = 1, value, say = String, change }) => {
    const id = `interactive-${++numbered}`;
    const input = make("input", { type: "range", id, min, max, step, value });
    const shown = make("output", { for: id });
    const tell = () => {
      shown.textContent = say(Number(input.value));
      input.setAttribute("aria-valuetext", shown.textContent);
    };
    input.addEventListener("input", () => {
      tell();
      change(Number(input.value));
    });
    tell();
    const row = make("div", { class: "interactive-slider" }, make("label", { for: id }, name), input, shown);
    // The browser keeps it between the ends and on the steps.
    const set = (number) => {
      input.value = number;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    };
    return Object.assign(row, { key, input, opening: value, set });
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

  Object.assign(Interactive, { drawing, raised, amount, slider, drag });

  // A list in the caption is a bet: each entry is a choice and, after a colon, what is said of it. The figure opens with
  // the first choice, and whoever tries another one reads what is said of that. The answer is how to choose from outside:
  // by the number of the entry, from 1, or not at all.
  const bet = (box, room, chosen) => {
    const list = box.querySelector("figcaption ul");
    if (!list) return () => {};
    const question = list.previousElementSibling, told = make("p", { class: "interactive-told", "aria-live": "polite" });
    const group = make("div", { class: "interactive-bet", role: "group", "aria-label": question.textContent }, question);
    const entries = [...list.children].map((entry) => entry.textContent.trim().match(/^(.*?): (.*)$/s).slice(1));
    const buttons = entries.map(([choice], k) => make("button", { type: "button", click: () => (choose(k + 1), chosen(k + 1)) }, choice));
    const choose = (number) => {
      buttons.forEach((each, k) => each.setAttribute("aria-pressed", k + 1 === number));
      told.textContent = entries[number - 1]?.[1] ?? "";
      room.hidden = !told.textContent;
    };
    group.append(...buttons, told);
    list.remove();
    box.prepend(group);
    return choose;
  };

  // Each figure draws into its own box, above the caption and below its bet; its state as Python stands below its words. What
  // it returns says, by the number of a bet, who would lose how much if that were so in the present state; nothing if it is.
  Interactive.start = () => {
    for (const box of document.querySelectorAll("figure.interactive[data-figure]")) {
      const name = box.dataset.figure, room = make("div", { class: "interactive-room" }), say = script(box);
      const lost = Interactive.figures[name](room, (key, slots) => say(key, slots).textContent) ?? (() => "");
      const price = make("p", { class: "interactive-lost", "aria-live": "polite" });
      const rows = [...room.querySelectorAll(".interactive-slider")], panel = say("as-python");
      const values = () => Object.fromEntries(rows.map(({ key, input }) => [key, input.value]));
      let number = "", restoring = false;
      const write = () => {
        panel.querySelector("pre").textContent = say("python", values()).textContent;
        price.textContent = lost(number) || "";
      };
      const keep = () => {
        write();
        if (!restoring) memory.save({ bet: String(number), ...values() });
      };
      room.append(price, panel);
      box.prepend(room);
      const choose = bet(box, room, (k) => {
        number = k;
        keep();
      });
      const memory = record(name, (saved) => {
        restoring = true;
        for (const row of rows) row.set(/^\d+(\.\d+)?$/.test(saved[row.key]) ? saved[row.key] : row.opening);
        number = /^[1-9]$/.test(saved.bet) ? Number(saved.bet) : "";
        choose(number);
        write();
        restoring = false;
      });
      room.addEventListener("input", keep);
      panel.addEventListener("toggle", () => box.dispatchEvent(new CustomEvent("scene-python", { bubbles: true })));
      box.hidden = false;
      memory.begin(box);
    }
  };
  document.addEventListener("DOMContentLoaded", Interactive.start);
})();

// The kit of the explorables: stage, words, hand (what the reader may do now), record (the state, in the address).
"use strict";
window.Scenes = { models: {}, pieces: {} };
(() => {
  const SVG = "http://www.w3.org/2000/svg";

  // An element, `svg:` before its name in a drawing; functions listen.
  const set = (node, attributes) => {
    for (const [key, value] of Object.entries(attributes)) {
      if (typeof value === "function") node.addEventListener(key, value);
      else node.setAttribute(key, value);
    }
    return node;
  };
  const make = (name, attributes = {}, ...inside) => {
    const node = name.startsWith("svg:") ? document.createElementNS(SVG, name.slice(4)) : document.createElement(name);
    set(node, attributes).append(...inside.flat());
    return node;
  };
  const draw = (name, ...rest) => make(`svg:${name}`, ...rest);
  const button = (text, click, more = {}) => make("button", { type: "button", click, ...more }, text);

  // Pairs of BigInts, the second positive.
  const gcd = (a, b) => (b ? gcd(b, a % b) : a < 0n ? -a : a);
  const exact = {
    of: (top, bottom = 1) => [BigInt(top), BigInt(bottom)],
    less: (a, b) => a[0] * b[1] < b[0] * a[1],
    minus: (a, b) => [a[0] * b[1] - b[0] * a[1], a[1] * b[1]],
    read: (text) => (/^[1-9]\d{0,8}(\/[1-9]\d{0,8})?$/.test(text) ? exact.of(...text.split("/")) : null),
    text: ([a, b]) => `${a / gcd(a, b)}/${b / gcd(a, b)}`.replace(/\/1$/, ""),
    number: ([a, b]) => Number(a) / Number(b),
  };

  // "a", "a and b", "a, b and c"
  const and = (names) => new Intl.ListFormat("en-GB").format(names);

  // frame(t) for t from 0 to 1; at once where none is wanted.
  const motion = (ms, frame = () => {}) =>
    new Promise((resolve) => {
      if (!ms || matchMedia("(prefers-reduced-motion: reduce)").matches) return resolve(frame(1));
      let start;
      const step = (now) => {
        const t = Math.min(1, (now - (start ??= now)) / ms);
        frame(t);
        t < 1 ? requestAnimationFrame(step) : resolve();
      };
      requestAnimationFrame(step);
    });

  const ease = (t) => (t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2);

  // A square drawing around (0, 0); `at` turns an event into a place.
  const stage = (half) => {
    const picture = draw("svg", { viewBox: `${-half} ${-half} ${2 * half} ${2 * half}` });
    picture.at = (event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
    return picture;
  };

  // Mouse or finger on `handle`, once it has moved 4 pixels; drop(null) where the system breaks off.
  const drag = (picture, handle, { allowed, move, drop }) => {
    let from = null, moved = false;
    const stop = (event) => {
      if (from && moved) drop(event.type === "pointerup" ? picture.at(event) : null);
      from = null;
    };
    const on = (name, listen) => handle.addEventListener(`pointer${name}`, listen);
    on("down", (event) => {
      if (!allowed() || event.button) return;
      [from, moved] = [[event.clientX, event.clientY], false];
      handle.setPointerCapture(event.pointerId);
    });
    on("move", (event) => {
      if (!from) return;
      moved ||= Math.hypot(event.clientX - from[0], event.clientY - from[1]) > 4;
      if (moved) move(picture.at(event));
    });
    handle.addEventListener("touchstart", (event) => allowed() && event.preventDefault(), { passive: false });
    on("up", stop);
    on("cancel", stop);
  };

  // Arrow keys on `node`: step(1) or step(-1); Enter and the space bar: press().
  const keys = (node, step, press) =>
    node.addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (by) step(by);
      else if (press && (event.key === "Enter" || event.key === " ")) press();
      else return;
      event.preventDefault();
    });

  // say(name, {slot: ...}): the thing with that `data-say` in the template of the box, its {slots} filled.
  const script = (box) => (name, slots = {}) => {
    const node = box.querySelector("template").content.querySelector(`[data-say="${name}"]`)?.cloneNode(true);
    if (node) node.innerHTML = node.innerHTML.replace(/{(\w+)}/g, (_, slot) => slots[slot]);
    return node;
  };

  // A question (a paragraph) and its answers (buttons with `data-key`); the first press counts.
  const bet = (group, chosen) => {
    const click = ({ currentTarget: answer }) => {
      if (group.classList.contains("closed")) return;
      group.classList.add("closed");
      set(answer, { "aria-pressed": true });
      chosen(answer.dataset.key);
    };
    for (const answer of group.querySelectorAll("button")) set(answer, { click });
    return set(group, { class: "scene-bet", role: "group", "aria-label": group.querySelector("p").textContent });
  };

  // A slider over `count` places; show(place, words) moves it and tells its value.
  const dial = (row, count, change) => {
    const input = row.querySelector("input"), shown = row.querySelector("output");
    set(input, { max: count - 1, input: () => change(+input.value) });
    return (place, words) => {
      input.value = place;
      shown.textContent = words;
      set(input, { "aria-valuetext": words });
    };
  };

  // The state in the address, as #name?key=value&..., lists joined by "_"; a lecturer links a position.
  const record = (name, restore) => {
    const load = () => {
      const [head, tail] = location.hash.slice(1).split("?");
      return head === name ? Object.fromEntries(new URLSearchParams(tail)) : null;
    };
    let later;
    addEventListener("hashchange", () => {
      clearTimeout(later); // what is followed counts
      if (load()) restore(load());
    });
    const save = (state) => {
      clearTimeout(later); // browsers allow 100 in half a minute
      later = setTimeout(() => {
        const told = Object.entries(state).filter(([, value]) => value.length).map(([key, value]) => [key, [value].flat().join("_")]);
        history.replaceState(history.state, "", `#${name}?${new URLSearchParams(told)}`);
      }, 99);
    };
    const begin = (box) => {
      restore(load() ?? {});
      if (load()) box.scrollIntoView();
    };
    return { begin, save };
  };

  // The room of a piece. `code()` is the state as Python; live cells listen for `scene-python`.
  const room = (box, { go, again, code }) => {
    const whole = box.querySelector("template").content.querySelector(".scene-room").cloneNode(true);
    const [stage, dial, told, hand] = ["stage", "dial", "told", "hand"].map((part) => whole.querySelector(`.scene-${part}`));
    const tabs = whole.querySelectorAll("[data-go]"), panel = whole.querySelector("details");
    for (const tab of tabs) set(tab, { click: () => go(tab.dataset.go) });
    set(whole.querySelector(".scene-again"), { click: again });
    set(panel, { toggle: () => box.dispatchEvent(new CustomEvent("scene-python", { bubbles: true, detail: code() })) });
    box.prepend(whole);

    // What is said and what may be done; a focus in the hand stays.
    const scene = (step, words, things) => {
      const had = hand.contains(document.activeElement);
      told.replaceChildren(...words.filter(Boolean));
      hand.replaceChildren(...things.filter(Boolean));
      if (had) (hand.querySelector("button") ?? hand).focus({ preventScroll: true });
      for (const tab of tabs) set(tab, { "aria-current": tab.dataset.go === step ? "step" : "false" });
      whole.dataset.step = step;
      panel.querySelector("pre").textContent = code();
    };
    return { stage, dial, scene };
  };

  Object.assign(Scenes, { make, draw, set, button, exact, and, motion, ease, stage, drag, keys, script, bet, dial, record, room });

  // Each fills its box.
  document.addEventListener("DOMContentLoaded", () => {
    for (const box of document.querySelectorAll("figure[data-explorable]")) {
      box.classList.add("alive");
      Scenes.pieces[box.dataset.explorable](box);
    }
  });
})();

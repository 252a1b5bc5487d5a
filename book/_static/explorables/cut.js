// Cut the network: a digit of the reader's own, a knife over the units of two networks, and a staircase of widths for ten clients.
// Networks and counts of right answers are made by book/train_cut.py; everything on the staircase is whole numbers.
"use strict";
Scenes.pieces.cut = (box) => {
  const { draw, set, exact, stage, drag, keys, script, bet, dial, record, room, models } = Scenes;
  const { side: SIDE, units: UNITS, digits: DIGITS, alone: ABLE, ...made } = models.cutData, PIXELS = SIDE * SIDE, NAMES = ["ordinary", "slimmable"];

  // ---- The networks ----

  const all = (n) => [...Array(n).keys()];
  const networks = NAMES.map((name) => {
    const { weights, steps, hits } = made[name], bytes = Int8Array.from(atob(weights), (each) => each.charCodeAt(0)), first = PIXELS * UNITS;
    return { hits, steps, inner: bytes.subarray(0, first), bias: bytes.subarray(first, first + UNITS), outer: bytes.subarray(first + UNITS, first + 11 * UNITS), last: bytes.subarray(first + 11 * UNITS) };
  });
  // What each unit answers to an image.
  const answers = ({ steps, inner, bias }, image) => all(UNITS).map((u) => {
    let sum = bias[u];
    for (let p = 0; p < PIXELS; p++) sum += inner[u * PIXELS + p] * image[p];
    return Math.max(0, sum * steps[0]);
  });
  // Ten logits of the first `kept` units.
  const logits = ({ steps, outer, last }, units, kept) => all(10).map((d) => units.slice(0, kept).reduce((sum, each, u) => sum + outer[d * UNITS + u] * each, last[d]) * steps[1]);
  const largest = (numbers) => numbers.indexOf(Math.max(...numbers));
  const parameters = (kept) => kept * (PIXELS + 1) + 10 * (kept + 1);

  // A stroke (a list of lists of [x, y]) as an image of sixteen greys, made as the digits of the training were: 20 pixels large,
  // its weight in the middle of 28, then halved.
  const image = (strokes) => {
    const points = strokes.flat(), ends = [0, 1].map((axis) => [Math.min(...points.map((p) => p[axis])), Math.max(...points.map((p) => p[axis]))]);
    const size = Math.max(...ends.map(([a, b]) => b - a), 1e-6), scaled = strokes.map((line) => line.map((p) => p.map((v, axis) => 14 + ((v - (ends[axis][0] + ends[axis][1]) / 2) / size) * 17)));
    const far = (x, y) => {
      let least = 99;
      for (const line of scaled) line.forEach(([u, v], k) => {
        const [s, t] = line[Math.max(0, k - 1)], [p, q] = [u - s, v - t], along = p || q ? Math.min(1, Math.max(0, ((x - s) * p + (y - t) * q) / (p * p + q * q))) : 0;
        least = Math.min(least, Math.hypot(x - s - along * p, y - t - along * q));
      });
      return least;
    };
    const ink = all(784).map((k) => Math.min(1, Math.max(0, 2 - far((k % 28) + 0.5, Math.floor(k / 28) + 0.5)))), total = ink.reduce((a, b) => a + b);
    const [dx, dy] = [(k) => k % 28, (k) => Math.floor(k / 28)].map((axis) => Math.round(13.5 - ink.reduce((sum, each, k) => sum + each * axis(k), 0) / total));
    const at = (x, y) => (x >= dx && y >= dy && x < 28 + dx && y < 28 + dy ? ink[(y - dy) * 28 + x - dx] : 0);
    return all(PIXELS).map((k) => {
      const [x, y] = [2 * (k % SIDE), 2 * Math.floor(k / SIDE)];
      return Math.round((15 * (at(x, y) + at(x + 1, y) + at(x, y + 1) + at(x + 1, y + 1))) / 4);
    });
  };

  // ---- The staircase ----

  // The widths on offer: each reads more than every narrower one. [right answers, units]
  const MENU = made.slimmable.hits.map((hits, k) => [hits, k + 1]).filter(([hits], k, every) => every.slice(0, k).every(([less]) => less < hits));
  // What everybody is given: equal gains, rounded down to the menu; none where no width is so narrow.
  const share = (own, most, menu) => menu.findLast(([level]) => level <= own + menu.at(-1)[0] - most) ?? [0, 0];
  const given = (brings, menu) => brings.map((each) => share(each, Math.max(...brings), menu));
  // What the last client keeps with each x that it may bring, at the price `pay` out of `per`, all times per; and the best of them.
  const replies = (able, menu, pay, per) => {
    const others = Math.max(...able.slice(0, -1)), kept = all(able.at(-1) + 1).map((x) => per * Math.max(able.at(-1), share(x, Math.max(others, x), menu)[0]) - pay * x), top = Math.max(...kept);
    return { kept, top, best: kept.flatMap((each, x) => (each === top ? [x] : [])) };
  };
  models.cut = { read: (k, image, kept) => logits(networks[k], answers(networks[k], image), kept), image, given, replies, menu: MENU };

  // ---- The state ----

  const ABILITY = [...ABLE].sort((a, b) => a - b), [SECOND, MINE] = ABILITY.slice(-2), TOP = MENU.at(-1)[0];
  // Prices, with the one at which being first is worth exactly as much as nothing: (top - mine) / second.
  const PRICES = [[0, 1], ...all(20).map((k) => [k + 1, 200]), [TOP - MINE, SECOND]].sort(([a, b], [c, d]) => a * d - c * b), START = PRICES.findIndex(([a, b]) => 50 * a === b);
  const BETS = { cut: ["nearly", "most", "half", "none"], give: ["all", "second", "half", "nothing"] };
  const say = script(box), word = (name, slots) => say(name, slots).textContent, listed = (name) => [...say(name).querySelectorAll("li")].map(({ textContent }) => textContent);
  const percent = (count) => (count / 100).toFixed(1).replace("-", "\u2212");
  const text = (numbers) => numbers.map((v) => v.toString(16)).join("");
  let state, drawn = [];
  const restore = (saved) => {
    const whole = (told, least, most, or) => (/^\d{1,5}$/.test(told ?? "") && +told >= least && +told <= most ? +told : or);
    state = { scene: saved.scene === "give" ? "give" : "cut", digit: new RegExp(`^[0-9a-f]{${PIXELS}}$`).test(saved.digit ?? "") ? saved.digit : DIGITS[2], kept: 20, bring: MINE, price: START, cut: "", give: "" };
    for (const each of ["cut", "give"]) if (BETS[each].includes(saved[`bet-${each}`])) state[each] = saved[`bet-${each}`];
    if (state.cut) state.kept = whole(saved.kept, 1, UNITS, 20);
    if (state.give) Object.assign(state, { bring: whole(saved.bring, 0, MINE, MINE), price: whole(saved.price, 0, PRICES.length - 1, START) });
    drawn = [];
    show();
  };
  const memory = record("cut", restore);
  const keep = () => {
    const { scene, digit, kept, bring, price } = state;
    memory.save({ scene, "bet-cut": state.cut, "bet-give": state.give, kept: String(kept), bring: String(bring), price: String(price), digit: digit === DIGITS[2] ? "" : digit });
  };
  const brings = () => [...ABILITY.slice(0, -1), state.bring];
  const python = () => word(`python-${state.scene}`, { kept: state.kept, menu: `[${MENU.map(([level]) => level).join(", ")}]`, brings: `[${brings().join(", ")}]` });

  // ---- The drawing of the networks ----

  const picture = stage(400), cutting = draw("g"), giving = draw("g");
  picture.append(cutting, giving);
  const names = listed("networks"), PAD = 270, x = (kept) => -390 + 19.5 * kept, y = (hits) => 380 - hits * 0.024;
  const pad = draw("g", { class: "pad", role: "button", tabindex: 0, "aria-label": word("pad") }, draw("rect", { x: -390, y: -390, width: PAD, height: PAD, rx: 10 }));
  const pixels = all(PIXELS).map((k) => draw("rect", { class: "pixel", x: -383 + (k % SIDE) * 18.3, y: -383 + Math.floor(k / SIDE) * 18.3, width: 18.5, height: 18.5 })), line = draw("path", { class: "stroke" });
  pad.append(...pixels, line);
  cutting.append(pad, draw("text", { class: "note", x: -385, y: -92 }, word("draw-here")));
  const panels = names.map((name, k) => {
    const top = -390 + 155 * k, title = draw("text", { class: "title", x: -90, y: top + 24 }, name), bars = all(10).map((d) => draw("rect", { class: "bar", x: -90 + 48 * d, width: 38 }));
    cutting.append(title, ...bars, ...all(10).map((d) => draw("text", { class: "digit", x: -71 + 48 * d, y: top + 145 }, String(d))));
    const units = all(UNITS).map((u) => draw("rect", { class: `unit ${NAMES[k]}`, x: x(u) + 1.5, y: -52 + 52 * k, width: 16.5, height: 42, rx: 4 }));
    cutting.append(draw("text", { class: "note", x: 388, y: -58 + 119 * k, "text-anchor": "end" }, name), ...units, draw("path", { class: `curve ${NAMES[k]}`, d: `M${networks[k].hits.map((hits, u) => [x(u + 1), y(hits)]).join("L")}` }));
    return { top, title, bars, units };
  });
  for (const tick of [0, 50, 100]) cutting.append(draw("path", { class: "grid", d: `M-390,${y(100 * tick)}H390` }), draw("text", { class: "tick", x: -388, y: y(100 * tick) - 5 }, String(tick)));
  const knife = draw("g", { class: "knife", role: "slider", tabindex: 0, "aria-label": word("knife"), "aria-valuemin": 1, "aria-valuemax": UNITS }, draw("rect", { class: "reach", x: -30, y: -64, width: 60, height: 450 }), draw("path", { class: "blade", d: "M0,-60V384" }), draw("circle", { class: "halo", cy: 96, r: 25 }), draw("circle", { class: "grip", cy: 96, r: 18 })), dots = NAMES.map((name) => draw("circle", { class: `dot ${name}`, r: 8 }));
  cutting.append(...dots, knife);
  const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
  const hold = (kept) => {
    state.kept = clamp(kept, 1, UNITS);
    show();
  };
  const free = () => Boolean(state[state.scene]);
  drag(picture, knife, { allowed: free, move: (at) => hold(Math.round((at.x + 390) / 19.5)), drop: keep });
  keys(knife, (by) => free() && (hold(state.kept + by), keep()));
  // Writing: a new stroke goes on with the old ones until the pad is wiped.
  const written = (done) => {
    if (drawn.flat().length > 1) state.digit = text(image(drawn));
    show();
    if (done) keep();
  };
  set(pad, { pointerdown: () => drawn.push([]) });
  drag(picture, pad, {
    allowed: () => true,
    move: (at) => {
      drawn.at(-1).push([clamp(at.x, -388, -122), clamp(at.y, -388, -122)]);
      paint();
    },
    drop: () => written(true),
  });
  const another = () => {
    state.digit = DIGITS[(DIGITS.indexOf(state.digit) + 1) % 10];
    drawn = [];
    show();
    keep();
  };
  const blank = () => !/[1-9a-f]/.test(state.digit);
  const wipe = () => {
    state.digit = "0".repeat(PIXELS);
    drawn = [];
    show();
    keep();
  };
  keys(pad, another, another);

  const paintCut = () => {
    const values = [...state.digit].map((v) => parseInt(v, 16)), kept = free() ? state.kept : UNITS, writing = drawn.flat().length > 0;
    pixels.forEach((each, k) => set(each, { opacity: values[k] / 15 }));
    set(line, { d: drawn.filter((each) => each.length).map((each) => `M${each.join("L")}`).join("") || "M0,0" });
    pad.classList.toggle("writing", writing);
    const read = networks.map((net, k) => {
      const units = answers(net, values.map((v) => v / 15)), out = logits(net, units, kept), top = Math.max(...out), raised = out.map((v) => Math.exp(v - top)), sum = raised.reduce((a, b) => a + b), most = Math.max(...units), digit = largest(out);
      raised.forEach((v, d) => set(panels[k].bars[d], { y: panels[k].top + 120 - (v / sum) * 84, height: 4 + (v / sum) * 84, class: d === digit ? `bar ${NAMES[k]}` : "bar" }));
      panels[k].title.textContent = blank() ? names[k] : word("reads", { name: names[k], digit });
      panels[k].units.forEach((each, u) => set(each, { "fill-opacity": 0.12 + (0.88 * units[u]) / most, class: `unit ${NAMES[k]}${u < kept ? "" : " off"}` }));
      set(dots[k], { cx: x(kept), cy: y(net.hits[kept - 1]) });
      return digit;
    });
    set(knife, { transform: `translate(${x(kept)} 0)`, "aria-valuenow": kept, "aria-valuetext": word("units", { kept }), "aria-disabled": !free() });
    cutting.classList.toggle("asked", free());
    return read;
  };

  // ---- The drawing of the staircase ----

  const high = (count) => 130 - count * 0.051, column = (i) => -386 + 78 * i, LOW = 370;
  giving.append(...MENU.map(([level]) => draw("path", { class: "step", d: `M-390,${high(level)}H390` })));
  const clients = listed("client").map((name, i) => {
    const able = draw("rect", { class: "able", x: column(i) + 8, y: high(ABILITY[i]), width: 56, height: 130 - high(ABILITY[i]) }), bar = draw("rect", { class: i === 9 ? "brings mine" : "brings", x: column(i) + 8, width: 56 }), level = draw("path", { class: "level" }), units = draw("text", { class: "width", x: column(i) + 36 });
    giving.append(able, bar, level, units, draw("text", { class: "digit", x: column(i) + 36, y: 156 }, name));
    return { bar, level, units };
  });
  const handle = draw("g", { class: "hand", role: "slider", tabindex: 0, "aria-label": word("hand"), "aria-valuemin": 0, "aria-valuemax": MINE / 100 }, draw("rect", { class: "reach", x: column(9), y: -34, width: 76, height: 68 }), draw("rect", { class: "halo", x: column(9) + 2, y: -15, width: 68, height: 30, rx: 15 }), draw("rect", { class: "grip", x: column(9) + 6, y: -9, width: 60, height: 18, rx: 9 }));
  const curve = draw("path", { class: "value" }), spots = draw("g"), here = draw("circle", { class: "here", r: 7 });
  giving.append(handle, draw("text", { class: "note", x: -386, y: 196 }, word("value")), draw("path", { class: "grid", d: `M-386,${LOW}H386` }), curve, spots, here);
  const bringing = (value) => {
    state.bring = clamp(value, 0, MINE);
    show();
  };
  // A drag stops at the second's contribution when it is near.
  drag(picture, handle, { allowed: free, move: (at) => ((value) => bringing(Math.abs(value - SECOND) < 130 ? SECOND : value))(Math.round((130 - at.y) / 0.051)), drop: keep });
  // Keys step by one in a hundred, with the second's contribution on the way.
  set(handle, {
    keydown: (event) => {
      const by = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
      if (!by || !free()) return;
      event.preventDefault();
      const next = 100 * (by > 0 ? Math.floor(state.bring / 100) + 1 : Math.ceil(state.bring / 100) - 1);
      bringing((state.bring - SECOND) * (next - SECOND) < 0 ? SECOND : next);
      keep();
    },
  });

  // What each contribution keeps, and its curve by its corners; anew for another price.
  let known = {};
  const land = () => {
    if (known.price === state.price) return known;
    const found = replies(ABILITY, MENU, ...PRICES[state.price]), { kept, top } = found, low = Math.min(...kept);
    const at = (v) => [-386 + (v / MINE) * 772, LOW - ((kept[v] - low) / (top - low || 1)) * 150], corners = all(MINE + 1).filter((v) => kept[v] - kept[v - 1] !== kept[v + 1] - kept[v]);
    return (known = { ...found, price: state.price, at, path: `M${corners.map(at).join("L")}` });
  };
  const paintGive = () => {
    const levels = given(brings(), MENU), { best, at, path } = land(), [cx, cy] = at(state.bring);
    clients.forEach(({ bar, level, units }, i) => {
      const v = brings()[i];
      set(bar, { y: high(v), height: 130 - high(v) });
      set(level, { d: `M${column(i) + 2},${high(levels[i][0])}h68` });
      set(units, { y: high(Math.max(v, levels[i][0])) - (i === 9 ? 14 : 8) }); // above the handle
      units.textContent = levels[i][1];
    });
    set(handle, { transform: `translate(0 ${high(state.bring)})`, "aria-valuenow": state.bring / 100, "aria-valuetext": percent(state.bring), "aria-disabled": !free() });
    giving.classList.toggle("asked", free());
    set(curve, { d: path });
    spots.replaceChildren(...(free() ? [best[0], best.at(-1)] : []).map((v) => draw("path", { class: "best", d: "M0,-24L7,-8L24,-7L11,4L15,21L0,11L-15,21L-11,4L-24,-7L-7,-8Z", transform: `translate(${at(v)})` })));
    set(here, { cx, cy });
  };
  const paint = () => {
    set(cutting, { display: state.scene === "cut" ? "inline" : "none" });
    set(giving, { display: state.scene === "give" ? "inline" : "none" });
    return state.scene === "cut" ? paintCut() : paintGive();
  };

  // ---- Words and hands ----

  const rate = ([pay, per]) => (pay ? exact.text(exact.of(per, pay)) : "");
  const ask = (slots, focus) => bet(say(`ask-${state.scene}`, slots), (key) => {
    state[state.scene] = key;
    show();
    keep();
    focus.focus({ preventScroll: true });
  });
  const cut = () => {
    const [one, other] = paint(), { kept } = state, rub = [set(say("other"), { click: another }), !blank() && set(say("wipe"), { click: wipe })];
    if (!free()) return hall.scene("cut", [say("intro-cut")], [ask({}, knife), ...rub]);
    const slots = { kept, ordinary: percent(networks[0].hits[kept - 1]), slimmable: percent(networks[1].hits[kept - 1]), lost: percent(networks[0].hits.at(-1) - networks[0].hits[kept - 1]), one, other, parameters: parameters(kept) };
    hall.scene("cut", [say("now-cut", slots), !blank() && say(one === other ? "same" : "yours", slots), kept === 20 && say(`cut-${state.cut}`, slots), say("hint-cut", slots)], [set(say("to-give"), { click: () => to("give") }), ...rub]);
  };
  const give = () => {
    paint();
    const price = PRICES[state.price], [pay, per] = price, { kept, top, best } = land(), slots = { able: percent(MINE), top: percent(TOP), second: percent(SECOND), rate: rate(price) };
    if (!free()) return hall.scene("give", [say("intro-give", slots)], [ask(slots, handle)]);
    const levels = given(brings(), MENU), full = given(ABILITY, MENU), mean = (rows) => rows.slice(0, -1).reduce((sum, [level], i) => sum + Math.max(level, ABILITY[i]), 0) / 9, mine = kept[state.bring], more = mean(levels) - mean(full);
    Object.assign(slots, { bring: percent(state.bring), units: levels[9][1], level: percent(levels[9][0]), keep: percent(mine / per), gain: ((top - mine) / per / 100).toFixed(2), more: percent(more), half: percent(kept[Math.floor(MINE / 2)] / per), nothing: percent(kept[0] / per), wasted: ((top - kept[MINE]) / per / 100).toFixed(2) });
    turn(state.price, pay ? word("at", slots) : word("free"));
    const first = state.price === START && best.includes(state.bring);
    hall.scene("give", [
      say("now-give", slots), say(mine === top ? "best" : "worse", slots), say(more ? "others-up" : "others-same", slots),
      first ? say(`give-${state.give}`, slots) : say(best[0] ? "hint-give" : best.length > 1 ? "tie" : "dear", slots),
    ], [mine !== top && set(say("show"), { click: () => (bringing(best.at(-1)), keep()) }), state.bring !== MINE && set(say("whole"), { click: () => (bringing(MINE), keep()) })]);
  };
  const show = () => {
    hall.dial.hidden = state.scene === "cut" || !free();
    state.scene === "cut" ? cut() : give();
  };
  const to = (scene) => {
    state.scene = scene;
    show();
    keep();
  };
  const hall = room(box, { go: to, again: () => (restore({}), keep()), code: python });
  const turn = dial(hall.dial, PRICES.length, (place) => {
    state.price = place;
    show();
    keep();
  });
  hall.stage.append(picture);
  memory.begin(box);
};

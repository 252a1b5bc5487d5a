// Be the liar: report an interval, watch four servers ask, rob two of them, then build a world that no liar can rob. All numbers
// are whole: ends are quarters, models are eighths.
"use strict";
Scenes.pieces.liar = (box) => {
  const { draw, set, exact, and, stage, drag, keys, script, bet, record, room } = Scenes;

  // ---- The game, for any intervals ----

  const all = (n) => [...Array(n).keys()];
  const meet = (sets) => {
    const low = Math.max(...sets.map(([a]) => a)), high = Math.min(...sets.map(([, b]) => b));
    return low <= high ? [low, high] : null;
  };
  // A consensus call: the middle of what the members' reports share, twice its number of quarters; or two who share nothing.
  const call = (reports, members) => {
    const sets = members.map((i) => reports[i]), shared = meet(sets);
    if (shared) return { members, point: shared[0] + shared[1] };
    const latest = sets.findIndex(([a]) => a === Math.max(...sets.map(([b]) => b))), first = sets.findIndex(([, b]) => b === Math.min(...sets.map(([, c]) => c)));
    return { members, witness: [members[latest], members[first]].sort() };
  };
  const failing = (truths, point) => all(truths.length).filter((i) => point < 2 * truths[i][0] || point > 2 * truths[i][1]);
  const without = (n, i) => all(n).filter((k) => k !== i);

  // All ways to serve the reports with as few models as possible, in the order of the library.
  const clusterings = (reports) => {
    const n = reports.length, members = (mask) => all(n).filter((i) => (mask >> i) & 1), good = all(1 << n).map((mask) => !mask || Boolean(meet(members(mask).map((i) => reports[i]))));
    const parts = (mask) => {
      const low = mask & -mask, rest = mask ^ low, found = [rest];
      for (let part = rest; part; ) found.push((part = (part - 1) & rest));
      return found.map((part) => part | low);
    };
    const fewest = [0];
    for (let mask = 1; mask < 1 << n; mask++) fewest[mask] = 1 + Math.min(...parts(mask).filter((part) => good[part]).map((part) => fewest[mask ^ part]));
    const split = (mask) => (mask ? parts(mask).filter((part) => good[part] && fewest[mask ^ part] === fewest[mask] - 1).flatMap((part) => split(mask ^ part).map((rest) => [part, ...rest])) : [[]]);
    return split((1 << n) - 1).map((masks) => masks.map(members));
  };
  // One shot: a minimal answer none of whose models suits everybody, as [members, model] pairs, or the first minimal answer.
  const oneShot = (truths, reports) => {
    const every = clusterings(reports), shared = (group) => meet(group.map((i) => reports[i]));
    for (const groups of every) {
      const bad = groups.map((group) => shared(group).map((end) => 2 * end).find((end) => failing(truths, end).length));
      if (bad.every((model) => model !== undefined)) return { spoiled: true, groups: groups.map((group, k) => [group, bad[k]]) };
    }
    return { spoiled: false, groups: every[0].map((group) => [group, shared(group)[0] + shared(group)[1]]) };
  };
  const leaveOneOut = (truths, reports) => {
    const calls = all(reports.length).map((i) => {
      const made = call(reports, without(reports.length, i));
      return { ...made, left: i, failed: made.witness ? null : failing(truths, made.point) };
    });
    const passed = calls.filter(({ failed }) => failed && !failed.length);
    return { calls, point: passed[0]?.point ?? null, suspects: passed.length === calls.length ? [] : passed.map(({ left }) => left) };
  };
  const helly = (truths, reports) => {
    const n = reports.length, calls = [call(reports, all(n))], end = (point, named) => ({ calls, point, named });
    if (!calls[0].witness) return end(calls[0].point, []);
    let suspects = (calls[0].suspects = calls[0].witness);
    while (suspects.length > 1) {
      const left = suspects[0], made = { ...call(reports, without(n, left)), left };
      calls.push(made);
      if (made.witness) {
        suspects = made.suspects = suspects.filter((i) => i !== left && made.witness.includes(i));
        continue;
      }
      made.failed = failing(truths, made.point);
      const exposed = made.failed.filter((i) => i !== left);
      suspects = made.suspects = exposed.length ? exposed : [left];
      if (!exposed.length) return end(made.point, suspects);
    }
    calls.push({ ...call(reports, without(n, suspects[0])), left: suspects[0], suspects });
    return end(calls.at(-1).point, suspects);
  };
  // What a world is good for: `alone` holds an end of W by itself, or `cut` is [liar, group, model, group, model], or neither.
  const weakness = (sets) => {
    const agreed = meet(sets);
    if (!agreed) return { empty: true };
    const left = all(sets.length).filter((i) => sets[i][0] === agreed[0]), right = all(sets.length).filter((i) => sets[i][1] === agreed[1]);
    if (left.length === 1 || right.length === 1) return { alone: (left.length === 1 ? left : right)[0], agreed };
    const both = left.filter((i) => right.includes(i));
    if (both.length > 1) return { agreed, both };
    const liar = both[0] ?? left[0], rest = without(sets.length, liar), lows = rest.filter((i) => !left.includes(i)), highs = rest.filter((i) => !lows.includes(i));
    return { agreed, both, cut: [liar, lows, Math.max(...lows.map((i) => sets[i][0])), highs, Math.min(...highs.map((i) => sets[i][1]))] };
  };
  Scenes.models.liar = { call, oneShot, leaveOneOut, helly, weakness };

  // ---- The state ----

  const ME = 2, END = 16, THREE = [[-8, 4], [-4, 8], [-4, 4]], SIX = all(6).map((i) => THREE[i % 2]), OPEN = [[-8, 4], [-8, 4], [-4, 8], [-4, 8], [-12, 12], [-12, 12]];
  const SCENES = ["lie", "twins", "design"], BETS = { lie: ["one", "two", "three", "four"], twins: ["yes", "no"], design: ["none", "one", "two", "three"] };
  const say = script(box), word = (name, slots) => say(name, slots).textContent;
  let state, tries = 0;
  const truths = () => ({ lie: THREE, twins: SIX, design: state.world })[state.scene];
  const reports = () => (state.scene === "design" ? state.world : truths().map((own, i) => (i === ME ? state.report : own)));
  const number = (top, bottom) => exact.text(exact.of(top, bottom)).replace("-", "\u2212");
  const names = (members) => and(members.map(String));

  const restore = (saved) => {
    const read = (text, count) => {
      const found = (text ?? "").split("_").map((each) => each.split(".").map(Number));
      return found.length === count && found.every(([a, b]) => Number.isInteger(a) && Number.isInteger(b) && -END <= a && a <= b && b <= END) ? found : null;
    };
    const scene = SCENES.includes(saved.scene) ? saved.scene : "lie", guess = {};
    for (const each of SCENES) guess[each] = BETS[each].includes(saved[`bet-${each}`]) ? saved[`bet-${each}`] : "";
    state = { scene, guess, report: read(saved.report, 1)?.[0] ?? { lie: THREE, twins: SIX, design: THREE }[scene][ME], world: read(saved.world, 6) ?? OPEN, robbed: (saved.robbed ?? "").split("").filter((each) => "eot".includes(each)).join("") };
    tries = 0;
    build();
    show();
  };
  const memory = record("liar", restore);
  const keep = () => {
    const told = { scene: state.scene, robbed: state.robbed };
    for (const each of SCENES) told[`bet-${each}`] = state.guess[each];
    if (state.scene === "design") told.world = state.world.map((each) => each.join("."));
    else told.report = state.report.join(".");
    memory.save(told);
  };
  const python = () => {
    const end = (q) => (q % 4 ? `F(${exact.text(exact.of(q, 4)).replace("/", ", ")})` : String(q / 4)), listed = (sets) => sets.map(([a, b]) => `cs.Interval(${end(a)}, ${end(b)})`).join(", ");
    return word(`python-${state.scene === "design" ? "world" : "lie"}`, { truths: listed(truths()), report: listed([state.report]) });
  };

  // ---- The drawing ----

  const picture = stage(400), ground = draw("g"), bars = draw("g"), marks = draw("g", { class: "marks" }), servers = draw("g", { class: "servers" });
  picture.append(ground, bars, marks, servers);
  const x = (quarters) => 20 + 21 * quarters, quarter = (at) => Math.round((at - 20) / 21);
  const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
  const free = () => Boolean(state.guess[state.scene]);
  let rows = [], top, step;

  // Each row: the truth, the report, and, where the reader's hand may be, its body and two grips.
  const build = () => {
    const n = truths().length, design = state.scene === "design", span = design ? 700 : 330;
    [top, step] = [-380, span / n];
    bars.replaceChildren();
    ground.replaceChildren(draw("rect", { class: "agreed", y: top, height: span }), ...[-4, -2, 0, 2, 4].map((tick) => draw("text", { class: "tick", x: x(4 * tick), y: top + span + 24 }, String(tick).replace("-", "\u2212"))));
    rows = all(n).map((i) => {
      const y = top + step * i + step / 2, high = Math.min(54, step * 0.62), mine = design || i === ME;
      const row = { y, high, truth: draw("rect", { class: "truth" }), told: draw("rect", { class: mine ? "told mine" : "told" }), grips: [] };
      const name = draw("text", { class: mine && !design ? "name me" : "name", x: -392, y: y + 10 }, mine && !design ? word("you", { name: i }) : String(i));
      bars.append(row.truth, name, row.told);
      if (mine) {
        row.grips = ["low", "high"].map((side) => draw("circle", { class: "grip", r: Math.min(22, high / 2 + 4), "data-side": side }));
        bars.append(...row.grips);
        hold(row, i, "both", row.told);
        row.grips.forEach((grip) => hold(row, i, grip.dataset.side, grip));
      }
      return row;
    });
  };
  // A handle moves one end or both, by mouse, finger or arrow keys.
  const hold = (row, i, side, handle) => {
    let from = 0;
    const own = () => (state.scene === "design" ? state.world[i] : state.report);
    const put = ([a, b]) => {
      const next = [clamp(a, -END, END), clamp(b, -END, END)];
      if (next[0] > next[1] || String(next) === String(own())) return; // a hand moves far more often than an end
      if (state.scene === "design") state.world = state.world.map((each, k) => (k === i ? next : each));
      else state.report = next;
      show(true);
    };
    const shift = (by) => {
      const [a, b] = own(), step = clamp(by, -END - a, END - b);
      put(side === "low" ? [Math.min(a + by, b), b] : side === "high" ? [a, Math.max(b + by, a)] : [a + step, b + step]);
    };
    drag(picture, handle, {
      allowed: free,
      move: (at) => shift(quarter(at.x - from) - own()[side === "high" ? 1 : 0]),
      drop: asked,
    });
    set(handle, { pointerdown: (event) => (from = picture.at(event).x - x(own()[side === "high" ? 1 : 0])) });
    keys(handle, (by) => {
      if (!free()) return;
      shift(by);
      asked();
    });
    set(handle, { role: "slider", tabindex: 0, "aria-valuemin": -4, "aria-valuemax": 4, "aria-label": word(`grip-${side}`, { name: i }) });
  };
  // After the hand rests, the servers ask one call after the other.
  const asked = () => {
    tries += 1;
    show();
    keep();
    servers.classList.add("asking"); // the lines are new
  };

  let known = {};
  const outcome = () => {
    const own = truths(), told = reports(), key = JSON.stringify([own, told]);
    if (known.key === key) return known;
    const others = own.length - 1, first = call(told, all(own.length));
    const shot = oneShot(own, told), loo = leaveOneOut(own, told), h = helly(own, told);
    return (known = { key, first, shot, loo, h, coins: [first.witness ? 10 * others : 0, shot.spoiled ? 10 * others : 0, 0, 0] });
  };
  const panel = (k, title, lines, coins, said) => {
    const n = truths().length, [u, v] = [k % 2 ? 8 : -392, k < 2 ? 12 : 206], gap = n > 3 ? 25 : 34, high = lines.length > 4 ? 22 : 34, r = n > 3 ? 9 : 12;
    const line = ({ members, witness, point, failed, groups, suspects }, at) => {
      const y = v + 52 + high * at, ring = (i) => (witness?.includes(i) ? "dot witness" : failed?.includes(i) ? "dot failed" : "dot");
      const dots = all(n).map((i) => draw("circle", { class: `${members.includes(i) ? ring(i) : "dot out"} ${i === ME ? "mine" : ""}`, cx: u + 24 + gap * i, cy: y, r }));
      const text = groups ?? (witness ? "\u2205" : `${number(point, 8)} ${failed ? (failed.length ? "\u2717" : "\u2713") : ""}`);
      const row = suspects ? lines[0].suspects.map((i, k) => draw("text", { class: suspects.includes(i) ? "suspect" : "cleared", x: u + 276 + 28 * k, y: y + 8 }, String(i))) : [];
      return draw("g", { class: "line", style: `animation-delay: ${at * 0.35}s` }, ...dots, draw("text", { class: witness ? "empty" : "", x: u + 24 + gap * n, y: y + 8 }, text), ...row);
    };
    return draw("g", { role: "img", "aria-label": said, class: coins ? "panel robbed" : "panel" }, draw("rect", { x: u, y: v, width: 384, height: 188, rx: 14 }),
      draw("text", { class: "title", x: u + 14, y: v + 29 }, title), lines[0].suspects ? draw("text", { class: "cleared", x: u + 320, y: v + 29, "text-anchor": "end" }, word("suspects")) : [], ...lines.map(line),
      draw("circle", { class: "coin", cx: u + 352, cy: v + 32, r: 25 }), draw("text", { class: "sum", x: u + 352, y: v + 41 }, String(coins)));
  };

  const paint = () => {
    const told = reports(), own = truths(), agreed = meet(own), design = state.scene === "design";
    set(ground.firstChild, agreed ? { x: x(agreed[0]), width: Math.max(4, x(agreed[1]) - x(agreed[0])) } : { width: 0 });
    rows.forEach(({ y, high, truth, told: bar, grips }, i) => {
      const [a, b] = told[i], [c, d] = own[i], place = (low, up) => ({ x: x(low), y: y - high / 2, width: Math.max(6, x(up) - x(low)), height: high, rx: 8 });
      set(truth, i === ME ? place(c, d) : { width: 0 });
      set(bar, place(a, b));
      grips.forEach((grip, k) => set(grip, { cx: k ? Math.max(x(b), x(a) + 6) + 14 : x(a) - 14, cy: y }));
      for (const handle of grips.length ? [bar, ...grips] : []) set(handle, { "aria-valuenow": (handle === grips[1] ? b : a) / 4, "aria-valuetext": word("from-to", { low: number(a, 4), high: number(b, 4) }), "aria-disabled": !free() });
    });
    const diamond = (point, i, kind = "") => draw("path", { class: `model ${kind}`, d: `M${x(point / 2)},${rows[i].y - 17}l15,17l-15,17l-15,-17z` });
    if (design) {
      const { cut } = weakness(own);
      rows.forEach(({ told: bar }, i) => bar.classList.toggle("liar", cut?.[0] === i));
      marks.replaceChildren(...(free() && cut ? [...[...cut[1], cut[0]].map((i) => diamond(2 * cut[2], i)), ...cut[3].map((i) => diamond(2 * cut[4], i))] : []));
      return servers.replaceChildren();
    }
    const { first, shot, loo, h, coins } = outcome(), [a, b, c, d] = [...say("servers").querySelectorAll("li")].map(({ textContent }) => textContent);
    marks.replaceChildren(...(free() && shot.spoiled ? shot.groups.flatMap(([group, model]) => group.map((i) => diamond(model, i))) : []));
    const last = ({ point }) => (point === null ? "" : number(point, 8)), shots = shot.groups.map(([group, model]) => ({ members: group, groups: `${number(model, 8)} ${failing(own, model).length ? "\u2717" : "\u2713"}` }));
    set(servers, { class: free() ? "servers" : "servers idle" });
    servers.replaceChildren(
      panel(0, a, [first], coins[0], first.witness ? word("panel-none", { server: a, coins: coins[0] }) : word("panel-model", { server: a, model: last(first), calls: 1 })),
      panel(1, b, shots, coins[1], word(shot.spoiled ? "panel-none" : "panel-model", { server: b, coins: coins[1], calls: 1, model: shot.groups.map(([, model]) => number(model, 8)).join(", ") })),
      panel(2, c, loo.calls, 0, word("panel-model", { server: c, model: last(loo), calls: loo.calls.length })),
      panel(3, d, h.calls, 0, word(h.named.length ? "panel-named" : "panel-model", { server: d, model: last(h), calls: h.calls.length, rows: h.calls.map(({ suspects }) => names(suspects ?? [])).join("; ") })),
    );
  };

  // ---- Words and hands ----

  const ask = (scene, name) => bet(say(name), (key) => {
    state.guess[scene] = key;
    show();
    keep();
    rows[scene === "design" ? 0 : ME].told.focus({ preventScroll: true });
  });
  const move = (report) => {
    state.report = report;
    asked();
  };
  const lie = (now) => {
    const { first, shot, loo, h, coins } = outcome(), [low, high] = state.report, twins = state.scene === "twins", done = twins ? "t" : "o";
    if (first.witness && !state.robbed.includes("e")) state.robbed += "e";
    if (shot.spoiled && !state.robbed.includes(done)) state.robbed += done;
    const ours = shot.groups.find(([group]) => group.includes(ME)), theirs = shot.groups.find((each) => each !== ours) ?? ours;
    const robbed = state.robbed.includes(done), slots = { low: number(low, 4), high: number(high, 4), coins: coins[0] + coins[1], calls: h.calls.length, named: names(h.named), suspects: names(loo.suspects), others: names(without(truths().length, ME)), prize: 10 * (truths().length - 1), served: names(ours[0].filter((i) => i !== ME)), model: number(ours[1], 8), rest: names(theirs[0]), other: number(theirs[1], 8) };
    const truth = truths()[ME].every((end, k) => end === state.report[k]);
    view.scene(state.scene, [
      say(truth ? "honest" : shot.spoiled ? "robbed" : first.witness ? "vetoed" : "harmless", slots),
      first.witness && say("caught", slots), shot.spoiled && say("why", slots),
      robbed && !now && say(`${state.scene}-${state.guess[state.scene]}`, slots), !robbed && say("hint"), first.witness && !h.calls.at(-1).failed && say("untested"),
    ], now ? [] : [
      robbed && set(say(twins ? "to-design" : "to-twins"), { click: () => to(twins ? "design" : "twins") }),
      !robbed && tries > 5 && set(say("show"), { click: () => move(twins ? [-6, -6] : [-9, -5]) }),
      !truth && set(say("truth"), { click: () => move(truths()[ME]) }),
    ]);
  };
  const design = (now) => {
    const { empty, alone, cut, both, agreed } = weakness(state.world), alike = state.world.find((own) => state.world.filter(([a, b]) => a === own[0] && b === own[1]).length > 2);
    const slots = { alone, low: agreed && number(agreed[0], 4), high: agreed && number(agreed[1], 4), both: names(both ?? []), liar: cut?.[0], near: names(cut?.[1] ?? []), x: cut && number(cut[2], 4), far: names(cut?.[3] ?? []), y: cut && number(cut[4], 4) };
    const safe = !empty && alone === undefined && !cut;
    view.scene("design", [
      say(empty ? "no-agreement" : alone !== undefined ? "alone" : cut ? "cut" : alike ? "alike" : "safe", slots),
      safe && !alike ? say(`design-${state.guess.design}`) : say("task"),
    ], now ? [] : [set(say("start"), { click: () => ((state.world = OPEN), asked()) })]);
  };
  const show = (now = false) => {
    paint();
    if (!free()) {
      const intro = { lie: "intro", twins: "intro-twins", design: "intro-design" }[state.scene];
      return view.scene(state.scene, [say(intro)], [ask(state.scene, { lie: "rob", twins: "still-robbed", design: "how-many" }[state.scene])]);
    }
    state.scene === "design" ? design(now) : lie(now);
  };
  const to = (scene) => {
    Object.assign(state, { scene, report: { lie: THREE, twins: SIX, design: THREE }[scene][ME] });
    tries = 0;
    build();
    show();
    keep();
  };
  const view = room(box, { go: to, again: () => (restore({}), keep()), code: python });
  view.stage.append(picture);
  memory.begin(box);
};

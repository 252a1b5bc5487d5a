// The waltz: bet who leaves, look for a split that lasts, turn the noise; exactly.
"use strict";
Scenes.pieces.waltz = (box) => {
  const { draw, make, set, button, exact, and, motion, ease, stage, drag, keys, script, bet, dial, record, room } = Scenes;
  const { less, minus, text } = exact;
  const TURN = 2 * Math.PI, NAMES = "abcde", SIZES = [1, 3, 3, 3, 62], RADIUS = [36, 42, 42, 42, 62];

  // -- The game, for any sizes

  const maskOf = (members) => members.reduce((mask, i) => mask | (1 << i), 0);
  const coalitions = (count) =>
    Array.from({ length: (1 << count) - 1 }, (_, k) => [...Array(count).keys()].filter((i) => ((k + 1) >> i) & 1));
  const shortFirst = (a, b) => a.length - b.length || (a.join() < b.join() ? -1 : 1);

  // Expected errors of the members, spread 1.
  const errors = (sizes, noise, members) => {
    const n = members.map((i) => BigInt(sizes[i])), total = n.reduce((a, b) => a + b), squares = n.reduce((sum, b) => sum + b * b, 0n);
    return n.map((own) => [noise[0] * total + noise[1] * (squares + total * (total - 2n * own)), noise[1] * total * total]);
  };

  // All splits of players 0..count-1.
  const partitions = (count) => count === 0 ? [[]] : partitions(count - 1).flatMap((rest) => [
    ...rest.map((_, at) => rest.map((block, i) => (i === at ? [...block, count - 1] : block))),
    [...rest, [count - 1]],
  ]);

  // `blocking` as in the library; `first`: the one whose least gain is largest; `near`: losers, the closest first.
  const game = (sizes, noise) => {
    const all = coalitions(sizes.length), offered = all.map((members) => errors(sizes, noise, members));
    const offer = (members) => offered[maskOf(members) - 1];
    const now = (split) => sizes.map((_, i) => {
      const block = split.find((each) => each.includes(i));
      return offer(block)[block.indexOf(i)];
    });
    const gains = (split, members) => offer(members).map((e, k) => minus(now(split)[members[k]], e));
    const blocks = (split, present = now(split)) => (members) => offer(members).every((e, k) => less(e, present[members[k]]));
    const least = (split, members) => gains(split, members).reduce((a, b) => (less(b, a) ? b : a));
    const more = (split) => (a, b) => Number(minus(least(split, b), least(split, a))[0]);
    const blocking = (split) => all.filter(blocks(split)).sort(shortFirst);
    const lasts = (split) => !all.some(blocks(split));
    const first = (split) => blocking(split).sort(more(split))[0];
    const near = (split) => all.filter((members) => least(split, members)[0] < 0n).sort(more(split));
    return { gains, least, blocking, lasts, first, near };
  };
  const tidy = (split) => split.filter((b) => b.length).map((b) => [...b].sort()).sort((x, y) => x[0] - y[0]);
  const leave = (split, members) => tidy([...split.map((block) => block.filter((i) => !members.includes(i))), members]);
  Scenes.models.waltz = { partitions, leave, game: (sizes, noise) => game(sizes, exact.of(...noise)) };

  // -- The map: the 52 splits by the company that e has, so that the waltz goes round it clockwise

  const letters = (members) => members.map((i) => NAMES[i]).join("");
  const group = (members) => and([...letters(members)]);
  const code = (split) => split.map(letters).join("-");
  const shown = (split) => code(split).replaceAll("-", " | ");
  const parse = (name) => name.split("-").map((block) => [...block].map((each) => NAMES.indexOf(each)));
  const company = (split) => split.find((block) => block.includes(4));
  const side = (split) => {
    const own = letters(company(split));
    return own === "e" ? 0 : own === "ae" ? 1 : own[0] === "a" ? 2 : 3;
  };
  const order = (split) => 100 * side(split) + [0, 0, 10, -10][side(split)] * company(split).length - split.length;
  const MAP = partitions(5).sort((a, b) => order(a) - order(b) || (code(a) < code(b) ? -1 : 1));
  const PLACE = Object.fromEntries(MAP.map((split, at) => [code(split), at]));
  const angle = (at) => (TURN * (at + side(MAP[at]) + 0.5)) / 56;

  // b, c and d have 3 records each: splits that differ by these names alone are of one kind.
  const kind = (split) => split.map((block) => letters(block).replace(/[cd]/g, "b")).sort().join("-");
  const KINDS = [...new Set(MAP.map(kind))];

  // -- The rooms: circles inside the ring, clinics inside the circles

  const HOME = [[-70, -80], [-100, -10], [-80, 70], [0, 110], [90, 10]];
  const known = {};
  const layout = (split) => (known[code(split)] ??= arrange(split));
  const arrange = (split) => {
    const rooms = split.map((block) => {
      const host = block.length > 1 && block.includes(4), round = host ? block.filter((i) => i !== 4) : block, n = round.length;
      const far = host ? 112 : n > 1 ? 47 / Math.sin(Math.PI / n) : 0, apart = host && n === 2 ? 0.9 : TURN / n;
      const turn = host && n < 3 ? Math.PI - (n - 1) * 0.45 : [0, 0, 0, Math.PI / 6, -0.75 * Math.PI][n], shift = host ? [0, 46, 50, 0, 0][n] : 0;
      const spots = round.map((i, k) => [i, shift + far * Math.cos(turn + apart * k), far * Math.sin(turn + apart * k)]);
      if (host) spots.push([4, shift, 0]);
      const r = 12 + (host ? [0, 108, 113, 154, 154][n] : far + RADIUS[block[0]] + (n > 1 && !block[0]) * 6);
      const [cx, cy] = [0, 1].map((axis) => block.reduce((sum, i) => sum + HOME[i][axis], 0) / block.length);
      return { block, cx, cy, r, spots };
    });
    const move = (room, x, y, by) => ((room.cx += x * by), (room.cy += y * by));
    for (let k = 0; k < 60; k++) {
      for (const a of rooms) {
        if (k < 40) move(a, a.cx, a.cy, -0.15);
        for (const b of rooms) {
          const dx = b.cx - a.cx, dy = b.cy - a.cy, d = Math.hypot(dx, dy), push = (a.r + b.r + 8 - d) / d / (a.r + b.r);
          if (a === b || push <= 0) continue;
          move(a, dx, dy, -push * b.r);
          move(b, dx, dy, push * a.r);
        }
      }
    }
    const places = [];
    for (const { cx, cy, spots } of rooms) for (const [i, u, v] of spots) places[i] = [cx + u, cy + v];
    return { rooms, places };
  };

  // -- The noise: the slider looks closely at 11 and stops on the exact ends

  const ENDS = ["1259/115", "496/45"].map(exact.read);
  const same = (a, b) => !less(a, b) && !less(b, a);
  const NOISES = [[50, 1000, 10], [1005, 1090, 5], [1091, 1109, 0.25], [1110, 1200, 5], [1220, 2000, 20]]
    .flatMap(([from, to, by]) => Array.from({ length: (to - from) / by + 1 }, (_, k) => exact.of(100 * (from + k * by), 10000)))
    .concat(ENDS).sort((a, b) => (less(a, b) ? -1 : 1));

  const say = script(box), word = (name, slots) => say(name, slots).textContent;
  let state, play, busy, placed, turns = 0, roving = 0, visited;
  const here = () => MAP[PLACE[state.path.at(-1)]];
  const noise = () => (state.scene === "noise" && exact.read(state.noise)) || exact.of(11);
  const tried = (split) => state.tried.includes(kind(split));
  const lasting = () => (play.stable ??= MAP.filter(play.lasts));
  const open = () => state.scene === "search" || (state.scene === "noise" && state.hope);

  const python = () => {
    const value = text(noise()), whole = !value.includes("/"), split = here().map((block) => block.join(",")).join(" | ");
    const lines = word("python", { noise: whole ? value : `Fraction(${value.replace("/", ", ")})`, split });
    return whole ? lines : `from fractions import Fraction\n${lines}`;
  };
  const restore = (saved) => {
    const pick = (key, ...allowed) => (saved[key] ?? "").split("_").filter((each) => allowed.flat().includes(each));
    const [scene = "dance"] = pick("scene", "search", "noise"), [guess = ""] = pick("guess", "none", "one", "several"), [hope = ""] = pick("hope", "less", "more", "both");
    const path = pick("path", MAP.map(code)).slice(-24), bets = pick("bets", "nobody", coalitions(5).map(letters));
    state = { scene, path: path.length ? path : ["abcd-e"], bets, guess, hope, tried: pick("tried", KINDS), noise: exact.read(saved.noise) ? saved.noise : "" };
    visited = new Set();
    begin();
  };
  const memory = record("waltz", restore);
  const keep = () => memory.save(state);

  // -- The drawing, from back to front

  const picture = stage(400);
  const [sides, ring, arrows, walls, light, discs] = ["sides", "ring", "arrows", "rooms", "light", "discs"].map((name) => draw("g", { class: name }));
  picture.append(say("tip"), draw("circle", { class: "floor", r: 240 }), sides, ring, arrows, walls, light, discs);
  const polar = (r, turn) => [r * Math.sin(turn), -r * Math.cos(turn)];
  const arc = (r, from, to) => `M${polar(r, from)}A${r},${r},0,${+(Math.abs(to - from) > Math.PI)},${+(to > from)},${polar(r, to)}`;

  [...say("sides").querySelectorAll("li")].forEach(({ textContent: name }, k) => {
    const own = [...MAP.keys()].filter((at) => side(MAP[at]) === k), from = angle(own[0]) - 0.05, to = angle(own.at(-1)) + 0.05;
    const low = Math.cos((from + to) / 2) < -0.2;
    sides.append(draw("path", { d: arc(375, from, to) }), draw("path", { id: `waltz-${k}`, class: "none", d: low ? arc(395, to, from) : arc(384, from, to) }),
      draw("text", {}, draw("textPath", { href: `#waltz-${k}`, startOffset: "50%" }, name)));
  });

  const marks = MAP.map((split, at) => {
    const mark = draw("g", { transform: `rotate(${(angle(at) * 360) / TURN})`, role: "button", click: () => visit(at) },
      draw("rect", { class: "glow", x: -14, y: -372, width: 28, height: 103, rx: 14 }));
    const beads = draw("g", { class: "beads" });
    let y = -280;
    for (const block of split) {
      const top = y, own = block.map((i) => {
        const r = [5, 6, 6, 6, 9][i];
        return draw("circle", { class: `bead ${NAMES[i]}`, cy: (y -= 2 * r) + r, r });
      });
      beads.append(draw("path", { class: "string", d: `M0,${top}V${y}` }), ...own);
      y -= 5;
    }
    mark.append(beads);
    keys(mark, (by) => {
      roving = (at + by + 52) % 52;
      paint();
      marks[roving].focus();
    }, () => visit(at));
    ring.append(mark);
    return mark;
  });

  const clinics = SIZES.map((size, i) => {
    const big = i === 4, disc = draw("g", { class: `clinic ${NAMES[i]}` }, draw("circle", { class: "reach", r: 50 }),
      draw("circle", { class: "halo", r: RADIUS[i] + 6 }), draw("circle", { class: "body", r: RADIUS[i] }),
      draw("text", { class: "name", y: big ? 4 : 5 }, NAMES[i]), draw("text", { y: big ? 33 : 27 }, String(size)));
    const movable = () => state.scene === "search" && !busy;
    drag(picture, disc, {
      allowed: movable,
      move: (at) => {
        disc.classList.add("held");
        set(disc, { transform: `translate(${at.x},${at.y})` });
        [...walls.children].forEach((wall, k) => wall.classList.toggle("open", placed.rooms[k] === under(at)));
      },
      drop: (at) => (at ? put(i, under(at)?.block ?? []) : settle(200)),
    });
    keys(disc, (by) => {
      if (!movable()) return;
      const rooms = [...here(), []], own = rooms.findIndex((block) => block.includes(i)), count = rooms.length - (rooms[own].length === 1);
      put(i, rooms[(own + by + count) % count]);
    });
    discs.append(disc);
    return disc;
  });
  const under = (at) => placed.rooms.find(({ cx, cy, r }) => Math.hypot(at.x - cx, at.y - cy) < r);

  // Rooms and clinics go to their places; `movers` walk on a bow, one after the other.
  const settle = (ms = 0, movers = []) => {
    const then = layout(here()), old = placed ?? then, turn = ++turns, mix = (a, b, t) => a + (b - a) * t;
    const twin = (rooms, { block }) => rooms.find((each) => each.block.at(-1) === block.at(-1));
    const pace = [
      ...then.rooms.map((now) => [twin(old.rooms, now) ?? { ...now, r: 0 }, now]),
      ...old.rooms.filter((was) => !twin(then.rooms, was)).map((was) => [was, { ...was, r: 0 }]),
    ];
    placed = then;
    walls.replaceChildren(...pace.map(() => draw("circle")));
    return motion(ms, (t) => {
      if (turn !== turns) return;
      pace.forEach(([a, z], k) => set(walls.children[k], { cx: mix(a.cx, z.cx, ease(t)), cy: mix(a.cy, z.cy, ease(t)), r: mix(a.r, z.r, ease(t)) }));
      clinics.forEach((disc, i) => {
        const late = Math.max(0, movers.indexOf(i)) * 0.08, e = ease(Math.min(1, Math.max(0, (t - late) / 0.68))), [x, y] = old.places[i], [u, v] = then.places[i];
        const bow = movers.includes(i) ? Math.sin(Math.PI * e) : 0, hop = Math.abs(Math.sin(9.42 * e)) * 9 * bow;
        set(disc, { transform: `translate(${mix(x, u, e) - (v - y) * 0.22 * bow},${mix(y, v, e) + (u - x) * 0.22 * bow - hop})` });
        if (t === 1) disc.classList.remove("held");
      });
    });
  };

  const shine = (members = []) => {
    clinics.forEach((disc, i) => disc.classList.toggle("willing", members.includes(i)));
    const far = (i, j) => Math.hypot(placed.places[i][0] - placed.places[j][0], placed.places[i][1] - placed.places[j][1]);
    light.replaceChildren(...members.slice(1).map((i, k) => {
      const j = members.slice(0, k + 1).reduce((a, b) => (far(i, b) < far(i, a) ? b : a));
      return draw("path", { d: `M${placed.places[i]}L${placed.places[j]}` });
    }));
  };

  // The map, its arrows, and names.
  const paint = (failed = tried) => {
    const lamps = state.scene === "noise" && state.hope, searching = state.scene === "search", stable = lamps ? lasting() : [], path = lamps ? [] : state.path.slice(-9);
    MAP.forEach((split, k) => {
      const is = { now: split === here(), seen: path.includes(code(split)), lit: stable.includes(split), failed: searching && failed(split) };
      set(marks[k], {
        class: ["split", ...Object.keys(is).filter((name) => is[name])].join(" "), tabindex: open() && k === roving ? 0 : -1,
        "aria-label": [shown(split), ...["now", "lit", "failed"].filter((name) => is[name]).map((name) => word(name))].join(", "),
      });
    });
    set(ring, { "aria-hidden": !open() });
    box.classList.toggle("dark", lamps && !stable.length);
    box.classList.toggle("calm", stable.includes(here()));
    clinics.forEach((disc, i) => {
      const others = here().find((block) => block.includes(i)).filter((k) => k !== i);
      const label = word(others.length ? "clinic" : "clinic-alone", { name: NAMES[i], size: SIZES[i], others: group(others) });
      set(disc, searching ? { role: "button", tabindex: 0 } : { role: "img", tabindex: -1 });
      set(disc, { "aria-label": searching ? `${label}; ${word("by-keys")}` : label });
    });
    const last = path.length - 1, back = path.indexOf(path.at(-1));
    arrows.replaceChildren(...path.slice(1).flatMap((to, k) => {
      const from = angle(PLACE[path[k]]), ahead = (angle(PLACE[to]) - from + TURN) % TURN, on = ahead < 3.5, end = from + (on ? ahead : ahead - TURN), gap = on ? 0.05 : -0.05;
      const closed = back < last && k >= back, [x, y] = polar(258, (from + end) / 2);
      return [
        draw("path", { class: `move ${k < last - 1 || "last"} ${closed && "closed"}`, d: arc(258, from + gap, end - 1.2 * gap), pathLength: 100 }),
        closed ? draw("text", { x, y: y + 6 }, letters(play.first(parse(path[k])))) : "",
      ];
    }), back < last ? draw("circle", { class: "round", r: 258, pathLength: 100 }) : "");
  };

  // -- Words and hands

  const dot = (i) => make("i", { class: `dot ${NAMES[i]}` }, NAMES[i]);
  const purse = (split, members) => make("ul", { class: "gains" }, play.gains(split, members).map((gain, k) => make("li", {}, dot(members[k]), ` ${word("gain", { gain: text(gain) })}`)));

  const go = async (next, movers, then) => {
    busy = true;
    if (movers.length) {
      shine(movers);
      await motion(500);
    }
    shine();
    state.path = movers.length ? [...state.path, code(next)] : [code(next)];
    paint();
    await settle(movers.length ? 1300 : 450, movers);
    busy = false;
    then();
    keep();
  };

  // Scene 1. Bets: the group that goes, and two that come close without gaining.
  const dance = () => {
    const moves = state.path.length - 1, split = here(), goes = play.first(split), words = [];
    if (moves) {
      const before = MAP[PLACE[state.path.at(-2)]], went = play.first(before), chosen = state.bets.at(-1) ?? "went", who = group(went);
      if (chosen === letters(went)) words.push(say("won", { who }));
      else if (chosen === "nobody" || chosen === "went") words.push(say(chosen, { who }));
      else {
        const [members] = parse(chosen), least = play.least(before, members), worst = play.gains(before, members).findIndex((gain) => same(gain, least));
        words.push(say("lost", { who, loser: chosen[worst], loss: text(least).slice(1) }));
      }
      words.push(purse(before, went), say(letters(went)));
    } else words.push(say("intro", { split: shown(split) }));
    if (state.path.indexOf(state.path.at(-1)) < moves) {
      const won = state.bets.filter((each, k) => each === letters(play.first(parse(state.path[k])))).length;
      words.push(say("again", { moves, won, bets: state.bets.length }));
      return view.scene("dance", words, [bet(say("stop"), (key) => {
        state.guess = key;
        to("search");
      })]);
    }
    const close = [...new Map(play.near(split).reverse().map((members) => [kind([members]), members])).values()].reverse();
    const ask = say("bet");
    [goes, ...close.slice(0, 2)].sort().forEach((members) => ask.lastElementChild.before(make("button", { type: "button", "data-key": letters(members), "aria-label": group(members) }, members.map(dot))));
    view.scene("dance", words, [bet(ask, (key) => {
      state.bets.push(key);
      go(leave(split, goes), goes, dance);
    })]);
  };

  // Scene 2. Clinic i is put with `block` ([]: alone).
  const put = (i, block) => {
    const rest = here().map((each) => each.filter((k) => k !== i)), home = rest.find((each) => each.some((k) => block.includes(k))) ?? [];
    const next = tidy([...rest.filter((each) => each !== home), [i, ...home]]);
    code(next) === code(here()) ? settle(250) : propose(next);
  };
  const learn = (split) => tried(split) || state.tried.push(kind(split));
  const propose = (next) => {
    learn(next);
    go(next, [], search);
  };
  const visit = (at) => {
    if (busy || !open()) return;
    roving = at;
    state.scene === "search" ? propose(MAP[at]) : go(MAP[at], [], () => turned());
  };
  const sweep = async () => {
    busy = true;
    shine();
    await motion(2600, (t) => paint((split) => tried(split) || MAP.indexOf(split) < t * 52));
    MAP.filter((split) => !play.lasts(split)).forEach(learn);
    busy = false;
    search();
    keep();
  };
  const search = () => {
    const split = here(), goes = play.first(split), left = KINDS.length - state.tried.length, judged = tried(split);
    const slots = { split: shown(split), who: group(goes), others: play.blocking(split).length - 1, kinds: KINDS.length, tried: state.tried.length, left };
    paint();
    shine(judged ? goes : []);
    view.scene("search", [
      !left && say("none"), !left && state.guess && say(`said-${state.guess}`), !judged && say("look"),
      judged && say("fails", slots), judged && purse(split, goes), judged && say("others", slots), judged && left && say("left", slots),
    ], [
      !left && set(say("to-noise"), { click: () => to("noise") }), left && state.tried.length > 2 && set(say("sweep", slots), { click: sweep }),
      judged && set(say("go"), { click: () => go(leave(split, goes), goes, () => (learn(here()), search())) }),
    ]);
  };

  // Scene 3. Which splits last; the hand paints the strip.
  const strip = make("div", { class: "strip", "aria-hidden": true }, NOISES.map((each) => make("span", { class: less(ENDS[0], each) && less(each, ENDS[1]) ? "hole" : "" })));
  const indexOf = (value) => Math.max(0, NOISES.findLastIndex((each) => !less(value, each)));
  const turn = (k) => {
    const was = indexOf(noise());
    for (let j = Math.min(was, k); j <= Math.max(was, k); j++) visited.add(j);
    state.noise = text(NOISES[k]);
    turned(true);
    keep();
  };
  const turned = (follow = false) => {
    const value = noise(), k = indexOf(value);
    play = game(SIZES, value);
    const stable = lasting();
    if ((view.dial.hidden = !state.hope)) {
      paint();
      shine();
      return view.scene("noise", [say("so-far")], [bet(say("hope"), (key) => {
        state.hope = key;
        visited.add(k);
        turned();
        keep();
      })]);
    }
    if (follow && stable.length && !play.lasts(here())) {
      state.path = [code(stable[0])];
      settle(500);
    }
    const split = here(), goes = play.first(split), names = stable.map(shown), end = ENDS.findIndex((each) => same(each, value)), decimal = exact.number(value).toFixed(4);
    slide(k, end < 0 ? String(+decimal) : `${text(value)} = ${decimal}…`);
    [...strip.children].forEach((each, j) => set(each, { "data-is": j === k ? "at" : visited.has(j) ? "on" : "" }));
    paint();
    shine(goes ?? []);
    const both = [...visited].some((j) => less(NOISES[j], ENDS[0])) && [...visited].some((j) => less(ENDS[1], NOISES[j]));
    view.scene("noise", [
      say(["dark", "lasts"][stable.length] ?? "last", { count: names.length, names: names.join(", ") }),
      end >= 0 && say(`end-${end}`), goes && say("does-not", { split: shown(split), who: group(goes) }), goes && purse(split, goes),
      say(both ? `hope-${state.hope}` : "move"),
    ], ["1259/115", "11", "496/45"].map((each) => button(each, () => turn(indexOf(exact.read(each))))));
  };

  const begin = () => {
    play = game(SIZES, noise());
    busy = false;
    view.dial.hidden = state.scene !== "noise";
    settle();
    shine();
    paint();
    ({ dance, search, noise: () => turned() })[state.scene]();
  };
  const to = (scene) => {
    if (busy) return;
    Object.assign(state, { scene }, scene === "dance" && { path: ["abcd-e"], bets: [] });
    begin();
    keep();
  };
  const view = room(box, { go: to, again: () => (restore({}), keep()), code: python });
  const slide = dial(view.dial, NOISES.length, turn);
  view.stage.append(picture);
  view.dial.append(strip);
  memory.begin(box);
};

// The auction of answers: a report moves the model, first for nothing, then for a bill, then the menu itself moves. Reports are
// whole twentieths; models and bills are computed as the library computes them.
"use strict";
Scenes.pieces.auction = (box) => {
  const { draw, set, stage, drag, script, bet, record, room } = Scenes;

  // ---- The game, for any rewards ----

  const dot = (a, b) => a.reduce((sum, v, i) => sum + v * b[i], 0);
  const sum = (a, b, t = 1) => a.map((v, i) => v + t * b[i]);
  // The best of all models for a total reward, KL to the uniform model.
  const trained = (total, penalty) => {
    const top = Math.max(...total), raised = total.map((r) => Math.exp((r - top) / penalty)), all = raised.reduce((a, b) => a + b);
    return raised.map((v) => v / all);
  };
  const welfare = (model, total, penalty) => dot(model, total) - penalty * dot(model, model.map((p) => (p ? Math.log(3 * p) : 0)));
  const best = (total, penalty) => welfare(trained(total, penalty), total, penalty);
  // What a table of models, or all models (null), makes of two reports: the model, and what the first one pays.
  const answer = (told, rival, penalty, menu) => {
    const total = sum(told, rival), of = (rewards) => (p) => welfare(p, rewards, penalty);
    const model = menu ? menu.reduce((a, b) => (of(total)(b) > of(total)(a) ? b : a)) : trained(total, penalty);
    return { model, bill: (menu ? Math.max(...menu.map(of(rival))) : best(rival, penalty)) - of(rival)(model) };
  };
  // One copy per report, trained with the weight of both, mixed by tenths; and the model that there was before.
  const table = (told, rival, penalty) => {
    const [first, second] = [told, rival].map((rewards) => trained(sum(rewards, rewards), penalty));
    return [[1 / 3, 1 / 3, 1 / 3], ...[...Array(11).keys()].map((k) => first.map((v, i) => (k * v + (10 - k) * second[i]) / 10))];
  };
  Scenes.models.auction = { answer, table };

  // ---- The state ----

  const PARTS = 20, WISH = [4, 6, 10], RIVAL = [0, 4, 16], PENALTY = 0.5;
  const SCENES = ["sell", "bill", "train"], BETS = { truth: WISH, more: [3, 5, 12], only: [0, 0, 20], rival: RIVAL }; // what one may bet on
  const share = (parts) => parts.map((v) => v / PARTS), same = (a, b) => a.every((v, i) => v === b[i]);
  const say = script(box), word = (name, slots) => say(name, slots).textContent;
  const play = (scene, told) => {
    const rival = share(RIVAL), menu = scene === "train" ? table(share(told), rival, PENALTY) : null, { model, bill } = answer(share(told), rival, PENALTY, menu);
    const value = dot(model, share(WISH)), paid = scene === "sell" ? 0 : Math.max(0, bill);
    return { model, menu, value, paid, keeps: value - paid };
  };
  const GRID = [...Array(PARTS + 1).keys()].flatMap((a) => [...Array(PARTS + 1 - a).keys()].map((b) => [a, b, PARTS - a - b]));
  const LAND = Object.fromEntries(SCENES.map((scene) => {
    const keeps = GRID.map((told) => play(scene, told).keeps), top = Math.max(...keeps), at = GRID[keeps.indexOf(top)];
    return [scene, { keeps, top, at, low: Math.min(...keeps) }];
  }));
  const coins = (value) => (100 * value).toFixed(1).replace("-", "\u2212");
  const told3 = (parts) => parts.map((v) => `${v}/${PARTS}`).join(", ");
  let state;
  const restore = (saved) => {
    const parts = (saved.report ?? "").split(".").map(Number), good = parts.length === 3 && parts.every((v) => Number.isInteger(v) && v >= 0) && parts.reduce((a, b) => a + b) === PARTS;
    const scene = SCENES.includes(saved.scene) ? saved.scene : "sell", guess = {};
    for (const each of SCENES) guess[each] = Object.hasOwn(BETS, saved[`bet-${each}`]) ? saved[`bet-${each}`] : "";
    state = { scene, guess, report: good ? parts : WISH, tries: Math.min(3, Number.parseInt(saved.tries, 10) || 0) };
    show();
  };
  const memory = record("auction", restore);
  const keep = () => {
    const told = { scene: state.scene, report: state.report.join("."), tries: String(state.tries) };
    for (const each of SCENES) told[`bet-${each}`] = state.guess[each];
    memory.save(told);
  };
  const python = () => {
    const listed = (parts) => `[${parts.map((v) => `F(${v}, ${PARTS})`).join(", ")}]`;
    return word(`python-${state.scene === "train" ? "train" : "bill"}`, { wish: listed(WISH), told: listed(state.report), rival: listed(RIVAL) });
  };

  // ---- The drawing ----

  const CORNERS = [[-290, 110], [290, 110], [0, -392]];
  const place = (p) => [0, 1].map((axis) => p.reduce((total, v, i) => total + v * CORNERS[i][axis], 0));
  const picture = stage(400), land = draw("g", { class: "land" }), menu = draw("g", { class: "menu" }), purse = draw("g", { class: "purse" }), plot = draw("g", { class: "plot" });
  const spot = (kind, r) => draw("circle", { class: kind, r });
  const model = spot("model", 17), wish = draw("path", { class: "wish" }), rival = spot("rival", 13), handle = draw("g", { class: "report", role: "button", tabindex: 0 }, spot("reach", 40), spot("halo", 26), spot("body", 20));
  const names = [...say("answers").querySelectorAll("li")].map(({ textContent }) => textContent);
  picture.append(draw("path", { class: "floor", d: `M${CORNERS.join("L")}Z` }), land, menu, ...CORNERS.map(([x, y], i) => draw("text", { class: "corner", x: i < 2 ? x + (i ? 60 : -60) : x + 36, y: i < 2 ? y + 34 : y + 16, "text-anchor": ["start", "end", "start"][i] }, names[i])), rival, wish, model, handle, purse, plot);
  land.append(...GRID.map((parts) => {
    const [x, y] = place(share(parts));
    return draw("circle", { cx: x, cy: y, r: 9 });
  }));
  const move = (node, p) => set(node, { transform: `translate(${place(p)})` });
  set(wish, { d: "M0,-24L7,-8L24,-7L11,4L15,21L0,11L-15,21L-11,4L-24,-7L-7,-8Z" });
  move(wish, share(WISH));
  move(rival, share(RIVAL));

  const free = () => Boolean(state.guess[state.scene]);
  // The grid point that is nearest to a place.
  const nearest = ({ x, y }) => {
    const joke = (110 - y) / 502, steps = (x / 290 + 1 - joke) / 2;
    return GRID.reduce((a, b) => {
      const far = (g) => (g[2] / PARTS - joke) ** 2 + (g[1] / PARTS - steps) ** 2 + (g[0] / PARTS - (1 - joke - steps)) ** 2;
      return far(b) < far(a) ? b : a;
    });
  };
  const put = (parts, now = true) => {
    state.report = parts;
    show(now);
  };
  const rest = () => {
    state.tries = Math.min(3, state.tries + 1);
    show();
    keep();
  };
  drag(picture, handle, { allowed: free, move: (at) => put(nearest(at)), drop: rest });
  // Left and right between the first two answers, up and down to and from the third.
  set(handle, {
    keydown: (event) => {
      const [a, b, c] = state.report, to = { ArrowRight: [a - 1, b + 1, c], ArrowLeft: [a + 1, b - 1, c], ArrowUp: a ? [a - 1, b, c + 1] : [a, b - 1, c + 1], ArrowDown: [a + 1, b, c - 1] }[event.key];
      if (!to || !free()) return;
      event.preventDefault();
      if (to.every((v) => v >= 0)) {
        put(to);
        rest();
      }
    },
  });

  const paint = () => {
    const { scene, report } = state, now = play(scene, report), truth = play(scene, WISH), { keeps, top, low } = LAND[scene];
    move(handle, share(report));
    move(model, now.model);
    set(handle, { "aria-label": word("handle", { told: told3(report), a: names[0], b: names[1], c: names[2] }), "aria-disabled": !free() });
    set(land, { class: state.tries > 2 && free() ? "land shown" : "land" });
    [...land.children].forEach((each, k) => {
      const gain = keeps[k] - truth.keeps;
      set(each, { class: gain > 1e-9 ? "up" : gain < -1e-9 ? "down" : "even", opacity: gain > 1e-9 ? 0.15 + (0.75 * gain) / (top - truth.keeps) : gain < -1e-9 ? 0.08 + (0.4 * gain) / (low - truth.keeps) : 1 });
    });
    menu.replaceChildren(...(now.menu ?? []).map((each) => {
      const [x, y] = place(each);
      return draw("path", { d: `M${x},${y - 10}l8,10l-8,10l-8,-10z` });
    }));
    const wide = (value) => 1150 * value, left = -370;
    purse.replaceChildren(
      draw("text", { x: left, y: 182 }, word("purse", { keeps: coins(now.keeps) })),
      draw("rect", { class: "keeps", x: left, y: 194, width: wide(now.keeps), height: 36, rx: 6 }), draw("rect", { class: "paid", x: left + wide(now.keeps), y: 194, width: wide(now.paid), height: 36 }),
      draw("path", { class: "mark", d: `M${left + wide(truth.keeps)},188v48` }),
    );
    // The bill as the gap between the best welfare and its tangent, where the report does not count.
    plot.replaceChildren();
    set(picture, { viewBox: `-400 -415 800 ${scene === "bill" ? 900 : 660}` });
    const own = share(report), other = share(RIVAL);
    if (scene === "bill") {
      // How far the curve lies above its tangent at the report: as high as there is room for the bill, at most 30 a coin.
      const slope = dot(now.model, own), above = (t) => best(sum(other, own, t), PENALTY) - best(sum(other, own), PENALTY) - slope * (t - 1);
      const high = Math.min(3000, 120 / above(0)), ts = [...Array(49).keys()].map((k) => k / 40), at = (t, v) => [-365 + 600 * t, 420 - high * v], note = (x, y, told, anchor) => draw("text", { x, y, "text-anchor": anchor }, told);
      const [none, full] = [...say("counts").querySelectorAll("li")].map(({ textContent }) => textContent), [x, y] = at(0, above(0));
      plot.append(draw("path", { class: "tangent", d: `M${at(0, 0)}L${at(1.2, 0)}` }), draw("path", { class: "curve", d: `M${ts.map((t) => at(t, above(t))).join("L")}` }), draw("path", { class: "gap", d: `M${[x, y]}L${at(0, 0)}` }), draw("path", { class: "ends", d: `M${at(0, 0)}v12M${at(1, 0)}v12` }),
        note(x - 5, y - 14, word("gap", { bill: coins(now.paid) }), "start"), note(x - 5, 462, none, "start"), note(at(1, 0)[0], 462, full, "middle"));
    }
  };

  // ---- Words and hands ----

  const show = (now = false) => {
    const { scene, report, guess } = state;
    paint();
    if (!free()) {
      return view.scene(scene, [say(`intro-${scene}`)], [bet(say("ask"), (key) => {
        state.guess[scene] = key;
        show();
        keep();
        handle.focus({ preventScroll: true });
      })]);
    }
    const mine = play(scene, report), truth = play(scene, WISH), land = LAND[scene], gain = mine.keeps - truth.keeps, done = land.top - mine.keeps < 1e-6;
    const slots = { told: told3(report), value: coins(mine.value), bill: coins(mine.paid), keeps: coins(mine.keeps), gain: coins(Math.abs(gain)), truth: coins(truth.keeps), best: told3(land.at), top: coins(land.top) };
    const chosen = BETS[guess[scene]], chose = play(scene, chosen).keeps;
    Object.assign(slots, { chose: coins(chose), short: coins(land.top - chose) });
    const next = SCENES[SCENES.indexOf(scene) + 1];
    view.scene(scene, [
      say(scene === "sell" ? "deal" : "deal-bill", slots),
      say(same(report, WISH) ? "honest" : Math.abs(gain) < 5e-7 ? "same" : gain > 0 ? "gains" : "loses", slots),
      state.tries > 2 ? say(`dots-${scene}`) : say("try"),
      !now && (done || state.tries > 2) && say(`${done ? "found" : "missed"}-${scene}`, slots),
      !now && done && say(same(chosen, land.at) ? "won" : "lost", slots),
    ], now ? [] : [
      (done || state.tries > 2) && next && set(say(`to-${next}`), { click: () => to(next) }),
      !done && state.tries > 2 && set(say("show"), { click: () => (put(land.at, false), keep()) }),
      !same(report, WISH) && set(say("truth"), { click: () => (put(WISH, false), keep()) }),
    ]);
  };
  const to = (scene) => {
    Object.assign(state, { scene, report: WISH, tries: 0 });
    show();
    keep();
  };
  const view = room(box, { go: to, again: () => (restore({}), keep()), code: python });
  view.stage.append(picture);
  memory.begin(box);
};

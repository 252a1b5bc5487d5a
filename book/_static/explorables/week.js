// A week of news: five clinics train one average, and on every day something changes. The reader lifts those above the line who
// would rather do otherwise, and exact fractions answer. A disc lies on the line in an exact tie and nowhere else.
"use strict";
Scenes.pieces.week = (box) => {
  const { draw, set, exact, and, stage, drag, keys, script, bet, dial, record, room } = Scenes;

  // ---- The arithmetic, for any sizes ----

  const low = ([a, b]) => {
    let [x, y] = [a < 0n ? -a : a, b];
    while (y) [x, y] = [y, x % y];
    return [a / x, b / x];
  };
  const minus = (a, b) => low(exact.minus(a, b)), plus = (a, b) => minus(a, [-b[0], b[1]]), times = (a, b) => low([a[0] * b[0], a[1] * b[1]]);
  const over = (a, b) => low(b[0] < 0n ? [-a[0] * b[1], -a[1] * b[0]] : [a[0] * b[1], a[1] * b[0]]), square = (a) => times(a, a);
  const ONE = exact.of(1), NIL = exact.of(0), sum = (numbers) => numbers.reduce(plus, NIL), above = (a) => a[0] > 0n;
  // What member i sees: its error alone, its error with the model of the others, its share of the average (spread 1).
  const view = (sizes, i, noise) => {
    const rest = sizes.filter((_, k) => k !== i), total = exact.of(rest.reduce((a, b) => a + b)), own = exact.of(sizes[i]);
    const without = plus(ONE, plus(over(noise, total), over(sum(rest.map((n) => square(exact.of(n)))), square(total))));
    return { alone: sizes[i] ? over(noise, own) : NIL, without, share: over(own, plus(own, total)) };
  };
  const error = ({ alone, without }, pull) => plus(times(square(pull), alone), times(square(minus(ONE, pull)), without));
  const best = ({ alone, without }) => over(without, plus(alone, without));
  // Error and cost of i with each number of records from none to all of its own.
  const errors = (sizes, i, noise) => [...Array(sizes[i] + 1).keys()].map((kept) => {
    const seen = view(sizes.map((n, k) => (k === i ? kept : n)), i, noise);
    return error(seen, seen.share);
  });
  const least = (numbers) => numbers.reduce((a, b, k) => (exact.less(b, numbers[a]) ? k : a), 0);
  const kept = (sizes, i, noise, cost) => least(errors(sizes, i, noise).map((each, z) => plus(each, times(cost, exact.of(z)))));
  // What member i gains by doing otherwise on each day; x is what the news says.
  const DOES = {
    mon: (sizes, i, noise) => ((seen) => minus(error(seen, seen.share), seen.alone))(view(sizes, i, noise)),
    tue: (sizes, i, noise, mixing) => {
      const seen = view(sizes, i, noise), pull = plus(seen.share, times(mixing, minus(best(seen), seen.share)));
      return minus(error(seen, pull), error(seen, best(seen)));
    },
    wed: (sizes, i, noise) => ((seen) => times(minus(ONE, seen.share), minus(seen.without, seen.alone)))(view(sizes, i, noise)),
    thu: (sizes, i, noise, cost) => {
      const spent = errors(sizes, i, noise).map((each, z) => plus(each, times(cost, exact.of(z))));
      return minus(spent.at(-1), spent[least(spent.slice(0, -1))]);
    },
  };
  const gains = (day, sizes, noise, x) => sizes.map((_, i) => DOES[day](sizes, i, noise, x));
  // What each member earns when a group shifts all of its reports by 1, under stakes at one price: i pays j.
  const earns = (sizes, noise, group) => {
    const own = sizes.map((n) => over(noise, exact.of(n))), p = own.map((each) => over(ONE, plus(ONE, each))), all = sum(p), earned = sizes.map(() => NIL);
    sizes.forEach((_, i) => sizes.forEach((_, j) => {
      if (i === j) return;
      const others = sizes.map((_, k) => k).filter((k) => k !== i && k !== j), shifted = over(sum(others.filter((k) => group.includes(k)).map((k) => p[k])), sum(others.map((k) => p[k])));
      const weight = over(times(own[j], times(p[j], p[i])), all); // of i's report in the model of j
      const stake = square(times(weight, group.includes(i) ? minus(ONE, shifted) : shifted));
      [earned[i], earned[j]] = [minus(earned[i], stake), plus(earned[j], stake)];
    }));
    return earned;
  };
  const among = (earned, group) => sum(group.map((i) => earned[i])), joint = (sizes, noise, group) => among(earns(sizes, noise, group), group);
  Scenes.models.week = { gains, earns, joint, kept };

  // ---- The days ----

  const SIZES = [1, 3, 3, 3, 62], LETTERS = "abcde", ELEVEN = exact.of(11), DAYS = ["mon", "tue", "wed", "thu"], SCENES = [...DAYS, "fri", "exam"];
  const run = (from, to, by) => [...Array(to - from + 1).keys()].map((k) => low(exact.of(from + k, by)));
  // The world of a day at the news x.
  const world = (day, x) => ({ sizes: day === "mon" ? SIZES.map((n, i) => (i === 3 ? Number(x[0]) : n)) : SIZES, noise: day === "wed" ? x : ELEVEN });
  // Where somebody is exactly indifferent, beside the even steps.
  const ties = {
    wed: SIZES.slice(0, 4).map((n, i) => {
      const seen = view(SIZES, i, NIL), rest = 72 - n;
      return over(seen.without, minus(exact.of(1, n), exact.of(1, rest)));
    }),
    thu: SIZES.map((n, i) => {
      const all = errors(SIZES, i, ELEVEN), each = all.slice(0, -1).map((one, z) => over(minus(one, all[n]), exact.of(n - z)));
      return each[least(each)];
    }),
  };
  const [FIRST, LAST] = [exact.of(3), exact.of(12)];
  const STOPS = { mon: run(1, 62, 1), tue: run(0, 20, 20), wed: [...run(12, 48, 4), ...ties.wed.filter((x) => exact.less(FIRST, x) && exact.less(x, LAST))], thu: [...run(0, 60, 1000), ...ties.thu] };
  for (const day of DAYS) STOPS[day] = STOPS[day].sort((a, b) => (exact.less(a, b) ? -1 : 1)).filter((x, k, all) => !k || exact.less(all[k - 1], x));
  const NEWS = { mon: "9", tue: "0", wed: "11/2", thu: "1/50" };
  const TWO = [2, 4, 6, 8, 10], FIVE = [5, 5, 5, 5, 5], EXAM = [["mon", FIVE, exact.of(5)], ["tue", TWO, ELEVEN, exact.of(1, 2)], ["wed", TWO, ELEVEN], ["thu", TWO, ELEVEN, exact.of(3, 40)], ["fri", FIVE, ELEVEN]];
  const letters = (numbers) => numbers.flatMap((each, i) => (above(each) ? [LETTERS[i]] : [])).join("");
  // The right answer to a question of the exam, or all of them.
  const right = ([day, sizes, noise, x], said) => {
    if (day !== "fri") return said === letters(gains(day, sizes, noise, x));
    const group = [...said].map((each) => LETTERS.indexOf(each)), smaller = group.map((i) => group.filter((k) => k !== i));
    return above(joint(sizes, noise, group)) && !smaller.some((each) => above(joint(sizes, noise, each)));
  };

  // ---- The state ----

  const say = script(box), word = (name, slots) => say(name, slots).textContent;
  const NAMES = [...say("names").querySelectorAll("li")].map(({ textContent }) => textContent), BETS = ["two", "three", "four", "never"];
  const who = (marks) => (marks ? and([...marks].map((each) => NAMES[LETTERS.indexOf(each)])) : word("nobody"));
  const number = (x) => {
    const text = exact.text(x), about = exact.number(x).toPrecision(3);
    return text.length < 8 ? text : text.length < 14 ? `${text} \u2248 ${about}` : about;
  };
  let state;
  const restore = (saved) => {
    const read = (text) => (/^(0|a?b?c?d?e?)$/.test(text ?? "") ? (text ?? "") : "");
    state = { scene: SCENES.includes(saved.scene) ? saved.scene : "mon", up: read(saved.up).replace("0", ""), said: {}, at: {}, bet: BETS.includes(saved.bet) ? saved.bet : "", exam: (saved.exam ?? "").split("_").map(read).filter(Boolean).slice(0, 5) };
    for (const day of DAYS) {
      state.said[day] = read(saved[`said-${day}`]);
      const at = (text) => STOPS[day].findIndex((x) => exact.text(x) === text), found = at(saved[`at-${day}`]);
      state.at[day] = state.said[day] && found >= 0 ? found : at(NEWS[day]);
    }
    show();
  };
  const memory = record("week", restore);
  const keep = () => {
    const { scene, up, said, at, exam } = state, told = { scene, up, bet: state.bet, exam };
    for (const day of DAYS) if (said[day]) Object.assign(told, { [`said-${day}`]: said[day], [`at-${day}`]: exact.text(STOPS[day][at[day]]) });
    memory.save(told);
  };
  const now = () => {
    const { scene, at, exam } = state;
    if (scene === "exam") return { sizes: (EXAM[exam.length] ?? EXAM[4])[1], noise: (EXAM[exam.length] ?? EXAM[4])[2], x: (EXAM[exam.length] ?? [])[3] };
    const x = scene === "fri" ? NIL : STOPS[scene][at[scene]];
    return { ...world(scene, x), x };
  };
  const told = () => DAYS.includes(state.scene) && state.said[state.scene];
  // Whether the hand may lift discs now.
  const free = () => (state.scene === "fri" ? Boolean(state.bet) : state.scene === "exam" ? state.exam.length < 5 : !told());
  const python = () => {
    const { sizes, noise, x } = now(), F = (y) => (y ? (y[1] === 1n ? String(y[0]) : `F(${exact.text(y).replace("/", ", ")})`) : "0"), day = state.scene === "exam" ? (EXAM[state.exam.length] ?? EXAM[4])[0] : state.scene;
    return word(`python-${day}`, { sizes: `[${sizes.join(", ")}]`, noise: F(noise), at: F(x), group: `[${[...state.up].map((each) => LETTERS.indexOf(each)).join(", ")}]` });
  };

  // ---- The drawing: a line, five discs, and on Friday what the group earns ----

  const X = (i) => -310 + 155 * i, RAISED = 110, picture = stage(400), bar = draw("rect", { class: "earned", x: -398, width: 14 });
  set(picture, { viewBox: "-400 -330 800 685" });
  picture.append(draw("rect", { class: "water", x: -400, y: 0, width: 800, height: 355 }), bar, draw("path", { class: "line", d: "M-400,0H400" }), draw("text", { class: "side", x: -390, y: -303 }, word("above")), draw("text", { class: "side", x: -390, y: 343 }, word("below")));
  const discs = NAMES.map((name, i) => {
    const body = draw("circle", { class: "body" }), halo = draw("circle", { class: "halo" }), size = draw("text", { class: "size", y: 24 }), mark = draw("text", { class: "mark" });
    const disc = draw("g", { class: `clinic ${LETTERS[i]}`, role: "button", tabindex: 0 }, draw("circle", { class: "reach", r: 64 }), halo, body, draw("text", { class: "name", y: -2 }, LETTERS[i]), size, mark);
    picture.append(draw("text", { class: "who", x: X(i), y: 300 }, name), disc);
    let pulled = false;
    const lift = (up) => {
      state.up = [...LETTERS].filter((each) => (each === LETTERS[i] ? up : state.up.includes(each))).join("");
      show();
      keep();
    };
    const put = (y) => set(disc, { transform: `translate(${X(i)} ${y})` });
    set(disc, { pointerdown: () => (pulled = false), pointerup: (event) => free() && !pulled && !event.button && lift(!state.up.includes(LETTERS[i])) });
    drag(picture, disc, {
      allowed: free,
      move: ({ y }) => {
        pulled = true;
        disc.classList.add("held");
        put(Math.min(250, Math.max(-250, y)));
      },
      drop: (at) => {
        disc.classList.remove("held");
        lift(at ? at.y < 0 : state.up.includes(LETTERS[i]));
      },
    });
    keys(disc, (by) => free() && lift(by < 0), () => free() && lift(!state.up.includes(LETTERS[i])));
    return { disc, body, halo, size, mark, put };
  });
  const height = (gain) => {
    const value = Math.abs(exact.number(gain)), far = 80 + 130 * Math.sqrt(value / (1 + value));
    return gain[0] === 0n ? 0 : above(gain) ? -far : far;
  };
  const paint = () => {
    const { sizes, noise, x } = now(), day = state.scene, found = told() ? gains(day, sizes, noise, x) : null, news = told() && exact.text(x) === NEWS[day];
    discs.forEach(({ disc, body, halo, size, mark, put }, i) => {
      const r = 24 + 5 * Math.sqrt(sizes[i]), y = found ? height(found[i]) : state.up.includes(LETTERS[i]) ? -RAISED : RAISED;
      const slip = news && state.said[day].includes(LETTERS[i]) !== y < 0;
      put(y);
      set(body, { r });
      set(halo, { r: r + 7 });
      size.textContent = sizes[i];
      set(mark, { x: 0.75 * r, y: -0.85 * r });
      mark.textContent = news ? (slip ? "\u2717" : "\u2713") : "";
      disc.classList.toggle("slip", Boolean(slip));
      set(disc, { "aria-label": word(`disc-${y < 0 ? "up" : y > 0 ? "down" : "even"}`, { name: NAMES[i], size: sizes[i] }), "aria-pressed": y < 0, "aria-disabled": !free() });
    });
    const group = [...state.up].map((each) => LETTERS.indexOf(each)), shift = day === "fri" && state.bet && group.length ? height(joint(sizes, noise, group)) : 0;
    set(bar, { y: Math.min(0, shift), height: Math.abs(shift), class: shift < 0 ? "earned up" : "earned" });
  };

  // ---- Words and hands ----

  // Equal gains in one line.
  const listed = (numbers) => {
    const lines = new Map();
    numbers.forEach((each, i) => lines.set(exact.text(each), [...(lines.get(exact.text(each)) ?? []), i]));
    return [...lines.values()].map((group) => {
      const each = numbers[group[0]], size = [each[0] < 0n ? -each[0] : each[0], each[1]];
      return say(above(each) ? "gain" : each[0] ? "loss" : "even", { who: and(group.map((i) => NAMES[i])), gain: number(size) });
    });
  };
  const slips = (said, numbers) => {
    const pick = (test) => LETTERS.split("").filter((each, i) => test(said.includes(each), numbers[i])).join(""), size = (marks, low) => {
      const those = [...marks].map((each) => numbers[LETTERS.indexOf(each)]), worst = those.reduce((a, b) => (exact.less(a, b) === low ? b : a));
      return number([worst[0] < 0n ? -worst[0] : worst[0], worst[1]]);
    };
    const missed = pick((on, gain) => !on && above(gain)), accused = pick((on, gain) => on && gain[0] < 0n), even = pick((on, gain) => on && gain[0] === 0n);
    return [missed && say("missed", { who: who(missed), gain: size(missed, true) }), accused && say("accused", { who: who(accused), gain: size(accused, false) }), even && say("accused-even", { who: who(even) })];
  };
  const daily = () => {
    const day = state.scene, { sizes, noise, x } = now(), next = SCENES[SCENES.indexOf(day) + 1], said = state.said[day].replace("0", "");
    if (!told()) {
      return hall.scene(day, [say(`intro-${day}`)], [set(say("ask"), { click: () => {
        state.said[day] = state.up || "0";
        show();
        keep();
      } })]);
    }
    const found = gains(day, sizes, noise, x), would = letters(found), slots = { who: who(would) };
    if (day === "wed") slots.free = who(letters(gains("mon", sizes, noise)));
    if (day === "thu") slots.keep = kept(sizes, 4, noise, x);
    const news = exact.text(x) === NEWS[day];
    set(slider.querySelector("input"), { max: STOPS[day].length - 1 });
    turn(state.at[day], word(`at-${day}`, { at: exact.text(x) }));
    hall.scene(day, [...(news ? [say(said === would ? "right" : "wrong", slots), ...slips(said, found)] : []), ...listed(found), say(`turn-${day}`, slots)], [set(say(`to-${next}`), { click: () => to(next) })]);
  };
  const friday = () => {
    const group = [...state.up].map((each) => LETTERS.indexOf(each)), { sizes, noise } = now();
    if (!state.bet) {
      return hall.scene("fri", [say("intro-fri")], [bet(say("ask-fri"), (key) => {
        state.bet = key;
        show();
        keep();
        discs[1].disc.focus({ preventScroll: true });
      })]);
    }
    const each = earns(sizes, noise, group), earned = among(each, group), won = group.length === 2 && above(earned), size = (x) => number([x[0] < 0n ? -x[0] : x[0], x[1]]);
    const poorest = least(each), slots = { who: who(state.up), gain: size(earned), loser: NAMES[poorest], loss: size(each[poorest]) };
    hall.scene("fri", [say(group.length ? `fri-${above(earned) ? "up" : earned[0] ? "down" : "even"}` : "fri-none", slots), won ? say(`fri-${state.bet}`, slots) : say("fri-hint")], [
      set(say("to-exam"), { click: () => to("exam") }),
      !won && set(say("show"), { click: () => {
        state.up = "bc";
        show();
        keep();
      } }),
    ]);
  };
  const exam = () => {
    const k = state.exam.length;
    if (k < 5) {
      return hall.scene("exam", [say(`exam-${k + 1}`)], [set(say("hand-in"), { click: () => {
        state.exam.push(state.up || "0");
        state.up = "";
        show();
        keep();
      } })]);
    }
    const good = EXAM.map((question, i) => right(question, state.exam[i].replace("0", "")));
    hall.scene("exam", [say("score", { points: good.filter(Boolean).length }), ...good.map((fine, i) => say(fine ? "exam-right" : "exam-wrong", { k: i + 1, said: who(state.exam[i].replace("0", "")), who: word(`key-${i + 1}`) }))], [set(say("again"), { click: () => {
      state.exam = [];
      to("exam");
    } })]);
  };
  const show = () => {
    const day = state.scene;
    slider.hidden = !told();
    paint();
    (DAYS.includes(day) ? daily : day === "fri" ? friday : exam)();
  };
  const to = (scene) => {
    Object.assign(state, { scene, up: "" });
    show();
    keep();
  };
  const hall = room(box, { go: to, again: () => (restore({}), keep()), code: python }), slider = hall.dial;
  // One slider for four days: its end follows the day.
  const turn = dial(slider, 2, (place) => {
    if (!told()) return;
    state.at[state.scene] = place;
    show();
    keep();
  });
  hall.stage.append(picture);
  memory.begin(box);
};

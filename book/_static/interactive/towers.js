// A few small players and a huge one, who refuses one of them: does this last, and what does it cost? All comparisons are exact (BigInt).
"use strict";
(() => {
  const { drawing, raised, amount, slider, drag, models, figures } = Interactive, { make, and, exact } = Scenes;
  const { partitions, blocking, hangs } = models.clinics;

  // Sizes, noise and split of the two families: four players 1, a, a, H or three players a, a + 1, H; spread 1.
  const family = (players, a, huge) =>
    players === 4
      ? { sizes: [1, a, a, huge], noise: 4 * a + 1, split: [[0], [1, 2, 3]] }
      : { sizes: [a, a + 1, huge], noise: 4 * a - 4, split: [[0, 2], [1]] };

  // The sum of size times error under a split, as [numerator, denominator]: each block costs noise + N - S / N.
  const cost = (sizes, noise, split) => {
    let [top, bottom] = [0n, 1n];
    for (const block of split) {
      const n = block.map((i) => BigInt(sizes[i]));
      const total = n.reduce((x, y) => x + y, 0n), squares = n.reduce((x, y) => x + y * y, 0n);
      top = top * total + bottom * (BigInt(noise) * total + total * total - squares);
      bottom *= total;
    }
    return [top, bottom];
  };
  const cheapest = (sizes, noise) =>
    partitions(sizes.length).map((each) => cost(sizes, noise, each)).reduce((x, y) => (exact.less(y, x) ? y : x));
  // What a split costs over what the cheapest of all costs, as [numerator, denominator].
  const ratio = (sizes, noise, split) => {
    const [top, bottom] = cost(sizes, noise, split), [least, parts] = cheapest(sizes, noise);
    return [top * parts, bottom * least];
  };
  // What a split wastes, and what it would have to waste to cost 1.49 times as much as the cheapest one.
  const waste = ({ sizes, noise, split }) => {
    const least = cheapest(sizes, noise);
    return [exact.minus(cost(sizes, noise, split), least), [49n * least[0], 100n * least[1]]];
  };
  // The first who would rather leave, empty if nobody would, and the ratio cut off after `digits` digits.
  const judged = ({ sizes, noise, split }, digits) => {
    const [top, bottom] = ratio(sizes, noise, split), unit = 10n ** BigInt(digits);
    return { leave: blocking(sizes, [noise, 1], split)[0] ?? [], ratio: Number((top * unit) / bottom) / 10 ** digits };
  };
  models.towers = { family, waste, ratio: (...given) => ratio(...given).map(String), judged };

  const LEFT = 50, WIDTH = 570, MOST = 1.6, DIGITS = 5;
  const steps = [...new Set([...Array(60).keys()].map((k) => Math.round(2 * 1500 ** (k / 59))))];
  figures.towers = (room, word) => {
    const state = { players: 4, step: steps.indexOf(31), power: 9 };
    const picture = drawing(640, 236, word("picture"));
    const words = make("p", { class: "interactive-words", "aria-live": "polite" });
    const wide = WIDTH / steps.length, at = (step) => LEFT + (step + 0.5) * wide;
    const height = (value) => 200 - ((Math.min(value, MOST) - 1) / (MOST - 1)) * 190;

    let columns = [];
    const look = () => (columns = steps.map((a) => judged(family(state.players, a, 10 ** state.power), DIGITS)));
    const draw = () => {
      picture.replaceChildren();
      columns.forEach(({ leave, ratio }, step) => {
        const y = height(ratio);
        picture.append(make("svg:rect", { class: leave.length ? "ground" : "lasts", x: at(step) - wide / 2, y, width: wide - 1, height: 200 - y }));
      });
      const [limit, name] = state.players === 4 ? [1.5, word("three-halves")] : [1.25, word("five-quarters")];
      picture.append(
        make("svg:path", { class: "truth", d: `M${LEFT},${height(limit)}H${LEFT + WIDTH}` }),
        make("svg:path", { class: "marker", d: `M${at(state.step)},6V206` }),
      );
      for (const [value, text] of [[1, "1"], [limit, name]]) {
        picture.append(make("svg:text", { x: LEFT - 8, y: height(value) + 5, "text-anchor": "end" }, text));
      }
      for (const step of [0, steps.indexOf(10), steps.length - 1]) {
        picture.append(make("svg:text", { x: at(step), y: 226, "text-anchor": step ? step < 30 ? "middle" : "end" : "start" }, step ? String(steps[step]) : word("first", { size: steps[0] })));
      }
      const world = family(state.players, steps[state.step], 10 ** state.power), { leave, ratio } = columns[state.step];
      const alone = world.sizes[world.split.find((block) => block.length === 1)[0]];
      const names = world.sizes.map((size) => size.toLocaleString("en"));
      const told = (players) => and(players.map((i) => names[i]));
      const here = { sizes: told([...names.keys()]), noise: world.noise.toLocaleString("en"), alone: alone.toLocaleString("en") };
      words.textContent =
        leave.length > 1 ? word("leaves-many", { ...here, who: told(leave) })
          : leave.length ? word("leaves-one", { ...here, who: told(leave) })
            : word("lasts", { ...here, ratio: ratio.toFixed(DIGITS) });
    };

    const a = slider({
      key: "a", name: word("size"), min: 0, max: steps.length - 1, value: state.step, say: (step) => String(steps[step]),
      change: (v) => { state.step = v; draw(); },
    });
    drag(picture, (place) => a.set((place - LEFT) / wide - 0.5));
    room.append(
      picture,
      a,
      slider({ key: "power", name: word("power"), min: 2, max: 9, value: 9, say: (k) => `10${raised(k)}`, change: (v) => { state.power = v; look(); draw(); } }),
      slider({ key: "players", name: word("players"), min: 3, max: 4, value: 4, change: (v) => { state.players = v; look(); draw(); } }),
      words,
    );
    look();
    draw();

    // The first choice is a size of three, the third one that no size is enough, so that somebody always leaves before.
    return (bet) => {
      const world = (size) => family(state.players, size, 10 ** state.power), { sizes, noise, split } = world(steps[state.step]);
      if (bet === 1) {
        const [lost, needed] = waste(world(3)).map(amount);
        return word("wasted", { lost, needed });
      }
      const at = bet === 3 && hangs(sizes, [noise, 1], split);
      if (!at) return "";
      const [loser, ...who] = [at.loser, ...at.who].map((i) => sizes[i].toLocaleString("en"));
      return word(at.staying ? "by-staying" : who[1] ? "by-leaving" : "by-leaving-alone", { loser, who: and(who), loss: amount(at.loss) });
    };
  };
})();

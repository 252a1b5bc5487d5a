// Clinics that may pool their records: who would rather leave? All comparisons are exact (BigInt).
"use strict";
(() => {
  const { drawing, amount, slider, drag, models, figures } = Interactive, { make, and, exact } = Scenes;
  const { partitions, blocking, hangs } = models.clinics;
  const NAMES = "abcde";

  const written = (partition) => partition.map((block) => block.map((i) => NAMES[i]).join("")).join(" | ");

  // Which of the five splits of three clinics last, for every amount of noise at once.
  const HIGHEST = 60; // of the noise, in steps of one half
  figures.noise = (room, word) => {
    const state = { noise: 13.5, sizes: [5, 5, 25] };
    const splits = partitions(3).sort((a, b) => b.length - a.length || (written(a) < written(b) ? -1 : 1));
    const picture = drawing(640, 224, word("picture"));
    const words = make("p", { class: "interactive-words", "aria-live": "polite" });
    const x = (half) => 96 + (half / (2 * HIGHEST)) * 520;

    const draw = () => {
      picture.replaceChildren();
      splits.forEach((split, row) => {
        const y = 12 + 36 * row;
        picture.append(
          make("svg:text", { x: 84, y: y + 17, "text-anchor": "end" }, written(split)),
          make("svg:rect", { class: "ground", x: x(0), y, width: x(2 * HIGHEST) - x(0), height: 24 }),
        );
        // One rectangle for each stretch of noises, without seams.
        for (let half = 1, from = null; half <= 2 * HIGHEST + 1; half++) {
          const lasts = half <= 2 * HIGHEST && !blocking(state.sizes, [half, 2], split).length;
          if (lasts) from ??= half;
          else if (from) {
            const [start, end] = [x(from - 0.5), x(Math.min(half - 0.5, 2 * HIGHEST))];
            picture.append(make("svg:rect", { class: "lasts", x: start, y, width: end - start, height: 24 }));
            from = null;
          }
        }
      });
      const at = x(2 * state.noise);
      picture.append(make("svg:path", { class: "marker", d: `M${at},4V192` }));
      for (const tick of [0, 20, 40, 60]) {
        picture.append(make("svg:text", { x: x(2 * tick), y: 212, "text-anchor": "middle" }, String(tick)));
      }
      const noise = [2 * state.noise, 2];
      const lasting = splits.filter((split) => !blocking(state.sizes, noise, split).length);
      const grand = blocking(state.sizes, noise, [[0, 1, 2]])[0];
      const or = new Intl.ListFormat("en-GB", { type: "disjunction" });
      words.textContent = [
        lasting.length ? word("lasting", { splits: or.format(lasting.map(written)) }) : word("none-lasts"),
        grand ? word("would-leave", { who: and(grand.map((i) => NAMES[i])) }) : word("all-stay"),
      ].join(" ");
    };

    const noise = slider({ key: "noise", name: word("noise"), min: 0.5, max: HIGHEST, step: 0.5, value: 13.5, change: (v) => { state.noise = v; draw(); } });
    drag(picture, (at) => noise.set(((at - 96) / 520) * HIGHEST));
    room.append(
      picture,
      noise,
      ...state.sizes.map((size, i) =>
        slider({ key: NAMES[i], name: word("records", { name: NAMES[i] }), min: 1, max: 99, value: size, change: (v) => { state.sizes[i] = v; draw(); } }),
      ),
      words,
    );
    draw();

    // The first two choices say that fewer splits last: of those that do, the one that comes nearest to being left.
    return (bet) => {
      if (bet !== 1 && bet !== 2) return "";
      const near = splits.map((split) => ({ split, ...hangs(state.sizes, [2 * state.noise, 2], split) }))
        .filter(({ staying }) => staying === false).reduce((a, b) => (a && !exact.less(b.loss, a.loss) ? a : b), null);
      return near && word("lost", { split: written(near.split), who: and(near.who.map((i) => NAMES[i])), loser: NAMES[near.loser], loss: amount(near.loss) });
    };
  };
})();

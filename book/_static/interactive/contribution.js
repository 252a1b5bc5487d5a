// Two clients contribute, the server gives each a level from a short menu: does it pay to bring less?
"use strict";
(() => {
  const { drawing, slider, drag, models, figures } = Interactive, { make } = Scenes;

  // The allocation of least variance of the gains over their mean plus `epsilon`; the larger mean gain where two tie.
  // All numbers are whole (thousandths of accuracy), so costs compare exactly. Nobody gets less than it brings.
  const allocate = (brings, menu, epsilon) => {
    const N = brings.length;
    let best = null;
    const visit = (levels) => {
      if (levels.length < N) {
        for (const level of menu) if (level >= brings[levels.length]) visit([...levels, level]);
        return;
      }
      const gains = levels.map((a, i) => a - brings[i]);
      const S = gains.reduce((a, b) => a + b, 0), Q = gains.reduce((a, b) => a + b * b, 0);
      // The cost (N Q - S^2) / (N (S + N epsilon)) as a fraction of whole numbers.
      const cost = [N * Q - S * S, N * (S + N * epsilon)];
      const order = best ? cost[0] * best.cost[1] - best.cost[0] * cost[1] : -1;
      if (order < 0 || (order === 0 && S > best.S)) best = { levels, cost, S };
    };
    visit([]);
    return best.levels;
  };
  // The smaller contribution that brings `who` the highest level, if that is more than now; null otherwise.
  const lessPays = (brings, menu, epsilon, who, step, least) => {
    const at = (value) => allocate(brings.map((c, i) => (i === who ? value : c)), menu, epsilon)[who];
    let found = null, now = at(brings[who]);
    for (let value = brings[who] - step; value >= least; value -= step) {
      const level = at(value);
      if (level > now) [found, now] = [{ value, level }, level];
    }
    return found;
  };
  models.contribution = { allocate, lessPays };

  const MENU = [600, 700, 950], LEAST = 0, STEP = 10;
  figures.contribution = (room, word) => {
    const brings = [500, 570];
    const picture = drawing(640, 230, word("picture"));
    const words = make("ul", { class: "interactive-words", "aria-live": "polite" });
    const y = (v) => 200 - v * 0.19;
    const say = (v) => (v / 1000).toFixed(2);

    for (const level of MENU) {
      picture.append(
        make("svg:path", { class: "truth", d: `M60,${y(level)}H620` }),
        make("svg:text", { x: 50, y: y(level) + 5, "text-anchor": "end" }, say(level)),
      );
    }
    // The bars of a client stay, so that the finger on them keeps hold.
    const bars = brings.map((_, i) => {
      const at = 150 + 240 * i, [given, brought] = ["given", "lasts"].map((kind) => make("svg:rect", { class: kind, x: at, width: 90 }));
      const both = make("svg:g", {}, given, brought);
      picture.append(both, make("svg:text", { x: at + 45, y: 220, "text-anchor": "middle" }, word("client", { client: i })));
      drag(picture, (_, height) => sliders[i].set((200 - height) / 0.19), { handle: both, upright: true });
      return [given, brought];
    });

    const draw = () => {
      const levels = allocate(brings, MENU, 1);
      bars.forEach((pair, i) => [levels[i], brings[i]].forEach((value, k) => {
        pair[k].setAttribute("y", y(value));
        pair[k].setAttribute("height", 200 - y(value));
      }));
      words.replaceChildren(
        ...brings.map((c, i) => {
          const less = lessPays(brings, MENU, 1, i, STEP, LEAST);
          return make("li", {}, word(less ? "less" : "enough", { client: i, brings: say(c), given: say(levels[i]), instead: less && say(less.value), then: less && say(less.level) }));
        }),
      );
    };
    const sliders = brings.map((c, i) =>
      slider({ key: ["zero", "one"][i], name: word("brings", { client: i }), min: 0, max: 950, step: STEP, value: c, say, change: (v) => { brings[i] = v; draw(); } }),
    );
    room.append(picture, ...sliders, words);
    draw();

    // The first two choices say that client 1 receives no more if it brings less.
    return (bet) => {
      const less = (bet === 1 || bet === 2) && lessPays(brings, MENU, 1, 1, STEP, LEAST);
      return less && word("lost", { client: 1, loss: say(less.level - allocate(brings, MENU, 1)[1]), brings: say(brings[1]), instead: say(less.value) });
    };
  };
})();

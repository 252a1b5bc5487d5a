// Two players of one size and a pool of small ones: does the one in the pool want the other? Sizes in hundredths of noise / spread.
"use strict";
(() => {
  const { drawing, slider, drag, models, figures } = Interactive, { make } = Scenes;

  // Whether the seated player of size x refuses the other one, by x, the size t of the small players, and their samples in all; exact.
  const refuses = (x, t, samples, noise) => {
    const [X, T, R, mu] = [x, t, samples, noise].map(BigInt);
    // noise - 2x + seen (1 + weight) - x weight, times (x + R) (2x + R); seen is a mean size, weight a share.
    const all = X + R, both = 2n * X + R;
    return (mu - 2n * X) * all * both + (X * X + T * R) * (both + all) - X * all * all <= 0n;
  };
  // The least number of small players, up to `most`, with whom the seated player refuses; null if there is none.
  const needed = (x, t, noise, most) => {
    if (!refuses(x, t, t * most, noise)) return null;
    let low = 0, high = most;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (refuses(x, t, t * middle, noise)) high = middle;
      else low = middle;
    }
    return high;
  };
  models.third = { refuses, needed };

  const NOISE = 300, MOST = 30000, LEFT = 60, WIDTH = 560;
  const sizes = [...Array(75).keys()].map((k) => 75 + k);
  figures.third = (room, word) => {
    const state = { x: 110, t: 5 };
    const picture = drawing(640, 230, word("picture"));
    const words = make("p", { class: "interactive-words", "aria-live": "polite" });
    const at = (x) => LEFT + ((x - 75) / 75) * WIDTH;
    const height = (samples) => 190 - (Math.log10(samples) / Math.log10(MOST)) * 170;

    const draw = () => {
      picture.replaceChildren(
        make("svg:rect", { class: "ground", x: LEFT, y: 20, width: WIDTH, height: 170 }),
      );
      for (const x of sizes) {
        const many = needed(x, state.t, NOISE, Math.floor(MOST / state.t));
        if (many === null) continue;
        const top = Math.max(height(many * state.t), 20);
        picture.append(make("svg:rect", { class: "lasts", x: at(x) - 3.7, y: 20, width: 8, height: top - 20 }));
      }
      picture.append(
        make("svg:path", { class: "truth", d: `M${at(100)},14V196` }),
        make("svg:path", { class: "marker", d: `M${at(state.x)},14V196` }),
      );
      for (const [x, text] of [[75, "75"], [100, word("third", { size: 100 })], [150, "150"]]) {
        picture.append(make("svg:text", { x: at(x), y: 216, "text-anchor": x === 75 ? "start" : x === 150 ? "end" : "middle" }, text));
      }
      for (const samples of [10, 1000]) {
        picture.append(make("svg:text", { x: LEFT - 8, y: height(samples) + 5, "text-anchor": "end" }, String(samples)));
      }
      const many = needed(state.x, state.t, NOISE, Math.floor(MOST / state.t));
      words.textContent = word(many === null ? "together" : "apart", { size: state.x, small: state.t, many, most: MOST });
    };

    const x = slider({ key: "size", name: word("size"), min: 75, max: 149, value: 110, change: (v) => { state.x = v; draw(); } });
    drag(picture, (place) => x.set(75 + ((place - LEFT) / WIDTH) * 75));
    room.append(
      picture,
      x,
      slider({ key: "small", name: word("small"), min: 1, max: 20, value: 5, change: (v) => { state.t = v; draw(); } }),
      words,
    );
    draw();
  };
})();

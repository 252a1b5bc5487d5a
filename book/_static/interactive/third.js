// Two players of one size and a pool of small ones: does the one in the pool want the other? Sizes in hundredths of noise / spread.
"use strict";
(() => {
  const { drawing, amount, slider, drag, models, figures } = Interactive, { make, exact } = Scenes;

  // What the seated player of size x gains by taking the other one in, by x, the size t of the small players, and their
  // samples in all; exact. It refuses where it does not gain.
  const gain = (x, t, samples, noise) => {
    const [X, T, R, mu] = [x, t, samples, noise].map(BigInt);
    // The seated player's error, less 1, in a coalition of so many samples whose squares have that sum.
    const error = (all, squares) => [(mu - 2n * X) * all + squares, all * all];
    return exact.minus(error(X + R, X * X + T * R), error(2n * X + R, 2n * X * X + T * R));
  };
  const refuses = (...world) => gain(...world)[0] <= 0n;
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
  models.third = { gain, refuses, needed };

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

    // The first choice is a dozen small players, the third one that no number is enough: the least that is, or the most tried.
    return (bet) => {
      const most = Math.floor(MOST / state.t), many = { 1: 12, 3: needed(state.x, state.t, NOISE, most) ?? most }[bet];
      if (!many) return "";
      const [top, bottom] = gain(state.x, state.t, many * state.t, NOISE), slots = { many, size: state.x, small: state.t };
      return word(top > 0n ? "by-refusing" : top ? "by-taking" : "even", { ...slots, loss: amount([top < 0n ? -top : top, bottom]) });
    };
  };
})();

// Two groups report rewards for three outcomes; the affine maximizer chooses a model and charges group 1.
"use strict";
(() => {
  const { make, drawing, slider, drag, models, figures } = Interactive;
  const dot = (a, b) => a.reduce((sum, v, i) => sum + v * b[i], 0);
  const UNIFORM = [1 / 3, 1 / 3, 1 / 3];

  // The best model for a total reward under a Kullback-Leibler divergence of weight 1 from the uniform model.
  const trained = (total) => {
    const raised = total.map(Math.exp);
    const all = raised.reduce((a, b) => a + b);
    return raised.map((v) => v / all);
  };
  // The initial model and the mixtures of one copy per report, each trained with the weight of both groups.
  const table = (reports, sizes) => {
    const weight = sizes[0] + sizes[1];
    const [first, second] = reports.map((r) => trained(r.map((v) => weight * v)));
    const mixtures = [...Array(11).keys()].map((k) => first.map((v, i) => (k * v + (10 - k) * second[i]) / 10));
    return [UNIFORM, ...mixtures];
  };
  const welfare = (policy, total) => dot(policy, total) - dot(policy, policy.map((p) => Math.log(3 * p)));
  // What group 1 gets when it tells `told`: the chosen model, its payment, and what it keeps.
  const answer = (truth, told, sizes, menu) => {
    const totals = (rewards) => rewards[0].map((v, i) => sizes[0] * v + sizes[1] * rewards[1][i]);
    const others = truth[1].map((v) => sizes[1] * v);
    const reported = totals([told, truth[1]]);
    const policy = menu.reduce((best, p) => (welfare(p, reported) > welfare(best, reported) ? p : best));
    const payment = Math.max(...menu.map((p) => welfare(p, others))) - welfare(policy, others);
    return { policy, payment, utility: sizes[0] * dot(policy, truth[0]) - payment };
  };
  models.reports = { trained, table, answer };

  const TRUTH = [[0.5, 0.5, 1], [0, 0, 1]], SIZES = [1, 1];
  figures.reports = (room) => {
    let percent = 50;
    const picture = drawing(640, 250, "What group 1 keeps for every report, with models fixed before the reports and trained on them");
    const words = make("p", { class: "interactive-words", "aria-live": "polite" });
    const fixed = table(TRUTH, SIZES);
    const told = (p) => [p / 100, p / 100, 1];
    const play = {
      fixed: (p) => answer(TRUTH, told(p), SIZES, fixed),
      trained: (p) => answer(TRUTH, told(p), SIZES, table([told(p), TRUTH[1]], SIZES)),
    };
    const steps = [...Array(101).keys()];
    const curves = Object.fromEntries(Object.entries(play).map(([name, at]) => [name, steps.map((p) => at(p).utility)]));
    const all = [...curves.fixed, ...curves.trained];
    const [low, high] = [Math.min(...all), Math.max(...all)];
    const x = (p) => 60 + 5.2 * p, y = (u) => 200 - ((u - low) / (high - low)) * 170;

    const draw = () => {
      picture.replaceChildren(
        make("svg:path", { class: "truth", d: `M${x(50)},16V206` }),
        make("svg:text", { x: x(50), y: 12, "text-anchor": "middle" }, "the truth"),
        make("svg:text", { x: 60, y: 12 }, "what group 1 keeps"),
        make("svg:text", { x: x(50), y: 244, "text-anchor": "middle" }, "reported reward of outcomes 1 and 2"),
      );
      for (const [name, values] of Object.entries(curves)) {
        const line = values.map((u, p) => `${p ? "L" : "M"}${x(p).toFixed(1)},${y(u).toFixed(1)}`).join("");
        picture.append(
          make("svg:path", { class: `curve ${name}`, d: line }),
          make("svg:circle", { class: `dot ${name}`, cx: x(percent), cy: y(values[percent]), r: 6 }),
        );
      }
      for (const p of [0, 25, 75, 100]) picture.append(make("svg:text", { x: x(p), y: 224, "text-anchor": "middle" }, String(p / 100)));
      const say = (name) => {
        const { policy, payment, utility } = play[name](percent);
        return `model ${policy.map((v) => v.toFixed(2)).join(", ")}; pays ${payment.toFixed(3)}, keeps ${utility.toFixed(3)}`;
      };
      words.replaceChildren(
        make("span", { class: "key fixed" }, "Models fixed before the reports: "), `${say("fixed")}. `, make("br"),
        make("span", { class: "key trained" }, "Models trained on the reports: "), `${say("trained")}. `, make("br"),
        percent === 50 ? "This is the truth." : `Against the truth: ${["fixed", "trained"].map((name) => { const gain = curves[name][percent] - curves[name][50]; return `${name} ${gain > 0 ? "+" : "−"}${Math.abs(gain).toFixed(3)}`; }).join(", ")}.`,
      );
    };
    const report = slider({ name: "reported by group 1", min: 0, max: 100, value: percent, say: (v) => String(v / 100), change: (v) => { percent = v; draw(); } });
    drag(picture, (at) => report.set((at - 60) / 5.2));
    room.append(picture, report, words);
    draw();
  };
})();

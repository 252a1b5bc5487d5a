// Three clients on a line, each with an interval of models that it accepts; the third may report another one.
"use strict";
(() => {
  const { make, drawing, slider, drag, models, figures } = Interactive;

  // The points that all intervals share, or null. Numbers are whole (tenths in the figure), so nothing is rounded.
  const meet = (intervals) => {
    const [low, high] = [Math.max(...intervals.map((i) => i[0])), Math.min(...intervals.map((i) => i[1]))];
    return low <= high ? [low, high] : null;
  };

  // All splits of the clients into as few groups as possible, each with a common point.
  const clusterings = (intervals) => {
    const all = models.clinics.partitions(intervals.length);
    const feasible = all.filter((split) => split.every((block) => meet(block.map((m) => intervals[m]))));
    const fewest = Math.min(...feasible.map((split) => split.length));
    return feasible.filter((split) => split.length === fewest);
  };

  // A minimal output none of whose models suits everybody by the truth, as [group, model] pairs; null if there is none.
  // A group can be served from outside `agreed` exactly if an end of what it shares lies outside.
  const spoiled = (truths, reports) => {
    const agreed = meet(truths);
    const outside = (block) =>
      meet(block.map((m) => reports[m])).find((end) => !agreed || end < agreed[0] || end > agreed[1]);
    for (const split of clusterings(reports)) {
      const found = split.map((block) => [block, outside(block)]);
      if (found.every(([, model]) => model !== undefined)) return found;
    }
    return null;
  };
  models.line = { meet, clusterings, spoiled };

  const TRUTHS = [[-20, 10], [-10, 20], [-10, 10]]; // tenths: what the three losses of the page accept
  figures.line = (room) => {
    const report = { centre: 0, half: 10 };
    const picture = drawing(640, 210, "Three intervals on a line, the third as reported, and the models that are returned");
    const lines = ["Everybody at once", "One shot", "Leave each one out"].map((name) =>
      make("li", {}, make("strong", {}, `${name}: `), make("span", {})),
    );
    const x = (tenths) => 60 + ((tenths + 50) / 100) * 560;
    const bar = (interval, y, kind) =>
      make("svg:rect", { class: kind, x: x(interval[0]), y, width: Math.max(x(interval[1]) - x(interval[0]), 3), height: 16, rx: 3 });

    const draw = () => {
      const told = [report.centre - report.half, report.centre + report.half];
      const reports = [TRUTHS[0], TRUTHS[1], told];
      const agreed = meet(TRUTHS);
      picture.replaceChildren(make("svg:rect", { class: "agreed", x: x(agreed[0]), y: 4, width: x(agreed[1]) - x(agreed[0]), height: 168 }));
      ["0", "1", "2"].forEach((name, m) => picture.append(make("svg:text", { x: 40, y: 32 + 36 * m, "text-anchor": "end" }, name), bar(TRUTHS[m], 20 + 36 * m, m < 2 ? "lasts" : "ground")));
      picture.append(make("svg:text", { x: 40, y: 140, "text-anchor": "end" }, "told"), bar(told, 128, "told"));
      const together = meet(reports), spoil = spoiled(TRUTHS, reports);
      for (const [, model] of spoil || []) {
        picture.append(make("svg:path", { class: "model", d: `M${x(model)},152l7,12h-14z` }));
      }
      for (const tick of [-40, -20, 0, 20, 40]) {
        picture.append(make("svg:text", { x: x(tick), y: 196, "text-anchor": "middle" }, String(tick / 10).replace("-", "−")));
      }
      lines[0].lastChild.textContent = together ? "a model that suits all three is found." : "the reports share no point, so one report vetoes every model.";
      lines[1].lastChild.textContent = spoil
        ? `${spoil.map(([block, model]) => `${model / 10} for ${block.join(" and ")}`).join(", ")} is a minimal answer, and no model in it suits everybody.`.replaceAll("-", "−")
        : "whatever minimal answer comes back, one of its models suits everybody.";
      lines[2].lastChild.textContent = "the run without client 2 finds a model that suits everybody, whatever client 2 reports.";
    };

    const middle = slider({ name: "middle of client 2’s report", min: -40, max: 40, value: 0, say: (v) => String(v / 10).replace("-", "−"), change: (v) => { report.centre = v; draw(); } });
    drag(picture, (at) => middle.set(((at - 60) / 560) * 100 - 50));
    room.append(
      picture,
      middle,
      slider({ name: "half its width", min: 0, max: 30, value: 10, say: (v) => String(v / 10), change: (v) => { report.half = v; draw(); } }),
      make("ul", { class: "interactive-words", "aria-live": "polite" }, ...lines),
    );
    draw();
  };
})();

// The filter of a part's claims, which the address remembers; without scripts the page is the full list. On the page that
// leads to the parts: old links to one claim go on to its part.
(() => {
  const list = document.querySelector(".claims-list");
  const go = () => {
    const id = location.hash.slice(1);
    const part = ["coalitions", "consensus", "payments", "rewards"].find((name) => id.startsWith(`${name}-`));
    if (part && !document.getElementById(id)) location.replace(`claims-${part}.html#${id}`);
  };
  if (!list) {
    if (document.querySelector(".claim-numbers") && location.pathname.endsWith("/claims.html")) go();
    return;
  }

  const rows = [...list.querySelectorAll(".claim")].map((row) => ({
    row,
    verdict: [...row.classList].find((name) => name.startsWith("claim-")).slice("claim-".length),
  }));
  // The words of a row are read when somebody first looks for some.
  const textOf = (entry) => (entry.text ??= entry.row.textContent.toLowerCase());
  const form = document.createElement("form");
  form.className = "claims-filter";
  form.setAttribute("role", "search");
  form.setAttribute("aria-label", "Filter the claims");
  const counts = new Map();
  for (const { verdict } of rows) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  const names = ["false", "differs", "misprint", "depends", "holds-if", "holds", "reproduced", "new", "conjecture", "not-testable"];

  const verdict = document.createElement("select");
  verdict.append(new Option("all verdicts", ""));
  for (const name of names.filter((name) => counts.has(name))) {
    verdict.append(new Option(`${name.replace("-", " ")} (${counts.get(name)})`, name));
  }
  const words = document.createElement("input");
  words.type = "search";
  const count = document.createElement("output");
  for (const [name, control] of [["Verdict", verdict], ["Words", words]]) {
    const label = document.createElement("label");
    label.append(name, control);
    form.append(label);
    control.addEventListener("input", () => {
      show();
      const query = new URLSearchParams();
      if (verdict.value) query.set("verdict", verdict.value);
      if (words.value) query.set("words", words.value);
      try {
        history.replaceState(null, "", `${location.pathname}${query.size ? `?${query}` : ""}`);
      } catch {} // a page opened from a folder may not change its address
    });
  }
  form.append(count);
  form.addEventListener("submit", (event) => event.preventDefault());
  list.before(form);

  function show() {
    const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const entry of rows) {
      const fits = (!verdict.value || entry.verdict === verdict.value) && wanted.every((word) => textOf(entry).includes(word));
      if (entry.row.hidden === fits) entry.row.hidden = !fits;
      shown += fits;
    }
    count.textContent = `${shown} of ${rows.length} claims`;
  }

  // A link to one claim must find its row, whatever was filtered before.
  const find = () => {
    const target = document.getElementById(location.hash.slice(1));
    if (!target?.closest(".claim")) return;
    if (target.closest(".claim").hidden) {
      form.reset();
      show();
    }
    target.closest(".claim").scrollIntoView({ block: "center" });
  };
  const asked = new URLSearchParams(location.search);
  if (counts.has(asked.get("verdict"))) verdict.value = asked.get("verdict");
  words.value = asked.get("words") ?? "";
  show();
  addEventListener("hashchange", find);
  addEventListener("load", find);
})();

// The map of claims: a dot under the pointer shows what it rests on and what it carries, words show where they occur.
(() => {
  const map = document.querySelector(".claim-map");
  if (!map) return;
  const dots = new Map([...map.querySelectorAll(".dot")].map((dot) => [dot.dataset.id, dot]));
  const arrows = [...map.querySelectorAll(".map-arrows path")];
  const rests = new Map([...dots].map(([id, dot]) => [id, dot.dataset.uses.split(" ").filter(Boolean)]));
  const carries = new Map([...dots.keys()].map((id) => [id, []]));
  for (const [id, uses] of rests) for (const used of uses) carries.get(used)?.push(id);
  const reach = (start, relation) => {
    const found = new Set();
    for (const waiting = [start]; waiting.length; ) {
      for (const next of relation.get(waiting.pop()) ?? []) {
        if (!found.has(next)) {
          found.add(next);
          waiting.push(next);
        }
      }
    }
    return found;
  };

  const told = document.createElement("p");
  told.className = "map-told";
  told.setAttribute("aria-live", "polite");
  const form = document.createElement("form");
  form.className = "claims-filter";
  form.setAttribute("role", "search");
  const label = document.createElement("label");
  const words = document.createElement("input");
  words.type = "search";
  label.append("Words in a claim, its source or its verdict", words);
  form.append(label);
  form.addEventListener("submit", (event) => event.preventDefault());
  map.parentElement.before(form, told);

  const light = (ids, tie) => {
    map.classList.toggle("asked", ids !== null);
    for (const [id, dot] of dots) dot.classList.toggle("lit", ids?.has(id) ?? false);
    for (const arrow of arrows) arrow.classList.toggle("lit", tie?.(arrow.dataset.from, arrow.dataset.to) ?? false);
  };
  const search = () => {
    const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (!wanted.length) {
      light(null);
      told.textContent = `${dots.size} claims, ${arrows.length} lines.`;
      return;
    }
    const text = (dot) => dot.querySelector("title").textContent.toLowerCase();
    const found = new Set([...dots].filter(([, dot]) => wanted.every((word) => text(dot).includes(word))).map(([id]) => id));
    light(found);
    told.textContent = `${found.size} of ${dots.size} claims.`;
  };
  const point = (dot) => {
    const id = dot.dataset.id;
    const below = reach(id, rests);
    const above = reach(id, carries);
    const lit = new Set([id, ...below, ...above]);
    const under = new Set([id, ...below]);
    const over = new Set([id, ...above]);
    light(lit, (from, to) => (under.has(from) && under.has(to)) || (over.has(from) && over.has(to)));
    told.textContent = `${dot.querySelector("title").textContent}. Rests on ${below.size}, carries ${above.size}.`;
  };
  for (const dot of dots.values()) {
    dot.addEventListener("pointerenter", () => point(dot));
    dot.addEventListener("pointerleave", search);
  }
  words.addEventListener("input", search);
  search();
})();

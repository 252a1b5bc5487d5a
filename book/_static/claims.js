// The filter of the page of claims. Without it the page is the full list.
document.addEventListener("DOMContentLoaded", () => {
  const tables = [...document.querySelectorAll("table.claims-table")];
  if (!tables.length) return;

  const rows = tables.flatMap((table) => {
    const part = [...table.classList].find((name) => name.startsWith("claims-part-")).slice("claims-part-".length);
    return [...table.querySelectorAll("tbody tr")].map((row) => ({
      row,
      part,
      verdict: row.querySelector(".verdict").textContent,
      text: row.textContent.toLowerCase(),
    }));
  });

  const form = document.createElement("form");
  form.className = "claims-filter";
  form.setAttribute("role", "search");
  form.setAttribute("aria-label", "Filter the claims");
  const count = document.createElement("output");

  const add = (name, control) => {
    const label = document.createElement("label");
    label.append(name, control);
    form.append(label);
    control.addEventListener("input", show);
    return control;
  };
  const choice = (name, all, values) => {
    const select = document.createElement("select");
    select.append(new Option(all, ""), ...values.map((value) => new Option(value, value)));
    return add(name, select);
  };
  const kinds = (key) => [...new Set(rows.map((entry) => entry[key]))];

  const part = choice("Part", "all parts", kinds("part"));
  const verdict = choice("Verdict", "all verdicts", kinds("verdict"));
  const words = document.createElement("input");
  words.type = "search";
  add("Words", words);
  form.append(count);
  form.addEventListener("submit", (event) => event.preventDefault());

  function show() {
    const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const entry of rows) {
      const fits =
        (!part.value || entry.part === part.value) &&
        (!verdict.value || entry.verdict === verdict.value) &&
        wanted.every((word) => entry.text.includes(word));
      entry.row.hidden = !fits;
      shown += fits;
    }
    for (const table of tables) table.hidden = ![...table.querySelectorAll("tbody tr")].some((row) => !row.hidden);
    count.textContent = `${shown} of ${rows.length} claims`;
  }

  // A link to one claim must find its row, whatever was filtered before.
  window.addEventListener("hashchange", () => {
    const target = document.getElementById(location.hash.slice(1));
    if (target && target.closest("tr[hidden]")) {
      form.reset();
      show();
      target.scrollIntoView();
    }
  });

  const firstHeading = tables[0].closest("section");
  firstHeading.parentElement.insertBefore(form, firstHeading);
  show();
});

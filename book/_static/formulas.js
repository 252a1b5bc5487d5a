// Formulas are set when the book is made (book/_ext/set_formulas.py). Here a selection is copied with its formulas as TeX, a
// search shows them once, and what a live cell has just put out is set: only then are the 273 kB of KaTeX fetched.
(() => {
  const source = new URL("katex/katex.min.js", document.currentScript.src);
  const outermost = (box) => [...box.querySelectorAll(".katex, math")].filter((node) => !node.parentElement?.closest(".katex"));

  document.addEventListener("copy", (event) => {
    const chosen = getSelection();
    if (chosen.isCollapsed || !event.clipboardData) return;
    const range = chosen.getRangeAt(0).cloneRange();
    const around = (node) => (node.nodeType === Node.TEXT_NODE ? node.parentElement : node)?.closest(".katex, math");
    const [first, last] = [around(range.startContainer), around(range.endContainer)];
    if (first) range.setStartBefore(first); // half a formula is no TeX
    if (last) range.setEndAfter(last);
    const part = range.cloneContents();
    const formulas = outermost(part);
    if (!formulas.length) return;
    for (const formula of formulas) {
      const tex = formula.querySelector("annotation")?.textContent ?? "";
      const display = formula.closest(".katex-display") || formula.matches(".tml-display");
      formula.replaceWith(display ? `\n$$${tex}$$\n` : `$${tex}$`);
    }
    event.clipboardData.setData("text/plain", part.textContent);
    event.preventDefault();
  });

  // The excerpt of a page in a list of search results: KaTeX holds each formula three times.
  if (window.Search?.htmlToText) {
    const plain = Search.htmlToText;
    Search.htmlToText = (text, anchor) => {
      const page = new DOMParser().parseFromString(text, "text/html");
      for (const formula of outermost(page)) formula.replaceWith(formula.querySelector("annotation")?.textContent ?? "");
      return plain(page.documentElement.outerHTML, anchor);
    };
  }

  let engine;
  const load = () =>
    (engine ??= new Promise((ready, failed) => {
      const script = document.createElement("script");
      Object.assign(script, { src: source, onload: ready, onerror: () => failed(new Error(`${source} is missing`)) });
      document.head.append(script);
    }));
  const TEX = /\\\(([^]*?)\\\)|\\\[([^]*?)\\\]/g;
  // Sets the formulas that stand in `boxes` between their delimiters.
  window.setFormulas = async (boxes) => {
    const texts = boxes.flatMap((box) => {
      const found = [], walk = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
      while (walk.nextNode()) if (/\\[([]/.test(walk.currentNode.data) && !walk.currentNode.parentElement.closest("pre, code, script, template, .katex, math")) found.push(walk.currentNode);
      return found;
    });
    if (!texts.length) return;
    await load();
    for (const text of new Set(texts)) {
      const parts = [];
      let at = 0;
      for (const found of text.data.matchAll(TEX)) {
        const room = document.createElement("span");
        katex.render(found[1] ?? found[2], room, { displayMode: found[1] === undefined, throwOnError: false, strict: "ignore" });
        parts.push(text.data.slice(at, found.index), ...room.childNodes);
        at = found.index + found[0].length;
      }
      if (parts.length) text.replaceWith(...parts, text.data.slice(at));
    }
  };
})();

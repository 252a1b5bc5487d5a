// A page opened from a folder may not fetch its neighbours, so the search there lists titles without excerpts.
if (location.protocol === "file:") {
  DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
}

// Formulas are set when somebody is about to see them: in view first, then, on a page that is read from top to bottom, the
// others while the browser is idle. What is folded in waits until it is opened.
// This script runs before MathJax starts (both are deferred, this one comes first).
(() => {
  if (!window.MathJax) return; // a page without formulas
  const waiting = new Set(document.querySelectorAll(".math, .badge-claim > .fold-body"));
  const long = document.querySelector(".claims-list") !== null;

  const set = (boxes) => {
    const fresh = boxes.filter((box) => waiting.delete(box));
    if (!fresh.length) return MathJax.startup.promise;
    for (const box of fresh) box.classList.add("mathjax_process");
    MathJax.startup.promise = MathJax.startup.promise.then(() => MathJax.typesetPromise(fresh)).then(() => fresh.forEach(fit));
    return MathJax.startup.promise;
  };
  // A display that is wider than its column becomes smaller, down to three quarters; what is wider still scrolls.
  const fit = (box) => {
    for (const display of box.querySelectorAll('mjx-container[display="true"]')) {
      const column = display.parentElement.clientWidth;
      const wide = display.querySelector("svg")?.getBoundingClientRect().width ?? 0;
      if (!column || wide <= column) continue;
      display.style.fontSize = `${Math.max(75, Math.floor((100 * column) / wide) - 1)}%`;
      if (wide * 0.75 > column) display.tabIndex = 0; // the keyboard scrolls what has the focus
    }
  };

  // Everything at once, for print and for who asks.
  window.setFormulas = () => set([...waiting]);
  addEventListener("beforeprint", () => MathJax.typeset?.([...waiting].filter((box) => waiting.delete(box))));

  MathJax.startup = {
    typeset: false,
    ready: () => {
      MathJax.startup.defaultReady();
      const observer = new IntersectionObserver(
        (seen) => {
          const boxes = seen.filter((entry) => entry.isIntersecting).map((entry) => entry.target);
          for (const box of boxes) observer.unobserve(box);
          set(boxes);
        },
        { rootMargin: "400px 0px" },
      );
      for (const box of waiting) observer.observe(box);
      if (long) return;
      const later = window.requestIdleCallback ?? ((call) => setTimeout(call, 50));
      const rest = () => {
        const boxes = [...waiting].filter((box) => box.checkVisibility?.() ?? true).slice(0, 12);
        if (boxes.length) set(boxes).then(() => later(rest));
      };
      later(rest);
    },
  };
})();

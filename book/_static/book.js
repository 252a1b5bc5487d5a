// A page opened from a folder may not fetch its neighbours, so the search there lists titles without excerpts.
if (location.protocol === "file:") {
  DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
}

// What a fold holds can be formulas of thousands of characters: they are set when somebody looks at them.
// This script runs before MathJax starts (both are deferred, this one comes first).
for (const fold of document.querySelectorAll(".badge-claim")) {
  const box = fold.querySelector(".fold-body");
  box.classList.add("mathjax_ignore");
  const set = () => {
    box.classList.replace("mathjax_ignore", "mathjax_process");
    MathJax.startup.promise = MathJax.startup.promise.then(() => MathJax.typesetPromise([box]));
  };
  fold.addEventListener("toggle", set, { once: true });
}

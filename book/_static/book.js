// A page opened from a folder may not fetch its neighbours, so the search there lists titles without excerpts.
if (location.protocol === "file:") {
  DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
}

// What a receipt folds out can hold formulas of thousands of characters: they are set when somebody looks at them.
// This script runs before MathJax starts (both are deferred, this one comes first).
for (const box of document.querySelectorAll("details.receipt > .receipt-details")) {
  box.classList.add("mathjax_ignore");
  const set = () => {
    box.classList.remove("mathjax_ignore");
    MathJax.startup.promise = MathJax.startup.promise.then(() => MathJax.typesetPromise([box]));
  };
  box.parentElement.addEventListener("toggle", set, { once: true });
}

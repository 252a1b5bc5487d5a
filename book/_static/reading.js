// Read or check: the switch opens every fold of a page and is remembered; links and searches open what they lead to.
(() => {
  const folds = [...document.querySelectorAll(".checks > details")];
  const remembered = () => {
    try {
      return localStorage.getItem("reading") === "check";
    } catch {
      return false; // a browser that lets no page remember anything
    }
  };
  const remember = (check) => {
    try {
      localStorage.setItem("reading", check ? "check" : "read");
    } catch {}
  };

  const bar = document.querySelector(".header-article-items__end .article-header-buttons, .article-header-buttons");
  if (folds.length && bar) {
    const button = document.createElement("button");
    button.className = "read-check";
    button.type = "button";
    button.title = "Read: badges instead of checks. Check: every certificate and all code.";
    button.innerHTML = "<span>Read</span><span>Check</span>";
    const show = (check) => {
      button.setAttribute("aria-pressed", String(check));
      for (const fold of folds) fold.open = check;
    };
    button.addEventListener("click", () => {
      // The paragraph in view stays where it is while the page grows or shrinks around it.
      const near = [...document.querySelectorAll(".bd-article :is(p, h2, h3, figure)")].find(
        (node) => !node.closest(".checks") && node.getBoundingClientRect().top > 60,
      );
      const before = near?.getBoundingClientRect().top;
      const check = button.getAttribute("aria-pressed") !== "true";
      show(check);
      remember(check);
      if (near) scrollBy({ top: near.getBoundingClientRect().top - before, behavior: "instant" });
    });
    bar.prepend(button);
    show(remembered());
  }

  // Opens everything around a node, and the solution it stands in.
  const reveal = (node) => {
    for (let box = node; box; box = box.parentElement) {
      if (box.tagName === "DETAILS") box.open = true;
      if (box.classList.contains("toggle-hidden")) box.querySelector(".toggle-button")?.click();
    }
  };
  const follow = () => {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target || !target.closest("details, .toggle-hidden")) return;
    reveal(target);
    target.scrollIntoView();
  };
  addEventListener("hashchange", follow);
  addEventListener("load", () => {
    follow();
    // A search leads here: its words are marked. Where all of them are folded in, the first is shown.
    const marks = [...document.querySelectorAll(".bd-article .highlighted")];
    if (marks.length && !marks.some((mark) => mark.checkVisibility())) {
      reveal(marks[0]);
      marks[0].scrollIntoView({ block: "center" });
    }
  });
})();

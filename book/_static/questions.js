// Commit first: the reader says what they think, then the verdict opens beside it. Without scripts the verdict is a fold.
(() => {
  const answers = { holds: "holds", "holds-if": "holds if", false: "is false" };
  const questions = [...document.querySelectorAll(".question")];
  const tally = document.querySelector(".question-tally");
  let right = 0;
  let said = 0;

  const line = document.createElement("p");
  line.setAttribute("role", "status");
  const count = () => {
    line.textContent = said ? `${right} right of ${said} answered, ${questions.length - said} to go.` : "";
  };

  questions.forEach((box, index) => {
    const fold = box.querySelector("details");
    const verdict = Object.keys(answers).find((name) => fold.querySelector(`.verdict-${name}`));
    const group = document.createElement("div");
    group.className = "question-answers";
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", `Your answer to question ${index + 1}`);
    for (const [name, words] of Object.entries(answers)) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = `It ${words}`;
      button.addEventListener("click", () => {
        if (group.dataset.said) return; // the first answer counts
        group.dataset.said = name;
        button.setAttribute("aria-pressed", "true");
        for (const other of group.children) other.disabled = other !== button;
        group.classList.add(name === verdict ? "answer-right" : "answer-wrong");
        button.textContent += name === verdict ? " \u2713" : " \u2717";
        said += 1;
        right += name === verdict;
        fold.open = true;
        count();
      });
      group.append(button);
    }
    fold.before(group);
  });

  // An exam: the same sheet, its verdicts folded in or opened.
  const print = async (open) => {
    const before = questions.map((box) => box.querySelector("details").open);
    for (const box of questions) box.querySelector("details").open = open;
    await window.setFormulas?.();
    window.print();
    questions.forEach((box, index) => (box.querySelector("details").open = before[index]));
  };
  for (const [words, open] of [["Print as an exam", false], ["Print with the verdicts", true]]) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = words;
    button.addEventListener("click", () => print(open));
    tally.append(button);
  }
  tally.append(line);
})();

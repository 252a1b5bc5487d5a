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

  // A counterexample of the reader's own, where one exists: judged by Python in this browser if this copy of the book has it
  // (window.liveAsk, from live.js), else by the line below it in a notebook. Shown only once the reader has said something.
  const handIn = (told, index) => {
    const claim = told.querySelector("pre").textContent.match(/counterexample\("([^"]+)"/)[1];
    const form = document.createElement("form");
    const label = document.createElement("label");
    const field = document.createElement("textarea");
    const judge = document.createElement("button");
    const note = document.createElement("p");
    const answer = document.createElement("div");
    Object.assign(field, { rows: 2, spellcheck: false, value: told.querySelector(":scope > p code").textContent });
    for (const [key, value] of [["autocapitalize", "off"], ["autocorrect", "off"]]) field.setAttribute(key, value);
    label.append(`Your counterexample to statement ${index + 1}`, field);
    judge.type = "submit";
    judge.textContent = "Judge it";
    answer.className = "witness-answer";
    answer.setAttribute("role", "status");
    note.textContent = `Judging loads Python into your browser: ${window.liveWeight} MB, once, and nothing before you press. What you type stays here.`;
    form.append(label, judge, note, answer);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      window.liveAsk(`from incentives_book.exercises import counterexample\ncounterexample("${claim}", ${JSON.stringify(field.value)})`, answer);
      note.hidden = true;
    });
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        form.requestSubmit();
      }
    });
    return form;
  };

  questions.forEach((box, index) => {
    const fold = box.querySelector("details");
    const told = fold.querySelector(".question-witness");
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
        count();
        if (!told) return void (fold.open = true);
        fold.before(told); // the verdict waits, with its witness, until the reader opens it
        if (window.liveAsk) told.append(handIn(told, index));
      });
      group.append(button);
    }
    fold.before(group);
  });

  // An exam: the same sheet, its verdicts folded in or opened.
  const print = (open) => {
    const before = questions.map((box) => box.querySelector("details").open);
    for (const box of questions) box.querySelector("details").open = open;
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

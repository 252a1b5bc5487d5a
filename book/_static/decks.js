// Turns the slides: arrows, space, Page Up and Down, Home and End, or a tap on the right or left third of the screen.
"use strict";
document.documentElement.classList.remove("no-script");
const slides = [...document.querySelectorAll(".slide")];
let at = 0;

// An argument appears step by step: forward shows the next step, if one is left, and only then turns the slide. The first
// one stands there at once, unless there is a statement above it.
function turn(by) {
  const hidden = slides[at].querySelector(".step:not(.seen)");
  if (by > 0 && hidden) hidden.classList.add("seen");
  else show(at + by);
}

function show(to) {
  at = Math.max(0, Math.min(slides.length - 1, to));
  slides.forEach((slide, place) => slide.classList.toggle("now", place === at));
  if (!slides[at].querySelector(".stated")) slides[at].querySelector(".step")?.classList.add("seen");
  slides[at].focus({ preventScroll: true });
  history.replaceState(null, "", `#${at + 1}`);
}

const KEYS = { ArrowRight: 1, ArrowDown: 1, PageDown: 1, " ": 1, ArrowLeft: -1, ArrowUp: -1, PageUp: -1 };
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key in KEYS) turn(event.shiftKey && event.key === " " ? -1 : KEYS[event.key]);
  else if (event.key === "Home") show(0);
  else if (event.key === "End") show(slides.length - 1);
  else return;
  event.preventDefault();
});
document.addEventListener("click", (event) => {
  if (event.target.closest("a") || String(getSelection())) return;
  const third = event.clientX / innerWidth;
  if (third > 2 / 3) turn(1);
  else if (third < 1 / 3) turn(-1);
});
slides.forEach((slide, place) => {
  const told = document.createElement("span");
  told.className = "at";
  told.textContent = `${place + 1} of ${slides.length}`;
  (slide.querySelector("footer") || slide.appendChild(document.createElement("footer"))).append(told);
});
show(Number(location.hash.slice(1)) - 1 || 0);

// "Run this page here": Python in the reader's browser, on the book's own page. Until somebody presses the button nothing is
// fetched and nothing runs. What is loaded then are scripts beside the page, so it works from a folder too.
(() => {
  const { live: name, up, megabytes, runs } = document.currentScript.dataset;
  const base = new URL(`${up}live/`, location.href).href;
  const files = new Map();
  const arrived = new Map();
  let manifest, cells, agreed = false, state = "off", queue = [], running = null;
  const ran = new Set();

  const make = (tag, options = {}, ...inside) => {
    const node = document.createElement(tag);
    for (const [key, value] of Object.entries(options)) key in node ? (node[key] = value) : node.setAttribute(key, value);
    node.append(...inside);
    return node;
  };
  const button = (text, call, options = {}) => make("button", { type: "button", textContent: text, onclick: call, ...options });

  // The bar under the title.
  const status = make("p", { className: "live-status", role: "status" });
  const question = make("div", { className: "live-question" });
  const open = button(`Run this page here (${megabytes} MB)`, () => begin(), { className: "live-open" });
  const all = button("Run all", () => runAll());
  const stop = button("Stop", () => interrupt());
  const again = button("Restart", () => halt("Python was started again."));
  const reset = button("Reset my changes", () => forget(), { hidden: true });
  const allow = button("Figures too", async () => {
    agreed = await consent(figures());
    allow.focus();
    if (!agreed) return;
    dismiss(); // it was started without leave to load them
    halt("Matplotlib and SciPy are at hand.");
  });
  const back = button("Back to the book's text", () => leave());
  const tools = make("div", { className: "live-tools", hidden: true }, all, stop, again, back, reset, allow);
  const bar = make("section", { className: "live-bar", "aria-label": "Run this page" }, open, tools, question, status);
  const say = (text) => {
    status.textContent = text;
    const asked = running?.note ?? queue.find((cell) => cell.note)?.note;
    if (asked) asked.textContent = text;
  };

  // Scripts that hand something over by a function of the window.
  const fetchScript = (path) =>
    new Promise((ready, failed) => {
      const script = make("script", { src: base + path, onload: () => (script.remove(), ready()), onerror: () => failed(new Error(`${path} is missing from this copy of the book`)) });
      document.head.append(script);
    });
  window.liveManifest = (value) => {
    manifest = value;
  };
  window.livePage = (value) => {
    cells = value.map((cell, number) => ({ ...cell, number, got: [] }));
  };
  window.liveFile = (file, text) => arrived.set(file, text);

  const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const bytesOf = (text) => Uint8Array.fromBase64?.(text) ?? Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const file = (wanted) => {
    if (!files.has(wanted)) files.set(wanted, loadFile(wanted));
    return files.get(wanted);
  };
  // Where the browser has a store for this site (https, or this machine), a file that was checked once waits there under its
  // hash, ready to be used; what an older book has left there goes.
  const opened = async () => {
    try {
      const store = await caches.open("live"), wanted = Object.values(manifest.files).map(({ sha256 }) => `${base}${sha256}`);
      for (const { url } of await store.keys()) if (url.startsWith(base) && !wanted.includes(url)) store.delete(url);
      return store;
    } catch {
      return null;
    }
  };
  let store;
  const loadFile = async (wanted) => {
    const told = manifest.files[wanted];
    if (!told) return null;
    const held = await (await (store ??= opened()))?.match(base + told.sha256).catch(() => null);
    if (held) return new Uint8Array(await held.arrayBuffer());
    await fetchScript(`files/${wanted}.js`);
    let bytes = bytesOf(arrived.get(wanted));
    arrived.delete(wanted);
    // Over plain http from another machine browsers offer no hashes; there the page itself is no safer than its files.
    if (globalThis.crypto?.subtle && hex(await crypto.subtle.digest("SHA-256", bytes)) !== told.sha256) throw new Error(`${wanted} is damaged: its hash is not the one in the list`);
    if (told.gzip) bytes = new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
    (await store)?.put(base + told.sha256, new Response(bytes)).catch(() => {}); // no room
    return bytes;
  };

  // Asks before anything comes from outside; the answer is yes or no.
  const consent = (text) =>
    new Promise((ready) => {
      const answer = (value) => {
        question.replaceChildren();
        ready(value);
      };
      const yes = button(`Load from ${manifest.host}`, () => answer(true));
      const promise = ` Your browser would load it from ${manifest.host}, and refuse any file whose SHA-256 is not the one in the book's list.`;
      question.replaceChildren(make("p", { textContent: text + promise }), make("div", { className: "live-tools" }, yes, button("Do not load", () => answer(false))));
      const asked = queue.find((cell) => cell.note);
      asked ? asked.note.after(question) : status.before(question);
      yes.focus();
    });
  const figures = () => `Matplotlib (about ${manifest.megabytes.matplotlib} MB, for figures) and SciPy (about ${manifest.megabytes.scipy} MB) are not in this copy of the book; a cell that asks for one of them would load it.`;
  const core = () => {
    const first = manifest.first.filter((each) => manifest.remote[each]).map((each) => each.split("-").slice(0, 2).join(" "));
    return `${first.join(", ")} (about ${manifest.megabytes.numpy} MB), which every cell needs, is not in this copy of the book. ${figures()}`;
  };

  const begin = async () => {
    bar.hidden = false;
    open.disabled = true;
    state = "loading";
    try {
      say("Loading the list of files");
      if (!manifest) await fetchScript("manifest.js");
      if (!cells) await fetchScript(`pages/${name}.js`);
      const lacks = manifest.first.some((each) => manifest.remote[each]);
      if (lacks && !agreed) agreed = (say("One question first."), await consent(core()));
      if (lacks && !agreed) {
        open.disabled = false;
        state = "off";
        say("Nothing was loaded.");
        queue = [];
        return;
      }
      const here = manifest.first.filter((each) => manifest.files[each]);
      const total = here.reduce((sum, each) => sum + manifest.files[each].bytes, 0) / 1e6;
      let sum = 0;
      for (const each of here) {
        say(`Loading Python: ${sum.toFixed(0)} of ${total.toFixed(0)} MB`);
        await file(each);
        sum += manifest.files[each].bytes / 1e6;
      }
      prepare();
      open.hidden = true;
      tools.hidden = false;
      if (!queue.length) (cells.length ? all : stop).focus();
      startWorker();
    } catch (error) {
      open.disabled = false;
      state = "off";
      say(`The page cannot run: ${error.message}`);
      queue = [];
    }
  };

  // Python, in a worker. A second one waits beside it, so that whoever stops a cell has another at once; on a small machine
  // its 60 MB are not to be had.
  let worker = null, spare = null, since = "";
  const roomy = (navigator.deviceMemory ?? 8) >= 4;
  const hire = () => {
    const address = URL.createObjectURL(new Blob([manifest.worker], { type: "text/javascript" }));
    const one = new Worker(address);
    // Where the page is isolated from others, a signal that the worker sees while it computes.
    one.signal = window.crossOriginIsolated ? new Uint8Array(new SharedArrayBuffer(1)) : null;
    one.onmessage = async ({ data }) => {
      if (data.kind === "want") return one.postMessage({ kind: "file", name: data.name, bytes: await file(data.name).catch((error) => (say(error.message), null)) });
      if (data.kind === "ready") one.ready = true;
      bar.dataset.spare = spare?.ready ? "ready" : "";
      if (one === worker) hear[data.kind](data);
      else if (one === spare && data.kind === "broken") dismiss();
    };
    one.onerror = (event) => (one === worker ? broken(event.message) : one === spare && dismiss());
    const { kernel, lock, start } = manifest;
    const remote = agreed ? manifest.remote : {}; // nothing from outside without a word of the reader
    const names = Object.fromEntries(Object.keys(manifest.files).map((each) => [each, 1]));
    one.postMessage({ kind: "start", manifest: { kernel, lock, remote, start, files: names, signal: one.signal } });
    return one;
  };
  const dismiss = () => {
    spare?.terminate();
    spare = null;
  };
  const startWorker = (happened = "") => {
    state = "starting";
    since = happened;
    say(`${happened} Starting Python`.trim());
    ran.clear();
    const late = Object.values(manifest.late).flat();
    allow.hidden = agreed || !cells.length || !late.some((each) => manifest.remote[each]);
    manifest.lacksFigures = false;
    worker?.terminate();
    worker = spare ?? hire();
    spare = null;
    buttons();
    if (worker.ready) hear.ready();
  };
  const broken = (text) => {
    clearTimeout(patience);
    state = "broken";
    worker?.terminate();
    say(`Python has stopped: ${text}. Restart tries again.`);
    running?.box?.classList.remove("live-running");
    running = null;
    queue = [];
    buttons();
  };
  const halt = (happened) => {
    clearTimeout(patience);
    running?.box?.classList.remove("live-running");
    running = null;
    queue = [];
    startWorker(`${happened} What the cells had computed is gone.`);
  };
  // Stop: by the signal, which keeps what the cells before have computed; a cell that does not listen to it, or a page that
  // cannot send it, loses its Python to the one that waits.
  let patience = null;
  const interrupt = () => {
    queue = [];
    if (!running) {
      say("Stopped.");
      return buttons();
    }
    if (!worker.signal) return halt("Stopped.");
    running.stopped = true;
    worker.signal[0] = 2; // SIGINT
    clearTimeout(patience);
    patience = setTimeout(() => halt("Stopped."), 700);
  };

  const hear = {
    loading: ({ name: wanted }) => say(`Loading ${wanted} from ${manifest.host}`),
    stage: ({ text }) => queue.length || say(text),
    ready: () => {
      state = "ready";
      if (!queue.length) say(`Ready: Python ${manifest.python}, NumPy ${manifest.numpy}.${cells.length ? " Change any cell, then Ctrl+Enter; or run all." : ""} ${since}`.trim());
      since = "";
      next();
      if (roomy) setTimeout(() => worker && (spare ??= hire()), 1000);
    },
    output: ({ output }) => show(running, output),
    again: ({ needs }) => {
      clear(running);
      say(`${running.note ? "This" : `Cell ${running.number}`} asks for ${needs}, which is loaded now`);
    },
    lacks: ({ needs }) => {
      running.lacks = needs;
      if (needs === "matplotlib") manifest.lacksFigures = true;
    },
    done: ({ failed }) => finish(failed),
    broken: ({ text }) => broken(text),
  };

  // What a reader has written stays in this browser, with the text of the book that it replaces: an edit of a cell that the
  // book has changed since is not put over the new one.
  const shelf = `live ${name}`;
  const written = () => {
    try {
      return JSON.parse(localStorage.getItem(shelf)) ?? {};
    } catch {
      return {}; // no storage here, or not ours
    }
  };
  const keep = (place, book, mine) => {
    const all = written();
    if (mine === book) delete all[place];
    else all[place] = { book, mine };
    reset.hidden = !Object.keys(all).length;
    try {
      Object.keys(all).length ? localStorage.setItem(shelf, JSON.stringify(all)) : localStorage.removeItem(shelf);
    } catch {} // full, or forbidden: the page works, and forgets
  };
  const kept = (place, book) => {
    const found = written()[place];
    return found?.book === book ? found.mine : null;
  };
  const plain = (node) => node.textContent.replace(/\n+$/, "");

  // What is no cell of the book: a check of an answer, a counterexample. It needs Python, and no cell before it; what it puts
  // out stands in `place`, with a note there of what is being loaded.
  const putBack = [];
  window.liveWeight = megabytes;
  const JUDGES = { runs: "Python judges", done: "Judged.", failed: "This could not be judged" };
  window.liveAsk = (source, place, words = JUDGES) => {
    if ([running, ...queue].some((cell) => cell?.asker === place)) return;
    const [note, output] = [make("p", { className: "live-note", textContent: "One moment" }), make("div", { className: "live-output" })];
    place.replaceChildren(note, output);
    queue.push({ source, note, output, words, asker: place, number: "below", receipts: [], got: [] });
    if (state === "off") begin();
    else if (state === "broken") startWorker();
    else if (state === "ready") next();
  };
  const exercises = runs === "pieces" ? [] : [...document.querySelectorAll(".self-check")]; // they need the page's cells
  for (const [index, box] of exercises.entries()) {
    const field = box.querySelector("pre");
    const answer = make("div", { className: "live-answer", role: "status" });
    const asBuilt = field.innerHTML, asked = plain(field), place = `answer ${index + 1}`;
    putBack.push(() => {
      field.innerHTML = asBuilt;
      answer.replaceChildren();
    });
    field.textContent = kept(place, asked) ?? field.textContent;
    if (plain(field) === asked) field.innerHTML = asBuilt;
    field.addEventListener("input", () => keep(place, asked, plain(field)));
    const run = () => window.liveAsk(plain(field), answer);
    field.contentEditable = "plaintext-only";
    if (field.contentEditable !== "plaintext-only") field.contentEditable = "true";
    for (const [key, value] of Object.entries({ role: "textbox", "aria-multiline": "true", "aria-label": `Answer to exercise ${index + 1} that can be checked`, spellcheck: "false", autocapitalize: "off", autocorrect: "off" })) field.setAttribute(key, value);
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      run();
    });
    box.append(make("div", { className: "live-cell-tools" }, button("Check it here", run, { title: `Ctrl+Enter; loads Python, ${megabytes} MB, if it is not here yet` })), answer);
  }

  // A piece in which the reader acts tells its present state as Python; the text becomes a cell that can be changed and run
  // where it stands. When the state changes, the piece writes a new text, and what the old one put out goes.
  const STATE = { runs: "Running the present state", done: "Done.", failed: "The present state stopped" };
  document.addEventListener("scene-python", ({ target }) => {
    const panel = target.querySelector(".scene-python"), field = panel.querySelector("pre");
    if (panel.querySelector(".live-answer")) return;
    const answer = make("div", { className: "live-answer", role: "status" }), run = () => window.liveAsk(plain(field), answer, STATE);
    field.contentEditable = "plaintext-only";
    if (field.contentEditable !== "plaintext-only") field.contentEditable = "true";
    for (const [key, value] of Object.entries({ role: "textbox", "aria-multiline": "true", spellcheck: "false", autocapitalize: "off", autocorrect: "off" })) field.setAttribute(key, value);
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      run();
    });
    let shown = plain(field);
    new MutationObserver(() => {
      if (document.activeElement !== field && shown !== plain(field)) answer.replaceChildren();
      shown = plain(field);
    }).observe(field, { childList: true, characterData: true, subtree: true });
    putBack.push(() => answer.replaceChildren());
    panel.append(make("div", { className: "live-cell-tools" }, button("Run it here", run, { title: `Ctrl+Enter; loads Python, ${megabytes} MB, if it is not here yet` })), answer);
  });

  // One cell after another.
  const enqueue = (wanted) => {
    queue = wanted.filter((cell) => cell.source || cell.editor);
    buttons();
    if (state === "ready") next();
    else if (state === "broken") startWorker();
  };
  const runAll = () => {
    ran.clear();
    enqueue([...cells]);
  };
  // A cell needs those before it, which run first where they have not.
  const runOne = (cell) => {
    if (running || queue.length) return say("Wait for the cell that runs, or press Stop.");
    ran.delete(cell.number);
    enqueue(cells.filter((each) => each.number <= cell.number && !ran.has(each.number)));
  };
  const next = () => {
    if (running || state !== "ready") return;
    running = queue.shift();
    buttons();
    if (!running) return;
    clear(running);
    running.began = performance.now();
    running.lacks = null;
    running.stopped = false;
    running.box?.classList.add("live-running");
    say(running.note ? running.words.runs : `Running cell ${running.number} of ${cells.length - 1}`);
    worker.postMessage({ kind: "run", source: text(running), number: running.number });
  };
  const finish = (failed) => {
    const cell = running;
    running = null;
    clearTimeout(patience);
    if (cell.note) {
      cell.note.remove();
      if (cell.error?.startsWith("NameError")) show(cell, { output_type: "stream", text: "A name from the page is known here once its cells have run: Run all." });
      say(failed ? `${cell.words.failed}: ${cell.error ?? "an error"}` : cell.words.done);
      buttons();
      return next();
    }
    ran.add(cell.number);
    cell.box?.classList.remove("live-running");
    cell.failed = failed;
    cell.differences = compare(cell);
    verdict(cell);
    if (cell.lacks === "scipy") show(cell, { output_type: "note", text: "SciPy is not in this copy and could not be loaded, so this cell stops here." });
    if (cell.built?.querySelector("img") && !cell.drew && manifest.lacksFigures && !failed) show(cell, { output_type: "note", text: "This figure stays as the book drew it: Matplotlib is not in this copy." });
    window.setFormulas?.([...document.querySelectorAll(".live-output :is(.math, .receipt)")]);
    if (failed) {
      queue = [];
      for (let box = cell.output; box; box = box.parentElement) if (box.tagName === "DETAILS") box.open = true;
      say(cell.stopped ? `Stopped. What the cells before cell ${cell.number} had computed is kept.` : `Cell ${cell.number} stopped: ${cell.error ?? "an error"}`);
      buttons();
    } else if (queue.length) next();
    else report();
    buttons();
  };
  const report = () => {
    const done = cells.filter((cell) => ran.has(cell.number));
    const wanted = done.reduce((sum, cell) => sum + cell.receipts.length, 0);
    const differences = done.flatMap((cell) => cell.differences ?? []);
    const same = done.reduce((sum, cell) => sum + (cell.same ?? 0), 0);
    const edited = cells.some((cell) => cell.editor && text(cell) !== cell.source) ? " You have changed the text of a cell." : "";
    const cellsDone = done.filter((cell) => cell.source).length;
    say(`Done: ${cellsDone} cells. ${same} of ${wanted} receipts are those of the book, word for word.${differences.length ? ` ${differences.join(" ")}` : ""}${edited}`);
    bar.dataset.same = same;
    bar.dataset.wanted = wanted;
  };

  // Receipts: those of the book and those that were just left.
  const label = (receipt) => `${receipt.claim}${receipt.step ? ` (${receipt.step})` : ""}`;
  const FIELDS = { passed: "passed", grade: "grade", cases: "number of cases", how: "means" };
  const compare = (cell) => {
    const told = [];
    const left = [...cell.got];
    cell.same = 0;
    for (const wanted of cell.receipts) {
      const place = left.findIndex((each) => each.claim === wanted.claim && each.step === wanted.step);
      if (place < 0) {
        told.push(`${label(wanted)}: the book has a receipt here, this run left none.`);
        continue;
      }
      const [found] = left.splice(place, 1);
      const field = Object.keys(FIELDS).filter((key) => (found[key] ?? null) !== (wanted[key] ?? null)).pop();
      if (field) told.push(`${label(wanted)}: ${FIELDS[field]} in the book “${wanted[field]}”, here “${found[field]}”.`);
      else cell.same += 1;
    }
    return [...told, ...left.map((each) => `${label(each)}: this receipt is not in the book.`)];
  };
  const verdict = (cell) => {
    if (!cell.mark) return;
    const good = !cell.failed && !cell.differences.length;
    cell.mark.className = `live-mark ${good ? "live-same" : "live-differs"}`;
    cell.mark.hidden = !cell.receipts.length && !cell.failed;
    cell.mark.textContent = cell.failed ? `Fails here: ${cell.error ?? "an error"}` : good ? "✓ run here, as in the book" : cell.differences.join(" ");
  };

  // Outputs.
  const escape = (text) => text.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign]);
  const math = (tex, display) => make(display ? "div" : "span", { className: "math notranslate nohighlight", textContent: display ? `\\[${tex}\\]` : `\\(${tex}\\)` });
  const inline = (text) =>
    text
      .split(/(\$[^$]+\$|`[^`]+`)/)
      .map((part) => {
        if (/^\$.*\$$/.test(part)) return math(part.slice(1, -1)).outerHTML;
        if (/^`.*`$/.test(part)) return `<code>${escape(part.slice(1, -1))}</code>`;
        return escape(part)
          .replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>")
          .replace(/(^|\W)[*_]([^*_]+)[*_](?=\W|$)/g, "$1<em>$2</em>")
          .replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, '<a href="$2">$1</a>');
      })
      .join("");
  const markdown = (text) =>
    text
      .trim()
      .split(/\n\s*\n/)
      .map((block) => {
        const lines = block.trim().split("\n");
        const row = (line, tag) => `<tr>${line.trim().replace(/^\||\|$/g, "").split(/(?<!\\)\|/).map((cell) => `<${tag}>${inline(cell.trim())}</${tag}>`).join("")}</tr>`;
        if (lines.length > 1 && /^[\s|:-]+$/.test(lines[1]) && lines[0].includes("|")) return `<table class="table"><thead>${row(lines[0], "th")}</thead><tbody>${lines.slice(2).map((line) => row(line, "td")).join("")}</tbody></table>`;
        if (/^\$\$[^]*\$\$$/.test(block.trim())) return math(block.trim().slice(2, -2), true).outerHTML;
        if (lines.every((line) => /^[-*] /.test(line))) return `<ul>${lines.map((line) => `<li>${inline(line.slice(2))}</li>`).join("")}</ul>`;
        return `<p>${inline(lines.join(" "))}</p>`;
      })
      .join("");
  const picture = (cell, source) => {
    const image = make("img", { src: source, alt: cell.built?.querySelector("img")?.alt ?? "a figure drawn by this cell" });
    cell.drew = true;
    return image;
  };
  const rendered = (cell, data) => {
    if (data["image/svg+xml"]) return picture(cell, `data:image/svg+xml;base64,${btoa(unescape(encodeURIComponent(data["image/svg+xml"])))}`);
    if (data["image/png"]) return picture(cell, `data:image/png;base64,${data["image/png"]}`);
    if (data["text/html"]) {
      const box = make("div", { innerHTML: data["text/html"] });
      for (const link of box.querySelectorAll("summary a")) link.replaceWith(...link.childNodes); // a summary is a button, which holds no link
      return box;
    }
    if (data["text/markdown"]) return make("div", { innerHTML: markdown(data["text/markdown"]) });
    if (data["text/latex"]) return math(data["text/latex"].trim().replace(/^\$+|\$+$/g, ""), true);
    return make("pre", { textContent: data["text/plain"] ?? "" });
  };
  const clear = (cell) => {
    cell.got = [];
    cell.error = null;
    cell.drew = false;
    if (cell.mark) cell.mark.hidden = true;
    cell.output?.replaceChildren();
    cell.place?.replaceChildren();
    if (cell.built) cell.built.hidden = false;
    if (cell.picture) cell.picture.src = cell.pictured;
  };
  const show = (cell, output) => {
    if (!cell) return;
    const receipt = output.data?.["application/vnd.incentives.check+json"];
    if (receipt) cell.got.push(receipt);
    if (output.output_type === "error") cell.error = `${output.ename}: ${output.evalue}`;
    if (!cell.output) return;
    if (output.output_type === "note") return (cell.place ?? cell.output).append(make("p", { className: "live-note", textContent: output.text }));
    if (output.output_type === "error") return cell.output.append(make("pre", { className: "live-error", textContent: [`${output.ename}: ${output.evalue}`, ...output.traceback].join("\n") }));
    if (output.output_type === "stream") {
      const last = target(cell).lastElementChild;
      if (last?.classList.contains("live-stream")) last.append(output.text);
      else target(cell).append(make("pre", { className: "live-stream", textContent: output.text }));
      return;
    }
    if (receipt) return cell.output.append(rendered(cell, output.data));
    const made = rendered(cell, output.data);
    // A figure takes the place of the book's, under the same caption.
    if (made.tagName === "IMG" && cell.picture) cell.picture.src = made.src;
    else target(cell).append(made);
  };
  // Other outputs take the place of the book's.
  const target = (cell) => {
    if (cell.place && !cell.picture) {
      cell.built.hidden = true;
      return cell.place;
    }
    return cell.output;
  };

  // Cells that can be changed.
  const text = (cell) => (cell.editor ? plain(cell.editor) : cell.source);
  const prepare = () => {
    for (const cell of cells) {
      const input = document.querySelector(`.cell_input.code-${cell.number}`);
      cell.built = document.querySelector(`.cell_output.code-${cell.number}`);
      if (!input) continue;
      const editor = input.querySelector("pre");
      cell.editor = editor;
      cell.original = editor.innerHTML;
      cell.input = input;
      editor.contentEditable = "plaintext-only";
      if (editor.contentEditable !== "plaintext-only") editor.contentEditable = "true";
      for (const [key, value] of Object.entries({ role: "textbox", "aria-multiline": "true", "aria-label": `Code of cell ${cell.number}`, spellcheck: "false", autocapitalize: "off", autocorrect: "off" })) editor.setAttribute(key, value);
      editor.addEventListener("keydown", (event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          runOne(cell);
        }
      });
      editor.addEventListener("input", () => changed(cell));
      cell.run = button("Run", () => runOne(cell), { className: "live-run", "aria-label": `Run cell ${cell.number}`, title: "Ctrl+Enter" });
      cell.undo = button("As in the book", () => restore(cell), { hidden: true, "aria-label": `Cell ${cell.number} as in the book` });
      cell.output = make("div", { className: "live-output", role: "group", "aria-label": `What cell ${cell.number} put out` });
      cell.box = make("div", { className: "live-cell" }, make("div", { className: "live-cell-tools" }, `Cell ${cell.number}`, cell.run, cell.undo), cell.output);
      input.after(cell.box);
      cell.mark = make("span", { className: "live-mark", hidden: true });
      const row = input.closest(".checks");
      row ? row.append(cell.mark) : cell.box.append(cell.mark);
      if (cell.built) {
        cell.picture = cell.built.querySelector("img");
        cell.pictured = cell.picture?.src;
        cell.place = make("div", { className: "live-output" });
        cell.built.after(cell.place);
      }
      const mine = kept(cell.number, cell.source);
      if (mine !== null) {
        editor.textContent = mine;
        changed(cell);
      }
    }
    reset.hidden = !Object.keys(written()).length;
    document.body.classList.add("live-on");
  };
  const changed = (cell) => {
    const book = cell.source.replace(/\n+$/, "");
    cell.undo.hidden = text(cell) === book;
    keep(cell.number, cell.source, cell.undo.hidden ? cell.source : text(cell));
    ran.delete(cell.number);
  };
  const restore = (cell) => {
    cell.editor.innerHTML = cell.original;
    changed(cell);
    clear(cell);
    say(`Cell ${cell.number} is as in the book.`);
    cell.run.focus();
  };
  // All of it as in the book, answers to exercises too.
  const forget = () => {
    for (const cell of cells) if (cell.undo && !cell.undo.hidden) restore(cell);
    for (const restored of putBack) restored();
    try {
      localStorage.removeItem(shelf);
    } catch {}
    reset.hidden = true;
    say("Every cell and answer is as in the book.");
    stop.disabled ? all.focus() : stop.focus();
  };
  const leave = () => {
    dismiss();
    worker?.terminate();
    worker = null;
    running = null;
    queue = [];
    ran.clear();
    for (const cell of cells) {
      if (!cell.editor) continue;
      clear(cell);
      cell.editor.innerHTML = cell.original;
      for (const key of ["contenteditable", "role", "aria-multiline", "aria-label", "spellcheck", "autocapitalize", "autocorrect"]) cell.editor.removeAttribute(key);
      const fresh = cell.editor.cloneNode(true); // without what listens to the keyboard
      cell.editor.replaceWith(fresh);
      for (const node of [cell.box, cell.mark, cell.place]) node?.remove();
      Object.assign(cell, { editor: null, box: null, mark: null, place: null, output: null });
    }
    for (const restored of putBack) restored();
    document.body.classList.remove("live-on");
    state = "off";
    tools.hidden = true;
    open.hidden = open.disabled = false;
    say(`The page is as the book has it.${Object.keys(written()).length ? " Your changes are kept for the next time." : ""}`);
    open.focus();
  };
  all.hidden = back.hidden = runs !== "cells";
  const buttons = () => {
    const busy = Boolean(running) || queue.length > 0;
    stop.disabled = !busy;
    all.disabled = busy;
  };

  if (runs === "questions") open.textContent = `Load Python to judge counterexamples (${megabytes} MB)`;
  bar.hidden = runs === "pieces"; // a piece has a button of its own; the bar comes with Python, to stop it
  document.querySelector(".bd-article h1")?.after(bar);
})();

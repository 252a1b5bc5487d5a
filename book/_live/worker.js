// Python itself, in a worker of its own, so that a long cell can be stopped and the page answers meanwhile. It fetches nothing:
// the page hands it every file; what the page does not have comes from the one host that the reader has agreed to.
const BASE = "https://live.invalid/";
const held = new Map();
const waiting = new Map();
const network = self.fetch.bind(self);
const tell = (message) => self.postMessage(message);
let manifest, pyodide, kernel;

// Asks the page for a file by name; the page answers with its bytes, or with null.
const ask = (name) =>
  new Promise((ready) => {
    if (held.has(name)) return ready(held.get(name));
    waiting.set(name, ready);
    tell({ kind: "want", name });
  });
const base64 = (hex) => btoa(String.fromCharCode(...hex.match(/../g).map((byte) => parseInt(byte, 16))));

self.fetch = async (address) => {
  const name = String(address.url ?? address).split("/").pop();
  if (name === "pyodide-lock.json") return new Response(JSON.stringify(manifest.lock));
  const bytes = await ask(name);
  if (bytes) {
    const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    return new Response(bytes, { headers: { "content-type": type } });
  }
  const remote = manifest.remote[name];
  if (!remote) throw new Error(`${name} is not part of this copy of the book`);
  tell({ kind: "loading", name });
  return network(remote.url, { integrity: `sha256-${base64(remote.sha256)}`, credentials: "omit" });
};

const text = async (name) => new TextDecoder().decode(await ask(name));
// Older versions are classic scripts.
const include = async (name) => importScripts(URL.createObjectURL(new Blob([await text(name)], { type: "text/javascript" })));
// Newer ones are modules, and ask for a worker that is one. A page from a folder may not start such a worker from a blob, but
// any worker may import a module from a data address; without importScripts a worker passes for the newer kind.
const module = async (name) => import(URL.createObjectURL(new Blob([await text(name)], { type: "text/javascript" }))).catch(async () => import(`data:text/javascript,${encodeURIComponent(await text(name))}`));

const start = async () => {
  const options = { indexURL: BASE, lockFileURL: `${BASE}pyodide-lock.json`, packageBaseUrl: BASE, stdLibURL: `${BASE}python_stdlib.zip` };
  if (manifest.files["pyodide.asm.mjs"]) {
    self.importScripts = () => {
      throw new TypeError("modules only");
    };
    self.loadPyodide = (await module("pyodide.mjs")).loadPyodide;
    options.createPyodideModule = (await module("pyodide.asm.mjs")).default;
  } else {
    await include("pyodide.js");
    await include("pyodide.asm.js");
  }
  pyodide = await loadPyodide(options);
  if (manifest.signal) pyodide.setInterruptBuffer(manifest.signal);
  tell({ kind: "stage", text: "Python runs; NumPy and SymPy follow" });
  await load(manifest.start);
  pyodide.FS.writeFile("/home/pyodide/live_kernel.py", manifest.kernel);
  const made = pyodide.runPython("import os, sys; os.environ['MPLBACKEND'] = 'agg'; sys.path.insert(0, '/home/pyodide'); import live_kernel; live_kernel");
  kernel = made.Kernel((output) => tell({ kind: "output", output: output.toJs({ dict_converter: Object.fromEntries }) }));
  kernel.install();
  await pyodide.runPythonAsync("import sympy, incentives, incentives_book");
  tell({ kind: "ready" });
};

const load = async (names) => {
  const wrong = [];
  await pyodide.loadPackage(names, { messageCallback: () => {}, errorCallback: (text) => wrong.push(text) });
  const missing = names.filter((name) => !(name in pyodide.loadedPackages));
  if (missing.length) throw new Error(`${missing.join(", ")} could not be loaded. ${wrong.join(" ")}`);
};

const run = async ({ source, number }) => {
  if (manifest.signal) manifest.signal[0] = 0; // one that came after the end of the last cell
  for (let turn = 0; turn < 4; turn += 1) {
    const needs = kernel.run(source, number);
    if (!needs || needs === "error") return tell({ kind: "done", number, failed: needs === "error" });
    tell({ kind: "again", number, needs });
    try {
      await load([needs]);
    } catch (error) {
      tell({ kind: "lacks", number, needs });
      if (needs === "matplotlib") kernel.without_matplotlib();
      else return tell({ kind: "done", number, failed: true, lacks: needs });
    }
  }
  tell({ kind: "done", number, failed: true });
};

self.onmessage = async ({ data }) => {
  if (data.kind === "file") {
    if (data.bytes) held.set(data.name, data.bytes);
    waiting.get(data.name)?.(data.bytes);
    waiting.delete(data.name);
  } else if (data.kind === "start") {
    manifest = data.manifest;
    start().catch((error) => tell({ kind: "broken", text: String(error.message ?? error) }));
  } else if (data.kind === "run") {
    run(data).catch((error) => tell({ kind: "broken", text: String(error.message ?? error) }));
  }
};

// `node bytecode.mjs CORE FOLDER`: compiles what is Python in the wheels of FOLDER, by the Pyodide in CORE that will run it, so that
// no page has to at each start. Our own wheel keeps its source, which errors quote; others lose theirs, and their tests.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [core, folder] = process.argv.slice(2);
const name = readdirSync(core).includes("pyodide.mjs") ? "pyodide.mjs" : "pyodide.js";
const engine = await import(pathToFileURL(`${core}/${name}`));
const pyodide = await (engine.loadPyodide ?? globalThis.loadPyodide)({ indexURL: core });
const compiled = pyodide.runPython(`
import importlib.util, io, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc

def compiled(content, own):
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(bytes(content))) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            text, path = old.read(info), info.filename
            if "/tests/" in path and not own:
                continue
            if own or not path.endswith(".py"):
                new.writestr(info, text)
            if path.endswith(".py"):
                # Bytecode by hash, unchecked: when a file was written does not count.
                code = _code_to_hash_pyc(compile(text, path, "exec", dont_inherit=True), importlib.util.source_hash(text), False)
                place = importlib.util.cache_from_source(path) if own else f"{path}c"
                new.writestr(zipfile.ZipInfo(place, info.date_time), code, zipfile.ZIP_DEFLATED)
    return made.getvalue()

compiled
`);
for (const wheel of readdirSync(folder)) {
  const path = `${folder}/${wheel}`;
  writeFileSync(path, compiled(new Uint8Array(readFileSync(path)), wheel.startsWith("incentives-")).toJs());
}

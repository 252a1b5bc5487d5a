"""The part of IPython that pages use, in a few lines: Python in a browser runs this, and so does a test in plain
Python.

    kernel = Kernel(send)
    kernel.run(source, 3)       the third cell; each output goes to `send` as the fields of nbformat

A cell that asks for SciPy or Matplotlib before they are loaded stops with the name of the package, is run again when
they
are there, and where they cannot be had, Matplotlib is replaced by something that takes every call and draws nothing.
"""

import ast
import base64
import importlib.abc
import importlib.machinery
import io
import linecache
import sys
import time
import traceback
import types

# Modules that are loaded when a cell first asks for them, and the package that holds each.
LATE = {"matplotlib": "matplotlib", "mpl_toolkits": "matplotlib", "cycler": "matplotlib", "scipy": "scipy"}
METHODS = {
    "text/html": "_repr_html_",
    "text/markdown": "_repr_markdown_",
    "text/latex": "_repr_latex_",
    "image/svg+xml": "_repr_svg_",
    "image/png": "_repr_png_",
}


class Shown:
    """Text of one kind, as `IPython.display.Markdown` and its kin hold it."""

    kind = "text/plain"

    def __init__(self, data=""):
        self.data = data

    def _repr_mimebundle_(self, **_):
        return {"text/plain": f"<{type(self).__name__}>", self.kind: self.data}


class Markdown(Shown):
    kind = "text/markdown"


class HTML(Shown):
    kind = "text/html"


class Latex(Shown):
    kind = "text/latex"


class SVG(Shown):
    kind = "image/svg+xml"


def bundle(value):
    """The texts that show a value, by kind.

    >>> bundle(Markdown("*a*"))["text/markdown"], bundle(3)
    ('*a*', {'text/plain': '3'})
    """
    whole = getattr(value, "_repr_mimebundle_", None)
    if whole is not None and not isinstance(value, type):
        return whole()
    found = {"text/plain": repr(value)}
    if not isinstance(value, type):
        for kind, method in METHODS.items():
            data = getattr(value, method)() if hasattr(value, method) else None
            if data is not None:
                found[kind] = base64.b64encode(data).decode() if isinstance(data, bytes) else data
    return found


class Undrawing(type):
    """The class of what is not drawn: what is asked of the class itself is not drawn either."""

    def __getattr__(cls, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return cls()


class Undrawn(float, metaclass=Undrawing):
    """Stands for everything in Matplotlib: takes every call and draws nothing.

    It is a class of Matplotlib where one is asked for by `isinstance` or as a base, holds itself where it is unpacked,
    and is the number 0 where a drawing calculates with a limit, a tick or a width.
    """

    def __new__(cls, *arguments, **options):
        return super().__new__(cls)

    def __init__(self, *arguments, **options): ...

    __eq__, __hash__ = object.__eq__, object.__hash__

    def __bool__(self):
        return True

    def __call__(self, *arguments, **options):
        return self

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return self

    def __getitem__(self, place):
        return self

    def __setitem__(self, place, value): ...

    def __setattr__(self, name, value): ...

    def __iter__(self):
        yield self

    def __add__(self, other):
        return self if isinstance(other, (Undrawn, str)) else super().__add__(other)

    def __or__(self, other):
        return self

    __ror__ = __or__

    def __enter__(self):
        return self

    def __exit__(self, *what):
        return False

    def __repr__(self):
        return "not drawn"

    def subplots(self, nrows=1, ncols=1, *, squeeze=True, **options):
        """Axes in the shape that Matplotlib gives them."""
        import numpy as np

        axes = np.empty((nrows, ncols), dtype=object)
        for place in np.ndindex(axes.shape):
            axes[place] = Undrawn()
        return axes if not squeeze else axes.item() if axes.size == 1 else axes.squeeze()

    def get_legend_handles_labels(self):
        return [], []

    def get_xlim(self):
        return 0.0, 1.0

    get_ylim = get_xlim

    # As many labels as there are ticks: they are met one by one.
    def set_xticks(self, ticks, *arguments, **options):
        vars(self)["x"] = [Undrawn() for _ in ticks]

    def set_yticks(self, ticks, *arguments, **options):
        vars(self)["y"] = [Undrawn() for _ in ticks]

    def get_xticklabels(self):
        return vars(self).get("x", [])

    def get_yticklabels(self):
        return vars(self).get("y", [])


def _subplots(nrows=1, ncols=1, *, squeeze=True, **options):
    """A figure and axes, as `pyplot.subplots` gives them."""
    nothing = Undrawn()
    return nothing, nothing.subplots(nrows, ncols, squeeze=squeeze)


class Nothing(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds a module of nothing for every module of Matplotlib."""

    def find_spec(self, name, path=None, target=None):
        if LATE.get(name.partition(".")[0]) == "matplotlib":
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec):
        module = types.ModuleType(spec.name)
        module.__getattr__ = self.member
        if spec.name == "matplotlib.pyplot":
            module.subplots = _subplots
        return module

    def exec_module(self, module): ...

    @staticmethod
    def member(name):
        """The member of a module of Matplotlib under a name: classes begin with a capital letter."""
        return Undrawn if name[:1].isupper() else getattr(Undrawn(), name)


class Output(io.TextIOBase):
    """The output of a cell, to which `print` writes: sent at most ten times a second, and cut where nobody reads on.

    A page that got a message for every line of an endless loop could not answer its reader, who wants to stop it.
    """

    EVERY, MOST = 0.1, 100_000  # seconds between two messages of text; signs of one cell
    LEAST = 100  # signs that a figure, a receipt or a short value counts for, so that their number has an end, too

    def __init__(self, send):
        self._send, self._held, self._room, self._sent, self._cut = send, [], self.MOST, 0.0, False

    def writable(self):
        return True

    def write(self, text):
        """Takes text of `print`; what no longer fits is left out."""
        if text and self._room > 0:
            self._held.append(text[: self._room])
        self._cut = self._cut or len(text) > self._room
        self._room = max(0, self._room - len(text))
        if self._held and time.monotonic() - self._sent > self.EVERY:
            self.flush()
        return len(text)

    def flush(self):
        if self._held:
            self._send({"output_type": "stream", "name": "stdout", "text": "".join(self._held)})
            self._held, self._sent = [], time.monotonic()

    def show(self, output):
        """Sends an output after the text that came before it; one that no longer fits is left out.

        Figures and receipts are no text that anybody scrolls through: they count by their number.
        """
        data = output["data"]
        light = any(kind.startswith(("image/", "application/")) for kind in data)
        signs = self.LEAST if light else max([self.LEAST, *map(len, data.values())])
        if signs > self._room:
            self._cut = True
            return
        self._room -= signs
        self.flush()
        self._send(output)

    def finish(self):
        """Sends what is left, and says what was left out."""
        self.flush()
        if self._cut:
            self._send({"output_type": "note", "text": f"Output cut: a cell shows {self.MOST:,} signs at most."})


class Kernel:
    """Runs cells one after another in one namespace.

    Args:
        send: called with each output, a dictionary as in a notebook file.
    """

    def __init__(self, send):
        self.send = send
        self.output = Output(send)
        self.module = types.ModuleType("__main__")
        self.names = vars(self.module)
        self.names["display"] = self.display
        self.drawn = True

    def install(self):
        """Takes the place of IPython, and of the module `__main__`."""
        events = types.SimpleNamespace(register=lambda *_: None, unregister=lambda *_: None)
        shell = types.SimpleNamespace(user_ns=self.names, kernel=None, events=events)  # pyplot registers itself
        whole, shown = types.ModuleType("IPython"), types.ModuleType("IPython.display")
        whole.__path__ = []
        whole.get_ipython = lambda: shell
        whole.display, whole.version_info = shown, (9, 0)
        shown.display = self.display
        for each in (Markdown, HTML, Latex, SVG):
            setattr(shown, each.__name__, each)
        sys.modules |= {"IPython": whole, "IPython.display": shown, "__main__": self.module}
        self.names["get_ipython"] = whole.get_ipython

    def display(self, *values, raw=False, **_):
        """Shows values as `IPython.display.display` does; with `raw` each value is a bundle already."""
        for value in values:
            self.output.show({"output_type": "display_data", "data": value if raw else bundle(value)})

    def without_matplotlib(self):
        """From now on Matplotlib is something that draws nothing."""
        self.drawn = False
        if not any(isinstance(finder, Nothing) for finder in sys.meta_path):
            sys.meta_path.insert(0, Nothing())

    def figures(self):
        """Shows the figures that a cell has left, as SVG, and closes them."""
        plt = sys.modules.get("matplotlib.pyplot")
        if plt is None or not self.drawn:
            return
        for number in plt.get_fignums():
            file = io.StringIO()
            plt.figure(number).savefig(file, format="svg", bbox_inches="tight")
            self.display({"image/svg+xml": file.getvalue()}, raw=True)
        plt.close("all")

    def run(self, source, number):
        """Runs a cell; returns the package it needs and lacks, "error" for an error that it has shown, or ""."""
        name = f"<cell {number}>"
        lines = source.splitlines(keepends=True)
        linecache.cache[name] = (len(source), None, lines, name)  # checks read the call that their author wrote
        self.output = Output(self.send)
        before, sys.stdout = sys.stdout, self.output
        try:
            tree = ast.parse(source, name)
            last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
            exec(compile(tree, name, "exec"), self.names)
            if last is not None:
                value = eval(compile(ast.Expression(last.value), name, "eval"), self.names)
                if value is not None and not self._quiet(lines, last):
                    self.output.show({"output_type": "execute_result", "data": bundle(value)})
            self.figures()
        except ModuleNotFoundError as error:
            package = LATE.get((error.name or "").partition(".")[0])
            if package is None:
                return self._fail(error)
            return package
        except BaseException as error:
            return self._fail(error)
        finally:
            self.output.finish()
            sys.stdout = before
        return ""

    @staticmethod
    def _quiet(lines, last):
        """True if the last expression ends in a semicolon."""
        rest = lines[last.end_lineno - 1].encode()[last.end_col_offset :].decode()
        return rest.lstrip().startswith(";")

    def _fail(self, error):
        self.output.flush()
        frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename.startswith("<cell ")]
        told = [f"{f.filename[1:-1]}, line {f.lineno}: {f.line}" for f in frames]
        if isinstance(error, SyntaxError):
            told = [f"line {error.lineno}: {(error.text or '').strip()}"]
        value = str(error)[:10_000]
        self.send({"output_type": "error", "ename": type(error).__name__, "evalue": value, "traceback": told})
        if self.drawn and "matplotlib.pyplot" in sys.modules:
            sys.modules["matplotlib.pyplot"].close("all")
        return "error"

"""What importing costs: a fresh interpreter for every measurement, interleaved, medians.

python benchmarks/imports.py
"""

import importlib.util
import statistics
import subprocess
import sys
import time

STATEMENTS = {
    "nothing": "pass",
    "numpy": "import numpy",
    "sympy": "import sympy",
    "incentives": "import incentives",
    "incentives.coalitions": "import incentives.coalitions",
    "... and drawing": "from incentives_book.coalitions.drawings import draw_partition",
    "pandas": "import pandas",
    "scipy.optimize": "import scipy.optimize",
    "torch": "import torch",
}
REPEATS = 5


def main():
    there = {
        name: statement
        for name, statement in STATEMENTS.items()
        if not statement.startswith("import ") or importlib.util.find_spec(statement.split()[1].split(".")[0])
    }
    times = {name: [] for name in there}
    for _ in range(REPEATS):
        for name, statement in there.items():
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", statement], check=True)
            times[name].append(time.perf_counter() - start)
    bare = statistics.median(times["nothing"])
    numpy = statistics.median(times["numpy"]) - bare
    print(f"Seconds beyond a bare interpreter ({bare:.3f} s), median of {REPEATS}; ratio to importing numpy.")
    for name in there:
        extra = statistics.median(times[name]) - bare
        print(f"{name:24}{extra:8.3f} s {extra / numpy:8.1f}x")


if __name__ == "__main__":
    main()

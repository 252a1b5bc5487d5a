"""A process that has imported what nearly every page imports, and forks a kernel for each line that it reads.

It holds no page and nothing of this project, so that each copy begins as a fresh kernel does.
"""

import importlib
import json
import os
import signal
import sys

# Not Matplotlib's pyplot: that asks for the backend, and for IPython, when it is imported.
IMPORTED = (
    "numpy",
    "sympy",
    "matplotlib.figure",
    "matplotlib.axes",
    "matplotlib.backends.backend_agg",
    "IPython",
    "ipykernel.kernelapp",
    "ipykernel.debugger",
)


def become_kernel(arguments: list[str], cwd: str, env: dict[str, str]) -> None:
    """Turns this process into the kernel that `arguments` describe; returns when the kernel ends."""
    from ipykernel import kernelapp

    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    with open(os.devnull) as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)  # the answers to requests are not the kernel's to write
    os.environ.clear()
    os.environ.update(env)
    os.chdir(cwd)
    sys.argv = ["ipykernel_launcher", *arguments]
    kernelapp.launch_new_instance()


def main() -> None:
    """Answers each request with the number of the new process."""
    del sys.path[0]  # this folder, which no kernel sees
    for name in IMPORTED:
        importlib.import_module(name)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody here waits for a kernel to end
    while line := sys.stdin.readline():
        process = os.fork()
        if not process:
            become_kernel(**json.loads(line))
            return
        print(process, flush=True)


if __name__ == "__main__":
    main()

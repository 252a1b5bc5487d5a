"""Kernels that begin as copies of one process (nursery.py).

Of a page of a few seconds a third goes into starting Python and importing NumPy, SymPy and Matplotlib. A fork has them
already. Where a process cannot be forked safely, a kernel starts as usual.
"""

import json
import os
import signal
import subprocess
import sys
import time
import uuid
from functools import cache
from pathlib import Path
from typing import Any

import psutil
from jupyter_client.manager import AsyncKernelManager
from jupyter_client.provisioning.local_provisioner import LocalProvisioner

FORKS = sys.platform == "linux"


class Copy:
    """A forked kernel, with what its manager uses of `subprocess.Popen`."""

    stdin = stdout = stderr = None

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def poll(self) -> int | None:
        return None if psutil.pid_exists(self.pid) else 0

    def wait(self) -> int:
        while self.poll() is None:
            time.sleep(0.05)
        return 0

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


@cache
def nursery() -> subprocess.Popen:
    """The process that forks, one for each process that runs pages."""
    return subprocess.Popen(
        # As the kernel of Jupyter starts Python, so that its debugger says nothing.
        [sys.executable, "-Xfrozen_modules=off", str(Path(__file__).with_name("nursery.py"))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        # Read when Matplotlib is imported; a kernel sets the same.
        env={**os.environ, "MPLBACKEND": "module://matplotlib_inline.backend_inline"},
    )


class Forked(LocalProvisioner):
    """Starts a kernel by asking the nursery for a copy; whatever comes later is as for a child of one's own."""

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> Any:
        """See `LocalProvisioner`."""
        request = {
            "arguments": cmd[cmd.index("-f") :],
            "cwd": str(kwargs.get("cwd") or Path.cwd()),
            "env": dict(kwargs["env"]),
        }
        asked = nursery()
        print(json.dumps(request), file=asked.stdin, flush=True)
        self.process = Copy(int(asked.stdout.readline()))
        self.pid = self.pgid = self.process.pid
        self.cwd = request["cwd"]
        return self.connection_info


class Manager(AsyncKernelManager):
    """Jupyter's manager of one kernel, with `Forked` where it can be had."""

    async def _async_pre_start_kernel(self, **kwargs: Any) -> Any:
        if FORKS and self.provisioner is None:
            self.kernel_id = self.kernel_id or str(uuid.uuid4())
            self.provisioner = Forked(kernel_id=self.kernel_id, kernel_spec=self.kernel_spec, parent=self)
        return await super()._async_pre_start_kernel(**kwargs)

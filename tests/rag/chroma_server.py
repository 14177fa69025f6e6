"""A Chroma server of this machine, for tests."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

COMMAND = "import sys; from chromadb.cli.cli import app; sys.argv[0] = 'chroma'; app()"


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def served(folder: Path, port: int, *, killed: bool = False) -> Iterator[str]:
    """Run a server over a folder; gives its address. It is told to end at last, or killed."""
    words = [sys.executable, "-c", COMMAND, "run", "--path", str(folder), "--port", str(port)]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(300):
            assert process.poll() is None, "the server ended"
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
    finally:
        (process.kill if killed else process.terminate)()
        process.wait()

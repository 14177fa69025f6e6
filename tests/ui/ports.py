"""A free port for a window under test.

Gradio's own search for one leaves a socket open for each port that is taken, as 7860 is while a window is in use.
"""

from __future__ import annotations

import socket


def free_port() -> int:
    """Return a port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])

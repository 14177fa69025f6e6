"""Aside: how a process works, speaks and ends that the window has started to do something long beside it."""

import json
import os
import sys
from collections.abc import Mapping
from threading import Thread
from typing import Any

_NICE = 10


def say(told: Mapping[str, Any]) -> None:
    """Tell whoever started this process, in a line of JSON."""
    sys.stdout.write(json.dumps(told) + "\n")
    sys.stdout.flush()


def stand_aside() -> None:
    """Leave the processor to others, and end with the standard input: nobody waits for the work of a window gone."""
    Thread(target=_end_with_input, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(_NICE)


def _end_with_input() -> None:
    while sys.stdin.read(1):
        pass
    os._exit(3)

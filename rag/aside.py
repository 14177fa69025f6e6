"""Aside: what a process says that the window has started to do something long beside it, and when it ends."""

import json
import os
import sys
from collections.abc import Mapping
from typing import Any


def say(told: Mapping[str, Any]) -> None:
    """Tell whoever started this process, in a line of JSON."""
    sys.stdout.write(json.dumps(told) + "\n")
    sys.stdout.flush()


def end_with_input() -> None:
    """End this process with its standard input: nobody waits for the work of a window that is gone."""
    while sys.stdin.read(1):
        pass
    os._exit(3)

"""`python -m ui`: open the chat window over an index."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from ui.options import parser
from ui.quick_imports import quick_imports


def main(argv: Sequence[str] | None = None) -> int:
    """Serve the window until interrupted and return the exit code: 0, or 2 when it could not start."""
    options = parser().parse_args(argv)
    with quick_imports():
        from ui.command import run
    return run(options)


if __name__ == "__main__":
    sys.exit(main())

"""Quick imports: what `python -m ui` starts with, loaded in two thirds of the time."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rag.garbage import uncollected


@contextmanager
def quick_imports() -> Iterator[None]:
    """Import within it what the window is made of; for the one thread that a process begins with.

    Besides what `uncollected` spares: Gradio, as it is imported, parses the source of each of its components and writes
    type stubs beside it (`gradio.component_meta`), though its wheel has them already, and even where they cannot be
    written, which takes a sixth of the time. It passes over a component whose file is not known.
    """
    file_of = inspect.getfile

    def unknown_to_gradio(item: Any) -> str:
        if str(getattr(item, "__module__", "")).startswith("gradio."):
            raise OSError("not while it is imported")
        return file_of(item)

    inspect.getfile = unknown_to_gradio  # type: ignore[assignment]  # any item
    try:
        with uncollected():
            yield
    finally:
        inspect.getfile = file_of

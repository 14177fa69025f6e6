"""Quick imports: what `python -m ui` starts with, loaded in two thirds of the time."""

from __future__ import annotations

import gc
import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def quick_imports() -> Iterator[None]:
    """Import within it what the window is made of, and open it; for the one thread that a process begins with.

    Nothing that is loaded is garbage: to look for it costs a seventh of the time, so that is left until later, and what
    was loaded is never looked through again. Gradio, as it is imported, parses the source of each of its components
    and writes type stubs beside it (`gradio.component_meta`), though its wheel has them already, and where they cannot
    be written: another sixth. It passes over a component whose file is not known.
    """
    file_of = inspect.getfile

    def unknown_to_gradio(item: Any) -> str:
        if str(getattr(item, "__module__", "")).startswith("gradio."):
            raise OSError("not while it is imported")
        return file_of(item)

    gc.disable()
    inspect.getfile = unknown_to_gradio  # type: ignore[assignment]  # any item
    try:
        yield
    finally:
        inspect.getfile = file_of
        gc.freeze()
        gc.enable()

"""Generations: derived data side by side in folders named by the store's generation, each made aside and sealed."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from rag.index.seals import is_sealed, seal


class Generations:
    """The generations of one kind of derived data.

    Args:
        folder: where they lie; made when it is first written to.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def find(self, generation: int) -> Path | None:
        """The folder of a generation; None where it is not there, or not as it was made."""
        found = self._folder / str(generation)
        return found if is_sealed(found) else None

    def make(self, generation: int, fill: Callable[[Path], object]) -> Path:
        """Fill a folder aside, then put it in its place; those of earlier generations go.

        Args:
            generation: whose folder it is.
            fill: writes the files.

        Raises:
            OSError: it may not be written, or the disk is full.
        """
        target = self._folder / str(generation)
        shutil.rmtree(target, ignore_errors=True)
        self._folder.mkdir(parents=True, exist_ok=True)
        building = Path(tempfile.mkdtemp(prefix="building-", dir=self._folder))
        try:
            fill(building)
            seal(building)
            with suppress(OSError):  # another process was first with the same generation
                building.rename(target)
        finally:
            shutil.rmtree(building, ignore_errors=True)
        for other in self._folder.iterdir():
            if other.name.isdigit() and int(other.name) < generation:
                shutil.rmtree(other, ignore_errors=True)
        return target


def linked(source: Path, target: Path) -> None:
    """Have a file that never changes in a second folder, without a copy where the disk can do that."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)

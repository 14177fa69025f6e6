"""Spilled lists: the records of a JSON list that is too long for memory, kept in a file and decoded when asked for."""

from __future__ import annotations

import tempfile
import weakref
from array import array
from collections.abc import Callable, Iterator
from typing import Any, SupportsIndex

_IN_MEMORY = 1 << 24


class SpilledList(list[Any]):
    """A list like any other to those that go through it, look at its length or at some of its members.

    Its members are decoded anew each time, so that none may be changed in place.

    Args:
        decode: makes a member of its JSON text.
    """

    def __init__(self, decode: Callable[[str], Any]) -> None:
        super().__init__()
        self._decode = decode
        self._file = tempfile.SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115 - closed as the list goes
        weakref.finalize(self, self._file.close)
        self._ends = array("Q", [0])

    def add(self, text: str) -> None:
        """Put a member at the end.

        Args:
            text: its JSON.

        Raises:
            OSError: the disk of the temporary files is full.
        """
        data = text.encode("utf-8", "surrogatepass")
        self._file.seek(self._ends[-1])
        self._file.write(data)
        self._ends.append(self._ends[-1] + len(data))

    def __len__(self) -> int:
        return len(self._ends) - 1

    def __iter__(self) -> Iterator[Any]:
        return (self._at(place) for place in range(len(self)))

    def __getitem__(self, place: SupportsIndex | slice) -> Any:
        """A member, or those of a slice as a plain list."""
        found = range(len(self))[place]
        return [self._at(each) for each in found] if isinstance(found, range) else self._at(found)

    def _at(self, place: int) -> Any:
        self._file.seek(self._ends[place])
        return self._decode(self._file.read(self._ends[place + 1] - self._ends[place]).decode("utf-8", "surrogatepass"))

"""XML streams: bytes without what XML does not allow and exports contain all the same."""

import re
from typing import Protocol

_UNFIT = re.compile(
    rb"[\x00-\x08\x0b\x0c\x0e-\x1f]|&#(?:0*(?:[0-8]|1[124-9]|2\d|3[01])|[xX]0*(?:[0-8bcefBCEF]|1[\da-fA-F]));"
)
_LONGEST = 12
"""Bytes that such a reference has, but for idle zeros."""


class _Readable(Protocol):
    def read(self, size: int = -1, /) -> bytes: ...


class FitStream:
    """A stream without the blanks before its first tag; control characters, and references to them, become spaces.

    Args:
        stream: as in the file; of UTF-16 only the blanks are seen to.
    """

    def __init__(self, stream: _Readable) -> None:
        self._stream = stream
        self._begun = False
        self._wide = False
        self._held = b""

    def read(self, size: int = -1) -> bytes:
        """The next bytes; some more than `size` if a reference would be cut."""
        data = self._stream.read(size)
        while not self._begun and data:
            data = data.lstrip(b" \t\r\n") if data[:1].isspace() else data
            self._begun, self._wide = bool(data), b"\0" in data[:4]
            data = data or self._stream.read(size)
        if self._wide:
            return data
        ended = not data
        data, self._held = self._held + data, b""
        if not ended and (at := data.rfind(b"&", -_LONGEST)) >= 0:
            data, self._held = data[:at], data[at:]
            if not data:  # an empty answer would be taken for the end
                return self.read(size)
        return _UNFIT.sub(b" ", data)

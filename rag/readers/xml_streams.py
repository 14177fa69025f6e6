"""XML streams: bytes without what XML does not allow and exports contain all the same."""

import re
from html.entities import html5
from typing import Protocol

from rag.readers.content import Content

_UNFIT = re.compile(
    rb"[\x00-\x08\x0b\x0c\x0e-\x1f]|&#(?:0*(?:[0-8]|1[124-9]|2\d|3[01])|[xX]0*(?:[0-8bcefBCEF]|1[\da-fA-F]));"
    rb"|&(?P<name>[A-Za-z][A-Za-z\d]{1,31});|&(?P<lone>(?!#\d+;|#[xX][\da-fA-F]+;|[^\W\d][\w.-]*;))"
)
_OWN = (b"amp", b"lt", b"gt", b"quot", b"apos")
_LONGEST = 34
"""Bytes that a reference has, but for idle zeros."""
_DECLARED = re.compile(rb"<\?xml[^>]*encoding\s*=\s*[\"']([\w.-]+)")


class Readable(Protocol):
    """Whatever gives bytes."""

    def read(self, size: int = -1, /) -> bytes:
        """The next bytes, `size` or fewer; none at the end."""
        ...


class FitStream:
    """A stream without the blanks before its first tag. Control characters, and references to them, become spaces;
    HTML's entities become numbers, and an "&" that begins no reference stands for itself.

    Args:
        stream: as in the file; of UTF-16 only the blanks are seen to.
    """

    def __init__(self, stream: Readable) -> None:
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
        at = data.rfind(b"&", -_LONGEST)
        if not ended and at >= 0 and b";" not in data[at:]:
            data, self._held = data[:at], data[at:]
            if not data:  # an empty answer would be taken for the end
                return self.read(size)
        return _UNFIT.sub(_fit, data)


class _Recoded:
    """Text as UTF-8: bytes that are not, in a file that says it were, are read as what they seem to be."""

    def __init__(self, content: Content) -> None:
        self._text = content.text(newline="")

    def read(self, size: int = -1) -> bytes:
        return self._text.read(size).encode("utf-8", "replace")


def xml_stream(content: Content) -> FitStream:
    """A file's bytes as XML allows them.

    Args:
        content: of which another encoding than UTF-8 is left to the parser if the file declares it.
    """
    declared = _DECLARED.search(content.head[:200])
    is_utf8 = declared is None or declared[1].lower() in (b"utf-8", b"utf8", b"us-ascii", b"ascii")
    return FitStream(_Recoded(content) if is_utf8 and b"\0" not in content.head[:4] else content.stream)


def _fit(match: re.Match[bytes]) -> bytes:
    if match["lone"] is not None:
        return b"&amp;"
    name = match["name"]
    if name is None:
        return b" "
    characters = "" if name in _OWN else html5.get(f"{name.decode()};", "")
    return b"".join(b"&#%d;" % ord(character) for character in characters) or match[0]

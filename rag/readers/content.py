"""Content: the bytes of one file, with its first ones at hand for recognising what it is."""

import io
import lzma
import shutil
import tarfile
import tempfile
import zipfile
import zlib
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import PurePosixPath
from typing import IO, BinaryIO, TextIO, cast

from rag.readers.encodings import STRAY, encoding_of

HEAD = 1 << 18
DAMAGE = (EOFError, OSError, zlib.error, lzma.LZMAError, zipfile.BadZipFile, tarfile.TarError)
"""What reading a cut or damaged file raises, at whatever byte it is met."""
_SPOOL = 1 << 26


class _Rejoined(io.RawIOBase):
    """A stream with what was read off its front put back."""

    def __init__(self, head: bytes, rest: IO[bytes], damage: Exception | None) -> None:
        self._head = memoryview(head)
        self._rest = rest
        self._damage = damage

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        target = memoryview(cast(bytearray, buffer))
        data: bytes | memoryview = self._head[: len(target)]
        self._head = self._head[len(data) :]
        if not data and self._damage is not None:
            raise self._damage
        if not data:
            data = self._rest.read(len(target))
        target[: len(data)] = data
        return len(data)


@dataclass(frozen=True)
class Content:
    """A file, or a file inside an archive.

    Args:
        name: what papers and refusals name as their source.
        head: the first bytes, at most `HEAD`.
        stream: all the bytes, from the first on; read once.
        inner_name: its name without the suffixes of compression.
    """

    name: str
    head: bytes
    stream: BinaryIO = field(repr=False)
    inner_name: str = ""

    @classmethod
    def of(cls, stream: IO[bytes], name: str, inner_name: str = "") -> "Content":
        """Look at a stream's first bytes. If it breaks among them, they are read before that is raised.

        Raises:
            One of DAMAGE: its first byte cannot be read.
        """
        head, damage = b"", None
        try:
            while len(head) < HEAD and (more := stream.read(HEAD - len(head))):  # a pipe gives what it has
                head += more
        except DAMAGE as error:
            if not head:
                raise
            damage = error
        rejoined = io.BufferedReader(_Rejoined(head, stream, damage), 1 << 16)
        return cls(name, head, cast(BinaryIO, rejoined), inner_name or name)

    @property
    def suffix(self) -> str:
        """The suffix in lower case: ".csv"."""
        return PurePosixPath(self.inner_name).suffix.lower()

    @cached_property
    def head_text(self) -> str:
        """The first characters."""
        return self.head.decode(self.encoding, STRAY).lstrip("\ufeff")

    @cached_property
    def encoding(self) -> str:
        """What its text is encoded in; looked for once."""
        if self.head.isascii() and b"\0" not in self.head:
            return "utf-8"
        return encoding_of(self.head)

    def text(self, newline: str | None = None) -> TextIO:
        """All of it as text, decoded as it is read.

        Args:
            newline: as in `open`; None makes every line end a line feed.
        """
        return io.TextIOWrapper(self.stream, self.encoding, STRAY, newline)

    def seekable(self) -> BinaryIO:
        """All of it with random access, for formats that keep their directory at the end."""
        spooled = tempfile.SpooledTemporaryFile(max_size=_SPOOL)  # noqa: SIM115 - the caller closes it
        shutil.copyfileobj(self.stream, spooled)
        spooled.seek(0)
        return cast(BinaryIO, spooled)

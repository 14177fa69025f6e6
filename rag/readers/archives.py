"""Compressed files and archives, opened as they are read."""

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import IO, Any, cast

from rag.errors import SourceError
from rag.readers.content import DAMAGE, Content
from rag.readers.refusals import WHOLE_FILE, Refusal

_SUFFIXES = (".gz", ".xz", ".bz2", ".zst", ".lzma", ".tgz", ".txz")
_TAR_MAGIC = slice(257, 262)
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_HARMLESS = 1 << 26
_RATIO = 200
"""Abstracts shrink to a third or a tenth; what shrinks to less than a two-hundredth, and is large, is a trap."""


class TooMuchError(SourceError):
    """An archive that would unpack to far more than any list of papers; it ends the whole archive."""


def require_bounded(unpacked_size: int, packed_size: int, name: str) -> None:
    """Refuse what unpacks to more than 64 MiB and more than 200 times its size.

    Raises:
        TooMuchError: it does.
    """
    if unpacked_size > _HARMLESS and unpacked_size > _RATIO * max(packed_size, 1):
        raise TooMuchError(
            f"{name} would unpack to more than {_RATIO} times its size, which no list of papers does. "
            "If it is one all the same, unpack it first."
        )


class _Counted(io.RawIOBase):
    """A stream that counts what is read from it; given what it is unpacked from, it keeps the two in proportion."""

    def __init__(self, stream: IO[bytes], name: str, packed: "_Counted | int | None" = None) -> None:
        self._stream = stream
        self._name = name
        self._packed = packed
        self.count = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._stream.read(len(buffer)) if self._packed is None else self._unpacked(len(buffer))
        self.count += len(data)
        if self._packed is not None:
            packed = self._packed if isinstance(self._packed, int) else self._packed.count
            require_bounded(self.count, packed, self._name)
        buffer[: len(data)] = data
        return len(data)

    def _unpacked(self, size: int) -> bytes:
        """What comes next; all that came before a damage has been given by then."""
        some = getattr(self._stream, "read1", self._stream.read)
        try:
            return bytes(some(size))
        except DAMAGE as error:
            why = getattr(error, "strerror", None) or str(error) or type(error).__name__
            raise EOFError(f"{why.rstrip('.')}, at byte {self.count:,} of what it unpacks to") from error


def is_packed(content: Content) -> bool:
    """Whether there are files inside, or one compressed file."""
    return _is_compressed(content) or _is_tar(content) or content.head.startswith(_ZIP)


def is_archive(content: Content) -> bool:
    """Whether it holds files with names of their own."""
    return is_packed(content) and not _is_compressed(content)


def unpacked(content: Content) -> Iterator[Content | Refusal]:
    """The files inside, one after the other; each is to be read before the next is asked for.

    A file that is damaged from its start on is a Refusal.

    Raises:
        SourceError: it is an office document, or locked by a password.
        TooMuchError: it unpacks to far more than it should.
        One of DAMAGE: it is damaged.
    """
    if _is_compressed(content):
        opener = next(opener for mark, opener in _COMPRESSED if content.head.startswith(mark))
        source = _Counted(content.stream, content.name)
        with opener(io.BufferedReader(source)) as stream:
            bounded = _Counted(stream, content.name, source)
            yield Content.of(cast(IO[bytes], bounded), content.name, _bare(content.inner_name))
    elif _is_tar(content):
        yield from _tar_members(content)
    else:
        yield from _zip_members(content)


def _zstd(stream: Any) -> Any:
    import pyarrow

    return pyarrow.CompressedInputStream(pyarrow.PythonFile(stream, mode="r"), "zstd")


_COMPRESSED: tuple[tuple[bytes, Any], ...] = (
    (b"\x1f\x8b", gzip.open),
    (b"\xfd7zXZ\0", lzma.open),
    (b"\x5d\0\0", lzma.open),
    (b"BZh", bz2.open),
    (b"\x28\xb5\x2f\xfd", _zstd),
)


def _tar_members(content: Content) -> Iterator[Content]:
    with tarfile.open(fileobj=content.stream, mode="r|") as archive:
        for member in archive:
            stream = archive.extractfile(member) if member.isfile() and is_wanted(member.name) else None
            if stream is not None:
                with stream:
                    yield Content.of(stream, f"{content.name}/{member.name.removeprefix('./')}")


def _zip_members(content: Content) -> Iterator[Content | Refusal]:
    with content.seekable() as stream, _zip(stream, content.name) as archive:
        names = set(archive.namelist())
        if "[Content_Types].xml" in names or "mimetype" in names:
            raise SourceError(f"{content.name} is an office document. Save the list as plain text, CSV or Excel.")
        for member in archive.infolist():
            if member.is_dir() or not is_wanted(member.filename):
                continue
            with _opened(archive, member, content.name) as file:
                yield _member(file, f"{content.name}/{member.filename}", member.compress_size)


def _member(file: IO[bytes], name: str, packed: int) -> Content | Refusal:
    try:
        return Content.of(cast(IO[bytes], _Counted(file, name, packed)), name)
    except DAMAGE as error:
        return Refusal(name, WHOLE_FILE, f"{name} is damaged ({error}). Download or copy it again.")


def _opened(archive: zipfile.ZipFile, member: zipfile.ZipInfo, name: str) -> IO[bytes]:
    if member.flag_bits & 1:
        raise SourceError(f"{name} is locked by a password. Unpack it first.")
    try:
        return archive.open(member)
    except NotImplementedError as error:
        raise SourceError(f"{name} is packed in a way that is not known ({error}). Unpack it first.") from error
    except ValueError as error:  # a place before the file's start
        raise zipfile.BadZipFile(str(error)) from error


def _zip(stream: IO[bytes], name: str) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(stream)
    except NotImplementedError as error:
        raise SourceError(f"{name} is packed in a way that is not known ({error}). Unpack it first.") from error
    except ValueError as error:  # a directory that points before the file's start
        raise zipfile.BadZipFile(str(error)) from error


def is_wanted(path: str) -> bool:
    """Whether a file in a folder or an archive is meant to be read: hidden and system files are not."""
    return not any(part.startswith((".", "__MACOSX")) for part in PurePosixPath(path).parts if part not in (".", ".."))


def _bare(name: str) -> str:
    path = PurePosixPath(name)
    return str(path.with_suffix("")) if path.suffix.lower() in _SUFFIXES and path.stem else name


def _is_compressed(content: Content) -> bool:
    return any(content.head.startswith(mark) for mark, _ in _COMPRESSED)


def _is_tar(content: Content) -> bool:
    return content.head[_TAR_MAGIC] == b"ustar"

"""Compressed files and archives, opened as they are read."""

import bz2
import gzip
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import IO, cast

from rag.errors import SourceError
from rag.readers.content import Content

DAMAGE = (EOFError, OSError, zlib.error, lzma.LZMAError, zipfile.BadZipFile, tarfile.TarError)
"""What reading a cut or damaged file raises, at whatever byte it is met."""
_COMPRESSED = ((b"\x1f\x8b", gzip.open), (b"\xfd7zXZ\0", lzma.open), (b"BZh", bz2.open))
_SUFFIXES = (".gz", ".xz", ".bz2", ".tgz", ".txz")
_TAR_MAGIC = slice(257, 262)


def is_packed(content: Content) -> bool:
    """Whether there are files inside, or one compressed file."""
    return _is_compressed(content) or _is_tar(content) or content.head.startswith(b"PK\x03\x04")


def is_archive(content: Content) -> bool:
    """Whether it holds files with names of their own."""
    return is_packed(content) and not _is_compressed(content)


def unpacked(content: Content) -> Iterator[Content]:
    """The files inside, one after the other; each is to be read before the next is asked for.

    Raises:
        SourceError: it is an office document, or locked by a password.
        One of DAMAGE: it is damaged.
    """
    if _is_compressed(content):
        opener = next(opener for mark, opener in _COMPRESSED if content.head.startswith(mark))
        with opener(content.stream) as stream:
            inner = content.inner_name
            yield Content.of(cast(IO[bytes], stream), content.name, _bare(inner))
    elif _is_tar(content):
        yield from _tar_members(content)
    else:
        yield from _zip_members(content)


def _tar_members(content: Content) -> Iterator[Content]:
    with tarfile.open(fileobj=content.stream, mode="r|") as archive:
        for member in archive:
            stream = archive.extractfile(member) if member.isfile() and is_wanted(member.name) else None
            if stream is not None:
                with stream:
                    yield Content.of(stream, f"{content.name}/{member.name.removeprefix('./')}")


def _zip_members(content: Content) -> Iterator[Content]:
    with content.seekable() as stream, _zip(stream) as archive:
        names = set(archive.namelist())
        if "[Content_Types].xml" in names or "mimetype" in names:
            raise SourceError(f"{content.name} is an office document. Save the list as plain text, CSV or Excel.")
        for member in archive.infolist():
            if member.is_dir() or not is_wanted(member.filename):
                continue
            with _opened(archive, member, content.name) as file:
                yield Content.of(file, f"{content.name}/{member.filename}")


def _opened(archive: zipfile.ZipFile, member: zipfile.ZipInfo, name: str) -> IO[bytes]:
    if member.flag_bits & 1:
        raise SourceError(f"{name} is locked by a password. Unpack it first.")
    try:
        return archive.open(member)
    except NotImplementedError as error:
        raise SourceError(f"{name} is packed in a way that is not known ({error}). Unpack it first.") from error
    except ValueError as error:  # a place before the file's start
        raise zipfile.BadZipFile(str(error)) from error


def _zip(stream: IO[bytes]) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(stream)
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

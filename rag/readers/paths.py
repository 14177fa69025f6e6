"""Paths: files, folders, patterns and standard input, each read when its turn comes."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers.archives import TooMuchError, is_archive, is_packed, unpacked
from rag.readers.content import DAMAGE, Content
from rag.readers.fields import FieldMapping
from rag.readers.folders import found_files
from rag.readers.formats import format_of, is_workbook
from rag.readers.refusals import WHOLE_FILE, Refusal

STDIN = "-"
_NESTING = 8
Items = Iterator[Paper | Refusal]


def read(path: str | Path, mapping: FieldMapping | None = None) -> Items:
    """Yield a Paper or a Refusal for every record of a file, of a folder's files, or of standard input.

    Files are opened when their turn comes and read as the items are asked for. In a folder, a pattern or an archive,
    a file that cannot be read is one Refusal.

    Args:
        path: a file, a folder, a pattern such as `exports/*.csv`, or "-".
        mapping: which field is which, for shapes that are not known.

    Raises:
        SourceError: at once, if nothing is there, or a single file is of no format that is known; when the place is
            reached, if it turns out to be broken.
    """
    mapping = mapping or FieldMapping()
    if str(path) == STDIN:
        return read_stream(sys.stdin.buffer, "standard input", mapping)
    path = Path(os.path.expanduser(path))
    found = found_files(path)
    if found == [path]:
        check(path, mapping)
        return _some(_file_items(path, path.name, mapping), path.name)
    root = path if path.is_dir() else None
    return _each(found, root, mapping)


def read_stream(stream: IO[bytes], name: str, mapping: FieldMapping, file_name: str = "") -> Items:
    """Yield a Paper or a Refusal for every record of a file that is open already.

    Args:
        stream: at its start.
        name: what papers and refusals name as their source.
        mapping: which field is which.
        file_name: what its suffix is read from, where `name` has none.

    Raises:
        SourceError: it is of no format that is known, broken, or empty.
    """
    return _some(_stream_items(stream, name, mapping, file_name), name)


def _each(files: list[Path], root: Path | None, mapping: FieldMapping) -> Items:
    for file in files:
        name = file.relative_to(root).as_posix() if root else file.name
        yield from _or_refused(_file_items(file, name, mapping), name)


def _or_refused(items: Items, name: str) -> Items:
    """One file among several: what is wrong with it costs no other."""
    try:
        yield from _some(items, name)
    except SourceError as error:
        yield Refusal(name, WHOLE_FILE, str(error))


def _some(items: Items, name: str) -> Items:
    """At least one item; a file in which nothing at all was met is no success."""
    empty = True
    for item in items:
        empty = False
        yield item
    if empty:
        raise SourceError(f"{name} is empty: there is no paper in it.")


def check(path: Path, mapping: FieldMapping) -> None:
    """Raise for a wrong path or an unknown format before anything is done with other files."""
    with opened(path) as file:
        content = Content.of(file, path.name)
        if is_workbook(content) or not is_packed(content):
            format_of(content, mapping)


def opened(path: Path) -> IO[bytes]:
    """Open a file.

    Raises:
        SourceError: it cannot be.
    """
    try:
        if path.is_dir():  # one within a folder: found there because it cannot be listed
            os.listdir(path)
        return path.open("rb")
    except FileNotFoundError:
        raise SourceError(f"{path} does not exist. Check the path: python ingest.py FILE…") from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", error)
        raise SourceError(f"{path} cannot be read: {why}. Check your rights to it, or leave it out.") from None


def _file_items(path: Path, name: str, mapping: FieldMapping) -> Items:
    with opened(path) as file:
        yield from _stream_items(file, name, mapping)


def _stream_items(stream: IO[bytes], name: str, mapping: FieldMapping, file_name: str = "") -> Items:
    yield from _named_damage(_content_items(Content.of(stream, name, file_name), mapping, _NESTING), name)


def _named_damage(items: Items, name: str) -> Items:
    met = 0
    try:
        for item in items:
            met += 1
            yield item
    except DAMAGE as error:
        why = getattr(error, "strerror", None) or str(error) or type(error).__name__
        after = f" after {met:,} record{'' if met == 1 else 's'}" if met else ""
        raise SourceError(f"{name} is damaged or cut off{after} ({why}). Download or copy it again.") from error


def _content_items(content: Content, mapping: FieldMapping, nesting: int) -> Items:
    if is_workbook(content) or not is_packed(content):
        yield from format_of(content, mapping).read(content, mapping)
        return
    if not nesting:
        raise SourceError(f"{content.name} is packed more than {_NESTING} times over. Unpack it first.")
    several = is_archive(content)
    for inner in unpacked(content):
        if isinstance(inner, Refusal):
            yield inner
            continue
        items = _content_items(inner, mapping, nesting - 1)
        yield from _member_items(items, inner.name) if several else items


def _member_items(items: Items, name: str) -> Items:
    """As `_or_refused`, but a trap ends the archive: the next file in it may be another."""
    try:
        yield from _some(_named_damage(items, name), name)
    except TooMuchError:
        raise
    except SourceError as error:
        yield Refusal(name, WHOLE_FILE, str(error))

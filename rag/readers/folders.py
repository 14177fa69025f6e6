"""Folders and patterns: the files that they stand for, and those that cannot be looked at."""

import glob
import os
from collections.abc import Iterator, Sequence
from fnmatch import fnmatch
from pathlib import Path
from stat import S_ISREG

from rag.errors import SourceError
from rag.readers.archives import is_wanted


def found_files(path: Path) -> list[Path]:
    """The files that a path, a folder or a pattern stands for, in order.

    A folder within that cannot be listed is among them: opening it says why.

    Raises:
        SourceError: there are none, or the path itself cannot be looked at.
    """
    try:
        return _found(path)
    except OSError as error:
        raise SourceError(f"{path} cannot be read: {error.strerror}. Check the path and your rights to it.") from None


def linked_folders(path: Path) -> Iterator[str]:
    """The real places of the folders that links in a folder lead to."""
    for folder, _, _ in _folders(path):
        if folder != path and folder.is_symlink():
            yield os.path.realpath(folder)


def is_pattern(path: Path) -> bool:
    """Whether a path is to be matched: it has `*`, `?` or `[`, and nothing goes by that very name."""
    return glob.has_magic(str(path)) and not os.path.lexists(path)


def split_pattern(path: Path) -> tuple[Path, Sequence[str]]:
    """The folder that a pattern begins in, and the names and patterns below it."""
    folder = path
    while is_pattern(folder):
        folder = folder.parent
    return folder, path.parts[len(folder.parts) :]


def matches(parts: Sequence[str], pattern: Sequence[str]) -> bool:
    """Whether a path, or a folder that it is in, is named as a pattern says.

    Args:
        parts: of the path.
        pattern: of the pattern; `**` stands for any number of folders.
    """
    if not pattern:
        return True
    if pattern[0] == "**":
        return any(matches(parts[at:], pattern[1:]) for at in range(len(parts)))
    return bool(parts) and _named(parts[0], pattern[0]) and matches(parts[1:], pattern[1:])


def _named(name: str, pattern: str) -> bool:
    if not glob.has_magic(pattern):
        return name == pattern
    return fnmatch(name, pattern) and (pattern.startswith(".") or not name.startswith("."))


def _found(path: Path) -> list[Path]:
    if path.is_dir():
        found = _in_folder(path)
        if not found:
            raise SourceError(f"There is no file in the folder {path}.")
        return found
    if not is_pattern(path):
        return [path]
    found = [
        file
        for each in sorted(set(_expanded(*split_pattern(path))))
        for file in (_in_folder(each) if each.is_dir() else [each])
    ]
    if not found:
        raise SourceError(f"No file is named like {path}. Check the pattern, and quote it: python ingest.py '{path}'")
    return list(dict.fromkeys(found))


def _expanded(folder: Path, pattern: Sequence[str]) -> Iterator[Path]:
    """What a pattern matches below a folder, and the folders on its way that cannot be listed."""
    if not pattern:
        yield folder
        return
    first, rest = pattern[0], pattern[1:]
    if first == "**":
        for inner, _, listed in list(_folders(folder)):
            yield from _expanded(inner, rest) if listed else [inner]
        return
    names = [first]
    if glob.has_magic(first):
        try:
            names = [name for name in os.listdir(folder) if _named(name, first)]
        except OSError:
            yield folder
            return
    for path in (folder / name for name in names):
        if os.path.isdir(path) if rest else os.path.islink(path) or os.path.isdir(path) or _may_be_read(path):
            yield from _expanded(path, rest)


def _in_folder(path: Path) -> list[Path]:
    found: list[Path] = []
    for folder, files, listed in _folders(path):
        found += files if listed else [folder]
    return sorted(found)


def _folders(path: Path) -> Iterator[tuple[Path, list[Path], bool]]:
    """A folder and those in it, but for what an index keeps of its own.

    Folders that links lead to come last, and each folder once: a link may lead back up.

    Yields:
        The folder, the files in it, and whether it could be listed.
    """
    seen: set[str] = set()
    waiting, linked = [path], list[Path]()
    while waiting or linked:
        folder = waiting.pop() if waiting else linked.pop(0)
        if (real := os.path.realpath(folder)) in seen:
            continue
        seen.add(real)
        try:
            inside = sorted(folder / name for name in os.listdir(folder))
        except OSError:
            yield folder, [], False
            continue
        if os.path.exists(folder / "chroma" / "chroma.sqlite3"):
            yield folder, [file for file in _files(path, inside) if file.name != "write.lock"], True
            continue
        inner = [each for each in inside if os.path.isdir(each) and _wanted(path, each)]
        waiting += [each for each in inner if not each.is_symlink()]
        linked += [each for each in inner if each.is_symlink()]
        yield folder, _files(path, inside), True


def _files(root: Path, inside: list[Path]) -> list[Path]:
    return [path for path in inside if _wanted(root, path) and _may_be_read(path)]


def _wanted(root: Path, path: Path) -> bool:
    return is_wanted(path.relative_to(root).as_posix())


def _may_be_read(path: Path) -> bool:
    """Whether to open it: what cannot be looked at is refused by name then; pipes would be waited for without end."""
    try:
        return S_ISREG(path.stat().st_mode)
    except PermissionError:
        return True
    except (OSError, ValueError):  # a link that leads nowhere
        return False

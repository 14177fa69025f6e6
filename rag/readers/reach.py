"""Reach: what pruning may take out, by the places that it was given."""

import glob
import os
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path, PurePath

from rag.errors import SourceError
from rag.readers.folders import found_files, is_pattern, linked_folders, matches, split_pattern
from rag.readers.live import is_live
from rag.readers.paths import STDIN

_PATTERN = "pattern:"


def roots_of(places: Sequence[str | Path]) -> list[str]:
    """What pruning these places may reach: absolute paths of files and folders, patterns, live queries.

    Args:
        places: as they were typed.
    """
    return [root for place in places for root in _roots(str(place))]


def gone(origins: Iterable[str], read: Collection[str], roots: Sequence[str]) -> list[str]:
    """The origins that are within reach and are no longer there.

    Args:
        origins: those that the index knows.
        read: those of this run; what lies in a folder among them could not be looked at, and is not known to be gone.
        roots: see `roots_of`.
    """
    return sorted(
        origin
        for origin in set(origins).difference(read)
        if any(_reaches(root, origin) for root in roots)
        and not any(str(folder) in read for folder in PurePath(origin).parents)
    )


def is_empty(place: str) -> bool:
    """Whether a file or a pattern names nothing, in a folder that is there: all that came from it may be gone."""
    if place == STDIN or is_live(place):
        return False
    path = Path(os.path.expanduser(place))
    if not is_pattern(path) and not os.path.isdir(path):
        return not os.path.lexists(path) and os.path.isdir(path.parent)
    try:
        found_files(path)
    except SourceError:
        return os.path.isdir(split_pattern(path)[0] if is_pattern(path) else path)
    return False


def _roots(place: str) -> Iterable[str]:
    if place == STDIN or is_live(place):
        return [place]
    path = Path(os.path.expanduser(place))
    if is_pattern(path):
        folder, pattern = split_pattern(path)
        return [os.path.realpath(path), _PATTERN + str(Path(glob.escape(os.path.realpath(folder)), *pattern))]
    return [os.path.realpath(path), *linked_folders(path)]


def _reaches(root: str, origin: str) -> bool:
    if root.startswith(_PATTERN):
        return matches(PurePath(origin).parts, PurePath(root.removeprefix(_PATTERN)).parts)
    return origin == root or origin.startswith(f"{root.rstrip(os.sep)}{os.sep}")

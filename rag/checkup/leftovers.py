"""Leftovers: files and folders that runs which were cut off left behind, and that nothing reads."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from time import time
from urllib.parse import quote

from rag.checkup.parts import Part, counted, some
from rag.index.connection import DATABASE

_SECONDS = 3600.0
"""Age from which what is made aside is no longer being made: windows make derived data without the writer's lock."""
_DERIVED = ("lexical", "facts", "vectors", "shelf", "map", "titles", "chroma")
_BESIDE = ("signs", "spare")


def check_leftovers(folder: Path, *, repair: bool) -> Part:
    """Look for what was made aside and never put in its place; with `repair`, take it away.

    Args:
        folder: with what is derived of an index.
        repair: see above.
    """
    part = Part("leftovers")
    left = sorted({*_unfinished(folder), *_unnamed_segments(folder / "chroma"), *_unnamed_files(folder)})
    if not left:
        return part
    told = f"{counted(len(left), 'leftover')} of runs that were cut off: {some([_name(folder, path) for path in left])}"
    if not repair:
        part.findings.append(f"{told}. To take them away: python -m rag check --repair")
        return part
    for path in left:
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
    part.mended.append(f"{told}. They were taken away.")
    return part


def _name(folder: Path, path: Path) -> str:
    return path.relative_to(folder).as_posix()


def _unfinished(folder: Path) -> Iterator[Path]:
    for name in _DERIVED:
        for pattern in ("building-*", "*.part", "tmp*.npz"):
            yield from (path for path in (folder / name).glob(pattern) if time() - path.stat().st_mtime > _SECONDS)


def _unnamed_segments(chroma: Path) -> Iterator[Path]:
    """Folders of vector files that the database does not name: of a collection that is no more."""
    named = {name for (name,) in _asked(chroma / DATABASE, "SELECT id FROM segments")}
    yield from (file.parent for file in chroma.glob("*/header.bin") if named and file.parent.name not in named)


def _unnamed_files(folder: Path) -> Iterator[Path]:
    """Files of signs and of spare vectors from before they were last compacted."""
    for name in _BESIDE:
        named = [file for (file,) in _asked(folder / name / "places.sqlite", "SELECT name FROM file")]
        if named and all((folder / name / str(file)).exists() for file in named):
            yield from (path for path in (folder / name).glob("signs-*.bin") if path.name not in named)


def _asked(file: Path, query: str) -> list[tuple[str]]:
    try:
        uri = f"file:{quote(str(file))}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True, timeout=3)) as database:
            return database.execute(query).fetchall()
    except (sqlite3.Error, UnicodeDecodeError):  # not there, or damaged, which is said elsewhere
        return []

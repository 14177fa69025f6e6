"""Uploads: what may be read of the files that a reader hands over, and how they go away again."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from gradio.utils import get_upload_folder

from ui.run_words import RunWords

MEGABYTE = 1_000_000
LARGEST = 50 * MEGABYTE
"""Bytes of an upload; the server refuses larger ones while they come in (see `ui.server.Serving`)."""
MOST_FILES = 20
UNUSED_UPLOADS = (600, 3_600)
"""Seconds between two looks for uploads that nobody went on with, and how old these must be to go."""
_LONGEST_NAME = 80
"""Characters of a file's name that are shown."""
LONGEST_TEXT = 1_000_000
"""Characters of a pasted text."""
SUFFIXES = (
    ".bib", ".ris", ".enw", ".nbib", ".ciw", ".rdf", ".txt", ".text", ".md", ".csv", ".tsv", ".xlsx", ".xls", ".ods",
    ".json", ".jsonl", ".ndjson", ".yaml", ".yml", ".xml", ".html", ".htm", ".parquet", ".zip", ".gz", ".xz", ".bz2",
    ".tar", ".tgz", ".txz",
)  # fmt: skip
"""What files may be called. What they are is read from what is in them (see `rag.readers`)."""


class UploadError(Exception):
    """A file is not read; says why, in the reader's words."""


@dataclass(frozen=True)
class Uploads:
    """Files that were handed over, moved to where nothing else is.

    Args:
        folder: theirs alone.
        files: in the order given.
        refused: why others of the same upload are not read, a sentence each.
    """

    folder: Path
    files: tuple[Path, ...]
    refused: tuple[str, ...] = ()

    @classmethod
    def taken(cls, paths: Sequence[str], words: RunWords) -> Uploads:
        """Take files out of Gradio's upload folder; one that is not to be read goes, and costs no other.

        Args:
            paths: as Gradio gives them; nothing outside its folder is touched, whatever they say.
            words: for what is wrong.

        Raises:
            UploadError: there is none, there are too many, or each is too large, of no known type, or not there.
        """
        if not paths:
            raise UploadError(words.nothing_chosen)
        if len(paths) > MOST_FILES:
            raise UploadError(words.too_many_files.format(MOST_FILES))
        found, refused = _sorted(paths, words)
        if not found:
            raise UploadError("\n".join(refused))
        folder = Path(tempfile.mkdtemp(prefix="askpapers-upload-"))
        moved = []
        for place, path in enumerate(found):
            own = folder / str(place)
            own.mkdir()
            moved.append(Path(shutil.move(path, own / path.name)))
            with suppress(OSError):  # Gradio gives each upload a folder of its own
                path.parent.rmdir()
        return cls(folder, tuple(moved), refused)

    def drop(self) -> None:
        """Delete the files."""
        shutil.rmtree(self.folder, ignore_errors=True)


def forget(paths: Sequence[str]) -> None:
    """Delete files of Gradio's upload folder that are not to be read."""
    for path in map(Path, paths):
        if _is_uploaded(path):
            path.unlink(missing_ok=True)
            with suppress(OSError):
                path.parent.rmdir()


def _sorted(paths: Sequence[str], words: RunWords) -> tuple[list[Path], tuple[str, ...]]:
    """What is to be read, and why the rest, which goes, is not."""
    found, refused = [], []
    for path in paths:
        try:
            found.append(_checked(path, words))
        except UploadError as error:
            refused.append(str(error))
            forget([path])
    return found, tuple(refused)


def _checked(name: str, words: RunWords) -> Path:
    path = Path(name)
    shown = re.sub(r"\s+", " ", path.name)
    shown = shown if len(shown) <= _LONGEST_NAME else f"{shown[:_LONGEST_NAME]}…"
    if not _is_uploaded(path):
        raise UploadError(words.not_uploaded.format(shown))
    if not path.name.lower().endswith(SUFFIXES):
        raise UploadError(words.wrong_type.format(shown))
    size = path.stat().st_size
    if size > LARGEST:
        raise UploadError(words.too_large.format(shown, f"{size / MEGABYTE:.0f}", LARGEST // MEGABYTE))
    return path


def _is_uploaded(path: Path) -> bool:
    """Whether a path is a file of its own in Gradio's upload folder: no link, and none that leads out of it."""
    root = Path(get_upload_folder()).resolve()
    return path.is_file() and not path.is_symlink() and path.resolve().is_relative_to(root)

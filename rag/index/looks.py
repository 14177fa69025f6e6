"""Looks: that an index's vector files were seen to be sound is kept beside them, for the next process that reads it.

To look at each link and length of a million vectors takes ten seconds. Whoever is about to write looks all the same.
"""

import json
import os
import tempfile
from contextlib import suppress
from pathlib import Path
from time import time

from rag.index.soundness import Look

_NAME = "looked.json"
_YOUNG_SECONDS = 2.0
"""A clock may stand still for some milliseconds: files that have just been written may be written again unseen."""


def kept(folder: Path) -> Look | None:
    """The last look at which nothing was lacking; None where none is kept.

    Args:
        folder: of the index.
    """
    try:
        return Look(set(), str(json.loads((folder / _NAME).read_text(encoding="utf-8"))["stamps"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def keep(folder: Path, look: Look) -> None:
    """Keep a look at which nothing was lacking; one that cannot be kept costs the next process some time.

    Args:
        folder: of the index.
        look: at files of which none was written in these seconds.
    """
    files = [path for path in (folder / "chroma").glob("*/*") if path.is_file()]
    with suppress(OSError):
        if look.lacking or not files or max(path.stat().st_mtime for path in files) > time() - _YOUNG_SECONDS:
            return
        handle, name = tempfile.mkstemp(prefix=_NAME, suffix=".part", dir=folder)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump({"stamps": look.stamps}, file)
            os.replace(name, folder / _NAME)
        finally:
            Path(name).unlink(missing_ok=True)

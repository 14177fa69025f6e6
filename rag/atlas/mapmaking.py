"""`python -m rag.atlas.mapmaking INDEX EMBEDDING FOLDER`: makes the atlas of an index and keeps it in a folder.

The window starts it as a process of its own (see `rag.atlas.mapmaker`), so that no question waits for it. It tells its
progress in lines of JSON, and ends when its standard input does.
"""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path
from time import monotonic, sleep

from rag.aside import say, stand_aside
from rag.atlas.atlas import Telling, drawn, keep, latest
from rag.corpus.themes import themed
from rag.errors import AskPapersError, EmbeddingMismatchError, IndexMissingError, IndexStoreError
from rag.store import PaperStore

FOLDER = "map"
"""Of an index: where its atlas is kept."""
_TRIES, _PAUSE_SECONDS = 6, 1.0
"""How often it is read again where another process writes: after one second, two and so on."""
_PACE_SECONDS = 0.2


def main() -> int:
    """Make the atlas that the arguments name; 0, or 2 where that failed."""
    index, embedding, folder = sys.argv[1:4]
    stand_aside()
    try:
        generation = made(index, embedding, Path(folder), _Teller())
    except (AskPapersError, OSError) as error:
        say({"stage": "failed", "message": str(error)})
        return 2
    say({"stage": "done", "generation": generation})
    return 0


def made(index: str, embedding: str, folder: Path, tell: Telling = lambda stage, share: None) -> int:
    """Make the atlas of an index and keep it.

    Args:
        index: the index's folder, or its address on a server.
        embedding: the model that made its vectors.
        folder: where the atlas is kept.
        tell: told of the progress.

    Returns:
        The generation that it is of.

    Raises:
        IndexStoreError: the index cannot be read.
        OSError: the folder cannot be written.
    """
    for tries in range(_TRIES):
        try:
            with closing(PaperStore.open(index, embedding)) as store:
                generation = store.manifest().generation
                papers, vectors = themed(store)
                earlier = latest(folder) or latest(store.path / FOLDER)
                changed = store.manifest().generation != generation
        except (IndexMissingError, EmbeddingMismatchError):
            raise
        except IndexStoreError:  # what another process writes meanwhile looks like damage
            if tries == _TRIES - 1:
                raise
            changed = True
        if not changed:
            break
        tell("waiting", 0.0)
        sleep(_PAUSE_SECONDS * (tries + 1))
    keep(drawn(papers, vectors, earlier, tell), folder, generation)
    return generation


class _Teller:
    """Tells the progress, a few times a second."""

    def __init__(self) -> None:
        self._told = ("", 0.0)

    def __call__(self, stage: str, share: float) -> None:
        now = monotonic()
        if stage != self._told[0] or now - self._told[1] > _PACE_SECONDS:
            self._told = (stage, now)
            say({"stage": stage, "share": round(share, 3)})


if __name__ == "__main__":
    sys.exit(main())

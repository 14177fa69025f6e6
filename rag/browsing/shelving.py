"""`python -m rag.browsing.shelving INDEX EMBEDDING FOLDER`: gathers the shelf of a large index, and keeps it.

The window starts it as a process of its own, so that no question waits for it. It tells how many papers it has gone
through in lines of JSON, then the generation that the shelf is of, and ends when its standard input does.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from subprocess import PIPE, Popen  # nosec B404: each call says why

from rag.aside import say, stand_aside
from rag.browsing.shelf import Shelf
from rag.errors import AskPapersError
from rag.papers import Paper
from rag.store import PaperStore

_STEP = 500


def main() -> int:
    """Gather the shelf that the arguments name; 0, or 2 where that failed."""
    index, embedding, folder = sys.argv[1:4]
    stand_aside()
    try:
        with closing(PaperStore.open(index, embedding)) as store:
            generation = store.manifest().generation
            Shelf.of(_counted(store.papers()), generation).keep(Path(folder))
    except (AskPapersError, OSError):  # whoever asked for it makes it then, and is told what is wrong
        return 2
    say({"generation": generation})
    return 0


def gathered(index: str, embedding: str, folder: Path, tell: Callable[[int], object]) -> Shelf | None:
    """The shelf that a process of its own gathers; None where it could not.

    Args:
        index: the index's folder, or its address on a server.
        embedding: the model that made its vectors.
        folder: where it is kept.
        tell: told how many papers were gone through.
    """
    told: dict[str, int] = {}
    command = [sys.executable, "-m", "rag.browsing.shelving", index, embedding, str(folder)]
    # It ends with its standard input: when this process does.
    with Popen(  # noqa: S603 - this very program, and an argument each # nosec B603
        command, stdin=PIPE, stdout=PIPE, text=True, encoding="utf-8"
    ) as process:
        for line in process.stdout or ():
            told = json.loads(line)
            tell(told.get("done", 0))
    return Shelf.kept(folder, told["generation"]) if "generation" in told else None


def _counted(papers: Iterable[Paper]) -> Iterator[Paper]:
    for number, paper in enumerate(papers):
        if number % _STEP == 0:
            say({"done": number})
        yield paper


if __name__ == "__main__":
    sys.exit(main())

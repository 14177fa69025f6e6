"""The signs for late interaction: there for each paper, in places of their own; missing ones are made anew."""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import numpy as np

from rag.checkup.parts import Part, Progress, counted, some
from rag.checkup.rows import Holdings, texts_of
from rag.encoding.late_interaction import TextEncoder
from rag.errors import AskPapersError, ModelError
from rag.index.signs import PLACES, Signs, SignStore
from rag.store import PaperStore

_BATCH = 64
_PAGE = 500
_FILE = re.compile(r"signs-\d+\.bin")


def papers_without_signs(store: PaperStore, found: Holdings) -> Part:
    """Look for the papers that have no signs, and for signs of papers that are no more."""
    part = Part("signs")
    if why := damage_of(store.path / "signs"):
        part.findings.append(f"{why}. To make the signs again: python -m rag check --repair")
    with closing(store.signs()) as signs:
        lacking = lacking_signs(store, signs, found)
        part.looked_at = counted(len(found.papers) - len(lacking), "paper")
    if lacking:
        part.findings.append(
            f"{counted(len(lacking), 'paper')} without signs, and so ranked without: {some(lacking)}. To make them "
            "again: python -m rag check --repair"
        )
    return part


def make_signs(store: PaperStore, found: Holdings, encoder: TextEncoder, progress: Progress) -> Part:
    """Make the signs that are missing.

    Args:
        store: held for writing.
        found: what its rows hold.
        encoder: as the index was made with.
        progress: told of the papers dealt with.
    """
    part = Part("signs")
    take_away_damaged(store.path / "signs", part)
    with closing(store.signs()) as signs:
        lacking = lacking_signs(store, signs, found)
        for at in range(0, len(lacking), _BATCH):
            some_papers = lacking[at : at + _BATCH]
            signs.put(_made(store, found, encoder, some_papers))
            progress(len(some_papers), len(lacking))
        gone = sorted(_ids(signs) - found.papers.keys())
        signs.drop(gone)
        signs.compact()
    part.looked_at = counted(len(found.papers), "paper")
    if lacking:
        part.mended.append(f"{counted(len(lacking), 'paper')} had no signs ({some(lacking)}); they were made again.")
    if gone:
        part.mended.append(f"Signs of {counted(len(gone), 'paper')} that are no more were taken out.")
    return part


def damage_of(folder: Path) -> str:
    """What is wrong with the table of places in a folder of signs or spare vectors; empty where nothing is."""
    file = folder / PLACES
    if not file.exists():
        return ""
    try:
        with closing(sqlite3.connect(f"file:{quote(str(file))}?mode=ro", uri=True, timeout=10)) as table:
            whole = table.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            names = [str(name) for (name,) in table.execute("SELECT name FROM file")]
            for paper_id, *numbers in table.execute("SELECT paper_id, start, tokens, width FROM places"):
                whole = whole and isinstance(paper_id, str) and all(isinstance(number, int) for number in numbers)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        return f"{folder.name}/{PLACES} is damaged ({error})"
    whole = whole and len(names) == 1 and _FILE.fullmatch(names[0]) is not None
    return "" if whole else f"{folder.name}/{PLACES} is damaged"


def take_away_damaged(folder: Path, part: Part) -> None:
    """Take away a folder whose table of places is damaged, so that all of it is made again."""
    if why := damage_of(folder):
        shutil.rmtree(folder)
        part.mended.append(f"{why}; the folder was taken away, to be made again.")


def lacking_signs(store: PaperStore, signs: SignStore, found: Holdings) -> list[str]:
    """The papers that have no signs though they have words."""
    lacking: list[str] = []
    papers, widths = sorted(found.papers), Counter[int]()
    for at in range(0, len(papers), _PAGE):
        widths.update(matrix.shape[1] for matrix in signs.get(papers[at : at + _PAGE]).values())
    ((width, _),) = widths.most_common(1) or [(0, 0)]
    for at in range(0, len(papers), _PAGE):
        page = papers[at : at + _PAGE]
        known = {paper_id for paper_id, matrix in signs.get(page).items() if matrix.size and matrix.shape[1] == width}
        missing = [paper_id for paper_id in page if paper_id not in known]
        # A text of punctuation alone may have no token.
        lacking += [paper.paper_id for paper in store.get(missing) if re.search(r"\w", paper.title + paper.abstract)]
    return lacking


def _ids(signs: SignStore) -> set[str]:
    try:
        return signs.ids()
    except sqlite3.Error:  # a damaged table is made anew by the next write
        return set()


def _made(store: PaperStore, found: Holdings, encoder: TextEncoder, paper_ids: Sequence[str]) -> dict[str, Signs]:
    """The signs of papers, of all their rows in order, as a run of ingestion makes them."""
    ids = [f"{paper_id}:{k}" for paper_id in paper_ids for k in range(found.papers[paper_id])]
    texts = texts_of(store, ids)
    try:
        encoded = dict(zip(ids, encoder.encode_texts([texts[row_id] for row_id in ids]), strict=True))
    except AskPapersError:
        raise
    except Exception as error:  # what a runtime raises is of any kind
        raise ModelError(f"The signs could not be made: {error}. Run the same command again to go on.") from error
    made = {
        paper_id: np.concatenate([encoded[f"{paper_id}:{k}"].signs for k in range(found.papers[paper_id])])
        for paper_id in paper_ids
    }
    return {paper_id: matrix for paper_id, matrix in made.items() if matrix.size}

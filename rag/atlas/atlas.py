"""An atlas: each paper's place on the map of an index, and its theme. Derived data, named by the generation."""

from __future__ import annotations

import io
import json
import os
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rag.atlas.layout import Floats, laid_out, main_axes, neighbours
from rag.corpus.themes import Theme, themes_of
from rag.index.seals import digest_of
from rag.papers import Paper

FEWEST = 50
"""Papers from which neighbours are laid out; fewer lie along their two main axes."""
_NEAR = 15
_STRANGERS = 0.3
"""Share of papers that an earlier atlas lacks, from which all are laid out anew."""

Telling = Callable[[str, float], None]
"""Told a stage, "neighbours", "layout" or "themes", and how much of it is done, 0 to 1."""


@dataclass(frozen=True, eq=False)
class Atlas:
    """The map of one generation of an index.

    Args:
        ids, titles: of the papers, in one order.
        places: shape (papers, 2), from 0 to 1 with the larger side filled.
        raw: the same as the layout left them, to lay out further papers among them.
        theme: the number of each paper's theme.
        names: of the themes, the largest first.
        method: "neighbours" or "axes".
    """

    ids: list[str]
    titles: list[str]
    places: Floats
    raw: Floats
    theme: NDArray[np.uint8]
    names: list[str]
    method: str

    def packed(self) -> bytes:
        """The atlas as the bytes of a file: a digest, and what it is of."""
        file = io.BytesIO()
        told = {"ids": self.ids, "titles": self.titles, "names": self.names, "method": self.method}
        words = np.frombuffer(json.dumps(told).encode(), dtype=np.uint8)
        np.savez_compressed(file, raw=self.raw, theme=self.theme, words=words)
        return digest_of(file.getvalue()).encode() + b"\n" + file.getvalue()

    @classmethod
    def unpacked(cls, data: bytes) -> Atlas:
        """Read what `packed` wrote.

        Raises:
            ValueError: it is something else, or damaged.
        """
        digest, _, body = data.partition(b"\n")
        if digest.decode("ascii", "replace") != digest_of(body):
            raise ValueError("this is no atlas that was kept")
        with np.load(io.BytesIO(body), allow_pickle=False) as held:
            told: dict[str, Any] = json.loads(held["words"].tobytes())
            return cls(places=_framed(held["raw"]), raw=held["raw"], theme=held["theme"], **told)


def drawn(
    papers: Sequence[Paper], vectors: Floats, earlier: Atlas | None = None, tell: Telling = lambda stage, share: None
) -> Atlas:
    """Make the atlas of some papers.

    Args:
        papers: each with its vector; in a fixed order, which decides the themes.
        vectors: shape (papers, dimensions), each of length 1.
        earlier: of a former generation; what it has stays about where it is.
        tell: told of the progress.
    """
    method = "axes" if len(papers) < FEWEST else "neighbours"
    raw = main_axes(vectors) if method == "axes" else _laid_out(papers, vectors, earlier, tell)
    tell("themes", 0.0)
    themes: Sequence[Theme] = themes_of(vectors, papers) if papers else ()
    theme = np.zeros(len(papers), dtype=np.uint8)
    for number, found in enumerate(themes):
        theme[list(found.members)] = number
    titles = [paper.heading for paper in papers]
    ids = [paper.paper_id for paper in papers]
    return Atlas(ids, titles, _framed(raw), raw, theme, [found.name for found in themes], method)


def kept(folder: Path, generation: int) -> Atlas | None:
    """The atlas of a generation; None where there is none, or a damaged one."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        return Atlas.unpacked(_file(folder, generation).read_bytes())
    return None


def latest(folder: Path) -> Atlas | None:
    """The newest atlas in a folder that can be read."""
    numbers = sorted((int(path.stem) for path in folder.glob("*.atlas") if path.stem.isdigit()), reverse=True)
    return next((found for number in numbers if (found := kept(folder, number)) is not None), None)


def keep(atlas: Atlas, folder: Path, generation: int) -> None:
    """Write an atlas aside, then in its place; those of earlier generations go.

    Raises:
        OSError: the folder may not be written, or the disk is full.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=folder, suffix=".part", delete=False) as file:
        try:
            file.write(atlas.packed())
            file.close()
            os.replace(file.name, _file(folder, generation))
        finally:
            Path(file.name).unlink(missing_ok=True)
    for other in folder.glob("*.atlas"):
        if other.stem.isdigit() and int(other.stem) < generation:
            other.unlink(missing_ok=True)


def _file(folder: Path, generation: int) -> Path:
    return folder / f"{generation}.atlas"


def _laid_out(papers: Sequence[Paper], vectors: Floats, earlier: Atlas | None, tell: Telling) -> Floats:
    near = neighbours(vectors, _NEAR, lambda share: tell("neighbours", share))
    known = {} if earlier is None or earlier.method == "axes" else dict(zip(earlier.ids, earlier.raw, strict=True))
    is_known = np.array([paper.paper_id in known for paper in papers])
    if (~is_known).sum() > _STRANGERS * len(papers):
        return laid_out(near, main_axes(vectors), lambda share: tell("layout", share))
    nowhere = np.zeros(2, dtype=np.float32)
    start = np.array([known.get(paper.paper_id, nowhere) for paper in papers], dtype=np.float32)
    return laid_out(near, start, lambda share: tell("layout", share), known=is_known)


def _framed(raw: Floats) -> Floats:
    """Places from 0 to 1; the larger side is filled, the other in its middle."""
    if not len(raw):
        return np.zeros((0, 2), dtype=np.float32)
    low, high = raw.min(axis=0), raw.max(axis=0)
    side = max(float((high - low).max()), 1e-9)
    return np.asarray((raw - (low + high) / 2) / side + 0.5, dtype=np.float32)

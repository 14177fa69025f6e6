"""Examples: the questions that an empty conversation offers, as the index stands now."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from rag.answering.suggestions import example_questions
from rag.errors import IndexStoreError
from rag.store import PaperStore

_log = logging.getLogger(__name__)


class Examples:
    """Gives questions that the papers at hand can be asked.

    Args:
        given: the questions as the index stood at the start, in English.
        store: gives the index as it is open now; None leaves the questions as they were given, in every language.
    """

    def __init__(self, given: Sequence[str], store: Callable[[], PaperStore] | None = None) -> None:
        self.given = tuple(given)
        self._store = store
        self._start = None if store is None else store().manifest().generation
        self._made: dict[tuple[int, str], tuple[str, ...]] = {}

    def questions(self, language: str) -> tuple[str, ...]:
        """The questions in a language, "en" or "zh"; after a change of the papers they are made anew.

        Where the papers cannot be read, the given ones are offered: the first question will tell what is wrong.
        """
        try:
            return self._questions(language)
        except IndexStoreError as error:
            _log.warning("no examples: %s", error)
            return self.given

    def _questions(self, language: str) -> tuple[str, ...]:
        if self._store is None:
            return self.given
        store = self._store()
        generation = store.manifest().generation
        if (generation, language) == (self._start, "en"):
            return self.given
        if (generation, language) not in self._made:
            self._made = {key: made for key, made in self._made.items() if key[0] == generation}
            self._made[generation, language] = tuple(example_questions(store.papers(), language=language))
        return self._made[generation, language]

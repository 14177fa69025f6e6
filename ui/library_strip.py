"""What stands above the library's papers: the run that changes them, and what was refused while it went on."""

from __future__ import annotations

from rag.browsing.columns import Entry
from rag.ingestion.errands import Errands
from ui.library_words import LibraryWords
from ui.run_render import refusal_html, run_html


class LibraryStrip:
    """Draws the latest run. A refusal is drawn with it until it ends: the run alone, drawn anew, would hide it.

    Args:
        errands: the runs.
    """

    def __init__(self, errands: Errands) -> None:
        self._errands = errands
        self._added: tuple[int, tuple[Entry, ...]] = (0, ())
        self._unread: tuple[int, tuple[str, ...]] = (0, ())
        self._refused: dict[str, tuple[int, str]] = {}
        self._refusals = 0

    def begun(self, number: int, unread: tuple[str, ...]) -> None:
        """Note why files that were handed over with those of a new run are no part of it."""
        self._unread = (number, unread)
        self._refused.clear()

    def brought(self, number: int, added: tuple[Entry, ...]) -> None:
        """Note the papers that a run added."""
        self._added = (number, added)

    def drawn(self, words: LibraryWords, session: str) -> str:
        """Return the strip as HTML; empty before the first run.

        Args:
            words: of the frame.
            session: of the page.
        """
        run = self._errands.latest
        if run is None:
            return ""
        state = run.state()
        added = self._added[1] if self._added[0] == run.number else ()
        unread = self._unread[1] if self._unread[0] == run.number else ()
        shown = run_html(state, words, number=run.number, removing=bool(run.errand.remove), added=added, unread=unread)
        number, why = self._refused.get(session, (0, ""))
        return refusal_html(why, number) + shown if number and not state.is_over else shown

    def refused(self, why: str, words: LibraryWords, session: str) -> str:
        """Return the strip with why a run was not begun, which has a number of its own: each is news to the page."""
        self._refusals += 1
        number, run = -self._refusals, self._errands.latest
        if run is None or run.state().is_over:
            return refusal_html(why, number)
        self._refused[session] = (number, why)
        return self.drawn(words, session)

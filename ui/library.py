"""What the library's events do."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import gradio as gr

from rag.browsing.open_shelf import OpenShelf
from rag.errors import AskPapersError, IndexStoreError
from rag.ingestion.errands import Errand, Errands, Run
from ui import wording
from ui.collection import Collection
from ui.library_facets import facets_html
from ui.library_render import TICK_LIMIT, all_html, paper_html, papers_html
from ui.library_strip import LibraryStrip
from ui.library_view import PAGE, View, object_of, view_of
from ui.library_words import LibraryWords, words_for
from ui.run_render import gathering_html, refusal_html
from ui.uploads import LONGEST_TEXT, UploadError, Uploads, forget

Seen = tuple[int, int, int, str]
"""What a window shows: papers, the shelf's generation, the latest run and how far it is.

Below -1 there is no shelf yet: how far it is gathered, in hundredths below that.
"""
UNSEEN: Seen = (-1, -1, 0, "")
Drawn = tuple[Any, Any]
IDLE_SECONDS, BUSY_SECONDS = 1.5, 0.5
MOST_OF_ARXIV = 2_000
_MOST_REMOVED = 100_000
_log = logging.getLogger(__name__)


class Library:
    """Holds the open shelf and the run that changes it; what a reader looks at comes in and out as an argument.

    Args:
        collection: the papers.
        header: the page's header for so many papers, in the frame's words.
    """

    def __init__(self, collection: Collection, header: Callable[[wording.Words, int], str]) -> None:
        self._collection = collection
        self._header = header
        config = collection.config
        self._shelf = OpenShelf(config.index, config.embedding)
        self._errands = Errands()
        self._before: frozenset[str] = frozenset()
        self._told = LibraryStrip(self._errands)
        self._settled = 0

    def begin(self, view: str) -> str:
        """Begin to look when the tab is first opened: nothing is read before."""
        if self._collection.editable:
            self._errands.prepare()
        return view or "{}"

    def draw(self, view: str, request: gr.Request) -> Drawn:
        """Return the facets and the list for what the page asks for."""
        words = _words(request)
        try:
            return self._drawn(view_of(view), words)
        except IndexStoreError as error:
            return "", refusal_html(f"{words.broken} {error}")

    def _drawn(self, view: View, words: LibraryWords) -> Drawn:
        shelf = self._shelf.soon()
        if shelf is None:
            return "", gathering_html(self._shelf.share, words)
        found = shelf.find(view.search)
        last = max(-(-len(found.rows) // PAGE) - 1, 0)
        view = View(view.search, min(view.page, last), view.unfolded)
        entries = shelf.entries(found.rows[view.page * PAGE : (view.page + 1) * PAGE])
        return facets_html(view, found, words), papers_html(
            view, found, entries, len(shelf), words, editable=self._collection.editable, going=self._going()
        )

    def open(self, told: str, request: gr.Request) -> str:
        """Return an opened paper; nothing when it is closed."""
        paper_id = object_of(told).get("id")
        if not isinstance(paper_id, str):
            return ""
        try:
            return paper_html(self._shelf.paper(paper_id), _words(request))
        except IndexStoreError as error:
            return refusal_html(str(error))

    def all_found(self, told: str) -> str:
        """Return all that a view's search finds, for the page to tick."""
        wish = object_of(told)
        shelf = self._shelf.shelf()
        rows = shelf.find(view_of(str(wish.get("view") or "")).search).rows[:TICK_LIMIT]
        return all_html(shelf.entries(rows), str(wish.get("at") or ""))

    def beat(self, seen: Seen, view: str, request: gr.Request) -> tuple[Any, ...]:
        """Notice what has changed, whoever changed it.

        Returns:
            header, facets, list, strip of the run, what is seen now, and when to look again; each only if it changed.
        """
        try:
            count = self._shelf.count()
            generation = self._generation() if view else -1
            if not view:
                self._shelf.prepare()
        except IndexStoreError:  # another run may be about to put it right; a question says what is wrong
            return (gr.skip(),) * 6
        run = self._errands.latest if self._collection.editable else None
        state = run.state() if run else None
        now: Seen = (count, generation, run.number if run else 0, f"{state.phase} {self._settled}" if state else "")
        busy = run is not None and run.number != self._settled
        if now == seen and not busy:
            return (gr.skip(),) * 6
        header = self._header(wording.words_for(_accepted(request)), count) if count != seen[0] else gr.skip()
        going = run is not None and bool(run.errand.remove) and now[2:] != seen[2:]
        drawn = self.draw(view, request) if view and (going or generation != seen[1]) else (gr.skip(), gr.skip())
        strip = self._strip(request) if busy or now[2:] != seen[2:] else gr.skip()
        timer = gr.Timer(BUSY_SECONDS if busy else IDLE_SECONDS)
        return header, *drawn, strip, now, timer if seen[3] != now[3] else gr.skip()

    def _generation(self) -> int:
        shelf = self._shelf.soon()
        return shelf.generation if shelf is not None else -2 - int(100 * self._shelf.share)

    def add_files(self, paths: list[str] | None, request: gr.Request) -> tuple[Any, Any]:
        """Begin to add uploaded files; returns the strip and the emptied file box."""
        words = _words(request)
        try:
            self._permit(words)
            uploads = Uploads.taken(paths or [], words.run)
        except UploadError as error:
            forget(paths or [])
            return self._refused(error, request), None
        files = tuple(str(file) for file in uploads.files)
        return self._begin({"files": files}, request, uploads.drop, uploads.refused)[0], None

    def add_text(self, text: str, request: gr.Request) -> tuple[Any, Any]:
        """Begin to add what was pasted; returns the strip and what stays in the box."""
        words = _words(request)
        try:
            self._permit(words)
            if not text.strip():
                raise UploadError(words.run.nothing_pasted)
            if len(text) > LONGEST_TEXT:
                raise UploadError(words.run.too_long.format(LONGEST_TEXT // 1_000_000))
        except UploadError as error:
            return self._refused(error, request), gr.skip()
        strip, begun = self._begin({"text": text}, request)
        return strip, "" if begun else gr.skip()

    def add_arxiv(self, query: str, most: float | None, request: gr.Request) -> str:
        """Begin to add what arXiv has for a query; returns the strip."""
        words = _words(request)
        try:
            self._permit(words)
            asked = query.strip().removeprefix("arxiv:").strip()
            if not asked:
                raise UploadError(words.run.nothing_asked)
        except UploadError as error:
            return self._refused(error, request)
        limit = min(max(int(most or 0), 1), MOST_OF_ARXIV)
        return self._begin({"arxiv": asked if "#" in asked else f"{asked}#{limit}"}, request)[0]

    def command(self, told: str, request: gr.Request) -> Any:
        """Stop the run, or begin to remove papers, as the page's script asks; returns the strip."""
        wish = object_of(told)
        words = _words(request)
        try:
            self._permit(words)
        except UploadError as error:
            return self._refused(error, request)
        if wish.get("stop") is True:
            run = self._errands.latest
            if run is not None:
                run.stop()
            return self._strip(request)
        ids = wish.get("remove")
        if isinstance(ids, list) and ids:
            return self._begin({"remove": tuple(map(str, ids[:_MOST_REMOVED]))}, request)[0]
        return gr.skip()

    def close(self) -> None:
        """Let the run stop and release the files."""
        self._errands.close()
        self._shelf.close()

    def _permit(self, words: LibraryWords) -> None:
        """The components of a window that may not change papers are not there; a program could ask all the same."""
        if not self._collection.editable:
            raise UploadError(words.run.not_allowed)

    def _begin(
        self,
        what: dict[str, Any],
        request: gr.Request,
        then: Callable[[], object] = lambda: None,
        unread: tuple[str, ...] = (),
    ) -> tuple[str, bool]:
        """The strip, and whether a run was begun; `unread` is why files of the same upload are not part of it."""
        config = self._collection.config
        errand = Errand(config.index, config.embedding, config.timeout, **what)
        words = _words(request)
        try:
            self._before = frozenset() if errand.remove else self._shelf.ids()
            run = self._errands.start(errand, lambda run: self._end(run, then))
        except AskPapersError as error:
            then()
            return self._refused(words.run.failures.get(type(error).__name__) or error, request), False
        self._told.begun(run.number, unread)
        return self._strip(request), True

    def _end(self, run: Run, then: Callable[[], object]) -> None:
        """What was uploaded goes; what is new is noted for the report, and what was not removed stays."""
        try:
            then()
            shelf = self._shelf.renewed()
            if not run.errand.remove:
                new = [place for paper_id, place in shelf.places.items() if paper_id not in self._before]
                self._told.brought(run.number, tuple(shelf.entries(new)))
        finally:
            self._settled = run.number
            self._errands.prepare()

    def _going(self) -> frozenset[str]:
        """The papers that are being taken out, until the shelf is without them."""
        run = self._errands.latest
        return frozenset() if run is None or run.number == self._settled else frozenset(run.errand.remove)

    def _strip(self, request: gr.Request) -> str:
        return self._told.drawn(_words(request), _session(request))

    def _refused(self, why: object, request: gr.Request) -> str:
        return self._told.refused(str(why), _words(request), _session(request))


def _accepted(request: gr.Request) -> str:
    return str(request.headers.get("accept-language", ""))


def _words(request: gr.Request) -> LibraryWords:
    return words_for(_accepted(request))


def _session(request: gr.Request) -> str:
    return str(request.session_hash or "")

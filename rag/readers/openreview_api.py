"""OpenReview's API: the submissions of a venue, from version 2 or, for older venues, version 1."""

import contextlib
import re
import sys
from collections.abc import Callable, Iterator
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers.fields import FieldMapping
from rag.readers.live_settings import LIVE, LiveSettings
from rag.readers.page_log import PageLog, logged
from rag.readers.refusals import Refusal

if TYPE_CHECKING:
    import requests

PAGE = 1000
_V1_INVITATIONS = ("Blind_Submission", "Submission", "submission")
_PAPER = re.compile(r"[\w-]+")
_ABSENT = re.compile(r"not found|does not exist", re.IGNORECASE)
Items = Iterator[Paper | Refusal]
Ask = tuple[Any, dict[str, str]]
"""A client, and what to ask it for notes by."""


def venue_of(text: str) -> str:
    """The venue, the invitation or the paper that a typed place means.

    Args:
        text: an id such as `ICLR.cc/2024/Conference`, or the address of its page.

    Raises:
        SourceError: it has none.
    """
    text = text.strip()
    if text.lower().startswith(("http://", "https://")):
        text = next(iter(parse_qs(urlsplit(text).query).get("id", [])), "")
    text = text.strip().strip("/")
    if not text:
        raise SourceError("No venue of OpenReview is named. Type its id: openreview:ICLR.cc/2024/Conference")
    return text


def read_openreview(
    venue: str, place: str, mapping: FieldMapping, log: PageLog, settings: LiveSettings = LIVE
) -> Items:
    """Yield a Paper or a Refusal for each submission that may be read.

    Args:
        venue: its id; or an invitation's (with `/-/`), or one paper's.
        place: as typed; papers name it as their source.
        mapping: which field is which.
        log: where pages are kept until all have come.
        settings: addresses and distances.

    Raises:
        SourceError: at once, if the package `openreview-py` is absent; when the place is reached, if there are no
            submissions to be read, or OpenReview cannot be reached.
    """
    return logged(_Venue(_package(), venue, place, log, settings).papers(mapping), log)


def _package() -> ModuleType:
    try:
        import openreview
        import openreview.api
    except ImportError as error:
        raise SourceError(
            "Reading from OpenReview needs a package that is not installed. Type: pip install 'askpapers[openreview]'"
        ) from error
    module: ModuleType = openreview
    return module


class _Venue:
    """One fetch."""

    def __init__(self, package: ModuleType, venue: str, place: str, log: PageLog, settings: LiveSettings) -> None:
        self._package = package
        self._venue = venue
        self._place = place
        self._log = log
        self._settings = settings
        self._count = 0

    def papers(self, mapping: FieldMapping) -> Items:
        for client, by in self._asks():
            number, self._count = 0, 0
            for number, note in enumerate(self._notes(client, by), 1):
                yield mapping.paper(note, self._place, f"submission {number}")
            if number < self._count:
                why = f"OpenReview counts {self._count:,} submissions and gave {number:,}; others may not be public"
                yield Refusal(self._place, f"{self._count - number:,} submissions", why)
            if number:
                return
        raise SourceError(
            f"OpenReview has no submissions of {self._venue} that all may read. Check the id, which is in the "
            "address of the venue's page (openreview.net/group?id=ICLR.cc/2024/Conference), capitals included."
        )

    def _asks(self) -> Iterator[Ask]:
        """Where the submissions may be, the likeliest place first."""
        settings = self._settings
        newer = self._client(lambda: self._package.api.OpenReviewClient(baseurl=settings.openreview_url))
        single = "id" if _PAPER.fullmatch(self._venue) else "invitation" if "/-/" in self._venue else ""
        if single:
            yield newer, {single: self._venue}
        elif invitation := self._submissions(newer):
            yield newer, {"invitation": invitation}
        older = self._client(lambda: self._package.Client(baseurl=settings.openreview_v1_url))
        if single:
            yield older, {single: self._venue}
            return
        for name in _V1_INVITATIONS:
            yield older, {"invitation": f"{self._venue}/-/{name}"}

    def _client(self, made: Callable[[], Any]) -> Any:
        from rag.readers.sessions import LoggedSession

        try:
            # It logs in where OPENREVIEW_USERNAME is set, and prints meanwhile; standard output is for results.
            with contextlib.redirect_stdout(sys.stderr):
                client = made()
        except self._package.OpenReviewException as error:
            raise SourceError(
                f"OpenReview refuses the login ({_told(error)}). Check OPENREVIEW_USERNAME and OPENREVIEW_PASSWORD, or "
                "unset them: most venues can be read without."
            ) from error
        except OSError as error:  # what requests raises
            raise SourceError(f"OpenReview cannot be reached to log in: {type(error).__name__}. Try again.") from error
        # Its own session prints while it tries again, has no time limit, and would wait for hours if told to.
        client.session = LoggedSession(
            "OpenReview", self._settings.openreview_delay, self._settings, self._log, _is_page
        )
        return client

    def _submissions(self, client: Any) -> str:
        """The invitation that a venue's group names; empty if the group is unknown, or of before API v2."""
        for group in self._answer(lambda: client.get_groups(id=self._venue)):
            content = group.content or {}
            whole, name = (_value(content, field) for field in ("submission_id", "submission_name"))
            if whole or name:
                return str(whole or f"{self._venue}/-/{name}")
            if group.domain == self._venue:
                return f"{self._venue}/-/Submission"
        return ""

    def _notes(self, client: Any, by: dict[str, str]) -> Iterator[dict[str, Any]]:
        """Each note; how many there are is noted."""
        by = by | {"sort": "id"}
        first = self._answer(partial(client.get_notes, **by, limit=PAGE, with_count=True))
        notes, self._count = first or ([], 0)
        came = 0
        while notes:
            yield from (note.to_json() for note in notes)
            came += len(notes)
            if came >= self._count:
                return
            notes = self._answer(partial(client.get_notes, **by, limit=PAGE, after=notes[-1].id))

    def _answer(self, asked: Callable[[], Any]) -> Any:
        """What a call gives; an empty list where OpenReview knows no such thing.

        Raises:
            SourceError: it refuses.
        """
        try:
            return asked()
        except self._package.OpenReviewException as error:
            told = _told(error)
            if _ABSENT.search(told):
                return []
            raise SourceError(
                f"OpenReview refuses {self._venue}: {told}. If your account may read it, set OPENREVIEW_USERNAME and "
                "OPENREVIEW_PASSWORD; else check the id on the venue's page."
            ) from error
        except (ValueError, KeyError) as error:  # an answer that is no JSON, or of another shape
            raise SourceError(
                "OpenReview's answer is not of the shape that is known. If this network has a login page, log in "
                "there; else try again in a few minutes."
            ) from error


def _is_page(response: "requests.Response") -> bool:
    return response.status_code == 200 and response.content.lstrip()[:1] == b"{"


def _value(content: dict[str, Any], name: str) -> Any:
    value = content.get(name)
    return value.get("value") if isinstance(value, dict) else value


def _told(error: Exception) -> str:
    """What OpenReview says of an error: it comes as JSON."""
    told = error.args[0] if error.args else ""
    text = " ".join(str(told.get("message", told) if isinstance(told, dict) else told).split())
    return text.rstrip(".")[:300]

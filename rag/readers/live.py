"""Live sources: what is typed in a path's place and lies on the network."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers.fields import FieldMapping
from rag.readers.identifiers import arxiv_of
from rag.readers.live_settings import LIVE, LiveSettings
from rag.readers.page_log import PageLog
from rag.readers.refusals import Refusal

_WEB = ("http://", "https://")
_PAGES = ("/group", "/forum", "/pdf")
_ARXIV, _OPENREVIEW = "arxiv:", "openreview:"


def is_live(place: str) -> bool:
    """Whether a place is fetched from the network: `arxiv:…`, `openreview:…`, `http://…` or `https://…`."""
    return place.lower().startswith((_ARXIV, _OPENREVIEW, *_WEB))


def read_live(
    place: str, mapping: FieldMapping, folder: Path, settings: LiveSettings = LIVE
) -> Iterator[Paper | Refusal]:
    """Yield a Paper or a Refusal for each record of a live source, as its pages arrive.

    Nothing is asked before the first item is. What has come is kept in `folder` until all has, so that the same place,
    read again within a day, goes on where it broke off.

    Args:
        place: `arxiv:` with ids, a query or words; `openreview:` with a venue; the address of a page of either; or the
            address of a file.
        mapping: which field is which.
        folder: for what has come of fetches; made when needed.
        settings: addresses and distances.

    Raises:
        SourceError: at once, if the place asks for nothing or a package is absent; when it is reached, if it cannot be
            had.
    """
    place = place.strip()
    if place.lower().startswith(_ARXIV):
        return _arxiv(place[len(_ARXIV) :], place, mapping, folder, settings)
    if place.lower().startswith(_OPENREVIEW):
        return _openreview(place[len(_OPENREVIEW) :], place, mapping, folder, settings)
    address = urlsplit(place)
    if not address.hostname:
        raise SourceError(f"{place} is no web address. Type it whole: https://host/papers.json")
    bare = place.partition("#")[0].partition("?")[0]
    if arxiv_of(bare):
        return _arxiv(bare, place, mapping, folder, settings)
    if address.hostname.lower() in ("openreview.net", "www.openreview.net") and address.path in _PAGES:
        return _openreview(place, place, mapping, folder, settings)
    from rag.readers.downloads import read_download

    return read_download(place, mapping, PageLog(folder, place), settings)


def _arxiv(
    asked: str, place: str, mapping: FieldMapping, folder: Path, settings: LiveSettings
) -> Iterator[Paper | Refusal]:
    from rag.readers.arxiv_api import read_arxiv
    from rag.readers.arxiv_query import ArxivQuery

    return read_arxiv(ArxivQuery.parse(asked), place, mapping, PageLog(folder, place), settings)


def _openreview(
    asked: str, place: str, mapping: FieldMapping, folder: Path, settings: LiveSettings
) -> Iterator[Paper | Refusal]:
    from rag.readers.openreview_api import read_openreview, venue_of

    return read_openreview(venue_of(asked), place, mapping, PageLog(folder, place), settings)

"""arXiv's API: the papers of a query or of ids, page by page."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers.arxiv_query import WINDOW, ArxivQuery
from rag.readers.fields import FieldMapping
from rag.readers.live_settings import LIVE, LiveSettings
from rag.readers.page_log import PageLog, logged
from rag.readers.refusals import Refusal

if TYPE_CHECKING:
    import arxiv
    import requests

PAGE = 100
_EMPTY_PAGE_TRIES = 3
_WRONG_ID = re.compile(r"incorrect id format for (\S+)")
_ATOM = "{http://www.w3.org/2005/Atom}"
_TOTAL = "{http://a9.com/-/spec/opensearch/1.1/}totalResults"
Items = Iterator[Paper | Refusal]


def read_arxiv(
    asked: ArxivQuery, place: str, mapping: FieldMapping, log: PageLog, settings: LiveSettings = LIVE
) -> Items:
    """Yield a Paper or a Refusal for each paper of arXiv that is asked for.

    Args:
        asked: ids or a query.
        place: as typed; papers name it as their source.
        mapping: which field is which.
        log: where pages are kept until all have come.
        settings: addresses and distances.

    Raises:
        SourceError: arXiv has none, does not understand the query, or cannot be reached.
    """
    source = _Arxiv(place, mapping, log, settings)
    return logged(source.by_ids(asked) if asked.ids or asked.wrong else source.by_query(asked), log)


class _RefusedError(Exception):
    """arXiv says why it does not answer a request."""


class _Arxiv:
    """One fetch."""

    def __init__(self, place: str, mapping: FieldMapping, log: PageLog, settings: LiveSettings) -> None:
        self._place = place
        self._mapping = mapping
        self._log = log
        self._settings = settings
        self._total = 0
        self._on_page = 0

    def by_query(self, asked: ArxivQuery) -> Items:
        import arxiv

        order = arxiv.SortCriterion.Relevance if asked.by_words else arxiv.SortCriterion.SubmittedDate
        search = arxiv.Search(query=asked.query, max_results=asked.limit, sort_by=order)
        number = 0
        try:
            for number, result in enumerate(self._client(min(PAGE, asked.limit)).results(search), 1):
                yield self._paper(result, number)
        except _RefusedError as error:
            raise SourceError(
                f"arXiv does not understand the query {asked.query} ({error}). Its fields are ti, au, abs, cat and "
                "all, joined by AND, OR, ANDNOT: 'arxiv:cat:cs.LG AND ti:diffusion'"
            ) from error
        except arxiv.UnexpectedEmptyPageError as error:
            raise SourceError(
                f"arXiv gave {_EMPTY_PAGE_TRIES + 1} times an empty page after paper {number:,} of {self._total:,}. "
                "That passes: try again in a few minutes."
            ) from error
        if not number:
            raise SourceError(f"arXiv has no paper for {asked.query}. Try fewer words, or check fields and categories.")
        if number < min(self._total, asked.limit):
            why = (
                f"arXiv counts {self._total:,} papers for this query and gave {number:,}. Try again later for the rest"
            )
            yield Refusal(self._place, f"{min(self._total, asked.limit) - number:,} papers", why)
        elif self._total > number and not asked.chosen:
            yield self._cut_off(asked, number)

    def by_ids(self, asked: ArxivQuery) -> Items:
        for text in asked.wrong:
            yield Refusal(
                self._place, text, "it is no arXiv id: they are like 2101.00001, 2101.00001v2, hep-th/9901001"
            )
        number = 0
        for start in range(0, len(asked.ids), PAGE):
            left = list(asked.ids[start : start + PAGE])
            while left:
                try:
                    for result in self._of(left):
                        number += 1
                        _strike(left, result.get_short_id())
                        yield self._paper(result, number)
                except _RefusedError as error:  # one wrong id costs no other
                    wrong = _WRONG_ID.search(str(error))
                    if not wrong or wrong[1] not in left:
                        raise SourceError(f"arXiv refuses the ids {', '.join(left)} ({error}). Check them.") from error
                    left.remove(wrong[1])
                    yield Refusal(self._place, wrong[1], "arXiv does not know this id. Check it at https://arxiv.org")
                    continue
                break
            for text in left:
                why = f"arXiv has no paper of this id{' and version' if 'v' in text.rpartition('/')[2] else ''}"
                yield Refusal(self._place, text, f"{why}. Check it: https://arxiv.org/abs/{text}")

    def _of(self, ids: list[str]) -> Iterator["arxiv.Result"]:
        import arxiv

        search = arxiv.Search(id_list=list(ids), max_results=len(ids))
        for given, result in enumerate(self._client(len(ids)).results(search), 1):
            yield result
            if given >= self._on_page:  # ids that it does not know leave the page short; no further one follows
                return

    def _client(self, page_size: int) -> "arxiv.Client":
        import arxiv

        from rag.readers.sessions import LoggedSession

        settings = self._settings
        client = arxiv.Client(page_size=page_size, delay_seconds=0, num_retries=_EMPTY_PAGE_TRIES)
        client.query_url_format = f"{settings.arxiv_url}?{{}}"
        # Its own session has no time limit and does not heed Retry-After; ours also keeps the three seconds.
        client._session = LoggedSession("arXiv", settings.arxiv_delay, settings, self._log, self._is_page)
        return client

    def _is_page(self, response: "requests.Response") -> bool:
        """Note what a page says of itself; an empty one is not worth keeping."""
        from lxml import etree

        try:
            feed = etree.fromstring(response.content, etree.XMLParser(resolve_entities=False, no_network=True))
        except etree.XMLSyntaxError:
            raise SourceError(
                f"arXiv's answer (HTTP {response.status_code}) is no feed of papers. If this network has a login page, "
                "log in there; else try again in a few minutes."
            ) from None
        entries = feed.findall(f"{_ATOM}entry")
        for entry in entries:
            if "/api/errors" in (entry.findtext(f"{_ATOM}id") or ""):
                raise _RefusedError(" ".join((entry.findtext(f"{_ATOM}summary") or "no reason given").split()))
        if response.status_code != 200:
            raise SourceError(f"arXiv answers HTTP {response.status_code}. Try again later.")
        self._total = int(feed.findtext(_TOTAL) or 0)
        self._on_page = sum(entry.find(f"{_ATOM}published") is not None for entry in entries)
        return self._on_page > 0

    def _paper(self, result: "arxiv.Result", number: int) -> Paper | Refusal:
        return self._mapping.paper(_record(result), self._place, f"paper {number}")

    def _cut_off(self, asked: ArxivQuery, taken: int) -> Refusal:
        order = "nearest" if asked.by_words else "newest"
        cut = f"arXiv has {self._total:,} papers for this query; the {taken:,} {order} were taken"
        if asked.limit >= WINDOW:
            dates = "AND submittedDate:[202301010000 TO 202401010000]"
            advice = f"its API gives no more than {WINDOW:,}. Part the query by date: {dates}"
        else:
            more = min(self._total, WINDOW)
            amount = "all" if more == self._total else "more"
            advice = f"add #{more} to take {amount}, or #{taken} to be content with these"
        return Refusal(self._place, f"the other {self._total - taken:,} papers", f"{cut}: {advice}")


def _record(result: "arxiv.Result") -> dict[str, Any]:
    """An entry's fields, under the names that they have for an Atom file."""
    return {
        "id": result.entry_id,
        "title": result.title,
        "abstract": result.summary,
        "authors": [author.name for author in result.authors],
        "year": result.published.isoformat(),
        "venue": result.journal_ref or "",
        "doi": result.doi or "",
        "url": next((link.href for link in result.links if link.rel == "alternate"), ""),
        "withdrawn": bool(re.search(r"\bwithdrawn\b", result.comment or "", re.IGNORECASE)),
    }


def _strike(ids: list[str], given: str) -> None:
    """Take an id off the list of those not yet met, in the form with a version or without."""
    met = (_plain(given), re.sub(r"v\d+$", "", _plain(given)))
    ids[:] = [text for text in ids if _plain(text) not in met]


def _plain(text: str) -> str:
    """math.GT/0309136 and math/0309136 are one."""
    return re.sub(r"\.[a-z]{2}(?=/)", "", text.casefold())

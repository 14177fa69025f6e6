"""Sessions: HTTP that keeps its distance, tries again, and asks for no page twice."""

import io
import time
from collections.abc import Callable, Iterator
from email.utils import parsedate_to_datetime
from importlib.metadata import PackageNotFoundError, version
from typing import Any
from urllib.parse import urlsplit

import requests
from requests.adapters import BaseAdapter

from rag.errors import SourceError
from rag.readers.live_settings import LiveSettings
from rag.readers.page_log import PageLog
from rag.readers.public_hosts import PublicAdapter, origin_of

DROPS = (
    requests.ConnectionError,
    requests.Timeout,
    requests.exceptions.ChunkedEncodingError,
    requests.exceptions.ContentDecodingError,
)
"""What a connection that fails or breaks off raises."""
_BUSY = (429, 500, 502, 503, 504)
_TRIES_WITHOUT_ANSWER = 3
Inspect = Callable[[requests.Response], bool]


class PoliteSession(requests.Session):
    """A session that waits between requests, and tries again where that may help.

    Args:
        service: as people call it.
        delay: seconds between two requests to one host.
        settings: how often and how long it tries.
    """

    def __init__(self, service: str, delay: float, settings: LiveSettings) -> None:
        super().__init__()
        self._service = service
        self._delay = delay
        self._settings = settings
        self._elsewhere = PublicAdapter()
        self._typed: tuple[str, int | None] | None = None

    def get_adapter(self, url: str) -> BaseAdapter:
        """What sends a request: where a redirect leads to another host, one that reaches public hosts alone."""
        adapter = super().get_adapter(url)  # refuses what is not of the web
        return adapter if self._typed in (None, origin_of(url)) else self._elsewhere

    def resolve_redirects(self, resp: Any, req: Any, *args: Any, **kwargs: Any) -> Iterator[Any]:
        """Go where an answer leads, and remember by whom the way was begun."""
        before = self._typed
        self._typed = before or origin_of(req.url)
        try:
            yield from super().resolve_redirects(resp, req, *args, **kwargs)
        finally:
            self._typed = before

    def close(self) -> None:
        """Close all connections."""
        super().close()
        self._elsewhere.close()

    def send(self, request: requests.PreparedRequest, **kwargs: Any) -> requests.Response:
        """Send a request; an answer of another status than "busy" is given back as it is.

        Raises:
            SourceError: no answer could be had, or the server stays busy.
        """
        own = str(request.headers.get("User-Agent", ""))
        if not own.startswith("AskPapers/"):
            request.headers["User-Agent"] = f"AskPapers/{_version()} {own}".rstrip()
        kwargs["timeout"] = kwargs.get("timeout") or self._settings.timeout
        for tried, wait in enumerate((*self._settings.waits, None), 1):
            response, why = self._answer(request, kwargs)
            if response is not None and response.status_code not in _BUSY:
                return response
            asked = _retry_after(response) if response is not None else None
            hopeless = response is None and (
                tried > _TRIES_WITHOUT_ANSWER or isinstance(why, requests.exceptions.SSLError)
            )
            if wait is None or hopeless or (asked or 0) > self._settings.longest_wait:
                raise self._given_up(request, response, why, tried, asked)
            if response is not None:
                response.close()
            self._settings.pace.sleep(wait if asked is None else asked)
        raise AssertionError("the last wait is None")

    def _answer(
        self, request: requests.PreparedRequest, kwargs: dict[str, Any]
    ) -> tuple[requests.Response | None, Exception | None]:
        host = _host(request)
        self._settings.pace.keep(host, self._delay)
        try:
            return super().send(request, **kwargs), None
        except DROPS as error:
            return None, error
        except requests.RequestException as error:
            raise SourceError(f"{self._service} cannot be asked at {host}: {error}. Check the address.") from error
        finally:
            self._settings.pace.asked(host)

    def _given_up(
        self,
        request: requests.PreparedRequest,
        response: requests.Response | None,
        why: Exception | None,
        tried: int,
        asked: float | None,
    ) -> SourceError:
        host = _host(request)
        times = f"{tried} tries" if tried > 1 else "one try"
        if response is None:
            place = "" if host in self._service else f" at {host}"
            return SourceError(
                f"{self._service} could not be reached{place} after {times} ({reason(why)}). "
                "Check the network and the address, then try again."
            )
        response.close()
        if asked and asked > self._settings.longest_wait:
            return SourceError(
                f"{self._service} answers HTTP {response.status_code} at {host} and asks to wait {_span(asked)}. "
                "Try again after that."
            )
        return SourceError(
            f"{self._service} answers HTTP {response.status_code} at {host} after {times}: it is busy or failing. "
            "Try again in a few minutes."
        )


class LoggedSession(PoliteSession):
    """A session whose pages are kept in a log, and taken from there when they are asked for again.

    Args:
        service: as people call it.
        delay: seconds between two requests.
        settings: how often and how long it tries.
        log: where pages are kept.
        inspect: looks at each answer, fresh or kept; tells whether it is worth keeping, and may raise SourceError.
    """

    def __init__(self, service: str, delay: float, settings: LiveSettings, log: PageLog, inspect: Inspect) -> None:
        super().__init__(service, delay, settings)
        self._log = log
        self._inspect = inspect

    def send(self, request: requests.PreparedRequest, **kwargs: Any) -> requests.Response:
        """As of a polite session; a page that is in the log is not asked for."""
        address = str(request.url)
        page = self._log.get(address)
        if page is not None:
            response = _response(request, page)
            self._inspect(response)
            return response
        response = super().send(request, **kwargs)
        if not response.is_redirect and self._inspect(response):
            self._log.put(address, response.content)
        return response


def reason(error: Exception | None) -> str:
    """Why a connection failed, in a few words."""
    text = str(error)
    for mark, words in (
        ("NameResolution", "its name is not known"),
        ("getaddrinfo", "its name is not known"),
        ("refused", "it refuses the connection"),
        ("CERTIFICATE", "its certificate is not trusted"),
        ("SSL", "no secure connection"),
        ("timed out", "no answer in time"),
        ("IncompleteRead", "it broke off in the middle"),
        ("aborted", "it closed the connection"),
        ("reset", "it closed the connection"),
    ):
        if mark.casefold() in text.casefold():
            return words
    return type(error).__name__


def _host(request: requests.PreparedRequest) -> str:
    """Host and port, without a password."""
    return urlsplit(request.url or "").netloc.rpartition("@")[2]


def _response(request: requests.PreparedRequest, page: bytes) -> requests.Response:
    response = requests.Response()
    response.status_code = 200
    response.request = request
    response.url = str(request.url)
    response.raw = io.BytesIO(page)
    return response


def _retry_after(response: requests.Response) -> float | None:
    """Seconds that the server asks to wait for, from either form of its header."""
    asked = response.headers.get("Retry-After", "").strip()
    if asked.isdecimal():
        return float(asked)
    try:
        return max(0.0, parsedate_to_datetime(asked).timestamp() - time.time())
    except ValueError:
        return None


def _span(seconds: float) -> str:
    return f"{seconds / 3600:.0f} hours" if seconds >= 2 * 3600 else f"{seconds / 60:.0f} minutes"


def _version() -> str:
    try:
        return version("askpapers")
    except PackageNotFoundError:
        return "0"

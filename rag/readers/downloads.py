"""Downloads: a file of papers at a web address, fetched so that a broken-off fetch goes on where it stopped."""

import json
import shutil
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from email.message import EmailMessage
from pathlib import PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit, urlunsplit

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers.fields import FieldMapping
from rag.readers.live_settings import LIVE, LiveSettings
from rag.readers.page_log import PageLog
from rag.readers.refusals import Refusal

if TYPE_CHECKING:
    import requests

_CHUNK = 1 << 16
_FACTS = "about the file"
_ADVICE = {
    401: "It wants a login: download the file in the browser and give its path.",
    403: "It does not let programs in: download the file in the browser and give its path.",
    404: "There is nothing at that address: check it in the browser.",
    410: "The file is no longer there: look for its new address.",
}
Items = Iterator[Paper | Refusal]


@dataclass(frozen=True)
class _Facts:
    """What a server said of the file whose first bytes are here.

    Args:
        etag: strong only, as a weak one does not tell that the bytes are the same.
        modified: the Last-Modified header.
        size: of the whole file, in bytes; -1 if unknown.
        file_name: for its suffix.
        content_type: as the server names it.
        whole: every byte has come.
    """

    etag: str = ""
    modified: str = ""
    size: int = -1
    file_name: str = ""
    content_type: str = ""
    whole: bool = False


def read_download(url: str, mapping: FieldMapping, log: PageLog, settings: LiveSettings = LIVE) -> Items:
    """Download a file and yield a Paper or a Refusal for every record in it.

    Args:
        url: of http or https.
        mapping: which field is which.
        log: its folder keeps the file until it has been read.
        settings: how long to go on trying.

    Raises:
        SourceError: it cannot be had, or is no list of papers.
    """
    from rag.readers.paths import read_stream

    name = _shown(url)
    download = _Download(url, name, log, settings)
    facts = download.fetched()
    try:
        with download.path.open("rb") as file:
            _require_no_page(file.read(512), facts, name)
            file.seek(0)
            yield from read_stream(file, name, mapping, facts.file_name)
    except SourceError:
        log.clear()  # whole, and of no use: the next run must ask for it anew
        raise
    log.clear()


class _Download:
    """One file on its way."""

    def __init__(self, url: str, name: str, log: PageLog, settings: LiveSettings) -> None:
        self._url = url
        self._name = name
        self._log = log
        self._settings = settings
        self.path = log.folder / "file"

    def fetched(self) -> _Facts:
        """Fetch what is not here yet."""
        from rag.readers.sessions import DROPS, PoliteSession, reason

        host = urlsplit(self._url).netloc.rpartition("@")[2]
        session = PoliteSession(f"The server {host}", 0, self._settings)
        waits = iter(self._settings.waits)
        while True:
            facts, before = self._facts(), self._here()
            if facts.whole or (before == facts.size and self._resumable()):
                return facts
            try:
                return self._more(session, facts)
            except DROPS as error:
                if self._here() > before and self._resumable():
                    waits = iter(self._settings.waits)  # it gets on: be patient anew
                wait = next(waits, None)
                if wait is None:
                    raise SourceError(self._broken_off(reason(error))) from error
                self._settings.pace.sleep(wait)

    def _more(self, session: "requests.Session", facts: _Facts) -> _Facts:
        here = self._here()
        headers = {"Accept-Encoding": "identity"}  # so that bytes can be counted
        if here and self._resumable():
            headers |= {"Range": f"bytes={here}-", "If-Range": facts.etag or facts.modified}
        with session.get(self._url, headers=headers, stream=True) as response:
            goes_on = here > 0 and response.status_code == 206 and _starts_at(response) == here
            if here and not goes_on and response.status_code in (206, 416):
                self._forget()
                return self._more(session, _Facts())
            if not goes_on and response.status_code != 200:
                raise SourceError(self._refused(response))
            if not goes_on:
                self._forget()  # before anything new is noted: old bytes under new facts would be taken for whole
                facts = _facts_of(response)
                self._note(facts)
            self._require_room(facts.size - here if goes_on else facts.size)
            self._write(response, "ab" if goes_on else "wb")
        facts = _Facts(**(asdict(facts) | {"whole": True}))
        self._note(facts)
        return facts

    def _write(self, response: "requests.Response", mode: str) -> None:
        try:
            with self.path.open(mode) as file:
                for chunk in response.iter_content(_CHUNK):
                    file.write(chunk)
        except OSError as error:
            from requests import RequestException

            if isinstance(error, RequestException):
                raise
            raise SourceError(
                f"{self._name} cannot be kept in {self.path.parent}: {error.strerror or error}."
            ) from error

    def _require_room(self, size: int) -> None:
        free = shutil.disk_usage(self.path.parent).free
        if size > free:
            raise SourceError(
                f"{self._name} has {_amount(size)} to come, and {self.path.parent} has room for {_amount(free)}. "
                "Make room there, or choose another index folder with --index."
            )

    def _facts(self) -> _Facts:
        kept = self._log.get(_FACTS)
        return _Facts(**json.loads(kept)) if kept else _Facts()

    def _note(self, facts: _Facts) -> None:
        self._log.put(_FACTS, json.dumps(asdict(facts)).encode())

    def _forget(self) -> None:
        self.path.unlink(missing_ok=True)
        self._note(_Facts())

    def _here(self) -> int:
        return self.path.stat().st_size if self.path.exists() else 0

    def _resumable(self) -> bool:
        facts = self._facts()
        return bool(facts.etag or facts.modified)

    def _broken_off(self, why: str) -> str:
        size = self._facts().size
        came = f"{_amount(self._here())}{f' of {_amount(size)}' if size >= 0 else ''}"
        if not self._resumable():
            return f"{self._name} broke off after {came}, again and again ({why}). Download it in the browser instead."
        return (
            f"{self._name} broke off after {came}, again and again ({why}). "
            "Another try within a day goes on from there."
        )

    def _refused(self, response: "requests.Response") -> str:
        status = response.status_code
        advice = _ADVICE.get(status, "Open the address in the browser, and download the file there.")
        moved = f" (led to {_shown(response.url)})" if response.url != self._url else ""
        return f"{self._name}{moved} answers HTTP {status}{f' {response.reason}' if response.reason else ''}. {advice}"


def _facts_of(response: "requests.Response") -> _Facts:
    headers = response.headers
    # Bytes unpacked on the way are not those that the server counts.
    packed = headers.get("Content-Encoding", "identity").lower() != "identity"
    etag = headers.get("ETag", "")
    size = headers.get("Content-Length", "")
    return _Facts(
        etag="" if packed or etag.startswith("W/") else etag,
        modified="" if packed else headers.get("Last-Modified", ""),
        size=int(size) if size.isdigit() and not packed else -1,
        file_name=_file_name(response),
        content_type=headers.get("Content-Type", "").lower(),
    )


def _file_name(response: "requests.Response") -> str:
    message = EmailMessage()
    if disposition := response.headers.get("Content-Disposition"):
        message["Content-Disposition"] = disposition
    return message.get_filename() or PurePosixPath(unquote(urlsplit(response.url).path)).name


def _starts_at(response: "requests.Response") -> int:
    start = response.headers.get("Content-Range", "").removeprefix("bytes ").partition("-")[0]
    return int(start) if start.isdigit() else -1


def _require_no_page(head: bytes, facts: _Facts, name: str) -> None:
    if facts.content_type.startswith("text/html") and head.lstrip().startswith(b"<"):
        raise SourceError(
            f"{name} gave a web page, not a list of papers. Give the address of the export that it offers (JSON, CSV, "
            "BibTeX, RIS), or download that in the browser and give the file's path."
        )


def _shown(url: str) -> str:
    """The address without a password."""
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


def _amount(size: int) -> str:
    for unit, factor in (("GB", 10**9), ("MB", 10**6), ("KB", 10**3)):
        if size >= factor:
            return f"{size / factor:.1f} {unit}"
    return f"{size} bytes"

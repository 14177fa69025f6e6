"""Server: an index in a collection of a Chroma server, which many machines share."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from contextlib import AbstractContextManager, ExitStack, suppress
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any, cast
from urllib.parse import parse_qs, urlsplit

import chromadb
import httpx
from chromadb.errors import NotFoundError

from rag.errors import IndexMissingError, IndexStoreError
from rag.index.connection import HNSW, Connection, quiet_settings
from rag.index.faults import reported, reporting
from rag.index.lease import leased
from rag.index.pages import CollectionRows
from rag.index.served_signs import ServedSigns
from rag.index.server_faults import OtherVersionError, server_fault
from rag.index.signs import SignStore
from rag.index.soundness import Look

TOKEN, CLOUD_KEY = "CHROMA_TOKEN", "CHROMA_API_KEY"
_CLOUD = "api.trychroma.com"
_OF = "collection"
"""The file that tells of which collection the rest of a folder was derived."""
_SECONDS = httpx.Timeout(60.0, connect=5.0)
_FORMS = (
    "Name a collection like this: http://HOST:8000/COLLECTION or https://HOST/COLLECTION, with ?tenant=T&database=D "
    "where it is not in the default ones; chroma://TENANT/DATABASE/COLLECTION is one of Chroma Cloud."
)


@dataclass(frozen=True)
class Server:
    """A collection of a server.

    Args:
        name: its address, as it was given.
        host, port, ssl: of the server.
        collection: of the papers.
        tenant, database: in which the collection is.
        key: sent with each request; empty for none. It is in no message.
        cloud: it is Chroma's own, which takes the key by another name.
    """

    name: str
    host: str
    port: int
    ssl: bool
    collection: str
    tenant: str = "default_tenant"
    database: str = "default_database"
    key: str = ""
    cloud: bool = False

    def __repr__(self) -> str:
        return f"Server({self.name!r})"

    @property
    def folder(self) -> Path:
        """Of this machine, for what is derived of the collection."""
        import platformdirs

        digest = blake2b(self.name.encode(), digest_size=6).hexdigest()
        return platformdirs.user_cache_path("askpapers") / f"{self.host}-{self.port}-{self.collection}-{digest}"

    def connect(self, create: Mapping[str, Any] | None = None) -> Connection:
        """Open the collection; with `create`, its metadata, make it where there is none.

        Raises:
            IndexMissingError: there is none.
            IndexStoreError: the server does not answer, or not as a Chroma server of this version does; or this machine
                has no place for what is derived of it.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise IndexStoreError(
                f"What is derived of the index at {self.name} cannot be kept in {self.folder} ({error.strerror}). Name "
                "a folder that may be written: export XDG_CACHE_HOME=DIR"
            ) from None
        with reported(self.explained), ExitStack() as undoing:
            self._greet()
            client, sessions = self._client()
            for session in sessions:
                undoing.callback(session.close)
            undoing.callback(client.close)
            try:
                found = client.get_collection(self.collection, embedding_function=None)
            except NotFoundError:
                if create is None:
                    raise self._missing() from None
                found = client.get_or_create_collection(
                    self.collection, metadata=dict(create), configuration={"hnsw": HNSW}, embedding_function=None
                )
            self._forget_others(str(found.id))
            papers = reporting(found, self.explained)
            rows = CollectionRows(papers, self.damaged)
            return Connection(client, papers, None, Look(set()), rows, undoing.pop_all().close)

    def reconnected(self, connection: Connection) -> Connection:
        """The same: a server shows each what all have written. A collection made anew under the name is opened.

        Raises:
            IndexMissingError: there is none any more.
            IndexStoreError: the server does not answer.
        """
        if self.has(connection):
            return connection
        client = connection.client
        with reported(self.explained):
            try:
                found = client.get_collection(self.collection, embedding_function=None)
            except NotFoundError:
                raise self._missing() from None
        self._forget_others(str(found.id))
        if (signs := connection.held.get("signs")) is not None:  # whoever holds them goes on with the new ones
            signs.follow(self._signs_of(client))
        papers = reporting(found, self.explained)
        rows = CollectionRows(papers, self.damaged)
        return replace(connection, collection=papers, seen=Look(set()), rows=rows)

    def has(self, connection: Connection) -> bool:
        """Whether the collection of this name is still the one that was opened, and not made anew."""
        with reported(self.explained):
            try:
                found = connection.client.get_collection(self.collection, embedding_function=None)
            except NotFoundError:
                return False
        return bool(found.id == connection.collection.id)

    def writer(self, connection: Connection) -> AbstractContextManager[None]:
        """Hold the collection for writing. Raises as `rag.index.lease.leased` does."""
        return leased(connection.client, f"{self.collection}-writer", self.name, self.explained)

    def signs(self, connection: Connection) -> SignStore:
        """The matrices kept in a collection beside it."""
        if "signs" not in connection.held:
            connection.held["signs"] = ServedSigns(self._signs_of(connection.client))
        return cast(SignStore, connection.held["signs"])

    def _signs_of(self, client: chromadb.api.client.Client) -> chromadb.Collection:
        with reported(self.explained):
            found = client.get_or_create_collection(f"{self.collection}-signs", embedding_function=None)
        return reporting(found, self.explained)

    def damaged(self, why: str) -> IndexStoreError:
        """The error for an index that is not whole."""
        return IndexStoreError(
            f"The index at {self.name} is damaged ({why}). Name another collection, and ingest into it anew: "
            "python ingest.py PATH --index URL"
        )

    def explained(self, error: BaseException) -> IndexStoreError:
        """What to tell of an error that came from below."""
        return server_fault(self.name, f"{self.host} --port {self.port}", CLOUD_KEY if self.cloud else TOKEN, error)

    def _missing(self) -> IndexMissingError:
        return IndexMissingError(
            f"There is no index at {self.name}. Build one: python ingest.py PATH --index {self.name}"
        )

    def _forget_others(self, collection: str) -> None:
        """Take away what was derived of another collection of this name: it may have been of the same generation."""
        told = self.folder / _OF
        with suppress(OSError):  # a folder that may not be written keeps nothing
            if told.exists() and told.read_text(encoding="ascii", errors="replace") != collection:
                for part in self.folder.iterdir():
                    if part.is_dir():
                        shutil.rmtree(part, ignore_errors=True)
            told.write_text(collection, encoding="ascii")

    def _greet(self) -> None:
        """See that a server of Chroma's answers, of this version, before its client, which tells less, is made."""
        address = f"{'https' if self.ssl else 'http'}://{self.host}:{self.port}/api/v2"
        headers = {"X-Chroma-Token" if self.cloud else "Authorization": self._sent} if self.key else {}
        with httpx.Client(headers=headers, timeout=_SECONDS) as client:
            client.get(f"{address}/heartbeat").raise_for_status().json()
            version = client.get(f"{address}/version").raise_for_status().json()
        if not str(version).startswith("1."):
            raise OtherVersionError(f"it says that it is of version {version}")

    @property
    def _sent(self) -> str:
        return self.key if self.cloud else f"Bearer {self.key}"

    def _client(self) -> tuple[chromadb.api.client.Client, list[httpx.Client]]:
        settings = quiet_settings()
        found: Any
        if self.cloud:
            found = chromadb.CloudClient(
                self.tenant, self.database, self.key, settings,
                cloud_host=self.host, cloud_port=self.port, enable_ssl=self.ssl,
            )  # fmt: skip
        else:
            headers = {"Authorization": self._sent} if self.key else None
            found = chromadb.HttpClient(self.host, self.port, self.ssl, headers, settings, self.tenant, self.database)
        # Chroma's clients, one in the other, wait for ever, have no setting for it, and leave their sessions open.
        sessions: list[httpx.Client] = [part._server._session for part in (found, found._admin_client)]
        for session in sessions:
            session.timeout = _SECONDS
        return cast(chromadb.api.client.Client, found), sessions


def server_of(index: str, environ: Mapping[str, str] | None = None) -> Server:
    """The collection that an address names; its key comes from the environment.

    Args:
        index: `http://HOST:PORT/COLLECTION`, `https://…`, or `chroma://TENANT/DATABASE/COLLECTION`.
        environ: `CHROMA_TOKEN` is sent as a bearer's token to a server, `CHROMA_API_KEY` to Chroma Cloud.

    Raises:
        IndexStoreError: it is of no such form.
    """
    environ = os.environ if environ is None else environ
    try:
        parts = urlsplit(index)
        port = parts.port
    except ValueError:
        raise IndexStoreError(f"{index} is no address of an index. {_FORMS}") from None
    names = [name for name in parts.path.split("/") if name]
    if parts.username or parts.password:
        raise IndexStoreError(f"An address of an index has no password in it: set it as {TOKEN}. {_FORMS}")
    if parts.scheme == "chroma" and parts.netloc and len(names) == 2:
        key = environ.get(CLOUD_KEY, "")
        if not key:
            raise IndexStoreError(f"Chroma Cloud asks for a key. Type: export {CLOUD_KEY}=…")
        return Server(index, _CLOUD, 443, True, names[1], parts.netloc, names[0], key, cloud=True)
    if parts.scheme not in ("http", "https") or not parts.hostname or len(names) != 1:
        raise IndexStoreError(f"{index} is no address of an index. {_FORMS}")
    wanted = {key: values[-1] for key, values in parse_qs(parts.query).items()}
    ssl = parts.scheme == "https"
    return Server(
        index,
        parts.hostname,
        port or (443 if ssl else 8000),
        ssl,
        names[0],
        wanted.get("tenant", "default_tenant"),
        wanted.get("database", "default_database"),
        environ.get(TOKEN, ""),
    )

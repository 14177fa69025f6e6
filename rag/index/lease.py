"""Lease: one process at a time, of all machines, writes to a collection of a server.

A collection of a name of its own is the lock: a server makes it once. Who holds it says so every few seconds, so that
one left by a process that died is told from one that is held.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from socket import gethostname
from threading import Event, Thread
from time import time
from typing import Any
from uuid import uuid4

import chromadb.api.client
import httpx
from chromadb.errors import ChromaError, NotFoundError

from rag.errors import IndexBusyError, IndexStoreError
from rag.index.faults import reported

BEAT_SECONDS = 5.0
STALE_SECONDS = 60.0
_UNREACHED = (ChromaError, httpx.HTTPError, OSError, ValueError)
_log = logging.getLogger(__name__)


@contextmanager
def leased(
    client: chromadb.api.client.Client, name: str, index: str, explained: Callable[[BaseException], IndexStoreError]
) -> Iterator[None]:
    """Hold a lease.

    Args:
        client: of the server.
        name: of the lease's collection.
        index: for the message.
        explained: what to tell of an error of the server.

    Raises:
        IndexBusyError: another process holds it, or took it over since this one fell silent.
        IndexStoreError: the server failed.
    """
    token, ended, lost = uuid4().hex, Event(), Event()
    with reported(explained):
        _take(client, name, token, index)
    beating = Thread(target=_beat, args=(client, name, token, ended, lost), name="lease", daemon=True)
    beating.start()
    try:
        yield
    finally:
        ended.set()
        beating.join()
        with suppress(*_UNREACHED):  # it is then told from one that is held by its silence
            if _holder(client, name).get("token") == token:
                client.delete_collection(name)
    if lost.is_set():
        raise IndexBusyError(
            f"Another process took over the writing to {index}, since this one had fallen silent. Wait for it to end, "
            "then run the same command again."
        )


def _take(client: chromadb.api.client.Client, name: str, token: str, index: str) -> None:
    for _ in range(2):
        with suppress(ChromaError):
            client.create_collection(name, metadata=_said(token), embedding_function=None)
        holder = _holder(client, name)
        if holder.get("token") == token:
            return
        if holder and not _is_stale(holder):
            raise IndexBusyError(
                f"Another process is writing to {index}: {holder['host']}, process {holder['process']}. Wait for it to "
                f"end, then try again (if it died, {STALE_SECONDS:.0f} seconds are enough)."
            )
        with suppress(NotFoundError):
            client.delete_collection(name)
    raise IndexBusyError(f"Another process has just begun to write to {index}. Wait for it to end, then try again.")


def _beat(client: chromadb.api.client.Client, name: str, token: str, ended: Event, lost: Event) -> None:
    while not ended.wait(BEAT_SECONDS):
        try:
            found = client.get_collection(name, embedding_function=None)
            if (found.metadata or {}).get("token") != token:
                lost.set()
                return
            found.modify(metadata=_said(token))
        except _UNREACHED as error:  # the next beat may reach it
            _log.warning("the lease %s could not be renewed: %s", name, error)


def _said(token: str) -> dict[str, Any]:
    return {"token": token, "host": gethostname(), "process": os.getpid(), "at": time()}


def _holder(client: chromadb.api.client.Client, name: str) -> Mapping[str, Any]:
    try:
        return client.get_collection(name, embedding_function=None).metadata or {}
    except NotFoundError:
        return {}


def _is_stale(holder: Mapping[str, Any]) -> bool:
    """Whether who holds it has been silent for long, or is a process of this machine that is no more."""
    if time() - float(holder.get("at", 0.0)) > STALE_SECONDS:
        return True
    if holder.get("host") != gethostname() or sys.platform == "win32":
        return False
    try:
        os.kill(int(holder["process"]), 0)
    except ProcessLookupError:
        return True
    except PermissionError:  # it lives, and is another user's
        return False
    return False

"""Server faults: what to tell of a Chroma server that is absent, slow, of another version, or refuses."""

from __future__ import annotations

import json

import chromadb
import httpx
from chromadb.errors import ChromaAuthError, ChromaError

from rag.errors import IndexStoreError


class OtherVersionError(Exception):
    """A server that is not of the version that is spoken here."""


def server_fault(name: str, place: str, key: str, error: BaseException) -> IndexStoreError:
    """What to tell of an error of a server.

    Args:
        name: of the index, as `--index` takes it.
        place: the server's, as `chroma run --host` takes it.
        key: the variable with its key.
        error: that came from below.
    """
    why = " ".join(f"{type(error).__name__}: {error}".split())
    status = getattr(getattr(error, "response", None), "status_code", 0)
    if isinstance(error, httpx.TimeoutException):
        told = f"did not answer in time ({why}). It may be busy: try again, or look at its log"
    elif isinstance(error, ChromaAuthError) or status in (401, 403) or "unauthorized" in why.lower():
        told = f"refused the key. Set the one that it knows: export {key}=…"
    elif isinstance(error, httpx.TransportError) or "could not connect to a chroma server" in why.lower():
        told = (
            f"cannot be reached ({why}). See that it runs (chroma run --path DIR --host {place}), or name "
            "another index: --index DIR"
        )
    elif status in (404, 405, 410) or isinstance(error, json.JSONDecodeError | KeyError | OtherVersionError):
        told = (
            f"does not answer as Chroma {chromadb.__version__} does ({why}). See that it is a Chroma server of "
            "version 1: pip install 'chromadb>=1.5'"
        )
    elif isinstance(error, ChromaError | ValueError | httpx.HTTPError):
        told = f"refused a request ({why}). See its log, and that the tenant and the database exist"
    else:
        told = f"could not be used ({why}). What was written before is kept: try again"
    return IndexStoreError(f"The Chroma server of the index at {name} {told}.")

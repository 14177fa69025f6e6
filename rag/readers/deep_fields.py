"""Deep fields: what known services keep further down in a record than a wrapper."""

from collections.abc import Mapping
from typing import Any

DEEP = ("journalInfo", "identifier", "identifiers", "pids", "publication_info")
"""The names of the fields that hold them."""
_IDS = ("id", "value", "identifier", "_")
_KINDS = ("type", "scheme", "identifierType", "idType")
_SHARED = ("doi", "pmid", "arxiv")


def with_deep(fields: dict[str, Any]) -> dict[str, Any]:
    """A record with its journal (Europe PMC, INSPIRE) and its identifiers (DOAJ, OpenAIRE) one level up.

    Args:
        fields: the record, its wrappers opened; what it says itself goes before.
    """
    found: dict[str, Any] = {}
    for name in DEEP:
        value = fields.get(name)
        if isinstance(value, Mapping) and isinstance(value.get("journal"), Mapping):
            found["journal"] = value["journal"].get("title")
        for part in value if isinstance(value, list) else ():
            if isinstance(part, Mapping):
                found = _identifier(part) | _journal(part) | found
    return found | fields


def _identifier(part: Mapping[str, Any]) -> dict[str, Any]:
    kind = next((str(part[name]).lower() for name in _KINDS if part.get(name)), "")
    value = next((part[name] for name in _IDS if isinstance(part.get(name), str)), "")
    return {kind: value} if kind in _SHARED and value else {}


def _journal(part: Mapping[str, Any]) -> dict[str, Any]:
    return {"journal": part["journal_title"]} if part.get("journal_title") else {}

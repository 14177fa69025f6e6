"""What is derived of an index: each kind as it was made, and of the papers that the index has, or made again."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path

from rag.atlas import atlas
from rag.checkup.parts import Part, some
from rag.checkup.rows import Holdings
from rag.index.derived import Derived
from rag.index.facts import Facts
from rag.index.seals import is_sealed
from rag.languages.titles import is_kept
from rag.store import PaperStore

Ids = Callable[[Path], Iterable[str]]
"""Reads the papers that a file or folder is of; raises OSError, ValueError, TypeError or KeyError for damage."""
_TITLES = "titles.npz"


def check_derived(store: PaperStore, found: Holdings, *, repair: bool) -> list[Part]:
    """Look at each kind; with `repair`, what is wrong goes, and what answers need is made again.

    Args:
        store: as it is now, held for writing if it is to be repaired.
        found: what its rows hold.
        repair: see above.
    """
    generation, parts, wrong = store.manifest().generation, [], False
    for name, (pattern, ids) in _KINDS.items():
        place = store.path / name / pattern.format(generation)
        why = _fault(store.path / name, place, ids, found)
        parts.append(_told(name, place, why, repair=repair))
        wrong = wrong or bool(why)
    parts.append(_told("titles", store.path / "titles" / _TITLES, _titles(store.path / "titles"), repair=repair))
    if wrong and repair:
        Derived.open(store, generation)
    return parts


def _told(name: str, place: Path, why: str, *, repair: bool) -> Part:
    part = Part(f"derived: {name}")
    if why and repair:
        shutil.rmtree(place) if place.is_dir() else place.unlink()
        again = "it was made again" if name in _NEEDED else "it was taken away, to be made again when it is needed"
        part.mended.append(f"{why}; {again}.")
    elif why:
        part.findings.append(f"{why}. It is made again when it is next needed, and by: python -m rag check --repair")
    return part


def _fault(folder: Path, place: Path, ids: Ids, found: Holdings) -> str:
    """What is wrong with what is derived of a generation; empty where nothing is, or where it is not made yet."""
    if not place.exists():
        return ""
    name = f"{folder.name}/{place.name}"
    try:
        differing = sorted(set(ids(place)) ^ found.papers.keys())
    except (OSError, ValueError, TypeError, KeyError):
        return f"{name} is not as it was made, or of an older version"
    return f"{name} is of other papers than the index ({some(differing)})" if differing else ""


def _named(place: Path) -> Iterable[str]:
    """The papers of a sealed folder with a file of their ids."""
    ids: list[str] = json.loads(_sealed(place, "ids.json"))
    return filter(None, ids)


def _shelved(place: Path) -> Iterable[str]:
    ids: list[str] = json.loads(_sealed(place, "columns.json"))["ids"]
    return ids


def _sealed(place: Path, name: str) -> str:
    if not is_sealed(place):
        raise ValueError(f"{place} has changed since it was sealed")
    return (place / name).read_text(encoding="utf-8")


def _known(place: Path) -> Iterable[str]:
    facts = Facts.find(place.parent, int(place.stem))
    if facts is None or len({len(facts.ids), len(facts.years), len(facts.authors), len(facts.fingerprints)}) > 1:
        raise ValueError(f"{place} has changed since it was kept")
    return facts.ids


def _drawn(place: Path) -> Iterable[str]:
    return atlas.Atlas.unpacked(place.read_bytes()).ids


_KINDS: dict[str, tuple[str, Ids]] = {
    "lexical": ("{}", _named),
    "facts": ("{}.json", _known),
    "vectors": ("{}", _named),
    "shelf": ("{}", _shelved),
    "map": ("{}.atlas", _drawn),
}
_NEEDED = {"lexical", "facts", "vectors"}
"""Kinds that every answer needs; the others are made when the window is next used."""


def _titles(folder: Path) -> str:
    if not (folder / _TITLES).exists() or is_kept(folder):
        return ""
    return f"{folder.name}/{_TITLES} is not as it was made"

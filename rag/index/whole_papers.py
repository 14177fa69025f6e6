"""Whole papers: some papers read of their rows, while another process may be writing them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from rag.index.pages import Damaged
from rag.index.rows import paper_of
from rag.papers import Paper

Read = Callable[[list[str]], Iterable[Mapping[str, Any]]]
_LOOKS = 5


def whole_papers(read: Read, paper_ids: Sequence[str], damaged: Damaged) -> list[Paper]:
    """The papers of these ids, in this order; ids that the index does not hold are left out.

    A paper's first row and the others are read one after the other. Where another process has changed the paper, or
    taken it out, between the two, it is read again: only what stays apart is damage.

    Args:
        read: gives the rows of some row ids.
        paper_ids: of the papers.
        damaged: makes the error to raise of a paper that is not whole.
    """
    found: dict[str, Paper] = {}
    torn = list(paper_ids)
    for _ in range(_LOOKS):
        if not torn:
            return [found[paper_id] for paper_id in paper_ids if paper_id in found]
        whole, torn = _read(read, torn)
        found |= whole
    raise damaged(f"the paper {torn[0]} has lost a part")


def _read(read: Read, paper_ids: Sequence[str]) -> tuple[dict[str, Paper], list[str]]:
    """Those of the papers whose rows are all there and of one version, and the ids of the others."""
    found, torn = dict[str, Paper](), list[str]()
    for row in read([f"{paper_id}:0" for paper_id in paper_ids]):
        meta = row["metadata"]
        ids = [f"{meta['paper_id']}:{k}" for k in range(1, int(meta["chunks"]))]
        rest = {part["id"]: part for part in read(ids)} if ids else {}
        if len(rest) == len(ids) and {part["metadata"]["fingerprint"] for part in rest.values()} <= {
            meta["fingerprint"]
        }:
            abstract = row["document"] + "".join(rest[part]["document"] for part in ids)
            found[meta["paper_id"]] = paper_of(meta, abstract)
        else:
            torn.append(meta["paper_id"])
    return found, torn

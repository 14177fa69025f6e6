"""Quotation: an answer made of the papers' own sentences."""

from dataclasses import dataclass
from typing import Any

from rag.citations import Citation
from rag.verdicts import Verdict


@dataclass(frozen=True)
class Quotation:
    """An answer made of quotations.

    Args:
        text: Markdown.
        sentences: in the form of the JSON contract.
    """

    text: str
    verdict: Verdict
    citations: tuple[Citation, ...] = ()
    sentences: tuple[dict[str, Any], ...] = ()

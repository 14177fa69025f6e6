"""Quotation: an answer made of the papers' own sentences."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rag.citations import Citation
from rag.evidence.verdicts import Verdict
from rag.text.escapes import unforged

_CUT = "… "


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

    @classmethod
    def of(cls, text: str, citations: Sequence[Citation], verdict: Verdict = Verdict.ANSWERED) -> "Quotation":
        """An answer whose every sentence is a quotation, and so is borne out."""
        sentences = tuple({"text": item.quote, "citations": [item.n], "supported": True} for item in citations)
        return cls(text, verdict, tuple(citations), sentences)


def flow(citations: Sequence[Citation]) -> str:
    """Quoted sentences as one paragraph, each with its number; a sentence whose beginning is left out shows it."""
    return " ".join(f"{_CUT if _is_cut(item.quote) else ''}{unforged(item.quote)} [{item.n}]" for item in citations)


def _is_cut(quote: str) -> bool:
    return bool(re.match(r"[a-z]+(?![a-z]*[A-Z)])", quote))

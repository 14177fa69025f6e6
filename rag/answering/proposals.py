"""Proposals: the method that a paper proposes, where it has a name of its own to be asked about."""

import re
from collections.abc import Iterable

from rag.papers import method_name
from rag.text.formulas import plain_signs
from rag.text.sentences import sentence_spans

_LONGEST = 40
_NAMELIKE = re.compile(r"\w[A-Z]|[A-Z]\w+ ")
_TWO = re.compile(r"\$| and ")
_QUALITY = re.compile(r"-(?:aware|based|driven|free|guided|level|like|only|oriented|specific|style|type|wise)$", re.I)
"""What such a word stands for is a quality: "EXP3-type" names no method."""
_PROPOSES = re.compile(
    r"\b(?:propos|introduc|present|develop|devis|design|formulat|construct|contribut|releas|build)\w*|\bour\b",
    re.IGNORECASE,
)
_COMMON = 4
"""Other papers at hand that use a word, from which on it is a term of the field, and no paper's own name."""


def proposed_name(title: str, abstract: str) -> str:
    """The name of what a paper proposes; empty where it proposes nothing that has a plain name.

    The title's only word before its colon is such a name; one in the abstract is, where a sentence proposes it and it
    is a single word or stands in the title.
    """
    title = plain_signs(title)
    head, colon, _ = title.partition(":")
    if colon and len(head.split()) == 1 and _is_plain(head):
        return head
    name = method_name(abstract)
    if not _is_plain(name) or (" " in name and name.casefold() not in title.casefold()):
        return ""
    return name if _is_proposed(name, abstract) else ""


def mentions(name: str, text: str) -> bool:
    """Whether a text has a name, in any case, as a word of its own; Chinese may stand next to it without a space."""
    return re.search(rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])", text, re.IGNORECASE) is not None


def is_common(name: str, others: Iterable[str]) -> bool:
    """Whether a name is a term that other papers use, too: that of a field, or a word in capitals.

    Args:
        name: of what a paper proposes.
        others: the texts of other papers.
    """
    found, small = 0, name.lower()
    for text in others:
        if small.rstrip("s") not in text.lower():
            continue
        if name.isupper() and re.search(rf"(?<![\w-]){re.escape(small.rstrip('s'))}s?(?![\w-])", text):
            return True
        found += mentions(name, text)
    return found >= _COMMON


def _is_plain(name: str) -> bool:
    if not name or len(name) > _LONGEST or _TWO.search(name) or _QUALITY.search(name):
        return False
    return _NAMELIKE.search(name) is not None


def _is_proposed(name: str, abstract: str) -> bool:
    plain = re.sub(r"\*+", "", abstract)
    for span in sentence_spans(plain):
        sentence = plain[span.start : span.end]
        verb = _PROPOSES.search(sentence)
        if verb and mentions(name, sentence[verb.end() :]):
            return True
    return False

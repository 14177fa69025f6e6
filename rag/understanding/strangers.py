"""Stranger: a name that no paper has, made of one that a paper has: "GPT-7", "LIME-X9000", "PepFlowPlus"."""

import re

from rag.lexical import LexicalIndex
from rag.papers import Paper
from rag.questions import RARE
from rag.text.analysis import analyze
from rag.text.writings import Writing, key_of, names_in, writings
from rag.understanding.spelling import is_written

_SHORTEST = 3
_SIZE = re.compile(r"(?:[-‐‑–]\d+(?:\.\d+)?[BMKbmk])+$")
_DESCRIBING = re.compile(r"(?:[-‐‑–][a-z]+)+$")
_PARTS = re.compile(r"[-‐‑–. ]")


def strangers(question: str, lexical: LexicalIndex) -> list[str]:
    """The names in a question that stand in no paper, in any writing, though they may hold one that does.

    What a name is given besides is left aside: its size ("LLaMA-2-70B"), and what only describes ("CLIP-style").

    Args:
        question: as asked.
        lexical: tells which names occur.
    """
    found = []
    for word in writings(question):
        name = _SIZE.sub("", _DESCRIBING.sub("", word.text))
        if not _is_name(name, word, question, lexical) or lexical.name_frequency(key_of(name)):
            continue
        if not is_written(name, lexical):
            found.append(name)
    return found


def is_taken_for(name: str, paper: Paper) -> bool:
    """Whether a paper has a name that another holds: it would answer for that one.

    Args:
        name: that no paper has.
        paper: ranked first.
    """
    text = f"{paper.title}\n{paper.abstract}"
    parts = [part for part in _PARTS.split(name) if re.search(r"[A-Z]", part)]
    if len(_PARTS.split(name)) > 1 and any(
        re.search(rf"(?<![^\W_]){re.escape(part)}(?![^\W_])", text) for part in parts
    ):
        return True
    key = key_of(name)
    return any(
        len(other.key) >= _SHORTEST
        and other.key != key
        and re.search(r"[A-Z]", other.text)
        and (key.startswith(other.key) or key.endswith(other.key))
        for other in names_in(paper.title, paper.abstract)
    )


def _is_name(name: str, word: Writing, question: str, lexical: LexicalIndex) -> bool:
    """Whether a word looks like a name: capitals or digits inside, and in each of its parts but those of a title."""
    parts = _PARTS.split(name)
    if not re.search(r"\w[A-Z]|[A-Z]\w*[-.]?\d", name):
        return False
    return all(
        not part[:1].islower()
        and (not part[1:].islower() or not _is_common(part, lexical) or not _is_like_title(question, word))
        for part in parts[1:]
    )


def _is_common(word: str, lexical: LexicalIndex) -> bool:
    return all(lexical.document_frequency(term) > RARE for term in analyze(word))


def _is_like_title(question: str, word: Writing) -> bool:
    """Whether the greater part of the other words has a capital, which then tells nothing of a part of this one."""
    others: list[str] = re.findall(r"[A-Za-z]{4,}", f"{question[: word.span.start]} {question[word.span.end :]}")[1:]
    return 2 * sum(other[0].isupper() for other in others) > len(others)

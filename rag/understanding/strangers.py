"""Stranger: a name that no paper has, made of one that a paper has: "GPT-7", "LIME-X9000", "PepFlowPlus"."""

import re
from dataclasses import dataclass

from rag.lexical import LexicalIndex
from rag.papers import Paper
from rag.questions import RARE
from rag.text.analysis import analyze
from rag.text.sentences import Span
from rag.text.writings import Writing, key_of, names_in, writings
from rag.understanding.spelling import is_written

_SHORTEST = 3
_SIZE = re.compile(r"(?:[-‐‑–]\d+(?:\.\d+)?[BMKbmk])+$")
_DESCRIBING = re.compile(r"(?:[-‐‑–][a-z]{2,})+$")
_PARTS = re.compile(r"[-‐‑–. ]")
_VERSION = re.compile(r"[vV]\d[\d.]*")
_EDITIONS = "Turbo|Vision|Pro|XL|XXL|Large|Base|Small|Mini|Lite|Plus|Max|Ultra|Tiny|Nano|Next"
_NUMBERED = r"[vV]?\d{1,2}(?:\.\d+)*(?!\s*(?:%|×|times\b|fold\b|percent\b|points?\b))"
_WHOLE = re.compile(
    r"(?<![\w*$+#.-])(?=[A-Za-z])(?:\w|-(?=\w))+(?:\.\d+)*(?:[+#]{1,3}|\*(?!\*))?"
    rf"(?: (?:{_NUMBERED}|{_EDITIONS}))?(?![\w-])",
    re.ASCII,
)
_ENDING = re.compile(
    rf"(?:[+#]{{1,3}}|\*|[- ]?[vV]\d[\d.]*|(?:[- ]|(?<=[a-z]))\d{{1,2}}(?:\.\d+)*|[- ](?:{_EDITIONS})"
    rf"|-(?:{_EDITIONS.lower()})|-(?P<word>[A-Z]\w*)(?<!ed|ng))$",
    re.ASCII,
)
"""What makes a variant of a method: signs, a version, an edition, any word with a capital joined by a hyphen."""
_AS_TYPED = re.compile(r"(?P<stem>[a-z]{2,}(?:[-‐‑–][a-z]+)*)(?:[-‐‑–]?\d[\w.]*|[-‐‑–][a-z])")
"""A name with a number or a letter, in lower case, as people type it: "llama9", "gpt-7", "mixtral-99x8b", "vit-q"."""
_MOST_DIGITS = 4
_MOSTLY = 0.5
"""Share of the papers with a word that write it as a name, from which it is one: "gpt", and not "stage"."""


@dataclass(frozen=True)
class Variant:
    """A name that no paper has, made of another by a version or a suffix.

    Args:
        name: as asked.
        bases: what it is made of, the longest first.
        joined: with a common word or a star, so that it is a variant of a method's own name alone: "EoH-Vision".
        span: its place.
    """

    name: str
    bases: tuple[str, ...]
    joined: bool
    span: Span


def variants(question: str, lexical: LexicalIndex) -> list[Variant]:
    """The names of a question that no paper writes, each of a name that one has: "LAGMA-v2", "SHINE++", "BOOT 2".

    A size is no such thing ("LLaMA-70B"), and neither is what only describes ("CLIP-style").

    Args:
        question: as asked.
        lexical: tells which names occur.
    """
    found = []
    for match in _WHOLE.finditer(question):
        name = match[0]
        bases = [base for base in _bases(name, lexical) if len(base) >= _SHORTEST and _may_be_name(base, lexical)]
        known = [base for base in bases if lexical.name_frequency(key_of(base)) or is_written(base, lexical)]
        written = not name.endswith("*") and lexical.name_frequency(key_of(name))  # no key has a star
        if known and not _SIZE.search(name) and not written and not _has(name, lexical):
            found.append(Variant(name, tuple(known), _is_joined(name, lexical), Span(match.start(), match.end())))
    return found


def _may_be_name(base: str, lexical: LexicalIndex) -> bool:
    return bool(re.search(r"[A-Z]", base)) or 0 < lexical.name_frequency(key_of(base)) <= RARE


def _bases(name: str, lexical: LexicalIndex) -> list[str]:
    found = []
    while match := _ENDING.search(name):
        name = name[: match.start()]
        if not (re.search(r"\w[A-Z]", name) or re.search(r"[vV+#*]", match[0]) or _is_mostly_name(name, lexical)):
            break  # "Theorem 2" counts, "Graph-Level" describes
        found.append(name)
    return found


def _is_joined(name: str, lexical: LexicalIndex) -> bool:
    ending = _ENDING.search(name)
    return name.endswith("*") or bool(ending and ending["word"] and _is_common(ending["word"], lexical))


def _has(name: str, lexical: LexicalIndex) -> bool:
    """Whether the papers write a name, with the signs at its end: those are no part of an index of words."""
    return not name.endswith(("+", "#", "*")) and is_written(name, lexical)


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
        is_name = _is_name(name, word, question, lexical) or _is_near_a_name(name.casefold(), lexical)
        if not is_name or lexical.name_frequency(key_of(name)):
            continue
        if not _has(name, lexical):
            found.append(name)
    return found


def is_taken_for(name: str, paper: Paper) -> bool:
    """Whether a paper has a name that another holds, or one that differs in its number: it would answer for that one.

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
    letters, others = _letters(name), names_in(paper.title, paper.abstract)
    if (
        letters != key
        and len(letters) > 1
        and any(other.key != key and _letters(_SIZE.sub("", other.text)) == letters for other in others)
    ):
        return True
    return any(
        len(other.key) >= _SHORTEST
        and other.key != key
        and re.search(r"[A-Z]", other.text)
        and (key.startswith(other.key) or key.endswith(other.key))
        for other in others
    )


def _letters(name: str) -> str:
    return re.sub(r"[\d.]+", "", key_of(name))


def _is_name(name: str, word: Writing, question: str, lexical: LexicalIndex) -> bool:
    """Whether a word looks like a name: capitals or digits inside, and in each of its parts but those of a title."""
    parts = _PARTS.split(name)
    if not re.search(r"\w[A-Z]|[A-Z]\w*[-.]?\d", name):
        return False
    return all(
        (not part[:1].islower() or _VERSION.fullmatch(part))
        and (not part[1:].islower() or not _is_common(part, lexical) or not _is_like_title(question, word))
        for part in parts[1:]
    )


def _is_near_a_name(name: str, lexical: LexicalIndex) -> bool:
    """Whether a word in lower case is a name with another number than the papers have: "llama9", "zonkey2"."""
    found = _AS_TYPED.fullmatch(name)
    if not found:
        return False
    if _is_mostly_name(found["stem"], lexical):
        return True
    key = key_of(name)
    places = [at for at, sign in enumerate(key) if sign.isdigit()]
    near = (f"{key[:at]}{digit}{key[at + 1 :]}" for at in places[:_MOST_DIGITS] for digit in range(10))
    is_word = any(map(lexical.document_frequency, analyze(found["stem"])))  # "stage-9" only counts stages
    return not is_word and any(map(lexical.name_frequency, near))


def _is_mostly_name(word: str, lexical: LexicalIndex) -> bool:
    """Whether the papers that have a word write it as a name, alone or with a number: "GPT-2", "GPT-4"."""
    key = key_of(word)
    named = sum(map(lexical.name_frequency, (key, *(f"{key}{digit}" for digit in range(10)))))
    return named > 0 and named >= _MOSTLY * max(map(lexical.document_frequency, analyze(word)), default=0)


def _is_common(word: str, lexical: LexicalIndex) -> bool:
    return all(lexical.document_frequency(term) > RARE for term in analyze(word))


def _is_like_title(question: str, word: Writing) -> bool:
    """Whether the greater part of the other words has a capital, which then tells nothing of a part of this one."""
    others: list[str] = re.findall(r"[A-Za-z]{4,}", f"{question[: word.span.start]} {question[word.span.end :]}")[1:]
    return 2 * sum(other[0].isupper() for other in others) > len(others)

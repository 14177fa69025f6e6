"""Attribute: what a question asks of a paper and nothing else ("its limitations"), and the sentences that carry it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rag.evidence.attribute_kinds import STUDY, Kind
from rag.evidence.leaning import dangles
from rag.evidence.marks import claims
from rag.evidence.plain_words import PARTS_OF_TEXT, PLAIN_CJK, PLAIN_WORDS
from rag.evidence.sorts import has_sort
from rag.evidence.training_kinds import TRAINING
from rag.lexical import LexicalIndex
from rag.papers import Paper
from rag.questions import content_terms
from rag.text.analysis import analyze
from rag.text.sentences import Span, sentence_spans
from rag.understanding.filters import is_venue
from rag.understanding.mentions import names_of

_PLAIN = frozenset(term for word in PLAIN_WORDS.split() for term in analyze(word))
_CJK = re.compile(r"[\u3040-\u9fff]")
_ASKS = re.compile(
    r"\b(?:what|which|whom?|how|where|when|list|name|give|tell|is there|are there|does|do|did)\b|什么|哪|多少|几|谁"
    r"|如何|怎|吗|是否",
    re.IGNORECASE,
)
_MANNER = re.compile(
    r"^\W*(?:and |but |so )?(?:how|why)\s+(?:do|does|did|can|is|are|was|were)\b|为什么|为何|如何|怎么|怎样",
    re.IGNORECASE,
)
_MOST = 3
"""Sentences that are quoted for one attribute."""
_FRAMES = (
    r"(?:,\s*)?\b(?:according to|as (?:it is )?(?:stated|described|reported|presented|written|shown|mentioned|said"
    r"|published|seen"
    r"|given) (?:in|at|by)|in|at|from|of)\s+(?:the |this |their |its |that )?{venue}(?:[\s'’-]*(?:19|20)\d\d)?"
    r"(?:['’]s)?(?:\s+(?:paper|poster|abstract|talk|version|proceedings|conference|article))*(?![\w-])"
    r"|\b(?:the |this |an? )?{venue}(?:[\s'’-]*(?:19|20)\d\d)?\s+(?=(?:paper|poster|abstract|article|version)\b)"
)
_IN_PAPER = re.compile(
    r"(?:,\s*)?\b(?:according to|as (?:it is )?(?:stated|described|reported|presented|written|shown|mentioned"
    r"|said) (?:in|by)|in)\s+"
    r"(?:the |this |their |its )?(?:paper(?:['’]s)?|abstract|authors?|article|text"
    r"|publication)(?: abstract)?(?=\s*(?:[,?.!]|$))\s*,?"
    r"|^(?:根据|按照|依据)?(?:论文|摘要|文中|文章)(?:的)?(?:摘要)?(?:中|里|所述)?[，,]?",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Attribute:
    """What is asked.

    Args:
        asked: the words of the question.
        kind: how an abstract says it; None for a part of the paper of which an abstract is none.
    """

    asked: str
    kind: Kind | None


def unframed(question: str, paper: Paper) -> str:
    """A question without where its answer is to come from: "according to ICML 2024", "in the paper".

    Args:
        question: as asked.
        paper: that it is about, whose own venue is no detail that its abstract could lack.
    """
    bare = _IN_PAPER.sub(" ", question)
    for venue in {re.sub(r"\d+$", "", word) for word in re.findall(r"[A-Z][\w-]+|[a-z]+[A-Z][\w-]*", bare)}:
        if len(venue) > 1 and paper.venue and is_venue(paper.venue, venue):
            bare = re.sub(_FRAMES.format(venue=re.escape(venue)), " ", bare)
    bare = " ".join(bare.split()).strip(" ,，")
    return bare or question


def attribute_of(question: str, paper: Paper) -> Attribute | None:
    """What a question asks of a paper, where it asks for a thing of any paper and says no more of it.

    "What limitation of SSMs does StableSSM lift?" asks for more than "What are the limitations of StableSSM?".

    Args:
        question: as asked, in English or Chinese.
        paper: that it names.
    """
    if not _ASKS.search(question):
        return None
    bare = _nameless(question, paper)
    if part := _found(PARTS_OF_TEXT, bare):
        return Attribute(part[0].strip(), None)
    for kind in (*STUDY, *TRAINING):
        if (match := _found(kind.asked, bare)) and not _more(bare[: match.start()] + " " + bare[match.end() :]):
            if _MANNER.search(bare) and _speaks_of(match[0], paper):
                return None
            return Attribute(match[0].strip(), kind)
    return None


def _speaks_of(asked: str, paper: Paper) -> bool:
    """Whether one sentence has all that is asked of: "How does it sample layers?" wants what is done, no number."""
    terms = set(content_terms(asked))
    spans = sentence_spans(paper.abstract)
    return bool(terms) and any(terms <= set(analyze(paper.abstract[span.start : span.end])) for span in spans)


def carrying(attribute: Attribute, paper: Paper, lexical: LexicalIndex | None = None) -> list[Span]:
    """The sentences of a paper's abstract that carry an attribute, in their order; none where it does not say it.

    Args:
        attribute: that is asked for.
        paper: of whose abstract.
        lexical: tells of what sort a name is; None where names are not to count.
    """
    kind = attribute.kind
    if kind is None:
        return []
    spans = sentence_spans(paper.abstract)
    texts = [paper.abstract[span.start : span.end] for span in spans]
    shown = [_with_own(text, paper) for text in texts]
    first = next((at for at, text in enumerate(shown) if claims(text) or "PAPER" in text), 0) if kind.own else 0
    said, unless = _pattern(kind.said), _pattern(kind.unless) if kind.unless else None
    places = [
        at
        for at, text in enumerate(shown)
        if at >= first
        and (said.search(text) or (kind.sorts and lexical is not None and has_sort(text, kind.sorts, lexical)))
        and not (unless is not None and unless.search(text))
    ]
    return [spans[at] for at in _with_leads(places[:_MOST], texts)]


def is_lacking(attribute: Attribute, told: Sequence[Span]) -> bool:
    """Whether an abstract lacks an attribute for sure.

    Args:
        attribute: that is asked for.
        told: the sentences that carry it.
    """
    return not told and (attribute.kind is None or attribute.kind.sure)


def _with_leads(places: Sequence[int], texts: Sequence[str]) -> list[int]:
    """The places, each with the sentence before it where it says nothing without that."""
    found: set[int] = set()
    for place in places:
        found.add(place)
        while place and dangles(texts[place]) and place - 1 not in found:
            place -= 1
            found.add(place)
    return sorted(found)


def _nameless(question: str, paper: Paper) -> str:
    """A question without the names of the paper, and without its title."""
    title = paper.title.strip()
    names = {title, title.partition(":")[0].strip(), *names_of(paper)}
    for name in sorted(filter(None, names), key=len, reverse=True):
        if name.casefold() not in question.casefold():  # no pattern is made in vain
            continue
        flags = re.NOFLAG if len(name) < 4 or name.islower() else re.IGNORECASE
        question = re.sub(rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])(?:['’]s)?", " ", question, flags=flags)
    return question


def _with_own(text: str, paper: Paper) -> str:
    for name in (paper.title.partition(":")[0].strip(), *names_of(paper)):
        if len(name) > 1:
            text = re.sub(rf"(?<![\w-]){re.escape(name)}(?![\w-])", "PAPER", text)
    return text


def _more(rest: str) -> bool:
    """Whether words are left that say more than that something is asked of a paper."""
    if _CJK.search(rest):
        left = re.sub(PLAIN_CJK, "", rest)
        if _CJK.search(left):
            return True
        rest = re.sub(r"[\u3000-\u9fff\uff00-\uffef]", " ", left)
    return any(term not in _PLAIN for term in content_terms(rest))


def _found(pattern: str, text: str) -> re.Match[str] | None:
    return _asked_pattern(pattern).search(text)


@lru_cache(maxsize=128)
def _asked_pattern(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![A-Za-z0-9])(?:{pattern})(?![A-Za-z0-9])", re.IGNORECASE)


@lru_cache(maxsize=128)
def _pattern(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)

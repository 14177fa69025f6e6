"""Outside: a thing that a follow-up names of the paper talked of, where nothing in that paper comes near it.

"What about quantum gravity?", of a paper on audio: the paper is known, so that its abstract does not say it.
"""

import re
from collections.abc import Sequence

from rag.evidence.evidence import Reading
from rag.questions import content_terms, is_cjk
from rag.text.analysis import analyze, words
from rag.understanding.aspects import is_aspect
from rag.understanding.ellipsis import things

_FAR = 0.45
"""Cosine below which nothing in an abstract speaks of a word, as in `rag.evidence.details`."""
_FARTHER = 0.35
"""The same where it is not said which of the words names the thing."""
_SEVERAL = 2
_THING = re.compile(
    r"^\W*(?:(?:and|but|so|then|ok(?:ay)?)[\s,]+)*(?:(?:what|how)\s+about|and|but)\s+(?!(?:if|when|why|how|what|which|who|where|is|are"
    r"|was|were|do|does|did|can|could|has|have|will|would|its?|their|they|that|this|these|those|not)\b)(?P<aside>[^?.!]+?)\W*$"
    r"|\b(?:say|says|said|tell|tells|write|writes|claim|claims|report|reports|anything|something|mention|mentions|discuss|discusses)\s+"
    r"(?:(?:us|anything|something|much|more)\s+)?(?:about|on)\s+(?P<about>[^?.!]+?)\W*$"
    r"|\b(?:mention|mentions|discuss|discusses)\s+(?P<mentioned>[^?.!]+?)\W*$"
    r"|\b(?:relate[sd]?|relation|relevan(?:t|ce)|connect(?:s|ed|ion)|link|linked|do)\s+(?:to|with)\s+(?P<related>[^?.!]+?)\W*$",
    re.IGNORECASE,
)
_THING_CJK = re.compile(
    r"(?:提到|提及|谈到|讨论|涉及|说到|关于|研究)(?:了|过)?(?P<what>[^，。？?]+?)(?:了|吗|呢|没有|么)*\W*$"
    r"|(?:和|与|跟)(?P<with>[^，。？?]+?)(?:有什么|有何|是什么|之间)?(?:的)?(?:关系|联系|关联)|^那?(?P<aside>[^，。？?]+?)呢\W*$"
)


def outside(said: str, reading: Reading) -> str:
    """The thing that a follow-up names and that lies outside a paper; empty where the paper comes near it.

    Args:
        said: the follow-up, as asked.
        reading: of the paper, for the question as it was understood.
    """
    match = (_THING_CJK if is_cjk(said) else _THING).search(said.strip())
    if match is not None:
        thing = next(part for part in match.groups() if part).strip()
        return thing if _all_far(_terms(thing), reading, _FAR) else ""
    terms = _terms(said)
    # A single word may be a verb in which papers do not speak of themselves: "validate", "deploy".
    if is_cjk(said) or len(terms) < _SEVERAL or not _all_far(terms, reading, _FARTHER):
        return ""
    spans = [span for term, span in words(said) if term in terms]
    return said[spans[0].start : spans[-1].end]


def _terms(text: str) -> list[str]:
    """The analysed terms of a text that name things, in English."""
    if is_cjk(text):
        found = [term for terms in things(text) for term in terms]
    else:
        found = [term for term in content_terms(text) if not is_aspect(term)]
    return [term for term in found if len(term) > 1]


def _all_far(terms: Sequence[str], reading: Reading, far: float) -> bool:
    own = reading.own | frozenset(analyze(reading.paper.title))
    return bool(terms) and not any(
        term in own or reading.holds(term) or reading.nearness(term) >= far for term in terms
    )

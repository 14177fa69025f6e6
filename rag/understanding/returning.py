"""Returning: "back to MAIA: what does it cost?", "回到 MAIA": a paper that was talked of before the last one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rag.papers import Paper
from rag.questions import content_terms
from rag.text.analysis import analyze
from rag.understanding.bearers import is_called, spellings
from rag.understanding.talk import Exchange

_BACK = re.compile(
    r"^\W*(?:(?:ok(?:ay)?|now|so|and|but|well|please|then|let['’]s|let\s+us|can\s+we|i\s+want\s+to|we|go|going|get|come|come"
    r"|coming|turn(?:ing)?)[\s,]+)*(?:(?:back|return(?:ing)?)\s+to|revisit(?:ing)?)\s+(?P<what>[^?？:：,，;]{1,120}?)"
    r"\s*(?:[:：,，;.]\s*(?P<rest>.+)|[.?!\s]*)$"
    r"|^\W*(?:好的?|那么?|我们|现在|请|再|，|\s)*(?:回到|返回|说回|回过头(?:来)?看|回头(?:再)?(?:看|说))\s*(?P<cjk>[^？?:：，,；。]{1,60}?)"
    r"\s*(?:[:：，,；。]\s*(?P<cjk_rest>.+)|[。？?！\s]*)$",
    re.IGNORECASE | re.DOTALL,
)
_KIND = re.compile(
    r"^(?:the|that|your|my)\s+|\s+(?:paper|article|one|work|study|method|question|topic)s?$"
    r"|^(?:刚才|之前|前面|上面)?的?(?:那|这)?[篇个]?|(?:的)?(?:那|这)?[篇个]?(?:论文|文章|方法|工作|话题|问题)?$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Return:
    """A return to what was talked of.

    Args:
        what: is returned to, as it was called.
        rest: what is asked of it; may be empty.
    """

    what: str
    rest: str = ""


def return_of(question: str) -> Return | None:
    """What a question returns to; None where it returns to nothing.

    Args:
        question: as asked, in English or Chinese.
    """
    match = _BACK.match(question.strip())
    if match is None:
        return None
    what = _KIND.sub("", (match["what"] or match["cjk"]).strip()).strip()
    return Return(what, (match["rest"] or match["cjk_rest"] or "").strip()) if what else None


def returned_to(what: str, talked: Sequence[Exchange]) -> Paper | None:
    """The paper talked of that has a name, the latest first, else the one that has all words of a description.

    Args:
        what: it was called.
        talked: the exchanges, oldest first.
    """
    papers = [paper for talk in reversed(talked) for paper in talk.papers]
    named = (paper for paper in papers if _is_named(paper, what))
    spoken = (talk.papers[0] for talk in reversed(talked) if len(talk.papers) == 1 and _says(talk.question, what))
    return next(named, None) or next(spoken, None) or next((p for p in papers if _describes(what, p)), None)


def _is_named(paper: Paper, what: str) -> bool:
    same = (paper.title.casefold(), paper.title.partition(":")[0].strip().casefold())
    return what.casefold() in same or is_called(paper, what) or what in spellings(paper.title)


def _says(question: str, what: str) -> bool:
    return bool(re.search(rf"(?<![\w-]){re.escape(what)}(?![\w-])", question, re.IGNORECASE | re.ASCII))


def _describes(what: str, paper: Paper) -> bool:
    from rag.understanding.ellipsis import things

    held = set(analyze(f"{paper.title}\n{paper.abstract}"))
    english = content_terms(what)
    if re.search(r"[\u3400-\u9fff]", what):
        named = things(what)
        return bool(named) and all(any(term in held for term in terms) for terms in named)
    return bool(english) and all(term in held for term in english)

"""Words that papers are not to have: "that do not mention GPT-4", "mention neither A nor B", 没有提到.

To mention is a matter of words alone, so such a condition is kept to the letter; what a paper is not to be *on* is
left to `rag.understanding.exclusions`.
"""

import re

from rag.text.sentences import Span
from rag.understanding.asking import Said
from rag.understanding.filters import Filter

_QUOTES = '"“”「」『』'
_WORD = r"(?:(?:the|a|an|any|exact)\s+)*(?:words?|terms?|phrases?|names?)\s+"
_VERB = (
    rf"(?:mention(?:s|ed|ing)?|nam(?:es?|ed|ing)"
    rf"|(?:contain|includ|us|hav|say|featur)(?:e?s|e|ing|ed)?(?=\s+(?:{_WORD}|[{_QUOTES}])))"
)
_AUXILIARY = r"(?:(?:do|does|did|have|has|are|is)(?:\s+(?:not|never)|n['’]t)|never|not|without)"
_MANNER = r"(?:(?:ever|even|explicitly|at\s+all|literally|once|also)\s+)*"
_END = (
    r"(?=\s*(?:[?？.!;；]|,\s*(?:and|but|which|that)\b|$)"
    r"|\s+(?:in\s+(?:their|the|its|any)\s+abstracts?|anywhere|at\s+all|literally|but|that|which|and\s+(?:are|is|do"
    r"|does|that"
    r"|which|were|use|study)|published|since|from|by|at\s+(?=[A-Z]))\b)"
)
_WHAT = rf"(?:{_WORD})?(?P<what>[^?？.!;；]{{2,80}}?)"
_ENGLISH = (
    re.compile(
        rf"(?:\b(?:that|which|but|and)\s+)?\b{_AUXILIARY}\s+{_MANNER}{_VERB}\s+(?:either\s+)?{_WHAT}{_END}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:\b(?:that|which|but|and)\s+)?\b(?:mak(?:es?|ing)\s+no|with(?:\s+no"
        rf"|out)(?:\s+any)?)\s+mention\s+of\s+{_WHAT}{_END}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:\b(?:that|which|but|and)\s+)?\b(?:{_VERB}\s+neither|neither\s+{_VERB})\s+{_WHAT}{_END}", re.IGNORECASE
    ),
)
_CHINESE = (
    re.compile(
        r"(?:但|且|并且?|而|却|又|都|也|中)*(?:(?<!有)没有?|从?未曾?|并未|不)(?:明确)?(?:提到|提及|提过)(?:了"
        r"|过)?\s*(?P<what>[^，。？！,?!；;的]{1,30}?)"
        r"(?=\s*(?:的|[，。？！,?!；;]|有(?:多少|哪些|几)|$|占))"
    ),
)
_PARTS = re.compile(r"\s*(?:,\s*)?\b(?:nor|or|and)\b\s*(?:mention\s+)?|\s*(?:或者?|和|与|、|,)\s*", re.IGNORECASE)
_MOST_WORDS = 5
_TITLES = re.compile(r"\btitles?\b|标题|题目|题名", re.IGNORECASE)
_NOT_WORDS = re.compile(r"^(?:it|them|this|that|these|those|any|anything|which|what|whether|how|why)\b", re.IGNORECASE)


def unmentioned(question: str) -> list[Said]:
    """The conditions that papers do not have words, each with the place where the question says so.

    Args:
        question: as asked. One on titles alone states none, since words are looked for in titles and abstracts.
    """
    found: list[Said] = []
    if _TITLES.search(question):
        return found
    for pattern in (*_ENGLISH, *_CHINESE):
        for match in pattern.finditer(question):
            span = Span(match.start(), match.end())
            if any(span.start < other.end and other.start < span.end for _, other in found):
                continue
            found += [(condition, span) for condition in _conditions(match)]
    return found


def _conditions(match: re.Match[str]) -> list[Filter]:
    names = [re.sub(rf"^(?:{_WORD}|(?:the|an?)\s+)", "", part.strip(f" {_QUOTES}"), flags=re.I).strip(f" {_QUOTES}")
             for part in _PARTS.split(match["what"])]  # fmt: skip
    names = [name for name in names if re.search(r"\w", name)]
    if not names or any(len(name.split()) > _MOST_WORDS or _NOT_WORDS.match(name) for name in names):
        return []
    return [Filter("keyword", "!=", "|".join(names), match[0].strip())]


def is_without_words(condition: Filter) -> bool:
    """Whether a condition says that papers do not have words."""
    if condition.field != "keyword" or condition.operator != "!=":
        return False
    return any(pattern.search(condition.said) for pattern in (*_ENGLISH, *_CHINESE))

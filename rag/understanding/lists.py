"""Lists: follow-ups on a list of papers: narrowed, gone on with, or asked for on another topic."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from rag.corpus.topics import topic_of
from rag.questions import is_cjk
from rag.understanding.composing import alone, composed, counted
from rag.understanding.exclusions import exclusions
from rag.understanding.narrowing import Narrowed, asks_for_more, is_of_list, narrowing_of
from rag.understanding.standalone import Standalone
from rag.understanding.switching import list_of_other, topic_in, without_preposition
from rag.understanding.talk import Exchange

_LIST_THEM = re.compile(
    r"^\W*(?:(?:and|ok(?:ay)?|please|can you|could you)[\s,]+)*(?:(?:list|show|name|give)(?:\s+me)?\s+(?:them"
    r"|these|those)(?:\s+all)?"
    r"|which(?:\s+(?:ones|are\s+they))?|what\s+are\s+they)(?:\s+please)?\W*$|^(?:请)?(?:把它们)?(?:列出来?"
    r"|列一下)(?:它们)?\W*$|^(?:都)?(?:有|是)哪些\W*$",
    re.IGNORECASE,
)
_COUNT_THEM = re.compile(
    r"^\W*(?:(?:and|ok(?:ay)?|so|but)[\s,]+)*how\s+many(?:\s+(?:papers|ones))?(?:\s+(?:of\s+)?(?:these|those|them|there|are|is|that|in|total|all|remain|left)"
    r"|\s+are\s+(?:there|they|left|in\s+total))*\W*$"
    r"|^(?:那么?|请问?|，|\s)*(?:一共|总共|共)?有?(?:多少|几)篇(?:论文|文章)?(?:呢|啊)?\W*$",
    re.IGNORECASE,
)
_COUNT_CJK = re.compile(r"(?:有|共有)?(?:多少|几)篇")
_SHOWN = 60
"""Papers that a list shows at most: of a longer one more match than are known here."""


class Lists:
    """Rewrites follow-ups on the list that a conversation is on."""

    def further(self, said: str, talk: Exchange) -> str:
        """The question whose list is to go on; empty where a follow-up does not ask for more of one."""
        if _LIST_THEM.match(said) and is_of_list(talk.question):
            return _COUNT_CJK.sub("哪些", re.sub(r"^how many\b", "Which", talk.question, flags=re.IGNORECASE))
        return talk.question if asks_for_more(said) and is_of_list(talk.question) and talk.papers else ""

    def narrowed(self, said: str, talked: Sequence[Exchange]) -> Standalone | None:
        """The list talked of with a condition more; None where none is put, or other papers were talked of since.

        Where all papers of the list were shown, these alone are asked whether they meet it.

        Args:
            said: the follow-up.
            talked: the exchanges before it.
        """
        narrowing = narrowing_of(said)
        last = next((talk for talk in reversed(talked) if len(talk.papers) > 1 or is_of_list(talk.question)), None)
        if narrowing is None or last is None or not is_of_list(last.question):
            return None
        return self._under(narrowing, last, cjk=is_cjk(said))

    def put(self, narrowing: Narrowed, talked: Sequence[Exchange], *, cjk: bool) -> Standalone | None:
        """The last list talked of with a condition more; None where it cannot be put into words.

        Args:
            narrowing: the condition.
            talked: the exchanges so far.
            cjk: the follow-up is in Chinese.
        """
        last = next((talk for talk in reversed(talked) if is_of_list(talk.question)), None)
        return None if last is None else self._under(narrowing, last, cjk=cjk)

    def instead(self, subject: str, talked: Sequence[Exchange], *, cjk: bool) -> Standalone | None:
        """The list talked of with another condition in the place of its last: "And text?" after "only on audio".

        Args:
            subject: what is named in its place, with the preposition before it.
            talked: the exchanges so far.
            cjk: the follow-up is in Chinese.
        """
        read = talked[-1].read
        if read is None or not read.condition or not is_of_list(talked[-1].question) or len(talked) < 2:
            return None
        leading = re.match(
            r"(?:(?:are|is|that\s+are)\s+)?(?:on|about|with|from|using|use|in|for|by|mention)\s+", read.condition, re.I
        )
        if without_preposition(subject) == subject and leading:
            subject = f"{leading[0]}{subject}"
        elif cjk and (verb := re.match(r"(?:关于|用了?|使用了?|涉及|研究|提到了?|做|针对|基于)", read.condition)):
            subject = f"{verb[0]}{subject}"
        return self.put(Narrowed(subject, counts="how many" in talked[-1].question.lower()), talked[:-1], cjk=cjk)

    def recounted(self, said: str, talked: Sequence[Exchange]) -> Standalone | None:
        """How many papers the list talked of has; None where a follow-up asks something else."""
        last = talked[-1]
        if not _COUNT_THEM.match(said) or not is_of_list(last.question) or not (text := counted(last.question)):
            return None
        read = last.read or Standalone(text)
        query = (counted(read.query) or read.query) if read.query else ""
        return replace(read, text=text, query=query, changed=True, settled=True)

    def _under(self, narrowing: Narrowed, last: Exchange, *, cjk: bool) -> Standalone | None:
        text = composed(last.question, narrowing, self.english, cjk=cjk)
        if not text:
            return None
        query = alone(narrowing, cjk=cjk)
        whole = bool(query) and 0 < len(last.papers) < _SHOWN and not exclusions(last.question)
        within = tuple(paper.paper_id for paper in last.papers) if whole else ()
        return Standalone(text, changed=True, settled=True, within=within, query=query if whole else "",
                          condition=narrowing.condition)  # fmt: skip

    def of_other(self, base: str, subject: str, *, cjk: bool) -> str:
        """The list of a question, of another topic.

        Args:
            base: the question, standing alone.
            subject: the topic, with the preposition before it.
            cjk: the follow-up is in Chinese.
        """
        counts = "how many" in base.lower() or "多少" in base or "几篇" in base
        if cjk != is_cjk(base):
            topic = without_preposition(subject)
            if cjk:
                return f"{'有多少篇' if counts else '哪些'}论文研究{topic}？"
            return f"{'How many' if counts else 'Which'} papers are about {topic}?"
        if text := list_of_other(base, subject, topic_in(base)):
            return text
        if without_preposition(subject) != subject:
            return composed(base, Narrowed(subject), self.english, cjk=cjk)
        if cjk:
            return f"{'有多少篇' if counts else '哪些'}论文研究{subject}？"
        return f"{'How many' if counts else 'Which'} papers are about {subject}?"

    def english(self, text: str) -> str:
        """What a list is about, in English words."""
        if text and not is_cjk(text) and not is_of_list(text):
            return text
        return " and ".join(" or ".join(facet.alternatives[:2]) for facet in topic_of(text, _in_english).facets)


def _in_english(chinese: str) -> str:
    from rag.languages.glossary import chinese_glossary

    return chinese_glossary().english(chinese)

"""Lists: follow-ups on a list of papers: narrowed, gone on with, or asked for on another topic."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rag.corpus.topics import topic_of
from rag.questions import is_cjk
from rag.understanding.composing import alone, composed
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
        text = composed(last.question, narrowing, self.english, cjk=is_cjk(said))
        if not text:
            return None
        query = alone(narrowing, cjk=is_cjk(said))
        whole = bool(query) and 0 < len(last.papers) < _SHOWN and not exclusions(last.question)
        within = tuple(paper.paper_id for paper in last.papers) if whole else ()
        return Standalone(text, changed=True, settled=True, within=within, query=query if whole else "")

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

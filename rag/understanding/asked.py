"""Asked: a question understood: what to rank by, which papers may answer, how its words were read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from llama_index.core.schema import QueryBundle

from rag.languages.interpreter import Translation
from rag.questions import is_asked_in_cjk
from rag.text.escapes import literal
from rag.understanding.asking import is_fragment
from rag.understanding.comparing import Comparison
from rag.understanding.excluded import Exclusion
from rag.understanding.filters import Filter
from rag.understanding.intent import Intent, intent_of
from rag.understanding.labels import label, named
from rag.understanding.readings import Reading
from rag.understanding.spelling import Correction
from rag.understanding.unmentioned import is_without_words

LEFT_OUT = "left out as asked"
"""Why a condition that the question's words state does not hold: whoever asked took it back."""


@dataclass
class Asked(QueryBundle):
    """A question, and what was understood of it.

    Args:
        query_str: the question, with misspelt names put right.
        topic: what is left of it once the conditions are taken out: what papers are ranked by.
        allowed: the papers that may answer; None for all.
        excluded: topics that push a paper down.
        readings: every condition, applied or not.
        corrections: names that were put right.
        translation: the topic in English; nothing where it is English, or where the papers speak its language.
        comparison: the sides that are set against each other, where it compares.
        bearers: the papers that it names by words that rank them no higher (see `rag.understanding.bearers`).
    """

    topic: str = ""
    allowed: frozenset[str] | None = None
    excluded: tuple[Exclusion, ...] = ()
    readings: tuple[Reading, ...] = field(default=())
    corrections: tuple[Correction, ...] = field(default=())
    translation: Translation = field(default=Translation())
    comparison: Comparison | None = None
    bearers: tuple[str, ...] = ()

    @property
    def reading(self) -> str:
        """What papers are ranked and read by: the topic in English where a reading of it is known, else as it is."""
        return self.translation.text or self.topic

    @property
    def intent(self) -> Intent:
        """What kind of answer is asked for, if need be by what is left of it once the conditions are taken out."""
        found = intent_of(self.query_str)
        return intent_of(self.topic) if found is Intent.LOOKUP and is_fragment(self.query_str) else found

    @property
    def asked_as(self) -> str:
        """The question in the words of whoever asked it: its answer is framed in their language."""
        return self.query_str

    @property
    def narrowing(self) -> tuple[Reading, ...]:
        """The conditions that papers had to meet; what is merely not wanted leaves none out."""
        return tuple(item for item in self.readings if item.applied and not _is_unwanted(item.condition))

    @classmethod
    def of(cls, query: str | QueryBundle) -> Asked:
        """A query as it is, or with nothing understood but its words."""
        if isinstance(query, cls):
            return query
        text = query if isinstance(query, str) else query.query_str
        return cls(text, topic=text, embedding=None if isinstance(query, str) else query.embedding)

    def records(self) -> dict[str, Any]:
        """What a response's metadata says of how the question was read."""
        return {
            "filters": [reading.record() for reading in self.readings],
            "corrections": [{"from": found.word, "to": found.name} for found in self.corrections],
            "translation": self.translation.record(),
        }

    def remarks(self) -> list[str]:
        """What a reader must know before the answer, in the language of the question, as Markdown."""
        cjk = is_asked_in_cjk(self.asked_as)
        read = "把“{}”理解为“{}”。" if cjk else "“{}” was read as “{}”."
        if self.narrowing:  # papers may meet it, but not the other conditions
            unmet = (
                "没有论文在符合其他条件的同时符合“{}”，因此未作此限制。"
                if cjk
                else "No paper meets “{}” together with the other conditions, so that was left aside."
            )
        else:
            unmet = "没有论文符合“{}”，因此未作此限制。" if cjk else "No paper meets “{}”, so that was left aside."
        said = [read.format(literal(found.word), literal(found.name)) for found in self.corrections]
        left = dict.fromkeys(
            (item.condition.said or str(item.condition)).strip('"“”「」')
            for item in self.readings
            if not item.applied and item.why != LEFT_OUT
        )
        return said + [unmet.format(literal(words)) for words in left]

    def nothing_left(self) -> str:
        """What is said when no paper meets the explicit conditions; empty where some do."""
        if self.allowed is None or self.allowed:
            return ""
        unmet = [item.condition for item in self.readings if item.applied]
        if is_asked_in_cjk(self.asked_as):
            told = literal("、".join(label(condition, cjk=True) for condition in unmet))
            return f"没有论文{'同时' if len(unmet) > 1 else ''}符合：{told}。"
        return f"No paper meets {'all of: ' if len(unmet) > 1 else ''}{literal(', '.join(map(named, unmet)))}."


def _is_unwanted(condition: Filter) -> bool:
    """Whether it is a topic that the question's words do not want: such papers are ranked lower, not left out."""
    said = condition.field == "keyword" and condition.operator == "!=" and bool(condition.said)
    return said and not is_without_words(condition)

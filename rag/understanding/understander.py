"""Understanding: reads a question against the papers: its conditions, exclusions, names and sides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from llama_index.core.schema import QueryBundle

from rag.index.facts import Facts
from rag.lexical import LexicalIndex
from rag.papers import Paper
from rag.questions import RARE, checked, content_terms, is_cjk
from rag.store import PaperStore
from rag.text.abbreviations import called
from rag.text.analysis import analyze
from rag.text.sentences import Span
from rag.text.stretches import blanked, cut, stretches_of
from rag.understanding.asked import LEFT_OUT, Asked
from rag.understanding.asking import is_fragment
from rag.understanding.author_slips import author_slips
from rag.understanding.authorship import authors
from rag.understanding.bearers import bearers, is_own_name
from rag.understanding.comparing import comparison_of
from rag.understanding.conditions import conditions
from rag.understanding.excluded import Exclusion
from rag.understanding.exclusions import exclusions
from rag.understanding.filters import Filter
from rag.understanding.meeting import Meeting
from rag.understanding.people import people
from rag.understanding.quoted import phrases, quotations
from rag.understanding.readings import Reading
from rag.understanding.retyped import retyped
from rag.understanding.spelling import Correction, corrected, corrections
from rag.understanding.unmentioned import unmentioned
from rag.understanding.venues import begins_with_venue

_FEW_WORDS = 8
"""Of search words; more of them, without a question, are a statement."""
_QUALITY_FROM = 3
"""Papers that call a thing "non-" something, from which that is a quality."""

_FEW = 2
"""Papers that have the name of one's own method."""

_SAME_LANGUAGE = 0.5
"""Share of a topic's characters that one paper must hold for the topic to be asked in its own language."""


class Understanding:
    """Reads questions against one generation of an index.

    Args:
        store: the papers.
        lexical: their words.
        facts: their years, venues, authors, kinds and standing.
    """

    def __init__(self, store: PaperStore, lexical: LexicalIndex, facts: Facts) -> None:
        self._store = store
        self._lexical = lexical
        self._facts = facts
        self._meeting = Meeting(store, lexical, facts)

    def asked(
        self,
        query: QueryBundle,
        where: Sequence[Filter] = (),
        *,
        infer: bool = True,
        without: Sequence[Filter] = (),
    ) -> Asked:
        """Understand a question.

        Args:
            query: as asked.
            where: explicit conditions, which hold even if they leave nothing.
            infer: also read conditions from the question's words.
            without: conditions that are not to hold though the question's words state them; the words of one that
                papers should meet are then mere words, to rank by.
        """
        typed = checked(query.query_str)
        slips = [*author_slips(typed, self._facts), *retyped(typed, self._lexical)]
        question = corrected(typed, slips)
        allowed: frozenset[str] | None = None
        readings: list[Reading] = []
        for condition in where:
            allowed = self._both(allowed, self._meeting.one(condition))
            readings.append(Reading(condition, applied=True, named=self._meeting.title_in(condition)))
        taken: list[Span] = []
        excluded: list[Exclusion] = []
        if infer:
            refused = frozenset(replace(condition, said="") for condition in without)
            allowed = self._narrowed(question, allowed, readings, taken, refused)
            excluded = self._excluded(question, readings, taken, refused)
        if allowed is not None and len(allowed) == len(self._facts.ids):
            allowed = None  # a condition that all papers meet costs nothing
        topic = cut(question, taken)
        if not content_terms(topic):
            topic = question
        read = corrections(topic, self._lexical, self._store)
        found = tuple(item for item in read if not begins_with_venue(item.word, self._facts))
        whole = tuple(
            Correction(item.word, item.name, span) for item in found for span in stretches_of(question, item.word)
        )
        topic = corrected(topic, found)
        # A statement says things of many names; first comes what it says. A question is about the one that it names.
        told = is_fragment(topic) and len(topic.split()) > _FEW_WORDS
        named = () if told else bearers(topic, self._lexical, self._store.get)
        return Asked(
            corrected(question, whole), topic=topic, embedding=query.embedding, allowed=allowed,
            excluded=tuple(excluded), readings=tuple(readings), corrections=(*slips, *found),
            comparison=comparison_of(topic, self._is_rare, self._owners(named)), bearers=named,
        )  # fmt: skip

    def speaks(self, topic: str) -> bool:
        """Whether a paper is written in the language of a Chinese, Japanese or Korean topic, and on that topic.

        Such a topic is asked of the papers in its own words.
        """
        if not is_cjk(topic):
            return False
        terms = [term for term in content_terms(topic) if is_cjk(term)]
        best = [paper_id for paper_id, _ in self._lexical.search(terms, 1)]
        return any(
            len(set(terms) & set(analyze(f"{paper.title}\n{paper.abstract}"))) >= _SAME_LANGUAGE * len(terms)
            for paper in self._store.get(best)
        )

    def _is_rare(self, term: str) -> bool:
        return 0 < self._lexical.document_frequency(term) <= RARE

    def _owners(self, named: Sequence[str]) -> Callable[[str], list[Paper]]:
        """What gives the papers whose own method has a name, among the few that have it and those named already."""
        bearing = self._store.get(named)

        def owners(name: str) -> list[Paper]:
            terms = analyze(name)
            holding = self._lexical.phrase(terms) if len(terms) > 1 else self._lexical.holding(terms, RARE + 1)
            papers = self._store.get(holding) if len(holding) <= RARE else bearing
            bare = name.rstrip("#")  # which titles set as a formula
            return [paper for paper in papers if is_own_name(paper, bare, few=len(holding) <= _FEW)]

        return owners

    def _narrowed(
        self,
        question: str,
        allowed: frozenset[str] | None,
        readings: list[Reading],
        taken: list[Span],
        refused: frozenset[Filter],
    ) -> frozenset[str] | None:
        unwanted = unmentioned(question)
        known = blanked(question, [at for _, at in unwanted])
        named = [one.span for one in people(known, self._facts)]  # the quotation marks of a nickname quote nothing
        quoted = [item for item in quotations(known) if not any(at.start < item[1].start < at.end for at in named)]
        bare = blanked(known, [at for _, at in quoted])
        stated = [*unwanted, *conditions(bare, self._facts), *authors(bare, self._facts)]
        for condition, span in [*quoted, *stated]:
            if replace(condition, said="") in refused:
                readings.append(Reading(condition, applied=False, why=LEFT_OUT))
                if condition.operator == "!=":  # what was not wanted is nothing to find papers by
                    taken.append(span)
                continue
            left = self._both(allowed, self._meeting.one(condition))
            readings.append(Reading(condition, bool(left), "" if left else "no paper meets it"))
            allowed = left or allowed
            if condition.operator == "!=" or (left and condition.field != "keyword"):
                taken.append(span)
        return allowed

    def _excluded(
        self, question: str, readings: list[Reading], taken: list[Span], refused: frozenset[Filter]
    ) -> list[Exclusion]:
        found = []
        bare = blanked(question, [*taken, *(at for _, at in phrases(question))])
        for said, span in exclusions(bare):
            exclusion = self._in_the_papers_words(said)
            if exclusion.quality and self._is_called_so(exclusion):
                continue
            condition = Filter("keyword", "!=", exclusion.topic, exclusion.said)
            known = any(self._lexical.holding(analyze(name), 1) for name in exclusion.names)
            why = LEFT_OUT if replace(condition, said="") in refused else "" if known else "no paper mentions it"
            readings.append(Reading(condition, not why, why))
            taken.append(span)  # whatever becomes of it: what was not wanted is nothing to find papers by
            if not why:
                found.append(exclusion)
        return found

    def _in_the_papers_words(self, exclusion: Exclusion) -> Exclusion:
        """An exclusion said in Chinese as the papers have it: in English, unless they are in Chinese themselves."""
        if not is_cjk(exclusion.topic) or self._lexical.phrase(analyze(exclusion.topic)[:2]):
            return exclusion
        from rag.languages.glossary import chinese_glossary

        read = [name for words in chinese_glossary().readings(exclusion.topic) if words for name in called(words)]
        names = read or [exclusion.topic]
        if (
            len(names) == 1
            and len(names[0].split()) == 2
            and len(self._lexical.phrase(analyze(names[0]))) < _QUALITY_FROM
        ):
            names = names[0].split()  # two senses of one word
        return replace(exclusion, topic="|".join(names))

    def _is_called_so(self, exclusion: Exclusion) -> bool:
        """Whether papers call things "non-" that: "nonconvex" is a quality, "non-diffusion" leaves something out."""
        terms = analyze(exclusion.topic)
        joined = analyze(f"non{exclusion.topic}") if len(terms) == 1 else []
        written = len(self._lexical.phrase(["non", *terms])) if terms else 0
        return max([written, *map(self._lexical.document_frequency, joined)]) >= _QUALITY_FROM

    @staticmethod
    def _both(one: frozenset[str] | None, other: frozenset[str]) -> frozenset[str]:
        return other if one is None else one & other

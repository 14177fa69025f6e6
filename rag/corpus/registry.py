"""Registry: answers from the papers' records: who, when, where, how many, and what no record has."""

from collections.abc import Sequence

from llama_index.core.schema import NodeWithScore

from rag.answering.alike import with_others
from rag.answering.bylines import Byline, byline_of, called, identifying, meant, told
from rag.answering.drafts import paper_of_node
from rag.answering.quotations import Quotation
from rag.answering.records import answered, framed, nobody, unheld, unrecorded
from rag.corpus.superlatives import told as counted
from rag.corpus.superlatives import uncounted
from rag.corpus.tallies import tally
from rag.corpus.team_sizes import team_size
from rag.evidence.evidence import EvidenceReader, Reading
from rag.evidence.verdicts import Verdict
from rag.papers import Paper
from rag.questions import content_terms, names
from rag.retrieval import HybridRetriever
from rag.text.analysis import analyze
from rag.text.writings import key_of
from rag.understanding.asked import Asked
from rag.understanding.author_slips import is_certain, stranger_of
from rag.understanding.bearers import bearers, of_base
from rag.understanding.filters import PLACES
from rag.understanding.mentions import is_mentioned
from rag.understanding.namesakes import bears
from rag.understanding.people import people
from rag.understanding.rankings import ranking_of
from rag.understanding.record_asks import Sort, record_ask_of
from rag.understanding.spelling import is_unknown
from rag.understanding.strangers import variants

_READ = 5
"""Papers among which the one is looked for whose record is asked for."""
_MOST_NAMES = 6
_NAMING = 12
"""Papers read for a name that they write as the question does."""
_MENTIONING = 3
"""Papers that are told to mention a name that none bears."""


class Registry:
    """Answers from records, whoever writes the other answers.

    Args:
        retriever: of the index.
        reader: reads papers for a question.
    """

    def __init__(self, retriever: HybridRetriever, reader: EvidenceReader) -> None:
        self._retriever = retriever
        self._reader = reader

    def answer(self, asked: Asked, nodes: Sequence[NodeWithScore]) -> tuple[Quotation, list[Paper]] | None:
        """What the records tell, and the papers behind it; None where that is not asked, or the paper is not there.

        Args:
            asked: the question, understood.
            nodes: what retrieval ranks first for it.
        """
        facts = self._retriever.facts
        text = asked.query_str
        if ranking_of(text, facts) is not None:
            return None  # which takes a topic, and is told by whoever reads those
        placed = any(reading.condition.field in PLACES for reading in asked.readings)
        if most := tally(text, facts) or (None if placed else team_size(text, facts, asked.allowed)):
            get = self._retriever.store.get
            return counted(most, asked.asked_as, get), get(most.paper_ids)
        if why := uncounted(asked.query_str):
            return Quotation(why, Verdict.NOT_IN_PAPERS), []
        if (answer := self._asked(asked, nodes)) is not None:
            return answer
        if (answer := self._by_nobody(asked)) is not None:
            return answer
        if placed:
            return None  # "the papers whose first author is Jane Doe" are a list
        byline = byline_of(asked.query_str)
        return None if byline is None else self._byline(byline, asked, nodes)

    def _asked(self, asked: Asked, nodes: Sequence[NodeWithScore]) -> tuple[Quotation, list[Paper]] | None:
        facts = self._retriever.facts
        ask = record_ask_of(asked.query_str, kinds=any(facts.kinds))
        if ask is None:
            return None
        if not content_terms(ask.subject):
            return (unrecorded(ask, asked.asked_as), []) if ask.sort is Sort.ABSENT else None
        if ask.sort is Sort.ABSENT and people(asked.query_str, facts):
            return unrecorded(ask, asked.asked_as), []
        found = self._meant(Byline(ask.subject), asked, nodes)
        if found is None:
            return (
                None
                if ask.sort is Sort.ABSENT
                else self._unheld(Byline(ask.subject, who=ask.sort is Sort.AUTHOR), asked)
            )
        line, known = answered(ask, asked.asked_as, found.paper)
        told_of_it = framed(line, asked.asked_as, found, identifying(found, ask.subject), known=known)
        return self._with_others(told_of_it, asked, nodes), [found.paper]

    def _by_nobody(self, asked: Asked) -> tuple[Quotation, list[Paper]] | None:
        """That no author has the name whose papers are asked for; None where it may be no person's."""
        lexical = self._retriever.lexical
        stranger = stranger_of(asked.query_str, self._retriever.facts)
        if stranger is None or lexical.phrase(analyze(stranger.name)):
            return None
        certain = stranger.is_person or is_certain(asked.query_str)
        if not certain and not any(is_unknown(term, lexical) for term in analyze(stranger.name)):
            return None
        return nobody(stranger.name, stranger.near, asked.asked_as), []

    def _byline(
        self, byline: Byline, asked: Asked, nodes: Sequence[NodeWithScore]
    ) -> tuple[Quotation, list[Paper]] | None:
        several = self._several(byline, asked, nodes)
        found = self._meant(byline, asked, nodes) if not several else None
        readings = several or ([found] if found is not None else [])
        if not readings:
            return None if byline.described else self._unheld(byline, asked)
        parts = [told(byline, asked.asked_as, reading, number) for number, reading in enumerate(readings, 1)]
        whole = Quotation(
            "\n\n".join(part.text for part in parts),
            min(part.verdict for part in parts),
            tuple(citation for part in parts for citation in part.citations),
            tuple(sentence for part in parts for sentence in part.sentences),
        )
        return self._with_others(whole, asked, nodes), [reading.paper for reading in readings]

    def _with_others(self, answer: Quotation, asked: Asked, nodes: Sequence[NodeWithScore]) -> Quotation:
        papers = [paper_of_node(node) for node in nodes]
        return with_others(answer, asked, papers, self._retriever.lexical)

    def _several(self, byline: Byline, asked: Asked, nodes: Sequence[NodeWithScore]) -> list[Reading]:
        """The papers, where a subject names more than one: "Who wrote X and Y?"."""
        said = byline.subject.split()  # what joins them is no part of a subject
        if (
            len(said) < 2
            or len(said) > _MOST_NAMES
            or any(called(paper_of_node(node), byline.subject) for node in nodes[:_READ])
        ):
            return []
        found = [self._meant(Byline(name), asked, nodes) for name in said]
        sure = [item for item, name in zip(found, said, strict=True) if item is not None and called(item.paper, name)]
        ids = {item.paper.paper_id for item in sure}
        return sure if len(ids) == len(said) else []

    def _unheld(self, byline: Byline, asked: Asked) -> tuple[Quotation, list[Paper]] | None:
        """That no paper bears a name which some mention; None where it is no name."""
        lexical, subject = self._retriever.lexical, byline.subject
        terms = analyze(subject)
        if not (names(subject) or any(letter.isupper() for letter in subject)) or not terms:
            return None
        ids = lexical.holding(terms, _MENTIONING) if len(terms) == 1 else lexical.phrase(terms)[:_MENTIONING]
        papers = [
            paper
            for paper in self._retriever.store.get(ids)
            if set(terms) <= set(analyze(f"{paper.title} {paper.abstract}"))
        ]
        return (unheld(subject, asked.asked_as, papers), papers) if papers or byline.who else None

    def _meant(self, byline: Byline, asked: Asked, nodes: Sequence[NodeWithScore]) -> Reading | None:
        """The paper that is meant, looked for whatever conditions the question's words were taken to state."""
        lexical, get = self._retriever.lexical, self._retriever.store.get
        if any(of_base(variant, lexical, get) for variant in variants(byline.subject, lexical)):
            return None  # "LAGMA-v2" is none of the papers
        papers = {node.node.node_id: paper_of_node(node) for node in nodes[:_READ]}
        ids = [paper_id for paper_id, _ in lexical.search(content_terms(byline.subject), _READ)]
        ids += bearers(byline.subject, lexical, get)
        ids += lexical.naming(key_of(byline.subject), _NAMING)
        papers |= {
            paper.paper_id: paper
            for paper in get([paper_id for paper_id in dict.fromkeys(ids) if paper_id not in papers])
        }
        readings = [self._reader.read(byline.subject, paper) for paper in papers.values()]
        if byline.described:
            found = meant(byline, readings)
        else:  # what a paper merely mentions has a record of its own, elsewhere
            own = [reading for reading in readings if bears(reading.paper, byline.subject, lexical)]
            found = max(
                own, key=lambda reading: (called(reading.paper, byline.subject), reading.coverage), default=None
            )
        talked: tuple[str, ...] = getattr(asked, "carried", ())
        held = next((item for item in readings if len(talked) == 1 and item.paper.paper_id == talked[0]), None)
        if held is not None and (found is None or not is_mentioned(found.paper, getattr(asked, "said", ""), lexical)):
            return held  # of two papers of one short name, the one talked of
        if found is None and not byline.coined and readings and readings[0].paper.paper_id in talked:
            return readings[0]
        return found

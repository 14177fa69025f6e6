"""Contrast: the answer to a comparison, one side after the other, each from a paper of its own."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from llama_index.core.schema import NodeWithScore

from rag.answering.drafts import paper_of_node
from rag.answering.quotations import Quotation, flow
from rag.answering.shortfalls import lacks
from rag.citations import Citation
from rag.evidence.evidence import EvidenceReader, Reading
from rag.evidence.unspoken import unspoken
from rag.evidence.verdicts import Verdict
from rag.papers import Paper
from rag.prompts import quoted_from
from rag.questions import RARE, content_terms, is_asked_in_cjk, is_cjk, names
from rag.text.analysis import analyze
from rag.text.escapes import literal
from rag.text.initials import is_spelled_out
from rag.text.sentences import Span
from rag.understanding.asked import Asked
from rag.understanding.bearers import is_called
from rag.understanding.comparing import Comparison
from rag.understanding.mentions import is_variant_asked, names_of

_MOST_TOGETHER = 2
_READ = 4
"""Papers read for each side."""
_NEAR = 0.38
"""Similarity from which a paper deals with a side that has no name: less than a whole question takes, since it was
ranked first for that side."""
_COMPOUND = re.compile(r"(?<![\w-])[^\W\d_]{2,}(?:-[^\W\d_]{2,})+(?![\w-])")
_COMPOUND_BONUS = 0.15
_COMPARING = frozenset(
    analyze(
        "compare comparison compared difference differ different differently contrast versus vs table tabular similar "
        "similarity common share shared alike same "
        "区别 不 同 比 较 差 异 对 共 点 相 似"
    )
)
"""What a question has that only compares."""
_TABLE = re.compile(r"\b(?:table|tabulate|tabular (?:form|comparison))\b|表格|列表对比", re.IGNORECASE)
_WEIGHS = re.compile(
    r"\b(?:than|improv\w+|outperform\w*|surpass\w*|exceed\w*|beat(?:s|ing)?|unlike|whereas|in contrast|instead of"
    r"|superior|inferior|refine\w*|extends?|generali[sz]es?|compared (?:to|with))\b",
    re.IGNORECASE,
)
"""What sets one thing against another."""
_ABSENT = "These papers do not say anything of **{side}**."
_ABSENT_CJK = "这些论文没有提到 **{side}**。"


@dataclass(frozen=True)
class _Cell:
    """What is said of a side; the head names the paper, and is empty where there is none."""

    side: str
    head: str
    said: str


def contrast(
    reader: EvidenceReader, asked: Asked, nodes: Sequence[NodeWithScore], numbers: Mapping[str, int] | None = None
) -> Quotation | None:
    """Quote a paper for each side of a comparison; None where the question compares nothing, or no side is there.

    Args:
        reader: finds the sentences.
        asked: the question, understood.
        nodes: best first, those of the sides among the first.
        numbers: the numbers, from 1, that papers have already, by paper id.
    """
    comparison = asked.comparison
    if comparison is None:
        return None
    chosen = _papers_of(reader, comparison, nodes)
    found = [*filter(None, chosen)]
    if any(
        reading is None and not _names_in(side, reader) for side, reading in zip(comparison.sides, chosen, strict=True)
    ):
        return None  # that a description fits no paper read does not show that none deals with it
    rest = _rest_of(comparison, asked.reading)
    if not found or len({reading.paper.paper_id for reading in found}) < len(found):
        # One paper that deals with both is quoted like any other, unless it says in a sentence how they compare.
        together = [] if rest or not found else _together(found[0], comparison.sides)
        return _by_one(asked, found[0].paper, together, numbers or {}) if together else None
    numbered = dict(numbers or {})
    citations: list[Citation] = []
    cells: list[_Cell] = []
    silent = 0
    for side, reading in zip(comparison.sides, chosen, strict=True):
        if reading is None:
            absent = (_ABSENT_CJK if is_asked_in_cjk(asked.asked_as) else _ABSENT).format(side=literal(side))
            cells.append(_Cell(side, "", absent))
            continue
        paper = reading.paper
        n = numbered.setdefault(paper.paper_id, len(numbered) + 1)
        told = reader.read(asked.reading if rest else f"What is {side}?", paper)
        both = [] if rest else _together(told, comparison.sides)
        spans = [span for span in both if _WEIGHS.search(paper.abstract, span.start, span.end)] or told.answering()
        citations += (quoted := [Citation.of(n, paper, span) for span in spans])
        lead = quoted_from(asked.asked_as, paper.heading, subject=told.subject_of(spans))
        if detail := unspoken(asked.asked_as, asked.reading, rest, told):
            lead, silent = lacks(asked.asked_as, paper, detail), silent + 1
        cells.append(_Cell(side, lead, flow(quoted)))
    text = _table(cells, asked.asked_as) if _TABLE.search(asked.query_str) else _blocks(cells)
    none_says = silent == len(comparison.sides)
    return Quotation.of(text, citations, Verdict.ABSTRACT_DOES_NOT_SAY if none_says else Verdict.ANSWERED)


def _together(reading: Reading, sides: Sequence[str]) -> list[Span]:
    """The sentences of a paper that name all sides, and do not ask: they tell how these compare."""
    patterns = [re.compile(rf"(?<![\w-]){re.escape(side)}(?![\w#+]|-\w)", re.IGNORECASE) for side in sides]
    abstract = reading.paper.abstract
    return [
        span
        for span in reading.sentences
        if all(pattern.search(abstract[span.start : span.end]) for pattern in patterns)
        and abstract[span.end - 1] != "?"
    ][:_MOST_TOGETHER]


def _by_one(asked: Asked, paper: Paper, spans: Sequence[Span], numbers: Mapping[str, int]) -> Quotation:
    n = numbers.get(paper.paper_id, len(numbers) + 1)
    citations = [Citation.of(n, paper, span) for span in spans]
    text = _blocks([_Cell("", quoted_from(asked.asked_as, paper.heading), flow(citations))])
    return Quotation.of(text, citations, Verdict.ANSWERED)


def _papers_of(reader: EvidenceReader, comparison: Comparison, nodes: Sequence[NodeWithScore]) -> list[Reading | None]:
    """For each side the paper that deals with it best, another for each if there is one; None where there is none.

    A side with the name of a method is dealt with by papers that have the name, or spell it out.
    """
    papers = [paper_of_node(node) for node in nodes[:_READ]]
    chosen: list[Reading | None] = []
    taken: set[str] = set()
    for side, question in zip(comparison.sides, comparison.questions(), strict=True):
        readings = [reader.read(question, paper) for paper in papers]
        named = _names_in(side, reader)
        fitting = [
            reading
            for reading in readings
            if (any(_has(reading, term, word) for term, word in named) if named else reading.similarity >= _NEAR)
            and not is_variant_asked(reading.paper, side, reader.lexical, own=True)
        ]
        # Where only a paper that is taken deals with it, that one deals with both.
        others = [reading for reading in fitting if reading.paper.paper_id not in taken]
        own = [reading for reading in others if is_called(reading.paper, side)] or [
            reading for reading in others if side.islower() and side in map(str.casefold, names_of(reading.paper))
        ]
        best = max(own or others or fitting, key=_worth, default=None)
        chosen.append(best)
        if best is not None:
            taken.add(best.paper.paper_id)
    return chosen


def _names_in(side: str, reader: EvidenceReader) -> list[tuple[str, str]]:
    is_word = len(side.split()) == 1 and not is_cjk(side)  # Chinese writes whole clauses without a space
    found = names(side) or ([(term, side) for term in analyze(side)] if is_word else [])
    return [(term, word) for term, word in found if reader.lexical.document_frequency(term) <= RARE]


def _rest_of(comparison: Comparison, question: str) -> list[str]:
    """What is asked of the sides: the question's words beside their names and those that only compare."""
    named = {term for other in comparison.sides for term in analyze(other)}
    return [term for term in content_terms(question) if term not in named and term not in _COMPARING]


def _worth(reading: Reading) -> float:
    """How well a paper deals with a side; a compound of the question, "max-min", counts only as it stands."""
    compounds = {_squashed(word) for word in _COMPOUND.findall(reading.question)}
    text = _squashed(f"{reading.paper.title} {reading.paper.abstract}")
    held = sum(compound in text for compound in compounds)
    return reading.similarity + (_COMPOUND_BONUS * held / len(compounds) if compounds else 0.0)


def _squashed(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).casefold()


def _has(reading: Reading, term: str, word: str) -> bool:
    paper = reading.paper
    spelled = is_spelled_out(word, f"{paper.title} {paper.abstract}") or _begins_words(word, paper.title)
    return reading.holds(term) or spelled


def _begins_words(short: str, title: str) -> bool:
    """Whether a short name's letters begin words of a title, with others between: "PEFT"."""
    if not re.fullmatch(r"[A-Z]{3,6}", short):
        return False
    heads = "".join(word[0] for word in re.findall(r"[^\W\d_]+", title)).upper()
    return bool(re.search(".{0,2}".join(map(re.escape, short)), heads))


def _blocks(cells: Sequence[_Cell]) -> str:
    return "\n\n".join(f"{cell.head}\n\n> {cell.said}" if cell.head else cell.said for cell in cells)


def _table(cells: Sequence[_Cell], question: str) -> str:
    top = "| 对象 | 摘要所述 |" if is_asked_in_cjk(question) else "| Side | What the abstract says |"
    rows = [f"| {_inline(literal(cell.side))} | {_inline(f'{cell.head} {cell.said}')} |" for cell in cells]
    return "\n".join([top, "| --- | --- |", *rows])


def _inline(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")

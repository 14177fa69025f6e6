"""Panel: several papers asked the same, each told in its own sentences, or said not to say it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rag.answering.bylines import Byline, byline_of
from rag.answering.bylines import told as told_by_record
from rag.answering.quotations import Quotation, flow
from rag.citations import Citation
from rag.evidence.aspects import aspect_of, telling
from rag.evidence.evidence import EvidenceReader
from rag.evidence.leaning import dangles
from rag.evidence.marks import claims
from rag.evidence.verdicts import Verdict
from rag.papers import Paper
from rag.prompts import quoted_from
from rag.questions import content_terms, is_asked_in_cjk, is_cjk
from rag.text.escapes import literal
from rag.text.sentences import Span, sentence_spans
from rag.understanding.asked import Asked
from rag.understanding.aspects import is_aspect
from rag.understanding.shorts import Kind

MOST = 20
"""Papers told of."""
_FEW = 3
"""Papers of which two sentences each are told; of more, one."""
_SAID = 0.6
"""Share of what is asked, by rarity, that an abstract must come near to say it."""
_NEAR = 0.55
"""Cosine from which a sentence speaks of a word."""
_FAR = 0.45
"""Cosine below which nothing in an abstract speaks of a word, as in `rag.evidence.details`."""
_BEST = re.compile(
    r"\b(?:best|better|worse|worst|stronge(?:r|st)|wins?)\b|最好|更好|最佳|最优|更优|哪个好", re.IGNORECASE
)
_UNWEIGHED = "Abstracts do not weigh papers against each other, so none is named the best; this is what each reports."
_UNWEIGHED_CJK = "摘要不会相互比较优劣，因此不指出哪一个最好；各篇报告的结果如下。"
_UNSAID = "The abstract of **{}** does not say it."
_UNSAID_CJK = "**{}** 的摘要没有说明。"
_ALL_TOLD = "The abstract of **{}** says no more than has been quoted."
_ALL_TOLD_CJK = "**{}** 的摘要已全部引用，没有更多内容。"


@dataclass(frozen=True)
class Panel:
    """Papers that are asked the same.

    Args:
        question: what each is asked, without what stands for the papers.
        lead: what is said before; may be empty.
        left: papers that are not told of.
        gist: it is asked what each is about.
        more: it is asked what has not been told yet, and `heard` is what has.
    """

    papers: tuple[Paper, ...]
    question: str
    lead: str = ""
    left: int = 0
    gist: bool = False
    more: bool = False
    heard: str = ""


def weighing(question: str, *, cjk: bool) -> str:
    """What is said before papers that are asked which is best; empty where that is not asked."""
    return (_UNWEIGHED_CJK if cjk else _UNWEIGHED) if _BEST.search(question) else ""


def tell(panel: Panel, reader: EvidenceReader, asked: Asked, numbers: Mapping[str, int] | None = None) -> Quotation:
    """Let each paper of a panel answer.

    Args:
        panel: the papers and the question.
        reader: reads papers.
        asked: the question, understood; the answer is framed in its language.
        numbers: the numbers, from 1, that papers have already, by paper id.
    """
    numbered = dict(numbers or {})
    cjk = is_asked_in_cjk(asked.asked_as)
    byline = _byline(panel.question)
    blocks = [panel.lead] if panel.lead else []
    citations: list[Citation] = []
    sentences: list[dict[str, Any]] = []
    said = 0
    for paper in panel.papers:
        n = numbered.get(paper.paper_id, len(numbered) + 1)
        if byline is not None:
            found = _of_record(byline, asked, reader, paper, n)
            blocks.append(found.text)
            sentences += found.sentences
            citations += found.citations
            numbered[paper.paper_id] = n
            said += found.verdict is Verdict.ANSWERED
            continue
        spans = _spans(panel, reader, paper, 3 if len(panel.papers) == 1 else 2 if len(panel.papers) <= _FEW else 1)
        if not spans:
            frame = (_ALL_TOLD_CJK if cjk else _ALL_TOLD) if panel.more else (_UNSAID_CJK if cjk else _UNSAID)
            blocks.append(frame.format(literal(paper.heading)))
            continue
        numbered[paper.paper_id], said = n, said + 1
        quoted = [Citation.of(n, paper, span) for span in spans]
        citations += quoted
        sentences += [{"text": item.quote, "citations": [item.n], "supported": True} for item in quoted]
        blocks.append(f"{quoted_from(asked.asked_as, paper.heading)}\n\n> {flow(quoted)}")
    if left := panel.left:
        blocks.append(f"另有 {left} 篇论文未列出。" if cjk else f"{left} more of these papers are not shown.")
    verdict = Verdict.ANSWERED if said else Verdict.ABSTRACT_DOES_NOT_SAY
    return Quotation("\n\n".join(blocks), verdict, tuple(citations), tuple(sentences))


def _byline(question: str) -> Byline | None:
    """What is asked of each paper's record; None where it is not."""
    kind = aspect_of(question)
    if kind in (Kind.AUTHORS, Kind.YEAR, Kind.VENUE):
        return Byline("", who=kind is Kind.AUTHORS, when=kind is Kind.YEAR, where=kind is Kind.VENUE)
    return byline_of(question)


def _of_record(byline: Byline, asked: Asked, reader: EvidenceReader, paper: Paper, n: int) -> Quotation:
    """What one paper's record says, under its number."""
    alone = told_by_record(byline, asked.asked_as, reader.read(paper.title or asked.asked_as, paper))
    citations = [Citation.of(n, paper, Span(item.start, item.end)) for item in alone.citations]
    text = re.sub(r" \[1\](?=\n|$)", f" [{n}]", alone.text)
    sentences = tuple({**sentence, "citations": [n]} for sentence in alone.sentences)
    return Quotation(text, alone.verdict, tuple(citations), sentences)


def is_common(question: str) -> bool:
    """Whether a question can be asked of any paper: what it is, who wrote it, its results."""
    return _byline(question) is not None or aspect_of(question) is not None or not content_terms(question)


def says(panel: Panel, reader: EvidenceReader, paper: Paper) -> bool:
    """Whether a paper of a panel answers."""
    return bool(_spans(panel, reader, paper, 1))


def _spans(panel: Panel, reader: EvidenceReader, paper: Paper, most: int) -> list[Span]:
    """The sentences in which a paper answers."""
    if panel.more:
        return _unheard(paper, panel.heard, most + 1)
    if panel.gist:
        return gist(paper, most)
    kind = aspect_of(panel.question)
    if kind in (Kind.GIST, Kind.MORE) or (not content_terms(panel.question) and kind is None):
        return gist(paper, most)
    if kind is not None:
        found = telling(kind, paper.abstract, most)
        return gist(paper, most) if not found and kind in (Kind.PROBLEM, Kind.METHOD) else found
    return _answering(panel.question, reader, paper, most)


def _answering(question: str, reader: EvidenceReader, paper: Paper, most: int) -> list[Span]:
    """The sentences that come near to what is asked; none where nothing does."""
    if is_cjk(question):
        from rag.languages.glossary import chinese_glossary

        question = chinese_glossary().english(question)
        if is_cjk(question) or not content_terms(question):
            return gist(paper, most)
        rough = reader.read(question, paper)
        far = all(rough.nearness(term) < _FAR and not rough.holds(term) for term in rough.asked)
        # A word read in two ways is never wholly there: only what is far in each of them is not said.
        return [] if rough.asked and far else rough.best(most)
    reading = reader.read(question, paper)
    telling_terms = [term for term in reading.asked if not is_aspect(term)] or list(reading.asked)
    weights = {term: reader.lexical.idf(term) for term in telling_terms}
    total = sum(weights.values())
    near = sum(weight for term, weight in weights.items() if reading.holds(term) or reading.nearness(term) >= _NEAR)
    if not total or near < _SAID * total:
        return []
    return reading.best(most)


def _unheard(paper: Paper, heard: str, most: int) -> list[Span]:
    """The sentences of an abstract that have not been quoted."""
    told = _letters(heard)
    spans = sentence_spans(paper.abstract) or [Span(0, len(paper.abstract))]
    return [span for span in spans if _letters(paper.abstract[span.start : span.end]) not in told][:most]


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.casefold())


def gist(paper: Paper, most: int) -> list[Span]:
    """The sentences that say what a paper does, else its first; none that says nothing without the one before.

    Args:
        paper: with an abstract.
        most: how many at most.
    """
    spans = sentence_spans(paper.abstract) or [Span(0, len(paper.abstract))]
    said = [span for span in spans if claims(paper.abstract[span.start : span.end])]
    whole = [span for span in said if not dangles(paper.abstract[span.start : span.end])]
    return (whole or said or spans)[:most]

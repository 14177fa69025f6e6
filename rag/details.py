"""Detail: what a question asks of a paper that is here, where the abstract does not say it, or says otherwise."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from rag.evidence import Reading
from rag.lexical import analyze
from rag.papers import Paper
from rag.questions import asks_number, content_terms, is_spelled_out, names
from rag.sentences import Span, sentence_spans

_NEAR = 0.5
"""Cosine from which a sentence speaks of a word of the question in words of its own."""
_NUMBER = re.compile(
    r"\d|\\(?:log|epsilon|sqrt|tfrac|frac|mathcal\{O\}|tilde)|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven"
    r"|twelve|twenty|twice|double[sd]?|tripled?|half|halves|halving|dozens?|hundreds?|thousands?|millions?|billions?|single"
    r"|several|linear(?:ly)?|quadratic(?:ally)?|logarithmic(?:ally)?|polynomial(?:ly)?|exponential(?:ly)?|constant|magnitude"
    r"|infinite(?:ly)?|faster|parametric|dimension-free|optimal)\b",
    re.IGNORECASE,
)
_UNSTATED: tuple[tuple[str, str], ...] = (
    # what is asked, and what an abstract that says it has
    (r"learning rates?|step sizes?|学习率", r"learning rates?|step[- ]?sizes?"),
    (r"batch sizes?|批(?:次|量)?大小|批量", r"batch[- ]?sizes?|batch of \d|mini-?batch\w* of"),
    (
        r"(?:gpus?|tpus?|hardware|accelerators?|graphics cards?)|显卡|硬件",
        r"gpus?\b|tpus?\b|hardware|accelerators?|A100|H100|V100|RTX|chips?\b",
    ),
    (r"(?:how many|number of|what) (?:training )?epochs?|多少(?:个)?(?:轮|epoch)", r"epochs?"),
    (r"(?:how many|number of) (?:training |gradient )?(?:steps|iterations)", r"steps?|iterations?"),
    (
        r"how many (?:gpu[- ]?)?(?:hours|days|weeks|months)|how long (?:did|does|was|is|it)\b.{0,30}\b(?:pre)?train\w*"
        r"|training time|训练(?:了)?多(?:久|长|少)(?:时间|天|小时)?",
        r"\b(?:hours?|days?|weeks?|minutes?|months?|seconds?|gpu-hours?)\b|times? faster|speed-?ups?|training time",
    ),
    (r"(?:which|what) optimi[sz]er|优化器", r"optimi[sz]ers?|\badam\w*|\bsgd\b|gradient descent|momentum"),
    (r"(?:random )?seeds?\b|随机种子", r"seeds?\b"),
    (r"dropout(?: rate)?", r"dropout"),
    (r"weight decay|权重衰减", r"weight decay|\bl2\b|regulari[sz]"),
    (r"hyper-?parameters?(?: values?| settings?)?|超参数?", r"hyper-?parameters?"),
    (r"licen[cs]es?|许可(?:证|协议)", r"licen[cs]"),
    (
        r"(?:github|repository|repo|code url|link to (?:the )?code|download link)|代码(?:仓库|地址|链接)",
        r"https?:|github|www\.|code",
    ),
    (
        r"(?:universit(?:y|ies)|affiliations?|institutions?|institutes?|compan(?:y|ies) (?:are|is|do))|单位|机构",
        r"universit|institut|compan",
    ),
    (r"(?:funding|funded|grants?|sponsor\w*)|资助", r"fund|grant|sponsor"),
    (
        r"how many (?:human )?(?:annotators?|raters?|participants?|subjects?)|多少(?:名|个)(?:标注员|参与者)",
        r"annotators?|raters?|participants?|subjects?|patients?|people|users",
    ),
    (
        r"(?:p-?values?|confidence intervals?|standard deviations?|standard errors?)",
        r"p-?values?|confidence|deviation|standard error|signific|±|\\pm",
    ),
    (
        r"(?:dollars?|cost in (?:dollars|usd)|price|\$\s*cost)|多少钱|价格",
        r"\$\s?\d|dollars?|usd|cost|cheap|price|pricing",
    ),
    (
        r"(?:deep learning|software) (?:framework|library)|pytorch or|tensorflow or|programming language",
        r"pytorch|tensorflow|jax|library|python|framework|c\+\+|julia",
    ),
    (
        r"(?:hidden|embedding) (?:size|dimension)s?|attention heads"
        r"|(?:number of|how many) (?:transformer )?(?:layers|heads)",
        r"layers?|heads?|dimension|\bdepth",
    ),
    (r"context (?:length|window)(?: size)?|sequence length", r"context|sequence|tokens?|length"),
)
_HOW_MANY = re.compile(
    r"\b(?:how many|what number of)\s+(?P<what>(?:[^\W\d_][\w-]*\s+){1,4}?)(?=(?:is|are|was|were|do|does|did|has|have"
    r"|can|in|on|of|for|with|per|used|needed|required|when|to|that|per)\b)",
    re.IGNORECASE,
)
_WANTED = re.compile(
    r"\b(?:which|what)\s+(?P<what>(?:[\w-]+\s+){1,4}?)(?=(?:does|do|did|is|are|was|were|has|have|can)\b)", re.I
)
_WHY = re.compile(
    r"\b(?:why|how much|how)\s+(?:does|do|did|is|are|was|were)\s+(?:the\s+)?(?P<what>(?:[\w-]+\s+){1,6})", re.IGNORECASE
)
_NEEDS_NOT = re.compile(
    r"\b(?:no need (?:for|of|to)|(?:do|does|did) not (?:require|need|rely on|depend on|use|involve)|(?:is|are) not"
    r" (?:required|needed)|without (?:requiring|needing|the need (?:for|of|to)|any|relying on|using|access to)"
    r"|(?:eliminat|obviat|remov|avoid|bypass|circumvent)(?:es|ing|e|s|ed) the (?:need|necessity|use) (?:for|of|to)"
    r"|needs? no|requires? no|free of)\b(?:\W+[\w-]+){0,5}\W+$",
    re.IGNORECASE,
)
_DENIES = re.compile(
    r"\b(?:without|no|not|never|neither|nor|cannot|free of|instead of|rather than|avoid(?:s|ing)?|bypass(?:es|ing)?"
    r"|eliminat(?:es|ing)|remov(?:es|ing)|obviat(?:es|ing)|dispens(?:es|ing) with|unnecessary|independent of)\b"
    r"(?:\W+[\w-]+){0,6}\W+$",
    re.IGNORECASE,
)
_OWN_DENIAL = re.compile(
    r"\b(?:without|not|no|never|instead of|rather than|avoid\w*|n't|free)\b|不|没|无", re.IGNORECASE
)


class Fault(StrEnum):
    """Why a question cannot be answered from a paper's abstract, though the paper is the one that is meant."""

    UNSTATED = "unstated"
    NO_NUMBER = "no number"
    NOT_NAMED = "not named"
    DENIED = "denied"


@dataclass(frozen=True)
class Detail:
    """A detail that an abstract lacks or denies.

    Args:
        asked: the words of the question.
        sentence: for what is denied, the sentence that does so.
    """

    asked: str
    fault: Fault
    sentence: Span | None = None


def missing_detail(question: str, reading: Reading, is_rare: Callable[[str], bool]) -> Detail | None:
    """The detail that a question asks for and the paper's abstract does not give; None where it may give it.

    Args:
        question: as asked, in English or Chinese.
        reading: of the paper that the question is about.
        is_rare: whether an analysed term occurs in few papers, as the name of a method or a dataset does.
    """
    return (
        _unstated(question, reading.paper)
        or _uncounted(question, reading)
        or _unnamed(question, reading, is_rare)
        or _denied(question, reading.paper)
    )


def plain_detail(question: str, paper: Paper) -> Detail | None:
    """The same, of what a paper's words alone tell, without a model; it knows no numbers and no names.

    Args:
        question: as asked, in English or Chinese.
        paper: that the question is about.
    """
    return _unstated(question, paper) or _denied(question, paper)


def asks_count(question: str) -> bool:
    """Whether a question asks for a number, which a paper must be read for."""
    return asks_number(question) or bool(_HOW_MANY.search(question))


def _unstated(question: str, paper: Paper) -> Detail | None:
    text = f"{paper.title} {paper.abstract}"
    asked = [
        match[0]
        for wanted, stated in _UNSTATED
        if (match := re.search(rf"(?<![a-z0-9])(?:{wanted})(?![a-z0-9])", question, re.IGNORECASE))
        and not re.search(rf"(?<![a-z0-9])(?:{stated})", text, re.IGNORECASE)
    ]
    return Detail(" / ".join(asked), Fault.UNSTATED) if asked and _ASKS.search(question) else None


_ASKS = re.compile(r"\b(?:what|which|how|where|when|who)\b|什么|哪|多少|几|是否", re.IGNORECASE)


def _uncounted(question: str, reading: Reading) -> Detail | None:
    if asks_number(question) and not _NUMBER.search(reading.paper.abstract):
        return Detail("", Fault.NO_NUMBER)
    for match in _HOW_MANY.finditer(question):
        terms = content_terms(match["what"])
        if not terms:
            continue
        told = any(
            _NUMBER.search(reading.paper.abstract[span.start : span.end])
            and max(reading.nearness_in(at, term) for term in terms) >= _NEAR
            for at, span in enumerate(reading.sentences)
        )
        if not told:
            return Detail(match[0].strip(), Fault.NO_NUMBER)
    return None


def _unnamed(question: str, reading: Reading, is_rare: Callable[[str], bool]) -> Detail | None:
    """A rare name that the paper lacks, beside one that it has: "Does PepFlow beat RFdiffusion?"."""
    asked = [(term, word) for term, word in names(question) if is_rare(term)]
    if not any(reading.holds(term) for term, _ in asked):
        return None
    text = f"{reading.paper.title} {reading.paper.abstract}"
    for term, word in asked:
        if not reading.holds(term) and reading.nearness(term) < _NEAR and not is_spelled_out(word, text):
            return Detail(word, Fault.NOT_NAMED)
    return None


def _denied(question: str, paper: Paper) -> Detail | None:
    if _OWN_DENIAL.search(question):
        return None
    for pattern in (_WANTED, _WHY):
        for match in pattern.finditer(question):
            for phrase in _pairs(content_terms(match["what"])):
                if span := _denial(phrase, paper.abstract):
                    return Detail(match["what"].strip(), Fault.DENIED, span)
    return None


def _pairs(terms: Sequence[str]) -> list[tuple[str, str]]:
    return list(pairwise(terms))


def _denial(phrase: tuple[str, str], abstract: str) -> Span | None:
    """The sentence that says that the paper does without what a phrase names, or denies it where none affirms it."""
    denial: Span | None = None
    affirmed = False
    for span in sentence_spans(abstract):
        sentence = abstract[span.start : span.end]
        for match in re.finditer(r"[\w-]+(?=[\s-]+[\w-]+)", sentence):
            following = " ".join(re.split(r"[\s-]+", sentence[match.start() :], maxsplit=2)[:2])
            if tuple(analyze(following))[:2] != phrase:
                continue
            after = sentence[match.start() : match.start() + len(following) + 5]
            if _NEEDS_NOT.search(sentence[: match.start()]):
                return span
            if _DENIES.search(sentence[: match.start()]) or after.endswith("-free"):
                denial = denial or span
            else:
                affirmed = True
    return None if affirmed else denial

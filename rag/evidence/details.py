"""Detail: what a question asks of a paper that is here, where the abstract does not say it, or says otherwise."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from rag.evidence.amounts import asks_count, lacking_amount
from rag.evidence.attributes import attribute_of, carrying, is_lacking
from rag.evidence.denials import denied
from rag.evidence.evidence import Reading
from rag.evidence.forms import is_said_otherwise
from rag.evidence.instances import is_kind_named, unnamed_kind
from rag.evidence.objects import unheard_object
from rag.evidence.unstated import UNSTATED
from rag.papers import Paper
from rag.questions import content_terms, is_content, names, proper_nouns
from rag.text.analysis import analyze
from rag.text.initials import is_spelled_out
from rag.text.sentences import Span
from rag.understanding.aspects import is_aspect

_NEAR_NAME = 0.6
_FAR = 0.45
"""Cosine below which nothing in an abstract speaks of a word of the question. Measured on 130 questions that name their
paper: of those that the abstract answers, none asks for a thing that lies below it."""
_ITS_WORDS = 0.75
"""Share of a question's words that a paper has, from which the question is about that paper though it names none."""
_CATEGORY_WORDS = """
kind type sort form aspect property feature element component part piece thing issue challenge quantity value
amount degree level notion concept term category class role phase mean means mechanism strategy principle
purpose goal reason cause motivation criterion regime scenario field area modality format structure innovation
benefit drawback similarity relation relationship effect impact outcome conclusion evidence family group
person input output signal information knowledge source target object entity factor phenomenon behavior
behaviour ability capability skill change option choice ingredient tool theory theorem direction one two three
four five six seven several operation function variable parameter symbol sense consequence implication insight
lesson share fraction proportion portion percentage range
"""
_CATEGORIES = frozenset(term for word in _CATEGORY_WORDS.split() for term in analyze(word))
_USES = frozenset(analyze("application applied use case scenario area field"))
"""What an abstract names without the word: a "medical application" may be a study of blood pressure."""
_WHAT = re.compile(
    r"\b(?:which|what)(?:\s+(?:is|are|was|were)\s+the)?\s+(?P<what>(?!is\b|are\b|was\b|were\b|do\b|does\b|did\b"
    r"|has\b|have\b"
    r"|can\b|happens?\b)(?:[\w-]+\s+){1,3}?)(?=(?:does|do|did|is|are|was|were|has|have|can|of|in|for|used)\b)",
    re.IGNORECASE,
)
_WHO = re.compile(
    r"\bwho (?:\w+ly |first |originally )?(?:propos|introduc|point|show|prov|defin|coin|pos|develop|invent|suggest"
    r"|discover|observ|establish|conjectur)\w*",
    re.IGNORECASE,
)
_SOMEBODY = re.compile(
    r"\bet al\b|\b(?:19|20)\d\d\b|\b[A-Z]\w+ (?:&|and) [A-Z]\w+ (?:show|prov|propos|introduc|pos|conjectur)"
    r"|[A-Z]\w+['’]s\b|\bby [A-Z][a-z]+\b"
)

_WHO_DID = re.compile(
    r"\bwho (?:\w+ly )?(?:annotat|label|rat|grad|judg|evaluat|collect|record|transcrib|verif|review|check|assess)\w*"
    r"|谁(?:来)?(?:标注|打分|评分|评估|收集|采集|审核|校对)(?:了|的)?"
    r"|由谁(?:来)?(?:标注|打分|评分|评估|收集|采集|审核|校对)",
    re.IGNORECASE,
)
_DOERS = re.compile(
    r"\b(?:annotat(?:or|ed by)\w*|raters?|experts?|crowd\w*|workers?|volunteers?|participants?|students?|clinicians?"
    r"|physicians?|radiologists?|practitioners?|doctors?|teachers?|humans?|users?|people|students?|mechanical turk)\b"
    r"|\b(?:GPT|LLM)\w*[- ](?:annotated|based|as)|\bby (?:GPT|LLMs?|large language)",
    re.IGNORECASE,
)
"""Who does such work on data: an abstract that has none of them does not say who did."""


class Fault(StrEnum):
    """Why a question cannot be answered from a paper's abstract, though the paper is the one that is meant."""

    UNSTATED = "unstated"
    NO_NUMBER = "no number"
    NOT_NAMED = "not named"
    DENIED = "denied"
    PRESUMED = "presumed"


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


def missing_detail(
    question: str, reading: Reading, is_rare: Callable[[str], bool], *, named: bool = False
) -> Detail | None:
    """The detail that a question asks for and the paper's abstract does not give; None where it may give it.

    Args:
        question: as asked, in English or Chinese.
        reading: of the paper that the question is about.
        is_rare: whether an analysed term occurs in few papers, as the name of a method or a dataset does.
        named: the question names the paper, so that what it asks for is to be found there or nowhere.
    """
    if (named or asks_count(question)) and (version := _other_version(question, reading.paper)):
        return Detail(version, Fault.NOT_NAMED)
    closely = named or reading.coverage >= _ITS_WORDS
    return (
        _unstated(question, reading.paper)
        or _uncounted(question, reading, closely=closely)
        or _denied(question, reading.paper)
        or (_uninstanced(question, reading.paper) if closely else None)
        or _unnamed(question, reading, (lambda _: True) if named else is_rare, named=named)
        or (_unheard_of(question, reading) if named else None)
        or (_beside(question, reading) if named else None)
        or (_nobody(question, reading.paper) if closely else None)
    )


def plain_detail(question: str, paper: Paper) -> Detail | None:
    """The same, of what a paper's words alone tell, without a model; it knows no numbers and no names.

    Args:
        question: as asked, in English or Chinese.
        paper: that the question is about.
    """
    return _unstated(question, paper) or _denied(question, paper) or _lacking(question, paper)


def _lacking(question: str, paper: Paper) -> Detail | None:
    attribute = attribute_of(question, paper)
    lacks = attribute is not None and is_lacking(attribute, carrying(attribute, paper))
    return Detail(attribute.asked, Fault.UNSTATED) if attribute is not None and lacks else None


def _unstated(question: str, paper: Paper) -> Detail | None:
    text = f"{paper.title} {paper.abstract}"
    asked = [
        match[0]
        for wanted, stated in UNSTATED
        if (match := re.search(rf"(?<![a-z0-9])(?:{wanted})(?![a-z0-9])", question, re.IGNORECASE))
        and not re.search(rf"(?<![a-z0-9])(?:{stated})", text, re.IGNORECASE)
    ]
    return Detail(" / ".join(asked), Fault.UNSTATED) if asked and _ASKS.search(question) else None


_ASKS = re.compile(r"\b(?:what|which|how|where|when|who)\b|什么|哪|多[少久长大高快]|几|是否|谁|如何|怎", re.I)


def _uncounted(question: str, reading: Reading, *, closely: bool) -> Detail | None:
    asked = lacking_amount(question, reading, closely=closely)
    return None if asked is None else Detail(asked, Fault.NO_NUMBER)


def _uninstanced(question: str, paper: Paper) -> Detail | None:
    asked = unnamed_kind(question, paper)
    return Detail(asked, Fault.UNSTATED) if asked else None


def _other_version(question: str, paper: Paper) -> str:
    """A name with a version, "GPT-4", that the paper does not have: it may have "GPT-3"."""
    text = re.sub(r"[\s-]", "", f"{paper.title} {paper.abstract}").casefold()
    for match in re.finditer(r"(?<![\w-])([A-Za-z]{2,})-(\d[\w.]*\w|\d)(?![\w-])", question):
        whole = re.escape("".join(match.groups()).casefold())
        if not re.search(rf"{whole}(?!\d)|{re.escape(match[1].casefold())}\d+/", text):
            return match[0]
    return ""


def _beside(question: str, reading: Reading) -> Detail | None:
    asked = unheard_object(question, reading)
    return Detail(asked, Fault.NOT_NAMED) if asked else None


def _nobody(question: str, paper: Paper) -> Detail | None:
    """Who has done something before, where the abstract tells of nobody's work."""
    if (did := _WHO_DID.search(question)) and not _DOERS.search(paper.abstract):
        return Detail(did[0], Fault.UNSTATED)
    asked = _WHO.search(question)
    return Detail(asked[0], Fault.UNSTATED) if asked and not _SOMEBODY.search(paper.abstract) else None


def _unheard_of(question: str, reading: Reading) -> Detail | None:
    """What kind of thing is asked for, where nothing in the abstract comes near it: "which tokenizer"."""
    text = f"{reading.paper.title} {reading.paper.abstract}"
    if is_kind_named(question, reading.paper):
        return None
    for match in _WHAT.finditer(question):
        if any(re.search(wanted, match[0], re.I) and re.search(stated, text, re.I) for wanted, stated in UNSTATED):
            continue  # "Adam" answers to "which optimizer"
        terms = content_terms(match["what"])
        if not terms or terms[-1] in _USES:
            continue
        asked = [term for term in terms if term not in _CATEGORIES and not is_aspect(term)]
        asked = [term for term in asked if not reading.holds(term) or term in reading.asked]
        if asked and max(reading.nearness(term) for term in asked) < _FAR:
            return Detail(match[0].strip(), Fault.UNSTATED)
    return None


def _unnamed(question: str, reading: Reading, is_rare: Callable[[str], bool], *, named: bool = False) -> Detail | None:
    """A rare name that the paper lacks, beside one that it has: "Does PepFlow beat RFdiffusion?"."""
    if question.upper() == question:  # all in capitals, which then tell no name
        return None
    asked = [(term, word) for term, word in names(question) if is_rare(term) and is_content(term)]
    asked += [
        (term, word)
        for term, word in proper_nouns(question)
        if is_rare(term) and is_content(term) and (term, word) not in asked
    ]
    if not named and not any(reading.holds(term) for term, _ in asked):
        return None
    text = f"{reading.paper.title} {reading.paper.abstract}"
    for term, word in asked:
        if (
            not reading.holds(term)
            and reading.nearness(term) < _NEAR_NAME
            and not is_spelled_out(word, text)
            and not is_said_otherwise(word, text)
        ):
            return Detail(word, Fault.NOT_NAMED)
    return None


def _denied(question: str, paper: Paper) -> Detail | None:
    found = denied(question, paper)
    return None if found is None else Detail(found[0], Fault.DENIED, found[1])

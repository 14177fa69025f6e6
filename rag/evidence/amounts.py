"""Amount: a count or a value that a question asks for, and whether an abstract has it."""

import re
from collections.abc import Collection

from rag.evidence.evidence import Reading, text_of
from rag.papers import Paper
from rag.questions import asks_number, content_terms
from rag.text.analysis import analyze, words

_NEAR = 0.5
"""Cosine from which a sentence speaks of a word of the question in words of its own."""
_SAME = 0.6
"""The same where the question names the paper, so that the number is to be found there or nowhere."""
_REACH = 7
"""Words from a number to what it measures."""
_NUMBER = re.compile(
    r"\d|\\(?:log|epsilon|sqrt|tfrac|frac|mathcal\{O\}|tilde)|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven"
    r"|twelve|twenty|twice|double[sd]?|tripled?|half|halves|halving|dozens?|hundreds?|thousands?|millions?|billions?|single"
    r"|several|linear(?:ly)?|quadratic(?:ally)?|logarithmic(?:ally)?|polynomial(?:ly)?|exponential(?:ly)?|constant|magnitude"
    r"|infinite(?:ly)?|faster|parametric|dimension-free|optimal)\b",
    re.IGNORECASE,
)
_CARDINAL = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen"
    r"|eighteen|nineteen|twenty|thirty|forty|fifty|dozens?|hundreds?|thousands?|millions?|billions?|single|both|pair|couple"
    r"|twofold|threefold)\b(?!-)|\$",
    re.IGNORECASE,
)
_BETWEEN = re.compile(
    r"[.;()!?]|,\s+(?:and|which|where|we|it)\b|\b(?:on|in|for|with|by|from|to|at|as|over|under|via|than|that|which|where|when|is"
    r"|are|was|were|has|have|we|it|this|these|those|the|a|an|or|using|while|if)\b",
    re.IGNORECASE,
)
HOW_MANY = re.compile(
    r"\b(?:how many|what number of)\s+(?P<what>(?:[^\W\d_][\w-]*\s+){1,4}?)(?=(?:is|are|was|were|do|does|did|has|have"
    r"|had|can|in|on|of|for|with|per|used|needed|required|when|to|that|took|take|labell?ed)\b)",
    re.IGNORECASE,
)
_RESULTS = r"accurac(?:y|ies)|scores?|success rates?|error rates?|win rates?|validity|perplexity|precision|recall"
_SETTINGS = (
    r"exponents?|epsilon|gamma|alpha|beta|frequenc(?:y|ies)|strength|thresholds?|index|coefficients?|temperatures?|horizon"
    r"|modulus|widths?|depths?|radius|budget|ratio"
)
_VALUE = re.compile(
    rf"\b(?:what|which)(?:\s+(?:is|was|are|were)\s+the)?\s+(?:(?!(?:of|in|is|does|do|did)\b)[\w-]+\s+){{0,3}}?"
    rf"(?:(?P<result>{_RESULTS})|(?P<setting>{_SETTINGS}))(?=\s+(?:does|do|did|is|are|was|were|has|have|can|of|in|for|on"
    rf"|gamma|epsilon)\b|\s*\?)",
    re.IGNORECASE,
)
_FIGURE = re.compile(r"\d+(?:\.\d+)?\s*(?:\\?%|\\times|×|x\b|percent|points?)|\d\.\d|\d{2,}")
_HOW_LARGE = re.compile(
    r"\bhow (?:large|big|small|deep|wide|long|tall|heavy|old|expensive) (?:is|are|was|were) (?P<what>[^?.,;]+)",
    re.IGNORECASE,
)
_HOW_COSTLY = re.compile(
    r"\bwhat\b.*\b(?:costs?|memory|bandwidth|budgets?|latenc(?:y|ies)|overheads?|footprints?|bits?|bytes?|kilobytes?"
    r"|megabytes?|gigabytes?)\b",
    re.IGNORECASE,
)
_ORDER = re.compile(r"\bO\s*\(|\\(?:mathcal\{O\}|Theta|Omega|tilde\{?O)")
_BESIDE = 4
"""Words between a number in a title and what it measures."""
_PART = re.compile(r"\s+(?:in|of|for|used|that|on|with|when|to|according)\b.*", re.IGNORECASE)


def asks_count(question: str) -> bool:
    """Whether a question asks for a number, which a paper must be read for."""
    return asks_number(question) or bool(HOW_MANY.search(question))


def title_amount(question: str, paper: Paper) -> str:
    """The number of a title that a question asks for and the abstract lacks; empty where there is none.

    Args:
        question: as asked, in English.
        paper: that it is about.
    """
    if not (asks_count(question) or _HOW_COSTLY.search(question)):
        return ""
    asked, held = set(content_terms(question)), words(paper.title)
    for at, (_, span) in enumerate(held):
        number = paper.title[span.start : span.end]
        if not re.match(r"\d", number) or re.search(rf"(?<![\d.]){re.escape(number)}(?![\d.]*\d)", paper.abstract):
            continue
        near = {term for term, _ in held[max(0, at - _BESIDE) : at + _BESIDE]}
        if asked & near:
            return number
    return ""


def lacking_amount(question: str, reading: Reading, *, closely: bool) -> str | None:
    """The words that ask for a number which the paper's abstract lacks, maybe none; None where it may have it.

    Args:
        question: as asked, in English or Chinese.
        reading: of the paper.
        closely: the question names the paper, so that the number is to be found there or nowhere.
    """
    if asks_number(question) and not _NUMBER.search(text_of(reading.paper)):
        return ""
    for match in HOW_MANY.finditer(question):
        terms = content_terms(match["what"])
        if terms and not _is_counted(reading, terms, closely=closely):
            return match[0].strip()
    return _lacking_value(question, reading) if closely else None


def _is_counted(reading: Reading, terms: list[str], *, closely: bool) -> bool:
    if _counts(reading.paper.title, terms[-1:]):
        return True
    for at, span in enumerate(reading.sentences):
        sentence = reading.paper.abstract[span.start : span.end]
        if not closely:
            if _NUMBER.search(sentence) and max(reading.nearness_in(at, term) for term in terms) >= _NEAR:
                return True
        elif reading.holds(terms[-1]):
            if _counts(sentence, terms[-1:]):
                return True
        elif _CARDINAL.search(sentence) and reading.nearness_in(at, terms[-1]) >= _SAME:
            return True
    return False


def _counts(sentence: str, terms: Collection[str]) -> bool:
    """Whether a number in a sentence belongs to one of the terms: "three widely used benchmarks"."""
    held = words(sentence)
    places = [span for term, span in held if term in terms]
    for number in _CARDINAL.finditer(sentence):
        for place in places:
            between = sentence[number.end() : place.start]
            if place.start >= number.start() and len(between.split()) <= _REACH and not _BETWEEN.search(between):
                return True
            if 0 <= number.start() - place.end <= 12 and re.fullmatch(
                r"\s*(?:\(?of |: ?|= ?|\()?", sentence[place.end : number.start()]
            ):
                return True
    return False


def _lacking_value(question: str, reading: Reading) -> str | None:
    abstract = text_of(reading.paper)
    for match in _VALUE.finditer(question):
        if match["result"]:
            if not _FIGURE.search(abstract):
                return match[0].strip()
        elif not _measured(abstract, analyze(match["setting"])):
            return match[0].strip()
    for match in _HOW_LARGE.finditer(question):
        terms = content_terms(_PART.sub("", match["what"]))
        if terms and not _measured(abstract, terms) and not _bounded(reading, terms):
            return match[0].strip()
    return None


def _bounded(reading: Reading, terms: Collection[str]) -> bool:
    """Whether a sentence that has a term gives an order of growth, "$n=O(d^2)$"."""
    sentences = (reading.paper.abstract[span.start : span.end] for span in reading.sentences)
    return any(_ORDER.search(sentence) and set(terms) & set(analyze(sentence)) for sentence in sentences)


def _measured(abstract: str, terms: Collection[str]) -> bool:
    """Whether a number in digits stands within a few words of one of the terms."""
    held = words(abstract)
    places = [at for at, (term, _) in enumerate(held) if term in terms]
    numbers = [at for at, (_, span) in enumerate(held) if re.search(r"\d", abstract[span.start : span.end])]
    return any(abs(place - number) <= _REACH for place in places for number in numbers)

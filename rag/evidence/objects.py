"""Object: what a question puts beside a paper's method ("was it tested on speech"), unheard of in the abstract."""

import re
from collections.abc import Iterator

from rag.evidence.evidence import Reading, text_of
from rag.evidence.forms import is_said_otherwise
from rag.evidence.marks import claims
from rag.questions import content_terms, is_cjk
from rag.text.analysis import analyze
from rag.text.sentences import Span
from rag.understanding.mentions import names_of

_FAR = 0.4
"""Cosine below which nothing in an abstract speaks of a word. Measured on 38 questions that ask yes or no: of what the
abstract tells, at least one word of each object lies above."""
_FAR_OF_HEAD = 0.45
"""The same for the word that tells most: "reinforcement" of "reinforcement learning", "graph" of "graph networks"."""
_YES_NO = re.compile(
    r"^\W*(?:and |but |so )?(?:is|are|was|were|does|do|did|can|could|has|have|will|would)\b", re.IGNORECASE
)
_HOW = re.compile(
    r"\bwhat happens\b|^\W*(?:and |but |so )?(?:how|why|for what|when|where)\b(?: well)?|\bwhat role\b", re.IGNORECASE
)
_ENDS = (
    r"(?=\s+(?:when|if|than|and|or|in|on|of|for|with|at|by|to|from|without|as|well|too|into|during|within|across|instead|play|plays"
    r"|while|so|that|which|is|are|was|were|not)\b|\s*[?.,;!:]|\s*$)"
)
_THING = rf"(?:the |a |an |any |other |its )?(?P<what>(?:[\w'’-]+\s+){{0,3}}?[\w'’-]+){_ENDS}"
_PUT_TO = re.compile(
    r"\b(?:appli(?:ed|cable)|tested|evaluated|tried|used|trained|validated|transferred|extended|work|works|run|runs|available"
    r"|compatible|suitable|scale|scales|generali[sz]es?|deal|deals|fail|fails|failed|struggle|struggles|break|perform|performs|do"
    rf"|succeed)\s+(?:to|on|for|in|with)\s+{_THING}",
    re.IGNORECASE,
)
_DOES = re.compile(
    r"\b(?:test|tests|use|uses|support|supports|cover|covers|predict|handle|handles|include|includes|consider|considers|employ"
    r"|employs|involve|involves|require|requires|mention|mentions|generate|detect|apply|applies|leverage|leverages|exploit|exploits"
    r"|utili[sz]e|utili[sz]es|adopt|adopts|incorporate|incorporates|integrate|integrates|process|processes|combine|combines"
    rf"|rely on|relies on|depend on|depends on)\s+{_THING}",
    re.IGNORECASE,
)
_ROLE = re.compile(rf"\brole (?:does|do|did|is|of)\s+{_THING}", re.IGNORECASE)
_CJK = re.compile(
    r"(?:如何|怎么|怎样|为什么|为何|是否|有没有)?(?:使用|利用|采用|运用|应用|处理|支持|依赖|需要|结合|用)(?:了|到|于|的是)?"
    r"(?P<what>[\u4e00-\u9fff]{2,8}?)(?=吗|来|进行|的|[？?，。]|$)"
    r"|(?:在|对|能用于|用于|适用于|能处理)(?P<on>[\u4e00-\u9fff]{2,8}?)(?:上|中|里)?"
    r"(?=(?:上)?(?:为什么|为何|会|能|是否|表现|有效|失败)|吗|[？?，。]|$)"
)
_GENERAL_WORDS = """
model network data dataset image task problem method approach algorithm learning sequence setting case application
system practice paper thing experiment work real world time use scale small large other new technique tool kind type way
theory information process form step component part structure computing computer computation processing analysis website
"""
_GENERAL = frozenset(term for word in _GENERAL_WORDS.split() for term in analyze(word))


def unheard_object(question: str, reading: Reading) -> str:
    """What a question asks of beside the paper's own, where nothing in the abstract comes near it; else empty.

    Args:
        question: as asked, in English or Chinese.
        reading: of the paper that it names, for the question in English.
    """
    own = {term for name in names_of(reading.paper) for term in analyze(name)}
    for said, english in _objects(question):
        terms = content_terms(english)
        telling = [term for term in terms if term not in _GENERAL] or terms
        if not telling or own & set(terms) or not set(telling) <= set(reading.asked):
            continue
        if is_said_otherwise(english, text_of(reading.paper)):
            continue
        if not any(reading.holds(term) or reading.nearness(term) >= _FAR for term in telling):
            return said
        first = telling[0]
        if len(terms) > 1 and not any(map(reading.holds, telling)) and reading.nearness(first) < _FAR_OF_HEAD:
            return said
    return ""


def said_otherwise(question: str, reading: Reading) -> Span | None:
    """The sentence that has what a question asks of in another form, where none has its words: "LLMs" spelled out.

    Args:
        question: as asked, in English or Chinese.
        reading: of the paper that it names.
    """
    for _, english in _objects(question):
        terms = content_terms(english)
        if not terms or all(map(reading.holds, terms)):
            continue
        text = reading.paper.abstract
        saying = [span for span in reading.sentences if is_said_otherwise(english, text[span.start : span.end])]
        ends = {quoted.end for quoted in reading.answering(question)}
        if saying and not any(span.end in ends for span in saying):
            return next((span for span in saying if claims(text[span.start : span.end])), saying[0])
    return None


def _objects(question: str) -> Iterator[tuple[str, str]]:
    """What a question sets beside a method, as it says it and in English."""
    if is_cjk(question):
        for match in _CJK.finditer(question):
            said = match["what"] or match["on"]
            yield said, _telling_english(said)
        return
    yes_no = bool(_YES_NO.search(question))
    if not yes_no and not _HOW.search(question):
        return
    for pattern in (_PUT_TO, _DOES, _ROLE):
        for match in pattern.finditer(question):
            said = match["what"].strip()
            yield said, said


def _telling_english(chinese: str) -> str:
    """Chinese in English, a word that is general in one of its meanings by that one: 真实 is "real", not "true"."""
    from rag.languages.glossary import chinese_glossary

    read = []
    for _, english in chinese_glossary().words(chinese):
        general = [word for word in english.split() if _GENERAL & set(analyze(word))]
        read += general or [english]
    return " ".join(" ".join(read).split())

"""Analysis: the words of a text, and the terms that papers are found by."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache

import tantivy

from rag.text.sentences import Span

# Decimal numbers stay whole; Chinese, Japanese and Korean are parted by character, so that a Latin name
# inside Chinese text is a word of its own.
_CJK = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_WORDS = rf"[0-9]+(?:\.[0-9]+)+|[^\W_{_CJK}]+|[{_CJK}]"
_SIGNS = re.compile(r"(?:#|\+{1,2})(?![\w#+])")
_PLURAL = re.compile(r"\b([A-Z][A-Za-z0-9]*[A-Z])s\b")


@cache
def analyzer() -> tantivy.TextAnalyzer:
    """Words, lower case, without accents, English stems: one analysis for papers, questions and sentences."""
    builder = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.regex(_WORDS))
    for step in (tantivy.Filter.lowercase(), tantivy.Filter.ascii_fold(), tantivy.Filter.stemmer("english")):
        builder = builder.filter(step)
    return builder.build()


def analyze(text: str) -> list[str]:
    """The terms of a text, in order."""
    terms: list[str] = analyzer().analyze(singular(text))
    return terms


def singular(text: str) -> str:
    """A text with "LLMs" as "LLM": the stemmer leaves an s after capitals without a vowel."""
    return _PLURAL.sub(r"\1", text)


def words(text: str) -> list[tuple[str, Span]]:
    """The terms of a text, each with the place of its word."""
    found = ((_term(text[span.start : span.end]), span) for span in places(text))
    return [(term, span) for term, span in found if term]


# A question's words are looked at by each of its readers, and an abstract's by each question.
@lru_cache(maxsize=1 << 16)
def _term(word: str) -> str:
    return next(iter(analyze(word)), "")


def signed(text: str, span: Span) -> str:
    """The word at a place, with the signs that it ends in if it is a name: QuIP#, C++."""
    signs = _SIGNS.match(text, span.end)
    return text[span.start : signs.end() if signs else span.end]


def places(text: str) -> Iterator[Span]:
    """The places of a text's words, which are not analysed."""
    return (Span(match.start(), match.end()) for match in re.finditer(_WORDS, text))

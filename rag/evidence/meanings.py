"""Meaning: what a short name stands for, where a question asks for that."""

import re

from rag.papers import Paper
from rag.text.abbreviations import expansion, is_short
from rag.text.initials import is_spelled_out
from rag.text.sentences import Span, sentence_spans

_SHORT = r"(?P<{0}>[A-Za-z][\w+-]*)"
_ASKED = re.compile(
    rf"\bwhat (?:do|does|did) (?:the )?(?:abbreviation |acronym |letters? |name )?{_SHORT.format('a')}"
    r" (?:stands? for|mean|abbreviate)\b"
    rf"|\bwhat(?: is|'s) (?:the )?{_SHORT.format('b')} (?:short|an (?:abbreviation|acronym))\b"
    rf"|\b(?:full|long) (?:form|name) (?:of|for) (?:the )?{_SHORT.format('c')}"
    rf"|\b(?:expansion|meaning) of (?:the )?(?:abbreviation|acronym) {_SHORT.format('d')}"
    rf"|\bwhy (?:is|was) (?:the method )?{_SHORT.format('f')},? (?:called|named|dubbed) (?:so|that|like that|(?P=f))"
    rf"|\bwhere does the name (?:of )?{_SHORT.format('g')} come from\b|\bhow did {_SHORT.format('h')} get its name\b"
    r"|(?P<i>[A-Za-z][\w+-]*)\s*(?:这个名字)?(?:为什么|为何)(?:要)?(?:叫|称为|取名)"
    r"|(?P<e>[A-Za-z][\w+-]*)\s*(?:是什么的缩写|是什么缩写|代表什么|的全称)",
    re.IGNORECASE,
)


def asked_short(question: str) -> str:
    """The short name that a question wants spelled out; empty where it wants none."""
    match = _ASKED.search(question)
    short = next(filter(None, match.groups()), "") if match else ""
    return short if re.search(r"[A-Z].*[A-Z]", short) else ""


def spelled_out_in(short: str, paper: Paper) -> Span | None:
    """The sentence of an abstract that says what a short name stands for; None where none does.

    Args:
        short: such as "DPO".
        paper: that may say it.
    """
    letters = re.escape(re.sub(r"s$", "", short))
    anyhow = re.compile(rf"\([*_]*(?P<name>{letters})s?[*_]*[,;)]", re.IGNORECASE)
    holds = re.compile(rf"(?<![\w-]){letters}s?(?![\w-])")
    bracketed = re.compile(rf"\([*_]*{letters}s?[*_]*[,;)]")
    spans = sentence_spans(paper.abstract)
    sentences = [(span, paper.abstract[span.start : span.end]) for span in spans]
    for span, sentence in sentences:
        after = re.search(rf"(?<![\w-]){letters}s?[*_]*\s*\(([^)]+)\)", sentence)
        if bracketed.search(sentence) or expansion(short, sentence) or (after and len(after[1].split()) > 2):
            return span
        if short.casefold() in _marked(sentence) or any(is_short(match["name"]) for match in anyhow.finditer(sentence)):
            return span  # "**L**ow-rank **E**xpert **S**earch"; "EOH" is asked for, "(EoH)" said
    if holds.search(paper.abstract):
        return None
    return next((span for span, sentence in sentences if is_spelled_out(short, _capitals(sentence))), None)


def _marked(sentence: str) -> str:
    """The letters that a sentence sets in bold inside its words, one after the other, in small letters."""
    inside = re.findall(r"(?:\*\*|\\textbf\{|\\underline\{)([A-Za-z]{1,3})(?:\*\*|\})(?=([\w-]?))", sentence)
    return "".join(letters for letters, _ in inside).casefold() if any(after for _, after in inside) else ""


def _capitals(sentence: str) -> str:
    """The words of a sentence that begin with a capital, each run of them: "Long Range Arena"."""
    return " | ".join(re.findall(r"[A-Z][\w-]*(?:[ -](?:of |for |the )?[A-Z][\w-]*)+", sentence))

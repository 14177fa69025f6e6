"""Shaped: the papers whose title or abstract is of a shape, counted letter by letter."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rag.corpus.superlatives import Superlative
from rag.papers import Paper
from rag.questions import is_asked_in_cjk
from rag.text.escapes import literal
from rag.understanding.shapes import Shape

_SHOWN = 60
_ENGLISH = {
    "title": ("title", "titles"), "abstract": ("abstract", "abstracts"),
    "starts": ("starts with {it}", "start with {it}"), "ends": ("ends with {it}", "end with {it}"),
    "has": ("has {it}", "have {it}"), "link": ("has a web address", "have a web address"),
    "one": "1 {what}", "many": "{n} {what}",
    "same": "exactly {least} words", "same one": "exactly 1 word", "least": "at least {least} words",
    "most": "at most {most} words",
    "range": "{least} to {most} words", "words": ("has {it}", "have {it}"),
    "lead": "**{n} {does}**, of {total}{on}.", "sign": "the sign “{name}” ({signs})", "text": "“{text}”",
    "on": " on {topic}",
    "rest": " The first {shown} are listed.", "digit": "a digit",
}  # fmt: skip
_CHINESE = {
    "title": ("个标题", "个标题"), "abstract": ("篇摘要", "篇摘要"), "starts": ("以{it}开头",) * 2,
    "ends": ("以{it}结尾",) * 2,
    "has": ("含有{it}",) * 2, "link": ("含有网址",) * 2, "one": "1 {what}", "many": "{n} {what}",
    "same": "恰好 {least} 个词", "same one": "恰好 1 个词", "least": "至少 {least} 个词",
    "most": "至多 {most} 个词", "range": "{least} 到 {most} 个词",
    "words": ("有{it}",) * 2, "lead": "**有 {n}{does}**，共 {total} 篇{on}。", "sign": "{name}（{signs}）",
    "text": "“{text}”",
    "on": "关于{topic}的论文", "rest": "列出前 {shown} 篇。", "digit": "数字",
}  # fmt: skip


def shaped(shape: Shape, question: str, papers: Iterable[Paper], topic: str = "") -> Superlative:
    """Count the papers of a shape.

    Args:
        shape: that is asked for.
        question: as asked; the answer is framed in its language.
        papers: that are looked at.
        topic: that these are on; empty where they are all.
    """
    words: Mapping[str, Any] = _CHINESE if is_asked_in_cjk(question) else _ENGLISH
    looked_at = list(papers)
    found = [paper for paper in looked_at if shape.fits(paper)]
    several = len(found) != 1
    what = words[shape.of][several]
    does = str(words[shape.kind][several]).format(it=_told(shape, words))
    lead = str(words["lead"]).format(
        n=str(words["many" if several else "one"]).format(n=f"{len(found):,}", what=what),
        does=does,
        total=f"{len(looked_at):,}",
        on=str(words["on"]).format(topic=literal(topic)) if topic else "",
    )
    if len(found) > _SHOWN:
        lead += str(words["rest"]).format(shown=_SHOWN)
    by_words = shape.kind == "words"
    return Superlative(lead, _ids(found), in_words=by_words, verbatim=not by_words, last=shape.kind == "ends")


def _ids(papers: Sequence[Paper]) -> tuple[str, ...]:
    return tuple(paper.paper_id for paper in papers[:_SHOWN])


def _told(shape: Shape, words: Mapping[str, Any]) -> str:
    if shape.kind == "words":
        key = "least" if shape.most is None else "most" if not shape.least else "range"
        key = "same" if shape.least == shape.most else key
        key = "same one" if key == "same" and shape.least == 1 else key
        return str(words[key]).format(least=shape.least, most=shape.most)
    if shape.text.isdigit():
        return str(words["digit"])
    if shape.name:
        return str(words["sign"]).format(name=shape.name, signs=" ".join(shape.text))
    return str(words["text"]).format(text=literal(shape.text))

"""Lacks: papers asked for by what they do not have ("papers without code", "that lack experiments").

An abstract that does not name a thing does not tell that the paper has none, so these are neither listed nor counted.
"""

import re

_HEAD = r"\b(?:papers|works|articles|studies|publications|many)\b"
_THING = (
    r"(?:(?:any|public(?:ly available)?|open|source|released?|official|real|empirical|human|user|theoretical|formal"
    r"|ablation|experimental|numerical|baseline|statistical)\s+)*"
    r"(?:code|github|links?|experiments?|evaluations?|results?|theory|theorems?|proofs?|ablations?|stud(?:y|ies)|baselines?"
    r"|comparisons?|figures?|appendix|limitations?|simulations?|guarantees?|data(?:sets?)?|affiliations?|acronyms?)"
)
"""What a paper may have without its abstract saying so; a thing of methods ("no labels") is a topic instead."""
_ENGLISH = re.compile(
    rf"{_HEAD}[^?.!]*?\b(?:lack(?:s|ing)?|hav(?:e|ing)\s+no|has\s+no|with\s+no|come\s+without|(?:do|does)(?:\s+not|n['’]t)\s+"
    r"(?:have|include|contain|provide|release|report|publish|share)|(?:contain|provide|report|include|release)s?\s+no)\s+"
    rf"(?P<what>{_THING})\s*(?:at all|in their abstracts?)?\s*[?.!]*\s*$"
    rf"|{_HEAD}\s+without\s+(?P<bare>{_THING})\s*[?.!]*\s*$",
    re.IGNORECASE,
)
_CHINESE = re.compile(
    r"(?:论文|文章)[^。？?]{0,6}(?<!有)(?:没有?|缺(?:少|乏)|未(?:提供|公开|包含))(?:提供|公开|包含)?(?P<what>代码|源码|实验|理论|证明|消融实验|数据集?|基线)"
    r"|(?<!有)(?:没有?|缺(?:少|乏)|[未不](?:提供|公开|包含))(?:提供|公开|包含)?(?P<first>代码|源码|实验|理论|证明|消融实验|数据集?|基线)的(?:论文|文章)"
)


def lacking(question: str) -> str:
    """What papers are asked for to be without, where abstracts cannot tell it; empty for any other question."""
    found = _ENGLISH.search(question) or _CHINESE.search(question)
    return next((text.strip() for text in found.groups() if text), "") if found else ""


def untold(thing: str, *, cjk: bool) -> str:
    """That abstracts do not tell which papers are without a thing."""
    if cjk:
        return (
            f"这些论文没有说明。摘要没有提到“{thing}”，并不表示论文没有{thing}，因此无法列出或统计这样的论文；"
            f"可以改问：有多少篇论文没有提到{thing}？"
        )
    return (
        f"These papers do not say. An abstract that does not name “{thing}” does not tell that its paper has none, so "
        f"such papers can be neither listed nor counted. Ask instead: How many papers do not mention {thing}?"
    )

"""Switching: the question before, asked of another subject: "And for SSL4Q?", "What about graphs?", "那 AQLM 呢？"."""

import re
from collections.abc import Sequence

from rag.corpus.topics import topic_of
from rag.papers import Paper
from rag.questions import content_terms, is_cjk, names
from rag.understanding.aspects import is_aspect
from rag.understanding.filters import is_author
from rag.understanding.standalone import Standalone
from rag.understanding.subjects import JOINT
from rag.understanding.talk import Exchange

_PREPOSITIONS = r"(?:on|in|for|with|about|of|from|by|using|against|to|at|under)"
_SWITCH = re.compile(
    r"^\W*(?:(?:and|but|so|then|ok(?:ay)?|also)\s*,?\s+)*(?:(?:what|how)\s+about|and|but)\s+(?P<subject>.+?)\s*\?*$"
    r"|^(?:那么?|还有|而)\s*(?P<cjk>[^，。？?]{1,40}?)\s*呢?[？?]?$|^(?P<bare_cjk>[^，。？?]{1,30}?)\s*呢[？?]?$",
    re.IGNORECASE,
)
_ASPECT_START = re.compile(
    r"^(?:if|when|why|how|what|which|who|where|is|are|was|were|do|does|did|can|could|has|have|will|would|its?"
    r"|their|his|her"
    r"|they|that|this|these|those|it|not|without|only|just)\b",
    re.I,
)
_LEADING = re.compile(rf"^(?P<preposition>{_PREPOSITIONS})\s+(?P<object>.+)$", re.IGNORECASE)
_NEXT = r"(?=\s+(?:on|in|for|with|about|from|by|using|against|since|that|which|and|but)\b|\s*(?:[?.,;!？。，]|$))"
_VERBS_CJK = re.compile(r"^(?:研究|关于|有关|涉及|讨论|使用|用)了?\s*(?:的是)?")
_BY_MEANS_CJK = re.compile(
    r"^(?:使用|利用|采用|基于|用)了?[^，。]{2,}?(?:来)?(?:做|生成|设计|预测|研究|解决|处理|进行)(?P<what>[^，。]{2,})$"
)
_LONGEST = 8
_ONE = re.compile(
    r"^the\b.*\b(?:ones?|papers?|method|work)$|^(?:the|that)\s+(?:paper|article|one|work|study)\s+(?:on|about|with|for)\s",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_ONLY_YEAR = re.compile(rf"(?:(?:in|from|of)\s+)?{_YEAR.pattern}年?")
_WROTE_ELSE = re.compile(
    r"\bwhat\s+(?:else|other\s+\w+)\s+(?:did|does|has|have)\s+(?P<who>.+?)\s+(?:write|written|publish|published)\b"
    r"|(?P<cjk>[^，。？\s]{2,40}?)还(?:写|发表)(?:了|过)",
    re.IGNORECASE,
)
_OTHERS_ON = re.compile(
    r"^\W*(?:(?:and|so|ok(?:ay)?|please|are|is|there|any|some|what|which|show|me|find|list)[\s,]+)*(?:other|more|further|another)\s+"
    r"(?:papers?|works?|articles?|studies)\s+(?:there\s+)?(?:are\s+)?(?:on|about|using|for)\s+(?P<what>[^?.!]+?)\W*$"
    r"|^\W*(?:还有|有没有|有|还有没有|请|再|，)*(?:其他|其它|别的|更多)的?(?:关于|研究|有关)(?P<cjk>[^，。？?]+?)的(?:论文|文章|工作)(?:吗|呢|有哪些)?\W*$",
    re.IGNORECASE,
)
_SAME = re.compile(
    r"(?:this|that|it|these|those|them|the\s+(?:same|topic|subject)|这|该|它|同)\b|$|[这该它同]", re.IGNORECASE
)
_BY_THE_SAME = re.compile(
    r"^\W*(?:(?:and|so|any|are|there|what|which|show|me|find|list|other|more|further|the|all)[\s,]+)*(?:papers?|works?|articles?|publications)\s+"
    r"(?:(?:are\s+)?(?:by|from|of)|(?:do|did|have)\s+)\s*(?:the\s+(?:same\s+)?authors?|these\s+authors|its\s+authors|them|the\s+same\s+(?:people|group|team))"
    r"(?:\s+(?:here|write|written|wrote|too))*\W*$"
    r"|^\W*(?:还有|有没有|有|这些|该|它的?|同一?批?|同样的?|相同的?|其|，)*作者(?:们)?的?(?:还有|其他|其它|别的|有)+(?:的)?(?:论文|文章|工作)?(?:吗|呢|有哪些)?\W*$",
    re.IGNORECASE,
)
_COMPARED = re.compile(
    r"(?:和|与|跟|同|比)\s*.+?(?:相比|比较|对比|比起来)|(?:compared|in\s+comparison)\s+(?:to|with)\b", re.I
)
"""What the paper talked of is compared with is not asked of next."""
_PERSON = re.compile(r"he|she|they|他|她|他们|作者", re.IGNORECASE)


def other_subject(question: str) -> str:
    """The subject that a question names to be asked of next, with the preposition before it; empty where it names none.

    A name alone ("EAGLE?") is one, too.
    """
    text = question.strip()
    match = _SWITCH.match(text)
    found = (match["subject"] or match["cjk"] or match["bare_cjk"] or "") if match else ""
    if not match and re.fullmatch(r"(?:(?:of|for|by)\s+)?[A-Za-z0-9][\w.+-]*[!?.\s]*", text, re.ASCII) and names(text):
        found = text
    found = found.strip(" ?？呢。.!")
    if is_compared(found):
        return ""
    if (
        not found
        or _ASPECT_START.match(found)
        or _ASPECT_START.match(without_preposition(found))
        or len(found.split()) > _LONGEST
    ):
        return ""
    terms = [term for term in content_terms(found) if not is_aspect(term)]
    return found if terms else ""


def is_compared(question: str) -> bool:
    """Whether a follow-up compares what was talked of with another: "和 EoH 相比呢？", "compared with EoH?"."""
    return bool(_COMPARED.match(JOINT.sub("", question.strip())))


def without_preposition(subject: str) -> str:
    """A subject by itself: "for SSL4Q" is SSL4Q."""
    match = _LEADING.match(subject)
    return match["object"] if match else subject


def list_of_other(base: str, subject: str, topic: str) -> str:
    """A list that was asked for, of another topic; empty where it is not to be told what stands for what.

    "Which papers use diffusion for proteins?" and "for molecules": the object of the same preposition changes, else
    the topic.

    Args:
        base: the question that led to the list.
        subject: as `other_subject` gives it.
        topic: of the list, in the words of the base, where it has but one.
    """
    leading = _LEADING.match(subject)
    if leading:
        same = [*re.finditer(rf"\b{leading['preposition']}\s+(?P<what>[^?.,;!？]+?){_NEXT}", base, re.IGNORECASE)]
        if same:
            at = same[-1]
            return base[: at.start("what")] + leading["object"] + base[at.end("what") :]
        if leading["preposition"].lower() != "about":
            return ""
        subject = leading["object"]
    if topic and topic in base:
        return base.replace(topic, subject, 1)
    return ""


def topic_in(base: str) -> str:
    """The one topic of a list in the very words of the question that asked for it; empty where it has several."""
    if is_cjk(base):
        text = re.sub(
            r"^(?:有)?(?:哪些|哪几篇|多少篇|几篇|有没有|列出|找出)(?:所有|全部)?(?:论文|文章|工作|文献)?(?:是"
            r"|都)?|[？?。]$",
            "",
            base,
        )
        text = re.sub(r"的?(?:论文|文章|工作|文献)(?:有|都有|共有)?(?:哪些|多少篇?|几篇)?(?:吗)?$", "", text)
        if means := _BY_MEANS_CJK.match(text):  # the means stay, and what is done with them is of another thing
            return means["what"]
        return re.sub(r"的$", "", _VERBS_CJK.sub("", text))
    facets = topic_of(base).facets
    if len(facets) != 1:
        return ""
    match = re.search(re.escape(facets[0].alternatives[0]), base, re.IGNORECASE)
    return match[0] if match else ""


def says_one(subject: str) -> bool:
    """Whether a subject describes a paper ("the frog one"); any other may be asked of the paper talked of."""
    return bool(_ONE.search(subject))


def year_of(text: str, *, within: bool = False) -> str:
    """The year that a text is; with `within`, that it has. Empty where there is none."""
    found = _YEAR.search(text) if within or _ONLY_YEAR.fullmatch(text) else None
    return found[0] if found else ""


def also_by(said: str, question: str, papers: Sequence[Paper]) -> Standalone | None:
    """The other papers of an author who is named, or of the one author of the paper talked of.

    Args:
        said: as asked: "What else did she write?".
        question: the one before it, which may name one of the authors.
        papers: that it was answered from.
    """
    asked = _WROTE_ELSE.search(said)
    if asked is None or not papers:
        return None
    who = (asked["who"] or asked["cjk"]).strip()
    if _PERSON.fullmatch(who):
        authors = papers[0].authors
        told = [name for name in authors if name in question] or list(authors)
        if len(told) != 1:
            return None
        who = told[0]
    shown = tuple(paper.paper_id for paper in papers if any(is_author(name, who) for name in paper.authors))
    text = f"{who} 的论文有哪些？" if is_cjk(said) else f"Which papers are by {who}?"
    return Standalone(text, changed=True, settled=True, beyond=shown)


def others_on(said: str, talked: Sequence[Exchange]) -> Standalone | None:
    """The list of further papers on a subject that a follow-up names: "Other papers on audio editing?".

    Args:
        said: the follow-up.
        talked: the exchanges before it; the papers of the last are not to be listed again.
    """
    asked = _OTHERS_ON.match(said)
    what = "" if asked is None else (asked["what"] or asked["cjk"]).strip()
    if _SAME.match(what) or not any(not is_aspect(term) for term in content_terms(what)):
        return None
    text = f"哪些论文研究{what}？" if is_cjk(said) else f"Which papers are on {what}?"
    shown = tuple(paper.paper_id for paper in talked[-1].papers)
    return Standalone(text, changed=True, settled=True, beyond=shown)


def by_the_same(said: str, talked: Sequence[Exchange]) -> Standalone | None:
    """The other papers of the authors of the one paper talked of: "Papers by the same authors?".

    Args:
        said: the follow-up.
        talked: the exchanges before it.
    """
    papers = talked[-1].focus
    if not _BY_THE_SAME.match(said) or len(papers) != 1 or not papers[0].authors:
        return None
    who = list(papers[0].authors)
    if is_cjk(said):
        text = f"{'、'.join(who)} 的论文有哪些？" if len(who) == 1 else f"哪些论文的作者是 {' 或 '.join(who)}？"
    else:
        text = f"Which papers are by {' or '.join(who)}?"
    return Standalone(text, changed=True, settled=True, beyond=(papers[0].paper_id,))

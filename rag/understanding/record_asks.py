"""RecordAsk: what is asked of a paper's record beside who, when, where: counts, claims, links, what none has."""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from rag.questions import is_cjk
from rag.understanding.unrecorded import unrecorded_of

_NAME = r"[A-ZÀ-Ž][\w.'’-]*(?:\s+(?:van|von|de|der|den|del|di|da|la|le|el|bin|al)\b)*(?:\s+[A-ZÀ-Ž][\w.'’-]*){0,3}"
_SUBJECT = r"(?P<subject>[^?？]+?)"
_END = r"(?:\s+(?:paper|article|work))?\s*[?？.!。]*\s*$"
_PLACE_ENDS = r"(?:\s+(?:conference|proceedings|journal|paper|article|workshop))?"
_PUBLISHED = r"(?:published|presented|accepted|appear(?:ed)?|come out|released|printed)"
_MANY = r"(?:co-?)?(?:authors|people|persons|researchers|writers|scientists)"
_COUNT = (
    rf"^\W*how many {_MANY} (?:has|have|does|do|did|wrote|write|are (?:there )?(?:on|of|behind|in)|worked on"
    rf"|contributed to|co-?wrote"
    rf"|(?:co-?)?authored|is on) (?:the )?{_SUBJECT}(?:\s+(?:have|has|list|by))?{_END}",
    rf"\b(?:the )?(?:number|count) of (?:co-?)?authors (?:of|on|for|has|in) (?:the )?{_SUBJECT}{_END}",
    rf"^\W*by how many {_MANY} (?:was|is) (?:the )?{_SUBJECT} (?:written|authored|made){_END}",
    r"^(?P<subject>.+?)\s*(?:这篇)?(?:论文|文章)?(?:总共|一共|共)?的?(?:作者)?(?:总共|一共|共)?有?(?:多少|几)(?:位"
    r"|个|名)?\s*(?:作者|人写的?)",
    r"^(?P<subject>.+?)\s*(?:这篇)?(?:论文|文章)?的?(?:作者)(?:总共|一共|共)?(?:有|是)?(?:多少|几)(?:位|个|名|人)",
    r"^(?P<subject>.+?)\s*的?作者(?:人数|数量|数)",
)
_ZH_VENUE = r"(?P<venue>[A-Z][A-Za-z]+)\s*(?P<with>(?:19|20)\d\d)?"
_VENUE = r"(?P<venue>[A-Z][\w&.’'-]*(?:\s+[A-Z][\w&.’'-]*){0,6})"
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_PLACE = (
    rf"^\W*(?:was|is|were|did|has"
    rf"|had) (?:the )?{_SUBJECT} (?:been )?(?:already )?{_PUBLISHED}(?: as an? \w+)?(?: (?:at|in|by|on|with) (?:the )?"
    rf"(?:{_YEAR}|{_VENUE}(?:,?\s+(?:in )?(?P<with>(?:19|20)\d\d))?)){_PLACE_ENDS}{_END}",
    rf"^\W*(?:is|was) (?:the )?{_SUBJECT} (?:an? |from |at |in )+(?:the )?(?:{_VENUE}(?:\s+(?P<with>(?:19|20)\d\d))?"
    rf"|{_YEAR}){_PLACE_ENDS}{_END}",
    rf"^(?P<subject>[^?？]+?)\s*(?:这篇)?(?:论文|文章)?\s*(?:是否|是不是|是|有没有)?\s*(?:在|于|发表在"
    rf"|发表于)?\s*(?:{_ZH_VENUE}|{_YEAR}\s*年?)"
    r"\s*年?上?(?:发表|出版|接收|录用|收录)?(?:过|了)?的?(?:论文|文章)?吗",
    rf"^(?P<subject>[^?？]+?)\s*(?:这篇)?(?:论文|文章)?\s*(?:是否|是不是|有没有)\s*(?:在|于|发表在"
    rf"|发表于)?\s*(?:{_ZH_VENUE}|{_YEAR}\s*年?)"
    r"\s*年?上?(?:发表|出版|接收|录用|收录)?",
)
_IS_VENUE = re.compile(
    r"\b(?:NeurIPS|NIPS|ICML|ICLR|CVPR|ICCV|ECCV|WACV|ACL|EMNLP|NAACL|EACL|COLING|AAAI|IJCAI|KDD|WWW|SIGIR|COLT|ALT"
    r"|UAI|AISTATS|TMLR|JMLR|MLSys"
    r"|CoRL|RSS|ICRA|IROS|Interspeech|INTERSPEECH|ICASSP|SIGGRAPH|CHI|WSDM|CIKM|ICDM|RecSys|COLM|Nature|Science|PNAS"
    r"|Cell|arXiv|TPAMI|TACL)\b"
    r"|\b(?i:conference|journal|workshop|proceedings|transactions|symposium|letters|review|advances)\b"
)
"""What a paper may have appeared at: "is X an LLM paper" asks for no venue."""
_WRITE = (
    r"(?:write|written|wrote|author(?:ed)?|propose[d]?|introduce[d]?|invent(?:ed)?|publish(?:ed)?|create[d]?"
    r"|make|made|develop(?:ed)?)"
)
_AUTHOR = (
    rf"^\W*(?:did|has|have) (?P<name>{_NAME}) (?:also )?(?:co-?)?{_WRITE} (?:the )?{_SUBJECT}{_END}",
    rf"^\W*(?:is|was) (?P<name>{_NAME}) (?:(?:really|also) )?(?:an?|one of the|among the|the"
    rf"|on the)?\s*(?P<which>first|second|third|last|lead|senior)?\s*"
    rf"(?:co-?)?authors? (?:of|on|behind|for) (?:the )?{_SUBJECT}{_END}",
    rf"^\W*(?:was|is|were) (?:the )?{_SUBJECT} (?:co-?)?{_WRITE} by (?P<name>{_NAME}){_END}",
    rf"^(?P<name>{_NAME})\s*(?:写|撰写|提出|发表)(?:了|过)\s*(?P<subject>.+?)(?:这篇(?:论文|文章))?吗",
    rf"^(?P<name>{_NAME})\s*(?:是|是不是|是否是?)\s*(?P<subject>.+?)\s*的(?P<which>第[一二三]|最后"
    rf"|末位)?作者(?:之一)?(?:吗|[?？]|$)",
    rf"^(?P<subject>.+?)\s*(?:是|是不是|是否由?|是由)\s*(?P<name>{_NAME})\s*(?:写|撰写|提出|发表)的?(?:吗|[?？]|$)",
    rf"^(?P<subject>.+?)\s*的(?P<which>第[一二三]|最后|末位)?作者(?:是|是不是|有没有|包括)\s*(?P<name>{_NAME})\s*吗",
)
_LINK = (
    r"\b(?:what is|what['’]s|give me|show me|send me|tell me)?\s*(?:the )?(?:urls?|links?|web ?(?:page|site|address)"
    r"|address) (?:of|to|for) (?:the )?"
    rf"(?P<subject>[^?？]+?)\s+(?:paper|article|pdf){_END}",
    rf"^\W*where (?:can|could|do|may) (?:i|one|we|you) (?:read|find|get|download|see|access) (?:the )?(?:pdf of "
    rf"|full text of )?(?:the )?(?P<subject>[^?？]+?)\s+(?:paper|article|pdf){_END}",
    r"^(?P<subject>.+?)\s*(?:这篇)?(?:论文|文章)的?(?:链接|网址|地址|主页)",
    r"^(?P<subject>.+?)\s*(?:这篇)?(?:论文|文章)(?:在)?(?:哪里|哪儿)(?:可以|能)?(?:读到?|看到?|找到|下载)"
    r"|(?:在)?哪里(?:可以|能)(?:读到?|看到?|找到|下载)\s*(?P<other>[A-Za-z][\w+ .-]*?)\s*(?:这篇)?(?:论文|文章)",
)
_SHOWN = r"oral|spotlight|poster|workshop paper|口头报告|口头|焦点|海报"
_KIND = (
    rf"^\W*(?:was|is) (?:the )?{_SUBJECT} (?:(?:accepted|presented|selected) )?(?:as )?(?:an? )?(?P<name>{_SHOWN})"
    rf"(?:\s+(?:presentation|talk))?{_END}",
    rf"^(?P<subject>[A-Za-z][\w+ .-]*?)\s*(?:这篇)?(?:论文|文章)?\s*(?:是不是|是否(?:是|为)?|是|被(?:选为|评为)"
    rf"|有没有(?:被选为)?)\s*(?P<name>{_SHOWN})"
    r"\s*(?:论文|报告)?\s*(?:吗|[?？]|$)",
)
_IDENTIFIER = (
    rf"\b(?P<name>doi|arxiv) ?(?:ids?|numbers?|identifiers?|links?)? (?:of|for) (?:the )?{_SUBJECT}{_END}",
    r"^(?P<subject>.+?)\s*(?:这篇)?(?:论文|文章)?的\s*(?P<name>doi|arxiv)",
)
_FRAME = re.compile(
    r"\b(?:what|which|who|how|is|are|was|were|does|do|did|has|have|had|the|an?|of|on|in|for|from|to|by|at|and|many"
    r"|often|times|much|been|be|come|belong"
    r"|work|works|it|its|there|paper|article|authors?|first|last|lead|senior|corresponding|e-?mail|address"
    r"|university|affiliations?|institutions?"
    r"|compan(?:y|ies)|labs?|countr(?:y|ies)|citations?|cited|pages?|count|number|h-index|peer[- ]reviewed|review\w*"
    r"|scores?|ratings?|get|long|pdf"
    r"|most|highly|best|highest|least|github|code|repo(?:sitory)?|session|poster|where|downloads?|downloaded|viewed"
    r"|stars?|contact|details|please|tell|me|what['’]s"
    r"|wrote|written|did|say|said|about|behind|this)\b"
    r"|['’]s\b|[?？,.:!\"“”]",
    re.IGNORECASE,
)
_NO_SUBJECT = re.compile(
    r"^(?:any|some|papers?|here|an?|anything|something|it|this|that|them|these|those|he|she|they|more|other|all"
    r"|about)\b|\b(?:papers|articles)\b"
    r"|论文有|哪些|什么|这些",
    re.IGNORECASE,
)


_PLACES = {
    "lead": "first", "第一": "first", "第二": "second", "第三": "third", "senior": "last", "最后": "last",
    "末位": "last",
}  # fmt: skip


class Sort(StrEnum):
    """What is asked of a record."""

    COUNT = "count"
    PLACE = "place"
    AUTHOR = "author"
    LINK = "link"
    KIND = "kind"
    IDENTIFIER = "identifier"
    ABSENT = "absent"


@dataclass(frozen=True)
class RecordAsk:
    """What is asked of a paper's record.

    Args:
        subject: the paper that is meant, in the words of the question; empty where all papers are asked about.
        said: the venue, the author or the kind of paper that is claimed; the kind of identifier ("doi"); what no record
            has, in English and Chinese, parted by a bar.
        year: that is claimed.
        which: `first`, `second`, `third` or `last`, of the author that is claimed.
    """

    subject: str
    sort: Sort
    said: str = ""
    year: int | None = None
    which: str = ""


@lru_cache(maxsize=64)  # one question is read by several who answer
def record_ask_of(question: str, *, kinds: bool = False) -> RecordAsk | None:
    """What a question asks of a paper's record; None where it asks for none of this.

    Args:
        question: standing alone, in English or Chinese.
        kinds: records tell what kind of paper each is.
    """
    for sort, patterns in (
        (Sort.COUNT, _COUNT),
        (Sort.AUTHOR, _AUTHOR),
        (Sort.PLACE, _PLACE),
        (Sort.KIND, _KIND),
        (Sort.LINK, _LINK),
        (Sort.IDENTIFIER, _IDENTIFIER),
    ):
        for pattern in patterns:
            match = re.search(
                pattern,
                question,
                re.IGNORECASE if sort in (Sort.COUNT, Sort.LINK, Sort.IDENTIFIER, Sort.KIND) else re.NOFLAG,
            ) or (_lower(pattern, question))
            if match and (found := _ask(sort, match)) is not None:
                return found
    if (absent := unrecorded_of(question, kinds=kinds)) is not None:
        english, chinese, of_all = absent
        return RecordAsk("" if of_all else _rest(question), Sort.ABSENT, f"{english}|{chinese}")
    return None


def _lower(pattern: str, question: str) -> re.Match[str] | None:
    """The same where only the first letter of the question is a capital that the pattern does not have."""
    return re.search(pattern, question[:1].lower() + question[1:])


def _ask(sort: Sort, match: re.Match[str]) -> RecordAsk | None:
    groups = match.groupdict()
    subject = (groups.get("subject") or groups.get("other") or "").strip(" ,\"'“”《》")
    if not subject or _NO_SUBJECT.search(subject):
        return None
    year = groups.get("year") or groups.get("with")
    if sort is Sort.PLACE and groups.get("venue") and not _IS_VENUE.search(groups["venue"] or ""):
        return None
    said = (groups.get("venue") or groups.get("name") or "").strip()
    which = _PLACES.get(groups.get("which") or "", groups.get("which") or "")
    return RecordAsk(subject, sort, said, int(year) if year else None, which)


def _rest(question: str) -> str:
    if is_cjk(question):
        return " ".join(re.findall(r"[A-Za-z0-9][A-Za-z0-9+#.:-]*", question))
    return " ".join(_FRAME.sub(" ", question).split())

"""Ranking: who has the most papers, or which year or venue, as a question asks it: in all, or on a topic."""

import re
from dataclasses import dataclass

from rag.index.facts import Facts
from rag.understanding.people import people

_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBERS = (
    {word: at for at, word in enumerate(_WORDS, 1)}
    | {word: at for at, word in enumerate("一二三四五六七八九十", 1)}
    | {"twenty": 20, "两": 2}
)
_N = r"(?P<n{}>\d{{1,2}}|two|three|four|five|six|seven|eight|nine|ten|twenty)"
_PAPERS = r"(?:papers|articles|works|publications|abstracts)"
_PLACE = r"(?P<place{}>first|last|senior|lead|single|sole|solo)"
_PERSON = r"(?:authors?|researchers?|persons?|people|scientists?|ones?)"
_MOST = r"(?:the )?(?:most|highest number of|largest number of|greatest number of)"
_SUBJECT = (
    rf"(?:who(?:se)?|(?:which|what|list|name|show|give me|tell me)(?: (?:is|are))?(?: the)?(?: (?:top "
    rf")?{_N.format(1)})?"
    rf" (?:{_PLACE.format(1)}[- ])?(?:{_PERSON}|(?P<pair>two authors|pairs? of (?:co-?)?authors|(?:co-?)?author "
    rf"pairs?|duos?)"
    r"|(?P<year>(?:publication )?years?)|(?P<venue>venues?|conferences?|journals?)))"
)
_VERB = (
    r"(?:,? (?:has|have|had|is|are|was|were|wrote|written|write|published|publishes|publish|authored|co-?authored"
    r"|co-?wrote|appears?|here|of|the|an?|authors?|with|that|who|by|on|as|in|been|(?P<single>sole|single)"
    r"|(?P<lead>first|last|senior|lead)[ -]author(?:s|ed)?)){0,8}?"
)
_TAIL = (
    rf"(?:,? (?:together|jointly|with each other|(?:as )?(?:the |an? )?{_PLACE.format(3)}[ -]?authors?|here|overall"
    rf"|altogether"
    r"|in total|of all|by (?:number|count) of (?:their )?papers|by (?:their )?(?:paper|publication) counts?"
    r"|in (?:this|the) (?:index|corpus|collection|list|library|conference)))*"
)
_ENGLISH = (
    rf"\b{_SUBJECT}{_VERB} {_MOST}(?: {_PLACE.format(2)}[- ]author(?:ed|ship)?)? {_PAPERS}\b{_TAIL}",
    rf"\b{_SUBJECT}{_VERB} (?:the )?most (?:prolific|productive|published)\b(?: {_PLACE.format(2)})?(?: "
    rf"{_PERSON})?{_TAIL}",
    rf"\b{_SUBJECT}{_VERB} (?:(?:the )?most often|most frequently)\b(?: together)?{_TAIL}",
    r"\b(?:who|which (?:author|researcher)s?) (?:has |have )?(?:published|publishes|published|written|wrote|writes"
    r"|worked)"
    r" (?:the )?most\b(?= (?:on|about|in|for)\b|\W*$)",
    rf"\b(?:which|what) (?:authors? )?(?P<pair>two authors?|pairs? of (?:co-?)?authors?|(?:co-?)?author pairs?)\b"
    rf" (?:has |have )?(?:published|wrote|written|write|publish|collaborated?|collaborates?|co-?authored|worked)(?: "
    rf"together)?"
    rf"(?: (?:the )?most(?: often| frequently)?)(?: {_PAPERS})?(?: together)?{_TAIL}",
    rf"\b(?:(?:who|which|what) (?:is|are) )?(?:the )?(?:top|leading|busiest)(?: {_N.format(1)})?(?: most)?"
    rf"(?: (?:prolific|productive))?(?: {_PLACE.format(1)})?[ -](?:(?:co-?)?authors?|researchers)\b{_TAIL}",
    rf"\b(?:the )?(?:{_N.format(1)} )?most (?:prolific|productive)(?: {_PLACE.format(1)})?[ -](?:authors?"
    rf"|researchers?)\b{_TAIL}",
    rf"\b(?:the )?(?:{_N.format(1)} )?(?:authors?|researchers?) (?:with|who have|having) {_MOST} {_PAPERS}\b{_TAIL}",
    rf"\b(?:who|which author) is (?:the |an? )?{_PLACE.format(1)}[ -]author (?:most often|(?:of|on|in) {_MOST} "
    rf"{_PAPERS})",
    rf"\brank (?:all |the )*authors by (?:the |their )?(?:number of )?{_PAPERS}",
)
_PATTERNS = tuple(re.compile(pattern, re.IGNORECASE) for pattern in _ENGLISH)
_WHO_CJK = r"(?:谁|作者|学者|研究者|研究人员)"
_CHINESE = re.compile(
    rf"{_WHO_CJK}.*(?:最多|最高产|最活跃|前\s*[\d两二三四五六七八九十]+)"
    rf"|(?:最多|最高产|高产|最活跃|前\s*[\d两二三四五六七八九十]+).{{0,12}}{_WHO_CJK}"
)
_CHINESE_PAPERS = re.compile(r"论文|文章|发文|高产|写|发表|合作|合著|活跃")
_NOT_CHINESE = re.compile(
    r"哪一?篇|引用|作者(?:人数|数量|数)?(?:是)?最多的?(?:论文|文章|一篇)|第\s*[二三四五]\s*作者|女|大学|公司|机构|国"
)
_CHINESE_OF = re.compile(r"(?P<year>哪(?:一)?年(?:份)?|年份)|(?P<venue>哪(?:一)?个?(?:会议|期刊|刊物|出处))")
_PAIR_CJK = re.compile(r"哪(?:两|二)(?:位|个|名)|(?:两|二)位作者|一对作者|合作(?:次数)?最多|合著最多")
_FRAME_CJK = re.compile(
    r"第一作者|最后(?:一位|一名)?作者|末位作者|谁|哪(?:一|两|二|三|四|五|十|几)?(?:位|个|些|名)|作者|学者|研究者"
    r"|研究人员|身份|作为|以"
    r"|在(?=[^，。？?]{1,20}(?:领域|方面|上|中))|领域|方面|发文量?|发表(?:了|过|的)?|撰写|写(?:了|过|的)?|数量|篇数"
    r"|论文数|论文|文章"
    r"|最多|最高产|高产|最活跃|排名|前\s*[\d两二三四五六七八九十]+(?:位|名|个)?|是谁|有哪些|一起|合作|共同|次数|统计"
    r"|列出|请|署名|的|是|为|人"
)
_MORE = re.compile(
    rf"\b(?:more|fewer|most|fewest|less)\b.*?\b{_PAPERS}\b|\bmore (?:prolific|productive|published)\b"
    rf"|\b{_PAPERS}\b.*\b(?:more|fewer|most)\b"
    r"|\b(?:published|wrote|written|publish|write|writes|authored) (?:the )?(?:more|most|less)\b|\bmore often\b"
    r"|更多|更高产|(?:论文|文章|发表|写)[^。]{0,10}(?:多|少)",
    re.IGNORECASE,
)
_OPERATOR = r"(?P<op>more than|over|at least|exactly|only|just|no fewer than|no less than)"
_MANY = re.compile(
    rf"\b(?:(?:who|whose|authors?|researchers?|people|anyone|anybody)\b[^?.]{{0,40}}?\b(?:{_OPERATOR} )?"
    rf"(?P<n>\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (?P<plus>or more )?{_PAPERS}\b"
    r"|(?:authors?|researchers?|people)\b[^?.]{0,20}? (?:only|exactly|just) (?P<one>one|1|a single) (?:paper|article"
    r"|publication)\b"
    r"|(?:authors?|researchers?|people)\b[^?.]{0,20}? (?P<single>a single) (?:paper|article|publication)\b)"
    r"|(?:有|共有?)?(?:多少|哪些|几)?(?:位|个|名)?作者[^？?，。]{0,6}?(?P<zop>超过|多于|大于|至少|不少于|恰好|正好"
    r"|只有|仅有)?(?:有|发表了?|写了?)?\s*"
    r"(?P<zop2>超过|多于|大于|至少|不少于|恰好|正好)?\s*(?P<zn>\d+"
    r"|[一二三四五六七八九十两])\s*篇(?P<zplus>及?以上)?(?:的?(?:论文|文章))?",
    re.IGNORECASE,
)
_TOTAL = re.compile(
    r"^\W*(?:how many|what is the (?:total )?number of) (?:(?:different|distinct|unique|individual|separate) )?"
    r"(?:authors|researchers|people|names)(?: (?:are there|are (?:named|listed|represented)"
    r"|(?:do|does) (?:the|these|this|all)(?: \w+){1,2} (?:have|name|list)|(?:have )?wr(?:ote|itten) (?:these|the"
    r"|all)(?: the)? papers))?"
    r"(?: (?:here|in total|in all|altogether|overall|in (?:this|the|these) \w+))*\W*$"
    r"|^\W*(?:这里|库里|库中|索引[里中]?|数据集[里中]?|(?:全部|所有|这些)论文)?(?:总共|一共|共)?有?(?:多少|几)(?:位"
    r"|个|名)?(?:不同的?)?作者\W*$",
    re.IGNORECASE,
)
_TWO = 2
_PLACES = {"first": "first", "lead": "first", "last": "last", "senior": "last"}
_FROM = re.compile(r"^\s*(?:from|at|of)\s+(?:the\s+)?[A-Z]|^\s*(?:who|that)\s+(?:is|are|work)")


@dataclass(frozen=True)
class Ranking:
    """What is to be ranked by its papers.

    Args:
        of: "author", "first", "last", "sole", "pair", "year" or "venue"; "total" where authors are to be counted.
        said: the words of the question that ask it; empty where they stand all over it.
        count: how many are asked for; 0 where that is not said.
        names: the authors that alone are set against each other; none, where all are.
        least: papers that an author must have; 0 where the most are asked for.
        exactly: and no more.
    """

    of: str
    said: str = ""
    count: int = 0
    names: tuple[str, ...] = ()
    least: int = 0
    exactly: bool = False

    def rest(self, text: str) -> str:
        """What is left of a text without the words that ask for this; it may name a topic."""
        if self.names:
            for name in self.names:
                text = text.replace(name, " ")
            return _about(text)
        return text.replace(self.said, " ") if self.said else _FRAME_CJK.sub(" ", _CHINESE_OF.sub(" ", text))


def ranking_of(question: str, facts: Facts) -> Ranking | None:
    """What a question wants ranked by its papers; None where it wants none, or what no record tells.

    Args:
        question: standing alone.
        facts: tell which authors occur.
    """
    named = people(question, facts)
    if len(named) > 1 and _MORE.search(question):
        return Ranking(_place_in(question), names=tuple(dict.fromkeys(one.name for one in named)))
    if named:
        return None
    if _TOTAL.search(question):
        return Ranking("total", question)
    if match := _MANY.search(question):
        return _many(match)
    for pattern in _PATTERNS:
        if match := pattern.search(question):
            return None if _FROM.search(question[match.end() :]) else _english(match)
    return _chinese(question)


def _many(match: re.Match[str]) -> Ranking:
    groups = {name: text.lower() for name, text in match.groupdict().items() if text}
    said = groups.get("n") or groups.get("zn") or "1"
    number = int(said) if said.isdigit() else _NUMBERS.get(said, 1)
    operator = (
        groups.get("op")
        or groups.get("zop2")
        or groups.get("zop")
        or ("only" if {"one", "single"} & set(groups) else "")
    )
    exactly = operator in ("exactly", "only", "just", "恰好", "正好", "只有", "仅有")
    least = number + 1 if operator in ("more than", "over", "超过", "多于", "大于") else number
    return Ranking("author", match[0], least=least, exactly=exactly)


def _english(match: re.Match[str]) -> Ranking:
    groups = {name: text for name, text in match.groupdict().items() if text}
    number = groups.get("n1", "").lower()
    count = int(number) if number.isdigit() else _NUMBERS.get(number, 0)
    place = next((text.lower() for name, text in groups.items() if name.startswith(("place", "lead", "single"))), "")
    of = next((kind for kind in ("pair", "year", "venue") if kind in groups), "")
    if count == _TWO and re.search(r"\b(?:together|jointly|with each other)\b", match[0], re.IGNORECASE):
        of, count = "pair", 0  # "which two authors"
    of = of or ("" if not place else _PLACES.get(place, "sole")) or "author"
    return Ranking(of, match[0], count)


def _chinese(question: str) -> Ranking | None:
    if _NOT_CHINESE.search(question) or not _CHINESE_PAPERS.search(question):
        return None
    dated = _CHINESE_OF.search(question) if "最多" in question else None
    if dated is None and not _CHINESE.search(question):
        return None
    number = re.search(r"前\s*(\d{1,2}|[两二三四五六七八九十])", question)
    count = 0 if number is None else int(number[1]) if number[1].isdigit() else _NUMBERS[number[1]]
    of = "pair" if _PAIR_CJK.search(question) else _place_in(question)
    if dated is not None:
        of = "year" if dated["year"] else "venue"
    return Ranking(of, count=count)


def _place_in(question: str) -> str:
    if re.search(r"\b(?:first|lead)[- ]author|第一作者", question, re.IGNORECASE):
        return "first"
    return (
        "last"
        if re.search(r"\b(?:last|senior)[- ]author|最后(?:一位|一名)?作者|末位作者", question, re.IGNORECASE)
        else "author"
    )


def _about(text: str) -> str:
    """The topic after "on" or "about", or before 方面; empty where none is named."""
    found = re.search(r"\b(?:on|about)\b\s+(?P<what>[^,?]+)", text, re.IGNORECASE) or re.search(
        r"(?:在|关于)\s*(?P<what>[^，。？?在]{2,20}?)(?:领域|方面|上|中|的)", text
    )
    return found["what"] if found else ""

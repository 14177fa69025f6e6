"""Extreme: what a question asks to be the most or the least: the longest abstract, the newest paper, the average."""

import re
from dataclasses import dataclass

_NUMBERS = {
    word: at
    for at, word in enumerate(["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"], 1)
} | {word: at for at, word in enumerate("一二三四五六七八九十", 1)}
_COUNT = r"(?:the\s+)?(?P<n>\d{1,2}|two|three|four|five|six|seven|eight|nine|ten)?\s*"
_PAPERS = r"(?:papers?|articles?|works?|publications?|studies)"
_LENGTH = re.compile(
    rf"{_COUNT}\b(?P<way>longest|shortest)\s+(?P<what>abstract|title)(?P<many>s?)\b"
    r"|\b(?P<what2>abstract|title)(?P<many2>s?)\s+(?:here\s+)?(?:is|are|was|were)\s+(?:the\s+)?(?P<way2>longest|shortest)\b"
    r"|(?P<what_zh>摘要|标题|题目)(?:是)?最(?P<way_zh>长|短)的?(?P<n_zh>[\d一二三四五六七八九十]{0,2})(?:篇|个)?"
    r"|最(?P<way_zh2>长|短)的(?P<n_zh2>[\d一二三四五六七八九十]{0,2})(?:篇|个)?(?:论文|文章)?的?(?P<what_zh2>摘要"
    r"|标题|题目)",
    re.IGNORECASE,
)
_AUTHORS = re.compile(
    r"\b(?:the )?(?:(?P<most>most|highest number of|largest number of|greatest number of|longest list of)"
    r"|fewest|smallest number of|lowest number of|least)\s+(?:co-?)?authors\b(?=\s*(?:[?.!,;]|$|(?:on|about|in|for"
    r"|among|of"
    r"|here|that|which|with|from|at|and|using|overall|have|has)\b))"
    r"|\bmost co-?authored paper\b|\blargest (?:author )?team\b"
    r"|作者(?:人数|数量|数)?(?:是)?(?:最(?P<most_zh>多)|最少)(?!的?(?:作者|人))",
    re.IGNORECASE,
)
_AGE = re.compile(
    rf"\b(?P<new>newest|most recent)\s+(?=(?:\w+\s+)?{_PAPERS}\b)|\b(?:oldest|earliest)\s+(?=(?:\w+\s+)?{_PAPERS}\b)"
    rf"|\b{_PAPERS}\s+(?:here\s+)?(?:is|are|was|were|came)\s+(?:the\s+)?"
    r"(?:(?P<new2>newest|most recent)|oldest|earliest)\b"
    r"|最(?:(?P<new_zh>新)|早|旧)的?(?:一篇|[几\d]篇)?(?=论文|文章)|(?:论文|文章)(?:是)?(?:发表)?(?:得"
    r"|的)?最(?:(?P<new_zh2>新|晚)|早|旧)",
    re.IGNORECASE,
)
_UNTOLD = re.compile(
    r"\b(?:most|best|highest|least|top)[- ](?:(?:highly|often|frequently|widely)[- ])?"
    r"(?:cited|citations?|read|viewed|downloaded)\b"
    r"|\bcited (?:the )?(?:most|least)\b"
    r"|\b(?:most|highest number of|fewest) (?:citations|downloads|views|stars|likes)\b"
    rf"|\b(?:most|least) (?:popular|influential|impactful|important|famous)\s+(?={_PAPERS}\b)"
    rf"|\b{_PAPERS}\s+(?:is|are)\s+(?:the\s+)?(?:most|least) (?:popular|influential|impactful|famous)\b"
    r"|(?:被)?引用?(?:次数|量|数|率)?最(?:多|高|少)的?|最(?:高|多)(?:被)?引用?的?|最(?:有影响力?|受欢迎|热门|知名"
    r"|重要)的?(?=论文|文章)",
    re.IGNORECASE,
)
_MEAN = r"(?P<median>median)|average|mean"
_ONE = r"(?:an?|the|each|every|all|these|those|per|of|paper['’]?s?|paper|here|is|are|does|do|has|have)\s+"
_AVERAGE = re.compile(
    rf"\b(?:{_MEAN})\s+(?:(?:number|count|size|length|word count) of\s+|number of words (?:in|of"
    rf"|per)\s+)?(?:{_ONE}){{0,4}}"
    r"(?:(?P<what>abstracts?|titles?|authors?|author (?:count|list|team)s?|team)(?:['’]s?)?(?:\s+(?:length|size"
    r"|count)s?)?)"
    r"(?=\s*(?:[?.!,]|$|(?:on|about|in|for|among|of|here|per|that|which|with|long|each|have|has|be|is|are)\b))"
    r"|\bhow (?:long|many words|many)\s+(?:is|are|has|have|does|do|in)?\s*(?:the|an?)?\s*(?P<what2>abstract|title"
    r"|author)s?\b[^?]{0,40}?"
    r"\b(?:on average|(?P<median2>in the median))"
    r"|\bon average\b[^?]{0,12}\bhow (?:long|many)\s+(?:is|are|does)?\s*(?:the|an?)?\s*(?P<what3>abstract|title"
    r"|author)s?\b"
    r"|\b(?P<what4>abstract|title|author)s?\s+(?:\w+\s+){0,3}on average\b"
    r"|(?P<what_zh>摘要|标题|题目|作者)[^，。？?]{0,6}?(?:平均|(?P<median_zh>中位))"
    r"|(?P<what_zh3>摘要|标题|题目)[^，。？?]{0,4}平均"
    r"|(?:平均|(?P<median_zh2>中位数?))[^，。？?]{0,10}?(?P<what_zh2>摘要|标题|题目|作者)",
    re.IGNORECASE,
)
_LENGTH_ASKED = re.compile(
    r"\bhow (?:long|many words)\b|\bwords?\b|长度|有?多少个?(?:单词|词|字)?|多长|几个词", re.IGNORECASE
)
_KINDS = {"abstract": ("abstract", "摘要"), "title": ("title", "标题", "题目")}


@dataclass(frozen=True)
class Extreme:
    """What is asked to be the most or the least.

    Args:
        of: "abstract", "title", "authors", "age" or "untold".
        way: "longest", "shortest", "most", "fewest", "newest", "oldest", "average"; empty where there is only one.
        count: of papers asked for; 0 where that is not said.
        said: the words of the question.
    """

    of: str
    way: str = ""
    count: int = 0
    said: str = ""

    def rest(self, text: str) -> str:
        """What is left of a text without the words that ask for this; it may name a topic."""
        return _LENGTH_ASKED.sub(" ", text.replace(self.said, " "))


def extreme_of(question: str) -> Extreme | None:
    """The extreme that a question asks for; None where it asks for none."""
    if match := _AVERAGE.search(question):
        what = next(text for name, text in match.groupdict().items() if name.startswith("what") and text).lower()
        of = next((kind for kind, signs in _KINDS.items() if what.startswith(signs)), "authors")
        return Extreme(of, "average", said=match[0])
    if match := _LENGTH.search(question):
        groups = {name.rstrip("2").removesuffix("_zh"): text for name, text in match.groupdict().items() if text}
        way = "longest" if groups["way"].lower() in ("longest", "长") else "shortest"
        number = groups.get("n", "").lower()
        count = int(number) if number.isdigit() else _NUMBERS.get(number, 3 if groups.get("many") else 0)
        return Extreme("abstract" if groups["what"].lower() in ("abstract", "摘要") else "title", way, count, match[0])
    if match := _AUTHORS.search(question):
        few = re.search(r"\b(?:fewest|smallest|lowest|least)\b|最少", match[0], re.IGNORECASE)
        return Extreme("authors", "fewest" if few else "most", said=match[0])
    if match := _UNTOLD.search(question):
        return Extreme("untold", said=match[0])
    if match := _AGE.search(question):
        return Extreme("age", "newest" if any(match.groups()) else "oldest", said=match[0])
    return None

"""Team sizes: how many papers have so many authors, counted in the papers' records."""

import re
from collections.abc import Callable

from rag.corpus.superlatives import Superlative
from rag.index.facts import Facts
from rag.questions import is_asked_in_cjk

_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBERS = (
    {word: n for n, word in enumerate(_WORDS, 1)}
    | {"a single": 1, "a": 1, "no": 0}
    | dict(zip("一二三四五六七八九十", range(1, 11), strict=True))
)
_ENGLISH = re.compile(
    r"^\W*(?:(?:how many|which|what|list|show(?: me)?|find|count|number of)\s+)?(?:all\s+|the\s+|of\s+)*"
    r"(?:papers|articles|abstracts)\s+(?:here\s+|there\s+)?(?:that\s+)?"
    r"(?:have|has|with|were written by|written by|are by|by|are there with|had|having)\s+(?:(?P<low>\d+)\s*(?:to|-"
    r"|–)\s*"
    r"|between\s+(?P<low2>\d+)\s+and\s+)?"
    r"(?P<op>exactly|only|just|at least|at most|more than|over|fewer than|less than|no fewer than|no more than)?\s*"
    r"(?P<n>\d+|a single|a|no|" + "|".join(_WORDS) + r")\s*(?P<after>or more|or fewer|or less)?\s+authors?\W*$",
    re.IGNORECASE,
)
_CHINESE = re.compile(
    r"(?<!第)(?<![A-Za-z])(?<![A-Za-z] )(?:在|有)?(?:(?P<low>\d+)\s*(?:位|个|名|人)?\s*(?:到|至|-|–|~|～)\s*)?"
    r"(?P<op>超过|多于|大于|至少|不少于|少于|不到|至多|最多|不超过|只有|仅有|恰好|正好)?\s*(?:有)?\s*"
    r"(?P<n>\d+|[一二三四五六七八九十两])\s*(?:位|个|名)?\s*(?P<after>及?以上|及?以下)?(?:的)?作者(?:的)?(?:论文|文章)?"
    r"|作者(?:人数|数量|数)?(?:在|为|是|有)?\s*(?:(?P<low2>\d+)\s*(?:位|个|名|人)?\s*(?:到|至|-|–|~|～)\s*)?"
    r"(?P<op2>超过|多于|大于|至少|不少于|少于|不到|至多|最多|不超过|只有|仅有|恰好|正好|仅)?\s*(?:有)?\s*"
    r"(?P<n2>\d+|[一二三四五六七八九十两])\s*(?:位|个|名|人)(?P<after2>及?以上|及?以下)?"
)
_ASKS_CJK = re.compile(
    r"(?:多少|几)\s*篇|哪些\S{0,4}(?:论文|文章)|(?:论文|文章)\S{0,2}(?:有哪些|有多少|是哪些)|作者的(?:论文|文章)\W*$"
)
_ABOVE = ("more than", "over", "超过", "多于", "大于")
_LEAST = ("at least", "no fewer than", "至少", "不少于", "or more", "以上", "及以上")
_BELOW = ("fewer than", "less than", "少于", "不到")
_MOST = ("at most", "no more than", "至多", "最多", "不超过", "or fewer", "or less", "以下", "及以下")
_SHOWN = 5


def team_size(question: str, facts: Facts, allowed: frozenset[str] | None = None) -> Superlative | None:
    """Count the papers of so many authors; None where no such thing is asked, or no record has authors.

    Args:
        question: as asked.
        facts: of all papers.
        allowed: the papers to count; None for all.
    """
    match = _ENGLISH.search(question) or (_CHINESE.search(question) if _ASKS_CJK.search(question) else None)
    if match is None:
        return None
    rows = [
        (paper_id, len(names.split("; ")))
        for paper_id, names in zip(facts.ids, facts.authors, strict=True)
        if names and (allowed is None or paper_id in allowed)
    ]
    if not rows:
        return None
    groups = {name.removesuffix("2"): text for name, text in match.groupdict().items() if text}
    number = _number(groups["n"])
    if "low" in groups:
        low = int(groups["low"])
        fits, in_english, in_chinese = _range(low, number)
    else:
        fits, in_english, in_chinese = _reading((groups.get("op") or groups.get("after") or "").casefold(), number)
    found = [paper_id for paper_id, count in rows if fits(count)]
    if is_asked_in_cjk(question):
        return Superlative(f"**{len(found)} 篇论文有{in_chinese}位作者**，共 {len(rows)} 篇。", tuple(found[:_SHOWN]))
    have = "1 paper has" if len(found) == 1 else f"{len(found):,} papers have"
    authors = "author" if number == 1 else "authors"
    lead = f"**{have} {in_english} {authors}**, of {len(rows):,} whose record names any."
    return Superlative(lead, tuple(found[:_SHOWN]))


def _number(said: str) -> int:
    return 2 if said == "两" else int(said) if said.isdigit() else _NUMBERS[said.casefold()]


def _range(low: int, high: int) -> tuple[Callable[[int], bool], str, str]:
    return lambda count: low <= count <= high, f"{low} to {high}", f" {low} 到 {high} "


def _reading(operator: str, number: int) -> tuple[Callable[[int], bool], str, str]:
    """Which counts are meant, and that in English and in Chinese; "one author" means one alone."""
    if operator in _ABOVE:
        return lambda count: count > number, f"more than {number}", f"超过 {number} "
    if operator in _LEAST:
        return lambda count: count >= number, f"at least {number}", f"至少 {number} "
    if operator in _BELOW:
        return lambda count: count < number, f"fewer than {number}", f"少于 {number} "
    if operator in _MOST:
        return lambda count: count <= number, f"at most {number}", f"至多 {number} "
    return lambda count: count == number, f"{number}" if number else "no", f" {number} "

"""Shape: what the letters of a title or an abstract are asked to be: how it begins or ends, its signs, its words."""

import re
from dataclasses import dataclass

from rag.papers import Paper

_OF = r"(?P<of>titles?|abstracts?)(?:['’]s?)?"
_THAT = r"(?:(?:that|which|do|does|of which)\s+)?(?:all\s+)?"
_TEXT = (
    r"(?:an?\s+|the\s+)?(?:exact\s+)?(?:(?:words?|phrases?|letters?|sentence"
    r"|string)\s+)?(?P<text>[^?？]+?)\s*[?.!]*\s*$"
)
_SIGNS = {
    r"question[- ]marks?|问号": "?", r"exclamation[- ](?:marks?|points?)|感叹号|叹号|惊叹号": "!",
    r"semicolons?|分号": ";",
    r"colons?|冒号": ":", r"commas?|逗号": ",", r"full stops?|periods?|句号": ".",
    r"parenthes[ei]s|round brackets?|brackets?|括号": "()", r"ampersands?": "&", r"slash(?:es)?|斜杠": "/",
    r"quotation[- ]marks?|quotes|引号": "\"“”", r"apostrophes?": "'’", r"em[- ]dash(?:es)?|dash(?:es)?|破折号": "—–",
    r"hyphens?|连字符": "-", r"dollar signs?|latex|formulas?|formulae|equations?|maths?|公式|数学公式": "$",
    r"(?:numbers?|digits?|numerals?)(?!\s+of\b)|数字": "0123456789",
}  # fmt: skip
_SIGN = "|".join(f"(?:{pattern})" for pattern in _SIGNS)
_LINK = r"urls?|(?:hyper)?links?|web ?(?:address(?:es)?|links?|sites?)|链接|网址"
_HAS = r"(?:contain|have|has|had|include|with|use|carry|feature)(?:s|ing)?"
_N = r"(?P<n>\d{1,4}|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty)"
_OP = (
    r"(?P<op>exactly|only|just|at least|at most|more than|over|above|fewer than|less than|under|below|no more than"
    r"|no fewer than)"
)
_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBERS = (
    {word: at for at, word in enumerate(_WORDS, 1)}
    | {word: at for at, word in enumerate("一二三四五六七八九十", 1)}
    | {"twelve": 12, "fifteen": 15, "twenty": 20, "两": 2}
)
_ENGLISH = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        ("starts", rf"\b{_OF}\s+{_THAT}(?:start|begin|open)(?:s|ning|ing)?\s+(?:with\s+|by\s+|in\s+)?{_TEXT}"),
        ("starts", rf"\b(?:start|begin|open)(?:s|ning|ing)?\s+(?:the|their|its)\s+{_OF}\s+(?:with|by)\s+{_TEXT}"),
        ("ends", rf"\b{_OF}\s+{_THAT}(?:end|finish|close)(?:s|ing)?\s+(?:with|in|on|by)\s+{_TEXT}"),
        ("ends", rf"\b(?:end|finish|close)(?:s|ing)?\s+(?:the|their|its)\s+{_OF}\s+(?:with|in|on)\s+{_TEXT}"),
        (
            "asks",
            rf"\b{_OF}\s+{_THAT}(?:are|is|take the form of|phrased|posed|being)\s+(?:phrased as |posed as |written "
            rf"as )?(?:an? )?questions?\b",
        ),
        ("asks", rf"\b(?:questions? (?:as|in) (?:the|their|its) |with questions? as ){_OF}"),
        (
            "has",
            rf"\b{_OF}\s+{_THAT}{_HAS}\s+(?:an?\s+|the\s+|any\s+|some\s+|at least one\s+)?(?:(?P<link>{_LINK})"
            rf"|(?P<sign>{_SIGN}))(?=\s*(?:[?.!,]|$|in\b|on\b|about\b))",
        ),
        (
            "has",
            rf"\b{_HAS}\s+(?:an?\s+|the\s+|any\s+|some\s+)?(?:(?P<link>{_LINK})|(?P<sign>{_SIGN}))\s+in\s+(?:the"
            rf"|their|its)\s+{_OF}",
        ),
        (
            "words",
            rf"\b{_OF}\s+{_THAT}(?:(?:of|with|have|has|having|are|is)\s+)?(?:between\s+|from\s+)?{_N}\s*(?:and|to|-"
            rf"|–)\s*(?P<m>\d+)\s+words?(?:\s+long)?",
        ),
        (
            "words",
            rf"\b{_OF}\s+{_THAT}(?:(?:of|with|have|has|having|are|is)\s+)?(?:{_OP}\s+)?{_N}[\s-]*(?P<after>or more"
            rf"|or fewer|or less|\+)?\s*words?(?:\s+(?P<after2>or more|or fewer|or "
            rf"less))?(?:\s+long)?(?=\s*(?:[?.!,]|$|in\b|on\b|about\b|long\b))",
        ),
        ("words", rf"\b{_OF}\s+{_THAT}(?:(?:are|is)\s+)?(?P<op>longer|shorter)\s+than\s+{_N}\s+words?"),
        ("words", rf"\b{_N}[- ]words?(?:[- ]long)?\s+{_OF}"),
    )
)
_OF_CJK = r"(?P<of>标题|题目|题名|摘要)"
_OP_CJK = r"(?P<op>超过|多于|大于|至少|不少于|少于|不到|至多|最多|不超过|只有|仅有|恰好|正好|长于|短于)"
_N_CJK = r"(?P<n>\d{1,4}|[一二三四五六七八九十两])"
_CHINESE = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        ("starts", rf"{_OF_CJK}[^，。？?]{{0,4}}?(?:是)?以\s*(?P<text>[^？?，。]+?)\s*(?:这个词|一词)?\s*(?:开头"
        rf"|开始|起始|打头)的?"),
        ("ends", rf"{_OF_CJK}[^，。？?]{{0,4}}?(?:是)?以\s*(?P<text>[^？?，。]+?)\s*(?:这个词|一词)?\s*(?:结尾|结束"
        rf"|收尾)的?"),
        ("asks", rf"{_OF_CJK}(?:是|为|采用)?(?:一?个)?(?:疑问句|问句|问题形式|提问)(?:形式)?的?"),
        ("has", rf"{_OF_CJK}(?:中|里|里面|当中)?(?:都)?(?:带有?|包含|含有?|有|出现|使用)(?:了"
        rf"|过)?\s*(?:(?P<link>{_LINK})|(?P<sign>{_SIGN}))的?"),
        ("words", rf"{_OF_CJK}(?:长度)?(?:在|有|为)?\s*{_N_CJK}\s*(?:到|至|-|–|~)\s*(?P<m>\d+)\s*个?(?:英文)?(?:单词"
        rf"|词)(?:之间)?的?"),
        ("words", rf"{_OF_CJK}(?:长度)?(?:有|为)?\s*{_OP_CJK}?\s*(?:有)?\s*{_N_CJK}\s*个?(?:英文)?(?:单词"
        rf"|词)(?P<after>及?以上|及?以下)?的?"),
    )
)  # fmt: skip
_DENIED = re.compile(r"\b(?:not|never|without|no)\b|n['’]t\b|没有?|不(?!少|超|到)|未", re.IGNORECASE)
_QUOTES = "\"“”'‘’「」『』《》"
_URL = re.compile(r"https?://|www\.|\b[\w-]+\.(?:com|org|io|net|edu|ai)\b", re.IGNORECASE)
_MOST_WORDS = 8
_ORDER = re.compile(r"^\W*(?:please\s+)?(?:count|list|name|show(?: me)?|give me|find)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Shape:
    """What a title or an abstract is asked to be.

    Args:
        of: "title" or "abstract".
        kind: "starts", "ends", "has" (one of the signs in `text`), "link" or "words".
        said: the words of the question.
        text: that it starts or ends with, or the signs it has.
        name: the sign as the question names it; empty for words.
        least: words, at least.
        most: words, at most; None without a limit.
    """

    of: str
    kind: str
    said: str
    text: str = ""
    name: str = ""
    least: int = 0
    most: int | None = None

    def rest(self, text: str) -> str:
        """What is left of a text without the words that ask for this; it may name a topic."""
        return _ORDER.sub(" ", text.replace(self.said, " "))

    def part(self, paper: Paper) -> str:
        """The title or the abstract of a paper."""
        return paper.title.strip() if self.of == "title" else paper.abstract.strip()

    def fits(self, paper: Paper) -> bool:
        """Whether a paper is of that shape; letters are compared without their case."""
        text = self.part(paper)
        if self.kind == "words":
            count = len(text.split())
            return self.least <= count and (self.most is None or count <= self.most)
        if self.kind == "link":
            return bool(_URL.search(text))
        if self.kind == "has":
            return any(sign in text for sign in self.text)
        if self.kind == "starts":
            begun = re.sub(r"^[\s\"“”'‘’*_]+(?=\w)", "", text) if self.text[0].isalnum() else text
            return begun[: len(self.text)].casefold() == self.text.casefold() and not (
                self.text[-1].isalnum() and begun[len(self.text) : len(self.text) + 1].isalnum()
            )
        ended = re.sub(r"(?<=\w)[\s.?!\"“”*_]+$", "", text) if self.text[-1].isalnum() else text.rstrip("*_ ")
        if len(self.text) > 1 and not self.text[-1].isalnum():
            return ended[-1:] in self.text if self.name else ended.endswith(self.text)
        before = ended[: len(ended) - len(self.text)]
        return ended.casefold().endswith(self.text.casefold()) and not (
            self.text[0].isalnum() and before[-1:].isalnum()
        )


def shape_of(question: str) -> Shape | None:
    """The shape that a question asks for; None where it asks for none.

    Args:
        question: in English or Chinese.
    """
    for kind, pattern in (*_ENGLISH, *_CHINESE):
        if (match := pattern.search(question)) and not _DENIED.search(question[: match.end()]):
            return _shape(kind, match)
    return None


def _shape(kind: str, match: re.Match[str]) -> Shape | None:
    groups = {name: text for name, text in match.groupdict().items() if text}
    of = "abstract" if groups["of"].lower().startswith(("abstract", "摘要")) else "title"
    said = match[0]
    if kind == "asks":
        return Shape(of, "ends", said, "?", "question mark")
    if kind == "words":
        return _sized(of, said, groups)
    if kind == "has":
        return (
            Shape(of, "link", said)
            if "link" in groups
            else Shape(of, "has", said, _sign(groups["sign"]), groups["sign"])
        )
    text = groups["text"].strip()
    named = re.fullmatch(rf"(?:an?\s+|the\s+|一?个)?(?P<sign>{_SIGN})", text, re.IGNORECASE)
    if named:
        return Shape(of, kind, said, _sign(named["sign"]), named["sign"])
    quoted = re.match(rf"[{_QUOTES}]([^{_QUOTES}]+)[{_QUOTES}]", text)
    text = quoted[1].strip() if quoted else text.strip(_QUOTES + " ")
    return Shape(of, kind, said, text) if text and len(text.split()) <= _MOST_WORDS else None


def _sign(name: str) -> str:
    return next(signs for pattern, signs in _SIGNS.items() if re.fullmatch(pattern, name, re.IGNORECASE))


def _sized(of: str, said: str, groups: dict[str, str]) -> Shape:
    number = _number(groups["n"])
    if "m" in groups:
        return Shape(of, "words", said, least=number, most=int(groups["m"]))
    way = (groups.get("op") or groups.get("after") or groups.get("after2") or "").lower()
    if way in ("more than", "over", "above", "longer", "超过", "多于", "大于", "长于"):
        return Shape(of, "words", said, least=number + 1)
    if way in ("at least", "no fewer than", "or more", "+", "至少", "不少于", "以上", "及以上"):
        return Shape(of, "words", said, least=number)
    if way in ("fewer than", "less than", "under", "below", "shorter", "少于", "不到", "短于"):
        return Shape(of, "words", said, most=number - 1)
    if way in ("at most", "no more than", "or fewer", "or less", "至多", "最多", "不超过", "以下", "及以下"):
        return Shape(of, "words", said, most=number)
    return Shape(of, "words", said, least=number, most=number)


def _number(said: str) -> int:
    return int(said) if said.isdigit() else _NUMBERS[said.lower()]

"""Numbers with their units, in text and in formulas, and whether one is stated by another text."""

import math
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rag.text.analysis import analyze

_NAMES = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
nineteen twenty thirty forty fifty sixty seventy eighty ninety dozen
"""
_SMALL = dict(zip(_NAMES.split(), [*range(21), 30, 40, 50, 60, 70, 80, 90, 12], strict=True))
_SCALES = {
    "hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12, "k": 1e3, "m": 1e6, "b": 1e9,
    "t": 1e12, "mn": 1e6, "bn": 1e9, "百": 1e2, "千": 1e3, "万": 1e4, "亿": 1e8, "百万": 1e6, "十亿": 1e9,
}  # fmt: skip
_TIMES = {"twice": 2, "double": 2, "doubl": 2, "tripl": 3, "thrice": 3, "quadrupl": 4, "halv": 0.5}
# Unit: what it measures, and how many of the base unit it is.
_UNITS = {
    "%": ("%", 1), "percent": ("%", 1), "percentage": ("%", 1), "pp": ("%", 1), "percents": ("%", 1),
    "points": ("%", 1),
    "x": ("x", 1), "×": ("x", 1), "fold": ("x", 1), "times": ("x", 1), "倍": ("x", 1),
    "hz": ("hz", 1), "khz": ("hz", 1e3), "mhz": ("hz", 1e6), "ghz": ("hz", 1e9),
    "ns": ("s", 1e-9), "µs": ("s", 1e-6), "us": ("s", 1e-6), "ms": ("s", 1e-3), "millisecond": ("s", 1e-3),
    "s": ("s", 1), "sec": ("s", 1), "second": ("s", 1), "min": ("s", 60), "minute": ("s", 60), "h": ("s", 3600),
    "hour": ("s", 3600), "hr": ("s", 3600), "day": ("s", 86400), "week": ("s", 604800), "year": ("y", 1),
    "month": ("mo", 1),
    "nm": ("m", 1e-9), "µm": ("m", 1e-6), "mm": ("m", 1e-3), "cm": ("m", 1e-2), "km": ("m", 1e3), "metre": ("m", 1),
    "meter": ("m", 1), "kb": ("byte", 1e3), "mb": ("byte", 1e6), "gb": ("byte", 1e9), "tb": ("byte", 1e12),
    "mg": ("g", 1e-3), "kg": ("g", 1e3), "g": ("g", 1), "db": ("db", 1), "bit": ("bit", 1), "token": ("token", 1),
    "fps": ("fps", 1), "°c": ("°c", 1), "layer": ("layer", 1),
}  # fmt: skip
_WRITTEN = "|".join(sorted(_SMALL, key=len, reverse=True))
_NUMBER = re.compile(
    r"(?<![\w.^_])(?P<sign>[-−](?=\d))?(?P<digits>\d{1,3}(?:[, \u2009]\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)"
    r"(?:[eE](?P<e>[-+]?\d+))?(?:\s*(?:×|x|\*|·)\s*(?P<ten>10)\s*(?P<power>\^?[-−]?\d+|[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?"
    r"(?P<own>\^[-−]?\d+|[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?"
    r"(?P<scale>\s?(?:hundred|thousand|million|billion|trillion|mn|bn)s?\b|[kKMBT](?![\w])|\s?(?:百万|十亿|[百千万亿]))?"
    rf"|\b(?P<written>{_WRITTEN})(?P<ones>[- ](?:one|two|three|four|five|six|seven|eight|nine))?\b"
    r"(?P<wscale>[ -](?:hundred|thousand|million|billion|trillion)s?\b)?"
    rf"|\b(?P<fold>{_WRITTEN})fold\b"
    r"|\b(?P<times>twice|thrice|doubl\w+|tripl(?:e|es|ed|ing)\b|quadrupl\w+|halv\w+)\b"
    r"|\b(?P<orders>an|one|two|three|four|several|1|2|3)\s+orders?[- ]of[- ]magnitudes?"
    r"|\b(?P<half>half|(?:one|a)[- ](?:third|quarter)|two[- ]thirds|three[- ]quarters)\b",
    re.IGNORECASE,
)
_UNIT = re.compile(r"(?:\s|-|\s?\\)*(%|×|倍|[^\W\d_]+)")
_CAPITAL_UNIT = re.compile(r"\s?(?:GB|MB|TB|KB|GHz|MHz|Hz|FPS|X|B|M|K)\b")
_LOOSE = re.compile(
    r"(?:about|around|approximately|approx\.?|roughly|some|close to|circa|~|≈|∼|约|大约|大概|左右)[\s$]*$",
    re.IGNORECASE,
)
_OVER = re.compile(r"(?:over|more than|above|at least|exceed\w*|beyond|greater than|>|≥|超过|至少)[\s$]*$", re.I)
_UNDER = re.compile(r"(?:nearly|almost|under|less than|below|at most|fewer than|within|<|≤|近|将近|不到)[\s$]*$", re.I)
_FRACTIONS = {"half": 50, "third": 100 / 3, "quarter": 25, "thirds": 200 / 3, "quarters": 75}


_COUNTED_WITHIN = 5
"""Words after a number, what it counts among them: "two large synthetic image datasets"."""
_OWN_COUNTS = frozenset(analyze("paper abstract study work source"))
_COUNTED = {2: r"both|pair|dual|two|bi\w+|either|twin", 3: r"triple|tri\w+|both", 4: r"quad\w+"}


@dataclass(frozen=True)
class Quantity:
    """A number as a text states it.

    Args:
        value: in the base unit of what it measures.
        unit: what it measures: "%", "x" (a factor), "s"; empty where that is not known.
        noun: the analysed word after it.
        low, high: the values that would bear it out: both are `value` unless it is called approximate or a bound.
        start, end: where it stands in the text that `plain` gives.
        written: whether it is a word.
        named: whether it may be part of a name, as in "Llama 2".
    """

    value: float
    unit: str
    noun: str
    low: float
    high: float
    start: int
    end: int
    written: bool = False
    named: bool = False

    def states(self, other: "Quantity") -> bool:
        """Whether this, in an abstract, bears out another's number in an answer."""
        pairs = [(self.value, other.low, other.high)]
        if "%" in (self.unit, other.unit) and "" in (self.unit, other.unit):
            factor = 100 if other.unit == "%" else 0.01
            pairs.append((self.value * factor, other.low, other.high))
        elif self.unit and other.unit and self.unit != other.unit:
            return False
        return any(low - _grain(low) <= value <= high + _grain(high) for value, low, high in pairs)


def _grain(value: float) -> float:
    return 1e-6 * max(abs(value), 1e-9)


@lru_cache(maxsize=512)
def plain(text: str) -> str:
    """The text with LaTeX's marks around numbers undone; quantities are found in it."""
    text = re.sub(r"\\(?:text|mathrm|mathbf|bf|rm|textbf)\s*\{([^{}]*)\}", r"\1", text)
    text = re.sub(r"\\(?:times|cdot)(?![a-zA-Z])", "×", text)
    text = re.sub(r"\\(?:sim|approx)(?![a-zA-Z])", "≈", text)
    text = re.sub(r"\\(?:geq?)(?![a-zA-Z])", "≥", text)
    text = re.sub(r"\\(?:leq?)(?![a-zA-Z])", "≤", text)
    text = re.sub(r"\\[,;! ]|\{,\}", "", text)
    text = re.sub(r"\^\s*\{\s*([-−]?\s*\d+)\s*\}", lambda m: "^" + m[1].replace(" ", ""), text)
    return re.sub(r"\\([%$])", r"\1", text).replace("$", "").replace("**", "")


@lru_cache(maxsize=512)
def quantities(text: str) -> tuple[Quantity, ...]:
    """The numbers of a text, in order. Digits inside a name (GPT-4, CIFAR-10) are no numbers."""
    text = plain(text)
    return tuple(found for match in _NUMBER.finditer(text) if (found := _quantity(text, match)) is not None)


def _quantity(text: str, match: re.Match[str]) -> Quantity | None:
    before, start, end = text[: match.start()], match.start(), match.end()
    value = _value(match)
    if _is_of_a_name(text, match) or (match["written"] and value == 1 and not match["wscale"]):
        return None
    unit, noun, factor = "", "", 1.0
    if match["half"]:
        unit = "%"
    elif match["times"] or match["orders"] or match["fold"]:
        unit = "x"
    elif following := _UNIT.match(text, end):
        noun = (analyze(following[1]) or [""])[0]
        word = following[1].casefold()
        known = _UNITS.get(word) or _UNITS.get(word.removesuffix("s"))
        if known and not (word == "points" and match["written"]):
            unit, factor = known
            end = following.end(1)
    value *= factor
    low, high = _bounds(before, value)
    named = bool(re.search(r"[A-Z][\w-]*\s$", before))
    return Quantity(value, unit, noun, low, high, start, end, bool(match["written"]), named)


def _is_of_a_name(text: str, match: re.Match[str]) -> bool:
    if not match["digits"]:
        return False
    after = text[match.end() :]
    hyphened = re.search(r"[^\W\d]-$", text[: match.start()])
    capitals = re.match(r"-?[^\W\d_]*[A-Z]{1,2}(?![\w%])", after[:4]) and not match["scale"]
    return bool(hyphened or capitals) and not _CAPITAL_UNIT.match(after)


def _bounds(before: str, value: float) -> tuple[float, float]:
    """The values that would bear out a number after such words."""
    if _LOOSE.search(before):
        low, high = value * 0.95, value * 1.05
    elif _OVER.search(before):
        low, high = value, value * 1.15
    elif _UNDER.search(before):
        low, high = value * 0.85, value
    else:
        low = high = value
    return min(low, high), max(low, high)


def _value(match: re.Match[str]) -> float:
    if match["digits"]:
        value = float(re.sub(r"[, \u2009]", "", match["digits"]))
        value *= _ten_to(match["e"]) * (_ten_to(match["power"]) if match["ten"] else 1.0)
        if match["own"] and value == 10:
            value = _ten_to(match["own"])
        return (-value if match["sign"] else value) * _scale(match["scale"])
    if match["written"]:
        whole = _SMALL[match["written"].casefold()] + _SMALL.get((match["ones"] or " ")[1:].casefold(), 0)
        return float(whole) * _scale(match["wscale"])
    if match["fold"]:
        return float(_SMALL[match["fold"].casefold()])
    if match["times"]:
        return float(next(value for stem, value in _TIMES.items() if match["times"].casefold().startswith(stem)))
    if match["orders"]:
        orders = match["orders"].casefold()
        return _ten_to(str({"an": 1, "1": 1, "2": 2, "several": 3}.get(orders) or _SMALL.get(orders, 3)))
    return float(_FRACTIONS[re.split(r"[- ]", match["half"].casefold())[-1]])


def _scale(word: str | None) -> float:
    return _SCALES.get((word or "").strip(" -").casefold().removesuffix("s"), 1.0)


def _ten_to(text: str | None) -> float:
    digits = unicodedata.normalize("NFKC", (text or "0").lstrip("^")).replace("−", "-")
    power = max(min(int(digits), 30), -30) if re.fullmatch(r"[-+]?\d+", digits) else 0
    return math.pow(10.0, power)


def unstated(sentence: str, evidence: Sequence[str]) -> Iterator[Quantity]:
    """The numbers of an answer's sentence that no text of the evidence states.

    Args:
        sentence: of the answer.
        evidence: titles and abstracts.
    """
    counted = [(quantity, _counted(text, quantity)) for text in evidence for quantity in quantities(text)]
    stated = [quantity for quantity, _ in counted]
    for asked in quantities(sentence):
        if any(quantity.states(asked) for quantity in stated):
            if _counts_otherwise(asked, counted):
                yield asked
            continue
        if asked.named and any(re.search(rf"(?<![\d.]){asked.value:g}(?![\d.])", text) for text in evidence):
            continue
        if not _is_a_count(asked, stated, evidence):
            yield asked


def _counted(text: str, quantity: Quantity) -> frozenset[str]:
    """The analysed words that a number of a text may count."""
    following = re.match(r"[^.;:。；]*", plain(text)[quantity.end :])
    return frozenset(analyze(following[0])[:_COUNTED_WITHIN]) if following else frozenset()


def _counts_otherwise(asked: Quantity, counted: Sequence[tuple[Quantity, frozenset[str]]]) -> bool:
    """Whether a number is stated of other things alone, and another of what it counts: three sets, but two images."""
    if asked.unit or not asked.noun:
        return False
    of_it = [quantity for quantity, things in counted if asked.noun in things and not quantity.unit]
    same = [things for quantity, things in counted if quantity.states(asked)]
    return bool(of_it) and all(things and asked.noun not in things for things in same)


def _is_a_count(asked: Quantity, stated: Sequence[Quantity], evidence: Sequence[str]) -> bool:
    """Whether a small number in words merely counts what is named: "both" is two, and papers are the answer's own."""
    if not asked.written or asked.value > 4 or any(q.noun == asked.noun for q in stated if q.value != asked.value):
        return False
    if not asked.noun or asked.noun in _OWN_COUNTS:
        return True
    words = _COUNTED.get(int(asked.value))
    return words is not None and any(re.search(rf"\b(?:{words})\b", text, re.IGNORECASE) for text in evidence)

"""Numbers with their units, in text and in formulas, and whether one is stated by another text."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rag.lexical import analyze

_SMALL = dict(
    zip(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
        " eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety dozen".split(),
        [*range(21), 30, 40, 50, 60, 70, 80, 90, 12],
        strict=True,
    )
)
_SCALES = {
    "hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12, "k": 1e3, "m": 1e6, "b": 1e9,
    "t": 1e12, "mn": 1e6, "bn": 1e9, "百": 1e2, "千": 1e3, "万": 1e4, "亿": 1e8, "百万": 1e6, "十亿": 1e9,
}  # fmt: skip
_TIMES = {"twice": 2, "double": 2, "doubl": 2, "tripl": 3, "thrice": 3, "quadrupl": 4, "halv": 0.5}
# Unit: what it measures, and how many of the base unit it is.
_UNITS = {
    "%": ("%", 1), "percent": ("%", 1), "percentage": ("%", 1), "pp": ("%", 1), "percents": ("%", 1), "points": ("%", 1),
    "x": ("x", 1), "×": ("x", 1), "fold": ("x", 1), "times": ("x", 1), "倍": ("x", 1),
    "hz": ("hz", 1), "khz": ("hz", 1e3), "mhz": ("hz", 1e6), "ghz": ("hz", 1e9),
    "ns": ("s", 1e-9), "µs": ("s", 1e-6), "us": ("s", 1e-6), "ms": ("s", 1e-3), "millisecond": ("s", 1e-3),
    "s": ("s", 1), "sec": ("s", 1), "second": ("s", 1), "min": ("s", 60), "minute": ("s", 60), "h": ("s", 3600),
    "hour": ("s", 3600), "hr": ("s", 3600), "day": ("s", 86400), "week": ("s", 604800), "year": ("y", 1), "month": ("mo", 1),
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
_LOOSE = re.compile(
    r"(?:about|around|approximately|approx\.?|roughly|some|close to|circa|~|≈|∼|约|大约|大概|左右)[\s$]*$", re.I
)
_OVER = re.compile(r"(?:over|more than|above|at least|exceed\w*|beyond|greater than|>|≥|超过|至少)[\s$]*$", re.I)
_UNDER = re.compile(r"(?:nearly|almost|under|less than|below|at most|fewer than|within|<|≤|近|将近|不到)[\s$]*$", re.I)
_FRACTIONS = {"half": 50, "third": 100 / 3, "quarter": 25, "thirds": 200 / 3, "quarters": 75}


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
    unit, noun, factor = "", "", 1.0
    value = _value(match)
    if match["digits"]:
        if (
            re.search(r"[^\W\d]-$", before)
            or re.match(r"-?[^\W\d_]*[A-Z]{1,2}(?![\w%])", text[end : end + 4])
            and not match["scale"]
        ):
            if not re.match(r"\s?(?:GB|MB|TB|KB|GHz|MHz|Hz|FPS|X|B|M|K)\b", text[end:]):
                return None
    elif match["written"] and value == 1 and not match["wscale"]:
        return None
    if match["half"]:
        unit = "%"
    elif match["times"] or match["orders"] or match["fold"]:
        unit = "x"
    elif following := _UNIT.match(text, end):
        word = following[1].casefold()
        noun = (analyze(following[1]) or [""])[0]
        known = _UNITS.get(word) or _UNITS.get(word.removesuffix("s"))
        if known and not (word == "points" and match["written"]):
            unit, factor = known
            end = following.end(1)
    value *= factor
    low = high = value
    if _LOOSE.search(before):
        low, high = value * 0.95, value * 1.05
    elif _OVER.search(before):
        high = value * 1.15
    elif _UNDER.search(before):
        low = value * 0.85
    named = bool(re.search(r"[A-Z][\w-]*\s$", before))
    return Quantity(value, unit, noun, min(low, high), max(low, high), start, end, bool(match["written"]), named)


def _value(match: re.Match[str]) -> float:
    if match["digits"]:
        value = float(re.sub(r"[, \u2009]", "", match["digits"]))
        value *= 10 ** _power(match["e"]) * (10 ** _power(match["power"]) if match["ten"] else 1)
        if match["own"]:
            value = value ** _power(match["own"]) if value == 10 else value
        return (-value if match["sign"] else value) * _SCALES.get(
            (match["scale"] or "").strip().casefold().removesuffix("s"), 1
        )
    if match["written"]:
        value = _SMALL[match["written"].casefold()] + _SMALL.get((match["ones"] or " ")[1:].casefold(), 0)
        return value * _SCALES.get((match["wscale"] or " ")[1:].casefold().removesuffix("s"), 1)
    if match["fold"]:
        return float(_SMALL[match["fold"].casefold()])
    if match["times"]:
        return next(value for stem, value in _TIMES.items() if match["times"].casefold().startswith(stem))
    if match["orders"]:
        return 10.0 ** {"an": 1, "one": 1, "1": 1, "several": 3}.get(
            match["orders"].casefold(), _SMALL.get(match["orders"].casefold(), 2)
        )
    return float(_FRACTIONS[re.split(r"[- ]", match["half"].casefold())[-1]])


def _power(text: str | None) -> int:
    digits = unicodedata.normalize("NFKC", (text or "0").lstrip("^")).replace("−", "-")
    return max(min(int(digits), 30), -30) if re.fullmatch(r"[-+]?\d+", digits) else 0


def unstated(sentence: str, evidence: Sequence[str]) -> Iterator[Quantity]:
    """The numbers of an answer's sentence that no text of the evidence states.

    Args:
        sentence: of the answer.
        evidence: titles and abstracts.
    """
    stated = [quantity for text in evidence for quantity in quantities(text)]
    for asked in quantities(sentence):
        if any(quantity.states(asked) for quantity in stated):
            continue
        if asked.named and any(re.search(rf"(?<![\d.]){asked.value:g}(?![\d.])", text) for text in evidence):
            continue
        if (
            asked.written
            and asked.value <= 4
            and not any(q.noun == asked.noun for q in stated if q.value != asked.value)
        ):
            words = {2: r"both|pair|dual|two|bi\w+|either|twin", 3: r"triple|tri\w+|both", 4: r"quad\w+"}.get(
                int(asked.value)
            )
            if not asked.noun or (words and any(re.search(rf"\b(?:{words})\b", text, re.I) for text in evidence)):
                continue
        yield asked

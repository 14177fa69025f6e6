"""Filter: a condition that a paper must meet, and the explicit form in which one is written."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rag.errors import FilterError

PLACES = {"firstauthor": 0, "secondauthor": 1, "thirdauthor": 2, "lastauthor": -1, "soleauthor": 0}
"""The conditions on who stands at a place of the byline, and which it is."""
FIELDS = ("year", "venue", "author", *PLACES, "keyword", "status", "kind", "paper")
ACCEPTED = "accepted"
"""The status of a paper in good standing, which the index keeps as an empty text."""
_STANDINGS = (ACCEPTED, "rejected", "withdrawn", "retracted")
_FORM = re.compile(r"\s*(?P<field>[A-Za-z]+)\s*(?P<operator>>=|<=|!=|==|=|>|<)\s*(?P<value>.*?)\s*", re.DOTALL)
_QUOTED = re.compile(r"([\"'“])(.*)[\"'”]", re.DOTALL)
_BAR = re.compile(r"(?<!\\)\|")
"""What parts alternatives; an id that has one writes it with a backslash before it."""
_FORMS = (
    "Accepted: year>=2023 (also > < <= = !=), venue=ICML, author=\"Jane Doe\" (also firstauthor, lastauthor), "
    "keyword=diffusion, "
    "status!=rejected, kind=oral, paper=ID; alternatives are parted by |, as in venue=ICML|ICLR."
)  # fmt: skip
_ALIASES = (
    ("neurips", "nips", "neural information processing systems"),
    ("icml", "international conference on machine learning"),
    ("iclr", "international conference on learning representations"),
    ("cvpr", "computer vision and pattern recognition"),
    ("acl", "association for computational linguistics"),
    ("aaai", "aaai conference on artificial intelligence"),
    ("www", "the web conference"),
    ("tmlr", "transactions on machine learning research"),
    ("jmlr", "journal of machine learning research"),
)
ELSEWHERE = (
    "NeurIPS", "NIPS", "ICML", "ICLR", "CVPR", "ICCV", "ECCV", "EMNLP", "NAACL", "AAAI", "IJCAI", "AISTATS", "ICASSP",
    "TMLR", "JMLR", "SIGGRAPH",
)  # fmt: skip
"""Venues that are known for what they are where no paper is of them; none whose letters mean another thing, too."""


@dataclass(frozen=True)
class Filter:
    """One condition.

    Args:
        field: one of `FIELDS`.
        operator: `=`, `!=`, and for the year also `>=`, `<=`, `>`, `<`.
        value: what the field is compared with; alternatives are parted by `|`.
        said: the words of the question that it was read from; empty for an explicit one.
    """

    field: str
    operator: str
    value: str
    said: str = ""

    @property
    def values(self) -> tuple[str, ...]:
        """The alternatives."""
        return tuple(part.strip().replace("\\|", "|") for part in _BAR.split(self.value) if part.strip())

    def __str__(self) -> str:
        value = f'"{self.value}"' if re.search(r'[\s,;"]', self.value) else self.value
        return f"{self.field}{self.operator}{value}"

    @classmethod
    def naming(cls, paper_ids: Iterable[str]) -> "Filter":
        """The condition that only these papers meet."""
        return cls("paper", "=", "|".join(paper_id.replace("|", "\\|") for paper_id in paper_ids))

    @classmethod
    def parse(cls, text: str) -> "Filter":
        """Read the explicit form, such as `year>=2023` or `author="Jane Doe"`.

        Raises:
            FilterError: it is of no such form; the message lists those that are.
        """
        match = _FORM.fullmatch(text)
        if match is None:
            raise FilterError(f"{text!r} is no condition. {_FORMS}")
        field, operator, value = match["field"].lower(), match["operator"].replace("==", "="), match["value"]
        if field not in FIELDS:
            raise FilterError(f"{field!r} in {text!r} is not a field that papers are filtered by. {_FORMS}")
        found = cls(field, operator, _unquoted(value))
        if not found.values:
            raise FilterError(f"{text!r} has no value. {_FORMS}")
        found._check(text)
        return found

    def _check(self, text: str) -> None:
        if self.field == "year" and not all(re.fullmatch(r"\d{4}", value) for value in self.values):
            raise FilterError(f"{self.value!r} in {text!r} is not a year of four digits. {_FORMS}")
        if self.operator not in ("=", "!=") and (self.field != "year" or len(self.values) > 1):
            raise FilterError(f"{self.operator} in {text!r} compares one year alone. {_FORMS}")
        if self.field == "status" and not set(folded(self.value).split("|")) <= set(_STANDINGS):
            raise FilterError(
                f"{self.value!r} in {text!r} is not a status. Known: {', '.join(_STANDINGS)}. "
                "For example: status!=rejected"
            )


def _unquoted(value: str) -> str:
    """A value without the quotation marks around all of it, or around one or more of its alternatives."""
    parts = _BAR.split(value)
    quoted = [_QUOTED.fullmatch(part.strip()) for part in parts]
    if len(parts) > 1 and any(quoted):
        return "|".join(found[2] if found else part for found, part in zip(quoted, parts, strict=True))
    whole = _QUOTED.fullmatch(value)
    return whole[2].strip() if whole else value


def parse_where(where: Iterable[str | Filter]) -> tuple[Filter, ...]:
    """Read explicit conditions; all of them must hold. Raises as `Filter.parse` does."""
    if isinstance(where, str):
        where = [where]
    return tuple(item if isinstance(item, Filter) else Filter.parse(str(item)) for item in where)


def folded(text: str) -> str:
    """Lower case without accents: what names are compared by."""
    if text.isascii():
        return text.casefold().strip()
    plain = unicodedata.normalize("NFKD", text)
    return "".join(character for character in plain if not unicodedata.combining(character)).casefold().strip()


def tokens(text: str) -> list[str]:
    """The words of a name, folded."""
    return re.findall(r"\w+", folded(text))


def meets_year(year: int | None, condition: Filter) -> bool:
    """Whether a year meets a condition; an unknown year meets none but `!=`."""
    wanted = [int(value) for value in condition.values]
    if condition.operator == "!=":
        return year not in wanted
    if year is None:
        return False
    first = wanted[0]
    return {"=": year in wanted, ">=": year >= first, "<=": year <= first, ">": year > first, "<": year < first}[
        condition.operator
    ]


def is_venue(venue: str, wanted: str) -> bool:
    """Whether a venue, as a paper states it, is the one wanted: `ICML 2024 Poster` is ICML, NIPS is NeurIPS."""
    said = f" {' '.join(tokens(venue))} "
    return any(f" {name} " in said for name in venue_names(wanted))


def venue_names(wanted: str) -> tuple[str, ...]:
    """The names that a venue goes by, folded."""
    name = " ".join(tokens(wanted))
    return next((group for group in _ALIASES if name in group), (name,))


def is_author(author: str, wanted: str) -> bool:
    """Whether an author is the one wanted: by surname, by full name, or with initials on either side."""
    have, want = tokens(author), tokens(wanted)
    if not want or not have:
        return False
    if "," in author and len(have) > 1:  # "Bengio, Yoshua"
        have = [*tokens(author.partition(",")[2]), *tokens(author.partition(",")[0])]
    if want[-1] not in have:
        return False
    return _are_given(want[:-1], have[: len(have) - have[::-1].index(want[-1]) - 1])


def _are_given(wanted: Sequence[str], names: Sequence[str]) -> bool:
    """Whether the given names wanted are among an author's, in their order.

    An initial stands for a name only at the beginning, or right of one that has been found: the "T." of "Ricky T. Q.
    Chen" is no "Tianlong".
    """
    at = 0
    for part in wanted:
        rest = range(at, len(names))
        found = next((n for n in rest if part == names[n] or (n in (0, at) and _is_initial(part, names[n]))), None)
        if found is None:
            return False
        at = found + 1
    return True


def _is_initial(one: str, other: str) -> bool:
    return min(len(one), len(other)) == 1 and one[0] == other[0]

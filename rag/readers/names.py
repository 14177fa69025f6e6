"""People's names and years, in the many ways that exports write them."""

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any

from rag.readers.values import listed
from rag.text.cleaning import clean_line, is_missing
from rag.text.markup import plain_markup

_INITIALS = re.compile(r"^(?:[A-Z]\.[ -]?){1,4}$|^[A-Z]{1,3}$")
_SUFFIX = re.compile(r"^(?:jr|sr|i{2,3}|iv)\.?$", re.IGNORECASE)
_AND = re.compile(r"\s+(?:and|und|et)\s+|\s*&\s*", re.IGNORECASE)
_ONE_NAME = (
    "name",
    "fullname",
    "full_name",
    "display_name",
    "author",
    "literal",
    "raw_author_name",
    *("creator", "value", "text", "#text"),
)
_GIVEN = ("given", "first", "firstname", "first_name", "forename", "given_name")
_FAMILY = ("family", "last", "lastname", "last_name", "surname", "family_name")
_YEAR = re.compile(r"(?<!\d)(1[89]\d{2}|20\d{2})(?:(?!\d)|(?=(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])(?!\d)))")
_TIMESTAMP = re.compile(r"\d{10}(?:\d{3})?(?:\.0)?$")
# Excel counts days, and shows March 2021 as "Mar-21".
_SERIAL = re.compile(r"([2-5]\d{4})(?:\.\d+)?$")
_EXCELS_FIRST = date(1899, 12, 30)
_SHORT_YEAR = re.compile(r"[A-Za-z]{3}-(\d\d)$")
_OTHERS = re.compile(r"[,;]?\s*\b(?:et\s+al\.?|and\s+others)\s*$", re.IGNORECASE)
_HAN = re.compile(r"[\u3400-\u9fff]")
# Notes' marks and affiliations behind a name: "Ada Byron1,2*", "Ada Byron (MIT)", "Ada Byron <ada@x.org>".
_MARKS = re.compile(
    r"(?:\s*\([^()]*\)|\s*\[[^\[\]]*\]|\s*<[^<>]*@[^<>]*>|(?<=[^\W\d_])\d{1,2}|[*†‡§¶∗⁰¹²³⁴-⁹]|(?<=\D)\^\{?[\w,*]{1,5}\}?)+$"
)
_PLACE = re.compile(r"^[A-Z]{3,}$|\b(?:Universi\w+|Institut\w*|College|School|Labs?|Research|Inc|Google|Meta)\b")
_SCOPUS_ID = re.compile(r"\s*\(\d{6,}\)$")


def names_of(value: Any) -> tuple[str, ...]:
    """Authors in order, given name first.

    Args:
        value: a list of names, of records with names, of [family, given] pairs; or one text that parts them by
            semicolons, "and" or commas.
    """
    if isinstance(value, str):
        value = _listed(value)
    if isinstance(value, Mapping):
        value = value["value"] if isinstance(value.get("value"), list) else [value]
    if not isinstance(value, list | tuple):
        return ()
    parts = (part for item in value for part in (re.split("[;；]", item) if isinstance(item, str) else [item]))
    names = (_plain(_name(item)) for item in parts)
    said = (name for name in names if any(map(str.isalpha, name)) and not is_missing(name))
    return tuple(name for name in said if name.casefold() not in ("others", "et al.", "et al"))


def year_of(value: Any) -> int | None:
    """The year in a number, a date, a timestamp in seconds or milliseconds, or `{"date-parts": [[2024, 5]]}`."""
    if isinstance(value, Mapping):
        return year_of(next((value[key] for key in ("date-parts", "year", "value", "created") if key in value), None))
    if isinstance(value, list | tuple):
        return year_of(value[0]) if value else None
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float) or _TIMESTAMP.match(value.strip() if isinstance(value, str) else ""):
        seconds = value if isinstance(value, int | float) else float(value)
        if 1e11 < seconds < 4e12:
            seconds /= 1000
        if 5e8 < seconds < 4e9:
            return datetime.fromtimestamp(seconds, UTC).year
    text = str(value).strip()
    if match := _YEAR.search(text):
        return int(match[1])
    if match := _SERIAL.match(text):
        return (_EXCELS_FIRST + timedelta(days=int(match[1]))).year
    if match := _SHORT_YEAR.match(text):
        return datetime.strptime(match[1], "%y").year
    return None


def _listed(text: str) -> list[Any]:
    text = plain_markup(text) if "&" in text else text  # an entity's semicolon parts no names
    text = _OTHERS.sub("", text.strip()).strip()
    if text.startswith("[") and text.endswith("]"):  # a list that a table keeps as text
        inner = listed(text)
        if isinstance(inner, list):
            return inner
        text = text[1:-1]
    for mark in (";", "；", "|", "\n", "、", "，"):
        if mark in text:
            return text.split(mark)
    persons = re.split(r"\s+and\s+", text)
    if len(persons) > 1 and all(person.count(",") == 1 for person in persons):  # "Byron, Ada and Li, Bo"
        return persons
    if _HAN.search(text):
        return re.split(r"\s*,\s*", text)
    parts = [part for piece in _AND.split(text) for part in re.split(r"\s*[,，]\s*", piece) if part]
    return _paired(parts)


def _paired(parts: list[str]) -> list[str]:
    """Join "Zhang, J., Li, K." by pairs, and "Jr." to the name before it."""
    if len(parts) == 2 and len(parts[0].split()) == 1:  # "Zhang, Jing" is one person, "Ana Diaz, Bo Li" are two
        return [_turned(", ".join(parts))]
    if len(parts) > 1 and len(parts) % 2 == 0 and all(map(_INITIALS.match, parts[1::2])):
        return [f"{given} {family}" for family, given in zip(parts[::2], parts[1::2], strict=True)]
    names: list[str] = []
    for part in parts:
        if names and _SUFFIX.match(part):
            names[-1] += f" {part}"
        else:
            names.append(part)
    return names


def _name(item: Any) -> str:
    if isinstance(item, list | tuple):  # arXiv's authors_parsed: [family, given, suffix]
        family, given, *suffix = [*map(str, item), "", ""]
        if _PLACE.search(given) and len(family.split()) > 1:  # a name in full, and where its bearer works
            return family
        return " ".join([given, family, *suffix])
    if not isinstance(item, Mapping):
        return "" if item is None else _turned(str(item))
    if isinstance(item.get("author"), Mapping):  # OpenAlex
        item = item["author"]
    whole = next((item[key] for key in _ONE_NAME if isinstance(item.get(key), str)), "")
    given = next((str(item[key]) for key in _GIVEN if item.get(key)), "")
    family = next((str(item[key]) for key in _FAMILY if item.get(key)), "")
    return f"{given} {family}" if family else _turned(whole)


def _turned(name: str) -> str:
    """Turn "Zhang, Jingyi" into "Jingyi Zhang"; a name with more than one comma keeps its end as a suffix."""
    name = name.strip()
    if name.endswith(")"):
        name = _SCOPUS_ID.sub("", name)
    if name.startswith("{") and name.endswith("}"):
        return name
    family, comma, rest = name.partition(",")
    if not comma:
        return name
    rest = _MARKS.sub("", rest) or rest
    middle, _, last = rest.rpartition(",")
    if _SUFFIX.match(middle.strip()):  # BibTeX: family, Jr., given
        return f"{last} {family} {middle}"
    return f"{middle or last} {family} {last if middle else ''}"


def _plain(name: str) -> str:
    name = clean_line(name, latex="\\" in name or "{" in name)
    return _MARKS.sub("", name).strip(" ,;") or name

"""People: whether two lists of authors have one of them in common, however each source writes names."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

_SUFFIXES = frozenset(("jr", "sr", "ii", "iii", "iv", "phd", "md", "dr", "prof"))


@dataclass(frozen=True)
class _Person:
    """One name.

    Args:
        words: all of it but suffixes and numbers.
        families: what may be the family name: "garciamarquez" and "marquez".
        initials: of the rest.
    """

    words: frozenset[str]
    families: frozenset[str]
    initials: frozenset[str]


def share_author(authors: Sequence[str], others: Sequence[str]) -> bool:
    """Whether one person is on both lists: a family name in common, and an initial where both have any.

    "García Márquez, Gabriel", "G. Garcia-Marquez" and "Gabriel García Márquez" are one person; so are "Wei Wang",
    "Wang, W." and "Wang Wei".
    """
    by_family, words = _known(tuple(authors))
    for person in _people(tuple(others)):
        if person.words in words:
            return True
        for family in person.families:
            for initials in by_family.get(family, ()):
                if not (initials and person.initials) or initials & person.initials:
                    return True
    return False


@lru_cache(maxsize=1024)
def _known(authors: tuple[str, ...]) -> tuple[dict[str, set[frozenset[str]]], frozenset[frozenset[str]]]:
    by_family: dict[str, set[frozenset[str]]] = {}
    people = _people(authors)
    for person in people:
        for family in person.families:
            by_family.setdefault(family, set()).add(person.initials)
    return by_family, frozenset(person.words for person in people)


@lru_cache(maxsize=1024)
def _people(authors: tuple[str, ...]) -> tuple[_Person, ...]:
    return tuple(person for person in map(_person, authors) if person.words)


def _person(name: str) -> _Person:
    before, comma, after = name.partition(",")
    given = _words(after)
    words = _words(before)
    if comma and given:
        family = words or given
    else:
        family, given = (words[-2:], words[:-1]) if len(words) > 2 else (words[-1:], words[:-1])
    families = {"".join(family), family[-1]} if family else set()
    return _Person(frozenset(words + given), frozenset(families), _initials(given))


def _initials(given: Iterable[str]) -> frozenset[str]:
    return frozenset(word[0] for word in given)


@lru_cache(maxsize=8192)
def _plain(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def _words(text: str) -> list[str]:
    found = re.findall(r"[^\W\d_]+", re.sub(r"['’ʼ`]", "", text if text.isascii() and text.islower() else _plain(text)))
    return [word for word in found if word not in _SUFFIXES]

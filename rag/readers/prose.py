"""Prose: which field of unknown records holds running text, as an abstract does."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from rag.readers.aliases import ALIASES, OTHER, plain_name
from rag.readers.values import flat

_SENTENCE = re.compile(r"[.!?。！？](?:\s|$|[\"'”])")


def longest_text(records: Iterable[Mapping[str, Any]]) -> str | None:
    """The field of no known name that holds prose: what an abstract under an unforeseen name looks like."""
    known = {alias for field, names in ALIASES.items() if field != "abstract" for alias in names}
    texts: defaultdict[str, list[str]] = defaultdict(list)
    for record in records:
        for name, value in flat(record).items():
            plain = plain_name(str(name))
            if isinstance(value, str) and value.strip() and plain not in known and not OTHER.match(plain):
                texts[str(name)].append(value)
    prose = {name: _words(values) for name, values in texts.items() if _are_sentences(values)}
    return max(prose, key=lambda name: prose[name], default=None)


def _words(values: list[str]) -> int:
    return sum(len(value.split()) for value in values)


def _are_sentences(values: list[str]) -> bool:
    ended = sum(bool(_SENTENCE.search(value)) for value in values)
    return ended > len(values) / 2 and _words(values) >= 3 * len(values)

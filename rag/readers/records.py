"""Records: what every reader of named fields shares once it has parted a file into them."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers.content import DAMAGE
from rag.readers.fields import FieldMapping
from rag.readers.prose import longest_text
from rag.readers.refusals import Refusal, Unreadable
from rag.readers.unknown_shapes import unknown_shape
from rag.readers.unmet_names import unmet
from rag.readers.values import flat

Record = tuple[str, Any]
"""Where it stands ("record 12", "line 40") and what stands there."""

_LOOKED_AT = 100
_PROSE_WORDS = 20
_PROSE_BYTES = 200


def papers_of(
    records: Iterable[Record | Refusal], source: str, mapping: FieldMapping, *, latex: bool = False, nothing: str = ""
) -> Iterator[Paper | Refusal]:
    """Turn records into papers, one by one.

    Args:
        records: mappings of field to value, each with its place; a Refusal is passed on.
        source: the file's name.
        mapping: which field is which.
        latex: their text is LaTeX.
        nothing: what is said of a file without a record, after its name; "" says nothing.

    Raises:
        SourceError: none of the first hundred has a field known for a title or an abstract, or there is no record.
    """
    records = iter(records)
    first, broken = _first(records)
    if nothing and broken is None and not first:
        raise SourceError(f"{source} {nothing}")
    values = [item[1] for item in first if not isinstance(item, Refusal)]
    if broken is None or values:
        _require_known(values, source, mapping)
    yield from unmet(source, mapping, values)
    for item in first:
        yield _paper(item, source, mapping, latex)
    if broken is not None:
        raise broken
    for item in records:
        yield _paper(item, source, mapping, latex)


def _first(records: Iterator[Record | Refusal]) -> tuple[list[Record | Refusal], Exception | None]:
    """The first hundred; what is read before a file breaks counts."""
    first: list[Record | Refusal] = []
    try:
        for item in islice(records, _LOOKED_AT):
            first.append(item)  # noqa: PERF402 - what was read before an error is kept
    except (SourceError, *DAMAGE) as error:
        return first, error
    return first, None


def _paper(item: Record | Refusal, source: str, mapping: FieldMapping, latex: bool) -> Paper | Refusal:
    if isinstance(item, Refusal):
        return item
    place, value = item
    if isinstance(value, Mapping) and _is_reply(value):
        return Refusal(source, _named(value) or place, "it is a reply to a paper (a review, a decision), not a paper")
    if isinstance(value, Mapping):
        return mapping.paper(value, source, place, latex=latex)
    if _is_prose(value):  # a plain list of abstracts
        return mapping.paper({"abstract": value}, source, place, latex=latex)
    if isinstance(value, Unreadable):
        return Refusal(source, place, value.why)
    return Refusal(source, place, f"it is {_kind(value)}, not a record with a title and an abstract")


def _is_reply(value: Mapping[Any, Any]) -> bool:
    """Whether a note of OpenReview answers another: reviews have summaries, too."""
    above = value.get("replyto")
    return isinstance(above, str) and bool(above.strip()) and above != value.get("id") and "content" in value


def _named(value: Mapping[Any, Any]) -> str:
    return str(value.get("id") or "")


def _is_prose(value: Any) -> bool:
    """Whether a value is an abstract without a record around it; Chinese and Japanese have no spaces."""
    if not isinstance(value, str):
        return False
    return len(value.split()) >= _PROSE_WORDS or len(value.encode("utf-8", "surrogatepass")) >= _PROSE_BYTES


def _require_known(values: list[Any], source: str, mapping: FieldMapping) -> None:
    records = [value for value in values if isinstance(value, Mapping) and value]
    if not records:
        _require_any(values, source)
        return
    titled = any(mapping.is_record(record) for record in records)
    if any(mapping.knows(tuple(flat(record))) for record in records) or (titled and "." in str(mapping.named)):
        return
    # Titles without abstracts are refused one by one, unless an unknown field may well be the abstract.
    if not titled or longest_text(records):
        raise unknown_shape(source, dict.fromkeys(name for record in records for name in flat(record)), records)


def _require_any(values: list[Any], source: str) -> None:
    """Numbers or words alone are no list of papers, and saying so of each would hide it."""
    if not values or any(_is_prose(value) or isinstance(value, Unreadable) for value in values):
        return
    kinds = dict.fromkeys(map(_kind, values))
    raise SourceError(
        f"{source} holds no records with a title and an abstract: what it lists is {' and '.join(kinds)}. "
        'Write a JSON list such as [{"title": "…", "abstract": "…"}].'
    )


def _kind(value: Any) -> str:
    names = {str: "a few words", bool: "true or false", int: "a number", float: "a number", list: "a list"}
    return names.get(type(value), "an empty record" if value == {} else "empty")

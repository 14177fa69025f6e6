"""Records: what every reader of named fields shares once it has parted a file into them."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import Any

from rag.papers import Paper
from rag.readers.fields import FieldMapping
from rag.readers.refusals import Refusal
from rag.readers.unknown_shapes import longest_text, unknown_shape
from rag.readers.values import flat

Record = tuple[str, Any]
"""Where it stands ("record 12", "line 40") and what stands there."""

_LOOKED_AT = 100
_PROSE_WORDS = 20


def papers_of(
    records: Iterable[Record | Refusal], source: str, mapping: FieldMapping, *, latex: bool = False
) -> Iterator[Paper | Refusal]:
    """Turn records into papers, one by one.

    Args:
        records: mappings of field to value, each with its place; a Refusal is passed on.
        source: the file's name.
        mapping: which field is which.
        latex: their text is LaTeX.

    Raises:
        SourceError: none of the first hundred has a field known for a title or an abstract.
    """
    records = iter(records)
    first = list(islice(records, _LOOKED_AT))
    _require_known([item[1] for item in first if not isinstance(item, Refusal)], source, mapping)
    for item in chain(first, records):
        if isinstance(item, Refusal):
            yield item
        elif isinstance(item[1], Mapping):
            yield mapping.paper(item[1], source, item[0], latex=latex)
        elif isinstance(item[1], str) and len(item[1].split()) >= _PROSE_WORDS:  # a plain list of abstracts
            yield mapping.paper({"abstract": item[1]}, source, item[0], latex=latex)
        else:
            yield Refusal(source, item[0], f"it is {_kind(item[1])}, not a record with a title and an abstract")


def _require_known(values: list[Any], source: str, mapping: FieldMapping) -> None:
    records = [value for value in values if isinstance(value, Mapping) and value]
    if not records:
        return
    titled = any(mapping.is_record(record) for record in records)
    if any(mapping.knows(tuple(flat(record))) for record in records) or (titled and "." in str(mapping.named)):
        return
    # Titles without abstracts are refused one by one, unless an unknown field may well be the abstract.
    if not titled or longest_text(records):
        raise unknown_shape(source, dict.fromkeys(name for record in records for name in flat(record)), records)


def _kind(value: Any) -> str:
    names = {str: "a few words", bool: "true or false", int: "a number", float: "a number", list: "a list"}
    return names.get(type(value), "empty")

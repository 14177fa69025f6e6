"""Names that a user typed after --map and that no record has."""

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from rag.errors import SourceError
from rag.readers.aliases import plain_name
from rag.readers.fields import FieldMapping
from rag.readers.refusals import Refusal
from rag.readers.unknown_shapes import shown
from rag.readers.values import flat, value_at


def unmet(source: str, mapping: FieldMapping, values: Sequence[Any]) -> Iterator[Refusal]:
    """One refusal for each name that none of the records has; they are read by the names known all the same.

    Args:
        source: the file's name.
        mapping: which field is which.
        values: the first records.

    Raises:
        SourceError: the title was named so, and no other field is known for one.
    """
    records = [value for value in values if isinstance(value, Mapping) and value]
    names = list(dict.fromkeys(str(name) for record in records for name in flat(record)))
    plain = set(map(plain_name, names))
    for field, name in mapping.named.items() if records else ():
        if field == "records" or plain_name(name) in plain:
            continue
        if any(value_at(record, name) is not None for record in records):
            continue
        why = f"no record has the field {name} that --map names; the fields are: {shown(names)}."
        why += _nearest(name, names, records)
        if field == "title" and not mapping.knows(names, "title"):
            raise SourceError(f"{source} cannot be read so: {why}")
        yield Refusal(source, f"--map {field}={name}", why)


def _nearest(name: str, names: Sequence[str], records: Sequence[Mapping[str, Any]]) -> str:
    outer, dot, _ = name.rpartition(".")
    within = [inner for record in records if isinstance(inner := value_at(record, outer), Mapping)] if dot else []
    names = [*(f"{outer}.{key}" for inner in within for key in inner), *names]
    spelled = {plain_name(each): each for each in names}
    close = get_close_matches(plain_name(name), spelled, n=1, cutoff=0.6)
    return f" Is {spelled[close[0]]} meant?" if close else ""

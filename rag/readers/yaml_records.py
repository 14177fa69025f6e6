"""YAML: bibliographies as Zotero and pandoc write them, and records with obvious names."""

import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers.content import Content
from rag.readers.fields import FieldMapping
from rag.readers.records import papers_of
from rag.readers.refusals import Refusal
from rag.readers.unknown_shapes import unknown_object
from rag.readers.wrappers import unwrapped

_UNFIT = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")


def read_yaml(content: Content, mapping: FieldMapping) -> Iterator[Paper | Refusal]:
    """Read a YAML list of records, or the mapping that holds one.

    Raises:
        SourceError: it is broken YAML (line and column named), or of no shape that is known.
    """
    with content.text() as text:
        values = yaml_values(text.read().lstrip("\ufeff"), content.name)
    records = chain.from_iterable(_records(value, content.name, mapping) for value in values if value)
    numbered = ((f"record {number}", record) for number, record in enumerate(records, 1))
    yield from papers_of(numbered, content.name, mapping, nothing="is empty: it holds no record.")


def yaml_values(text: str, source: str) -> list[Any]:
    """The documents of a YAML text; every scalar is text, as it is written.

    Args:
        text: the whole of it.
        source: the file's name.

    Raises:
        SourceError: it is broken, or it refers to parts of itself, which may make a small file a huge one.
    """
    import yaml

    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    text = _UNFIT.sub(" ", text)
    try:
        if "*" in text and any(isinstance(token, yaml.AliasToken) for token in yaml.scan(text, Loader=loader)):
            raise SourceError(f"{source} is YAML that refers to parts of itself (*name). Export it without references.")
        return list(yaml.load_all(text, Loader=loader))  # the base loader makes nothing but text
    except (yaml.MarkedYAMLError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        where = f" at line {mark.line + 1}, column {mark.column + 1}" if mark else ""
        why = getattr(error, "problem", None) or "it is nested too deep"
        raise SourceError(f"{source} is broken YAML{where}: {why}. Mend that line or export it again.") from error


def _records(value: Any, source: str, mapping: FieldMapping) -> Iterator[Any]:
    records = unwrapped(value, mapping)
    if records is None:
        raise unknown_object(source, value, mapping)
    return records

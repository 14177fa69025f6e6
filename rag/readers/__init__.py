"""Files in, papers out: one module a format, chosen by what the content looks like.

A reader is a function `(Content, FieldMapping) -> Iterator[Paper | Refusal]` that yields one item for each record it
meets; `FORMATS` is the table of them.
"""

from rag.readers.fields import FieldMapping
from rag.readers.formats import FORMATS, Format
from rag.readers.paths import read
from rag.readers.refusals import Refusal

__all__ = ["FORMATS", "FieldMapping", "Format", "Refusal", "read"]

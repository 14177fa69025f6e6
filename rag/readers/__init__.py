"""Files in, papers out: one module a format, chosen by what the content looks like.

A reader is a function `(text, source) -> Iterator[Paper | Refusal] | None` that yields one item for each
record it meets, and gives None when the text is not of its shape.
"""

from collections.abc import Iterator
from pathlib import Path

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers.records import read_json
from rag.readers.refusals import Refusal
from rag.readers.text import read_text

READERS = (read_json, read_text)

__all__ = ["READERS", "Refusal", "read"]


def read(path: str | Path) -> Iterator[Paper | Refusal]:
    """Yield a Paper or a Refusal for every record of a file.

    Args:
        path: a plain-text list or a JSON export.

    Raises:
        SourceError: the file is absent, not text, or of no shape that a reader knows.
    """
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise SourceError(f"{path} does not exist. Check the path: python ingest.py FILE…") from None
    except UnicodeDecodeError as error:
        raise SourceError(
            f"{path} is not UTF-8 text (byte {error.start} is 0x{error.object[error.start]:02x}). "
            "Save it as UTF-8, or export it as JSON or plain text."
        ) from None
    except OSError as error:
        raise SourceError(f"{path} cannot be read: {error.strerror}.") from None
    for reader in READERS:
        items = reader(text, path.name)
        if items is not None:
            return items
    raise SourceError(f"{path} is empty: there is no paper in it.")

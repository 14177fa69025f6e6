"""What a reader makes of a tiny file."""

from pathlib import Path

from rag.papers import Paper
from rag.readers import FieldMapping, Refusal, read


def items_of(
    tmp_path: Path, content: str | bytes, name: str = "list.txt", mapping: str | None = None
) -> list[Paper | Refusal]:
    """Write a file and read it.

    Args:
        tmp_path: the test's own folder.
        content: the file's bytes, or its text as UTF-8.
        name: its name, whose suffix may tell its format.
        mapping: as typed after --map, `title=Title,abstract=AB`.
    """
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return list(read(path, FieldMapping.parse(mapping)))


def papers_of(tmp_path: Path, content: str | bytes, name: str = "list.txt", mapping: str | None = None) -> list[Paper]:
    """The papers alone; arguments as for `items_of`."""
    return [item for item in items_of(tmp_path, content, name, mapping) if isinstance(item, Paper)]


def refusals_of(tmp_path: Path, content: str | bytes, name: str = "list.txt") -> list[Refusal]:
    """The refusals alone; arguments as for `items_of`."""
    return [item for item in items_of(tmp_path, content, name) if isinstance(item, Refusal)]

"""Small files that would blow up: entities, aliases, nesting, endless runs of one sign. Each is over within a bound."""

from __future__ import annotations

import io
import time
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from rag.errors import SourceError
from rag.readers import read

_RUN = 60_000


def _entities() -> bytes:
    told = '<!ENTITY a "ha">' + "".join(f'<!ENTITY {chr(98 + at)} "{f"&{chr(97 + at)};" * 10}">' for at in range(12))
    return f"<!DOCTYPE l [{told}]><l><p><title>&m;</title><abstract>&m;</abstract></p></l>".encode()


def _aliases() -> bytes:
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    lines += [f"{chr(98 + at)}: &{chr(98 + at)} [{', '.join([f'*{chr(97 + at)}'] * 9)}]" for at in range(9)]
    return "\n".join(lines).encode()


def _nested_zips() -> bytes:
    data = b'{"title": "A", "abstract": "We."}'
    for at in range(60):
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(f"{at}.zip" if at else "a.jsonl", data)
        data = buffer.getvalue()
    return data


def _run(sign: bytes) -> Callable[[], bytes]:
    return lambda: sign * _RUN


def _field(name: str, text: str) -> Callable[[], bytes]:
    fields = {"title": "A", "abstract": "We a.", "authors": "B", "venue": "C", "url": "D", "doi": "E"} | {name: text}
    return lambda: ("{" + ", ".join(f'"{key}": "{value}"' for key, value in fields.items()) + "}").encode()


MADE: dict[str, Callable[[], bytes]] = {
    "entities.xml": _entities,
    "aliases.yaml": _aliases,
    "nested.zip": _nested_zips,
    "strings.bib": lambda: b"@string{a = a # a}\n" * 500 + b"@misc{k, title={A}, abstract=a # a}",
    "open.bib": lambda: b"@article{a, title={" + b"{" * _RUN,
    "quotes.bib": lambda: b'@article{k,title="' * 3000,
    "deep.json": lambda: b"[" * _RUN,
    "deeper.json": lambda: b'{"a":' * _RUN,
    "deep.xml": lambda: b"<a>" * _RUN,
    "deep.yaml": lambda: b"[" * 5000,
    "digits.json": lambda: b'[{"title":"A","abstract":"W","year":' + b"9" * _RUN + b"}]",
    "exponent.json": lambda: b'[{"title":"A","abstract":"W","year":1e999999999}]',
    "spans.html": lambda: b"<table><tr><td colspan=999999999>Title<td rowspan=999999999>Abstract</tr></table>",
    "tables.html": lambda: b"<table>" * 5000,
    "records.ris": lambda: b"TY  - JOUR\n" * 20_000,
    "lines.nbib": lambda: b"PMID- 1\n" + b"      x\n" * 20_000,
    "labels.txt": lambda: b"Title: " * 10_000,
    **{
        f"run{at}.txt": _run(sign)
        for at, sign in enumerate((b"-", b"<", b"&", b"$", b"\\", b"{", b"\n", b"1. ", b"| "))
    },
    **{f"run{at}.md": _run(sign) for at, sign in enumerate((b"[", b"|", b"#", b"*", b"> "))},
    **{
        f"{name}{at}.jsonl": _field(name, sign * 20_000)
        for name in ("title", "abstract", "authors", "venue", "url", "doi")
        for at, sign in enumerate(("(", "<b>", "a, ", "A and ", "$", "10.", "http://", "&amp;", "{", "- "))
    },
}


@pytest.mark.parametrize("name", [name for name in MADE if not name.endswith(".jsonl")] + ["authors3.jsonl"])
def test_a_file_that_would_blow_up_is_over_in_time(tmp_path: Path, name: str) -> None:
    _try(tmp_path / name, MADE[name]())


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in MADE if name.endswith(".jsonl")])
def test_a_field_that_would_blow_up_is_over_in_time(tmp_path: Path, name: str) -> None:
    _try(tmp_path / name, MADE[name]())


def _try(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    began, refused = time.process_time(), ""
    met = 0
    try:
        met = len(list(read(path)))
    except SourceError as error:
        refused = str(error)
    assert met > 0 or path.name in refused
    assert time.process_time() - began < 2.0


def test_aliases_and_abbreviations_take_no_memory(tmp_path: Path) -> None:
    for name in ("aliases.yaml", "strings.bib"):
        (tmp_path / name).write_bytes(MADE[name]())
        tracemalloc.start()
        try:
            list(read(tmp_path / name))
        except SourceError:
            pass  # refused: what counts is what it took
        finally:
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
        assert peak < 50_000_000

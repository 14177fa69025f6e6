"""Printing: no encoding of a terminal ends a command."""

import io
import sys

import pytest

from rag.cli.printing import print_anything


@pytest.mark.parametrize(("encoding", "printed"), [("ascii", b"\\u732b\\xe9\n"), ("gbk", "猫é\n".encode("gbk"))])
def test_what_the_encoding_lacks_is_written_by_its_number(
    monkeypatch: pytest.MonkeyPatch, encoding: str, printed: bytes
) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding=encoding, newline="\n"))
    print_anything()
    sys.stdout.write("猫é\n")
    sys.stdout.flush()
    assert raw.getvalue() == printed

"""Files put together at random from what a format is made of: papers and refusals come of them, or an error by name."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers import Refusal, read
from tests.rag.readers.grammars import GRAMMARS, pieces

_SECONDS = 2.0
LONG_SECONDS = float(os.environ.get("FUZZ_SECONDS", "60"))
"""For each format, where the slow tests run."""
_PHASES = (Phase.explicit, Phase.generate, Phase.shrink)
SMALL = settings(
    max_examples=12, deadline=None, derandomize=True, database=None, phases=_PHASES,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)  # fmt: skip
LONG = settings(SMALL, max_examples=200, derandomize=False, suppress_health_check=list(HealthCheck))


def files(suffix: str) -> st.SearchStrategy[bytes]:
    """Files of a format's pieces, with text of any kind between them, in one encoding or another."""
    piece = st.sampled_from(pieces(suffix)) | st.text(max_size=6)
    texts = st.lists(piece, min_size=1, max_size=40).map("".join)
    encodings = st.sampled_from(("utf-8", "utf-8", "utf-16", "latin-1", "gb18030"))
    return st.builds(lambda text, encoding: text.encode(encoding, "replace"), texts, encodings)


def try_file(folder: Path, suffix: str, content: bytes) -> None:
    """Read a file, twice: the same comes of it, quickly, and nothing of it is silent or broken."""
    path = folder / f"made.{suffix}"
    path.write_bytes(content)
    began, broken = time.process_time(), ""
    try:
        first = list(read(path))
    except SourceError as error:
        first, broken = [], str(error)
    assert time.process_time() - began < _SECONDS
    assert first or path.name in broken, "nothing came of it, and nothing was said"
    for item in first:
        assert isinstance(item, Paper | Refusal)
        if isinstance(item, Paper):
            assert item.abstract.strip()
            assert item.paper_id
            f"{item}".encode()  # no half of a character is left
    assert broken or list(read(path)) == first


@pytest.mark.parametrize("suffix", GRAMMARS)
def test_whatever_a_file_is_made_of_is_read_or_refused(tmp_path: Path, suffix: str) -> None:
    @SMALL
    @given(files(suffix))
    def holds(content: bytes) -> None:
        try_file(tmp_path, suffix, content)

    holds()


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("suffix", GRAMMARS)
def test_much_that_a_file_can_be_made_of_is_read_or_refused(tmp_path: Path, suffix: str) -> None:
    until = time.monotonic() + LONG_SECONDS

    @LONG
    @given(files(suffix))
    def holds(content: bytes) -> None:
        try_file(tmp_path, suffix, content)

    while time.monotonic() < until:
        holds()

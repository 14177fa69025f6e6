"""Plain text that lists citations, not abstracts."""

from pathlib import Path

import pytest

from rag.errors import SourceError
from tests.rag.readers.reading import items_of


def test_pubmeds_summary_is_refused_with_what_to_save_instead(tmp_path: Path) -> None:
    bats = "1: Diaz A. Bats hear at dusk. Bat J. 2021;5:1. PMID: 1."
    with pytest.raises(SourceError, match=r"PubMed.s summary, which has no abstracts\. Save"):
        items_of(tmp_path, f"{bats}\n\n2: Li B. Frogs jump at dawn. Bat J. 2022. PMID: 2.\n", "summary-bats.txt")

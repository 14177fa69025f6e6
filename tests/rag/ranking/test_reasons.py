"""Why a paper was found."""

from pathlib import Path

from rag.lexical import LexicalIndex
from rag.ranking.reasons import Reasons
from tests.conftest import paper

QUIP = paper("QuIP# quantizes weights. It beats QuIP.", "QuIP#: Lattice Codebooks", "quip")
ROUND = paper("QuIP rounds weights.", "QuIP", "round")


def test_a_name_keeps_the_sign_at_its_end_where_the_paper_has_it(tmp_path: Path) -> None:
    reasons = Reasons("Is QuIP# a rounding of weights?", LexicalIndex.open(tmp_path, 1, [QUIP, ROUND]), None)
    assert set(reasons.of(QUIP).terms) == {"QuIP#", "weights"}
    assert set(reasons.of(ROUND).terms) == {"QuIP", "rounding", "weights"}

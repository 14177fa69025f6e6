"""A paper to check sentences against, and what checks them."""

import pytest

from rag.encoding.minilm import MiniLMEmbedding
from rag.evidence.evidence import EvidenceReader
from rag.lexical import LexicalIndex
from rag.support import SupportChecker
from tests.conftest import BATS, paper

RAYS = paper(
    "We propose RayNet, which estimates depth from two images. Unlike earlier methods, it does not require labels. "
    "RayNet outperforms classical stereo matching and reduces the error by 12%, while its memory cost is low. "
    "We prove that training converges for convex losses. It is evaluated on three datasets.",
    "RayNet: Depth without Labels",
    "rays",
)


@pytest.fixture(scope="module")
def checker(minilm: MiniLMEmbedding, tmp_path_factory: pytest.TempPathFactory) -> SupportChecker:
    lexical = LexicalIndex.open(tmp_path_factory.mktemp("lexical"), 1, [RAYS, BATS])
    return SupportChecker(EvidenceReader(minilm, lambda: lexical))

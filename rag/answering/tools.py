"""Tools: what every engine over an index reads its papers with."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rag.evidence.evidence import EvidenceReader, TokenEncoder
from rag.index.signs import Signs


@dataclass(frozen=True)
class Tools:
    """What reads the papers, whoever writes the answers.

    Args:
        encoder: gives texts' tokens their vectors.
        reader: chooses the evidence.
        signs: the sign matrices of papers, by id.
    """

    encoder: TokenEncoder
    reader: EvidenceReader
    signs: Callable[[Sequence[str]], Mapping[str, Signs]]

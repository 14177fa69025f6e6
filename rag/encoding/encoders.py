"""RememberingEncoder: the token vectors of a question, made once for all who ask for them."""

from collections.abc import Callable
from functools import lru_cache

from rag.encoding.minilm import TokenVectors
from rag.evidence.evidence import TokenEncoder
from rag.text.sentences import Span

_KEPT = 32


class RememberingEncoder:
    """Gives the vectors that another encoder gives, and remembers the last ones.

    Ranking, foresight and reading each want the tokens of the same question.
    """

    def __init__(self, encoder: TokenEncoder) -> None:
        self._vectors = lru_cache(maxsize=_KEPT)(encoder.token_vectors)
        self._spans: Callable[[str], list[Span]] | None = getattr(encoder, "token_spans", None)

    @property
    def token_spans(self) -> Callable[[str], list[Span]] | None:
        """What gives the places of a text's tokens without embedding it; None where the encoder cannot."""
        return self._spans

    def token_vectors(self, text: str) -> TokenVectors:
        """Vectors of length 1 and places of the tokens of a text, in order; not to be written to."""
        return self._vectors(text)

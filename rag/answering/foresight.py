"""Foresight: whether the papers found will answer a question, told within milliseconds and before they are read.

Reading a paper closely takes a model's time; a request to an LLM does not wait for it where this can tell.
"""

from collections.abc import Callable, Mapping, Sequence
from threading import Lock

from llama_index.core.schema import NodeWithScore

from rag.answering.drafts import paper_of_node
from rag.encoding.late_interaction import question_vectors, similarities
from rag.evidence.evidence import TokenEncoder
from rag.index.signs import Signs
from rag.lexical import LexicalIndex
from rag.questions import content_terms, names
from rag.text.analysis import analyze

_READ = 3
# Measured on the project's question files: of 44 questions whose papers, read closely, answer, three lie below
# this; of ten whose papers do not, one lies above, names that no paper has aside.
_ENOUGH_SIMILARITY = 0.39
_ENOUGH_COVERAGE = 0.55
"""As in the judgement of papers that were read."""


class Foresight:
    """Tells from words and from the signs of token vectors whether papers promise an answer.

    Args:
        encoder: gives the question's tokens their vectors.
        lexical: the BM25 index of the moment.
        signs: the sign matrices of papers, by id.
    """

    def __init__(
        self,
        encoder: TokenEncoder,
        lexical: Callable[[], LexicalIndex],
        signs: Callable[[Sequence[str]], Mapping[str, Signs]],
    ) -> None:
        self._encoder = encoder
        self._lexical = lexical
        self._signs = signs
        self._lock = Lock()

    def promises(self, topic: str, nodes: Sequence[NodeWithScore]) -> bool:
        """Whether one of the papers ranked first surely has an answer; False where they must be read to know."""
        lexical = self._lexical()
        if any(not lexical.document_frequency(term) for term, _ in names(topic)):
            return False
        terms = content_terms(topic)
        total = sum(map(lexical.idf, terms))
        if not any(term[:1].isalpha() for term in terms) or not total:
            return False
        for node in nodes[:_READ]:
            paper = paper_of_node(node)
            held = set(analyze(f"{paper.title}\n{paper.abstract}\n{' '.join(paper.authors)}"))
            if sum(lexical.idf(term) for term in terms if term in held) >= _ENOUGH_COVERAGE * total:
                return True
        return self._similarity(topic, nodes) >= _ENOUGH_SIMILARITY

    def _similarity(self, topic: str, nodes: Sequence[NodeWithScore]) -> float:
        vectors = question_vectors(topic, self._encoder.token_vectors(topic))
        with self._lock:
            matrices = self._signs([node.node.node_id for node in nodes[:_READ]])
        if any(matrix.shape[1] * 8 != vectors.shape[1] for matrix in matrices.values()):
            return 0.0
        return max(similarities(vectors, matrices).values(), default=0.0)

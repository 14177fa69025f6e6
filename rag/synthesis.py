"""From papers to an answer: quoted from their sentences, or written by an LLM and cited."""

from rag.extractive import ExtractiveSynthesizer
from rag.prompted import CitationSynthesizer
from rag.responses import PaperSynthesizer

__all__ = ["CitationSynthesizer", "ExtractiveSynthesizer", "PaperSynthesizer"]

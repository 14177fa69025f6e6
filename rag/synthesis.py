"""From papers to an answer: quoted from their sentences, or written by an LLM and cited."""

from rag.answering.extractive import ExtractiveSynthesizer
from rag.answering.prompted import CitationSynthesizer
from rag.answering.responses import PaperSynthesizer

__all__ = ["CitationSynthesizer", "ExtractiveSynthesizer", "PaperSynthesizer"]

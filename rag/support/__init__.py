"""Whether abstracts bear out the sentences of an answer."""

from rag.support.checking import Finding, SupportChecker

__all__ = ["Finding", "SupportChecker"]

"""RagConfig: every setting of the pipeline, from arguments or RAG_* environment variables."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches

from rag.errors import ConfigError

DEFAULT_INDEX = "index"
BUNDLED_EMBEDDING = "bundled:all-MiniLM-L6-v2-int8"
TRAINED_EMBEDDING = "bundled:MiniLM-L6-abstracts-int8"
"""The same, fine-tuned for abstracts."""
_SWITCH = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}


@dataclass(frozen=True)
class RagConfig:
    """Settings of one pipeline.

    Args:
        index: the folder of the index (RAG_INDEX).
        embedding: `bundled:all-MiniLM-L6-v2-int8`, `bundled:MiniLM-L6-abstracts-int8`, `openai:MODEL` or `MODEL@URL`
            (RAG_EMBEDDING).
        llm: `openai:MODEL` or `MODEL@URL`; empty answers by quotation alone (RAG_LLM).
        top_k: papers retrieved for a question, 1 to 100 (RAG_TOP_K).
        evidence_k: papers shown to the LLM, at most `top_k` (RAG_EVIDENCE_K).
        context_window: tokens the LLM can take (RAG_CONTEXT_WINDOW).
        timeout: seconds to wait for a model's server (RAG_TIMEOUT).
        infer_filters: read conditions on the papers from the question's words (RAG_INFER_FILTERS, 1 or 0).
        strict: leave out an LLM's sentences that the abstracts do not bear out (RAG_STRICT, 1 or 0); otherwise they
            are marked.
        language: in which an LLM answers, "en" or "zh"; empty for the language of the question (RAG_LANGUAGE).

    Raises:
        ConfigError: a value is out of range.
    """

    index: str = DEFAULT_INDEX
    embedding: str = BUNDLED_EMBEDDING
    llm: str = ""
    top_k: int = 20
    evidence_k: int = 8
    context_window: int = 8192
    timeout: float = 60.0
    infer_filters: bool = True
    strict: bool = False
    language: str = ""

    def __post_init__(self) -> None:
        for name, low, high in (("top_k", 1, 100), ("evidence_k", 1, 100), ("context_window", 1024, 10**8)):
            value = getattr(self, name)
            if not low <= value <= high:
                raise ConfigError(f"{name}={value} is out of range: give a whole number from {low} to {high}.")
        if not self.timeout > 0:
            raise ConfigError(f"timeout={self.timeout} is out of range: give a number of seconds above 0.")
        if self.language not in ("", "en", "zh"):
            raise ConfigError(f"language={self.language!r} is not known: give en or zh, or leave it empty.")
        if not str(self.index).strip():
            raise ConfigError("index is empty: give the folder of the index, for example index=index.")
        object.__setattr__(self, "index", str(self.index))
        if self.embedding == "bundled":
            object.__setattr__(self, "embedding", BUNDLED_EMBEDDING)

    @classmethod
    def from_env(cls, environ: Mapping[str, str] | None = None, **overrides: object) -> "RagConfig":
        """Read RAG_* variables; `overrides` that are not None win over them.

        Raises:
            ConfigError: a RAG_* variable or an override is unknown, or a value is malformed.
        """
        environ = os.environ if environ is None else environ
        types = {f.name: f.type for f in fields(cls)}
        values: dict[str, object] = {}
        for key, text in environ.items():
            if not key.startswith("RAG_"):
                continue
            name = key.removeprefix("RAG_").lower()
            if name not in types:
                raise ConfigError(_unknown(key, [f"RAG_{n.upper()}" for n in types]))
            if text.strip():
                values[name] = _convert(key, text.strip(), types[name])
        for name, value in overrides.items():
            if name not in types:
                raise ConfigError(_unknown(name, list(types)))
            if value is not None:
                values[name] = value
        return cls(**values)  # type: ignore[arg-type]


def _convert(key: str, text: str, kind: object) -> object:
    if kind is str:
        return text
    if kind is bool:
        return _switch(key, text)
    try:
        return int(text) if kind is int else float(text)
    except ValueError:
        raise ConfigError(f"{key}={text!r} is not a number. Type for example {key}=20.") from None


def _switch(key: str, text: str) -> bool:
    if text.lower() not in _SWITCH:
        raise ConfigError(f"{key}={text!r} is neither on nor off. Type {key}=1 or {key}=0.")
    return _SWITCH[text.lower()]


def _unknown(name: str, known: list[str]) -> str:
    close = get_close_matches(name, known, n=1)
    hint = f"Did you mean {close[0]}?" if close else f"Known: {', '.join(known)}."
    return f"{name} is not a setting. {hint}"

"""What a question of another language says in English: by an LLM where there is one, else word for word."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rag.errors import StoppedError
from rag.languages.detection import language_of
from rag.prompts import TRANSLATION
from rag.questions import content_terms

if TYPE_CHECKING:
    from llama_index.core.llms import LLM

_log = logging.getLogger(__name__)

_KANA = re.compile(r"[\u3040-\u30ff]+")
_MOST_CHARACTERS = 400
_MOST_GROWTH = 8
"""How many times longer than the question its translation may be: a Chinese character is a word of English."""


@dataclass(frozen=True)
class Translation:
    """A question in English.

    Args:
        text: the English; empty where there is none.
        language: of the question, as a code of two letters.
        source: `model` or `glossary`; empty where there is no text.
        usage: the tokens that a model took for it.
    """

    text: str = ""
    language: str = "en"
    source: str = ""
    usage: dict[str, int] | None = None

    @property
    def needs_titles(self) -> bool:
        """Whether the text says so little of the question that titles are compared with the question itself."""
        return self.language not in ("en", "zh") and self.source != "model"

    def record(self) -> dict[str, str] | None:
        """In the form of the JSON contract; None for a question that was ranked by as it is."""
        return {"text": self.text, "language": self.language, "by": self.source} if self.text else None


class Interpreter:
    """Reads questions of other languages in English.

    Args:
        llm: translates; without one, or where it fails, Chinese is read word for word, and Japanese as far as it is
            written in Chinese characters.
    """

    def __init__(self, llm: LLM | None = None) -> None:
        self._llm = llm

    def read(self, text: str) -> Translation:
        """A question's topic in English.

        Args:
            text: in any language; an English one costs nothing.
        """
        language = language_of(text)
        if language == "en":
            return Translation()
        usage: dict[str, int] | None = None
        if self._llm is not None:
            english, usage = self._translated(self._llm, text)
            if english:
                return Translation(english, language, "model", usage)
        english = ""
        if language in ("zh", "ja"):
            from rag.languages.glossary import chinese_glossary

            # Kana is left over from Japanese, and says nothing to an English index.
            english = " ".join(_KANA.sub(" ", chinese_glossary().english(text)).split())
        known = bool(content_terms(english))  # with no word of English in it, the question says more as it is
        return Translation(english if known else "", language, "glossary" if known else "", usage)

    def _translated(self, llm: LLM, text: str) -> tuple[str, dict[str, int] | None]:
        """What an LLM makes of a question, and the tokens it took; empty where it fails or talks nonsense."""
        from rag.llms.pieces import usage_of

        said, usage = "", None
        try:
            # Streamed, as answers are: see rag.llms.llm.
            for chunk in llm.stream_chat(TRANSLATION.format_messages(query_str=text)):
                said += chunk.delta or ""
                usage = usage_of(chunk.raw) or usage
                if len(said) > _MOST_CHARACTERS + _MOST_GROWTH * len(text):
                    break
        except StoppedError:
            raise
        except Exception as error:  # an LLM's client raises errors of its own kinds
            # The answer, which calls the same model, will say what is wrong with it.
            _log.warning("The question could not be translated: %s", type(error).__name__)
            return "", usage
        return _plain(said, text), usage


def _plain(said: str, text: str) -> str:
    """A model's translation without its wrapping; empty where it cannot be one."""
    said = re.sub(r"<think>.*?</think>", "", said, flags=re.DOTALL)
    lines = [line.strip() for line in said.strip().splitlines() if line.strip()]
    if len(lines) != 1:
        return ""
    line = re.sub(r"^(?:english|translation|query)\s*:\s*", "", lines[0], flags=re.IGNORECASE).strip("\"'“”` ")
    too_long = len(line) > min(_MOST_CHARACTERS, 40 + _MOST_GROWTH * len(text))
    return "" if too_long or language_of(line) != "en" or not content_terms(line) else line

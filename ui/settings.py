"""Settings: what a reader may set for the session, checked, and the engine that it makes."""

from __future__ import annotations

from dataclasses import replace

from llama_index.core.llms import LLM

from rag.config import RagConfig
from rag.engine import PaperQueryEngine
from rag.errors import ConfigError
from rag.llms.endpoints import OPENAI_URL, Endpoint
from rag.llms.llm import build_llm, mode_of
from rag.llms.model_servers import models_of, server_of, trial
from rag.variants import variant
from ui.sessions import Choice, Sessions

NO_KEY = "none-needed"
"""Sent to servers that ask for none."""


class Settings:
    """Puts readers' choices into effect.

    The owner's key goes to the owner's server and to OpenAI alone. Where others may see the window, so do requests:
    a server's address is a way into the owner's network.

    Args:
        engine: of the owner; others are made like it.
        config: the owner's.
        sessions: told which engine answers whom.
        any_server: whether readers may name servers of their own.
    """

    def __init__(self, engine: PaperQueryEngine, config: RagConfig, sessions: Sessions, *, any_server: bool) -> None:
        self._engine = engine
        self._config = config
        self._sessions = sessions
        self.any_server = any_server
        self.owner = Endpoint.parse(config.llm, "RAG_LLM") if config.llm else None

    @property
    def may_write(self) -> bool:
        """Whether there is a server at all that readers may choose a model of."""
        return self.any_server or self.owner is not None

    def current(self, session: str) -> Choice:
        """What is in effect for a session, without its key."""
        if (chosen := self._sessions.choice_of(session)) is not None:
            return replace(chosen, key="")
        config, owner = self._config, self.owner
        return Choice(
            owner.model if owner else "",
            owner.base_url if owner else "",
            top_k=config.top_k,
            evidence_k=config.evidence_k,
            strict=config.strict,
            language=config.language,
        )

    def has_key(self, session: str) -> bool:
        """Whether a session has given a key of its own."""
        chosen = self._sessions.choice_of(session)
        return chosen is not None and bool(chosen.key)

    def models(self, session: str, choice: Choice) -> list[str]:
        """The models of the server that is chosen.

        Raises:
            ConfigError: the server is not allowed, or needs a key.
            ModelError: it lists none.
        """
        choice = self._whole(session, choice)
        return models_of(choice.base_url, self._key(choice))

    def test(self, session: str, choice: Choice) -> float:
        """The seconds in which the model chosen answers one word. Raises as `models` does."""
        choice = self._whole(session, choice)
        if not choice.model:
            raise ConfigError("No model is chosen: answers are quoted from the abstracts.")
        return trial(self._llm(choice))

    def apply(self, session: str, choice: Choice) -> None:
        """Let a choice answer this session from now on. Raises as `models` does."""
        choice = self._whole(session, choice)
        config = self._config_of(choice)
        llm = self._llm(choice) if choice.model else None
        mode = mode_of(config) if choice.model else "extractive"
        self._sessions.settle(session, choice, variant(self._engine, config, llm), mode)

    def withdraw(self, session: str) -> None:
        """Let the owner's settings answer this session again; its key is forgotten."""
        self._sessions.settle(session, None, None, "")

    def _whole(self, session: str, choice: Choice) -> Choice:
        """A choice with its server's address checked, and with the key given before for the same server."""
        url = self._server(choice.base_url) if choice.model or choice.base_url or self.may_write else ""
        if "://" in choice.model:  # an address behind the name would be asked in place of the server's
            raise ConfigError("The model's name holds an address. Type the name alone.")
        before = self._sessions.choice_of(session)
        key = choice.key.strip()
        if not (key.isascii() and key.isprintable()) or " " in key:
            raise ConfigError("The key holds a space, a line break or a sign that no key has. Paste it again.")
        if not key and before is not None and before.base_url == url:
            key = before.key
        return replace(choice, model=choice.model.strip(), base_url=url, key=key)

    def _server(self, address: str) -> str:
        if self.any_server:
            return server_of(address) if address.strip() else (self.owner.base_url if self.owner else OPENAI_URL)
        if self.owner is None:
            raise ConfigError("The owner of this window has set no model: answers are quoted from the abstracts.")
        if address.strip() and server_of(address) != self.owner.base_url:
            raise ConfigError("Only the server that the owner of this window has set can be used here.")
        return self.owner.base_url

    def _key(self, choice: Choice) -> str:
        if choice.key:
            return choice.key
        endpoint = Endpoint(choice.model, choice.base_url)
        owners = self.owner.base_url if self.owner else OPENAI_URL
        if choice.base_url in (owners, OPENAI_URL):
            return endpoint.api_key()
        if not endpoint.is_local:
            raise ConfigError("This server needs a key. Paste it into its box; it is kept for this session only.")
        return NO_KEY

    def _config_of(self, choice: Choice) -> RagConfig:
        return replace(
            self._config,
            llm=f"{choice.model}@{choice.base_url}" if choice.model else "",
            top_k=choice.top_k,
            evidence_k=min(choice.evidence_k, choice.top_k),
            strict=choice.strict,
            language=choice.language,
        )

    def _llm(self, choice: Choice) -> LLM:
        return build_llm(self._config_of(choice), api_key=self._key(choice))

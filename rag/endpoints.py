"""Where a model is served: the one syntax for LLMs and embedding models, and its key."""

import os
from dataclasses import dataclass
from urllib.parse import urlsplit

from rag.errors import ConfigError

OPENAI_URL = "https://api.openai.com/v1"
_LOCAL_HOSTS = {"localhost", "127.0.0.1", "::1"}


@dataclass(frozen=True)
class Endpoint:
    """A model behind an OpenAI-compatible API.

    Args:
        model: the name the server knows it by.
        base_url: the API's root, as the `openai` package takes it (usually ending in `/v1`).
    """

    model: str
    base_url: str

    @classmethod
    def parse(cls, spec: str, setting: str) -> "Endpoint":
        """Read `openai:MODEL`, `MODEL@URL` or `openai:MODEL@URL`.

        Without a URL the server is `OPENAI_BASE_URL` if that is set, else OpenAI's own.

        Args:
            spec: what the user typed.
            setting: the variable it was typed into, for the message.

        Raises:
            ConfigError: the text is of neither form.
        """
        rest = spec.strip().removeprefix("openai:")
        model, _, url = rest.partition("@")
        model = model.strip()
        if not model or model.startswith(("http:", "https:")) or (rest == spec.strip() and not url):
            raise ConfigError(
                f"{setting}={spec!r} names no model that can be called. Type {setting}=openai:MODEL, or "
                f"{setting}=MODEL@http://localhost:8080/v1 for any OpenAI-compatible server."
            )
        return cls(model, _base_url(url or os.environ.get("OPENAI_BASE_URL", "") or OPENAI_URL))

    @property
    def is_local(self) -> bool:
        """Whether the server is on this machine, where no key is asked for."""
        return urlsplit(self.base_url).hostname in _LOCAL_HOSTS

    def api_key(self) -> str:
        """The key for this server, from OPENAI_API_KEY with stray quotes and white space removed.

        Raises:
            ConfigError: no key is set and the server is not on this machine.
        """
        key = os.environ.get("OPENAI_API_KEY", "").strip().strip("\"'").strip()
        if not key and not self.is_local:
            raise ConfigError(
                f"No API key is set for {urlsplit(self.base_url).netloc}. Type: export OPENAI_API_KEY=… "
                "(or unset RAG_LLM to have answers quoted from the abstracts, which needs no key)."
            )
        return key or "none-needed"


def _base_url(text: str) -> str:
    url = text.strip()
    if "://" not in url:
        url = "http://" + url
    url = url.rstrip("/").removesuffix("/chat/completions").removesuffix("/embeddings").rstrip("/")
    return url if urlsplit(url).path else url + "/v1"

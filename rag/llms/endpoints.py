"""Where a model is served: the one syntax for LLMs and embedding models, and its key."""

import os
import re
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from rag.errors import ConfigError

OPENAI_URL = "https://api.openai.com/v1"
_LOCAL_ENDINGS = (".local", ".lan", ".internal", ".localhost", ".home.arpa")
_ROUTES = ("/chat/completions", "/completions", "/embeddings", "/models", "/responses")


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
        at = re.search(r"@(?=https?://)|(?<=.)@", rest)  # a model's name may begin with @ itself
        model, url = (rest[: at.start()], rest[at.end() :]) if at else (rest, "")
        model = model.strip()
        if not model or model.startswith(("http:", "https:")) or (rest == spec.strip() and not url):
            raise ConfigError(
                f"{setting}={without_secrets(spec)!r} names no model that can be called. "
                f"Type {setting}=openai:MODEL, or {setting}=MODEL@http://localhost:8080/v1 for any "
                "OpenAI-compatible server."
            )
        if re.match(r"\s*(?!https?:)[a-z][a-z\d+.-]*://", url, re.IGNORECASE):
            raise ConfigError(
                f"{setting}={without_secrets(spec)!r} has an address that is not of the web. "
                f"Type {setting}=MODEL@http://localhost:8080/v1, or https://…"
            )
        return cls(model, _base_url(url or os.environ.get("OPENAI_BASE_URL", "") or OPENAI_URL))

    @property
    def is_local(self) -> bool:
        """Whether the server is on this machine or its own network, where no key is asked for."""
        host = urlsplit(self.base_url).hostname or ""
        try:
            return ip_address(host).is_private or ip_address(host).is_unspecified
        except ValueError:
            return "." not in host or host.endswith(_LOCAL_ENDINGS)

    def api_key(self) -> str:
        """The key for this server, from OPENAI_API_KEY with stray quotes and white space removed.

        Raises:
            ConfigError: no key is set and the server is not on this machine or network; or it can be no key.
        """
        key = os.environ.get("OPENAI_API_KEY", "").strip().strip("\"'").strip()
        if not (key.isascii() and key.isprintable()) or " " in key:
            raise ConfigError(
                "OPENAI_API_KEY holds a space, a line break or a sign that no key has. Type it again: "
                "export OPENAI_API_KEY=…"
            )
        if not key and not self.is_local:
            raise ConfigError(
                f"No API key is set for {urlsplit(self.base_url).hostname}. Type: export OPENAI_API_KEY=… "
                "(or unset RAG_LLM to have answers quoted from the abstracts, which needs no key)."
            )
        return key or "none-needed"


def _base_url(text: str) -> str:
    url = text.strip()
    if "://" not in url:
        url = "http://" + url
    url = url.partition("?")[0].partition("#")[0].rstrip("/")
    for route in _ROUTES:
        url = url.removesuffix(route).rstrip("/")
    url = re.sub(r"(?:/v1/*)+$", "/v1", url)
    return url if urlsplit(url).path else url + "/v1"


def without_secrets(address: str) -> str:
    """An address fit for a message: without a password, a user's name or a query, which may hold a key."""
    return re.sub(r"//[^/@\s]*@", "//", address).partition("?")[0]

"""Where a model is served: addresses as people type them, and keys as they come."""

import pytest

from rag.errors import ConfigError
from rag.llms.endpoints import OPENAI_URL, Endpoint, without_secrets


@pytest.mark.parametrize(
    "typed",
    ["http://127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1/", "http://127.0.0.1:8080/v1//", "http://127.0.0.1:8080",
     "127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1/chat/completions", " http://127.0.0.1:8080/v1 ",
     "http://127.0.0.1:8080/v1/v1", "http://127.0.0.1:8080/v1/models", "http://127.0.0.1:8080/v1?x=1"],
)  # fmt: skip
def test_an_address_is_understood_however_it_is_spelt(typed: str) -> None:
    assert Endpoint.parse(f"owl@{typed}", "RAG_LLM") == Endpoint("owl", "http://127.0.0.1:8080/v1")


def test_a_models_name_may_begin_with_an_at_sign() -> None:
    assert Endpoint.parse("@cf/meta/llama@https://ai.test/v1", "RAG_LLM") == Endpoint(
        "@cf/meta/llama", "https://ai.test/v1"
    )


def test_a_path_that_is_no_v1_is_kept() -> None:
    assert Endpoint.parse("g@https://ai.test/openai/", "RAG_LLM").base_url == "https://ai.test/openai"


@pytest.mark.parametrize("typed", ["gpt-4", "http://user:sk-SECRET@ai.test/v1?key=sk-SECRET", "@http://x"])
def test_what_names_no_model_is_refused_without_its_secrets(typed: str) -> None:
    with pytest.raises(ConfigError, match="names no model") as caught:
        Endpoint.parse(typed, "RAG_LLM")
    assert "SECRET" not in str(caught.value)


@pytest.mark.parametrize("key", ["sk-test\n", " sk-test ", '"sk-test"', "'sk-test'\r\n"])
def test_a_key_is_read_without_what_clings_to_it(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", key)
    assert Endpoint("gpt", OPENAI_URL).api_key() == "sk-test"


@pytest.mark.parametrize("key", ["sk-te\nst", "sk-te st", "“sk-test”", "sk-te\x00st"])
def test_what_can_be_no_key_is_refused_without_being_shown(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    monkeypatch.setattr("os.environ", {"OPENAI_API_KEY": key})
    with pytest.raises(ConfigError, match="a sign that no key has") as caught:
        Endpoint("gpt", OPENAI_URL).api_key()
    assert "te" not in str(caught.value).replace("Type it", "").replace("that", "")


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "192.168.1.5", "host.docker.internal", "ollama"])
def test_a_server_of_this_machine_or_network_needs_no_key(host: str) -> None:
    assert Endpoint("owl", f"http://{host}:8080/v1").api_key() == "none-needed"


@pytest.mark.parametrize("key", ["", "  ", '""'])
def test_another_server_without_a_key_is_refused_at_once(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", key)
    with pytest.raises(ConfigError, match=r"No API key is set for api\.openai\.com"):
        Endpoint("gpt", OPENAI_URL).api_key()


def test_an_address_is_shown_without_its_password() -> None:
    assert without_secrets("https://me:sk-1@ai.test/v1?key=sk-2") == "https://ai.test/v1"


def test_an_address_that_is_not_of_the_web_is_refused() -> None:
    with pytest.raises(ConfigError, match="not of the web"):
        Endpoint.parse("owl@ftp://ai.test/v1", "RAG_LLM")

"""From "provider:name" to a LlamaIndex embedding."""

from typing import TYPE_CHECKING, cast

from llama_index.core.base.embeddings.base import BaseEmbedding

from rag.config import BUNDLED_EMBEDDING, TRAINED_EMBEDDING
from rag.errors import AskPapersError, ModelError
from rag.llms.endpoints import Endpoint

if TYPE_CHECKING:
    from rag.encoding.late_interaction import TextEncoder
    from rag.encoding.minilm import MiniLMEmbedding


def build_embedding(spec: str, *, timeout: float = 60.0) -> BaseEmbedding:
    """Build the embedding model that a setting names.

    Args:
        spec: `bundled:all-MiniLM-L6-v2-int8`, `bundled:MiniLM-L6-abstracts-int8`, `openai:MODEL` or `MODEL@URL` of an
            OpenAI-compatible server.
        timeout: seconds to wait for a server.

    Raises:
        ConfigError: the text is of no such form, or the server needs a key and none is set.
        ModelError: the bundled model is damaged or absent.
    """
    if spec in (BUNDLED_EMBEDDING, TRAINED_EMBEDDING):
        from rag.encoding.minilm import MiniLMEmbedding

        return MiniLMEmbedding(model_name=spec.removeprefix("bundled:"))
    endpoint = Endpoint.parse(spec, "RAG_EMBEDDING")
    import openai
    from llama_index.embeddings.openai_like import OpenAILikeEmbedding

    return OpenAILikeEmbedding(
        model_name=endpoint.model,
        api_base=endpoint.base_url,
        api_key=endpoint.api_key(),
        timeout=timeout,
        max_retries=3,
        # Papers and the key go to no other server that this one names.
        http_client=openai.DefaultHttpxClient(follow_redirects=False),
        async_http_client=openai.DefaultAsyncHttpxClient(follow_redirects=False),
    )


def token_encoder(embed_model: BaseEmbedding) -> "TextEncoder":
    """What gives tokens their signs: the embedding model itself where it can, else the original bundled one.

    Raises:
        ModelError: the bundled model is damaged or absent.
    """
    if hasattr(embed_model, "encode_texts"):
        return cast("TextEncoder", embed_model)
    return original_model()


def original_model() -> "MiniLMEmbedding":
    """The bundled model as it was before training: an index of another embedding keeps its tokens' signs.

    Raises:
        ModelError: the bundled model is damaged or absent.
    """
    from rag.encoding.minilm import MiniLMEmbedding
    from rag.encoding.minilm_files import ORIGINAL

    return MiniLMEmbedding(model_name=ORIGINAL)


def question_vector(embed_model: BaseEmbedding, question: str) -> list[float]:
    """A question's vector.

    Raises:
        ModelError: the model failed.
    """
    try:
        return embed_model.get_query_embedding(question)
    except AskPapersError:
        raise
    except Exception as error:  # a remote model's client raises errors of its own kinds
        raise ModelError(
            f"The embedding model {embed_model.model_name} failed: {error}. Check that its server runs."
        ) from error

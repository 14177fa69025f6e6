"""What is noted of a response once its text is there: how long it took, and the text of a stream."""

from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import aclosing, closing
from time import perf_counter

from llama_index.core.base.response.schema import RESPONSE_TYPE, AsyncStreamingResponse, StreamingResponse
from llama_index.core.instrumentation.events import BaseEvent
from llama_index.core.instrumentation.span import active_span_id
from llama_index_instrumentation import get_dispatcher

from rag.answering.responses import settled
from rag.errors import StoppedError

_dispatcher = get_dispatcher(__name__)


class AnswerEndEvent(BaseEvent):
    """An answer is whole: an event of LlamaIndex's instrumentation. It holds nothing of what was asked or said."""

    verdict: str
    mode: str
    timings_ms: dict[str, float]
    usage: dict[str, int] | None

    @classmethod
    def class_name(cls) -> str:
        """The name LlamaIndex serialises it by."""
        return "AnswerEndEvent"


def recorded(response: RESPONSE_TYPE, began: float, found: float) -> RESPONSE_TYPE:
    """Note the times and, for a streamed response, its text: both are there once its generator has ended.

    Args:
        response: the answer.
        began: when the question came, by `time.perf_counter`.
        found: when its papers were there.
    """
    metadata = response.metadata = {} if response.metadata is None else response.metadata
    query = active_span_id.get()  # a stream ends when this step has long ended

    def note_times(whole: bool) -> None:
        ended = perf_counter()
        spans = {"retrieve": found - began, "synthesize": ended - found, "total": ended - began}
        metadata["timings_ms"] = {name: round(1000 * seconds, 1) for name, seconds in spans.items()}
        if not whole:  # it was stopped: what there is of it is kept
            return
        event = AnswerEndEvent(
            span_id=query,
            verdict=str(metadata.get("verdict")),
            mode=str(metadata.get("mode")),
            timings_ms=metadata["timings_ms"],
            usage=metadata.get("usage"),
        )
        _dispatcher.event(event)

    if isinstance(response, StreamingResponse):
        response.response_gen = _kept(response, response.response_gen, note_times)
    elif isinstance(response, AsyncStreamingResponse):
        response.response_gen = _akept(response, response.response_gen, note_times)
    else:
        note_times(True)
    return response


def _kept(response: StreamingResponse, pieces: Generator[str], at_end: Callable[[bool], None]) -> Generator[str]:
    text = ""
    try:
        with closing(pieces):  # a reader that stops early stops the model's stream too
            for piece in pieces:
                text += piece
                yield piece
    except (StoppedError, GeneratorExit):
        response.response_txt = settled(text, response.metadata or {})
        at_end(False)
        raise
    response.response_txt = settled(text, response.metadata or {})
    at_end(True)


async def _akept(
    response: AsyncStreamingResponse, pieces: AsyncGenerator[str], at_end: Callable[[bool], None]
) -> AsyncGenerator[str]:
    text = ""
    async with aclosing(pieces):
        async for piece in pieces:
            text += piece
            yield piece
    response.response_txt = settled(text, response.metadata or {})
    at_end(True)

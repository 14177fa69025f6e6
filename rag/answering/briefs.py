"""Brief: what an LLM is given to answer from, cut to its context window."""

from collections.abc import Sequence
from dataclasses import dataclass

from llama_index.core.llms import ChatMessage
from llama_index.core.prompts import ChatPromptTemplate

from rag.errors import ModelError
from rag.papers import Paper
from rag.prompts import abstract_block
from rag.text.sentences import sentence_spans
from rag.text.tokens import TokenCounter

_ANSWER_TOKENS = 1024
"""Left for the answer; of a small window a quarter."""
_MESSAGE_TOKENS = 8
"""What a chat template puts around one message, at most."""
_TITLE_CHARACTERS = 200
"""Of a title, where an abstract must be cut; a label made of an abstract without spaces is as long as that."""
_LEAST_TOKENS = 64
"""Of an abstract, at least; below, there is nothing to answer from."""


@dataclass(frozen=True)
class Brief:
    """Messages for an LLM.

    Args:
        papers: those in the messages, as these number them, from 1.
    """

    messages: list[ChatMessage]
    papers: tuple[Paper, ...]

    def usage(self, written: str, tokens: TokenCounter) -> dict[str, int]:
        """The tokens of this request and what was written so far, counted here: servers tell them at the end alone."""
        sent = sum(tokens(str(message.content)) for message in self.messages)
        return {"prompt_tokens": sent, "completion_tokens": tokens(written), "estimated": 1}


def brief_of(
    prompt: ChatPromptTemplate, question: str, papers: Sequence[Paper], window: int, tokens: TokenCounter
) -> Brief:
    """Write a prompt with as many of the papers as the window holds, the last ones left out first.

    An abstract is cut, after a whole sentence, only where it is the first and does not fit by itself.

    Args:
        prompt: takes `context_str` and `query_str`.
        question: as understood.
        papers: best first.
        window: tokens that the model takes, with its answer.
        tokens: counts them.

    Raises:
        ModelError: the question alone is too long for the window.
    """
    frame = prompt.format_messages(context_str="", query_str=question)
    room = window - min(_ANSWER_TOKENS, window // 4)
    room -= sum(tokens(str(message.content)) + _MESSAGE_TOKENS for message in frame)
    if room < _LEAST_TOKENS:
        raise ModelError(
            f"The question is too long for a model that takes {window:,} tokens. Ask it shorter, or raise "
            "RAG_CONTEXT_WINDOW if the model takes more."
        )
    blocks: list[str] = []
    for n, paper in enumerate(papers, 1):
        block = abstract_block(n, paper.heading, paper.abstract)
        length = tokens(block)
        if length > room:
            if blocks:
                break
            block = _cut(paper, room, tokens)
            length = tokens(block)
        blocks.append(block)
        room -= length + 2
    messages = prompt.format_messages(context_str="\n\n".join(blocks), query_str=question)
    return Brief(messages, tuple(papers[: len(blocks)]))


def _cut(paper: Paper, room: int, tokens: TokenCounter) -> str:
    """The beginning of a paper that fits; of a first sentence that does not, its first half, quarter, …"""
    title = paper.heading[:_TITLE_CHARACTERS]
    ends = [span.end for span in sentence_spans(paper.abstract)][::-1]
    halves = [(ends[-1] if ends else len(paper.abstract)) >> n for n in range(1, 12)]
    block = ""
    for end in [*ends, *halves]:
        block = abstract_block(1, title, paper.abstract[:end])
        if tokens(block) <= room:
            break
    return block

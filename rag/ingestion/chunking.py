"""Chunks of a paper: the whole abstract where the model can take it, split at sentences where it cannot."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from tokenizers import Encoding

from rag.encoding.minilm import MAX_TOKENS, bundled_tokenizer
from rag.papers import Paper
from rag.text.sentences import sentence_spans

_SPECIAL_TOKENS = 2
_TITLE_TOKENS = 128


@dataclass(frozen=True)
class Chunk:
    """A stretch of an abstract that is embedded as one.

    Args:
        text: the stretch; the chunks of a paper, joined, are its abstract to the letter.
        embedded: what the model is given: the title and the stretch.
    """

    text: str
    embedded: str


def chunk(paper: Paper) -> list[Chunk]:
    """Part a paper into as few chunks as the embedding model allows.

    Title + abstract stay whole up to 512 of the bundled model's tokens: measured, smaller chunks find worse.
    A title is repeated in every chunk, up to 128 tokens of it (the lexical index has it all).
    """
    title, tokens = _shortened(paper.title)
    room = MAX_TOKENS - _SPECIAL_TOKENS - tokens
    texts = [paper.abstract[start:end] for start, end in _split(paper.abstract, room)]
    return [Chunk(text, _embedded(title, text)) for text in texts]


def embedded_text(title: str, text: str) -> str:
    """What the model is given of a chunk.

    Args:
        title: the paper's.
        text: the chunk's.
    """
    return _embedded(_shortened(title)[0], text)


def _embedded(title: str, text: str) -> str:
    return f"{title}\n{text}".strip()


def _shortened(title: str) -> tuple[str, int]:
    """As much of a title as is embedded, and how many tokens that is."""
    found = _tokens()(title)
    if len(found) <= _TITLE_TOKENS:
        return title[: found.offsets[-1][1]] if len(found) else "", len(found)
    return title[: found.offsets[_TITLE_TOKENS - 1][1]], _TITLE_TOKENS


def _split(text: str, room: int) -> list[tuple[int, int]]:
    found = _tokens()(text)
    if len(found) <= room:  # its offsets would cost as much as the tokens themselves
        return [(0, len(text))]
    tokens = found.offsets
    ends = {span.end for span in sentence_spans(text)}
    cuts, start = [0], 0
    while len(tokens) - start > room:
        # The last sentence end that fits; where a single sentence does not fit, between two tokens.
        stop = next((i for i in range(start + room, start, -1) if tokens[i - 1][1] in ends), start + room)
        cuts.append(tokens[stop][0])
        start = stop
    cuts.append(len(text))
    return list(pairwise(cuts))


@cache
def _tokens() -> Callable[[str], Encoding]:
    tokenizer = bundled_tokenizer()
    return lambda text: tokenizer.encode(text, add_special_tokens=False)

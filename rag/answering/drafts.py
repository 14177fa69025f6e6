"""Draft: an LLM's answer while it comes in, its sentences checked one by one, and the proof of it."""

from collections.abc import Iterable, Sequence
from typing import Any

from llama_index.core.base.llms.types import ChatResponse
from llama_index.core.schema import NodeWithScore

from rag.answering.headings import Headings
from rag.answering.marker_forms import Piece
from rag.answering.marker_parser import MarkerParser
from rag.answering.markers import Marker
from rag.answering.proofs import Judged, proof_of
from rag.answering.sentence_stream import Event, Layout, Sentence, SentenceStream
from rag.citations import Citation, Numbering, written
from rag.evidence.evidence import EvidenceReader
from rag.index.rows import paper_of
from rag.llms.pieces import usage_of
from rag.papers import Paper
from rag.prompts import DOES_NOT_SAY, REFUSAL, REFUSAL_CJK, is_refusal
from rag.questions import is_cjk
from rag.support import Finding, SupportChecker

UNSUPPORTED = "†"
"""What stands after a sentence that the abstracts do not bear out; the last line of the answer says so."""
_MEANING = f"{UNSUPPORTED} The abstracts do not bear this sentence out."
_MEANING_CJK = f"{UNSUPPORTED} 摘要不支持这句话。"


class Draft:
    """An answer in the making.

    Args:
        papers: as the prompt numbered them, from 1.
        reader: checks sentences as they come to their end and marks those that the abstracts do not bear out;
            without one, nothing is marked, and `proof` checks.
        strict: show a sentence once it is checked, and leave out those that are not borne out; needs a reader.
        cjk: the question is Chinese, Japanese or Korean: what is said beside the LLM's words is said in Chinese;
            where that is not known, the answer's own language decides.
    """

    def __init__(
        self,
        papers: Sequence[Paper],
        reader: EvidenceReader | None = None,
        *,
        strict: bool = False,
        cjk: bool | None = None,
    ) -> None:
        self._papers = papers
        self._checker = SupportChecker(reader) if reader is not None else None
        self._strict = strict and reader is not None
        self._cjk = cjk
        self._parser, self._sentences, self._numbering = MarkerParser(), SentenceStream(), Numbering(len(papers))
        self._parts: list[str] = []
        self._opening = ""  # held: white space, or what may become the refusal in another language than asked in
        self._judged: list[Judged] = []
        self._ahead = ""  # of the open sentence, what is shown already
        self._lead = ""  # strict: layout that is shown with the next sentence of its line
        self._line_kept, self._line_removed = False, False
        self._headings = Headings()  # of a strict answer
        self._cut = False
        self._marked = False
        self._refused = False
        self.removed = 0
        self.usage: dict[str, int] | None = None

    def take(self, chunk: ChatResponse) -> str:
        """Take a streamed piece; give back the text that can be shown now."""
        self.usage = usage_of(chunk.raw) or self.usage
        return self._keep(self._held_back(self._advance(self._parser.feed(chunk.delta or ""))))

    def end(self, *, cut: bool = False) -> str:
        """The rest of the text, once the stream has ended.

        Args:
            cut: it ended before the answer did: what may be half a sentence is not called unsupported.
        """
        shown = self._advance(self._parser.end())
        self._cut = cut
        shown += self._settled(self._sentences.end())
        shown = self._opening + shown
        self._opening = ""
        if not self.removed:
            shown += "".join(heading.text for heading in self._headings.take(0, in_table=True))
        cjk = self._cjk if self._cjk is not None else is_cjk(self.text + shown)
        if self._marked:
            shown += f"\n\n{_MEANING_CJK if cjk else _MEANING}"
        if self.removed and not cut and not self._is_answer(self.text + shown):
            self._refused = True
            if not is_refusal(self.text + shown):
                shown += ("\n\n" if (self.text + shown).strip() else "") + (REFUSAL_CJK if cjk else REFUSAL)
        if not self.text and shown.strip() == REFUSAL and self._cjk:
            shown = REFUSAL_CJK
        return self._keep(shown) if self.text or shown.strip() else ""

    def _is_answer(self, text: str) -> bool:
        """Whether what was kept states something, or says itself that the abstract does not."""
        return any(sentence.states for sentence in self._judged) or text.strip().startswith(DOES_NOT_SAY)

    @property
    def text(self) -> str:
        """What has been shown."""
        return "".join(self._parts)

    @property
    def dropped_citations(self) -> int:
        """How many numbers in the answer named no paper."""
        return self._numbering.dropped

    @property
    def is_refusal(self) -> bool:
        """Whether the answer is the refusal, or nothing, or nothing that is borne out was left of it."""
        return self._refused or not self.text.strip() or is_refusal(self.text)

    def proof(self, reader: EvidenceReader) -> tuple[list[Citation], list[dict[str, Any]]]:
        """For each sentence and each paper it cites, the sentences of the abstract that it stands on.

        Args:
            reader: checks what has not been checked yet.

        Returns:
            The citations, and the answer's sentences in the form of the JSON contract. What comes nearest to a
            sentence that is not borne out is quoted only where its paper bears out no other.
        """
        return proof_of(self._judged, self._papers, self._numbering, self._checker or SupportChecker(reader))

    def _advance(self, pieces: Sequence[Piece]) -> str:
        known = [self._known(piece) for piece in pieces]
        shown = self._settled(self._sentences.feed([piece for piece in known if piece]))
        if self._strict:
            return shown
        certain = self._written(self._sentences.certain)
        shown += certain[len(self._ahead) :]
        self._ahead = certain
        return shown

    def _known(self, piece: Piece) -> Piece | None:
        """A marker without the numbers that name no paper; they are counted."""
        if isinstance(piece, str):
            return piece
        numbers = self._numbering.known(piece)
        return Marker(piece.text, tuple(numbers)) if numbers else None

    def _written(self, pieces: Iterable[Piece]) -> str:
        return "".join(
            piece if isinstance(piece, str) else written(piece.space, self._numbering.show(piece.numbers))
            for piece in pieces
        )

    def _settled(self, events: Iterable[Event]) -> str:
        return "".join(self._laid(event) if isinstance(event, Layout) else self._told(event) for event in events)

    def _told(self, sentence: Sentence) -> str:
        """A complete sentence: checked, and what of it is not shown yet."""
        plain, sources = sentence.plain, tuple(sentence.numbers)
        finding = self._check(self._checker, sentence.checked, sources) if self._checker else None
        is_heading = "#" in sentence.prefix
        unfinished = self._cut and not sentence.is_finished
        if is_heading or (sentence.tops and not sources):  # it states nothing
            finding = Finding(None, ())
        false = finding is not None and finding.supported is False
        if self._strict and false:
            self.removed += not unfinished
            self._line_removed = True
            self._lead = "" if self._line_kept else self._lead + sentence.prefix
            return ""
        if false and unfinished:
            finding, false = Finding(None, ()), False
        if self._strict and (is_heading or ((sentence.tops or plain.endswith((":", "："))) and not sources)):
            return self._held(sentence)
        headings = self._headings.take(self.removed, in_table=plain.startswith("|"))
        self._judged += [Judged(h.plain, (), Finding(None, ())) for h in headings if _has_words(h.plain)]
        text = self._lead + sentence.prefix + self._written(sentence.pieces)
        if sources or _has_words(plain):
            readable = self._written(sentence.readable).strip()
            self._judged.append(Judged(readable, sources, finding, sentence.checked))
        text = "".join(heading.text for heading in headings) + text[len(self._ahead) :]
        self._ahead, self._lead, self._line_kept = "", "", True
        if not false:
            return text
        self._marked = True
        if text.endswith("|"):  # in a table the mark belongs into the last cell
            return f"{text[:-1]}{UNSUPPORTED} |"
        return text + UNSUPPORTED

    def _held(self, sentence: Sentence) -> str:
        """A heading or lead-in of a strict answer: shown with what is kept under it, gone with what is not."""
        text = self._lead + sentence.prefix + self._written(sentence.pieces)
        signs = sentence.prefix.count("#")
        self._headings.hold(sentence.plain, text, self.removed, signs=signs, tops=sentence.tops)
        self._lead, self._line_kept = "", True
        return ""

    def _laid(self, layout: Layout) -> str:
        """Layout: what of it is not shown yet; in a strict answer, not of lines that were left out."""
        if not self._strict:
            text, self._ahead = layout.text[len(self._ahead) :], self._ahead[len(layout.text) :]
            return text
        if not layout.ends_line:
            if self._line_kept or not self._line_removed:
                self._lead += layout.text
            return ""
        gone = self._line_removed and not self._line_kept
        text = "" if gone else ("" if self._line_removed else self._lead) + layout.text
        self._lead, self._line_kept, self._line_removed = "", False, False
        return "" if self._headings.lay(text) else text

    def _check(self, checker: SupportChecker, sentence: str, sources: Sequence[int]) -> Finding:
        return checker.judge(sentence, [self._papers[n - 1] for n in sources], self._papers)

    def _held_back(self, text: str) -> str:
        """What can be shown: no white space before the first word, nor what may be the whole refusal in English."""
        if self.text:
            return text
        text, self._opening = self._opening + text, ""
        if not text.strip() or (self._cjk and REFUSAL.startswith(text.strip())):
            self._opening, text = text, ""
        return text

    def _keep(self, text: str) -> str:
        self._parts.append(text)
        return text


def _has_words(text: str) -> bool:
    """Whether there is anything to read: a line of dashes under a table's first row is none."""
    return any(character.isalnum() for character in text)


def paper_of_node(node: NodeWithScore) -> Paper:
    """The paper that a retrieved node stands for; a node of another program's index is one of its own."""
    return paper_of({"paper_id": node.node.node_id} | node.node.metadata, node.node.get_content())

"""Proof: for the sentences of an answer, the words of the abstracts that each stands on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rag.citations import Citation, Numbering
from rag.papers import Paper
from rag.support import Finding, SupportChecker
from rag.support.kinds import states_nothing


@dataclass(frozen=True)
class Judged:
    """A sentence that is shown, the papers it cites by their numbers in the prompt, and what was found for what."""

    text: str
    sources: tuple[int, ...]
    finding: Finding | None
    checked: str = ""

    @property
    def states(self) -> bool:
        """Whether it tells something: it cites a paper, or is more than a lead-in or that abstracts do not say."""
        return bool(self.sources) or not states_nothing(self.text, cites=False)


def proof_of(
    sentences: Sequence[Judged], papers: Sequence[Paper], numbering: Numbering, checker: SupportChecker
) -> tuple[list[Citation], list[dict[str, Any]]]:
    """The citations of an answer, and its sentences in the form of the JSON contract.

    What comes nearest to a sentence that is not borne out is quoted only where its paper bears out no other.

    Args:
        sentences: that are shown, in order.
        papers: as the prompt numbered them, from 1.
        numbering: gives the numbers shown.
        checker: checks what has not been checked yet.
    """
    proven: dict[tuple[int, int], Citation] = {}
    nearest: dict[tuple[int, int], Citation] = {}
    records: list[dict[str, Any]] = []
    for judged in sentences:
        finding = judged.finding or checker.judge(judged.checked, [papers[n - 1] for n in judged.sources], papers)
        numbers = numbering.show(judged.sources)
        citations = nearest if finding.supported is False else proven
        for n, source, quotes in zip(numbers, judged.sources, finding.quotes, strict=False):
            for span in quotes:
                citations[n, span.start] = Citation.of(n, papers[source - 1], span)
        records.append({"text": judged.text, "citations": numbers, "supported": finding.supported})
    borne_out = {n for n, _ in proven}
    told = proven | {key: found for key, found in nearest.items() if key[0] not in borne_out}
    return [told[key] for key in sorted(told)], records

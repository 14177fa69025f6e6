"""Contradiction: a number, a rank or a denial that a question takes for granted and an abstract states otherwise."""

import re
from collections.abc import Collection, Iterator

import numpy as np
from numpy.typing import NDArray

from rag.evidence.evidence import EvidenceReader, Reading, text_of
from rag.evidence.marks import claims
from rag.questions import content_terms, is_cjk
from rag.support.alignment import Alignment, Words
from rag.support.negation import denials
from rag.support.opposites import contraries
from rag.support.quantities import Quantity, plain, quantities
from rag.text.analysis import analyze
from rag.text.sentences import Span
from rag.understanding.mentions import names_of

_NEAR = 0.6
"""Cosine from which a sentence speaks of a word of the question."""
_MOST_OF_CLAIM = 0.6
"""Share of a claim's words of which the sentence must speak that states the contrary."""
_REACH = 5
"""Words after a number among which stands what it counts."""
_CLAIMS = re.compile(
    r"^\W*(?:and |but |so )?why (?:(?:is|are|does|do|did|was|were|can|has|have)(?:n['’]t)? )?(?P<why>[^?？]+)"
    r"|^\W*(?:since|given that|because|as|although|considering that|knowing that|now that|if) (?P<since>[^,?？]+),",
    re.IGNORECASE,
)
_WHY_CJK = re.compile(r"为什么|为何|怎么会|既然|由于")
_RANKS = re.compile(
    r"\b(?:larger|bigger|smaller|slower|faster|higher|lower|cheaper|weaker|stronger|harder|easier|longer|shorter"
    r"|worse|better|less|more"
    r"|fewer|inferior|superior|underperform\w*|outperform\w*|lag\w*|big|large|small|slow|fast|bad|poor)\b",
    re.IGNORECASE,
)
_WORSE = re.compile(
    r"\b(?:how much|why is|why are|why does|why do)\b.{0,60}?\b(?:worse|lower|slower|weaker|poorer|hurt|harm|degrade"
    r"|reduce|compromise|sacrifice|worsen|impair|damage)s?\s+(?:is\s+|are\s+|the\s+|its\s+)*"
    r"(?P<what>[\w -]+?)(?=\s+(?:with|in|on|of|by|when|for|under|than|does|get|gets|become|becomes)\b|[?]|$)",
    re.IGNORECASE,
)
_KEEPS = re.compile(
    r"\b(?:(?:do|does|did) not|without|never)\s+(?:\w+ly\s+)?(?:compromis|sacrific|harm|hurt|degrad|reduc|impair|damag"
    r"|worsen|los)\w*\s+(?P<what>[^.,;]{3,80})",
    re.IGNORECASE,
)
_ASSUMES = re.compile(
    r"\bwhy\s+(?:does|do|did|must|is|are)\b.*?\b(?:assum\w+|requir\w+|restrict\w+ to|limit\w+ to)\s+(?:that\s+|the\s+)*"
    r"(?P<what>[\w -]+?)(?=\s+(?:be|are|is|in|on|for|when|by)\b|[?]|$)",
    re.IGNORECASE,
)
_GIVES_UP = re.compile(
    r"\b(?:we|our|this (?:paper|work)|which)\b.{0,60}\b(?:relax|remov|lift|drop|weaken|dispens|eliminat|avoid"
    r"|go(?:es)? beyond)\w*\s+(?:with\s+)?(?:this|these|the|such|that|any)\b.{0,40}\b(?:assumption|condition"
    r"|requirement|constraint|restriction)",
    re.IGNORECASE,
)
_STILL = re.compile(r"^(?:However|Yet|Despite|Although|Unfortunately)\b", re.IGNORECASE)
"""A sentence that begins so tells what is wrong with others, as "there is room for improvement"."""
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_OTHERS = frozenset(analyze("other others another than any some existing current model method approach all"))


def contradicted(question: str, english: str, reading: Reading, reader: EvidenceReader) -> tuple[str, Span] | None:
    """What a question takes for granted and the sentence that states it otherwise; None where none does.

    Args:
        question: as asked.
        english: the same in English, as far as it is known.
        reading: of the paper that it names.
        reader: gives vectors.
    """
    return (
        _other_number(question, reading)
        or _other_way(question, english, reading, reader)
        or _unharmed(english or question, reading)
        or _relaxed(english or question, reading)
    )


def _unharmed(question: str, reading: Reading) -> tuple[str, Span] | None:
    """The sentence that says that what a question takes to be worse is not: "does not compromise accuracy"."""
    asked = _WORSE.search(question)
    own = {term for name in names_of(reading.paper) for term in analyze(name)}
    terms = set(content_terms(asked["what"])) - own if asked else set()
    for span in reading.sentences if terms else ():
        kept = _KEEPS.search(reading.paper.abstract[span.start : span.end])
        if asked and kept and len(terms & set(analyze(kept["what"]))) >= _MOST_OF_CLAIM * len(terms):
            return asked["what"].strip(), span
    return None


def _relaxed(question: str, reading: Reading) -> tuple[str, Span] | None:
    """The sentence by which a paper gives up an assumption that a question says it makes."""
    asked = _ASSUMES.search(question)
    terms = set(content_terms(asked["what"])) if asked else set()
    texts = [reading.paper.abstract[span.start : span.end] for span in reading.sentences]
    for at, text in enumerate(texts):
        near = set(analyze(" ".join(texts[max(0, at - 1) : at + 1])))
        if asked and terms and terms <= near and _GIVES_UP.search(text):
            return asked["what"].strip(), reading.sentences[at]
    return None


def _other_number(question: str, reading: Reading) -> tuple[str, Span] | None:
    text, said = text_of(reading.paper), plain(question)
    own = {term for name in names_of(reading.paper) for term in analyze(name)}
    stated = quantities(text)
    for asked in quantities(_YEAR.sub(" ", question)):
        if asked.named or any(_bears(held, asked) and held.states(asked) for held in stated):
            continue
        counted = set(content_terms(" ".join(said[asked.end :].split()[:_REACH]))) - own if not asked.unit else set()
        for at, span in enumerate(reading.sentences):
            sentence = reading.paper.abstract[span.start : span.end]
            if any(_same_kind(asked, held, sentence, counted) for held in quantities(sentence)) and (
                not asked.unit or _speaks(reading, at, own | {asked.noun})
            ):
                return said[asked.start : asked.end].strip(), span
    return None


def _bears(held: Quantity, asked: Quantity) -> bool:
    """Whether a number without a unit may be the one asked about: "95" bears out 95%, but "20 people" not 20 times."""
    return held.unit == asked.unit or "%" in (held.unit, asked.unit) or not asked.unit


def _same_kind(asked: Quantity, held: Quantity, sentence: str, counted: Collection[str]) -> bool:
    """Whether a number of a sentence is of what the question's number is of, and another."""
    if held.named and not held.unit:
        return False
    if asked.unit:
        return held.unit == asked.unit
    after = " ".join(plain(sentence)[held.end :].split()[: _REACH + 1])
    after = re.split(r"[.;()]|\b(?:on|in|for|with|by|from|to|at|that|which|and)\b", after)[0]
    return not held.unit and bool(set(analyze(after)) & set(counted))


def _speaks(reading: Reading, at: int, but: Collection[str]) -> bool:
    """Whether a sentence speaks of what the question says beside names and units."""
    terms = [term for term in reading.asked if term not in but and not term.isdigit()]
    return any(reading.nearness_in(at, term) >= _NEAR for term in terms)


def _other_way(question: str, english: str, reading: Reading, reader: EvidenceReader) -> tuple[str, Span] | None:
    for claim in _claims(question, english):
        if span := _other_rank(claim, reading) or _other_polarity(claim, reading, reader):
            return claim.strip(), span
    return None


def _other_rank(claim: str, reading: Reading) -> Span | None:
    """The sentence that ranks a paper's method the other way: "smaller" where it is called larger than another."""
    own = {term for name in names_of(reading.paper) for term in analyze(name)}
    ranks = {term for match in _RANKS.finditer(claim) for term in analyze(match[0])}
    others = {term for term in content_terms(claim) if term not in own | ranks | _OTHERS}
    for at, span in enumerate(reading.sentences):
        text = reading.paper.abstract[span.start : span.end]
        held = set(analyze(text))
        turned = any(contraries(rank) & held and not (held & {rank}) for rank in ranks)
        near = sum(term in held or reading.nearness_in(at, term) >= _NEAR for term in others)
        told = own & held or (others & held and (claims(text) or not _STILL.search(text)))
        if turned and told and near >= _MOST_OF_CLAIM * len(others):
            return span
    return None


def _other_polarity(claim: str, reading: Reading, reader: EvidenceReader) -> Span | None:
    """The sentence that denies what is claimed, or states what is denied: of those, the one nearest to the claim."""
    text = text_of(reading.paper)
    offset = len(text) - len(reading.paper.abstract)
    alignment = Alignment.between(Words.of(claim, reader.vectors(claim)), Words.of(text, reader.vectors(text)))
    best, most = None, 0.0
    for span in reading.sentences:
        within = alignment.evidence.within(Span(span.start + offset, span.end + offset))
        covered = _covered(alignment, within, reading)
        if covered > most:
            most, best = covered, (span if any(denials(alignment, within)) else None)
    return best if most >= _MOST_OF_CLAIM else None


def _claims(question: str, english: str) -> Iterator[str]:
    if is_cjk(question):
        if _WHY_CJK.search(question) and english and not is_cjk(english):
            yield english
        return
    for match in _CLAIMS.finditer(question):
        yield match["why"] or match["since"]


def _covered(alignment: Alignment, within: NDArray[np.bool_], reading: Reading) -> float:
    """Share of the words claimed, names aside, of which a stretch of the paper speaks."""
    own = {term for name in names_of(reading.paper) for term in analyze(name)} | _OTHERS
    content = np.flatnonzero(alignment.sentence.content)
    rows = [i for i in content if alignment.sentence.terms[i] not in own]
    if not rows:
        return 0.0
    near = alignment.nearness[:, within].max(axis=1, initial=0.0)
    return float(np.mean(near[rows] >= _NEAR)) + float(near[rows].mean()) / 100

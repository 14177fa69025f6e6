"""Retyped: common words of a question with two letters swapped, one doubled or not, or its first word with a slip."""

import re
from collections.abc import Iterable, Iterator

from rag.lexical import LexicalIndex
from rag.text.analysis import analyze
from rag.text.cleaning import english_words
from rag.text.sentences import Span
from rag.understanding.slips import ONE_SLIP, slip_cost
from rag.understanding.spelling import Correction

_OPENING = ("which", "what", "whats", "where", "when", "does", "list", "show", "find", "papers", "compare", "count")
_FRAME = frozenset(("paper", "papers", "which", "what", "about", "their", "there", "these", "between", "difference"))
"""Words that questions have and abstracts may not."""
_WORD = re.compile(r"(?<![\w'’\"“「『+.#$\\-])[a-z]{4,20}(?![\w'’\"”」』+#$-])", re.IGNORECASE)
_SHORTEST = 5
_COMMON = 0.005
"""Share of the papers that have a word, from which it is the one that was meant."""
_LEAST_PAPERS = 5
_MOST_WORDS = 40


def retyped(question: str, lexical: LexicalIndex) -> list[Correction]:
    """The words of a question that neither English nor any paper has, each with the common word that was meant.

    Only slips that make no other word are read so: "papres", "trianing". What has another letter, or a capital within
    the question, may be a name, and what stands in quotation marks is meant as it is.

    Args:
        question: as typed.
        lexical: tells which words the papers have.
    """
    found = []
    for at, match in enumerate(_WORD.finditer(question)):
        word, opens = match[0].lower(), not question[: match.start()].strip()
        if at == _MOST_WORDS:
            break
        if match[0][1:] != word[1:] or not (opens or match[0] == word) or _is_known(word, lexical):
            continue
        if meant := (_opening(word) if opens else "") or _common(word, lexical):
            as_typed = meant if match[0] == word else meant.capitalize()
            found.append(Correction(match[0], as_typed, Span(match.start(), match.end())))
    return found


def _is_known(word: str, lexical: LexicalIndex) -> bool:
    terms = analyze(word)
    if word in _FRAME or word in _OPENING or not terms or _is_english(word):
        return True
    return bool(lexical.document_frequency(terms[0]) or lexical.name_frequency(word) or lexical.search(terms[:1], 1))


def _is_english(word: str) -> bool:
    return word in english_words() or word.removesuffix("s") in english_words()


def _opening(word: str) -> str:
    """The only one of the words that open a question from which a word is a slip away."""
    near = [known for known in _OPENING if slip_cost(word, known) <= ONE_SLIP]
    return near[0] if len(near) == 1 else ""


def _common(word: str, lexical: LexicalIndex) -> str:
    if len(word) < _SHORTEST:
        return ""
    needed = max(_LEAST_PAPERS, _COMMON * len(lexical))
    forms = [form for form in _forms(word) if _is_english(form) and analyze(form)]
    papers = {form: lexical.document_frequency(analyze(form)[0]) for form in forms}
    best = max(papers, key=lambda form: (form in _FRAME, papers[form], form), default="")
    return best if best in _FRAME or papers.get(best, 0) >= needed else ""


def _forms(word: str) -> Iterable[str]:
    def all_of() -> Iterator[str]:
        for at in range(1, len(word)):
            if word[at] == word[at - 1]:
                yield word[:at] + word[at + 1 :]
            else:
                yield word[:at] + word[at - 1] + word[at:]
                yield word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :] if at > 1 else word
        yield word + word[-1]

    return dict.fromkeys(form for form in all_of() if form != word)

"""Naming: what else the papers of an index call the thing that a phrase means, and whether it is a term of theirs."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise

from rag.corpus.topics import Facet, content, is_of_method
from rag.corpus.word_forms import KINDS, in_american, other_forms, quality, relatives, with_shared_words, words
from rag.lexical import LexicalIndex
from rag.papers import Paper
from rag.text.abbreviations import abbreviations, called, expansion, is_short
from rag.text.analysis import analyze

_READ_FOR_NAMES = 60
_ESTABLISHED = 3
"""Papers that have the words of a phrase side by side, from which it is a term: its words scattered over a sentence
are something else then."""
_PAIR = 2
_ACT = re.compile(r"[a-z]{3}(?:ion|ing)$")
_ATTESTED = 1
_SPLIT = 2
"""Papers that part a word: one may have it so from the end of a line."""
_BOUND = 0.05
"""Share of the papers with the beginning of a term that go on as the term does: few write "diffusion models generate"
side by side, of the many that have "diffusion models"."""
_BOUND_TO_WORD = 0.01
"""The same of a single word, which goes on in more ways."""
_DOINGS = frozenset(("learning", "recognition", "model", "models", "method", "methods"))
_FIELDS = frozenset(("machine learning", "deep learning", "artificial intelligence"))
_DROWNING = 0.03
"""Share of the papers with a noun, from which it is taken to mean several things: "kernel", of a method or a chip."""
_RARE_SHARE = 0.04
_TELLING = 0.7
"""Share of the papers with a word that have it in the term, from which the word alone tells of the same."""
_STEMMED = 3
"""How much commoner the stem of a rare word may be: it is shared with other words."""
_READ_FOR_HEAD = 200


class Namer:
    """Finds the names that papers use for a thing.

    Args:
        lexical: the words of the papers.
        get: reads papers by id.
    """

    def __init__(self, lexical: LexicalIndex, get: Callable[[Sequence[str]], list[Paper]]) -> None:
        self._lexical = lexical
        self._get = get
        # Of one generation, of which the same few terms are asked for over and over.
        self.named = lru_cache(maxsize=256)(self._named)
        self._expansions = lru_cache(maxsize=256)(self._expanded)

    def is_term(self, phrase: str) -> bool:
        """Whether several papers have the words of a phrase of two or more side by side."""
        terms = analyze(phrase)
        return len(terms) > 1 and len(self._lexical.phrase(terms)) >= _ESTABLISHED

    def parted(self, facets: Sequence[Facet]) -> list[Facet]:
        """Facets as the papers know them: a phrase that no paper has is the terms that it is made of.

        Args:
            facets: as the question's words give them.
        """
        found: list[tuple[list[str], str]] = []
        for facet in facets:
            phrases = with_shared_words([*map(self._american, facet.alternatives)], self._is_written)
            *apart, last = self._parts(phrases[0])
            whole = phrases[0] if apart and len(phrases) == 1 else ""
            phrases += [turned for phrase in phrases if (turned := self._turned(phrase))]
            found += [(called(part), whole) for part in apart]  # "diffusion for generating proteins or RNA"
            found.append(([*called(last), *phrases[1:]], whole))
        if len(found) > 1:  # among several, "multimodal models" is what is multimodal
            found = [
                ([*phrases, *(word for phrase in phrases if (word := quality(phrase)))], whole)
                for phrases, whole in found
            ]
        return list(dict.fromkeys(Facet(tuple(phrases), whole) for phrases, whole in found))

    def _named(self, facet: Facet) -> Facet:
        """A facet with what the papers call it in short, in full, or in another spelling."""
        phrases = list(facet.alternatives)
        for phrase in facet.alternatives:
            phrases += [*self._without_kind(phrase), *self._spelled(phrase), *self._telling(phrase)]
        phrases += [short for phrase in tuple(phrases) if (short := self._in_short(phrase))]
        phrases += [full for phrase in phrases if (full := self._in_full(phrase))]
        for phrase in tuple(phrases):
            names = self._names(phrase)
            best, times = names.most_common(1)[0] if names else ("", 0)
            known = {" ".join(analyze(other)) for other in phrases}
            if times > 1 and " ".join(analyze(best)) not in known:
                phrases.append(best)
        return Facet(tuple(dict.fromkeys(phrases)), facet.part_of)

    def renamed(self, names: Sequence[str]) -> tuple[str, ...]:
        """The names of a thing with its short and full ones and other spellings, and nothing wider."""
        found = [spelled for name in names for spelled in (self._american(name), *self._spelled(name))]
        found += [short for name in names for short, times in self._names(name).most_common(1) if times > 1]
        found += [full for name in names if (full := self._in_full(name) or self._in_short(name))]
        return tuple(dict.fromkeys([*names, *found]))

    def _names(self, phrase: str, *, shortest: int = 3) -> Counter[str]:
        if is_short(phrase):
            return self._expansions(phrase)
        terms = analyze(phrase)
        papers = self._get(self._lexical.phrase(terms)[:_READ_FOR_NAMES]) if len(terms) > 1 else []
        return Counter(short for paper in papers for short in abbreviations(phrase, _text(paper), shortest=shortest))

    def _telling(self, phrase: str) -> list[str]:
        """The rare words of a term that hardly stand without it: "unlearning" is "machine unlearning"."""
        terms = analyze(phrase)
        papers = len(self._lexical.phrase(terms)) if len(terms) > 1 else 0
        if papers < _ESTABLISHED:
            return []
        rare = max(_ESTABLISHED, _RARE_SHARE * len(self._lexical))
        counts = {word: self._lexical.document_frequency(analyze(word)[0]) for word in words(phrase) if content(word)}
        telling = [word for word, count in counts.items() if count <= rare and papers >= _TELLING * count]
        head = words(phrase)[-1]
        return telling if head in telling or not self._is_clear(phrase, head, rare) else [*telling, head]

    def _is_clear(self, phrase: str, head: str, rare: float) -> bool:
        """Whether a term's last word means the term wherever papers have it: few do, half of them with the term."""
        if not head.endswith("ing") or self._lexical.document_frequency(analyze(head)[0]) > _STEMMED * rare:
            return False
        texts = [_text(paper).casefold() for paper in self._get(self._lexical.holding(analyze(head), _READ_FOR_HEAD))]
        pattern = rf"(?:([^\W\d_]+)[\s-]+)?(?<!\w){re.escape(head.casefold())}(?!\w)"
        holding = [found for text in texts if (found := set(re.findall(pattern, text)))]
        first = words(phrase)[-2].casefold()
        others = Counter(word for found in holding for word in found if word not in ("", first) and content(word))
        shared = 2 * sum(first in found for found in holding) >= len(holding)
        return len(holding) <= rare and shared and max(others.values(), default=0) < _ESTABLISHED

    def _american(self, phrase: str) -> str:
        """A phrase in American spelling, where the papers write it so more often."""
        american = in_american(phrase)
        rarity = [sum(self._lexical.idf(term) for term in analyze(text)) for text in (american, phrase)]
        return american if rarity[0] < rarity[1] else phrase

    def _in_short(self, phrase: str) -> str:
        """Give "offline RL" for "offline reinforcement learning"."""
        words = phrase.split()
        for size in range(len(words) - 1, 1, -1):
            for at in (0, len(words) - size):
                names = self._names(" ".join(words[at : at + size]), shortest=2)
                best, times = names.most_common(1)[0] if names else ("", 0)
                if times > 1:
                    return " ".join([*words[:at], best, *words[at + size :]])
        return ""

    def _parts(self, phrase: str) -> list[str]:
        """The longest terms that a phrase is made of, where no paper has it whole; else the phrase itself."""
        words = phrase.split()
        if len(words) < 2:
            return [phrase]
        if is_of_method(phrase) and not self._drowns(words[0]):
            return words[:1]
        if self._lexical.phrase(analyze(phrase)):
            return [phrase]
        parts: list[str] = []
        at = 0
        while at < len(words):
            sizes = range(len(words) - at, 1, -1)
            size = next((n for n in sizes if self._holds_together(words[at : at + n])), 1)
            part = " ".join(words[at : at + size]).removesuffix(" of").removeprefix("of ")
            parts += [part] if content(part) and not set(analyze(part)) <= KINDS else []
            at += size
        if parts and len(parts) > 1 and parts[-1].lower() in _FIELDS:  # in such papers that goes without saying
            parts.pop()
        many = any(len(part.split()) > 1 for part in parts) or len(parts) == 1
        return parts if parts and many else [phrase]

    def _drowns(self, noun: str) -> bool:
        """Whether so many papers have a noun that "methods" behind it must tell those apart that mean its methods."""
        if not self.is_term(f"{noun} methods"):
            return False
        return self._lexical.document_frequency(analyze(noun)[0]) > _DROWNING * len(self._lexical)

    def _turned(self, phrase: str) -> str:
        """Give "molecule generation" for "generation molecule", as a language says it that has the act come first."""
        words = phrase.split()
        if len(words) != _PAIR or not _ACT.search(words[0]):
            return ""
        counts = [len(self._lexical.phrase(analyze(" ".join(pair)))) for pair in (words, words[::-1])]
        return " ".join(words[::-1]) if counts[1] >= _ESTABLISHED and counts[1] > counts[0] else ""

    def _holds_together(self, words: Sequence[str]) -> bool:
        """Whether words are a term, the last of which is no word that merely follows now and then."""
        phrase = " ".join(words)
        if not self.is_term(phrase):
            return False
        together, before = len(self._lexical.phrase(analyze(phrase))), analyze(" ".join(words[:-1]))
        if len(before) == 1:
            return together >= _BOUND_TO_WORD * self._lexical.document_frequency(before[0])
        return together >= _BOUND * len(self._lexical.phrase(before))

    def _without_kind(self, phrase: str) -> list[str]:
        """Give "mixture of experts" for "mixture of experts models": that is what the papers shorten to a name."""
        *words, last = phrase.split()
        rest = " ".join(words)
        if len(analyze(rest)) < 2 or analyze(last)[-1:] == [] or analyze(last)[-1] not in KINDS:
            return []
        short, long = self._names(rest), self._names(phrase)
        return [rest] if short.total() > max(1, long.total()) else []

    def _spelled(self, phrase: str) -> list[str]:
        """The phrase joined up, parted, or as an adverb, where papers write it so."""
        words = phrase.split()
        found = [
            " ".join([*words[:at], other, *words[at + 1 :]])
            for at, word in enumerate(words)
            for other in other_forms(word)
            if self._is_written(other, _SPLIT if other != word.replace("-", "") else _ATTESTED)
        ]
        for at, (name, number) in enumerate(pairwise(words)):  # "Llama 2" is "Llama2"
            if number[0].isdigit() and self._is_written(name + number):
                found.append(" ".join([*words[:at], name + number, *words[at + 2 :]]))
        if is_of_method(phrase) and self._is_written(f"{words[0]} based", _SPLIT):
            found.append(f"{words[0]}-based")
        found += [words[0]] if len(words) == 2 and "-" in words[0] and words[1].lower() in _DOINGS else []
        if len(words) == 1:
            found += [word for word in relatives(phrase) if analyze(word) != analyze(phrase) and self._is_written(word)]
        adverbial = re.sub(r"(\w+al) (\w+)acy$", r"\1ly \2ate", phrase)  # "differentially private"
        return [*found, adverbial] if adverbial != phrase and self._is_written(adverbial) else found

    def _is_written(self, phrase: str, times: int = _ATTESTED) -> bool:
        terms = analyze(phrase)
        if len(terms) == 1:
            return self._lexical.document_frequency(terms[0]) >= times
        return len(self._lexical.phrase(terms)) >= times

    def _in_full(self, phrase: str) -> str:
        """Give "large language model agents" for "LLM agents", as the papers write it out."""
        parts = phrase.split()
        at = next((at for at, part in enumerate(parts) if is_short(part)), None)
        if at is None or len(parts) == 1:
            return ""
        names = self._expansions(parts[at])
        return " ".join([*parts[:at], names.most_common(1)[0][0], *parts[at + 1 :]]) if names else ""

    def _expanded(self, short: str) -> Counter[str]:
        papers = self._get(self._lexical.holding(analyze(short), _READ_FOR_NAMES))
        return Counter(full.lower() for paper in papers if (full := expansion(short, _text(paper))))


def _text(paper: Paper) -> str:
    return f"{paper.title}\n{paper.abstract}"

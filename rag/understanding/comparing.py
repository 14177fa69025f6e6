"""Comparison: the sides that a question sets against each other, so that papers are found for each."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from llama_index.core.schema import NodeWithScore

from rag.papers import Paper
from rag.questions import content_terms, names

_COMPARES = re.compile(
    r"\b(?:differ(?:s|ent|ence|ences|ently)?|compar(?:e|es|ed|ing|ison)|contrast(?:s|ed)?|versus|vs\.?|both|each"
    r"|respectively"
    r"|in common|similar(?:ities|ity|ly)?|distinguish(?:es)?|as opposed to|unlike"
    r"|advantages? over|better than|trade-?offs?)\b"
    r"|区别|不同|异同|比较|对比|相比|差异|各自|分别|两者|二者|优劣",
    re.IGNORECASE,
)
_ABOUT_TWO = re.compile(
    r"About (?P<a>[^/:]+?) / (?P<b>[^/:]+?): (?=.*\b(?:which|two|both|each|either|better|worse|differ\w*|compar\w*)\b)",
    re.IGNORECASE,
)
"""A follow-up on two papers, as it was read."""
_FORM = re.compile(r"\s*\b(?:in|as|into)\s+(?:a|one)\s+(?:[\w-]+\s+)?table\b", re.IGNORECASE)
"""How it is to be told: "in a short table"."""
_SETTINGS = re.compile(
    r"\b(?:on|in|for|at|with) [\w-]+ (?:versus|vs\.?|and|compared to) [\w-]+(?=\s*(?:[?.]|$))", re.IGNORECASE
)
"""What a named method is compared on, rather than with: "what does X get on CIFAR-10 versus SVHN"."""
_ASKS = re.compile(r"(?<=[.?!。？！;；])\s+|(?<=[。？！；])")
_PAIRS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\bdifferences?\s+(?:\w+\s+)?between\s+(?P<a>.+?)\s+and\s+(?P<b>.+?)(?=[?.,;]|$)",
        r"\b(?:compare|contrast|comparing|contrasting)\s+(?P<a>.+?)\s+(?:with|and|to|against|versus"
        r"|vs\.?)\s+(?P<b>.+?)(?=[?.,;]|$)",
        r"\bhow\s+(?:do|does|are|is)\s+(?P<a>.+?)\s+(?:and|compared? (?:to|with)|differ(?:ent)? from)\s+(?P<b>.+?)\s*"
        r"(?:\b(?:differ|compare|relate|different|similar|trade)\b|(?=[?.,;]|$))",
        r"(?P<a>[^.?!;]+?)\s+(?:versus|vs\.?|as opposed to|rather than|compared (?:to|with))\s+(?P<b>[^.?!;]+)",
        r"\b(?P<p>in|for|with|of|by|on|from)\s+(?P<a>[^.?!;]+?)\s+and\s+(?:also\s+)?(?P=p)\s+(?P<b>[^.?!;]+)",
        r"\bboth\s+(?P<a>.+?)\s+and\s+(?P<b>.+?)(?=[?.;]|$)",
        r"(?P<a>[^.?!;，。？]+?)(?:和|与|跟|同|、|以及)(?P<b>[^.?!;，。？]+?)(?:的|在|有|之间|相比|，|。|？|\?|$)",
    )
)


_NAME = re.compile(
    r"(?<![\w-])(?<![Ww]hat )(?<![Ww]hich )(?=[\w+-]*[A-Za-z\d][A-Z])[A-Za-z][\w+]*(?:-[\w+]+)*#?", re.ASCII
)
"""A word with a capital inside: what has none may be any word at the head of a title."""
_ONE = r"[A-Z][\w+]*(?:-[\w+]+)*#?"
_CHOICE = re.compile(
    rf"\b(?i:which|whichever|either|one) of (?P<a>{_ONE}) (?:and|or) (?P<b>{_ONE})"
    rf"|(?P<c>{_ONE})\s*(?:和|与|跟|还是|、)\s*(?P<d>{_ONE})\s*(?:中|里|之中)?[，,]?\s*(?:哪|谁)",
    re.ASCII,
)
_LISTED = re.compile(
    rf"(?P<a>{_ONE})(?:\s*,|\s+vs\.?|\s+versus)\s+(?P<b>{_ONE})(?:\s*,?\s+and|\s+vs\.?|\s+versus)\s+(?P<c>{_ONE})",
    re.ASCII,
)
_MOST_SIDES = 3
_OF_RECORDS = re.compile(
    r"\b(?:authors?|wrote|written|publish\w*|accepted|appeared|abstracts?|venue|cited|affiliat\w+)\b|作者|发表|摘要",
    re.IGNORECASE,
)
"""What is told by the papers' records, and not by what their abstracts say."""


@dataclass(frozen=True)
class Comparison:
    """Two sides of a question.

    Args:
        shared: what is said of both; may be empty.
        sides: what each is found by.
    """

    shared: str
    sides: tuple[str, ...]

    def questions(self) -> list[str]:
        """What to look for, one for each side."""
        return [" ".join(f"{self.shared} {side}".split()) for side in self.sides]


def comparison_of(
    question: str, is_rare: Callable[[str], bool], owners: Callable[[str], Sequence[Paper]] | None = None
) -> Comparison | None:
    """The sides that a question compares; None where it compares nothing.

    Two rare names are sides as they stand. Else "for A and for B", "both A and B", "how do A and B differ" part them.

    Args:
        question: as asked.
        is_rare: whether an analysed term occurs in few papers, as the name of a method does.
        owners: the papers whose own method has a name; None where none are known.
    """
    question = _FORM.sub("", question)
    if match := _ABOUT_TWO.match(question):
        return Comparison("", (_side(match["a"]), _side(match["b"])))
    compares = _COMPARES.search(question)
    named = list(dict.fromkeys(word for term, word in names(question) if is_rare(term)))
    if (settings := _SETTINGS.search(question)) and any(word not in settings[0] for word in named):
        return None
    if owners is not None and (sides := _own_names(question, owners, apart=compares is None)):
        return Comparison("", sides)
    if not compares:
        return None
    if len(named) == 2:
        return Comparison("", tuple(named))
    for sentence in _ASKS.split(question):
        for pattern in _PAIRS:
            match = pattern.search(sentence)
            if match and content_terms(match["a"]) and content_terms(match["b"]):
                shared = f"{sentence[: match.start('a')]} {sentence[match.end('b') :]}"
                return Comparison(_COMPARES.sub(" ", shared).strip(), (_side(match["a"]), _side(match["b"])))
    return None


def _own_names(question: str, owners: Callable[[str], Sequence[Paper]], *, apart: bool) -> tuple[str, ...]:
    """The names in a question of two or three papers' own methods, "which of A and B"; empty where they are none.

    Args:
        question: as asked.
        owners: the papers whose own method has a name.
        apart: a paper that has another of the names itself tells what the question asks, and none is a side.
    """
    if _OF_RECORDS.search(question):
        return ()
    found = {name: papers for name in dict.fromkeys(_NAME.findall(question)) if (papers := owners(name))}
    chosen = _CHOICE.search(question)
    if len(found) == 1 and chosen is not None:  # the other is in no paper, which is to be said
        sides = (chosen["a"] or chosen["c"], chosen["b"] or chosen["d"])
        return sides if set(found) <= set(sides) else ()
    if not 1 < len(found) <= _MOST_SIDES:
        return ()
    listed = _LISTED.search(question)
    if listed is not None and set(found) < set(listed.groups()):
        return listed.groups()
    for name, papers in found.items():
        for paper in papers:
            others = [other for other in found if other != name and _has_word(paper, other)]
            if others and (apart or any(paper in found[other] for other in others)):
                return ()
    return tuple(found)


def _has_word(paper: Paper, word: str) -> bool:
    return bool(re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", f"{paper.title}\n{paper.abstract}"))


_ASKING = re.compile(r"^(?:how|what|why|when)\b[^,;]*?\b(?:is|are|was|were|does|do|did)\s+(?=\S)", re.IGNORECASE)
"""What begins a question, and is no part of its first side: "how fast is X compared with Y"."""


def _side(text: str) -> str:
    return _ASKING.sub("", text.strip(" ,，\"“”'"))


def interleaved(rankings: Sequence[Sequence[NodeWithScore]]) -> list[NodeWithScore]:
    """Several rankings as one: the first of each, then the second of each, every paper once.

    Args:
        rankings: best first; those named first come first.
    """
    order: dict[str, NodeWithScore] = {}
    best: dict[str, float] = {}
    for row in zip_longest(*rankings):
        for node in row:
            if node is not None:
                order.setdefault(node.node.node_id, node)
                best[node.node.node_id] = max(best.get(node.node.node_id, 0.0), node.score or 0.0)
    found: list[NodeWithScore] = []
    for paper_id in reversed(order):  # a score is never below that of a paper that comes later
        score = max(best[paper_id], found[-1].score or 0.0) if found else best[paper_id]
        found.append(NodeWithScore(node=order[paper_id].node, score=score))
    return found[::-1]

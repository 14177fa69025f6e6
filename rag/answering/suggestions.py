"""Questions to offer, made of the papers at hand: examples to begin with, and what to ask after an answer."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, pairwise
from typing import Any

from rag.answering.proposals import is_common, mentions, proposed_name
from rag.answering.repeats import asked_of, is_title_asked
from rag.papers import Paper
from rag.questions import content_terms

_FORMS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "what": "What is {}, and how does it work?",
        "problem": "What problem does {} solve?",
        "well": "How well does {} perform?",
        "differ": "How do {} and {} differ?",
        "list": "Which papers study {}?",
        "themes": "What are the main themes of these papers?",
        "titled": "What does the paper “{}” show?",
        "aim": "What problem does the paper “{}” address?",
    },
    "zh": {
        "what": "{} 是什么？如何工作？",
        "problem": "{} 解决了什么问题？",
        "well": "{} 的效果如何？",
        "differ": "{} 和 {} 有什么不同？",
        "list": "哪些论文研究 {}？",
        "themes": "这些论文有哪些主要主题？",
        "titled": "论文“{}”讲了什么？",
        "aim": "论文“{}”要解决什么问题？",
    },
}
_READ = 200
"""Papers that the examples are drawn from."""
_TOPICAL = 0.02
"""Share of these papers that may have a topic in their titles: of a broader one, a list of papers says little."""
_ALIKE = 0.25
"""Share of one abstract's terms that another must have for the two to be worth comparing."""
_CHINESE = re.compile(r"(?<![\u3040-\u30ff])[\u4e00-\u9fff]{2}(?![\u3040-\u30ff])")
"""Of a question with English names in it, two such characters together tell that a Chinese reader asked."""
_LONGEST_TITLE = 130
_RESULTS = re.compile(r"\d|outperform|state-of-the-art|improve|superior|competitive", re.IGNORECASE)
_COMPARED = 24
"""Papers that are compared with each other for being alike."""
_NEAR = 4
"""Papers that an answer does not cite, of which one may be asked next."""
_LEAST_CHANCE = 0.2
"""How probably such a paper answers what was asked, at least, where that is known: others may be of another field."""
_CITED = 2
"""Papers that an answer cites, of which every kind of question is considered."""


def example_questions(papers: Iterable[Paper], count: int = 6, language: str = "en") -> list[str]:
    """Questions that these papers can be asked, of several kinds: each names what a paper that is there has.

    Args:
        papers: in the order of preference; reading stops once there are enough.
        count: how many at most.
        language: "en", or "zh" for Chinese.
    """
    read = list(islice(papers, _READ))
    forms = _FORMS["zh" if language == "zh" else "en"]
    told = {name: paper.abstract for paper in reversed(read) if (name := proposed_name(paper.title, paper.abstract))}
    abstracts = [paper.abstract for paper in read]
    plain = (name for name in reversed(told) if not is_common(name, (text for text in abstracts if text != told[name])))
    names = list(islice(plain, _COMPARED))
    pair = next(iter(_alike([(name, told[name]) for name in names])), ())
    alone = [name for name in names if name not in pair] or names
    made = [forms["what"].format(name) for name in alone[:1]]
    made += [forms["list"].format(topic) for topic in _topics(read)[:1]]
    made += [forms["problem"].format(name) for name in alone[1:2]]
    made += [forms["themes"]] if len(read) > count else []
    made += [forms["differ"].format(*pair)] if pair else []
    made += [forms["well"].format(name) for name in alone[2:] if _RESULTS.search(told[name])][:1]
    more = [forms[kind].format(name) for name in names for kind in ("what", "problem")]
    more += [forms["titled"].format(title) for paper in read if (title := _plain_title(paper.title))]
    return list(dict.fromkeys([*made, *more]))[:count]


@dataclass(frozen=True)
class _Subject:
    """A paper that may be asked about next.

    Args:
        name: of what it proposes; empty where that has none.
        explained: the answer has told what that is.
    """

    name: str
    title: str
    abstract: str
    cited: bool
    explained: bool


def next_questions(record: Mapping[str, Any], asked: Sequence[str] = (), count: int = 3) -> list[str]:
    """Questions to ask after an answer: each is about a paper that it cites, or one that came near.

    Args:
        record: the answer in the form of the JSON contract.
        asked: the questions so far, the answered one last. None of them is offered again, however it was worded; the
            last one tells the language.
        count: how many at most.
    """
    forms = _FORMS["zh" if asked and _CHINESE.search(asked[-1]) else "en"]
    subjects = list(_subjects(record))
    of_each = [(subject, list(_about(subject, asked, forms))) for subject in subjects]
    cited = [questions for subject, questions in of_each if subject.cited]
    near = [questions for subject, questions in of_each if not subject.cited]
    made = [questions[0] for questions in cited[:_CITED] if questions]
    made += _differences(subjects, asked, forms["differ"])
    made += [questions[0] for questions in [*near, *cited[_CITED:]] if questions]
    made += [question for questions in cited[:_CITED] for question in questions[1:]]
    return list(dict.fromkeys(made))[:count]


def _subjects(record: Mapping[str, Any]) -> Iterator[_Subject]:
    """The papers that an answer cites, in its order, then the nearest of the others that are near at all."""
    papers = {str(paper["paper_id"]): paper for paper in record["papers"]}
    times = Counter(str(citation["paper_id"]) for citation in record["citations"])
    cited = [str(papers[key]["abstract"]) for key in times if key in papers]
    near = [key for key, paper in papers.items() if key not in times and _is_near(paper, cited)][:_NEAR]
    texts = {key: f"{paper['title']} {paper['abstract']}" for key, paper in papers.items()}
    for key in [*(key for key in times if key in papers), *near]:
        title, abstract = str(papers[key]["title"]), str(papers[key]["abstract"])
        name = proposed_name(title, abstract)
        if name and is_common(name, (text for other, text in texts.items() if other != key)):
            name = ""
        quoted = " ".join(str(one.get("quote")) for one in record["citations"] if str(one["paper_id"]) == key)
        explained = bool(name) and times[key] > 1 and mentions(name, quoted)
        yield _Subject(name, _plain_title(title), abstract, key in times, explained)


def _is_near(paper: Mapping[str, Any], cited: Sequence[str]) -> bool:
    """Whether a paper is of the answer's field; where no probability tells, by what it shares with those cited."""
    chance = paper.get("probability")
    if chance is not None:
        return float(chance) >= _LEAST_CHANCE
    abstract = str(paper["abstract"])
    return not cited or any(_alike([("one", other), ("another", abstract)]) for other in cited)


def _about(subject: _Subject, asked: Sequence[str], forms: Mapping[str, str]) -> Iterator[str]:
    """What can be asked of a paper and has not been asked of it."""
    if subject.name:
        known = asked_of(subject.name, asked) | ({"what"} if subject.explained else set())
        known |= set() if _RESULTS.search(subject.abstract) else {"well"}
        kinds = ("what", "well", "problem")
        yield from (forms[kind].format(subject.name) for kind in kinds if kind not in known)
    elif subject.title and not is_title_asked(subject.title, asked):
        yield from (forms[kind].format(subject.title) for kind in ("titled", "aim"))


def _differences(subjects: Sequence[_Subject], asked: Sequence[str], form: str) -> list[str]:
    """A comparison of the first named paper with the one most like it."""
    told = [(subject.name, subject.abstract) for subject in subjects if subject.name]
    pairs = [pair for pair in _alike(told) if pair[0] == told[0][0]]
    new = [pair for pair in pairs if not any(all(mentions(name, question) for name in pair) for question in asked)]
    return [form.format(*pair) for pair in new[:1]]


def _plain_title(title: str) -> str:
    plain = title.strip().rstrip(".")
    return plain if len(plain) <= _LONGEST_TITLE and not re.search(r"[$\\“”\"<>]", plain) else ""


def _alike(told: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Pairs of names whose abstracts share terms, the most alike first."""
    terms = {name: set(content_terms(abstract)) for name, abstract in told[:_COMPARED]}
    shares = {
        (one, other): len(terms[one] & terms[other]) / max(1, min(len(terms[one]), len(terms[other])))
        for one, other in combinations(terms, 2)
    }
    return [pair for pair in sorted(shares, key=lambda pair: -shares[pair]) if shares[pair] >= _ALIKE]


def _topics(papers: Sequence[Paper]) -> list[str]:
    """Pairs of words that several titles have next to each other, the most frequent first, the broadest left out."""
    found: Counter[str] = Counter()
    for paper in papers:
        words = re.findall(r"[a-z]+(?:-[a-z]+)*|[^\sa-z]", paper.title.lower())
        found.update({f"{one} {other}" for one, other in pairwise(words) if _carries(one) and _carries(other)})
    most = max(2, int(len(papers) * _TOPICAL))
    return [pair for pair, times in found.most_common() if 1 < times <= most]


def _carries(word: str) -> bool:
    return len(word) > 3 and word.isalpha() and bool(content_terms(word))

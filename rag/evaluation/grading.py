"""Grade: how well answers do on questions of which it is known what they should say and cite."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import mean
from typing import Any

from rag.errors import QuestionError
from rag.evidence.verdicts import Verdict

AskOne = Callable[["Exam"], dict[str, Any]]
"""Answers one question, in the form of the JSON contract."""


@dataclass(frozen=True)
class Exam:
    """A question with what its answer should be.

    Args:
        question: as it is asked.
        kind: what it is counted under ("named", "unanswerable").
        lang: its language ("en", "zh").
        gold: ids of the papers that answer it.
        facts: each a choice of wordings, one of which the answer or its quotes should have.
        verdict: that it should get.
        history: the conversation before it.
    """

    question: str
    kind: str = "questions"
    lang: str = ""
    gold: frozenset[str] = frozenset()
    facts: tuple[tuple[str, ...], ...] = ()
    verdict: Verdict = Verdict.ANSWERED
    history: tuple[dict[str, Any], ...] = field(default=())


@dataclass(frozen=True)
class Grade:
    """How the answers to one group of questions did; None where nothing of the kind was to be graded.

    Args:
        group: "all", or a kind or language of question.
        questions: how many.
        facts: share of the facts that the answers or their quotes hold.
        citation_precision: share of the cited papers that are gold, a question's mean first.
        citation_recall: share of the gold papers that are cited.
        quotes_exact: share of quotes that stand word for word in the abstract of the paper cited.
        supported: share of the answers' checked sentences that were found supported.
        verdicts: how often the first verdict was due and the second was given.
    """

    group: str
    questions: int
    facts: float | None
    citation_precision: float | None
    citation_recall: float | None
    quotes_exact: float | None
    supported: float | None
    verdicts: dict[str, dict[str, int]]


@dataclass(frozen=True)
class _Mark:
    exam: Exam
    given: str
    facts: float | None
    precision: float | None
    recall: float | None
    exact: tuple[bool, ...]
    supported: tuple[bool, ...]


def read_exams(file: Path) -> list[Exam]:
    """Questions from JSON lines: `question`, and of `gold_ids`, `gold_facts`, `type`, `lang`, `history`, `verdict` any.

    Without `verdict`, a question with gold papers should be answered, one with `about_id` asks what the abstract of
    that paper does not say, and any other is not in the papers.

    Raises:
        QuestionError: the file cannot be read, is of another shape, or asks nothing.
    """
    try:
        lines = file.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise QuestionError(
            f"The question file {file} cannot be read: {error}. Give a UTF-8 file of JSON lines."
        ) from None
    exams = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            exams.append(_exam(json.loads(line)))
        except (ValueError, KeyError, TypeError, AttributeError):
            raise QuestionError(
                f'Line {number} of {file} is not like {{"question": "…", "gold_ids": ["…"], "gold_facts": [["…"]]}}. '
                "Give paper ids as python -m rag papers lists them; verdict is one of " + ", ".join(Verdict) + "."
            ) from None
    if not exams:
        raise QuestionError(f"The question file {file} asks nothing. Write one JSON object a line.")
    return exams


def _exam(row: dict[str, Any]) -> Exam:
    gold = frozenset(map(str, row.get("gold_ids") or ()))
    if isinstance(row.get("gold_ids"), str) or isinstance(row.get("gold_facts"), str):
        raise TypeError("lists are due")
    due = Verdict.ANSWERED if gold else Verdict.ABSTRACT_DOES_NOT_SAY if row.get("about_id") else Verdict.NOT_IN_PAPERS
    return Exam(
        str(row["question"]),
        str(row.get("type", "questions")),
        str(row.get("lang", "")),
        gold,
        tuple(tuple(map(str, [fact] if isinstance(fact, str) else fact)) for fact in row.get("gold_facts") or ()),
        Verdict(row["verdict"]) if row.get("verdict") else due,
        tuple(row.get("history") or ()),
    )


def grades_of(exams: Sequence[Exam], ask: AskOne) -> list[Grade]:
    """Ask every question and grade the answers: all together, then by kind, then by language.

    Args:
        exams: at least one.
        ask: answers a question.

    Raises:
        QuestionError, ModelError: as for any question.
    """
    marks = [_marked(exam, ask(exam)) for exam in exams]
    groups: dict[str, list[_Mark]] = {"all": marks}
    for mark in marks:
        groups.setdefault(f"type {mark.exam.kind}", []).append(mark)
    for mark in marks:
        if mark.exam.lang:
            groups.setdefault(f"language {mark.exam.lang}", []).append(mark)
    return [_graded(group, found) for group, found in groups.items()]


def records_of(grades: Iterable[Grade]) -> list[dict[str, Any]]:
    """Grades in the form of JSON."""
    return [asdict(grade) for grade in grades]


def _marked(exam: Exam, answer: dict[str, Any]) -> _Mark:
    cited = {str(citation["paper_id"]) for citation in answer["citations"]}
    abstracts = {str(paper["paper_id"]): _squashed(paper["abstract"]) for paper in answer["papers"]}
    said = _squashed(" ".join([answer["answer"], *(citation["quote"] for citation in answer["citations"])]))
    held = [any(_squashed(wording) in said for wording in fact) for fact in exam.facts]
    return _Mark(
        exam,
        str(answer["verdict"]),
        mean(held) if held else None,
        len(cited & exam.gold) / len(cited) if cited and exam.gold else None,
        len(cited & exam.gold) / len(exam.gold) if exam.gold else None,
        tuple(
            bool(citation["quote"]) and _squashed(citation["quote"]) in abstracts.get(str(citation["paper_id"]), "")
            for citation in answer["citations"]
        ),
        tuple(sentence["supported"] for sentence in answer["sentences"] if sentence["supported"] is not None),
    )


def _graded(group: str, marks: Sequence[_Mark]) -> Grade:
    verdicts: dict[str, Counter[str]] = {}
    for mark in marks:
        verdicts.setdefault(str(mark.exam.verdict), Counter())[mark.given] += 1
    return Grade(
        group,
        len(marks),
        _mean(mark.facts for mark in marks),
        _mean(mark.precision for mark in marks),
        _mean(mark.recall for mark in marks),
        _mean(exact for mark in marks for exact in mark.exact),
        _mean(supported for mark in marks for supported in mark.supported),
        {due: dict(given) for due, given in verdicts.items()},
    )


def _mean(values: Iterable[float | None]) -> float | None:
    known = [float(value) for value in values if value is not None]
    return round(mean(known), 3) if known else None


def _squashed(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip().lower()

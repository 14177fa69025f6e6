"""Grading answers."""

import json
from pathlib import Path
from typing import Any

import pytest

import rag.engine
from rag.__main__ import main
from rag.config import RagConfig
from rag.errors import QuestionError
from rag.evaluation.grading import Exam, grades_of, read_exams
from rag.evidence.verdicts import Verdict
from rag.testing import HashEmbedding
from tests.conftest import HASH, QUESTION


def answer(text: str, *cited: str, verdict: str = "answered", quote: str = "at 40 kHz") -> dict[str, Any]:
    return {
        "answer": text,
        "verdict": verdict,
        "citations": [{"paper_id": paper_id, "quote": quote} for paper_id in cited],
        "papers": [{"paper_id": "bats", "abstract": "Bats hear  at 40 kHz."}],
        "sentences": [{"text": text, "supported": True}, {"text": "", "supported": None}],
    }


def test_facts_citations_quotes_and_verdicts_are_graded() -> None:
    exams = [
        Exam("How?", "named", "en", frozenset(["bats"]), (("40 khz",), ("echo", "sonar"))),
        Exam("Who?", "out", "zh", verdict=Verdict.NOT_IN_PAPERS),
    ]
    replies = iter([answer("They hear.", "bats", "frogs"), answer("Nothing.", verdict="not_in_papers")])
    everything, named, out, english, chinese = grades_of(exams, lambda _: next(replies))
    assert (everything.group, everything.questions) == ("all", 2)
    assert (named.group, named.facts, named.citation_precision, named.citation_recall) == ("type named", 0.5, 0.5, 1.0)
    assert named.quotes_exact == 0.5  # the paper "frogs" is not among the answer's
    assert everything.supported == 1.0
    assert everything.verdicts == {"answered": {"answered": 1}, "not_in_papers": {"not_in_papers": 1}}
    assert (out.facts, out.citation_precision) == (None, None)
    assert (english.group, chinese.group) == ("language en", "language zh")


def test_the_verdict_that_is_due_follows_from_the_line(tmp_path: Path) -> None:
    rows = [
        {"question": "a", "gold_ids": ["1"]},
        {"question": "b", "gold_ids": []},
        {"question": "c", "gold_ids": [], "about_id": "1"},
        {"question": "d", "gold_ids": ["1"], "verdict": "abstract_does_not_say"},
    ]
    file = tmp_path / "exams.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)))
    assert [exam.verdict for exam in read_exams(file)] == [
        Verdict.ANSWERED,
        Verdict.NOT_IN_PAPERS,
        Verdict.ABSTRACT_DOES_NOT_SAY,
        Verdict.ABSTRACT_DOES_NOT_SAY,
    ]


@pytest.mark.parametrize(
    "line", ['{"gold_ids": ["1"]}', "[]", '{"question": "a", "gold_ids": "1"}', '{"question": "a", "verdict": "no"}']
)
def test_a_line_of_another_shape_is_refused_by_number(tmp_path: Path, line: str) -> None:
    file = tmp_path / "exams.jsonl"
    file.write_text('{"question": "fine"}\n' + line)
    with pytest.raises(QuestionError, match="Line 2 of"):
        read_exams(file)


def test_a_file_that_asks_nothing_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "exams.jsonl"
    file.write_text("\n")
    with pytest.raises(QuestionError, match="asks nothing"):
        read_exams(file)


def test_the_command_grades_answers_and_shows_the_verdicts(
    animals: RagConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RAG_EMBEDDING", HASH)
    monkeypatch.setattr(rag.engine, "build_embedding", lambda spec, timeout: HashEmbedding())
    monkeypatch.setattr(rag.engine, "_encoder", lambda model: model)
    rows = [
        {"question": QUESTION, "gold_ids": ["bats"], "gold_facts": [["40 kHz"]]},
        {"question": "Who painted the Mona Lisa?", "gold_ids": []},
    ]
    file = tmp_path / "exams.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)))
    assert main(["evaluate", "--answers", str(file), "--index", animals.index, "--json"]) == 0
    grade = json.loads(capsys.readouterr().out)["grades"][0]
    assert (grade["facts"], grade["citation_precision"], grade["quotes_exact"]) == (1.0, 1.0, 1.0)
    assert grade["verdicts"] == {"answered": {"answered": 1}, "not_in_papers": {"not_in_papers": 1}}
    assert main(["evaluate", "--answers", str(file), "--index", animals.index]) == 0
    assert "given: not_in_papers" in capsys.readouterr().out

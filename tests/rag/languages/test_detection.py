"""Telling languages apart: an English question must never be taken for another."""

import json
from pathlib import Path

import pytest

from rag.languages.detection import language_of


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("What does PepFlow model?", "en"),
        ("AQLM", "en"),
        ("Los Angeles traffic by de la Torre et al.", "en"),
        ("O(n)-equivariance, e = a + o", "en"),
        ("AQLM的目标", "zh"),
        ("ViT的注意力图能不能给出p值？", "zh"),
        ("弱いモデルで強いモデルを監督できるか", "ja"),
        ("약한 모델의 감독", "ko"),
        ("Wie macht man DPO robust gegen Rauschen?", "de"),
        ("Comment rendre DPO robuste avec des garanties ?", "fr"),
        ("¿Cómo se hace robusto DPO frente a ruido?", "es"),
        ("Как обучить сеть?", "xx"),
    ],
)
def test_a_question_is_told_by_its_letters_and_commonest_words(question: str, language: str) -> None:
    assert language_of(question) == language


def test_no_question_of_the_shared_files_is_taken_for_another_language(shared: Path) -> None:
    texts = [file.read_text(encoding="utf-8") for file in (shared / "questions").glob("*.jsonl")]
    rows = [json.loads(line) for text in texts for line in text.splitlines()]
    assert [row["question"] for row in rows if language_of(row["question"]) != row["lang"]] == []

"""What is trained on, and what is kept out of it."""

import json
from pathlib import Path

import pytest

from benchmarks.training.papers import training_papers

BATS = "Bats hear well in the dark of their caves and fly by what they hear of walls and moths. " * 3
FROGS = "Frogs leap far over wet leaves and land on their front legs first, which absorb the shock. " * 3


@pytest.fixture
def titles(tmp_path: Path) -> list[str]:
    """The titles left of four papers, where the evaluation has the abstract on bats without its title."""
    listed = [
        {"title": "Hearing of bats", "abstract": f"A new opening. {BATS}"},
        {"title": "Hearing of Bats!", "abstract": "Quite another text of the same paper, as a journal has it. " * 5},
        {"title": "Leaps of frogs", "abstract": FROGS},
        {"title": "A note on frogs", "abstract": "Too short."},
    ]
    (tmp_path / "lists" / "venue").mkdir(parents=True)
    for number, row in enumerate(listed):
        (tmp_path / "lists" / "venue" / f"{number}.json").write_text(json.dumps([row]))
    (tmp_path / "shared" / "collections" / "some").mkdir(parents=True)
    row = {"_id": "1", "title": "", "text": BATS}
    (tmp_path / "shared" / "collections" / "some" / "corpus.jsonl").write_text(json.dumps(row) + "\n")
    return [paper.title for paper in training_papers(tmp_path / "lists", tmp_path / "shared")]


def test_a_paper_of_an_evaluation_is_left_out_in_all_its_versions(titles: list[str]) -> None:
    assert titles == ["Leaps of frogs"]

"""Questions about all papers on a topic, made of public papers."""

import json
import tarfile
from pathlib import Path

from benchmarks.topics import topic_questions
from rag.papers import Paper, content_id

ROWS = [
    ("Echo location of bats", "Bats hear where walls are."),
    ("On owls", "Owls have no echo location."),
    ("Moths", "They fear the dark."),
]


def test_a_topic_is_answered_by_every_paper_that_has_its_words_and_by_those_that_name_it(tmp_path: Path) -> None:
    rows = [{"title": title, "abstract": f"{text} {'So it is. ' * 20}", "keywords": ""} for title, text in ROWS]
    rows[2]["keywords"] = "Echo location; Animals: Insects"
    (tmp_path / "zoo.json").write_text(json.dumps(rows), encoding="utf-8")
    with tarfile.open(tmp_path / "papers.tar.xz", "w:xz") as files:
        files.add(tmp_path / "zoo.json", "zoo.json")
    papers = [
        Paper(content_id(row["title"], row["abstract"].strip()), row["title"], row["abstract"].strip()) for row in rows
    ]
    questions = topic_questions(tmp_path / "papers.tar.xz", papers, 9)
    assert {frozenset(question.gold) for question in questions} == {frozenset(paper.paper_id for paper in papers)}
    assert all("echo location" in question.text.lower() for question in questions)

"""A batch: its lines as they are asked."""

import json
from pathlib import Path

from rag.cli.batches import Line, lines_of


def test_a_line_keeps_its_id_for_its_answer(tmp_path: Path) -> None:
    asked = [{"question": "Do bats fly?", "id": 7}, {"question": "Do owls?", "where": "year=2024"}]
    (tmp_path / "asked.jsonl").write_text("\n".join(map(json.dumps, asked)), encoding="utf-8")
    assert list(lines_of(str(tmp_path / "asked.jsonl"))) == [
        Line("Do bats fly?", [], None, {"id": 7}),
        Line("Do owls?", ["year=2024"], None, {}),
    ]

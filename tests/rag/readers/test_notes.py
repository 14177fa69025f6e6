"""Notes in Markdown with fields in YAML at the top."""

from pathlib import Path

from rag.papers import Paper
from rag.readers import Refusal
from tests.rag.readers.reading import items_of, papers_of

PROSE = "We listen to bats at dusk and find that they hear their own calls come back from walls and from moths. " * 2
FIELDS = 'title: "Bats: a tale"\nauthors:\n  - Ana Díaz\n  - Bo Li\nyear: 2021\ndoi: 10.1/B\ntags: [bats]\n'


def note_of(tmp_path: Path, text: str, name: str = "note.md") -> Paper:
    (item,) = items_of(tmp_path, text, name)
    assert isinstance(item, Paper), item
    return item


def test_a_notes_fields_and_its_callout_make_one_paper(tmp_path: Path) -> None:
    below = f"# Bats: a tale\n\n> [!abstract]\n> {PROSE}\n\n## Notes\n\nI like how they ask it, and I will ask Bo.\n"
    paper = note_of(tmp_path, f"---\n{FIELDS}---\n{below}")
    assert (paper.paper_id, paper.title, paper.abstract) == ("10.1/b", "Bats: a tale", PROSE.strip())
    assert (paper.authors, paper.year) == (("Ana Díaz", "Bo Li"), 2021)


def test_an_abstract_among_the_fields_needs_none_below(tmp_path: Path) -> None:
    paper = note_of(tmp_path, f'---\n{FIELDS}abstract: "They hear."\n---\n\n## Notes\n\n{PROSE}\n')
    assert paper.abstract == "They hear."


def test_a_colon_that_is_no_yaml_costs_no_field(tmp_path: Path) -> None:
    paper = note_of(tmp_path, f"---\ntitle: Bats: a tale\nyear: 2021\n---\n{PROSE}\n")
    assert (paper.title, paper.year, paper.abstract) == ("Bats: a tale", 2021, PROSE.strip())


def test_a_note_without_a_title_is_named_by_its_file(tmp_path: Path) -> None:
    assert note_of(tmp_path, f"---\ndoi: 10.1/B\n---\n{PROSE}\n", "Bats at dusk.md").title == "Bats at dusk"


def test_a_note_without_an_abstract_is_refused_by_its_title(tmp_path: Path) -> None:
    assert items_of(tmp_path, f"---\n{FIELDS}---\n", "note.md") == [
        Refusal("note.md", "Bats: a tale", "it has no abstract")
    ]


def test_rules_between_labelled_papers_are_no_fields(tmp_path: Path) -> None:
    content = "---\nTitle: Bats\nAbstract: They hear.\n---\nTitle: Frogs\nAbstract: They jump.\n---\n"
    assert [paper.title for paper in papers_of(tmp_path, content, "list.md")] == ["Bats", "Frogs"]

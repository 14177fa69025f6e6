"""Names of authors that nobody here has."""

from rag.index.facts import Noted
from rag.understanding.author_slips import stranger_of
from tests.conftest import paper


def test_a_name_of_authors_words_beside_an_author_is_told_as_a_persons() -> None:
    facts = Noted([paper("Bats.", "A", "a", authors=("Jane Doe", "Wei Li"))]).facts()
    beside = stranger_of("Which papers list both Jane Doe and Wei Doe as authors?", facts)
    assert beside is not None
    assert (beside.name, beside.is_person) == ("Wei Doe", True)
    topic = stranger_of("Which papers by Jane Doe and Offline Learning are there?", facts)
    assert topic is not None
    assert not topic.is_person

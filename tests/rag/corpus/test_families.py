from rag.corpus.families import family_of, told_apart
from rag.corpus.topics import topic_of
from rag.corpus.wording import TITLE, Wording
from rag.papers import Paper


def paper(title: str, abstract: str) -> Paper:
    return Paper(paper_id="p", title=title, abstract=abstract)


def test_words_of_one_stem_are_told_apart_where_they_are_different_words() -> None:
    assert family_of("conformal") != family_of("conformation")
    assert family_of("positions") == family_of("positional")
    assert family_of("prediction") is None


def test_a_phrase_names_the_words_that_share_their_stem() -> None:
    assert len(told_apart("conformal prediction")) == 1
    assert told_apart("image generation") == ()


def test_conformation_is_not_conformal() -> None:
    text = Wording(paper("Protein Conformation Generation", "We predict a conformation prediction of proteins."))
    assert text.places("conformal prediction", ()) == set()
    assert text.places("conformation prediction", ()) == {0}


def test_a_position_paper_tells_that_it_is_one_in_its_title() -> None:
    (facet,) = topic_of("List the position papers").facets
    assert facet.alternatives == ("position paper",)
    assert Wording(paper("Position: Stop Tuning", "We argue.")).places("position paper", ()) == {TITLE}
    assert Wording(paper("Positional Encoding", "We encode positions.")).places("position paper", ()) == set()

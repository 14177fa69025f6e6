"""Every paper on a topic."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from rag.corpus.lister import Lister
from rag.corpus.listing import Listing, Match, Sureness
from rag.corpus.topics import topic_of
from rag.evidence.polarity import opposed
from rag.lexical import LexicalIndex
from rag.papers import Paper
from rag.understanding.excluded import Exclusion
from tests.conftest import paper

SPIKING = paper("We train spiking neural networks (SNNs). The spiking neural networks save power.", "Spikes", "spiking")
SHORT = paper("We convert a network to an SNN.", "From ANN to SNN", "short")
SPARSE = paper("We prune sparse neural networks (SNNs) early. An SNN is small.", "Sparse Cocktail", "sparse")
ONCE = paper("Bats hear well. Spiking neural networks are named in passing.", "Bats", "once")
THIRD = paper("Spiking neural networks on chips. A note on spiking neural networks.", "Chips", "third")
SCATTERED = paper("Spikes in the loss of a neural model come from its network width.", "Loss", "scattered")


def listed(
    tmp_path: Path,
    papers: Sequence[Paper],
    question: str,
    near: Mapping[str, float] | None = None,
    chances: Mapping[str, float] | None = None,
) -> Listing:
    known = {one.paper_id: one for one in papers}
    lexical = LexicalIndex.open(tmp_path / "lexical", 0, papers)
    lister = Lister(
        lexical,
        lambda ids: [known[id_] for id_ in ids],
        lambda _, ids: {id_: (near or {}).get(id_, 0.0) for id_ in ids},
    )
    ranked = [one.paper_id for one in papers]
    return lister.list(topic_of(question), ranked, chances=lambda _: chances or {})


def sureness(listing: Listing) -> dict[str, Sureness]:
    return {match.paper.paper_id: match.sureness for match in listing.matches}


def test_papers_are_found_by_the_phrase_and_by_its_short_name_in_the_same_sense(tmp_path: Path) -> None:
    found = listed(
        tmp_path, [SPIKING, SHORT, SPARSE, ONCE, THIRD, SCATTERED], "Which papers study spiking neural networks (SNN)?"
    )
    assert sureness(found) == {
        "spiking": Sureness.ABOUT,
        "third": Sureness.ABOUT,
        "short": Sureness.ABOUT,
        "once": Sureness.MENTIONS,
    }
    assert (found.clear, found.examined) == (4, 6)


def test_a_short_name_alone_is_read_in_the_sense_that_most_papers_give_it(tmp_path: Path) -> None:
    other = paper("Spiking neural networks (SNNs) again.", "Again", "again")
    found = listed(tmp_path, [SPIKING, other, SPARSE, ONCE], "有哪些论文是研究SNN的？")
    assert set(sureness(found)) == {"spiking", "again", "once"}


def test_the_sentence_that_shows_the_topic_is_the_evidence(tmp_path: Path) -> None:
    (match,) = listed(tmp_path, [ONCE], "Which papers name spiking neural networks?").matches
    assert match.evidence is not None
    assert ONCE.abstract[match.evidence.start : match.evidence.end] == "Spiking neural networks are named in passing."


def test_every_facet_must_be_shown(tmp_path: Path) -> None:
    both = paper("Flow matching designs peptides.", "PepFlow", "both")
    one = paper("Flow matching draws images.", "Pictures", "one")
    found = listed(
        tmp_path, [both, one], "Which papers use flow matching for biomolecules such as proteins or peptides?"
    )
    assert set(sureness(found)) == {"both"}


def test_another_sense_that_the_question_denies_is_left_out(tmp_path: Path) -> None:
    optimizer = paper("Sharpness-aware minimization (SAM) finds flat minima.", "Flat", "optimizer")
    masks = paper("We prompt SAM, the Segment Anything model.", "Masks", "masks")
    found = listed(
        tmp_path, [optimizer, masks], "Which papers are about sharpness-aware minimization (SAM, not Segment Anything)?"
    )
    assert set(sureness(found)) == {"optimizer"}


def test_a_paper_near_in_meaning_without_the_words_is_only_perhaps_one(tmp_path: Path) -> None:
    near = paper("Neurons that fire in pulses.", "Pulses", "near")
    far = paper("Owls hunt.", "Owls", "far")
    found = listed(
        tmp_path, [SPIKING, near, far], "Which papers study spiking neural networks?", {"near": 0.7, "far": 0.3}
    )
    assert sureness(found) == {"spiking": Sureness.ABOUT, "near": Sureness.PERHAPS}
    assert found.clear == 1


def test_an_improbable_mention_is_only_perhaps_on_the_topic(tmp_path: Path) -> None:
    question = "Which papers study spiking neural networks?"
    found = listed(tmp_path, [SPIKING, ONCE], question, chances={"spiking": 0.01, "once": 0.01})
    assert sureness(found) == {"spiking": Sureness.ABOUT, "once": Sureness.PERHAPS}
    assert found.clear == 1


def test_without_the_words_a_paper_is_listed_if_it_is_likely_and_never_if_it_is_improbable(tmp_path: Path) -> None:
    likely, near, far = (paper("Cells that fire.", "Cells", name) for name in ("likely", "near", "far"))
    found = listed(
        tmp_path,
        [SPIKING, likely, near, far],
        "Which papers study spiking neural networks?",
        {"near": 0.7},
        {"spiking": 0.9, "likely": 0.6, "near": 0.01, "far": 0.3},
    )
    assert sureness(found) == {"spiking": Sureness.ABOUT, "likely": Sureness.PERHAPS}


def test_a_bracket_that_tells_two_senses_apart_denies_nothing() -> None:
    matches = (Match(SPIKING, Sureness.ABOUT, None),)
    assert opposed("Which papers are about SNNs (spiking, not sparse)?", matches) == matches
    assert opposed("Which papers do not spike?", matches)[0].sureness is Sureness.OPPOSED


def test_a_topic_that_no_paper_has_lists_nothing(tmp_path: Path) -> None:
    assert listed(tmp_path, [SPIKING], "Which papers study Tsetlin machines?").matches == ()


def test_what_does_a_thing_is_not_the_doing(tmp_path: Path) -> None:
    agent = paper("We tune optimizers. An optimizer is a tool.", "Tools", "agent")
    doing = paper("We study optimization. To optimize is hard.", "Optimization", "doing")
    assert set(sureness(listed(tmp_path, [agent, doing], "Which papers propose new optimizers?"))) == {"agent"}


def test_what_is_named_as_an_example_is_only_perhaps_meant(tmp_path: Path) -> None:
    aside = paper("It serves many tasks, such as grokking and sleep.", "Tasks", "aside")
    meant = paper("We explain grokking. It comes late.", "Late", "meant")
    found = listed(tmp_path, [aside, meant], "Which papers study grokking?")
    assert sureness(found) == {"meant": Sureness.MENTIONS, "aside": Sureness.PERHAPS}


def test_papers_on_what_is_not_wanted_go_and_one_that_names_it_in_passing_stands_apart(tmp_path: Path) -> None:
    on_it = paper("Owls hunt by sight.", "Owls and vision; their vision", "on")
    passing = paper("Owls hunt. Vision is known to matter.", "Owls", "passing")
    free = paper("Owls hunt without vision.", "Owls at night", "free")
    known = {one.paper_id: one for one in (on_it, passing, free)}
    lister = Lister(
        LexicalIndex.open(tmp_path / "lexical", 0, known.values()),
        lambda ids: [known[id_] for id_ in ids],
        lambda _, ids: dict.fromkeys(ids, 0.0),
    )
    found = lister.list(topic_of("papers on owls"), [], unwanted=[Exclusion("vision", "not on vision")])
    assert sureness(found) == {"free": Sureness.ABOUT, "passing": Sureness.PASSING}
    assert found.clear == 1


def test_the_words_of_a_term_stand_in_its_order_or_the_last_before_what_it_is_done_to(tmp_path: Path) -> None:
    right = paper("We compress the local gradients.", "Right", "right")
    wrong = paper("Compression gradient descent.", "Wrong", "wrong")
    assert set(sureness(listed(tmp_path, [right, wrong], "Which papers study gradient compression?"))) == {"right"}

"""The answer that lists papers."""

from rag.corpus.listing import Listing, Match, Sureness
from rag.corpus.rosters import SHOWN, roster
from rag.corpus.topics import topic_of
from rag.evidence.verdicts import Verdict
from rag.text.sentences import Span
from tests.conftest import paper

GROKKING = topic_of("Which papers study grokking?")
ABSTRACT = "Nets learn late. Grokking is why."


def matches(count: int, sureness: Sureness = Sureness.ABOUT) -> tuple[Match, ...]:
    return tuple(Match(paper(ABSTRACT, f"Paper {at}", f"p{at}"), sureness, Span(17, 33)) for at in range(count))


def test_a_roster_counts_groups_and_quotes() -> None:
    found = roster("Which papers study grokking?", Listing(GROKKING, matches(2), 2, 40))
    assert found.text == (
        "**2 papers match clearly**. Counted over all 40 abstracts: "
        "those that have “grokking”, in any form of the words.\n\n"
        "**About it: in the title, or in several sentences** (2)\n\n"
        "- **Paper 0**: “Grokking is why.” [1]\n"
        "- **Paper 1**: “Grokking is why.” [2]"
    )
    assert [(c.n, c.paper_id, c.quote, c.start, c.end) for c in found.citations] == [
        (1, "p0", "Grokking is why.", 17, 33),
        (2, "p1", "Grokking is why.", 17, 33),
    ]


def test_a_long_list_is_cut_and_says_how_many_more_there_are() -> None:
    found = roster("How many papers study grokking?", Listing(GROKKING, matches(SHOWN + 5), 205, 900))
    assert len(found.citations) == SHOWN
    assert found.text.startswith("**205 papers match clearly**")
    assert found.text.endswith("The first 60 are listed; 145 more match.")


def test_nothing_found_is_a_refusal_that_says_what_was_looked_for() -> None:
    found = roster("Which papers study grokking?", Listing(GROKKING, (), 0, 40))
    assert found.verdict is Verdict.NOT_IN_PAPERS
    assert found.text == "These papers do not say. None of the 40 abstracts has “grokking”."


def test_only_likely_papers_are_not_called_clear() -> None:
    found = roster("Which papers study grokking?", Listing(GROKKING, matches(1, Sureness.PERHAPS), 0, 40))
    assert found.text.startswith("**No paper matches clearly**, 1 perhaps.")


def test_a_chinese_question_is_answered_in_a_chinese_frame() -> None:
    assert roster("有哪些论文研究grokking？", Listing(GROKKING, matches(2), 2, 40)).text.startswith(
        "**有 2 篇论文明确符合**"
    )


def test_conditions_are_said() -> None:
    found = roster("Which papers study grokking?", Listing(GROKKING, matches(1), 1, 7), ["year>=2023"])
    assert "Counted over all 7 abstracts that meet year>=2023" in found.text


def test_papers_that_are_only_perhaps_on_it_are_counted_apart() -> None:
    found = roster(
        "Which papers study grokking?", Listing(GROKKING, (*matches(2), *matches(3, Sureness.PERHAPS)), 2, 40)
    )
    assert found.text.startswith("**2 papers match clearly**, 3 more perhaps. Counted")

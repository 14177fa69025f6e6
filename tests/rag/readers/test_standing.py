"""Standing: what marks a paper as withdrawn, retracted or rejected, and what does not."""

import pytest

from rag.readers.standing import status_of

FORUM = {"url": "https://openreview.net/forum?id=abcDEF1234"}


def standing(title: str = "On Bats", abstract: str = "They hear.", **fields: object) -> str:
    return status_of(fields.get, title, abstract)


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"venue": "Withdrawn Submission"}, "withdrawn"),
        ({"venue": "ICLR 2024 Conference Withdrawn Submission"}, "withdrawn"),
        ({"venue": "ICLR.cc/2024/Conference/Desk_Rejected_Submission"}, "rejected"),
        ({"venue": "Submitted to ICLR 2024", **FORUM}, "rejected"),
        ({"venue": "Submitted to ICLR 2024", "paper_id": "abcDEF1234"}, "rejected"),
        ({"status": "Reject"}, "rejected"),
        ({"status": "Desk Reject"}, "rejected"),
        ({"status": "Withdraw"}, "withdrawn"),
        ({"status": {"value": "Reject"}}, "rejected"),
        ({"status": "withdrawn by the authors"}, "withdrawn"),
        ({"kind": "Journal Article Retracted Publication"}, "retracted"),
        ({"kind": "Article; Retracted Publication"}, "retracted"),
        ({"retracted": True}, "retracted"),
        ({"retracted": "TRUE"}, "retracted"),
        ({"retracted": 1.0}, "retracted"),
        ({"withdrawn": "yes"}, "withdrawn"),
    ],
)
def test_a_records_own_word_counts(fields: dict[str, object], status: str) -> None:
    assert standing(**fields) == status  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("title", "status"),
    [
        ("RETRACTED: On Bats", "retracted"),
        ("Retracted: On Bats", "retracted"),
        ("RETRACTED ARTICLE: On Bats", "retracted"),
        ("[Retracted] On Bats", "retracted"),
        ("On Bats [RETRACTED]", "retracted"),
        ("On Bats (Retracted Article)", "retracted"),
        ("RETRACTED — On Bats", "retracted"),
        ("WITHDRAWN: On Bats", "withdrawn"),
        ("(Withdrawn) On Bats", "withdrawn"),
        ("撤稿：蝙蝠", "retracted"),
    ],
)
def test_a_publishers_mark_on_the_title_counts(title: str, status: str) -> None:
    assert standing(title) == status


@pytest.mark.parametrize(
    ("abstract", "status"),
    [
        ("This paper has been withdrawn by the authors due to an error in Lemma 2.", "withdrawn"),
        ("The submission was withdrawn because of an error.", "withdrawn"),
        ("This submission has been withdrawn by arXiv administrators.", "withdrawn"),
        ("Withdrawn by the author.", "withdrawn"),
        ("[Paper withdrawn]", "withdrawn"),
        ("The authors have withdrawn this paper.", "withdrawn"),
        ("We withdraw this manuscript due to an error.", "withdrawn"),
        ("This article has been retracted: see the policy.", "retracted"),
    ],
)
def test_an_abstract_that_only_withdraws_counts(abstract: str, status: str) -> None:
    assert standing(abstract=abstract) == status


@pytest.mark.parametrize(
    "fields",
    [
        {"venue": "ICLR 2024 poster"},
        {"venue": "Workshop on Learning to Reject"},
        {"venue": "Rejecta Mathematica"},
        {"venue": "Submitted to NeurIPS 2023"},  # an arXiv comment, as far as one can tell
        {"venue": "ICLR 2024 Conference Submission", **FORUM},
        {"status": "Accept (poster)"},
        {"status": "not retracted"},
        {"status": "Active"},
        {"kind": "Retraction of Publication"},
        {"kind": "Retraction notice"},
        {"retracted": False},
        {"retracted": "no"},
        {"title": "Retracted Papers in Science: A Survey"},
        {"title": "Withdrawn: Why People Leave"},
        {"title": "Rejection Sampling with Rejected Proposals"},
        {"title": "Retraction: On Bats"},
        {"abstract": "We study how rejected samples and withdrawn drugs are counted."},
        {"abstract": "Retracted papers go on being cited. This paper asks why."},
        {"abstract": "The withdrawn papers of a decade are read again."},
        {"abstract": "We withdraw attention from the bats, and this work shows how."},
    ],
)
def test_a_paper_about_it_is_in_good_standing(fields: dict[str, object]) -> None:
    assert standing(**fields) == ""  # type: ignore[arg-type]

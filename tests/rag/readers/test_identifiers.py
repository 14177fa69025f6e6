"""Identifiers: the same paper has the same id whoever writes it."""

import pytest

from rag.readers.identifiers import address_of, arxiv_of, doi_of, forum_of, own_id, pmid_of, shared_id


@pytest.mark.parametrize(
    "text",
    [
        "2101.00001v2",
        "arXiv:2101.00001v2",
        "arxiv.2101.00001v2",
        "http://arxiv.org/abs/2101.00001v2",
        "https://www.arxiv.org/pdf/2101.00001v2.pdf",
        "arXiv:2101.00001v2 [cs.LG]",
    ],
)
def test_an_arxiv_id_is_told_from_its_version(text: str) -> None:
    assert arxiv_of(text) == ("2101.00001", "v2")


@pytest.mark.parametrize("text", ["10.48550/arXiv.2101.00001", "https://doi.org/10.48550/ARXIV.2101.00001"])
def test_arxivs_dois_are_its_ids(text: str) -> None:
    assert shared_id(text) == "arxiv:2101.00001"


@pytest.mark.parametrize("text", ["math.GT/0309136", "cs/0112017v1", "hep-th/9901001"])
def test_old_arxiv_ids_are_known(text: str) -> None:
    assert arxiv_of(text) is not None


@pytest.mark.parametrize("text", ["2113.00001", "1.5", "arXiv", "2024.acl-long.12", "20101.00001", ""])
def test_what_only_looks_like_an_arxiv_id_is_none(text: str) -> None:
    assert arxiv_of(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "10.1/AbC",
        "doi:10.1/abc",
        "DOI 10.1/abc",
        "https://doi.org/10.1/abc",
        "http://dx.doi.org/10.1/ABC.",
        "10.1/abc [doi]",
    ],
)
def test_dois_are_blind_to_case_and_dress(text: str) -> None:
    assert doi_of(text) == "10.1/abc"


@pytest.mark.parametrize("text", ["10.1", "S0140-1 [pii]", "https://example.org/10.1/abc", "10.1/a b"])
def test_what_is_no_doi_is_none(text: str) -> None:
    assert doi_of(text) is None


@pytest.mark.parametrize("text", ["123", "PMID: 123", "https://pubmed.ncbi.nlm.nih.gov/123/"])
def test_pubmed_ids_are_digits(text: str) -> None:
    assert pmid_of(text) == "123"
    assert pmid_of("PMC123") is None


def test_a_forum_is_in_openreviews_addresses() -> None:
    assert forum_of("https://openreview.net/forum?id=aB-c_1&noteId=x") == "aB-c_1"
    assert forum_of("https://openreview.net/pdf?id=aBc") == "aBc"
    assert forum_of("https://openreview.net/group?id=ICLR.cc") is None


def test_other_ids_stay_as_they_are() -> None:
    assert own_id("WOS:0001") == "WOS:0001"
    assert own_id("arXiv:2101.00001v3") == "2101.00001"
    assert own_id("https://doi.org/10.1/AB") == "10.1/ab"


def test_an_address_is_made_from_the_best_id() -> None:
    assert address_of("2101.00001v3", []) == "https://arxiv.org/abs/2101.00001v3"
    assert address_of("7", ["doi:10.1/ab"]) == "https://doi.org/10.1/ab"
    assert address_of("7", ["pmid:5"]) == "https://pubmed.ncbi.nlm.nih.gov/5"
    assert address_of("7", []) == ""

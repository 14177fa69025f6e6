"""XML: known kinds, plain records, and attacks that come to nothing."""

import tracemalloc
from pathlib import Path

import pytest

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers import Refusal, read
from tests.rag.readers.reading import items_of, papers_of

PUBMED = """<?xml version="1.0"?>
<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2024//EN" "https://dtd.test/x.dtd">
<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID Version="1">77</PMID><Article><Journal><JournalIssue><PubDate>
<Year>2018</Year></PubDate></JournalIssue><Title>Bat J</Title></Journal><ArticleTitle>CO<sub>2</sub> &amp; <i>bats</i>
</ArticleTitle><Abstract><AbstractText Label="BACKGROUND">At 10<sup>-3</sup> &lt; p.</AbstractText>
<AbstractText Label="RESULTS">Good.</AbstractText></Abstract><AuthorList><Author><LastName>Diaz</LastName>
<ForeName>Ana B</ForeName></Author><Author><CollectiveName>Bat Group</CollectiveName></Author></AuthorList></Article>
</MedlineCitation><PubmedData><ArticleIdList><ArticleId IdType="doi">10.1/Pm</ArticleId></ArticleIdList>
<ReferenceList><Reference><ArticleIdList><ArticleId IdType="doi">10.1/other</ArticleId></ArticleIdList></Reference>
</ReferenceList></PubmedData></PubmedArticle></PubmedArticleSet>"""


def test_pubmed_gives_all_that_it_carries(tmp_path: Path) -> None:
    (paper,) = papers_of(tmp_path, PUBMED, "pubmed.xml")
    assert paper == Paper(
        "10.1/pm",
        "CO2 & bats",
        "BACKGROUND: At 10⁻³ < p.\n\nRESULTS: Good.",
        ("Ana B Diaz", "Bat Group"),
        2018,
        "Bat J",
        "https://pubmed.ncbi.nlm.nih.gov/77/",
        identifiers=("doi:10.1/pm", "pmid:77"),
        source="pubmed.xml",
    )


def test_arxivs_feed_keeps_maths_and_version(tmp_path: Path) -> None:
    feed = (
        '<feed xmlns="http://www.w3.org/2005/Atom"><title>q</title><entry><id>http://arxiv.org/abs/2101.00001v3</id>'
        "<published>2021-01-01T00:00:00Z</published><title>Bats\n  hunt</title><summary> If $a&lt;b$ then. </summary>"
        '<author><name>A B</name></author><link href="http://arxiv.org/abs/2101.00001v3" rel="alternate"/>'
        "</entry></feed>"
    )
    (paper,) = papers_of(tmp_path, feed, "feed.atom")
    assert (paper.paper_id, paper.title, paper.abstract) == ("2101.00001", "Bats hunt", "If $a<b$ then.")
    assert (paper.authors, paper.year, paper.url) == (("A B",), 2021, "http://arxiv.org/abs/2101.00001v3")


OTHERS = {
    "ACL Anthology": '<collection id="2020.acl"><volume id="main"><paper id="1">'
    "<title>Learn <fixed-case>BERT</fixed-case></title>"
    "<author><first>Ana</first><last>Diaz</last></author><abstract>We at <tex-math>10^{-3}</tex-math>.</abstract>"
    '<url hash="a">2020.acl-main.1</url></paper></volume></collection>',
    "EndNote": "<xml><records><record><contributors><authors><author><style>Diaz, Ana</style></author></authors>"
    "</contributors>"
    "<titles><title><style>Learn </style><style>BERT</style></title></titles>"
    "<abstract><style>We at $10^{-3}$.</style></abstract></record></records></xml>",
    "JATS": "<!DOCTYPE article><article><front><article-meta><title-group><article-title>Learn <italic>BERT</italic>"
    "</article-title></title-group><contrib-group><contrib><name><surname>Diaz</surname><given-names>Ana</given-names>"
    '</name></contrib></contrib-group><abstract abstract-type="summary">No.</abstract><abstract><title>Abstract</title>'
    "<p>We at $10^{-3}$.</p></abstract></article-meta></front><body><p>x</p></body></article>",
    "Dublin Core": '<r xmlns:dc="http://purl.org/dc/elements/1.1/"><record><dc:title>Learn BERT</dc:title>'
    "<dc:creator>Diaz, Ana</dc:creator><dc:description>We at $10^{-3}$.</dc:description></record></r>",
    "arXiv's OAI": '<OAI><record><arXiv xmlns="http://arxiv.org/OAI/arXiv/"><authors><author><keyname>Diaz</keyname>'
    "<forenames>Ana</forenames></author></authors><title>Learn BERT</title><abstract>We at $10^{-3}$.</abstract>"
    "</arXiv></record></OAI>",
    "plain": "\n <papers><paper><title>Learn BERT</title><author>Ana Diaz</author>"
    "<abstract>We at $10^{-3}$.</abstract></paper></papers>",
}


@pytest.mark.parametrize("name", OTHERS)
def test_other_kinds_are_read(tmp_path: Path, name: str) -> None:
    (paper,) = papers_of(tmp_path, OTHERS[name], "list.xml")
    assert (paper.title, paper.abstract, paper.authors) == ("Learn BERT", "We at $10^{-3}$.", ("Ana Diaz",))


def test_the_anthology_gives_a_papers_venue_and_year_with_its_volume(tmp_path: Path) -> None:
    paper = "<paper id='{}'><title>On <fixed-case>B</fixed-case>ats</title><abstract>We hear.</abstract>{}</paper>"
    volume = (
        "<volume id='{}'><meta><booktitle>{} <fixed-case>ACL</fixed-case></booktitle><year>{}</year></meta>{}</volume>"
    )
    text = (
        "<collection id='2023.acl'>"
        + volume.format("long", "Long", 2023, paper.format(1, "<url>2023.acl-long.1</url>") + paper.format(2, ""))
        + volume.format("short", "Short", 2022, paper.format(1, ""))
        + "</collection>"
    )
    papers = papers_of(tmp_path, text, "acl.xml")
    assert [(paper.paper_id, paper.venue, paper.year) for paper in papers] == [
        ("2023.acl-long.1", "Long ACL", 2023),
        ("2023.acl-long.2", "Long ACL", 2023),
        ("2023.acl-short.1", "Short ACL", 2022),
    ]
    assert papers[1].url == "https://aclanthology.org/2023.acl-long.2/"


@pytest.mark.parametrize(
    ("collection", "paper_id"), [("J99", "J99-1002"), ("W19", "W19-0102"), ("2020.cl", "2020.cl-1.2")]
)
def test_an_older_anthologys_ids_are_made_of_its_numbers(tmp_path: Path, collection: str, paper_id: str) -> None:
    text = (
        f"<collection id='{collection}'><volume id='1'><meta><journal-title>CL</journal-title><year>1999</year></meta>"
        "<paper id='2'><title>On Bats</title><abstract>We hear.</abstract></paper></volume></collection>"
    )
    (paper,) = papers_of(tmp_path, text, "acl.xml")
    assert (paper.paper_id, paper.venue, paper.year) == (paper_id, "CL", 1999)


def test_a_plain_record_without_an_abstract_is_refused_wherever_it_stands(tmp_path: Path) -> None:
    records = "<p><title>B</title></p>", "<p><title>A</title><abstract>We.</abstract></p>", "<p><title>C</title></p>"
    items = items_of(tmp_path, f"<list>{''.join(records)}</list>", "list.xml")
    assert [item.record if isinstance(item, Refusal) else item.title for item in items] == ["B", "A", "C"]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("<records><record><a>1</a></record></records>", "its elements are: a, record, records"),
        ("<list><p><title>A</title><abstract>We.</abstract></p>\n<p><tit", "line 2, column"),
        (
            "<rows><article><writer>A</writer><title>T</title></article></rows>",
            "without papers of a kind that is known",
        ),
        ("<a>" * 5000 + "</a>" * 5000, "Excessive depth"),
    ],
)
def test_other_or_broken_xml_is_an_error_that_says_where(tmp_path: Path, content: str, expected: str) -> None:
    with pytest.raises(SourceError, match=r"^list\.xml ") as caught:
        items_of(tmp_path, content, "list.xml")
    assert expected in str(caught.value)


def test_a_files_entity_is_not_fetched(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("hidden words")
    content = (
        f'<!DOCTYPE p [<!ENTITY x SYSTEM "file://{tmp_path}/secret">]>'
        "<p><q><title>A</title><abstract>We &x; b.</abstract></q></p>"
    )
    (paper,) = papers_of(tmp_path, content, "list.xml")
    assert paper.abstract == "We &x; b."


def test_a_billion_laughs_stay_few(tmp_path: Path) -> None:
    entities = "".join(f'<!ENTITY {chr(98 + at)} "{f"&{chr(97 + at)};" * 20}">' for at in range(12))
    content = f'<!DOCTYPE p [<!ENTITY a "ha">{entities}]><p><q><title>A</title><abstract>We &m; b.</abstract></q></p>'
    tracemalloc.start()
    try:
        with pytest.raises(SourceError, match=r"list\.xml is broken XML"):
            items_of(tmp_path, content, "list.xml")
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


def test_named_entities_of_a_missing_dtd_are_read(tmp_path: Path) -> None:
    content = '<!DOCTYPE p SYSTEM "x.dtd"><p><q><title>Caf&eacute;</title><abstract>We.</abstract></q></p>'
    assert [paper.title for paper in papers_of(tmp_path, content, "list.xml")] == ["Café"]


def test_the_declared_encoding_counts(tmp_path: Path) -> None:
    content = '<?xml version="1.0" encoding="ISO-8859-1"?><p><q><title>Ä</title><abstract>We.</abstract></q></p>'
    assert [paper.title for paper in papers_of(tmp_path, content.encode("latin-1"), "list.xml")] == ["Ä"]


def test_records_before_a_break_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "list.xml"
    path.write_text("<list><p><title>A</title><abstract>We.</abstract></p><p><tit")
    assert isinstance(next(read(path)), Paper)

"""XML of catalogues and feeds: MODS, RDF, RSS, OAI-PMH, DBLP."""

import io
from pathlib import Path

import pytest

from rag.papers import Paper
from rag.readers import Refusal
from rag.readers.xml_streams import FitStream
from tests.rag.readers.reading import items_of, papers_of

MODS = """<modsCollection xmlns="http://www.loc.gov/mods/v3"><mods><titleInfo><nonSort>The</nonSort><title>bats</title>
<subTitle>a tale</subTitle></titleInfo><name type="personal"><namePart type="family">Díaz</namePart>
<namePart type="given">Ana</namePart><role><roleTerm type="text">author</roleTerm></role></name>
<name><namePart>Ed Itor</namePart><role><roleTerm>editor</roleTerm></role></name>
<abstract>They hear &lt; 5 m.</abstract><originInfo><dateIssued>2021-02</dateIssued></originInfo>
<relatedItem type="host"><titleInfo><title>Bat J</title></titleInfo></relatedItem>
<identifier type="doi">10.1/Mods</identifier></mods></modsCollection>"""


def test_mods_gives_all_that_it_carries(tmp_path: Path) -> None:
    assert papers_of(tmp_path, MODS, "x.xml") == [
        Paper(
            "10.1/mods",
            "The bats: a tale",
            "They hear < 5 m.",
            ("Ana Díaz",),
            2021,
            "Bat J",
            "https://doi.org/10.1/mods",
            identifiers=("doi:10.1/mods",),
            source="x.xml",
        )
    ]


def test_authors_in_a_sequence_of_persons_are_read(tmp_path: Path) -> None:
    person = "<li><Person><surname>{}</surname><givenName>Ana</givenName></Person></li>"
    people = f"<authors><Seq>{person.format('Díaz')}{person.format('Li')}</Seq></authors>"
    content = f"<RDF><Article>{people}<title>Bats</title><abstract>They hear.</abstract></Article></RDF>"
    assert papers_of(tmp_path, content, "x.rdf")[0].authors == ("Ana Díaz", "Ana Li")


def test_a_feeds_creators_are_parted_and_its_channel_is_no_paper(tmp_path: Path) -> None:
    channel = "<channel><title>cs.LG</title><description>Updates of today</description></channel>"
    item = "<item><title>Bats</title><description>They hear.</description><creator>Ana Díaz, Bo Li</creator></item>"
    (paper,) = items_of(tmp_path, f"<RDF>{channel}{item}</RDF>", "feed.xml")
    assert isinstance(paper, Paper)
    assert (paper.title, paper.authors) == ("Bats", ("Ana Díaz", "Bo Li"))


def test_arxivs_raw_records_have_parted_authors_and_a_year(tmp_path: Path) -> None:
    content = (
        "<ListRecords><record><metadata><arXivRaw><id>2101.00001</id><version><date>Fri, 1 Jan 2021</date></version>"
        "<title>Bats</title><authors>Ana D\\'iaz, Bo Li</authors><abstract>They hear.</abstract></arXivRaw></metadata>"
        "</record></ListRecords>"
    )
    (paper,) = papers_of(tmp_path, content, "oai.xml")
    assert (paper.paper_id, paper.authors, paper.year) == ("2101.00001", ("Ana Díaz", "Bo Li"), 2021)


def test_dblps_titles_with_entities_are_refused_one_by_one(tmp_path: Path) -> None:
    content = (
        '<!DOCTYPE dblp SYSTEM "dblp.dtd"><dblp><article key="a"><author>Ana D&iacute;az</author><title>Bats &amp; '
        'M&uuml;ller</title></article><article key="b"><author>Bo Li</author><title>Frogs</title></article></dblp>'
    )
    assert items_of(tmp_path, content, "dblp.xml") == [
        Refusal("dblp.xml", "Bats & Müller", "it has no abstract"),
        Refusal("dblp.xml", "Frogs", "it has no abstract"),
    ]


def test_control_characters_break_no_xml(tmp_path: Path) -> None:
    content = "<records><record><title>Bats</title><abstract>They\x0bhear&#7;well&#x1F;.</abstract></record></records>"
    (paper,) = papers_of(tmp_path, content, "x.xml")
    assert paper.abstract == "They hear well ."


def test_a_reference_across_two_reads_is_seen() -> None:
    stream = FitStream(io.BytesIO(b"<a>x&#7;y&amp;</a>"))
    assert b"".join(iter(lambda: stream.read(7), b"")) == b"<a>x y&amp;</a>"


@pytest.mark.parametrize(
    "content",
    [
        b"<r><p><title>R&D of caf&eacute;s</title><abstract>They a&amp;b; fly &lt; 5&nbsp;m.</abstract></p></r>",
        b"<r><p><title>R&amp;D of caf\xe9s</title><abstract>They a&amp;b; fly &lt; 5\xa0m.</abstract></p></r>",
        b'<?xml version="1.0" encoding="UTF-8"?>'
        b"<r><p><title>R&D of caf\xe9s</title><abstract>They a&amp;b; fly &lt; 5 m.</abstract></p></r>",
        b'<?xml version="1.0" encoding="ISO-8859-1"?>'
        b"<r><p><title><![CDATA[R&D of caf\xe9s]]></title><abstract>They a&amp;b; fly &lt; 5 m.</abstract></p></r>",
    ],
)
def test_entities_of_html_lone_signs_and_a_wrong_encoding_break_no_xml(tmp_path: Path, content: bytes) -> None:
    (paper,) = papers_of(tmp_path, content, "x.xml")
    assert (paper.title, paper.abstract) == ("R&D of cafés", "They a&b; fly < 5 m.")

"""The names that exports give to a paper's fields, best first.

They are compared by letters and digits alone, in lower case: "Author(s)", "authors" and "AUTHORS" are one name.
"""

import re
from functools import lru_cache

FIELDS: dict[str, tuple[str, ...]] = {
    "paper_id": ("paper_id", "_id", "id", "forum", "arxiv_id", "openreview_id", "poster_number", "acl_id", "corpusid"),
    "title": (
        *("title", "paper_title", "article_title", "document_title", "primary_title", "name", "display_name", "titles"),
        *("title_en", "ti", "t1", "标题", "题名", "题目", "论文标题", "论文题目", "titel", "titre", "título"),
    ),
    "abstract": (
        *("abstract", "abstract_note", "paper_abstract", "abstract_text", "abstracts", "abstract_en", "notes_abstract"),
        *("abstract_inverted_index", "summary", "summaries", "ab", "n2", "摘要", "论文摘要", "résumé", "resumen"),
        *("zusammenfassung", "descriptions", "abs", "text", "description"),
    ),
    "authors": (
        *(
            "authors_parsed",
            "author_full_names",
            "authors",
            "author",
            "speakers/authors",
            "authorships",
            "author_names",
        ),
        *("author(s)", "author/s", "authors_list", "creators", "author_site", "au", "作者", "autoren", "auteurs"),
    ),
    "year": (
        *("year", "publication_year", "pub_year", "py", "published_year", "year_published", "issued", "date"),
        *("publication_date", "published", "published_date", "pub_date", "submitted", "versions", "created", "cdate"),
        *("update_date", "updated", "年份", "年", "发表年份", "jahr", "année"),
    ),
    "venue": (
        *("venue", "booktitle", "journal", "journaltitle", "journal/book", "publication_title", "source_title"),
        *("container_title", "conference", "journal_name", "journal_ref", "publication_venue", "primary_location"),
        *("venue_name", "proceedings", "event", "会议", "期刊", "来源"),
    ),
    "url": (
        *(
            "url",
            "virtualsite_url",
            "link",
            "paper_url",
            "site",
            "openreview",
            "oa",
            "forum_url",
            "abs_url",
            "html_url",
        ),
        *(
            "landing_page_url",
            "paper_link",
            "entry_id",
            "article_url",
            "source_url",
            "pdf_url",
            "pdf",
            "pdf_link",
            "链接",
        ),
    ),
    "kind": (
        *("type", "kind", "event_type", "presentation_type", "decision", "document_type", "item_type", "entry_type"),
        *("publication_type", "publication_types", "status"),
    ),
    "status": ("status", "decision", "publication_status", "publication_types", "publication_type", "document_type"),
    "retracted": ("is_retracted", "retracted"),
    "withdrawn": ("is_withdrawn", "withdrawn"),
    "doi": ("doi", "doi_link", "prism:doi"),
    "arxiv": ("arxiv", "arxiv_id", "eprint", "arxiv_url"),
    "pmid": ("pmid", "pubmed", "pubmed_id"),
    "record_id": ("paperid", "eid", "ut", "ut_unique_wos_id", "key", "zotero_key", "accession_number", "lens_id"),
}
"""Our field -> the sources' names. The last are flags, and ids that a record carries beside its own."""

# Names known not to be an abstract, so that they are not offered as one.
OTHER = re.compile(
    r"^(?:aff|bibtex|keyword|topic|subject|tag|gs|reference|citation|cited|funding|pdf|review|metareview|rating|comment"
    r"|session|track|email|homepage|address|correspondence|notes?$|indexkeywords|citekey|supp|github|project|orcid)"
)


@lru_cache(maxsize=65536)
def plain_name(name: str) -> str:
    """A field's name for comparison.

    Args:
        name: as the source spells it.
    """
    return re.sub(r"[\W_]+", "", name.casefold())


ALIASES = {field: tuple(map(plain_name, names)) for field, names in FIELDS.items()}

"""The names that exports give to a paper's fields, best first.

They are compared by letters and digits alone, in lower case: "Author(s)", "authors" and "AUTHORS" are one name.
"""

import re
import unicodedata
from functools import lru_cache

FIELDS: dict[str, tuple[str, ...]] = {
    "paper_id": (
        *("paper_id", "_id", "id", "forum", "arxiv_id", "openreview_id", "poster_number", "acl_id", "corpusid"),
        *("doc_id", "docno", "document_id", "publication_id", "uid"),
    ),
    "title": (
        *(
            "title",
            "paper_title",
            "article_title",
            "document_title",
            "primary_title",
            "title_display",
            "name",
            "display_name",
            "titles",
        ),
        *(
            "title_en",
            "english_title",
            "ti",
            "t1",
            "标题",
            "题名",
            "题目",
            "篇名",
            "论文标题",
            "论文题目",
            "標題",
            "題名",
        ),
        *(
            "titel",
            "titre",
            "título",
            "titolo",
            "titulo",
            "タイトル",
            "論文名",
            "論文タイトル",
            "表題",
            "제목",
            "논문명",
        ),
        *("название", "заголовок", "заглавие", "tytuł", "başlık", "titul", "název", "otsikko", "title题名"),
        *("назва", "العنوان", "عنوان", "כותרת"),
    ),
    "abstract": (
        *("abstract", "abstract_note", "paper_abstract", "abstract_text", "abstracts", "abstract_en", "notes_abstract"),
        *("english_abstract", "article_abstract", "abstract_inverted_index", "indexed_abstract", "abstract_original"),
        *("summary", "summaries", "ab", "n2", "摘要", "论文摘要", "中文摘要", "英文摘要", "内容摘要", "論文摘要"),
        *("résumé", "resume", "resumen", "resumo", "riassunto", "sommario", "zusammenfassung", "kurzfassung"),
        *(
            "kurzbeschreibung",
            "samenvatting",
            "streszczenie",
            "abstrakt",
            "özet",
            "要約",
            "概要",
            "抄録",
            "要旨",
            "초록",
        ),
        *("요약", "аннотация", "реферат", "резюме", "summary摘要", "descriptions", "abs", "text", "description"),
        *("анотація", "الملخص", "ملخص", "چکیده", "תקציר"),
    ),
    "authors": (
        *("authors_parsed", "author_full_names", "authors", "author", "af", "speakers/authors", "authorships"),
        *(
            "author_names",
            "author(s)",
            "author/s",
            "authors_list",
            "author_list",
            "author_string",
            "creators",
            "creator",
        ),
        *(
            "author_display",
            "auth_full_name_s",
            "author_site",
            "au",
            "作者",
            "著者",
            "著者名",
            "저자",
            "autoren",
            "autor",
            "autores",
            "auteurs",
            "auteur",
        ),
        *("autori", "autore", "verfasser", "авторы", "автор", "autorzy", "yazarlar", "auteur(s)", "author作者"),
    ),
    "year": (
        *("year", "publication_year", "pub_year", "py", "published_year", "year_published", "issued", "date"),
        *("publication_date", "published", "published_date", "pub_date", "date_published", "published_at"),
        *(
            "year_of_publication",
            "cover_date",
            "online_date",
            "earliest_date",
            "publish_time",
            "produced_date_y_i",
            "年份",
            "年",
            "发表年份",
            "出版年",
            "发表时间",
        ),
        *("発行年", "연도"),
        *("jahr", "erscheinungsjahr", "année", "annee", "año", "ano", "anno", "год", "rok", "yıl", "year年"),
    ),
    "venue": (
        *("venue", "booktitle", "journal", "journaltitle", "journal/book", "publication_title", "source_title"),
        *("container_title", "conference", "journal_name", "journal_ref", "publication_venue", "primary_location"),
        *("venue_name", "journal_title_s", "proceedings", "proceeding", "event", "pub", "so", "publication_name"),
        *("会议", "期刊", "来源", "刊名"),
        *("zeitschrift", "revue", "revista", "rivista", "журнал", "学会", "雑誌名", "学术期刊", "文献来源"),
    ),
    "url": (
        *("url", "virtualsite_url", "link", "paper_url", "site", "openreview", "oa", "forum_url", "abs_url"),
        *("html_url", "landing_page_url", "paper_link", "entry_id", "article_url", "source_url", "sourceurl", "uri_s"),
        *("url_abs", "external_url", "pdf_url", "pdf", "pdf_link", "identifier", "链接"),
    ),
    "kind": (
        *("type", "kind", "event_type", "presentation_type", "decision", "document_type", "item_type", "entry_type"),
        *("publication_type", "publication_types", "pub_type_list", "dt", "status"),
    ),
    "status": (
        "status",
        "decision",
        "publication_status",
        "publication_types",
        "publication_type",
        "document_type",
        "pub_type_list",
    ),
    "retracted": ("is_retracted", "retracted"),
    "withdrawn": ("is_withdrawn", "withdrawn"),
    "comments": ("comments", "comment"),
    "doi": ("doi", "di", "doi_link", "dois", "prism:doi", "article_doi", "doi_id_s"),
    "arxiv": ("arxiv", "arxiv_id", "eprint", "arxiv_url", "arxiv_eprints"),
    "pmid": ("pmid", "pubmed", "pubmed_id", "medline_pmid"),
    "record_id": (
        *(
            "record_id",
            "paperid",
            "eid",
            "ut",
            "ut_unique_wos_id",
            "key",
            "zotero_key",
            "accession_number",
            "lens_id",
            "bibcode",
        ),
        *("article_number", "anthology_id"),
    ),
    "dated": ("submitted", "versions", "created", "cdate", "update_date", "updated", "starttime"),
}
"""Our field -> the sources' names. The last are flags, ids that a record carries beside its own, and dates of something
else than publication."""

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
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", name).casefold())


ALIASES = {field: tuple(map(plain_name, names)) for field, names in FIELDS.items()}
STRONG_ABSTRACTS = frozenset(ALIASES["abstract"][: FIELDS["abstract"].index("summary")])
"""Names that only a paper has: a list of papers may itself have a summary, a description or a text."""

"""Valid small files of every reader, from which a fuzzer's mutants come."""

from pathlib import Path

from tests.rag.readers.test_robustness import SAMPLES as DAMAGED
from tests.rag.readers.test_workbooks import Rows, ods, xlsx

_PROSE = "We study how bats hunt in the dark and show that echolocation beats sight by a wide margin."
_CELLS: Rows = [
    ["Title", "Abstract", "Authors", "Year"],
    ["On Bats", _PROSE, "A B; C D", 2020.0],
    ["On Frogs", "We.", "E", None],
]


def _packed_html(rows: Rows) -> bytes:
    lines = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<!doctype html><html><body><table>{lines}</table></body></html>".encode()


SAMPLES: dict[str, dict[str, bytes]] = {
    "Parquet": {"a.parquet": DAMAGED["a.parquet"]},
    "Excel": {"a.xlsx": xlsx({"S": _CELLS, "T": [["x"]]}), "a.ods": ods(_CELLS)}
    | {name: Path(__file__).with_name(name).read_bytes() for name in ("bats.xls", "bats.xlsb")},
    "XML": {name: DAMAGED[name] for name in ("a.xml", "a.atom", "jats.xml")}
    | {
        "p.xml": b"<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1</PMID><Article>"
        b"<ArticleTitle>A</ArticleTitle>"
        b"<Abstract><AbstractText Label='AIM'>We.</AbstractText></Abstract><AuthorList><Author><LastName>B</LastName>"
        b"</Author></AuthorList></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>",
        "m.xml": b'<modsCollection xmlns="http://www.loc.gov/mods/v3"><mods><titleInfo><title>A</title></titleInfo>'
        b"<abstract>We.</abstract><name><namePart>B</namePart></name></mods></modsCollection>",
    },
    "JSON lines": {"a.jsonl": DAMAGED["a.jsonl"]},
    "JSON": {name: DAMAGED[name] for name in DAMAGED if name.endswith(".json")},
    "RIS": {
        "a.ris": DAMAGED["a.ris"],
        "a.enw": b"%0 Journal Article\n%T On bats\n%A B, C\n%D 2020\n%X They hear.\n%R 10.1/x\n\n%0 Book\n%T B\n",
        "refworks.txt": b"RT Journal Article\nSR Electronic(1)\nA1 Byron,Ada\nT1 On bats\nYR 1843\nAB They hear.\n\n",
    },
    "PubMed .nbib": {"a.nbib": DAMAGED["a.nbib"]},
    "Web of Science": {
        "w.txt": b"FN Clarivate Analytics Web of Science\nVR 1.0\nPT J\nAU Diaz, A\n   Li, B\nTI On bats\n"
        b"AB They\n   hear.\n"
        b"PY 2020\nDI 10.1/x\nER\n\nPT J\nTI On frogs\nER\n\nEF\n"
    },
    "ScienceDirect's text": {
        "s.txt": b"Ana Diaz, Bo Li,\nOn bats,\nBat J,\nVolume 5,\n2021,\nPages 1-9,\nhttps://doi.org/10.1016/S1.\n"
        b"(https://www.sciencedirect.com/science/article/pii/S1)\nAbstract: They hear.\nKeywords: bats; moths\n"
    },
    "YAML": {
        "a.yaml": b"papers:\n- title: A\n  abstract: >\n    We\n    hear.\n  authors: [B, C]\n"
        b"- title: D\n  year: 2020-01-01\n"
    },
    "Markdown note": {
        "n.md": f"---\ntitle: On bats\nauthors: [A B]\nyear: 2020\ntags: [x]\n---\n> [!abstract]\n> {_PROSE}\n".encode()
    },
    "BibTeX": {
        "a.bib": DAMAGED["a.bib"],
        "b.bib": b'@string{j = "J"}\n@inproceedings{p, year=2020, booktitle=j # { 4}}\n@article{k, crossref={p}, '
        b'author={A and B, C}, title={A {B}}, abstract="We $a_{1}$ {\\"o}."}\n',
    },
    "table": {name: DAMAGED[name] for name in DAMAGED if name.endswith((".csv", ".tsv"))},
    "plain text": {name: DAMAGED[name] for name in ("a.txt", "labelled.txt", "a.md")}
    | {
        "zh.txt": "标题：蝙蝠\n作者：张三\n摘要：我们研究了蝙蝠的听觉。\n\n标题：蛙\n摘要：跳。\n".encode(),
        "lines.txt": f"{_PROSE * 3}\n{_PROSE * 3}\n[1] A. B, C. D. On bats. ICML 2024. arXiv:2101.00001\n".encode(),
    },
    "HTML table": {"a.html": _packed_html(_CELLS)},
}
"""Files of each reader, by their names; from these its mutants come."""

"""The labels that the library's components show by themselves (see `ui.texts`)."""

from __future__ import annotations

from collections.abc import Mapping

TEXTS: Mapping[str, tuple[str, str]] = {
    "library.tab": ("Library", "论文库"),
    "library.search": ("Search the papers", "搜索论文"),
    "library.search_hint": ("Words of titles, authors, abstracts…", "标题、作者或摘要中的词……"),
    "library.reading": ("Reading the papers…", "正在读取论文……"),
    "library.add": ("Add papers", "添加论文"),
    "library.files": ("Files", "文件"),
    "library.files_note": (
        "Up to 20 files, 50 MB in all: BibTeX, RIS, CSV, Excel, JSON, XML, text and more, also in .zip or .gz. "
        "They are deleted from here once they are read.",
        "最多 20 个文件，共 50 MB：BibTeX、RIS、CSV、Excel、JSON、XML、文本等，也可为 .zip 或 .gz。读完即删。",
    ),
    "library.files_go": ("Add these files", "添加这些文件"),
    "library.paste": ("Paste", "粘贴"),
    "library.paste_label": ("Abstracts, BibTeX, RIS, CSV, JSON…", "摘要、BibTeX、RIS、CSV、JSON……"),
    "library.paste_go": ("Add this text", "添加这段文本"),
    "library.arxiv": ("arXiv", "arXiv"),
    "library.arxiv_label": ("Words, arXiv's query syntax, or ids", "词语、arXiv 查询式或编号"),
    "library.arxiv_hint": ("cat:cs.LG AND ti:diffusion   or   2101.00001, 2305.12345", "cat:cs.LG AND ti:diffusion"),
    "library.arxiv_note": (
        "Asks arXiv over the network; three seconds between pages.",
        "通过网络查询 arXiv，每页间隔三秒。",
    ),
    "library.arxiv_most": ("Papers at most", "最多篇数"),
    "library.arxiv_go": ("Fetch and add", "获取并添加"),
}
"""English and Chinese of each label."""

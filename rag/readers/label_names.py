"""The labels that texts give to a paper's fields, as patterns."""

LABELS = {
    "title": (
        r"title|paper title|title-题名"
        r"|标题|题目|题名|论文题目|论文标题|標題|題目|題名|titre|titel|título|titulo|titolo|tytuł"
        r"|название|заголовок|заглавие|タイトル|表題|論文名|論文タイトル|제목|논문명|назва|başlık|العنوان|عنوان|כותרת"
    ),
    "abstract": (
        r"abstract|summary-摘要|摘要|论文摘要|論文摘要|résumé|resumé|resumen|resumo|riassunto|sommario|zusammenfassung|kurzfassung"
        r"|samenvatting|streszczenie|abstrakt|аннотация|реферат|резюме|要旨|概要|要約|抄録|アブストラクト|초록|요약|анотація|özet|الملخص|ملخص|خلاصة|چکیده|תקציר"
    ),
    "summary": r"summary|tl;?dr",
    "authors": (
        r"authors?|author-作者|author\(s\)|by|作者|auteurs?|auteur\(s\)|autoren|autor(?:in|es|as)?|verfasser|autori|autore|auteurs?"
        r"|autorzy|авторы?|著者名?|저자|автори|yazarlar|المؤلفون|المؤلف|نویسندگان|מחברים"
    ),
    "year": (
        r"year|date|pubtime-发表时间"
        r"|年份|日期|année|jahr|año|ano|anno|rok|год|発行年|出版年|年|연도|рік|yıl|السنة|שנה"
    ),
    "venue": (
        r"venue|conference|journal|booktitle|source-文献来源"
        r"|会议|期刊|會議|conférence|revue|konferenz|zeitschrift|conferencia|revista"
        r"|conferência|conferenza|rivista|конференция|журнал|会議|学会|雑誌|학회|학술지"
    ),
    "url": r"url|link|链接|地址|连结|連結|lien|enlace|ссылка|リンク|링크",
    "paper_id": r"id|paper id|arxiv id|arxiv",
    "kind": r"reference type|srcdatabase-来源库",
    "doi": r"doi",
    "pmid": r"pmid|pubmed id",
    "comments": r"comments?|status",
    "keywords": (
        r"keywords?|key words|tags?|organ-单位|keyword-关键词"
        r"|index terms|关键词|關鍵詞|subjects?|categories|mots[- ]clés|schlüsselwörter"
        r"|schlagwörter|palabras[- ]clave|palavras[- ]chave|parole[- ]chiave|ключевые слова|キーワード|키워드"
    ),
}
"""Our field -> its labels."""

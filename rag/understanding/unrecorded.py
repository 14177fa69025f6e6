"""Unrecorded: what is asked of papers that no record here has: affiliations, citations, pages, awards, stars."""

import re

_PERSONS = r"\b(?:authors?|writers?|wrote|written|who|researchers?|affiliat\w+)\b"
_ORGANISATION = (
    r"(?:[A-Z][\w&.-]*\s+){0,3}(?:University|Institute|College|Laborator(?:y|ies)|Labs?|Academy|Corporation|Inc)\b"
    r"|University of\s+[A-Z]|(?:Google|Deep ?[Mm]ind|Microsoft|Meta AI|Facebook|OpenAI|Anthropic"
    r"|N[Vv][Ii][Dd][Ii][Aa]|Apple|Amazon"
    r"|IBM|Huawei|Tencent|Alibaba|ByteDance|Baidu|Salesforce|Adobe|Stanford|MIT|Berkeley|CMU|Carnegie|Princeton|Harvard"
    r"|Yale|Oxford|Cambridge|ETH|EPFL|Tsinghua|Peking|Mila|INRIA|Inria|KAIST|China|America|(?:the\s+)?USA?|Europe"
    r"|Germany"
    r"|France|Britain|UK|Japan|Korea|India|Canada|Israel|Switzerland|Singapore|Australia|industry|academia)\b"
)
"""Who employs authors; after "papers from" these are no venue and no topic."""
_ORGANISATION_CJK = (
    r"(?:[\u4e00-\u9fff]{2,10}(?:大学|学院|研究院|研究所|公司|实验室)|谷歌|微软|苹果|亚马逊|英伟达|华为|腾讯"
    r"|阿里(?:巴巴)?|字节(?:跳动)?|百度"
    r"|清华|北大|斯坦福|麻省理工|中国|美国|英国|德国|法国|日本|韩国|加拿大|欧洲|工业界|学术界|企业)"
)
_PAPERS = r"(?:papers?|articles?|works?|publications?|authors?|researchers?)"
_ABSENT = (
    (
        "affiliations",
        "作者单位",
        rf"\A(?s:(?=.*{_PERSONS}).*)\b(?:affiliat\w+|universit(?:y|ies)|institut\w+|compan(?:y|ies)|labs?|laborator(?:y"
        rf"|ies)|countr(?:y|ies)|employer)\b"
        r"|\baffiliations?\b|作者.{0,6}(?:单位|机构|大学|学校|公司|国家)|(?:单位|机构)是",
    ),
    ("e-mail addresses", "邮箱", r"\be-?mail\b|\bcontact (?:details|address|information)\b|邮箱|电子邮件|联系方式"),
    (
        "counts of citations",
        "引用次数",
        r"\bhow (?:often|many times|frequently|much)\b.*\bcited\b|\bhow many citations\b"
        r"|\b(?:number of citations|citation counts?|h-index)\b"
        r"|\bcited (?:how|by how)\b|\b(?:most|best|highly|highest|least)[ -]cited\b|\b(?:most|fewest) citations\b"
        r"|被?引用?(?:了)?(?:多少|几)(?:次|篇)?|引用(?:次数|数|量)|被引(?:次数|数|量|最)?",
    ),
    (
        "citations between papers",
        "论文之间的引用",
        r"\b(?:which|what|how many|any|other) (?:other |more |later )?(?:papers?|works?|articles?)(?: that| which)?"
        r" (?:cite[sd]?|citing|are cited by)\b|\bwho (?:cites?|has cited|is cited by)\b"
        r"|(?:哪些|什么|有没有|多少)(?:论文|文章|工作|人)?(?:都)?引用(?:了|过)?|引用(?:了|过)?(?:哪些|什么)(?:论文|文章|工作|文献)",
    ),
    (
        "numbers of pages",
        "页数",
        r"\bhow many pages\b(?!.*\b(?:attention|memory|cache)\b)|\bhow long is the (?:paper|pdf)\b"
        r"|\b(?:number of pages|page count)\b"
        r"|(?:多少|几)页|页数",
    ),
    (
        "reviews",
        "评审意见",
        r"\b(?:was|is|been|were) (?:\S+ ){0,3}peer[- ]reviewed\b|\breview(?:er)? (?:scores?|ratings?|comments?)\b"
        r"|\bpeer[- ]reviewed\b|\breviewers? (?:say|said|think|thought)\b|审稿意见|评审(?:意见|分数)|同行评(?:审|议)",
    ),
    (
        "downloads or likes",
        "下载量",
        r"\bhow (?:often|many times)\b.*\b(?:downloaded|viewed)\b|\b(?:number of|how many) downloads\b"
        r"|下载(?:量|次数)",
    ),
    (
        "affiliations",
        "作者单位",
        r"\bwhere (?:does|do|is|are|did) (?-i:[A-Z])[\w .'’-]+ (?:work(?:ing)?|from|based|come from|study)\b"
        r"|\b(?:which|what) (?:universit(?:y|ies)|institut\w+|employer|country) (?:is|are|does|do|did) (?-i:[A-Z])"
        r"|是?(?:哪个|哪所|哪家|什么)(?:大学|学校|机构|公司|单位|国家)的[?？]?\s*$|在(?:哪里|哪儿|哪家公司"
        r"|哪所大学)(?:工作|任职|任教)",
    ),
    (
        "stars of code",
        "代码的星标数",
        r"\bhow many (?:github )?stars\b|\b(?:github|repositor(?:y|ies)|repos?|code)\b.{0,30}\bstars\b"
        r"|\b(?:most|number of) (?:github )?stars\b|\bstars on github\b|(?:多少|几)(?:颗|个)?\s*(?:星|stars?)|星标"
        r"|star\s*数",
    ),
    ("corresponding authors", "通讯作者", r"\bcorresponding authors?\b|通讯作者"),
    ("sessions", "报告场次", r"\b(?:which|what) (?:poster |oral )?session\b|哪个(?:分会场|会场|场次)"),
)
_OF_ALL = (
    (
        "affiliations",
        "作者单位",
        rf"\b{_PAPERS}\s+(?:(?:that|which|who)\s+)?(?:(?:is|are|were|was|come|comes|came|working"
        rf"|written)\s+)?(?:from|at|out of"
        rf"|(?:by\s+)?(?:authors|researchers|people)\s+(?:from|at|in)|affiliated with|based "
        rf"in)\s+(?:the\s+)?(?-i:{_ORGANISATION})"
        rf"|{_PAPERS}\s+by\s+(?-i:{_ORGANISATION})"
        rf"|(?:来自|出自|隶属于?)\s*(?:{_ORGANISATION_CJK}|(?-i:{_ORGANISATION}))"
        r"|(?:哪个|哪所|哪家|哪些)(?:国家|大学|学校|机构|公司|单位)的?(?:作者|学者|论文)",
    ),
    (
        "genders of authors",
        "作者的性别",
        r"\b(?:female|male|women|woman|non-binary)\b.{0,12}\bauthors?\b|\bauthors?\b.{0,12}\b(?:female|male|women"
        r"|woman|men)\b"
        r"|(?:女|男)性?作者|作者.{0,4}(?:女性|男性|性别)",
    ),
    (
        "rates of acceptance",
        "录用率",
        r"^\W*what (?:is|was) the acceptance rate\W*$|\bacceptance rate (?:of|at|for) (?:the )?(?:ICML|NeurIPS|ICLR"
        r"|conference|venue"
        r"|papers)|\bhow many (?:papers|submissions) were (?:submitted|rejected)\b|录用率|接收率|接受率",
    ),
)
_KINDS_OF_ALL = (
    (
        "awards",
        "获奖情况",
        r"\b(?:won|wins?|received?|got|gets?|given|awarded)\b.{0,30}\b(?:awards?|prizes?)\b|\b(?:best"
        r"|outstanding)[- ]paper awards?\b"
        r"|(?:最佳|杰出|优秀)论文奖?|获奖",
    ),
    (
        "kinds of presentation (oral, spotlight, poster)",
        "报告类型（oral、spotlight、poster）",
        r"(?:论文|文章)[^，。？?]{0,4}(?:是|为|被选为|被评为|作为)\s*(?:口头报告|口头|海报|焦点|oral|spotlight|poster)"
        r"|(?:论文|文章).{0,3}(?:做|作)(?:了|过)?口头报告",
    ),
)
"""Told by the kind of a paper, where records have one."""


def unrecorded_of(question: str, *, kinds: bool = False) -> tuple[str, str, bool] | None:
    """What a question asks for that no record has: in English, in Chinese, and whether of all papers at once.

    Args:
        question: standing alone.
        kinds: records tell what kind of paper each is, so that this is no answer to what asks for one.
    """
    for table, of_all in ((_OF_ALL, True), (() if kinds else _KINDS_OF_ALL, True), (_ABSENT, False)):
        for english, chinese, pattern in table:
            if re.search(pattern, question, re.IGNORECASE):
                return english, chinese, of_all
    return None

"""Words by which a question says no more than that it asks a thing of a paper, and parts that an abstract has not."""

PARTS_OF_TEXT = (
    r"(?:table|figure|fig\.?|section|chapter|equation|eq\.?|theorem|lemma|proposition|corollary|algorithm|page"
    r"|footnote|line)s?\s*\d+(?:\.\d+)*"
    r"|(?:the |an? )?(?:appendix|appendices|supplement(?:ary material)?|conclusions?(?: section)?|acknowledge?ments?"
    r"|introduction section|methods? section|experiments? section|discussion section|bibliography|reference list)"
    r"|(?:表|图|公式|定理|引理|命题|算法)\s*\d+|第\s*[\d一二三四五六七八九十]+\s*(?:章|节|页|部分)|附录"
    r"|结论(?:部分)?|致谢|参考文献"
)
"""Parts of a paper of which an abstract is none."""

PLAIN_WORDS = """
use apply run report evaluate test train trained tune fine propose introduce present leave compare discuss describe
conduct perform release publish publicly need require take choose chosen choice select measure cover hold consider
experiment empirical theoretical author paper method model approach study abstract work system framework algorithm
code main exact specific number amount total value set different several own case part section data dataset detail
size kind type sort long big large fast over against exist theorem mention state stated acknowledge suggest plan pay
paid support supported think thought function ran released available under spend spent contain include list name key
language version original find download located link outline order build built base based overall current way
minimise minimize
"""
"""What a question has beside the attribute and says no more by: verbs of papers, and words for papers."""
PLAIN_CJK = (
    r"有哪些|哪些|哪个|哪种|哪里|哪儿|什么|多少|如何|怎么样|怎样|怎么|是否|使用|采用|用了|做了|做过|进行|报告|提到"
    r"|提及|涵盖|包括|涉及|"
    r"训练|实验|评估|测试|比较|对比|情况|作者|论文|文章|这篇|该|方法|模型|算法|结果|显示|说明|证明|描述|介绍|具有"
    r"|存在|需要|花费|花了|开源|"
    r"发布|由谁|是谁|谁|请问|告诉我|具体|主要|可能|时候|时|下|会|在|上|的|了|吗|呢|个|几|与|和|被|由|为|于|到|中|里"
    r"|用|有|是|做|哪|多|久|大|长|其|它|它们|并|都|对|给出|给|出|来|过|所|及|或|能|可以|数据集|数据|代码|小"
)

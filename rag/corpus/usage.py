"""Usage: the words by which a question says that papers use a thing, of which the thing alone is looked for.

"Which papers run experiments on the CIFAR-100 dataset?" asks for CIFAR-100: few abstracts say "experiment" and
"dataset" beside it.
"""

import re

_ON = r"(?=\s+(?:on|with|over|using|upon)\b)"
_TRIALS = r"(?:experiments?|evaluations?|tests?|trials?|case studies)"
_ENGLISH = re.compile(
    rf"\b(?:do|does|did|runs?|ran|conduct(?:s|ed)?|perform(?:s|ed)?|report(?:s|ed)?|carr(?:y|ied) out|have|has|shows?"
    rf"|includes?)\s+(?:(?:their|any|some|extensive|numerical|empirical|thorough)\s+)?{_TRIALS}{_ON}"
    rf"|(?<=papers )(?:with|whose)?\s*{_TRIALS}{_ON}"
    rf"|(?:(?<=papers )|(?<=that )|(?<=which )|(?<=they )|(?<=are )|(?<=is )|(?<=were )|(?<=was )|(?<=been )"
    rf"|(?<=and )|^)"
    rf"(?:experiment(?:s|ed)?|tests?|tested|evaluated?|validated?|benchmarked|demonstrated){_ON}"
    rf"|\bin\s+(?:their|its|the)\s+{_TRIALS}\b"
    r"|\bas\s+(?:a|an|the|their|one|its)?\s*(?:of\s+the\s+)?(?:benchmarks?|data\s?sets?|test\s?(?:sets?|beds?))\b",
    re.IGNORECASE,
)
_CALLED = r"(?:data\s?set|benchmark|corpus|leaderboard)"
# Of at most so many letters, and whole: a question of one long word would be looked through from each of its letters.
_NAME = r"(?<![A-Za-z0-9_.+-])[A-Za-z](?=[A-Za-z0-9_.+-]{0,60}?(?:\d|(?<=[a-z])[A-Z]))[A-Za-z0-9_.+-]{0,60}+"
_NAMED = re.compile(
    rf"\b(?P<the>(?:the|The)\s+(?=[A-Za-z0-9_.+-]{{0,60}}?[A-Z])[A-Za-z0-9_.+-]{{1,60}}+|{_NAME})\s+{_CALLED}\b(?!\s+(?:design|construction|creation))"
)
_TRIALS_CJK = r"(?:实验|评测|评估|测试|验证|训练和测试)(?!时|集|器|方法|设计|平台|框架|数据)"
_CHINESE = (
    (re.compile(rf"(?<=[上中])面?(?:都|也)?(?:进行|做|开展|完成|得到|有)?(?:过|了)?(?:的)?{_TRIALS_CJK}"), " "),
    (re.compile(rf"(?:来|去)?(?:进行|做|开展)(?:过|了)?{_TRIALS_CJK}"), " "),
    (re.compile(r"的?(?:实验|评测|测试)(?:部分|环节)?[中里]?(?=(?:都|也)?(?:用到|使用|采用|用了|用))"), " "),
    (
        re.compile(
            rf"((?:使用|采用|利用|用到?了?|在)\s*[A-Za-z][\w.+-]*|{_NAME})\s*(?:这个|这一)?(?:数据集|基准(?:测试)?|测试集)"
        ),
        r"\1 ",
    ),
)


def without_usage(text: str) -> str:
    """A question without the words that say only that a thing is used.

    Args:
        text: in English or Chinese.
    """
    text = _NAMED.sub(lambda match: re.sub(r"^[Tt]he\s+", "", match["the"]), _ENGLISH.sub(" ", text))
    for pattern, kept in _CHINESE:
        text = pattern.sub(kept, text)
    return text

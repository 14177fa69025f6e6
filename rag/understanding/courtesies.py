"""Courtesies: greetings, thanks and what is no question about papers, answered without a paper and without a model."""

import re
from enum import StrEnum

from rag.answering.quotations import Quotation
from rag.evidence.verdicts import Verdict
from rag.questions import is_cjk

_LONGEST = 80


class Courtesy(StrEnum):
    """What was said instead of a question about papers."""

    GREETING = "greeting"
    FAREWELL = "farewell"
    THANKS = "thanks"
    HELP = "help"
    OTHER = "other"


_ADDRESS = (
    r"(?:[\s,]+(?:there|all|everyone|everybody|again|bot|assistant|friend|askpapers|you|so much|a lot|very much))*"
)
_FORMS = (
    (
        Courtesy.GREETING,
        rf"(?:hi|hello|hey|hiya|howdy|greetings"
        rf"|good (?:morning|afternoon|evening|day)){_ADDRESS}"
        rf"(?:[\s,.!]+how are you(?: doing)?(?: today)?)?|how are you(?: doing)?(?: today)?|what['’]?s up|sup|yo"
        r"|(?:你好|您好|嗨|哈喽|哈啰|大家好|早上好|早安|上午好|中午好|下午好|晚上好|早)[啊呀哦吖]?|你好吗|在吗|有人吗",
    ),
    (
        Courtesy.FAREWELL,
        rf"(?:(?:ok|okay|thanks|thank you)[\s,.!]+)?(?:bye(?:[- ]bye)?|goodbye|good night|farewell"
        rf"|see you(?: (?:later|soon|tomorrow|next time))?|take care){_ADDRESS}"
        r"|(?:再见|拜拜|拜|回见|晚安|下次见|明天见|回头见)[啊呀啦了吧]?",
    ),
    (
        Courtesy.THANKS,
        rf"(?:(?:ok|okay|great|nice|perfect|cool)[\s,.!]+)?(?:many thanks|thanks|thank you|thx|ty|cheers){_ADDRESS}"
        r"(?:[\s,.!]+(?:that|this|it) (?:(?:was|is) (?:very |really |so )?(?:helpful|useful|great|good|nice)"
        r"|help(?:s|ed)(?: a lot)?))?"
        r"(?:[\s,]+for (?:the|your) (?:help|answer|answers|time))?"
        r"|ok|okay|okey|great|nice|perfect|cool|got it|i see|understood|well done|good job"
        r"|谢谢(?:你|您)?|多谢|感谢|好的|好|明白了|知道了",
    ),
    (
        Courtesy.HELP,
        r"help(?: me)?|yes|no"
        r"|(?:can|could) you help(?: me)?|what (?:can|do) you do|what can i ask(?: you)?(?: here)?"
        r"|how do(?:es)? (?:i use )?(?:this|it|you)(?: work)?|how (?:can|do) i use (?:this|it|you)"
        r"|who are you|what are you"
        r"|what is (?:this|your name)|what['’]s your name|introduce yourself"
        r"|are you (?:an? )?(?:ai|bot|robot|human|chatgpt|llm|language model|gpt(?:[- ]?\d)?|claude|gemini|deepseek)"
        r"|(?:which|what) (?:ai |language |llm )?(?:model|llm|ai)"
        r" (?:are you(?: (?:using|running(?: on)?|based on|built on))?"
        r"|do you (?:use|run(?: on)?)|is (?:this|behind (?:this|you))|powers (?:this|you))"
        r"|(?:who|what) (?:made|built|created|trained|powers|runs) (?:you|this)"
        r"|how (?:were|are) you (?:made|built|trained)"
        r"|(?:(?:你好|您好|嗨|请问)[\s,]*)*(?:(?:你|您)(?:是谁|(?:都)?能(?:做|干)(?:些)?什么|(?:都)?(?:能|会"
        r"|可以)(?:做|干)?(?:些)?什么"
        r"|能帮我(?:做|干)?(?:些)?什么|叫什么(?:名字)?|是什么|有(?:什么|哪些)功能)|帮助|(?:这个|你|您)?(?:怎么"
        r"|如何)(?:用|使用)"
        r"|(?:我)?(?:可以|能)?(?:问|怎么问)(?:你|您)?(?:些)?什么(?:问题)?"
        r"|(?:你|您|这里|这个系统|系统)(?:现在)?(?:用|使用|基于|采用|背后|是)(?:的)?(?:是)?(?:什么|哪个|哪种|哪家)(?:的)?(?:大|语言|大语言|AI)?模型"
        r"|(?:你|您)是(?:不是)?(?:人工智能|机器人|真人|人|AI|ChatGPT|GPT|DeepSeek)吗?|谁(?:开发|训练|做|创造)(?:了|的)?(?:你|您)"
        r"|(?:你|您)是(?:谁|哪家公司|哪个公司|什么公司)(?:开发|训练|做|创造|研发)(?:出来)?的)[啊呢吗呀]?"
        r"|自我介绍(?:一下)?",
    ),
    (
        Courtesy.OTHER,
        r"(?:please |can you |could you )*(?:tell|write|sing|make|give|compose|create)(?: me| us)?(?: up)?"
        r" (?:a|an|another|some|the)? ?(?:\w+ ){0,2}"
        r"(?:jokes?|poems?|songs?|stor(?:y|ies)|haikus?|rhymes?|limericks?)\b.*"
        r"|(?:ignore|forget|disregard) (?:all |any |the |your |my )*(?:previous|prior|earlier|above)?"
        r"\s*(?:instructions?|rules|prompts?)\b.*"
        r"|(?:what|how)(?:['’]s| is| was| will)? the (?:weather|temperature)(?: like| be)?"
        r"(?: (?:today|tomorrow|now|outside|in [\w ]+))*|what (?:time|day) is it(?: (?:now|today))?|"
        r"what(?:['’]s| is) (?:the time|the date|today['’]s date)(?: (?:now|today))?"
        r"|(?:what(?:['’]s| is| are) your|do you have (?:a|any)) (?:favou?rite|hobb|age|birthday|opinions?)\b.*"
        r"|do you (?:like|love|hate|enjoy|sleep|eat|dream)\b.*|how old are you|where (?:are you from|do you live)"
        r"|(?:please |can you |could you )*(?:write|implement) (?:me )?(?:a|an|some) (?:\w+ ){0,2}"
        r"(?:function|code|script|program|regex|snippet)(?: (?:that|to|which|for|in)\b.*)?"
        r"|(?:i love you|are you (?:ok|there|alive)|sing|dance)"
        r"|(?:请|你)?(?:给我)?(?:讲|说|写|唱)(?:一?个|一?首|一?段|一?篇|点|几个)?(?:关于\S{1,6}的)?(?:笑话|故事"
        r"|诗歌?|歌|小说)"
        r"|(?:你|您)(?:最)?(?:喜欢|讨厌|爱)(?:吃|看|听|玩)?(?:什么|哪|我).*|(?:你|您)(?:今年)?(?:多大|几岁)(?:了)?"
        r"|(?:你|您)(?:住在|来自|在)(?:哪里?|哪儿|什么地方)|"
        r"(?:请|帮我|能不能|可以)*(?:用 ?(?:Python|Java|JavaScript|C|C\+\+|Go|Rust|SQL)"
        r" ?)(?:语言)?(?:来)?(?:写|实现|编写)(?!.*(?:论文|文章|方法|工作|哪)).*"
        r"|(?:请|帮我)*写(?:一?个|一?段)(?:函数|代码|程序|脚本).*"
        r"|(?:今天|明天)(?:的)?天气(?:怎么样|如何|好吗)?|现在几点(?:了)?",
    ),
)
_PATTERNS = tuple((kind, re.compile(rf"(?:{form})", re.IGNORECASE)) for kind, form in _FORMS)

_ASK = (
    "Ask about the papers in this index: “What is X?”, “Which papers study X?”, “How many papers are on X?”, "
    "“How do X and Y differ?”, “Who wrote X?”, “What are the main themes?”. Answers quote the abstracts."
)
_ASK_CJK = (
    "可以问索引中的论文：“X 是什么？”“哪些论文研究 X？”“关于 X 的论文有多少篇？”“X 和 Y 有什么区别？”“X 的作者是谁？”"
    "“主要有哪些主题？”。回答引用摘要原文。"
)
_LEADS = {
    Courtesy.GREETING: ("Hello.", "你好。"),
    Courtesy.FAREWELL: ("Goodbye.", "再见。"),
    Courtesy.THANKS: ("You are welcome.", "不客气。"),
    Courtesy.HELP: (
        "This answers questions about a collection of paper abstracts.",
        "这里回答关于一批论文摘要的问题。",
    ),
    Courtesy.OTHER: (
        "That is nothing that papers say; no paper was looked at.",
        "这不是关于论文的问题，因此没有查找论文。",
    ),
}


_COURTEOUS = (
    r"(?:(?:many )?thanks(?: a lot| so much| very much)?|thank you(?: so much| very much)?|thx|great|ok|okay|nice"
    r"|perfect|cool|got it|i see|understood|all ?right|good|fine|sure|interesting|hi|hello|hey(?: there)?"
    r"|good (?:morning|afternoon|evening)|no)"
)
_OPENING = re.compile(
    rf"^(?:{_COURTEOUS}(?:[\s,]+{_COURTEOUS})*\s*[,.!;:—–]+\s*"
    r"|(?:谢谢(?:你|您)?|多谢|感谢|好的|好|明白了|知道了|你好|您好|嗯|哦|不错|不)[，。,.!！；;\s]+)+(?=\S)",
    re.IGNORECASE,
)
_ANEW = re.compile(
    r"^(?:(?:and\s+)?now(?:\s+then)?\s*[,:]\s*|(?:and\s+)?now\s+(?:for\s+)?something\s+(?:else|different)\s*[,:.]\s*"
    r"|(?:let['’]?s\s+)?(?:move|moving)\s+on\s*[,:.!]\s*|(?:my\s+)?next\s*(?:question)?\s*[,:]\s*|by the way\s*[,:]?\s*"
    r"|现在(?:我想|我)?(?:问|想问)(?:一下)?[，：:,\s]*|(?:我)?(?:再|还想)问(?:一下|一个问题)?[，：:,\s]*"
    r"|下一个问题[，：:,。\s]*|顺便问(?:一下)?[，：:,\s]*)(?=\S)",
    re.IGNORECASE,
)
_WITHOUT_OPENING = 3
"""Openings taken off one after the other: "Great! Thanks. Now: …"."""


def opened(question: str) -> tuple[str, bool]:
    """A question without the courtesies it opens with, and whether it says that it begins anew.

    Args:
        question: as typed: "Thanks. Now: which papers study bats?" asks "which papers study bats?".
    """
    text, anew = question.strip(), False
    for _ in range(_WITHOUT_OPENING):
        text = _OPENING.sub("", text, count=1)
        rest = _ANEW.sub("", text, count=1)
        anew, text = anew or rest != text, rest
    return (text if re.search(r"\w", text) else question), anew


def courtesy_of(question: str) -> Courtesy | None:
    """What a message is that asks nothing of any paper; None for a question.

    Args:
        question: as typed, in English or Chinese. The whole of it must be such words: "Thanks, and what is AQLM?" is
            a question.
    """
    text = " ".join(re.sub(r"[^\w\s,.!'’]|_", " ", question).split()).strip(" ,.!")
    if not text or len(text) > _LONGEST:
        return None
    return next((kind for kind, pattern in _PATTERNS if pattern.fullmatch(text)), None)


def reply(question: str) -> Quotation | None:
    """The answer to a message that asks nothing of any paper: what can be asked; None for a question."""
    kind = courtesy_of(question)
    if kind is None:
        return None
    english, chinese = _LEADS[kind]
    if kind is Courtesy.FAREWELL:
        return Quotation(chinese if is_cjk(question) else english, Verdict.NOT_IN_PAPERS)
    text = f"{chinese}{_ASK_CJK}" if is_cjk(question) else f"{english} {_ASK}"
    return Quotation(text, Verdict.NOT_IN_PAPERS)

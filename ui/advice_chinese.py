"""A failure in Chinese, for a window in Chinese: the engine tells what fails in English alone."""

from __future__ import annotations

import re

_FORMS = (
    '可用的写法：year>=2023（也可用 > < <= = !=）、venue=ICML、author="Jane Doe"（也可用 firstauthor、lastauthor）、'
    "keyword=diffusion、status!=rejected、kind=oral、paper=ID；多个取值用 | 分隔，如 venue=ICML|ICLR。"
)
_SENTENCES = (
    (r"The model (\S+) gave no answer: (.+)\.", "模型 {0} 没有作答：{1}。"),
    (r"(\S+) lists no models: (.+)\.", "{0} 没有列出模型：{1}。"),
    (r"(\S+) does not answer: (.+)\.", "{0} 没有应答：{1}。"),
    (
        r"(\S+) lists no models\. Type the model's name as its server knows it\.",
        "{0} 没有列出模型，请输入服务器所用的模型名称。",
    ),
    (r"(\S+) answers with nothing\. Choose another model\.", "{0} 的应答是空的，请换一个模型。"),
    (
        r"No API key is set for (\S+)\. Paste it into its box in the settings, or leave the model empty .+",
        "没有设置 {0} 的密钥。请在设置中填写，或将模型留空，直接引用摘要作答。",
    ),
    (r"(.+) is no condition\. Accepted: .+", "{0} 不是筛选条件。" + _FORMS),
    (r".+? in (.+) is not a field that papers are filtered by\. Accepted: .+", "{0} 的字段不能用来筛选论文。" + _FORMS),
    (r"(.+) has no value\. Accepted: .+", "{0} 缺少取值。" + _FORMS),
    (r".+? in (.+) is not a year of four digits\. Accepted: .+", "{0} 中的年份不是四位数。" + _FORMS),
    (r"\S+ in (.+) compares one year alone\. Accepted: .+", "{0} 中的这种比较只用于单个年份。" + _FORMS),
    (r".+? in (.+) is not a status\. Known: .+", "{0} 中的状态无法识别。例如：status!=rejected。"),
    (r"it has no abstract", "没有摘要"),
    (r"it has no abstract, only a notice of copyright", "没有摘要，只有版权声明"),
    (r"it is a reply to a paper \(a review, a decision\), not a paper", "是对论文的回复（评审或决定），不是论文"),
)  # fmt: skip
"""What is said, whole, and its Chinese. Of two parts the second is a cause, which `_CAUSES` has."""

_CAUSES = (
    (r"the server refused the key\. Check the key in the settings", "服务器拒绝了密钥，请检查设置中的密钥"),
    (r"the key may not use this model\. Choose another in the settings", "此密钥不能使用该模型，请在设置中换一个"),
    (
        r"the server does not know the model, or has no API at this address\. Check both in the settings",
        "服务器没有该模型，或此地址没有接口，请检查设置中的模型和地址",
    ),
    (r"it did not answer in time\. Try again", "没有及时应答，请再试一次"),
    (r"it stopped answering\. Try again", "应答中断，请再试一次"),
    (
        r"its server cannot be reached\. Check that it runs and the address in the settings",
        "无法连接服务器，请确认它已启动，并检查设置中的地址",
    ),
    (
        r"the server refused the request\. Choose fewer papers or another model in the settings",
        "服务器拒绝了请求，请在设置中减少论文数或换一个模型",
    ),
    (
        r"the papers and the question do not fit the model\. Lower the papers shown to the model in the settings",
        "论文和问题超出模型的长度，请在设置中减少提供给模型的论文数",
    ),
    (r"the server failed\. Try again in a moment", "服务器出错，请稍后再试"),
    (r"the server reported an error while it answered\. Try again in a moment", "服务器在作答时报错，请稍后再试"),
    (
        r"the server answered with status (\d+)\. Check the model and the address in the settings",
        "服务器返回状态 {0}，请检查设置中的模型和地址",
    ),
    (
        r"the account has no quota left\. Check its billing, or set another model in the settings",
        "账户额度已用完，请检查账单，或在设置中换一个模型",
    ),
    (
        r"the server's limit is reached\. Wait a moment and try again, or check the account",
        "已达服务器的限额，请稍后再试，或检查账户",
    ),
    (
        r"the server's limit is reached, and it asks to wait (\d+) seconds\. Try again then, or check the account",
        "已达服务器的限额，需等待 {0} 秒，请届时再试，或检查账户",
    ),
    (
        r"the server's limit is reached, and it asks to wait (\d+) minutes\. Try again then, or check the account",
        "已达服务器的限额，需等待 {0} 分钟，请届时再试，或检查账户",
    ),
    (r"the connection to its server was lost\. Try again", "与服务器的连接中断，请再试一次"),
    (
        r"what it sent is empty\. Try again, or set another model in the settings",
        "返回的内容是空的，请再试一次，或在设置中换一个模型",
    ),
    (
        r"the server leads on to another address, which is not followed\. Name the final one in the settings",
        "服务器转向另一个地址，这里不会跟随，请在设置中填写最终地址",
    ),
    (
        r"the server sent what is no JSON\. Check that the settings name an OpenAI-compatible address, ending in /v1",
        "服务器返回的不是 JSON，请确认设置中的地址兼容 OpenAI，并以 /v1 结尾",
    ),
)  # fmt: skip


def in_chinese(text: str) -> str:
    """Return a failure in Chinese; as it is where any part of it is not known here: half a sentence helps nobody.

    Args:
        text: what failed, the window's own settings named in it.
    """
    return _put(text, _SENTENCES) or text


def _put(text: str, known: tuple[tuple[str, str], ...]) -> str:
    for said, chinese in known:
        if not (found := re.fullmatch(said, text)):
            continue
        parts = list(found.groups())
        if len(parts) == 2:
            parts[1] = _put(parts[1], _CAUSES)
        if all(parts):
            return chinese.format(*parts)
    return ""

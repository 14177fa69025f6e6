"""What the settings say in a reader's language."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SettingsWords:
    """The strings in one language; `{}` takes what a string is about."""

    quoting: str
    tokens: str
    about_tokens: str
    change: str
    applied: str
    withdrawn: str
    answers: str
    listed: str
    key_kept: str
    key_none: str
    owners: str
    no_model: str


EN = SettingsWords(
    quoting="quoting the abstracts, no model",
    tokens="{} tokens",
    about_tokens="about {} tokens",
    change="Settings",
    applied="In use from the next question on: {}.",
    withdrawn="Back to the defaults: {}. The key is forgotten.",
    answers="{} answers, in {:.1f} seconds.",
    listed="Models of this server: {}. Choose one.",
    key_kept="a key is kept for this session",
    key_none="not needed on your own network",
    owners="The models of the server that the owner of this window has set.",
    no_model="The owner of this window has set no model: answers are quoted from the abstracts.",
)

ZH = SettingsWords(
    quoting="直接引用摘要，不用模型",
    tokens="{} 个词元",
    about_tokens="约 {} 个词元",
    change="设置",
    applied="从下一个问题起生效：{}。",
    withdrawn="已恢复默认：{}。密钥已清除。",
    answers="{} 已应答，用时 {:.1f} 秒。",
    listed="服务器有 {} 个模型，请选择。",
    key_kept="本次会话已保留密钥",
    key_none="自己网络中的服务器无需密钥",
    owners="此窗口所有者所设服务器的模型。",
    no_model="此窗口的所有者没有设置模型：直接引用摘要作答。",
)


def settings_words(languages: str) -> SettingsWords:
    """The words for what a browser accepts, such as "zh-CN,zh;q=0.9"."""
    return ZH if languages.strip().lower().startswith("zh") else EN

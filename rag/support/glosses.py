"""Glosses: a Chinese sentence as English words in its order, with its denials, directions and limits kept apart."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from rag.languages.dictionary import bundled_dictionary
from rag.languages.glossary import Glossary, chinese_terms

# What ranking leaves out or reads loosely and a check must not: what denies, which way a thing goes, how many of all.
# The English is one that rag.support.negation and rag.support.opposites know.
_WORDS = """
: 有所 之后 以后 期间 进一步 之前 相比 与此同时 同时 从而 进而 因此 可能 上都 研究 表明 结果 实验 实验结果 显示 发现
  指出 认为 证据 具有 进行 作者 该文 本文 文章 论文 对 其他 情况 情况下 方面 使得 使 让 基于 问题 方式 做法 得以
  即使 常见 相应 这类 这种 以往 此前 现有 已有 当前 目前 多种 各种 多项 一系列 通过 加以 时 倍
rather than: 而不是 而非
not: 不 不会 不能 不可 不能够 没有 没 并没有 并没 未 并未 均未 从未 未能 并未能 尚未 未曾 未必 无法 并不 并不能
  并不会 并非 不是 并不是 也不 都不 都未 都没有 仍不 也未 也无法 仍无法 不再 不予 不受 毫不 不必 不被 不具备 不具有
  不存在 不够 不足以 不做 不作 不易 不支持 不适用于 不同意 不允许
not only: 不仅 不只 不单 不但 不仅仅 不只是 不单单 并不只是 并不仅 不光 并不只 并非只 并非只是 并非仅 并非仅仅
  不仅仅是 不仅能 不仅在
without: 无需 无须 不需要 不需 不用 不必要 毋须 毫无 在没有 无 不依赖 不借助 不使用 不采用 不涉及 不经 免去 不含
  不含有 不引入 不增加任何
hardly: 几乎没有 几乎不 很少 极少 鲜有 几乎无
avoid: 避免 避免了 规避 消除 消除了 免于
lack: 缺乏 缺少
fail to: 难以 未能够 失败
overlook: 忽视 忽略 忽视了 忽略了
increase: 增加 增大 上升 升高 增长 增多 上涨 攀升 提高 提升 增加了 推高 加大 拉高 抬高
improve: 改善 改进 优化 改良 提高 提升 完善
higher: 高出 更高 较高 高
lower: 更低 低了 低出 低于 落后于 较低 逊于 不如 不及 次于 落后 低
decrease: 降低 减少 下降 减小 缩小 削减 减低 缩减 降至 降到 少了 降了 减轻 减弱 削弱 缩短 压低
degrade: 恶化 退化 变差 劣化 下滑
harm: 损害 伤害 妨碍 阻碍 有害 破坏 削弱 损伤 危害 不利于 制约
worsen: 加剧 恶化 加重
mitigate: 缓解 减轻 缓和
facilitate: 促进 有助于 利于 有利于 帮助 推动 有益于
enhance: 增强 加强 强化 增强了 提升 提高
outperform: 优于 超过 超越 胜过 胜于 击败 好于 强于 高于 领先 领先于 超出 优於 压倒 超过了
underperform: 不如 逊于 劣于 差于 不及 弱于 逊色于 不敌 落后于 输给
faster: 更快 较快 快于 加快 加速 提速 更快地
slower: 更慢 较慢 慢于 减慢 减速 变慢 放缓 拖慢
fast: 快 快速 迅速
slow: 慢 缓慢
more: 更多 较多 多于 更多的
fewer: 更少 较少 少于
better: 更好 较好 更优 更佳 变好 好转
worse: 更差 较差 更糟 更劣 变差 变坏
stronger: 更强 较强
weaker: 更弱 较弱
larger: 更大 较大 大于
smaller: 更小 较小 小于
longer: 更长 较长
shorter: 更短 较短
longest: 最长
shortest: 最短
maximum: 最大 最多 最高 至多
minimum: 最小 最少 最低
maximize: 最大化
minimize: 最小化
efficient: 高效 更高效 有效率
inefficient: 低效 更低效 效率低下
effective: 有效 更有效
easy: 容易 易于 简单 更容易 更易 更简单
hard: 困难 更难 更困难 难
all: 全部 所有 一切 均 都 任何 任意
some: 某些 部分 有些 一些
few: 少数 少量
most: 多数 大多数 大部分
entire: 整个 完整
always: 总是 始终 一直
often: 常常 经常 往往 通常
significantly: 显著 显著地 大幅 明显
minimal: 极小
huge: 极大
include: 包含 包括
need: 需要
require: 要求
prove: 证明 证明了
than: 比
from: 从 由
to: 到 至
first: 首个 首次 第一个 率先 首先
second: 第二次 第二 其次
last: 最后 最后一个
same: 相同 同样 一样
different: 不同
limited to: 仅限于 局限于
single: 单个
multiple: 多个
upper bound: 上界 上限
lower bound: 下界 下限
top: 顶层 高层
bottom: 底层
accurate: 准确 精确
inaccurate: 不准确 不精确
obtain: 取得 获得 得到
surpass state-of-the-art: 超越最先进 超过最先进
state-of-the-art: 最先进 最先进的 最好的 最优的结果 最新
epoch: 轮次 训练轮次
trial: 试验
degradation: 退化
joint: 联合
supervised: 有监督 监督
labeled: 有标签 有标注 带标签 带标注
two: 两 二
three: 三
four: 四
five: 五
six: 六
seven: 七
eight: 八
nine: 九
ten: 十
enhance model: 增强模型
increase improve efficiency: 提高效率 提升效率
decrease efficiency: 降低效率
scale extend: 扩展 扩大
quadratic: 二次
able: 能够 能 可以 足以
necessary: 必要 必须 必需
performance: 性能 表现
dimension: 维度
time: 时间
training time: 训练时间
speech: 语音
factorize decompose: 分解
recent: 近期 近来 最近
achieve: 实现 可实现 达到
defend resist: 抵御 防御
capacity ability: 能力
faithful: 忠实
generality: 通用
insufficient: 不足
sufficient: 充分 充足
understanding: 理解
"""
COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
"""Numbers in words, by their English."""
_DENYING = frozenset(["not", "without", "hardly"])
_PAUSES = str.maketrans(
    {"，": ",", "。": ".", "；": ";", "：": ":", "、": " and ", "？": "?", "！": "!", "（": "(", "）": ")"}
)
_PAUSE = re.compile(r"([，。；：、？！]|[,;:](?=\s|$))")


@dataclass(frozen=True)
class Token:
    """A Chinese word, or what stands between Chinese words.

    Args:
        word: as it stands, in simple characters.
        english: in small letters; empty for a word that only joins others.
        start, end: of the English in the gloss.
    """

    word: str
    english: str
    start: int
    end: int

    @property
    def denies(self) -> bool:
        """Whether it denies what follows."""
        return self.english in _DENYING

    @property
    def pauses(self) -> bool:
        """Whether a clause ends with it."""
        return self.english in (",", ".", ";", ":", "?", "!")


@dataclass(frozen=True)
class Gloss:
    """A sentence read in English.

    Args:
        text: English words in the order of the Chinese, with its Latin words, numbers and pauses.
        tokens: its words, in order.
    """

    text: str
    tokens: tuple[Token, ...]


@lru_cache(maxsize=128)
def gloss(sentence: str) -> Gloss:
    """Read a Chinese sentence word for word.

    Args:
        sentence: in simple or traditional characters; what stands in Latin letters stays as it is.

    Raises:
        ModelError: the dictionary is not installed.
    """
    text, tokens = "", []
    for word, english in _glossary().read(sentence):
        for part in _PAUSE.split(english):
            plain = part.translate(_PAUSES).strip()
            if not plain and not word.strip():
                continue
            if plain and text and plain[0] not in ",.;:?!)%":
                text += " "
            tokens.append(Token(part.strip() if word == english else word, plain, len(text), len(text) + len(plain)))
            text += plain
    return Gloss(text, tuple(tokens))


@cache
def has_own_reading(word: str) -> bool:
    """Whether the English of a word is of this module's own list: of the dictionary's, "lower" may be a river's."""
    return any(word in words.split() for english, words in _lines() if english)


def is_term(word: str) -> bool:
    """Whether a word is a term of the field, of three characters or more, whose English is certain."""
    return len(word) > 2 and bool(chinese_terms().get(word))


@cache
def _glossary() -> Glossary:
    dictionary = bundled_dictionary()
    terms = {dictionary.simplified(term): english for term, english in chinese_terms().items()}
    own: dict[str, list[str]] = {}
    for english, words in _lines():
        for word in words.split():
            own.setdefault(dictionary.simplified(word), []).append(english)
    return Glossary(terms | {word: " ".join(found) for word, found in own.items()}, dictionary)


def _lines() -> Iterator[tuple[str, str]]:
    for line in _WORDS.strip().replace("\n  ", " ").splitlines():
        english, _, words = line.partition(": ")
        yield english, words

"""The words of the map, which its script draws."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class MapWords:
    """What the map says in one language; `{}` takes a number or a name."""

    map: str
    keys: str
    neighbours: str
    axes: str
    reading: str
    waiting: str
    finding: str
    laying: str
    naming: str
    renewing: str
    failed: str
    again: str
    empty: str
    search: str
    lasso: str
    larger: str
    smaller: str
    whole: str
    cited: str
    themes: str
    theme: str
    papers: str
    chosen_one: str
    chosen_many: str
    ask_one: str
    ask_many: str
    too_many: str
    clear: str
    none: str
    more: str


EN = MapWords(
    map="Map of {} papers",
    keys="Arrow keys move, plus and minus zoom, 0 shows all, Enter takes the paper in the middle. The themes and "
    "their papers are listed beside the map.",
    neighbours="Papers with like abstracts lie together (t-SNE). Distances across the map say little.",
    axes="Too few papers for a map of neighbours: they lie along the two directions in which they differ most (PCA).",
    reading="Reading the papers…",
    waiting="Papers are being added or removed: the map waits for that…",
    finding="Looking for each paper's neighbours…",
    laying="Laying out the map…",
    naming="Naming the themes…",
    renewing="The papers have changed; the map is being brought up to date.",
    failed="The map could not be made: {}",
    again="Try again",
    empty="There are no papers yet. Add some, and their map appears here.",
    search="Find in titles",
    lasso="Lasso",
    larger="Zoom in",
    smaller="Zoom out",
    whole="Show all",
    cited="Cited in the answer ({})",
    themes="Themes",
    theme="Theme",
    papers="Papers",
    chosen_one="1 paper",
    chosen_many="{} papers",
    ask_one="Ask about this paper",
    ask_many="Ask about these papers",
    too_many="At most {} papers can be asked about at once.",
    clear="Clear",
    none="No title has these words.",
    more="and {} more",
)

ZH = MapWords(
    map="{} 篇论文的地图",
    keys="方向键移动，加号和减号缩放，0 显示全部，回车选中中央的论文。主题及其论文列在地图旁边。",
    neighbours="摘要相近的论文排在一起（t-SNE）；远距离没有多少含义。",
    axes="论文太少，画不出邻近关系图：按差异最大的两个方向排列（PCA）。",
    reading="正在读取论文……",
    waiting="正在添加或移除论文，地图稍候……",
    finding="正在寻找每篇论文的邻居……",
    laying="正在绘制地图……",
    naming="正在为主题命名……",
    renewing="论文有变化，正在更新地图。",
    failed="无法绘制地图：{}",
    again="重试",
    empty="还没有论文。添加之后，这里会出现它们的地图。",
    search="在标题中查找",
    lasso="套索",
    larger="放大",
    smaller="缩小",
    whole="显示全部",
    cited="回答中引用的（{}）",
    themes="主题",
    theme="主题",
    papers="论文",
    chosen_one="1 篇论文",
    chosen_many="{} 篇论文",
    ask_one="就这篇论文提问",
    ask_many="就这些论文提问",
    too_many="一次最多可就 {} 篇论文提问。",
    clear="清除",
    none="没有标题包含这些词。",
    more="另有 {} 篇",
)


def map_words(language: str) -> MapWords:
    """The words for a browser's language, such as "zh-CN"."""
    return ZH if language.lower().startswith("zh") else EN

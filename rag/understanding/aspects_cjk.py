"""Aspects in Chinese: the words in which any paper is talked of, and which name no subject: 数据集, 开销, 局限."""

from rag.questions import content_terms
from rag.understanding.aspects import is_aspect

# Their English in the dictionary is of another sense, or is no aspect in an English question.
_ASPECT_WORDS = """
设定 设置 多大 多高 多快 多少 几个 创新 创新点 功率 成功率 真实 现实 启示 启发 有效 无效 敏感 开销 规模 结构
网络结构 模型结构 架构 构建 构造 建立 环境 公开 相比 对比 超参数 时间复杂度 空间复杂度 计算复杂度 减少 降低
提高 提升 增加 改进 改善 分析 支持 需要 影响 关系 原因 意义 价值 特点 特性 优势 劣势 优点 缺点 不足 局限
局限性 限制 核心 思想 想法 思路 流程 步骤 过程 输入 输出 计算 成本 代价 目标 目的 背景 动机 细节 部分 大小
数量 长度 名字 名称 单位 机构 链接 地址 消融 消融实验 指标 基线 基准 数据 数据集 代码 开源 源代码 实验 效果
结果 性能 表现 损失 参数 参数量 模块 组件 贡献 收敛 训练 推理 速度 内存 显存 准确率 精度 复杂度 理论 证明 假设
应用 场景 任务 作用 原理 具体 主要 使用 测试 评估 评测 验证 结论 发现 总结 样本 样本量 阶段 方法 模型 算法
框架 系统 问题 工作 研究 领域 未来 方向 现有 以前 之前 先前 其他 别的 额外 更多 更快 更好 大 小 快 慢 好 差 难
强 弱 高 低 长 短 贵 叫 名 点 硬件 时间 花费 耗时 资源 算力 提出 解决 采用 利用 实现 设计 做 得到 达到 优于
超过 击败 覆盖 用于 适用 适合 依赖 包含 包括 涉及 针对 收集 处理 选择 来源 类型 种类 产生 组成 构成 扩展 推广
损失函数 目标函数 优化目标 关键 重要 新 新颖 区别 不同 差异 不同点 情况 条件 范围 程度 比例 百分比 百分之 倍
平均 总共 一共 全部 失败 成功 挑战 困难 有用 可用 可行 实用 实际 必要 可靠 稳定 明显 显著 优化 细说 展开 简单
通俗 举例 例子 简介 介绍 说明 解释 描述 概括 作者 发表 会议 期刊 年份 一句话 一下 意思 更 最 多 少 前 后 上 下
中 内 外 里 版本 变体 成绩 分数 得分 水平 最高 最低 最终 最优 最大 最小 最好 上限 下限
"""
_WORDS = frozenset(_ASPECT_WORDS.split())


def is_aspect_cjk(word: str, english: str) -> bool:
    """Whether a Chinese word belongs to the talk about any paper, and names no subject.

    Args:
        word: in simple characters.
        english: its English, of which every word may be such.
    """
    return word in _WORDS or all(map(is_aspect, content_terms(english)))

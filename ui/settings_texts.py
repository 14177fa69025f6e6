"""Labels of the settings' tab."""

TEXTS = {
    "settings.tab": ("Settings", "设置"),
    "settings.model": ("Model", "模型"),
    "settings.model_info": (
        "Empty: answers are quoted from the abstracts, and nothing is sent anywhere.",
        "留空则直接引用摘要作答，不会向外发送任何内容。",
    ),
    "settings.url": ("Server's address", "服务器地址"),
    "settings.url_info": (
        "Any OpenAI-compatible server, such as http://localhost:11434/v1",
        "任何兼容 OpenAI 的服务器，例如 http://localhost:11434/v1",
    ),
    "settings.key": ("Key", "密钥"),
    "settings.key_info": (
        "Kept in memory for this session only; never written, shown or logged.",
        "仅在本次会话的内存中保留，不写入、不显示、不记录。",
    ),
    "settings.list": ("List the server's models", "列出服务器的模型"),
    "settings.test": ("Test", "测试"),
    "settings.top_k": ("Papers found for a question", "每个问题检索的论文数"),
    "settings.evidence_k": ("Papers shown to the model", "提供给模型的论文数"),
    "settings.strict": (
        "Leave out what the abstracts do not bear out (otherwise it is marked)",
        "删去摘要不支持的句子（否则只作标记）",
    ),
    "settings.language": ("Language of the model's answers", "模型作答的语言"),
    "settings.language_info": (
        "Quoted sentences keep the language of their abstracts.",
        "引用的句子保持摘要原文的语言。",
    ),
    "settings.apply": ("Use these settings", "使用这些设置"),
    "settings.reset": ("Back to the defaults", "恢复默认"),
}

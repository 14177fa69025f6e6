"""What the chat's components say by themselves, in English and Chinese."""

CHAT_TEXTS = {
    "chat.new": ("New chat", "新对话"),
    "chat.past": ("Chats", "对话记录"),
    "chat.ask_placeholder": ("Ask a question about these papers…", "就这些论文提问…"),
    "chat.ask_label": ("Your question", "您的问题"),
    "chat.filters": ("Filters", "筛选"),
    "chat.filters_placeholder": (
        'year>=2023, venue=ICML, author="Jane Doe", keyword=diffusion',
        'year>=2023, venue=ICML, author="Jane Doe", keyword=diffusion',
    ),
    "chat.conversation": ("Conversation", "对话"),
    "chat.welcome": (
        "<h2>What would you like to know?</h2>"
        "<p>Answers come from the abstracts alone, and every claim shows the sentence it rests on.</p>",
        "<h2>您想了解什么？</h2><p>回答只依据论文摘要，每个论断都标出它所依据的原句。</p>",
    ),
}

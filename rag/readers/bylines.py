"""Bylines: the lines below a title that name its authors, or link to the paper."""

import re

_ADDRESS = re.compile(r"<?https?://[^\s<>]+>?$")
_SMALL_WORDS = re.compile(
    r"(?:an?|the|on|of|in|for|to|and|with|by|from|is|are|do|does|how|what|why|when|towards?)$", re.IGNORECASE
)


def is_names(line: str) -> bool:
    """Whether a line below a title lists its authors (names and little else, parted by commas or "and"), or links."""
    if _ADDRESS.match(line):
        return True
    names = [name for name in re.split(r"\s*[,;，；、]\s*|\s+and\s+|\s*&\s*", names_in(line)) if name]
    labelled = names_in(line) != line.strip("*_ ")
    return (len(names) > 1 or labelled) and all(len(name.split()) <= 5 and name[0].isupper() for name in names)


def is_name(line: str) -> bool:
    """Whether it might be one person's name."""
    words = line.strip("*_ ").split()
    return 2 <= len(words) <= 4 and all(
        word[0].isupper()
        and word.rstrip(".").replace("-", "").replace("'", "").isalpha()
        and not _SMALL_WORDS.match(word)
        for word in words
    )


def told(line: str) -> dict[str, str]:
    """What a line below a title tells."""
    return {"url": line.strip("<> ")} if _ADDRESS.match(line) else {"authors": names_in(line)}


def names_in(line: str) -> str:
    """The names of a line, without what says that they are names."""
    return re.sub(r"^\W*(?:authors?|by|作者)\W*[:：]?", "", line, flags=re.IGNORECASE).strip("*_ ")

"""Which language a question is in, by its letters and its commonest words: no model, no list of thousands of words."""

from __future__ import annotations

import re

from rag.questions import is_cjk

_KANA = re.compile(r"[\u3040-\u30ff]")
_HANGUL = re.compile(r"[\uac00-\ud7af]")
_OTHER = re.compile(r"[\u0400-\u04ff\u0600-\u06ff\u0e00-\u0e7f]")
"""Cyrillic, Arabic, Thai."""
_WORDS = {
    "de": "der die das den dem des ein eine einen einem einer man und oder ist sind wird werden wie wann warum "
    "welche welcher welches gibt es kann aus mit für von im zu zur zum nicht durch auf bei über eines sich "
    "wenn nach gegen ob",
    "fr": "le la les un une des du de et ou est sont comment pourquoi quel quelle quels quelles peut peut-on avec "
    "pour dans sur par quand plus que qui il elle existe-t-il ne pas aux ce cette ces son leur sous sans "
    "entre",
    "es": "el la los las un una unos unas del de es son cómo como por qué cuál cuáles se puede pueden con para en "
    "sobre hay cuando más que no su sus sin entre desde frente hace",
    "it": "il lo la gli le un uno una dei delle della di sono come perché quale quali si può con per nel nella su "
    "ci quando più che non al tra senza",
    "pt": "os as um uma dos das do da de são como por que qual quais se pode com para em no na sobre há quando mais "
    "não ao entre sem",
    "nl": "de het een en of is zijn hoe wanneer waarom welke kan men met voor van in op niet door bij over uit er "
    "wordt",
    "en": "the an of and or is are was were do does did how what which who whom whose why when where can could "
    "should would with for from in on to by that this these those there it its their we not no as at be been "
    "has have had than any all into between using without about",
}
"""Words that a question can hardly do without."""
_KNOWN = {language: frozenset(words.split()) for language, words in _WORDS.items()}
_LEAST_WORDS = 2
_LEAST_WORDS_BESIDE_ENGLISH = 3
"""A citation such as "Kong et al." holds a word or two of other languages, and an English question may hold one."""


def language_of(text: str) -> str:
    """The language of a question as a code of two letters.

    Whatever is not clearly another language is "en": an English question must never be taken for another, while one
    of another language that is ranked as if it were English is merely ranked worse. Russian, Arabic and Thai, which
    share no letter with English, come out as "xx": another language, and it does not matter which.

    Args:
        text: as asked.
    """
    if is_cjk(text):
        return "ja" if _KANA.search(text) else "ko" if _HANGUL.search(text) else "zh"
    letters = sum(character.isalpha() for character in text)
    if letters and len(_OTHER.findall(text)) > letters / 3:
        return "xx"
    # Each word once, and no single letters: those are variables.
    words = set(re.findall(r"[^\W\d_]{2,}(?:-[^\W\d_]+)*", text.lower()))
    counts = {language: len(words & known) for language, known in _KNOWN.items()}
    english = counts.pop("en")
    best = max(counts, key=lambda language: counts[language])
    least = _LEAST_WORDS_BESIDE_ENGLISH if english else _LEAST_WORDS
    return best if counts[best] >= least and counts[best] > 3 * english else "en"

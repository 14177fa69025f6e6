"""Alphabets: which single-byte code page a text is in, by the letters that its language uses most."""

import re
from collections.abc import Mapping

_CYRILLIC = ("оеаинтсрвлкмі", "бгджзйпуфхцчшщъыьэюяёїєґў")
_GREEK = ("αοιετσνηυρπκςάίό", "βγδζθλμξφχψωέήύώϊϋ")
_HEBREW = ("יוהלארתבשמנ", "גדזחטכךםןסעףפץצק")
_ARABIC = ("اليمنورتبةعدسفهك", "أإآئءؤجحخذزشصضطظغقى،؟ًٌٍَُِّْ")
_THAI = ("านรอกเงมยลวดทสตะค่้ัีิ", "".join(map(chr, range(0xE01, 0xE5C))))
_BY_WORDS: Mapping[str, tuple[str, str]] = {
    **{"cp1251": _CYRILLIC, "koi8-u": _CYRILLIC, "iso8859-5": _CYRILLIC, "cp866": _CYRILLIC, "mac-cyrillic": _CYRILLIC},
    **{"cp1253": _GREEK, "cp1255": _HEBREW, "cp1256": _ARABIC, "cp874": _THAI},
}
"""Code pages of other alphabets than the Latin: their words are of bytes beyond ASCII altogether.

Each has its small letters, those first that make up most of a text."""
_LETTERS = 8
_SMALL, _COMMON = 0.7, 0.4
"""Shares of small letters, and of the commonest, that a text has at least."""
_TURKISH = "çğıöşüâî"
_ICELANDIC = "áðéíóúýþæö"
_BY_ACCENTS: Mapping[str, tuple[str, ...]] = {
    "cp1252": ("äöüß", "àâçéèêëîïôûùœæ", "áéíñóúü", "ãõáàéíóúâêôç", "åäöæøé", "àèéìòù", _ICELANDIC, "ëïéèöü"),
    "cp1250": ("ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áéíóöőúüű", "ăâîșşțţ", "čćžšđ"),
    "cp1254": (_TURKISH,),
}
"""Code pages of Latin letters, each with what its languages put beside a to z."""
_ACCENTS = 3
_SURELY = 0.95
_BETTER = 0.1
_POLISH = re.compile(r"£[a-z]{2}|[A-Za-z][³¹¿][a-z]")
"""What Ł, ł, ą and ż look like in the western code page."""


def alphabet_of(sample: bytes) -> str:
    """The code page of a text whose words are not in Latin letters; "" where none is likely.

    Args:
        sample: lines with bytes beyond ASCII.
    """
    shares = {name: _share(sample, name, *letters) for name, letters in _BY_WORDS.items()}
    best = max(shares, key=lambda name: shares[name])
    return best if shares[best] else ""


def accents_of(sample: bytes) -> str:
    """The code page of Latin text with accents: Windows' western one, unless another explains them far better.

    Args:
        sample: lines with bytes beyond ASCII.
    """
    if _POLISH.search(sample.decode("cp1252", "replace")):
        return "cp1250"
    shares = {name: max(_accented(sample, name, own) for own in groups) for name, groups in _BY_ACCENTS.items()}
    best = max(shares, key=lambda name: shares[name])
    return best if shares[best] >= _SURELY and shares[best] - shares["cp1252"] >= _BETTER else "cp1252"


def _share(sample: bytes, name: str, common: str, rest: str) -> float:
    """How well a code page explains the characters beyond ASCII; 0 for too badly."""
    letters = [character for character in sample.decode(name, "replace") if character > "\x7f"]
    if len(letters) < _LETTERS:
        return 0.0
    most = sum(letter in common for letter in letters) / len(letters)
    small = most + sum(letter in rest and letter not in common for letter in letters) / len(letters)
    return small + most if small >= _SMALL and most >= _COMMON else 0.0


def _accented(sample: bytes, name: str, own: str) -> float:
    """How many of the bytes that may be letters are a language's own."""
    letters = [character.lower() for character in sample.decode(name, "replace") if character > "\x7f"]
    telling = [letter for letter in letters if letter not in "“”‘’„‚«»–—…•§°©®€\xa0"]
    # ð and ý are ğ and ı: the one is common in Icelandic, the other in Turkish.
    if (own is _ICELANDIC and telling.count("ý") > telling.count("ð")) or (
        own is _TURKISH and telling.count("ı") <= telling.count("ğ")
    ):
        return 0.0
    return sum(letter in own for letter in telling) / len(telling) if len(telling) >= _ACCENTS else 0.0

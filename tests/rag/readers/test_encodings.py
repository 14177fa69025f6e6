"""From bytes to text: the encoding is told by the bytes."""

import pytest

from rag.readers.encodings import STRAY, encoding_of

ENGLISH = "We study bats and how they hear in the dark of night. " * 30
CHINESE = "标题：基于深度学习的方法\n摘要：我们提出了一种新的方法，用于图像分类。实验表明该方法优于现有方法。\n"
TAIWANESE = "標題：基於深度學習的方法\n摘要：我們提出了一種新的方法，用於圖像分類。實驗結果顯示該方法優於現有方法。\n"
JAPANESE = (
    "表題：深層学習に基づく手法\n概要：本論文では、画像分類のための新しい手法を提案する。実験により有効性を示した。\n"
)
KOREAN = "제목: 딥러닝 기반 방법\n초록: 우리는 이미지 분류를 위한 새로운 방법을 제안한다. 실험 결과 우수함을 보였다.\n"
RUSSIAN = "Название: Метод обучения\nАннотация: Мы предлагаем новый метод классификации изображений.\n"
FRENCH = "Titre: Étude des chauves-souris\nRésumé: Nous étudions l'écholocation, à 5 µm près.\n"
POLISH = "Tytuł: Żółć źródła\nStreszczenie: Badamy wpływ źródeł na żółte łąki, gdzie ćma śpi.\n"


def read_back(raw: bytes) -> str:
    return raw.decode(encoding_of(raw), STRAY).lstrip("\ufeff")


@pytest.mark.parametrize(
    ("text", "encodings"),
    [
        (CHINESE, "utf-8 utf-8-sig utf-16 utf-16-le utf-16-be utf-32 gb18030"),
        (TAIWANESE, "utf-8 big5 utf-16-le"),
        (JAPANESE, "utf-8 shift_jis euc_jp utf-16-be"),
        (KOREAN, "utf-8 euc_kr utf-16-le"),
        (RUSSIAN, "utf-8 cp1251 koi8-r iso8859-5 cp866 mac-cyrillic utf-16-le utf-16-be"),
        (FRENCH, "utf-8 cp1252 latin-1 utf-16-le"),
        (POLISH, "utf-8 cp1250"),
        ("title\nМы изучаем мышей.\n", "koi8-r cp1251 iso8859-5 cp866"),
        ("title\nМи вивчаємо кажанів і їхній слух.\n", "koi8-u cp1251"),
        ("title\nМελετάμε τις νυχτερίδες και την ακοή.\n".replace("М", "Μ"), "cp1253 iso8859-7"),
        ("title\nאנחנו חוקרים עטלפים ואת השמיעה.\n", "cp1255 iso8859-8"),
        ("title\nندرس الخفافيش وكيف تسمع في الظلام.\n", "cp1256"),
        ("title\nค้างคาวได้ยินในความมืดและบินได้\n", "cp874"),
        ("title\nYarasaların karanlıkta nasıl duyduğunu inceliyoruz.\n", "cp1254"),
        ("title\nVið rannsökum leðurblökur og þeirra heyrn, það er gaman.\n", "cp1252"),
        ("title\nA békák messzire ugranak, őszintén, fűben.\n", "cp1250"),
        ("title\nŁukasz Kaiser studies bats.\n", "cp1250"),
        ("title\nSørensen and Müller follow Gödel’s proofs naïvely.\n", "cp1252"),
        (f"{ENGLISH}\n{CHINESE}", "gb18030 utf-16-le utf-16-be"),
        (f"{ENGLISH}作者：王小明\n", "gb18030 utf-8"),
        (f"{ENGLISH}\n{TAIWANESE}", "big5"),
        (f"{ENGLISH}\n{JAPANESE}", "shift_jis"),
        (f"{ENGLISH} – “naïve”, 5 µm\n", "cp1252"),
        ("title,abstract\n" + "Bats,We hear 很好\n" * 20, "gb18030"),
        ("要旨: コウモリを数え、多いことを見つけた。\n", "shift_jis euc_jp iso2022_jp utf-8"),
        ("タイトル: コウモリ\n", "shift_jis euc_jp iso2022_jp"),
        ("標題: 蝙蝠研究\n摘要: 我們在洞穴裡數蝙蝠。\n", "big5"),
        ("标题: 蝙蝠\n摘要: 我们在洞穴里数蝙蝠。\n", "gb18030"),
        ("제목: 박쥐\n초록: 우리는 박쥐를 센다.\n", "euc_kr"),
        ("a", "utf-8"),
        ("ab", "utf-16-le"),
    ],
)
def test_text_of_any_usual_encoding_comes_back(text: str, encodings: str) -> None:
    for encoding in encodings.split():
        assert read_back(text.encode(encoding)) == text, encoding


@pytest.mark.parametrize("order", [(0, 1), (1, 0), (0, 1, 1), (1, 1, 1, 0)])
def test_lines_of_utf8_among_western_ones_are_both_read(order: tuple[int, ...]) -> None:
    texts = ("Bäume,Größe und Wärme – messbar\n", "Flüsse,Über die Höhe der Brücken “hier”\n")
    raw = b"".join(texts[at].encode("cp1252" if at else "utf-8") for at in order)
    assert read_back(b"title,abstract\n" + raw) == "title,abstract\n" + "".join(texts[at] for at in order)


def test_one_stray_byte_costs_one_character_and_not_the_file() -> None:
    raw = "naïve – 标题 ".encode() + b"caf\xe9 \x93so\x94 \x81" + "标题 ő".encode()
    assert read_back(raw) == "naïve – 标题 café “so”  标题 ő"


def test_a_zero_byte_does_not_make_it_another_encoding() -> None:
    assert encoding_of(b"title,abstract\nZero,alpha\x00beta\n") == "utf-8"
    assert encoding_of(f"标题,摘要\n零,前\0后\n{ENGLISH}".encode()) == "utf-8"


def test_a_character_cut_at_the_end_of_the_sample_does_no_harm() -> None:
    for encoding in ("utf-8", "gb18030", "utf-16-le"):
        raw = (CHINESE * 20).encode(encoding)
        for cut in (1, 2, 3):
            assert read_back(raw[:-cut])[:200] == (CHINESE * 20)[:200], (encoding, cut)

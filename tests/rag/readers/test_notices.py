"""What stands around abstracts in exports and is no part of them."""

from pathlib import Path

import pytest

from rag.readers import Refusal
from rag.readers.notices import without_notices
from tests.rag.readers.reading import items_of

SAID = "We study bats."


@pytest.mark.parametrize(
    "before",
    [
        *("Abstract: ", "ABSTRACT— ", "Abstract—", "Abstract. ", "Abstract - ", "[Abstract] ", "**Abstract:** "),
        *("ABSTRACT ", "Abstract ", "Abstract\n", "摘要：", "Résumé : ", "Zusammenfassung: "),
        *("© 2022 IEEE.", "© 2018 Elsevier B.V. All rights reserved. ", "© 2020 WILEY-VCH GmbH & Co. KGaA, Weinheim. "),
        "© 2022, The Author(s), under exclusive licence to Springer Nature. ",
    ],
)
def test_what_an_export_puts_before_an_abstract_goes(before: str) -> None:
    assert without_notices(before + SAID) == SAID


@pytest.mark.parametrize(
    "behind",
    [
        " © 2023 Elsevier Ltd. All rights reserved.",
        " © 2023 The Authors. Published by Elsevier B.V. This is an open access article under the CC BY license "
        "(http://creativecommons.org/licenses/by/4.0/).",
        " Copyright (c) 2023, Association for the Advancement of Artificial Intelligence (www.aaai.org). All rights "
        "reserved.",
        " (C) 2021 Elsevier B.V. All rights reserved.",
        " Copyright © 2019. Published by Elsevier Ltd.",
        " © 2020 WILEY-VCH Verlag GmbH & Co. KGaA, Weinheim.",
        "\n\nCopyright 2023 by the author(s).",
        " This article is protected by copyright. All rights reserved.",
        " All Rights Reserved",
    ],
)
def test_a_publishers_notice_behind_an_abstract_goes(behind: str) -> None:
    assert without_notices(SAID + behind) == SAID


@pytest.mark.parametrize(
    "abstract",
    [
        *("Abstract art is studied here.", "Abstract interpretation: a tool.", "Abstract-level reasoning."),
        *("Abstract Meaning Representation (AMR) is a graph.", "ABSTRACT MEANING REPRESENTATION is a graph."),
        *("We study © signs. They are odd.", "Copyright law in 2023 is studied here.", "© 2023 law is studied here."),
        *("We ask whether all rights reserved by states matter.", "(c) 2021 Census data show an increase."),
        "We compare (a) bats, (b) frogs. (c) 2020 data on owls is better.",
    ],
)
def test_an_abstract_about_such_words_is_left_alone(abstract: str) -> None:
    assert without_notices(abstract) == abstract


def test_a_notice_alone_is_no_abstract(tmp_path: Path) -> None:
    text = '[{"title": "On Bats", "abstract": "Copyright 2021 by the authors. All rights reserved."}]'
    assert items_of(tmp_path, text, "list.json") == [
        Refusal("list.json", "On Bats", "it has no abstract, only a notice of copyright")
    ]


def test_a_long_text_of_signs_takes_no_time() -> None:
    for mark in ("© 2020 A. ", "Abstract ", "(c) ", "All rights reserved. "):
        assert len(without_notices(mark * 20_000)) <= len(mark) * 20_000


def test_what_arxivs_feed_puts_before_an_abstract_goes() -> None:
    text = "arXiv:2401.00001v1 Announce Type: replace-cross\nAbstract: Bats hear."
    assert without_notices(text) == "Bats hear."


def test_a_notice_of_the_authors_in_two_sentences_goes() -> None:
    assert without_notices("Bats hear.\n\n© 2021. The Author(s).") == "Bats hear."

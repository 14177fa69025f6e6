"""Conversations and their papers as files."""

from __future__ import annotations

import csv
import io
import json
import re
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.ui.scripted import QUOTE, bat_record, done
from ui.exchanges import cited_papers
from ui.export_markdown import plain_markdown, prose_markdown, safe_markdown
from ui.exports import exported, menu_html
from ui.source_words import EN, ZH
from ui.turns import Turn

AT = datetime(2026, 11, 30, 14, 5, tzinfo=UTC)
OWLS: dict[str, Any] = {
    "paper_id": "p2", "title": "Owls & mice", "url": "https://owls.test/2", "abstract": "Owls hunt at dusk.",
    "authors": ["Ada Byron", "Bo Li"], "year": 2024, "venue": "ICML", "status": "retracted", "score": 1.0,
    "identifiers": ["doi:10.1/owls"],
}  # fmt: skip
OWL_CITATION = {
    "n": 1, "paper_id": "p2", "title": "Owls & mice", "url": "https://owls.test/2", "quote": "Owls hunt at dusk.",
    "start": 0, "end": 18,
}  # fmt: skip
TALK = (
    done(),
    done(question="And owls?", answer="At dusk [1].", citations=[OWL_CITATION], papers=[OWLS]),
    Turn("Why?", "Half an ans", "stopped"),
    Turn("Still?", progress="searching"),
)
EVIL = '<img src=x onerror="alert(1)"><script>alert(1)</script>'


def text_of(form: str, *turns: Turn) -> str:
    return exported(form, turns or TALK, AT).text


def test_markdown_has_each_answer_with_its_own_numbers_quotes_and_links() -> None:
    text = text_of("markdown")
    assert text.startswith("# Conversation\n\n*AskPapers · 2026-11-30 14:05 · questions: 3*\n\n## When do bats hunt?\n")
    assert "They hunt **at night** [1].\n\n### Sources\n\n- **[1]** [Bats](<https://bats.test/1>).\n" in text
    assert "  > They hunt at night for under \\$5 to \\$10.\n" in text
    owls = "- **[1]** [Owls \\& mice (retracted)](<https://owls.test/2>). Ada Byron, Bo Li. ICML 2024.\n"
    assert f"## And owls?\n\nAt dusk [1].\n\n### Sources\n\n{owls}\n  > Owls hunt at dusk.\n" in text


def test_what_was_stopped_says_so_and_what_is_being_written_is_left_out() -> None:
    text = text_of("markdown")
    assert "## Why?\n\n**Stopped. This answer is incomplete and its sources were not checked.**\n\nHalf an ans" in text
    assert "Still?" not in text


def test_a_greeting_is_not_told_as_a_refusal() -> None:
    text = text_of(
        "markdown", done(question="hello", verdict="not_in_papers", citations=[], papers=[], answer="Hello.")
    )
    assert "Hello." in text
    assert "Not in these papers" not in text


@pytest.mark.parametrize(("form", "note"), [("markdown", "the sentence marked †, which"), ("html", 'source unproven"')])
def test_what_a_doubted_sentence_cites_is_told_as_no_proof(form: str, note: str) -> None:
    doubted = {"text": "They hunt at noon [1].", "citations": [1], "supported": False}
    assert note in text_of(form, done(sentences=[doubted]))
    assert note not in text_of(form, done())


def test_a_refusal_and_the_reading_of_a_question_are_told() -> None:
    turn = Turn(
        "bats since 2023", "No.", "done", bat_record(verdict="not_in_papers", citations=[]),
        reading={"filters": [{"field": "year", "operator": ">=", "value": "2023", "applied": True}]},
    )  # fmt: skip
    text = text_of("markdown", turn)
    assert "> 2023 or later\n\n**Not in these papers**\n\nNo." in text
    assert "### Nearest papers\n\n- [Bats](<https://bats.test/1>).\n- Owls.\n" in text
    assert "<h3>Nearest papers</h3>\n<ul>\n<li><a href=" in text_of("html", turn)


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("the *classic* way", "the *classic* way"),
        ("a*b*c and <b> 1*2", r"a\*b\*c and \<b\> 1\*2"),
        (r"QuIP$\#$ and $n_1$", r"QuIP\# and $n_1$"),
        ("``low'' -- high", "“low” – high"),
    ],
)
def test_the_prose_of_a_paper_keeps_its_emphasis_in_markdown(text: str, markdown: str) -> None:
    assert prose_markdown(text) == markdown


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("$5 and $10 for <mask> & *x*_y", r"\$5 and \$10 for \<mask\> \& \*x\*\_y"),
        ("of $O(n_1 < n_2)$\nand [1](x)", r"of $O(n_1 < n_2)$ and \[1\](x)"),
        (r"C:\new `x`", r"C:\\new \`x\`"),
    ],
)
def test_plain_text_stays_text_in_markdown(text: str, markdown: str) -> None:
    assert plain_markdown(text) == markdown


def test_an_answer_keeps_its_markdown_but_no_tag_of_it_lives() -> None:
    answer = f"**Bold** {EVIL} in `<code>` and $a<b$, $5; &lt;"
    assert safe_markdown(answer) == (
        '**Bold** \\<img src=x onerror="alert(1)">\\<script>alert(1)\\</script> in `<code>` and $a<b$, \\$5; \\&lt;'
    )


def test_a_page_is_whole_and_forbids_itself_scripts_and_requests() -> None:
    page = text_of("html")
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    assert re.fullmatch(
        r"default-src 'none'; style-src 'sha256-[\w+/=]{44}'; base-uri 'none'; form-action 'none'", policy[1]
    )
    assert '<a class="ap-cite" href="#source-1-1"' in page
    assert f"<p><mark>{QUOTE}</mark></p>" in page
    assert f"<mark>{QUOTE}</mark> Nobody knows why.</p></details>" in page
    assert re.findall(r'(?:src|href)="([^#"][^"]*)"', page) == ["https://bats.test/1", "https://owls.test/2"]


def test_nothing_hostile_lives_in_a_page() -> None:
    paper = {**OWLS, "title": EVIL, "abstract": f"$\\text{{{EVIL}}}$ $\\href{{javascript:1}}{{x}}$", "authors": [EVIL],
             "venue": EVIL, "url": "javascript:alert(1)"}  # fmt: skip
    cited = {**OWL_CITATION, "title": EVIL, "quote": EVIL, "url": "javascript:alert(1)"}
    page = text_of(
        "html", done(question=EVIL, answer=EVIL, citations=[cited], papers=[paper]), Turn(EVIL, EVIL, "stopped")
    )
    assert set(re.findall(r"<(\w+)", page)) <= {
        *("html", "head", "meta", "title", "style", "body", "h1", "h2", "h3", "p", "section", "div", "span", "strong"),
        *("mark", "details", "summary", "math", "mrow", "mtext", "mi", "mo", "mn"),
    }
    assert not re.search(r"<[^>]*(?:onerror|javascript)", page)


def test_formulas_of_a_page_are_mathml_and_money_is_not() -> None:
    page = text_of("html", done(answer=r"$5 to $10, $\alpha<\beta$ and $$x^2$$"))
    assert "<p>$5 to $10, " in page
    assert re.search(r'<math [^>]*display="inline"><mrow><mi>α</mi><mo>&lt;</mo><mi>β</mi></mrow></math>', page)
    assert 'display="block"' in page
    assert not re.search("[\ue000-\ue003]", page)


def test_json_has_the_records_that_programs_get() -> None:
    told = json.loads(text_of("json"))
    assert told["at"] == "2026-11-30T14:05:00+00:00"
    assert [turn["question"] for turn in told["turns"]] == ["When do bats hunt?", "And owls?", "Why?"]
    assert told["turns"][0]["record"] == bat_record()
    assert (told["turns"][2]["progress"], told["turns"][2]["record"]) == ("stopped", None)


def test_each_cited_paper_is_given_out_once() -> None:
    assert [paper.paper_id for paper in cited_papers([*TALK, done()])] == ["p1", "p2"]
    assert text_of("bibtex").count("@") == 2
    assert "DO  - 10.1/owls" in text_of("ris")
    table = text_of("csv")
    assert table.startswith("\ufeffpaper_id,")
    assert [row[0] for row in csv.reader(io.StringIO(table[1:]))] == ["paper_id", "p1", "p2"]


def test_files_are_named_by_their_time_and_form() -> None:
    names = [exported(form, TALK, AT).name for form in ("markdown", "json", "html", "bibtex", "ris", "csv")]
    assert names == [f"askpapers-2026-11-30-1405.{suffix}" for suffix in ("md", "json", "html", "bib", "ris", "csv")]


def test_the_menu_speaks_the_readers_language() -> None:
    assert "<summary>Export</summary>" in menu_html(EN)
    assert "<summary>导出</summary>" in menu_html(ZH)
    assert exported("html", TALK, AT, ZH).text.count('<html lang="zh">') == 1

"""LaTeX to Unicode: accents, symbols, macros; maths and authors' own macros as they were written."""

import pytest

from rag.text.latex import plain_accents, plain_latex


@pytest.mark.parametrize(
    ("latex", "plain"),
    [
        (r"Erd\H{o}s", "Erdős"),
        (r"na\"{\i}ve na\"ive na{\"\i}ve", "naïve naïve naïve"),
        (r"Ver{\'\i}lo N{\'u}{\~n}el", "Verílo Núñel"),
        (r"T{\~{\^e}}sto Nguy\~{\^{e}}n Nguy{\~\^e}n", "Tễsto Nguyễn Nguyễn"),
        (r"\^{\'e} and \'{\^e}", "ế and ế"),
        (r"B{\'{\u a}}mp", "Bắmp"),
        (r"Fran\c{c}ois Fran\c cois Bo\u gazi\c ci", "François François Boğaziçi"),
        (r"Vol{\v c} \v{S}", "Volč Š"),
        (r"S\o rensen {\O}rbel \O{}rbel", "Sørensen Ørbel Ørbel"),
        (r"{\L}omp \L ukasz {\DJ}or\dj evi\'c", "Łomp Łukasz Đorđević"),
        (r"Stra\ss e G{\"o}{\ss}l Yal\c{c}\i n", "Straße Gößl Yalçın"),
        (r"\AA ngstr\"om \r{a}", "Ångström å"),
        (r"\={a} \.{z} \k{e} \d{a}", "ā ż ę ạ"),
    ],
)
def test_accents_compose(latex: str, plain: str) -> None:
    assert plain_latex(latex) == plain


@pytest.mark.parametrize(
    ("latex", "plain"),
    [
        (r"5\% of R\&D at \$5, a\_b, \#1, \{x\}", "5% of R&D at $5, a_b, #1, {x}"),
        ("``a''---b--c~d", "“a”—b–c d"),
        (r"p {\textless} 5 \textgreater{}50\%", "p < 5 >50%"),
        (r"\copyright{} \S 5, \pounds5, 5\,\textmu m, 5\textdegree C", "© § 5, £5, 5 µm, 5°C"),
        (r"\~{}x 10\^{}3", "~x 10^3"),
        (r"10\textsuperscript{-3} {\&} H\textsubscript{2}O", "10⁻³ & H2O"),
        (r"\alpha \le \beta{}, \ldots{}", "α ≤ β, …"),
        (r"\emph{a \textbf{b}} {\em c} \textsc{G\"odel} \textsf{d} \underline{e}", "a b c Gödel d e"),
        (r"\href{http://x.org}{the \emph{page}} \textcolor{red}{x} \color{red}y", "the page x y"),
        (r"\cite[p.~3]{a,b}", "[a,b]"),
        (r"\url{http://x.org/~a--b\_c%7E} \verb|a--b|", "http://x.org/~a--b_c%7E a--b"),
        (r"et al.\ found", "et al. found"),
        (r"{{{Deep}} {Nets}}", "Deep Nets"),
        (r"\frac{1}{2}, \sqrt{n}, x_{10}", "1/2, √(n), x_{10}"),
        (r"{$<$}i{$>$}", "<i>"),
        (r"unclosed {brace and } stray", "unclosed brace and  stray"),
    ],
)
def test_prose_becomes_unicode(latex: str, plain: str) -> None:
    assert plain_latex(latex) == plain


@pytest.mark.parametrize(
    "maths",
    [
        r"$10^{-3}$",
        r"$\alpha \le 10^{-3}$",
        r"{$O(n\log n)$}"[1:-1],
        r"$$\int_0^1 f$$",
        r"$ \mathcal{O}(n) $",
        r"\(x_1\)",
        r"\[a \\[2pt] b\]",
        r"\begin{equation}x = {a \% b}\end{equation}",
        r"$\textbf{D}$",
    ],
)
def test_maths_is_kept_to_the_letter(maths: str) -> None:
    assert plain_latex(f"is {maths} so") == f"is {maths} so"
    assert plain_accents(f"is {maths} so") == f"is {maths} so"


def test_maths_in_a_macro_gets_its_dollars() -> None:
    assert plain_latex(r"\ensuremath{10^{-3}}") == "$10^{-3}$"


@pytest.mark.parametrize("text", ["We propose \\ours, a net", "\\ours achieves", "\\method"])
def test_an_authors_own_macro_is_seen_rather_than_lost(text: str) -> None:
    assert plain_latex(text) == text


def test_prices_are_no_maths() -> None:
    assert plain_latex(r"from $5 to $10 {Net}") == "from $5 to $10 Net"


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        (r"Erd\H{o}s, G\"odel and Stra\ss e", "Erdős, Gödel and Straße"),
        (r"5\% of R\&D", "5% of R&D"),
        (r"\emph{We} show \textbf{it}", "We show it"),
        ("{Deep} Nets for {BERT}", "Deep Nets for BERT"),
    ],
)
def test_prose_with_some_latex_in_it_is_mended(text: str, plain: str) -> None:
    assert plain_accents(text) == plain


@pytest.mark.parametrize(
    "text",
    [
        r"the vector \v{x} and \u{w}",
        r"C:\new\table",
        "a template's {input} and {output}",
        "the set {A, B} or f_{Max}",
        r"a \\emph{kept} line",
        "a regex \\d+ and \\w",
    ],
)
def test_what_only_looks_like_latex_is_left_alone(text: str) -> None:
    assert plain_accents(text) == text


def test_guards_around_maths_escaped_prices_and_ties_go_from_prose() -> None:
    latex = r"The {$O(n\log n)$} bound of {BERT}~\& co. for \$5; \cmd{$x$} stays, and so does $\{a\}$."
    assert plain_accents(latex) == r"The $O(n\log n)$ bound of BERT & co. for $5; \cmd{$x$} stays, and so does $\{a\}$."

"""HTML, JATS and MathML to text."""

import pytest

from rag.text.markup import plain_markup
from rag.text.mathml import plain_mathml


@pytest.mark.parametrize(
    ("marked", "plain"),
    [
        ("<p>One</p><p>Two</p>", "One\n\nTwo"),
        ("<jats:p>In <jats:italic>E. coli</jats:italic>.</jats:p>", "In E. coli."),
        ("<jats:title>Abstract</jats:title><jats:p>We hear.</jats:p>", "We hear."),
        ("<jats:sec><jats:title>Aims</jats:title><jats:p>We hear.</jats:p></jats:sec>", "Aims\n\nWe hear."),
        ("<b>Aims:</b> hear<br/>jump", "Aims: hear\njump"),
        ('<div class="a">x <span style="b">y</span></div>', "x y"),
        ("10<sup>-3</sup> cm<sup>−1</sup> R<sup>n</sup> 1<sup>st</sup>", "10⁻³ cm⁻¹ Rⁿ 1st"),
        ("H<sub>2</sub>O", "H2O"),
        ('<a href="https://x.org">here</a>', "here"),
        ("a<!-- no -->b <![CDATA[c]]>", "ab c"),
        ("<P>Loud</P>", "Loud"),
    ],
)
def test_tags_that_format_go_and_what_they_mean_stays(marked: str, plain: str) -> None:
    assert plain_markup(marked).strip() == plain


@pytest.mark.parametrize(
    "text",
    [
        "a<b and c>d",
        "p<0.05 and q>3",
        "if a<i and b>j",
        "fill <mask> after <s> before </s> and <eos>",
        "vector<int>, <x, y>, O(<n)",
        "<https://x.org/a>",
        "<script>alert(1)</script>",
        '<img src=x onerror="alert(1)">',
        "<a href='javascript:x'>y</a>",
        "AT&T and R&D &c; &unknown;",
    ],
)
def test_what_is_no_markup_is_left_alone(text: str) -> None:
    assert plain_markup(text) == text


@pytest.mark.parametrize(
    ("escaped", "plain"),
    [
        ("A &amp; B", "A & B"),
        ("A &amp;amp; B", "A & B"),
        ("A &amp;amp;amp; B", "A & B"),
        ("a &lt; b &gt; c", "a < b > c"),
        ("&lt;mask&gt; &amp;lt;mask&amp;gt;", "<mask> <mask>"),
        ("&lt;p&gt;x&lt;/p&gt;", "x"),
        ("&#8217;&#x3b1;&hellip;", "’α…"),
        (r"p \&lt; 0.05 {\&}amp; q", "p < 0.05 & q"),
        ("&#xD800; &#99999999;", "&#xD800; &#99999999;"),
    ],
)
def test_entities_become_characters_however_often_they_were_escaped(escaped: str, plain: str) -> None:
    assert plain_markup(escaped) == plain


def _maths(inner: str) -> str:
    return f'<mml:math xmlns:mml="http://www.w3.org/1998/Math/MathML">{inner}</mml:math>'


@pytest.mark.parametrize(
    ("formula", "plain"),
    [
        (
            _maths("<mml:msup><mml:mn>10</mml:mn><mml:mrow><mml:mo>−</mml:mo><mml:mn>3</mml:mn></mml:mrow></mml:msup>"),
            "10⁻³",
        ),
        ("<math><msub><mi>x</mi><mi>i</mi></msub><mo>=</mo><mn>2</mn></math>", "x_i = 2"),
        ("<math><mi>p</mi><mo>&lt;</mo><mn>0.05</mn></math>", "p < 0.05"),
        ("<math><mfrac><mn>1</mn><mrow><mi>b</mi><mo>+</mo><mn>1</mn></mrow></mfrac></math>", "1/(b+1)"),
        ("<math><msqrt><mi>n</mi></msqrt></math>", "√(n)"),
        (
            f"<jats:alternatives><jats:tex-math>$$x_1$$</jats:tex-math>{_maths('<mml:mi>x</mml:mi>')}"
            "</jats:alternatives>",
            "$$x_1$$",
        ),
        (
            "\\documentclass[12pt]{minimal}\n\\usepackage{amsmath}\n\\begin{document}$$\\alpha$$\\end{document}",
            "$$\\alpha$$",
        ),
        ("<math><mi>x</mi> cut", "<math><mi>x</mi> cut"),
    ],
)
def test_formulas_of_publishers_keep_their_powers(formula: str, plain: str) -> None:
    assert plain_mathml(f"is {formula}.") == f"is {plain}."

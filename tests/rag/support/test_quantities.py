"""Numbers of an answer beside those of an abstract."""

import pytest
from pylatexenc.latex2text import get_default_latex_context_db

from rag.support.formulas import skeleton, unstated_formulas
from rag.support.quantities import unstated
from rag.support.roles import turned_ranges


@pytest.mark.parametrize(
    ("answer", "abstract"),
    [
        ("It reaches 73.2%.", "an accuracy of 73.2 percent"),
        ("It reaches 73.2%.", r"an accuracy of $73.2\%$"),
        ("It is 2x faster.", "a two-fold speedup"),
        ("It is twice as fast.", r"a $2\times$ speedup"),
        ("It runs 10 times faster.", "an order of magnitude faster"),
        ("It has 3 million users.", "3,000,000 users"),
        ("It has 7B parameters.", "7 billion parameters"),
        ("The rate is 10⁻³.", r"a rate of $10^{-3}$"),
        ("The rate is 0.001.", r"a rate of 10^{-3}"),
        ("It takes 1,500 ms.", "1.5 seconds"),
        ("Bats hear 40 kHz.", "at 40,000 Hz"),
        ("About 73% are right.", "73.2% are right"),
        ("Over 90% are right.", "92.3% are right"),
        ("Three datasets are used.", "on 3 datasets"),
        ("Half of them fail.", "50% of them fail"),
        ("Both papers use two encoders.", "a pair of encoders"),
        ("Two papers say so.", "We say so."),
        ("GPT-4 reads CIFAR-10.", "nothing of the kind"),
        ("有 3 万篇论文", "30,000 papers"),
        ("It goes from 3 to 5.", "between 3-5"),
    ],
)
def test_the_same_number_in_another_form_is_stated(answer: str, abstract: str) -> None:
    assert list(unstated(answer, [abstract])) == []


@pytest.mark.parametrize(
    ("answer", "abstract"),
    [
        ("It reaches 73%.", "73.2%"),
        ("It reaches 72.3%.", "73.2%"),
        ("It takes 40 ms.", "40 s"),
        ("It takes 40 minutes.", "40% of the time"),
        ("About 60% are right.", "73.2% are right"),
        ("Over 90% are right.", "89% are right"),
        ("Four datasets are used.", "on three datasets"),
        ("It is 3x faster.", "a two-fold speedup"),
        ("It has 7 million parameters.", "7 billion parameters"),
        ("The rate is 10⁻⁴.", r"a rate of $10^{-3}$"),
    ],
)
def test_another_number_or_unit_is_not_stated(answer: str, abstract: str) -> None:
    assert len(list(unstated(answer, [abstract]))) == 1


@pytest.mark.parametrize(
    ("answer", "abstract", "missing"),
    [
        (r"It runs in $O(n \log n)$.", r"a bound of $\mathcal{O}(n\log n)$", []),
        ("It runs in O(√T).", r"a bound of $\mathcal{O}(\sqrt{T})$", []),
        (r"It runs in $O(n^2)$.", r"a bound of $\mathcal{O}(n\log n)$", ["O(n^2)"]),
        (r"The step is \(\frac{1}{2}\alpha\).", r"a step of $1/2 \alpha$", []),
    ],
)
def test_a_formula_is_stated_however_it_is_written(answer: str, abstract: str, missing: list[str]) -> None:
    assert list(unstated_formulas(answer, [abstract])) == missing


@pytest.mark.parametrize("macro", ["href", "url", "text", "unknown", "item", "includegraphics", "begin", "def"])
def test_any_macro_can_stand_in_a_formula(macro: str) -> None:
    assert skeleton(f"x \\{macro}{{y}}{{z}}").startswith("x")


@pytest.mark.slow
def test_every_macro_that_is_known_can_stand_in_a_formula() -> None:
    for kind in get_default_latex_context_db().d.values():
        for macro in kind["macros"]:
            assert skeleton(f"x \\{macro}{{y}}{{z}}").startswith("x")


@pytest.mark.parametrize(
    ("answer", "missing"),
    [
        ("It uses three models.", [3.0]),
        ("Two datasets are used.", [2.0]),
        ("It uses two models.", []),
        ("It is tested on three benchmarks.", []),
    ],
)
def test_a_number_of_other_things_is_not_stated(answer: str, missing: list[float]) -> None:
    abstract = "We test on three datasets and two large image models."
    assert [quantity.value for quantity in unstated(answer, [abstract])] == missing


def test_a_range_must_not_be_turned_round() -> None:
    abstract = "raises the bound from 0.4598 to 0.9452"
    assert list(turned_ranges("The bound rises from 0.4598 to 0.9452.", [abstract])) == []
    assert list(turned_ranges("The bound falls from 0.9452 to 0.4598.", [abstract])) == ["0.9452 to 0.4598"]

"""Formulas as plain characters."""

import pytest

from rag.text.formulas import plain_math, plain_signs


@pytest.mark.parametrize(
    ("formula", "characters"),
    [
        (r"an $\ell_1$ ball", "an ℓ1 ball"),
        (r"$\alpha$-stable", "α-stable"),
        (r"\(\mathcal{L}_{2}\) norm", "L2 norm"),
        (r"$O(n \log n)$", "O(n logn)"),
        (r"$x \le y$", "x ≤y"),
        (r"$\mathbb{R}^d$", "Rd"),
        ("no formula for $5", "no formula for $5"),
        (r"$\text{KL}\left(p\right)$", "KL(p)"),
    ],
)
def test_a_formula_is_compared_by_its_characters(formula: str, characters: str) -> None:
    assert plain_math(formula) == characters


def test_a_formula_of_one_sign_is_that_sign() -> None:
    assert plain_signs(r"QuIP$\#$: at $10^{-3}$, $5") == "QuIP#: at $10^{-3}$, $5"

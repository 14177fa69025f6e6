"""What is minimised: how badly each question finds its own paper in the batch, by both of the product's measures."""

from collections.abc import Sequence

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy, normalize

POOLED_TEMPERATURE = 0.05
TOKEN_TEMPERATURE = 0.03


def token_similarities(
    questions: Tensor, content: Tensor, papers: Tensor, paper_tokens: Tensor, *, signs: bool = False
) -> Tensor:
    """Late interaction of every question with every paper, shape (questions, papers).

    Args:
        questions: hidden states, shape (questions, tokens, dimensions).
        content: true for the question tokens that carry meaning.
        papers: hidden states, shape (papers, tokens, dimensions).
        paper_tokens: true for the papers' tokens, special ones left out.
        signs: of a paper's tokens only the signs count, as in the product; the gradient is that of the vectors.
    """
    asked = normalize(questions[content].float(), dim=-1)
    vectors = normalize(papers.float(), dim=-1)
    if signs:
        rough = torch.sign(vectors) / vectors.shape[-1] ** 0.5
        vectors = vectors + (rough - vectors).detach()
    count, length, width = vectors.shape
    products = (asked.to(papers.dtype) @ vectors.to(papers.dtype).reshape(-1, width).T).float()
    products = products.reshape(-1, count, length).masked_fill(~paper_tokens[None], -1.0)
    best = products.amax(dim=2)
    owner = torch.arange(len(content))[:, None].expand_as(content)[content]
    sums = torch.zeros(len(content), count).index_add(0, owner, best)
    return sums / content.sum(1, keepdim=True).clamp(min=1)


def contrast(similarities: Tensor, temperature: float) -> Tensor:
    """InfoNCE over a square matrix whose diagonal holds the true pairs."""
    return cross_entropy(similarities / temperature, torch.arange(len(similarities)))


def hits(similarities: Tensor) -> float:
    """The share of questions whose own paper is the first."""
    return float((similarities.argmax(1) == torch.arange(len(similarities))).float().mean())


def padded(parts: Sequence[Tensor], length: int) -> Tensor:
    """Hidden states of several batches as one, all of the same length."""
    return torch.cat([torch.nn.functional.pad(part, (0, 0, 0, length - part.shape[1])) for part in parts])

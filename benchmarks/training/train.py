"""Fine-tuning: pooled vectors and token vectors at once, on this machine's processor."""

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from tokenizers import Tokenizer
from torch import Tensor

from benchmarks.training.batches import Examples, neighbourhoods
from benchmarks.training.losses import POOLED_TEMPERATURE, TOKEN_TEMPERATURE, contrast, hits, token_similarities
from benchmarks.training.model import MiniLM, pooled
from benchmarks.training.pairs import PairMaker
from benchmarks.training.papers import Source


@dataclass(frozen=True)
class Recipe:
    """How to train.

    Args:
        minutes: of wall time.
        groups: neighbourhoods in a batch.
        group: papers in a neighbourhood.
        paper_tokens: of a paper that are shown.
        rate: learning rate after the first `warm_up` steps; it stays, since the weights are averaged instead.
        warm_up: steps.
        frozen: names of weights that start so are left as they are.
        decay: of the running average of the weights.
        keep_every: steps from checkpoint to checkpoint.
        seed: of all random choices.
        threads: of the processor.
    """

    minutes: float = 60
    groups: int = 4
    group: int = 16
    paper_tokens: int = 96
    rate: float = 8e-5
    warm_up: int = 20
    frozen: tuple[str, ...] = ("embeddings.", "encoder.layer.0.", "encoder.layer.1.")
    decay: float = 0.97
    keep_every: int = 40
    seed: int = 1
    threads: int = 2


def train(model: MiniLM, tokenizer: Tokenizer, papers: Sequence[Source], folder: Path, recipe: Recipe) -> Iterator[str]:
    """Train until the time is up.

    Args:
        model: where to start; it is changed.
        tokenizer: without truncation.
        papers: to make pairs of.
        folder: gets a checkpoint `step-N.safetensors` of the weights' running average, now and then.
        recipe: see there.

    Yields:
        A line about a step.
    """
    torch.manual_seed(recipe.seed)
    torch.set_num_threads(recipe.threads)
    learner = _Learner(model, recipe)
    end = time.monotonic() + 60 * recipe.minutes
    for step, examples in enumerate(_batches(tokenizer, papers, recipe), 1):
        started = time.monotonic()
        figures = learner.step(step, examples)
        yield f"{step:5d} {time.monotonic() - started:5.1f}s {figures}"
        over = time.monotonic() > end
        if over or step % recipe.keep_every == 0:
            MiniLM(learner.average).save(folder / f"step-{step}.safetensors")
        if over:
            return


class _Learner:
    """Weights in 32 bits, which a 16-bit copy computes the gradients of."""

    def __init__(self, model: MiniLM, recipe: Recipe) -> None:
        self._recipe = recipe
        self._chance = random.Random(recipe.seed)
        self._exact = dict(model.named_parameters())
        self._rough = MiniLM(model.weights()).bfloat16()
        for name, weight in self._rough.named_parameters():
            weight.requires_grad = not name.removeprefix("_weights.").replace("-", ".").startswith(recipe.frozen)
        learnt = [self._exact[name] for name, weight in self._rough.named_parameters() if weight.requires_grad]
        self._optimizer = torch.optim.AdamW(learnt, lr=recipe.rate, weight_decay=0.01)
        self._model = model
        self.average = model.weights()

    def step(self, step: int, examples: Examples) -> str:
        loss, figures = self._loss(examples)
        loss.backward()
        for name, weight in self._rough.named_parameters():
            self._exact[name].grad = None if weight.grad is None else weight.grad.float()
            weight.grad = None
        for group in self._optimizer.param_groups:
            group["lr"] = self._recipe.rate * min(1.0, step / self._recipe.warm_up)
        torch.nn.utils.clip_grad_norm_([w for w in self._exact.values() if w.grad is not None], 1.0)
        self._optimizer.step()
        with torch.no_grad():
            for name, weight in self._rough.named_parameters():
                if weight.requires_grad:
                    weight.copy_(self._exact[name])
        share = max(1 - self._recipe.decay, 1 / step)
        for name, value in self._model.weights().items():
            self.average[name].lerp_(value, share)
        return figures

    def _loss(self, examples: Examples) -> tuple[Tensor, str]:
        asked, shown = self._rough(examples.questions), self._rough(examples.papers)
        whole = pooled(asked, examples.questions.mask) @ pooled(shown, examples.papers.mask).T
        signs = self._chance.random() < 0.5
        tokens = token_similarities(asked, examples.content, shown, examples.paper_tokens, signs=signs)
        losses = contrast(whole, POOLED_TEMPERATURE), contrast(tokens, TOKEN_TEMPERATURE)
        named = ("pooled", losses[0].item(), hits(whole), "tokens", losses[1].item(), hits(tokens))
        return losses[0] + losses[1], "{} {:.3f} {:.2f} {} {:.3f} {:.2f}".format(*named) + (" signs" if signs else "")


def _batches(tokenizer: Tokenizer, papers: Sequence[Source], recipe: Recipe) -> Iterator[Examples]:
    chance = random.Random(recipe.seed)
    maker = PairMaker(papers, recipe.seed)
    epoch = 0
    while True:
        groups: list[list[int]] = []
        for group in neighbourhoods(papers, recipe.group, recipe.seed + epoch):
            groups.append(group)
            if len(groups) == recipe.groups:
                pairs = [maker.pair(papers[at]) for group in groups for at in group]
                yield Examples.of(pairs, tokenizer, recipe.paper_tokens, chance)
                groups = []
        epoch += 1

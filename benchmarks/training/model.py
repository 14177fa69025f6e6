"""The bundled model in PyTorch: what of BERT it uses, with its weights under their usual names."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from torch.nn.functional import gelu, layer_norm, linear, normalize, scaled_dot_product_attention

from rag.encoding.minilm_graph import HEADS, LAYERS

EPSILON = 1e-12


@dataclass(frozen=True)
class Batch:
    """Texts as the model takes them.

    Args:
        ids: token ids, special tokens included, shape (texts, tokens), padded with 0.
        mask: true where a token is, same shape.
    """

    ids: Tensor
    mask: Tensor

    @classmethod
    def of(cls, texts: Sequence[Sequence[int]]) -> "Batch":
        """Pad texts, each given as its token ids, to the longest."""
        ids = np.zeros((len(texts), max(map(len, texts))), dtype=np.int64)
        for row, text in zip(ids, texts, strict=True):
            row[: len(text)] = text
        lengths = torch.tensor([len(text) for text in texts])
        return cls(torch.from_numpy(ids), torch.arange(ids.shape[1])[None, :] < lengths[:, None])


class MiniLM(nn.Module):  # type: ignore[misc,unused-ignore]
    """all-MiniLM-L6-v2 without its pooler.

    Args:
        weights: by name, as its safetensors file has them.
    """

    def __init__(self, weights: dict[str, Tensor]) -> None:
        super().__init__()
        self._names = [name for name in weights if weights[name].is_floating_point() and "pooler" not in name]
        self._weights = nn.ParameterDict(
            {name.replace(".", "-"): nn.Parameter(weights[name].float()) for name in self._names}
        )

    @classmethod
    def load(cls, file: Path) -> "MiniLM":
        """Read a safetensors file."""
        return cls(load_file(str(file)))

    def save(self, file: Path) -> None:
        """Write a safetensors file."""
        save_file(self.weights(), str(file))

    def weights(self) -> dict[str, Tensor]:
        """A copy of the weights, by name."""
        return {name: self._of(name).detach().clone() for name in self._names}

    def forward(self, batch: Batch) -> Tensor:
        """The last hidden state, shape (texts, tokens, 384)."""
        # Only attention sees the padding: all else works on the tokens that are there, one below the other.
        places = batch.mask.flatten().nonzero().squeeze(1)
        names = "embeddings."
        positions = torch.arange(batch.ids.shape[1]).expand_as(batch.ids).flatten()[places]
        x = nn.functional.embedding(batch.ids.flatten()[places], self._of(f"{names}word_embeddings.weight"))
        x = x + self._of(f"{names}position_embeddings.weight")[positions]
        x = self._normalised(x + self._of(f"{names}token_type_embeddings.weight")[0], f"{names}LayerNorm")
        for layer in range(LAYERS):
            x = self._layer(x, batch.mask, places, f"encoder.layer.{layer}.")
        return _spread(x, batch.mask, places)

    def _layer(self, x: Tensor, mask: Tensor, places: Tensor, names: str) -> Tensor:
        query, key, value = (
            _spread(self._linear(x, f"{names}attention.self.{kind}"), mask, places)
            .unflatten(-1, (HEADS, -1))
            .transpose(1, 2)
            for kind in ("query", "key", "value")
        )
        attended = scaled_dot_product_attention(query, key, value, attn_mask=mask[:, None, None, :])
        attended = attended.transpose(1, 2).reshape(mask.numel(), -1)[places]
        attended = self._linear(attended, f"{names}attention.output.dense")
        x = self._normalised(attended + x, f"{names}attention.output.LayerNorm")
        wide = gelu(self._linear(x, f"{names}intermediate.dense"))
        return self._normalised(self._linear(wide, f"{names}output.dense") + x, f"{names}output.LayerNorm")

    def _of(self, name: str) -> Tensor:
        return self._weights[name.replace(".", "-")]

    def _linear(self, x: Tensor, name: str) -> Tensor:
        return linear(x, self._of(f"{name}.weight"), self._of(f"{name}.bias"))

    def _normalised(self, x: Tensor, name: str) -> Tensor:
        return layer_norm(x, x.shape[-1:], self._of(f"{name}.weight"), self._of(f"{name}.bias"), EPSILON)


def _spread(x: Tensor, mask: Tensor, places: Tensor) -> Tensor:
    """The tokens in their places, zeros between: shape (texts, tokens, width)."""
    return x.new_zeros(mask.numel(), x.shape[1]).index_copy(0, places, x).unflatten(0, mask.shape)


def pooled(hidden: Tensor, mask: Tensor) -> Tensor:
    """The mean of each text's tokens, special ones included, scaled to length 1."""
    kept = mask[:, :, None].float()
    return normalize((hidden.float() * kept).sum(1) / kept.sum(1), dim=-1)


def between(start: dict[str, Tensor], end: dict[str, Tensor], share: float) -> dict[str, Tensor]:
    """The weights at a share of the way from one model to another; those that are the same stay so to the bit."""
    return {name: weight.float() + share * (end[name].float() - weight.float()) for name, weight in start.items()}

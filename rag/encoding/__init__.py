"""Texts as vectors: the bundled model, and the vectors of its tokens."""

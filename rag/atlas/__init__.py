"""The map of an index: each paper's place on it, and its theme."""

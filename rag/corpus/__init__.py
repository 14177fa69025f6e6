"""Questions about the whole corpus: lists, counts, themes, and what the records alone tell."""

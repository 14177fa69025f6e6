"""Text: what files do to it undone, its sentences and tokens, and the forms in which it is shown."""

"""The index: Chroma's rows, opened, locked, mended and served, and what is derived of them."""

"""Questions in other languages than English: which one it is, and what it says in English, as far as that is known."""

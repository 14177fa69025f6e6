"""Papers as BibTeX, RIS and CSV."""

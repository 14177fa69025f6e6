"""Papers to be browsed without a question: searched while typing, filtered, sorted, counted."""

"""What a question asks: its conditions, exclusions, names and sides, and what it leans on in a conversation."""

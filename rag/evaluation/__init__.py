"""How well an index finds papers, and how good its answers are."""

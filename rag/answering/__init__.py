"""From evidence to an answer: quoted from the papers, or written by an LLM and checked, and cited."""

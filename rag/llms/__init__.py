"""LLMs behind an OpenAI-compatible server: requests, streams, what they say when they fail."""

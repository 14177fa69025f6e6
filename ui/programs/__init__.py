"""What other programs talk to: the desk behind it, Gradio's endpoints, OpenAI's chat completions, MCP's tools."""

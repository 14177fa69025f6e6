"""The AskPapers chat window: a Gradio page over a query engine it is given."""

"""What the papers found can say to a question, judged sentence by sentence before anything is written."""

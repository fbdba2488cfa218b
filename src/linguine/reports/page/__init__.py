"""Page: one report of a model on a test file, to be opened in a browser without a network."""

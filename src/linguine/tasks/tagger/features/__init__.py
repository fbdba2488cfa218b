"""Features of tokens: those that come with them, and what speaks for a tag."""

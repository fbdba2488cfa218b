"""Features of texts."""

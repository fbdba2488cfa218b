"""Reports about scores."""

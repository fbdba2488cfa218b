"""Gold: the right labels of texts, checked; and those that are hidden."""

"""Gold: the right tags of sentences, checked; and those that are hidden."""

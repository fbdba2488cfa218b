"""Reports about words and sentences that were found in raw text."""

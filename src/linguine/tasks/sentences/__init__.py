"""What sentences share, whether they are tagged or parsed: files of tokens and plain text."""

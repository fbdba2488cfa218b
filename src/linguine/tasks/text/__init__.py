"""Text classification: texts in, labels out."""

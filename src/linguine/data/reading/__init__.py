"""Reading: sources, encodings, columns and the options of readers."""

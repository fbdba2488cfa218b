"""Labels of texts: their metrics, tables and comparisons."""

"""Tags: their metrics, tables and comparisons."""

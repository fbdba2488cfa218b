"""Trees: their scores, tables and drawings."""

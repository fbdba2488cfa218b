"""Compatibility: judged by what the other libraries do."""

"""Joining: what several files or blocks hold, as if it came from one."""

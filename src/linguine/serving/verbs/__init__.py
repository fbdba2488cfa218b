"""Verbs: one file for each, which knows the row of a task and no task by name."""

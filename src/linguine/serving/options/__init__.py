"""Options: declared from the tables of all tasks."""

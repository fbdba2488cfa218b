"""The site of the documentation: its navigation, its links, and what machines read of it."""

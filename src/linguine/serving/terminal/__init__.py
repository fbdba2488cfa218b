"""The terminal: what is written where, bars, and what is said when something fails."""

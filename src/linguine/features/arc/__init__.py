"""Features of arcs, from a head to its modifier."""

"""Engines: who works on the parts of a sum, one process or many machines."""

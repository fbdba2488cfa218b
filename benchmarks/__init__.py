"""Benchmarks: linguine beside other libraries, one command, accuracy beside time."""

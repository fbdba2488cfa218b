"""Fuzzing: broken, odd and hostile inputs by the hundred thousand, each answered in words.

``python -m tests.fuzz --cases 1000`` makes inputs from a seed, runs them in worker processes with
limits of time and memory, and keeps what fails in files that can be run again. The inputs that once
failed are in ``corpus``; an ordinary test replays them.
"""

"""Opened models: what other programs have trained, asked by them and by linguine.

    LINGUINE_DATA=path/to/data python -m benchmarks.opened [CASE ...]

Trains each case with the original program in an environment of its own, opens its file, and
compares labels and probabilities on a test file, and the processor's seconds of both, in turn, on
one thread. ``LINGUINE_ORIGINALS`` may name a Python that has fasttext and pycrfsuite already.
"""

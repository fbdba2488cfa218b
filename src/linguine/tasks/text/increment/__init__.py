"""Increment: classifiers that go on learning."""

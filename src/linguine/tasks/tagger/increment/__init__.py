"""Increment: taggers that go on learning."""

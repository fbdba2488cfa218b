"""Settings for all tests: hypothesis repeats itself, so a red build is red for everybody."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, deadline=None, max_examples=40)
settings.load_profile("repeatable")

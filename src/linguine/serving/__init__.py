"""Serving: the command line, where files go in and answers come out."""

from linguine.serving.app import main

__all__ = ["main"]

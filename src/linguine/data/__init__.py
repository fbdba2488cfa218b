"""Data: labels, example weights and held-out splits."""

from linguine.data.examples import Examples
from linguine.data.labels import Target, find_classes, read_target
from linguine.data.split import split_held_out
from linguine.data.weights import make_examples

__all__ = ["Examples", "Target", "find_classes", "make_examples", "read_target", "split_held_out"]

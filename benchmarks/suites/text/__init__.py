"""The text suites, by name: `python benchmarks/compare.py text`."""

from benchmarks.suites.text.auto import AUTO
from benchmarks.suites.text.file_to_accuracy import FILE_TO_ACCURACY
from benchmarks.suites.text.latency import LATENCY
from benchmarks.suites.text.memory import MEMORY
from benchmarks.suites.text.vectorise import VECTORISE
from benchmarks.suites.trial_suite import named

TEXT_SUITES = named(FILE_TO_ACCURACY, VECTORISE, LATENCY, MEMORY, AUTO)

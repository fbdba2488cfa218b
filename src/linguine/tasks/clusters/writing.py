"""Answers of clusters: the number of the cluster of each text, as a classifier writes labels."""

from linguine.tasks.text.writing import Answers, answer, choose_form, write_answers

__all__ = ["Answers", "answer", "choose_form", "write_answers"]

"""MODEL DATA OUT PART...: a model of UDPipe parses sentences that were read."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from answers import answer
from treebank import Arc
from ufal.udpipe import InputFormat, Model, ProcessingError, Sentence


def read(path: Path) -> list[Sentence]:
    reader, error = InputFormat.newInputFormat("conllu"), ProcessingError()
    reader.setText(path.read_text(encoding="utf-8"))
    sentences = [Sentence()]
    while reader.nextSentence(sentences[-1], error):
        sentences.append(Sentence())
    if error.occurred():
        raise SystemExit(error.message)
    return sentences[:-1]


def given(path: Path) -> Callable[[], tuple[list[Sentence]]]:
    sentences = read(path)
    for sentence in sentences:
        sentence.unlinkAllNodes()  # no gold trees
    return lambda: (sentences,)


def arcs(sentences: list[Sentence]) -> Iterator[Iterator[Arc]]:
    return (((word.head, word.deprel) for word in each.words if word.id) for each in sentences)


def parse(model: str, data: str, out: str, parts: list[str]) -> dict[str, float]:
    """Return fields of a row."""
    pipe, error = Model.load(model), ProcessingError()

    def parse_all(sentences: list[Sentence]) -> list[Sentence]:
        for sentence in sentences:
            if not pipe.parse(sentence, Model.DEFAULT, error):
                raise SystemExit(error.message)
        return sentences

    return answer(data, out, parts, given=given, parse=parse_all, arcs=arcs)


if __name__ == "__main__":
    model, data, out, *parts = sys.argv[1:]
    print(json.dumps(parse(model, data, out, parts)))

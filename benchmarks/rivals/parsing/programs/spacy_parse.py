"""MODEL DATA OUT PART...: a model of spaCy parses Docs of gold words, sentence by sentence."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import spacy
from answers import answer
from spacy.tokens import Doc
from spacy.vocab import Vocab
from treebank import Arc, Word, read


def document(vocab: Vocab, words: list[Word]) -> Doc:
    """One sentence that is not to be split, with its universal tags for networks that look."""
    starts = [i == 0 for i in range(len(words))]
    tags = [word.upos for word in words]
    return Doc(vocab, words=[word.form for word in words], sent_starts=starts, pos=tags)


def arcs(docs: list[Doc]) -> Iterator[Iterator[Arc]]:
    """Its root is its own head and is always called ROOT."""
    return (
        (
            (0, "root") if token.head.i == token.i else (token.head.i + 1, token.dep_)
            for token in doc
        )
        for doc in docs
    )


def parse(model: str, data: str, out: str, parts: list[str]) -> dict[str, float]:
    """Return fields of a row."""
    nlp = spacy.load(model)

    def given(path: Path) -> Callable[[], tuple[list[Doc]]]:
        sentences = list(read(path))
        return lambda: ([document(nlp.vocab, words) for words in sentences],)

    return answer(data, out, parts, given=given, parse=lambda docs: list(nlp.pipe(docs)), arcs=arcs)


if __name__ == "__main__":
    model, data, out, *parts = sys.argv[1:]
    print(json.dumps(parse(model, data, out, parts)))

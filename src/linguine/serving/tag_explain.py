"""Explanation of tags: of one token, or of what a tagger has learned."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from linguine.data import Sentences
from linguine.errors import DataError, whole_number
from linguine.reports.tables import shorten
from linguine.serving.console import note, write, write_json
from linguine.serving.files import write_file
from linguine.serving.tag_input import TaggerInput
from linguine.serving.tokens import Line, tokenize_lines
from linguine.tasks.tagger.explanation import explain_tag, top_tag_features, transition_weights
from linguine.tasks.tagger.model import word_column

if TYPE_CHECKING:
    from linguine.reports import Explanation
    from linguine.tasks.tagger.model import TaggerModel

__all__ = ["explain_tags", "find_in_file", "find_in_texts", "show_tagger"]

#: Transitions that are shown of a model.
_N_TRANSITIONS = 10


def explain_tags(
    model: TaggerModel,
    file: str | None,
    text: Sequence[str],
    lines: Sequence[int],
    token: str | None,
    settings: Mapping[str, Any],
) -> Iterator[Explanation]:
    """Yield the explanations that were asked for.

    Parameters
    ----------
    model
        The tagger.
    file, lines
        A file with one token per line, and the lines of tokens.
    text, token
        Texts, and which word of each: its number from 1, or itself; None is the least sure one.
    settings
        How to read.
    """
    given = TaggerInput(model, settings)
    if file is None:
        found = find_in_texts(text, token, lambda line: given.of_lines([line], "--text"))
    else:
        found = find_in_file(file, lines, token, given.blocks(file))
    for one, place in found:
        yield explain_tag(model, one, _least_sure(model, one) if place is None else place)


def find_in_texts(
    text: Sequence[str], token: str | None, read: Callable[[Line], Sentences]
) -> Iterator[tuple[Sentences, int | None]]:
    """Yield each text as a sentence, and which token of it is meant, counted from 0.

    Parameters
    ----------
    text, token
        Texts, and which word of each: its number from 1, or itself; None is left to the caller.
    read
        Makes a sentence of a line.
    """
    for i, line in enumerate(tokenize_lines(text)):
        one = read(line)
        if not line.words:
            raise DataError(
                f"--text must have a word to explain; text {i + 1} has none. Give another."
            )
        yield one, None if token is None else _find(line.words, token)


def find_in_file(
    file: str, lines: Sequence[int], token: str | None, blocks: Iterator[Sentences]
) -> Iterator[tuple[Sentences, int | None]]:
    """Yield the sentence around each line, and which token of it stands there, counted from 0.

    Without lines, the first sentence that has tokens.
    """
    wanted = sorted(set(lines))
    for sentences in blocks:
        if not lines:
            if sentences.n_tokens:
                first = int(np.argmax(np.diff(sentences.offsets) > 0))
                one = sentences.take([first])
                words = one.column(word_column(tuple(one.columns))).tolist()
                yield one, None if token is None else _find(words, token)
            return
        while wanted and sentences.n_tokens and wanted[0] <= sentences.lines[-1]:
            at = int(np.searchsorted(sentences.lines, wanted[0]))
            if sentences.lines[at] != wanted[0]:
                break
            sentence = int(np.searchsorted(sentences.offsets, at, side="right")) - 1
            yield sentences.take([sentence]), at - int(sentences.offsets[sentence])
            wanted.pop(0)
    if wanted:
        raise DataError(
            f"{file}: --line must be a line with a token; got {wanted[0]}, and the file has no "
            "token there. Count from 1, as editors do."
        )


def _least_sure(model: TaggerModel, sentence: Sentences) -> int:
    """Return the token whose tag is the least probable, or has the smallest lead."""
    rows = model.rows(sentence)
    if model.has_probabilities:
        table = model.marginals(rows)
        return int(np.argmin(table[np.arange(len(table)), model.tag(rows)]))
    leads = [explain_tag(model, sentence, t).lead for t in range(sentence.n_tokens)]
    return int(np.argmin(leads))


def _find(words: Sequence[str], token: str) -> int:
    if token in words:
        return words.index(token)
    number = whole_number(token)
    if number is not None and 1 <= number <= len(words):
        return number - 1
    raise DataError(
        f"--token must be a word of the text, or its number from 1 to {len(words)}; got "
        f"{token[:40]!r}. The words are {shorten(' '.join(words), 300)}."
    )


def show_tagger(model: TaggerModel, k: int, html: str | None, *, as_json: bool) -> None:
    """Show what a tagger has learned: features of each tag, and transitions."""
    from linguine.reports import render_model, render_top_features
    from linguine.reports.tables import shorten

    top = top_tag_features(model, k)
    moves = sorted(transition_weights(model).items(), key=lambda each: -each[1])
    if html is not None:
        names = {"algorithm": "algorithm", "n_sentences": "sentences", "n_features": "features"}
        facts = {shown: model.info[name] for name, shown in names.items() if name in model.info}
        write_file(html, render_model(top, facts=facts))
        note(f"wrote {html}")
    elif as_json:
        write_json(
            {
                "features": {tag: [list(each) for each in top[tag]] for tag in top},
                "transitions": [[*pair, weight] for pair, weight in moves],
            }
        )
    else:
        write(render_top_features(top) + "\n", painted=True)
        shown = [moves[:_N_TRANSITIONS], moves[::-1][:_N_TRANSITIONS]]
        for title, rows in zip(("likely", "unlikely"), shown, strict=True):
            pairs = [
                f"{shorten(a, 40)} → {shorten(b, 40)} {weight:+.2f}"
                for (a, b), weight in rows
                if weight
            ]
            if pairs:
                write(f"\n{title} transitions\n  " + "\n  ".join(pairs) + "\n")

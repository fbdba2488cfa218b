"""What a parser is given: files of tokens or plain text, tagged first if that is asked for."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from linguine.data import Sentences, read_sentences
from linguine.data.formats.conll import ConlluParser
from linguine.data.reading.column_names import UNIVERSAL
from linguine.data.reading.token_options import TokenOptions
from linguine.data.trees import HEAD
from linguine.errors import DataError, DataWarning, OptionError
from linguine.features.arc.defaults import tag_column_of
from linguine.features.token.templates import resolve_column
from linguine.tasks.parser.allowed import Wishes, read_known_trees
from linguine.tasks.sentences.options import reading_settings
from linguine.tasks.sentences.reading import Line, SentenceReader
from linguine.tasks.sentences.recognition import is_universal
from linguine.tasks.sentences.wishes import NO_COLUMN

if TYPE_CHECKING:
    from linguine.tasks.parser.model import ParserModel
    from linguine.tasks.task import Settings

__all__ = ["ParserReader", "read_examples", "reading_of"]

_EMPTY = {"_", ""}
#: Tokens from which on an empty column is no accident.
_ENOUGH = 100


def read_examples(path: str, settings: Settings) -> Sentences:
    """Read all sentences of a file, with their trees."""
    sentences = read_sentences(path, **reading_of(path, settings))
    _require_heads(sentences)
    return sentences


def reading_of(path: str, settings: Settings) -> dict[str, Any]:
    """Return what the readers of tokens take."""
    reading = reading_settings({**settings, "tag_column": None})
    if is_universal(path, settings):
        reading["columns"] = None  # there it says what to look at
    return reading


def _require_heads(sentences: Sentences) -> None:
    """Raise DataError if the file has no trees at all; what is wrong with one is told later."""
    if HEAD not in sentences.columns:
        raise DataError(
            f"{sentences.source}: a parser learns from the head of each token; there is no column "
            f"of heads, only {', '.join(sentences.columns)}. Name it, for example --columns "
            f"w,pos,{HEAD},deprel, or train a tagger: --task tag."
        )
    if sentences.n_tokens and set(sentences.columns[HEAD].values.tolist()) <= _EMPTY:
        raise DataError(
            f"{sentences.place(0)}: a parser learns from the head of each token; here and in the "
            "whole file there is none. Give a treebank, or train a tagger of its parts of speech: "
            "--task tag."
        )


class ParserReader(SentenceReader):
    """Reads sentences as a parser needs them."""

    model: ParserModel

    def __init__(self, model: ParserModel, settings: Settings) -> None:
        super().__init__(model, settings, "parser")
        self.is_checked = False

    def of_lines(self, lines: Sequence[Line], source: str) -> Sentences:
        """Return lines of plain text as CoNLL-U, tagged; lines without words are left out."""
        self._require_words_only(source)
        content = "".join(_universal(line) for line in lines if line.words).encode()
        parser = ConlluParser(source, TokenOptions("conllu", needed=[]))
        sentences, _ = parser.parse(np.frombuffer(content, np.uint8), True)
        if sentences is None:
            return Sentences.from_python([], columns=list(UNIVERSAL))
        return self.tag(sentences)

    def tag(self, sentences: Sentences) -> Sentences:
        """Return the sentences with the columns that taggers fill."""
        self._check_filled(sentences)
        return super().tag(sentences)

    def wishes(self, sentences: Sentences, *, is_text: bool) -> Wishes | None:
        """Return what the columns of --allowed say about the trees; None if it is not given."""
        names = self.settings.get("allowed")
        if names is None:
            return None
        if is_text:
            raise OptionError(NO_COLUMN)
        columns = [each.strip() for each in names.split(",")]
        return read_known_trees(self.model.relations, sentences, columns)

    # --- which columns --------------------------------------------------------------------------

    def reading(self, path: str) -> dict[str, Any]:
        """Return what the readers of tokens take."""
        reading = reading_settings(self.settings)
        reading.pop("tag_column")
        given = self.first.given
        if is_universal(path, self.settings):
            if reading["columns"] is not None:
                seen = [each for each in self.model.columns if each in self.model.needed]
                raise OptionError(
                    f"--columns names the columns of files that are not CoNLL-U; {path} is. Leave "
                    f"it out: this parser looks at {', '.join(seen)}."
                )
        elif reading["columns"] is None:
            reading["columns"] = list(self.model.columns)
        return {**reading, "needed": given}

    def _require_words_only(self, source: str) -> None:
        others, filled = self.first.missing, self.first.filled
        if not others:
            return
        by_tagger = f" and --tagger gives {', '.join(filled)}" if filled else ""
        tags = tag_column_of(others)
        advice = (
            "Add --tagger TAGGER (linguine train FILE.conllu --task tag makes one)"
            if [tags] == others
            else f"Add a --tagger for each (linguine train FILE.conllu --tag-column {others[0]})"
        )
        seen = [each for each in self.model.columns if each in self.model.needed]
        less = ",".join(["form", *filled])
        raise DataError(
            f"{source}: this parser must see the columns {', '.join(seen)}; plain text has words "
            f"only{by_tagger}. {advice}, or train a parser that looks at less: --columns {less}."
        )

    def _check_filled(self, sentences: Sentences) -> None:
        """Complain once about columns that are there, but with nothing in them."""
        if self.is_checked or not sentences.n_tokens:
            return
        self.is_checked = True
        tags = tag_column_of(self.model.needed)
        for name in self.model.needed:
            place = resolve_column(name, list(sentences.columns))
            if name in self.first.filled or place is None:
                continue
            if not set(sentences.columns[place].values.tolist()) <= _EMPTY:
                continue
            if name == tags:
                raise DataError(
                    f"{sentences.place(0)}: this parser looks at {name}; here it is empty. Fill it "
                    "in, add --tagger TAGGER (linguine train FILE.conllu --task tag makes one), or "
                    "train a parser without it: --columns form."
                )
            if sentences.n_tokens >= _ENOUGH:
                warnings.warn(
                    f"{sentences.source}: the parser looks at {name}, and there it is empty: "
                    "expect worse trees. Fill it in, or train a parser without it (--columns).",
                    DataWarning,
                    stacklevel=2,
                )


def _universal(line: Line) -> str:
    """Return a line of plain text as a sentence of CoNLL-U."""
    ends = [end for _, end in line.places]
    begins = [begin for begin, _ in line.places[1:]]
    rows = [f"# text = {' '.join(line.text.split())}"]
    tokens, inside = dict(line.multiword), 0  # words of a multiword token that are left
    for i, word in enumerate(line.words):
        inside = tokens.get(i, max(inside - 1, 0))
        last = i + max(inside, 1) - 1
        is_joined = last < len(begins) and begins[last] == ends[last]
        misc = "SpaceAfter=No" if is_joined else "_"
        if i in tokens:
            whole = line.text[line.places[i][0] : ends[last]]
            rows.append(f"{i + 1}-{last + 1}\t{whole}" + "\t_" * 7 + f"\t{misc}")
        rows.append(f"{i + 1}\t{word}" + "\t_" * 7 + f"\t{'_' if inside else misc}")
    return "\n".join(rows) + "\n\n"

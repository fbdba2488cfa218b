"""What a parser is given: files of tokens or plain text, tagged first if that is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click
import numpy as np

from linguine.data import Sentences, iterate_sentences, read_sentences
from linguine.data.formats.conllu import ConlluParser
from linguine.data.reading.column_names import UNIVERSAL
from linguine.data.reading.token_options import TokenOptions
from linguine.errors import DataError
from linguine.features.arc.defaults import tag_column_of
from linguine.features.token.templates import resolve_column
from linguine.serving.console import note
from linguine.serving.tagging_first import TaggingFirst
from linguine.serving.token_files import is_universal
from linguine.serving.token_options import sentence_settings
from linguine.serving.tokens import BLOCK_BYTES, Line, iterate_lines

if TYPE_CHECKING:
    from linguine.tasks.parser.model import ParserModel

__all__ = ["ParserInput"]

_EMPTY = {"_", ""}
#: Tokens from which on an empty column is no accident.
_ENOUGH = 100


class ParserInput:
    """Reads sentences as a parser needs them.

    Parameters
    ----------
    model
        The parser.
    settings
        The options, with the paths of taggers.
    """

    def __init__(self, model: ParserModel, settings: Mapping[str, Any]) -> None:
        self.model, self.settings = model, settings
        self.first = TaggingFirst(settings["tagger"], model, "parser")
        self.is_checked = False
        self._told: set[str] = set()

    def tell(self, text: str) -> None:
        """Say something on standard error, and once only, however many blocks a file has."""
        if text not in self._told:
            self._told.add(text)
            note(text)

    def read(self, path: str) -> Sentences:
        """Return all sentences of a file, as they stand there."""
        return read_sentences(path, **self._reading(path))

    def blocks(self, path: str) -> Iterator[Sentences]:
        """Yield the sentences of a file of tokens, tagged, block after block."""
        for block in iterate_sentences(path, block_bytes=BLOCK_BYTES, **self._reading(path)):
            yield self.tag(block)

    def lines(self, path: str) -> Iterator[tuple[list[Line], Sentences]]:
        """Yield the lines of plain text, and the sentences that they are."""
        for lines, source in iterate_lines(path, self.settings):
            yield lines, self.of_lines(lines, source)

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
        return self.first.tag(sentences)

    # --- which columns --------------------------------------------------------------------------

    def _reading(self, path: str) -> dict[str, Any]:
        reading = sentence_settings(self.settings)
        reading.pop("tag_column")
        given = self.first.given
        if is_universal(path, self.settings):
            if reading["columns"] is not None:
                seen = [each for each in self.model.columns if each in self.model.needed]
                raise click.UsageError(
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
                note(
                    f"linguine: warning: {sentences.source}: the parser looks at {name}, and there "
                    "it is empty: expect worse trees. Fill it in, or train a parser without it "
                    "(--columns)."
                )


def _universal(line: Line) -> str:
    """Return a line of plain text as a sentence of CoNLL-U."""
    ends = [end for _, end in line.places]
    begins = [begin for begin, _ in line.places[1:]]
    rows = [f"# text = {' '.join(line.text.split())}"]
    for i, word in enumerate(line.words):
        is_joined = i < len(begins) and begins[i] == ends[i]
        misc = "SpaceAfter=No" if is_joined else "_"
        rows.append(f"{i + 1}\t{word}" + "\t_" * 7 + f"\t{misc}")
    return "\n".join(rows) + "\n\n"

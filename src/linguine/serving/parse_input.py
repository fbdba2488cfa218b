"""What a parser is given: files of tokens or plain text, tagged first if that is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click
import numpy as np

from linguine.data import Sentences, Tags, iterate_documents, iterate_sentences, read_sentences
from linguine.data.column_names import UNIVERSAL
from linguine.data.conllu import ConlluParser
from linguine.data.token_options import TokenOptions
from linguine.errors import DataError
from linguine.features.arc_defaults import tag_column_of
from linguine.features.token_templates import resolve_column
from linguine.serving.console import note
from linguine.serving.models import load_tagger_with_templates
from linguine.serving.token_files import is_universal
from linguine.serving.token_options import sentence_settings
from linguine.serving.tokens import BLOCK_BYTES, Line, tokenize_lines

if TYPE_CHECKING:
    from linguine.model.parser_model import ParserModel
    from linguine.model.tagger_model import TaggerModel

__all__ = ["ParserInput"]

_EMPTY = {"_", ""}
_WORDS, _TAGS = ("form", "w"), "upos"
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
        self.taggers: dict[str, TaggerModel] = {}  # by the column that they fill
        for path in settings["tagger"]:
            tagger = load_tagger_with_templates(path, model.n_threads)
            column = self._column_of(path, tagger)
            if column in self.taggers:
                raise DataError(
                    f"{path}: each --tagger must fill a column of its own; another one fills "
                    f"{column!r} already. Leave one of them out."
                )
            self.taggers[column] = tagger
        self.is_checked = False
        self._told: set[str] = set()

    def tell(self, text: str) -> None:
        """Say something on standard error, and once only, however many blocks a file has."""
        if text not in self._told:
            self._told.add(text)
            note(text)

    @property
    def filled(self) -> tuple[str, ...]:
        """The columns that taggers fill."""
        return tuple(self.taggers)

    def read(self, path: str) -> Sentences:
        """Return all sentences of a file, as they stand there."""
        return read_sentences(path, **self._reading(path))

    def blocks(self, path: str) -> Iterator[Sentences]:
        """Yield the sentences of a file of tokens, tagged, block after block."""
        for block in iterate_sentences(path, block_bytes=BLOCK_BYTES, **self._reading(path)):
            yield self.tag(block)

    def lines(self, path: str) -> Iterator[tuple[list[Line], Sentences]]:
        """Yield the lines of plain text, and the sentences that they are."""
        for documents in iterate_documents(
            path,
            format="lines",
            need_labels=False,
            encoding_errors=self.settings["encoding_errors"],
            block_bytes=BLOCK_BYTES,
        ):
            lines = tokenize_lines(documents.texts.tolist())
            yield lines, self.of_lines(lines, documents.source)

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
        for column, tagger in self.taggers.items():
            if not sentences.n_tokens:
                break
            tags = Tags(list(tagger.tags), tagger.tag(tagger.rows(sentences)))
            if column not in sentences.columns and _TAGS in sentences.columns:
                sentences = sentences.with_column(_TAGS, tags)  # under the name that CoNLL-U has
            sentences = sentences.with_column(column, tags)
        return sentences

    def changed(self, sentences: Sentences) -> list[str]:
        """Return the columns of a file that taggers have filled."""
        original = sentences.original
        there = list(sentences.columns)[: None if original is None else original.n_columns]
        names = [each if each in there else _TAGS for each in self.taggers]
        return [each for each in names if each in there]

    # --- which columns --------------------------------------------------------------------------

    def _column_of(self, path: str, tagger: TaggerModel) -> str:
        """Return the column that a tagger fills: its own, or else the parser's parts of speech."""
        needed = self.model.needed
        if tagger.tag_column in needed:
            return tagger.tag_column
        column = tag_column_of(needed)
        if column is None or (column in UNIVERSAL and tagger.tag_column in UNIVERSAL):
            others = [each for each in needed if each not in _WORDS]
            advice = f", or train one with --tag-column {others[0]}" if others else ""
            raise DataError(
                f"{path}: --tagger must fill a column that the parser looks at; this one gives "
                f"{tagger.tag_column!r}, and the parser looks at {', '.join(others) or 'words'} "
                f"only. Leave it out{advice}."
            )
        return column

    @property
    def _given(self) -> list[str]:
        """The columns that must be there before anything is tagged."""
        names: dict[str, None] = {}
        done: set[str] = set()
        for column, tagger in self.taggers.items():
            names |= dict.fromkeys(each for each in tagger.needed if each not in done)
            done.add(column)
        names |= dict.fromkeys(each for each in self.model.needed if each not in done)
        return [each for each in names if each not in _WORDS or "form" not in names or each != "w"]

    def _reading(self, path: str) -> dict[str, Any]:
        reading = sentence_settings(self.settings)
        reading.pop("tag_column")
        given = self._given
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
        others = [each for each in self._given if each not in _WORDS]
        if not others:
            return
        by_tagger = f" and --tagger gives {', '.join(self.filled)}" if self.taggers else ""
        tags = tag_column_of(others)
        advice = (
            "Add --tagger TAGGER (linguine train FILE.conllu --task tag makes one)"
            if [tags] == others
            else f"Add a --tagger for each (linguine train FILE.conllu --tag-column {others[0]})"
        )
        seen = [each for each in self.model.columns if each in self.model.needed]
        less = ",".join(["form", *self.filled])
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
            if name in self.taggers or place is None:
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

"""What a tagger is given: files of tokens or plain text, tagged first if that is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from linguine.data import Sentences, read_sentences
from linguine.data.reading.column_names import UNIVERSAL, word_column
from linguine.errors import DataError
from linguine.tasks.sentences.options import reading_settings
from linguine.tasks.sentences.reading import Line, SentenceReader
from linguine.tasks.sentences.tagging_first import WORDS, is_nameless
from linguine.tasks.tagger.algorithms import BAUM_WELCH
from linguine.tasks.tagger.input import read_token_file

if TYPE_CHECKING:
    from linguine.tasks.tagger.model import TaggerModel
    from linguine.tasks.task import Settings

__all__ = ["TaggerReader", "read_examples"]


def read_examples(path: str, settings: Settings) -> Sentences:
    """Return all sentences of a file, with their tags if these are learned from."""
    reading = reading_settings(settings)
    if settings.get("algorithm") == BAUM_WELCH:
        return read_token_file(path, **reading)
    return read_sentences(path, **reading)


class TaggerReader(SentenceReader):
    """Reads sentences as a tagger needs them."""

    model: TaggerModel

    def __init__(self, model: TaggerModel, settings: Settings) -> None:
        super().__init__(model, settings, "tagger")

    def read(self, path: str) -> Sentences:
        """Return all sentences of a file with the right tags."""
        return self.tag(self._with_tags(super().read(path)))

    def of_lines(self, lines: Sequence[Line], source: str) -> Sentences:
        """Return lines of plain text as sentences, if words are all that has to be given."""
        if self.first.missing:
            raise DataError(self._describe_missing(source))
        own = {*self.first.given} - {*WORDS}  # the words under another name
        words = [line.words for line in lines]
        return self.tag(Sentences.from_python(words, columns=[next(iter(own), "w")]))

    def reading(self, path: str) -> dict[str, Any]:
        """Return what the readers of tokens take."""
        reading = reading_settings(self.settings)
        if reading["columns"] is None:
            reading["columns"] = list(self.model.columns)
            if reading["tag_column"] is None:
                reading["tag_column"] = self.model.tag_column
        return {**reading, "needed": self.first.given}

    def _with_tags(self, sentences: Sentences) -> Sentences:
        """Return sentences whose last column is taken for the tags, if nothing else needs it."""
        names, given = list(sentences.columns), self.first.given
        n_spare = len(names) - len(given)
        if sentences.tag_column is not None or n_spare != 1 or names[-1] in given:
            return sentences
        tag = self.model.tag_column
        columns = dict(zip([*names[:-1], tag], sentences.columns.values(), strict=True))
        return replace(sentences, columns=columns, tag_column=tag)

    def _describe_missing(self, source: str) -> str:
        """Return what plain text lacks, and the two ways to go on."""
        model, missing = self.model, self.first.missing
        names, tag, filled = list(model.columns), model.tag_column, self.first.filled
        by_tagger = f" and --tagger gives {', '.join(filled)}" if filled else ""
        words = names.index(word_column(names)) + 1
        naming, place = f"--columns {','.join(names)} ", missing[0]
        less = f"--columns {words}:w,{names.index(tag) + 1}:{tag}"
        if names == list(UNIVERSAL):
            naming, less = "", f"--columns form --tag-column {tag}"
        elif all(is_nameless(each) for each in names[1:]) and missing[0] in names:
            naming, place = "", str(names.index(missing[0]) + 1)
        each = "a --tagger" if len(missing) == 1 else "a --tagger for each"
        return (
            f"{source}: this tagger must see the columns {', '.join(model.needed)}; plain text has "
            f"words only{by_tagger}. Add {each} (linguine train FILE {naming}--tag-column {place} "
            f"--model OUT makes one of {missing[0]}), or train a tagger on words alone ({less})."
        )

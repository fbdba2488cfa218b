"""Models: a file becomes what it is, a classifier of texts, a tagger or a parser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linguine.errors import DataError
from linguine.model.file.container import load_model
from linguine.serving.option_kinds import refuse_options
from linguine.serving.options import CLASSIFY, PARSE, TAG

if TYPE_CHECKING:
    from linguine.model.file.loaded_model import LoadedModel
    from linguine.tasks.parser.model import ParserModel
    from linguine.tasks.tagger.model import TaggerModel
    from linguine.tasks.text.model import TextModel

__all__ = ["load_any", "load_tagger_with_templates"]

#: The tasks that model files name, but for those of texts.
_TAGGING, _PARSING = "tagging", "parsing"


def load_any(
    path: str, n_threads: int | None = None, *, needs_templates: bool = True
) -> TextModel | TaggerModel | ParserModel:
    """Load a model file, and refuse options that such a model does not have.

    Parameters
    ----------
    path
        The file.
    n_threads
        Threads; None is all processors.
    needs_templates
        False also takes models whose features Python makes.
    """
    opened = load_model(path)
    task = opened.config.get("task")
    if task == _TAGGING:  # each imports what the others can do without
        tagger = _build_tagger(opened, n_threads, needs_templates=needs_templates)
        refuse_options(path, TAG, is_model=True)
        return tagger
    if task == _PARSING:
        from linguine.tasks.parser.file import build_parser

        parser = build_parser(opened)
        parser.n_threads = n_threads
        refuse_options(path, PARSE, is_model=True)
        return parser
    from linguine.tasks.text.file import build_text_model

    model = build_text_model(opened)
    model.n_threads = model.extractor.n_threads = n_threads
    refuse_options(path, CLASSIFY, is_model=True)
    return model


def load_tagger_with_templates(path: str, n_threads: int | None = None) -> TaggerModel:
    """Load a model file that must be a tagger."""
    opened = load_model(path)
    task = opened.config.get("task")
    if task != _TAGGING:
        got = "a parser" if task == _PARSING else "about texts"
        raise DataError(
            f"{path}: --tagger must be the model of a tagger; this one is {got}. Train one: "
            "linguine train FILE.conllu --task tag --model OUT."
        )
    return _build_tagger(opened, n_threads, needs_templates=True)


def _build_tagger(
    opened: LoadedModel, n_threads: int | None, *, needs_templates: bool
) -> TaggerModel:
    from linguine.tasks.tagger.file import build_tagger

    tagger = build_tagger(opened)
    if needs_templates and not tagger.needed:
        raise DataError(
            f"{opened.name}: the command line needs a model with templates; this one takes "
            "features that Python makes. Use it in Python: linguine.CRF.load."
        )
    tagger.n_threads = n_threads
    return tagger

"""Models: a file becomes what it is, a classifier of texts or a tagger."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linguine.errors import DataError
from linguine.model.file_format import load_model
from linguine.serving.token_options import refuse_options

if TYPE_CHECKING:
    from linguine.model.tagger_model import TaggerModel
    from linguine.model.text_model import TextModel

__all__ = ["load_any"]

#: The task that model files of taggers name.
TAGGING = "tagging"


def load_any(
    path: str, n_threads: int | None = None, *, needs_templates: bool = True
) -> TextModel | TaggerModel:
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
    if opened.config.get("task") != TAGGING:  # each imports what the other can do without
        from linguine.model.text_file import build_text_model

        model = build_text_model(opened)
        model.n_threads = model.extractor.n_threads = n_threads
        refuse_options(path, is_tokens=False)
        return model
    from linguine.model.tagger_file import build_tagger

    tagger = build_tagger(opened)
    if needs_templates and not tagger.needed:
        raise DataError(
            f"{path}: the command line needs a model with templates; this one takes features that "
            "Python makes. Use it in Python: linguine.CRF.load."
        )
    tagger.n_threads = n_threads
    refuse_options(path, is_tokens=True)
    return tagger

"""Options of dependency trees, and what they mean to the library."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from linguine.serving.options import INPUT, Table, add_options
from linguine.serving.token_options import given_learner_options
from linguine.serving.verb import option

__all__ = [
    "JACKKNIFE",
    "PAGE",
    "PARSING",
    "PICTURES",
    "TAGGING_FIRST",
    "TREES",
    "jackknife_option",
    "parser_settings",
    "picture_options",
    "tagging_options",
    "tree_options",
]

Function = TypeVar("Function", bound=Callable[..., Any])

LEARNING, _SHOWING = "Trees: what to learn", "Output of a parser"
PAGE = "page"

#: Which trees there are.
TREES: Table = {
    "--projective/--no-projective": (
        None,
        "Trees without crossing arcs (the default, and fast), or any trees.",
    ),
    "--single-root/--no-single-root": (None, "Exactly one root in each tree, or any number."),
}
PARSING: Table = {
    "--relation-cost N": (float, "What a wrong relation costs, where a wrong head costs 1."),
    "--shared-bits B": (int, "2^B weights of heads and modifiers: the size of the file."),
    "--relation-bits B": (int, "2^B rows of weights by relation."),
}
#: What is done to the tags before a parser learns from them.
JACKKNIFE: Table = {
    "--jackknife N": (
        int,
        "Learn from predicted tags, as --tagger will give them: cut the file into N parts, and tag "
        "each by what the others teach. Try 10.",
    ),
}
TAGGING_FIRST: Table = {
    "--tagger MODEL": (
        list,
        "For a parser or a tagger that looks at tags: tag the words first, instead of believing "
        "the file; for plain text. May be repeated: each fills its column.",
    ),
}
PICTURES: Table = {
    "--confidence": (
        bool,
        "Add how sure the parser is to the last column: HeadConf, of the head; and where they are "
        "probabilities ArcConf, of head and relation.",
    ),
    "--draw": (bool, "Draw trees as text. On a terminal --text does so by itself."),
    "--svg OUT": (str, "Write the drawing of one tree instead."),
}


def tree_options(function: Function) -> Function:
    """Add what is said about learning trees."""
    return add_options(function, LEARNING, TREES, PARSING)


def jackknife_option(function: Function) -> Function:
    """Add predicted tags to learn from."""
    return add_options(function, LEARNING, JACKKNIFE)


def tagging_options(function: Function) -> Function:
    """Add the taggers that come before the parser."""
    return add_options(function, INPUT, TAGGING_FIRST)


def picture_options(function: Function) -> Function:
    """Add how trees are shown."""
    # in explain --html is for every model, so that here it needs a name of its own
    page = option(
        "--html",
        PAGE,
        group=_SHOWING,
        metavar="OUT",
        help="Write a page with drawings of all trees instead.",
    )
    return add_options(page(function), _SHOWING, PICTURES)


def parser_settings(
    settings: Mapping[str, Any], *, is_universal: bool, algorithm: str | None = None
) -> dict[str, Any]:
    """Return what DependencyParser takes; what was not given is left to it.

    Parameters
    ----------
    settings
        The options.
    is_universal
        Whether the file is CoNLL-U, where --columns says what to look at; in other files it names
        the columns.
    algorithm
        Another algorithm than that of the options, with its own learner's settings: ``compare``.
    """
    from pathlib import Path

    from linguine.tasks import PARSER_ALGORITHMS

    chosen = settings.get("algorithm", "auto")
    made: dict[str, Any] = {
        "algorithm": algorithm or ("mira" if chosen == "auto" else chosen),
        "n_threads": settings["threads"],
        "seed": settings["seed"],
    }
    names = ("order", "projective", "single_root", "relation_cost", "shared_bits", "relation_bits")
    made |= {name: settings[name] for name in names if settings[name] is not None}
    if settings["template"] is not None:
        made["templates"] = Path(settings["template"])
    if settings["columns"] is not None and is_universal:
        made["columns"] = settings["columns"]
    if algorithm is None:
        made |= given_learner_options(settings, made["algorithm"], PARSER_ALGORITHMS)
    return made

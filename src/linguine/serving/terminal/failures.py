"""Failures: what went wrong becomes one line and an exit code.

0 done; 1 files and data; 2 the command line; 70 a mistake of linguine itself; 130 Ctrl-C; 143
SIGTERM.
"""

from __future__ import annotations

import re
import sys

import click

from linguine.errors import LinguineError, ParameterError

__all__ = ["PipeClosed", "Terminated", "describe_failure", "in_words_of_the_command_line"]

WRONG_DATA = 1
WRONG_USE = 2
OUR_MISTAKE = 70
INTERRUPTED = 130
TERMINATED = 143


class PipeClosed(Exception):  # noqa: N818  # not an error: the reader, such as head, has enough
    """Whoever reads our output has stopped reading."""


class Terminated(BaseException):  # as KeyboardInterrupt, so that nobody takes it for an error
    """The system wants this process to end (SIGTERM)."""


#: Parameters of the library whose option is not spelled the same.
_SPELLED = {
    "text": "text-column",
    "text_columns": "text-column",
    "label": "label-column",
    "n_threads": "threads",
    "templates": "template",
    "unknown_tags": "unknown-tag",
    "n_folds": "jackknife",
}
#: Parameters that are part of an option.
_OF_OWNERS = {
    (owner, end): f"--{option}: the {length} length"
    for owner, option in (("WordNgrams", "ngrams"), ("CharNgrams", "chars"))
    for end, length in (("low", "shortest"), ("high", "longest"))
}
#: Classes that are options here.
_CLASSES = r"(?<![\w'\"`.-])(Numeric|Categorical)(?![\w(])"
_PARAMETERS = (
    "algorithm all_states all_transitions alpha beta C calibration class_weight columns "
    "encoding_errors epochs format hash_bits header k_best l1 l2 label learner learning_rate "
    "longest_suffix max_df max_features max_iterations min_count min_df n_folds n_threads "
    "normalize order "
    "patience "
    "quantize rare reject_below relation_bits relation_cost scheme seed separator shared_bits "
    "tag_column templates text text_columns tolerance unknown_tags values"
).split()
# Expressions are compiled when there is something to say: 2 ms at every start else.
_OWNER = (
    r"^(TextClassifier|Tagger|DependencyParser|ArcExtractor|TokenExtractor|Extractor|estimator"
    r"|Online|jackknife|WordNgrams|CharNgrams): "
)
#: Options that are there or not.
_FLAG = r"(?<![\w'\"`.-])(strict|comments|header|join_columns)=True"
_NO_FLAG = r"(?<![\w'\"`.-])(projective|single_root|averaged|header)=False"
# Neither inside a quotation nor the end of another word. A word such as "text" may be just that,
# so it has to be assigned to, or to begin the message.
_OUTSIDE = r"(?<![\w'\"`.-])"
_ASSIGNED = rf"{_OUTSIDE}({'|'.join(_PARAMETERS)})=('?)([\w.+-]*[\w])\2"
_FIRST = rf"^({'|'.join(_PARAMETERS)})(?= must | needs )"
_UNMISTAKABLE = rf"{_OUTSIDE}({'|'.join(name for name in _PARAMETERS if '_' in name)})(?![\w=])"


def describe_failure(error: BaseException, *, is_debugging: bool = False) -> int:
    """Write one line about an error to standard error and return the exit code."""
    if is_debugging and not isinstance(error, PipeClosed | click.UsageError):
        import traceback

        for line in "".join(traceback.format_exception(error)).splitlines():
            sys.stderr.write(f"{_one_line(line, keep_spaces=True)}\n")
    line, code = _judge(error)
    if line:
        sys.stderr.write(f"linguine: {_one_line(line)}\n")
    return code


def _judge(error: BaseException) -> tuple[str, int]:
    if isinstance(error, click.ClickException):
        return _usage(error), error.exit_code
    if isinstance(error, PipeClosed):
        return "", 0
    if isinstance(error, ParameterError):
        return in_words_of_the_command_line(_about_option(error)), WRONG_USE
    if isinstance(error, LinguineError):
        return in_words_of_the_command_line(str(error)), WRONG_DATA
    if isinstance(error, click.Abort | KeyboardInterrupt):
        return "stopped.", INTERRUPTED
    if isinstance(error, Terminated):
        return "stopped: the process was told to end (SIGTERM).", TERMINATED
    if isinstance(error, MemoryError):
        return (
            "data and model must fit into memory; there is not enough. Train with --hash-bits 20, "
            "--max-features 100000, --threads 1 or fewer texts, or close other programs.",
            WRONG_DATA,
        )
    if isinstance(error, OSError):
        place = f"{error.filename}: " if error.filename else ""
        return f"{place}{error.strerror or error}. Check the path and the disk.", WRONG_DATA
    return (
        f"this is a mistake of linguine itself: {type(error).__name__}: {error}. Please report it "
        "with what --debug shows.",
        OUR_MISTAKE,
    )


def _about_option(error: ParameterError) -> str:
    """Return the message with the parameter that it begins with spelled as the option."""
    message, name = str(error), error.parameter
    if name is None:
        return message
    if error.owner is not None:
        message = message.removeprefix(f"{error.owner}: ")
    if not message.startswith(f"{name} "):
        return message
    option = _OF_OWNERS.get((error.owner or "", name))
    if option is None and name in _PARAMETERS:
        option = _option(name)
    return message if option is None else f"{option}{message[len(name) :]}"


def _usage(error: click.ClickException) -> str:
    message = error.format_message()
    context = getattr(error, "ctx", None)
    if context is None:
        return message
    ending = "" if message.endswith((".", "?")) else "."
    return f"{message}{ending} See {context.command_path} --help."


def in_words_of_the_command_line(message: str) -> str:
    """Return a message of the library with its parameters spelled as options.

    Examples
    --------
    >>> in_words_of_the_command_line("Read it with encoding_errors='replace'.")
    'Read it with --encoding-errors replace.'
    """
    message = re.sub(_CLASSES, lambda match: _option(match[1].lower()), re.sub(_OWNER, "", message))
    message = re.sub(_FLAG, lambda match: f"--{match[1].replace('_', '-')}", message)
    message = re.sub(_NO_FLAG, lambda match: f"--no-{match[1].replace('_', '-')}", message)
    message = re.sub(_ASSIGNED, lambda match: f"{_spell(match)} {match[3]}", message)
    return re.sub(_UNMISTAKABLE, _spell, re.sub(_FIRST, _spell, message))


def _spell(match: re.Match[str]) -> str:
    return _option(match[1])


def _option(name: str) -> str:
    return f"--{_SPELLED.get(name, name.replace('_', '-'))}"


def _one_line(message: str, *, keep_spaces: bool = False) -> str:
    """Return the message on one line; what a file put into it cannot move the cursor."""
    joined = message if keep_spaces else " ".join(message.split())
    return "".join(each if each.isprintable() else repr(each)[1:-1] for each in joined)

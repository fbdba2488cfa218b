"""Error messages have three parts: the rule; what was got, with its place; how to fix it."""

from __future__ import annotations

import re
from collections.abc import Callable

from linguine.errors import DataError


def assert_three_parts(error: BaseException, rule: str, got: str, fix: str) -> None:
    """Check that the message holds all three; the last sentence must be the advice."""
    message = " ".join(str(error).split())
    assert re.search(rule, message), f"the rule {rule!r} is missing in: {message}"
    assert re.search(got, message), f"what came ({got!r}) is missing in: {message}"
    assert re.search(fix, message), f"the advice {fix!r} is missing in: {message}"
    assert message[-1] in ".?", f"the message does not end a sentence: {message}"
    sentences = re.split(r"(?<=[.?;])\s+", message)
    assert len(sentences) >= 2, f"one clause cannot have three parts: {message}"


def has_three_parts(message: str) -> bool:
    """Whether a message is a rule, a semicolon, what came, and a sentence of advice."""
    first, _, advice = " ".join(message.split()).partition(";")
    return bool(first) and len(re.split(r"(?<=[.?])\s+", advice)) >= 2 and advice[-1] in ".?"


def assert_answers_or_refuses(ask: Callable[[bytes], object], data: bytes) -> None:
    """Check that a file of a stranger gives an answer, or a refusal in three parts."""
    said = ""
    try:
        ask(data)
    except DataError as error:
        said = str(error)
    assert not said or has_three_parts(said), said

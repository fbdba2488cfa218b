"""Templates: what is measured on a text. Each is plain data; the core does the work.

Templates are joined with ``+``: ``WordNgrams(1, 2) + CharNgrams(3, 5)``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar, TypeAlias

import numpy as np

from linguine import _core
from linguine.errors import ParameterError, check_flag, check_number, said
from linguine.registry import Registry

__all__ = [
    "Affixes",
    "Capitalisation",
    "CharNgrams",
    "Features",
    "Lexicon",
    "Shape",
    "Template",
    "WordList",
    "WordNgrams",
    "tokenize",
]

#: How a field is read: its number, tokenizer, lowercase, punctuation.
Stream: TypeAlias = "tuple[int, str, bool, bool]"

#: What float32 holds.
_LARGEST = 3e38

TOKENIZERS = Registry("tokenizer", {name: name for name in ("words", "alphanumeric", "whitespace")})


class Template:
    """Base of all templates: they can be added, and written down as plain data."""

    kind: ClassVar[str]

    def __add__(self, other: Template | Features) -> Features:
        """Return both sets of features together."""
        return Features((self,)) + other

    def to_config(self) -> dict[str, Any]:
        """Return the template as plain data."""
        fields = dataclasses.fields(self)  # type: ignore[arg-type]
        return {"template": self.kind, **{each.name: getattr(self, each.name) for each in fields}}


@dataclass(frozen=True)
class Features:
    """Several templates, joined.

    Examples
    --------
    >>> len((WordNgrams(1, 2) + CharNgrams(3, 5)).templates)
    2
    """

    templates: tuple[Template, ...]

    def __add__(self, other: Template | Features) -> Features:
        """Return both sets of features together."""
        if isinstance(other, Template):
            other = Features((other,))
        if not isinstance(other, Features):
            return NotImplemented
        return Features(self.templates + other.templates)


@dataclass(frozen=True)
class TextTemplate(Template):
    """A template that reads the text, or another column of texts."""

    _: KW_ONLY
    column: str | None = None

    def __post_init__(self) -> None:
        if self.column is not None and not isinstance(self.column, str):
            raise ParameterError(
                f"{type(self).__name__}: column must be the name of a column; got {self.column!r}. "
                "Leave it out to read the text."
            )

    def add_to(self, plan: _core.Plan, field: int) -> None:
        """Add the template to the core's plan, reading this field."""
        self._add(plan, self._stream(field))

    def _add(self, plan: _core.Plan, stream: Stream) -> None:
        raise NotImplementedError

    def _stream(self, field: int) -> Stream:
        return field, "words", True, False


@dataclass(frozen=True)
class TokenTemplate(TextTemplate):
    """A template over tokens.

    Parameters
    ----------
    tokenizer
        ``"words"`` (any script, keeps I, C++, don't, emoticons and emoji), ``"alphanumeric"``
        (scikit-learn's rule) or ``"whitespace"``.
    lowercase
        Do not tell capitals from small letters.
    punctuation
        With ``"words"``: punctuation marks are tokens, too.
    """

    _: KW_ONLY
    tokenizer: str = "words"
    lowercase: bool = True
    punctuation: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        owner = type(self).__name__
        TOKENIZERS.get(self.tokenizer)
        check_flag(owner, "lowercase", self.lowercase)
        check_flag(owner, "punctuation", self.punctuation)
        if self.punctuation and self.tokenizer != "words":
            raise ParameterError(
                f"is for the tokenizer 'words'; got {said('tokenizer', self.tokenizer)}. "
                "Leave one of them out.",
                owner=owner,
                parameter="punctuation",
            )

    def _stream(self, field: int) -> Stream:
        return field, self.tokenizer, self.lowercase, self.punctuation


def _check_lengths(owner: str, low: object, high: object) -> None:
    check_number(owner, "low", low, low=1, high=32, integer=True, fix="Try 1.")
    check_number(
        owner, "high", high, low=low, high=32, integer=True,  # type: ignore[arg-type]
        fix="The longest length must not be below the shortest.",
    )  # fmt: skip


@dataclass(frozen=True)
class LengthTemplate(TokenTemplate):
    """A template over tokens or parts of them, from a shortest to a longest length."""

    low: int = 1
    high: int = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        _check_lengths(type(self).__name__, self.low, self.high)


@dataclass(frozen=True)
class WordNgrams(LengthTemplate):
    """Runs of ``low`` to ``high`` neighbouring words.

    Examples
    --------
    >>> WordNgrams(1, 2).high
    2
    """

    kind: ClassVar[str] = "word-ngrams"

    def _add(self, plan: _core.Plan, stream: Stream) -> None:
        plan.add_word_ngrams(stream, self.low, self.high)


@dataclass(frozen=True)
class CharNgrams(TextTemplate):
    """Runs of ``low`` to ``high`` neighbouring characters.

    Parameters
    ----------
    within
        ``"words"``: inside words, with a space before and behind (scikit-learn's ``char_wb``);
        ``"text"``: across the whole text (``char``).

    Examples
    --------
    >>> CharNgrams(3, 5).within
    'words'
    """

    kind: ClassVar[str] = "char-ngrams"
    low: int = 3
    high: int = 5
    _: KW_ONLY
    within: str = "words"
    lowercase: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        _check_lengths("CharNgrams", self.low, self.high)
        check_flag("CharNgrams", "lowercase", self.lowercase)
        Registry("place for character n-grams", {"words": 0, "text": 0}).get(self.within)

    def _stream(self, field: int) -> Stream:
        # Whitespace: the one tokenizer that leaves every character as it is.
        return field, "whitespace", self.lowercase, False

    def _add(self, plan: _core.Plan, stream: Stream) -> None:
        plan.add_char_ngrams(stream, self.low, self.high, self.within == "words")


@dataclass(frozen=True)
class Affixes(LengthTemplate):
    """Beginnings and endings of words: ``pre:un``, ``suf:ing``.

    Parameters
    ----------
    low, high
        Shortest and longest number of characters; the word must be longer.

    Examples
    --------
    >>> Affixes(2, 3).low
    2
    """

    kind: ClassVar[str] = "affixes"
    high: int = 4

    def _add(self, plan: _core.Plan, stream: Stream) -> None:
        for from_end in (False, True):
            plan.add_affixes(stream, self.low, self.high, from_end)


@dataclass(frozen=True)
class Shape(TokenTemplate):
    """Shapes of words: ``shape:Xxx`` for "Washington", ``shape:dd`` for "2026".

    Examples
    --------
    >>> Shape().tokenizer
    'words'
    """

    kind: ClassVar[str] = "shape"

    def _add(self, plan: _core.Plan, stream: Stream) -> None:
        plan.add_shape(stream)


@dataclass(frozen=True)
class Capitalisation(TokenTemplate):
    """Capitals: ``caps:upper`` and ``caps:title`` per word, ``caps:all`` once a text.

    ``caps:all`` is the proposition "all words are capitalised" of Eq. (1.13) of [LxMLS].

    Examples
    --------
    >>> Capitalisation().tokenizer
    'words'
    """

    kind: ClassVar[str] = "capitalisation"

    def _add(self, plan: _core.Plan, stream: Stream) -> None:
        plan.add_capitalisation(stream)


def _one_token(owner: str, word: object) -> str:
    tokens = tokenize(word) if isinstance(word, str) else []
    if len(tokens) != 1:
        raise ParameterError(
            f"{owner}: every entry must be one word; got {word!r}. "
            "Leave it out, or use WordNgrams for phrases."
        )
    return tokens[0][0]


@dataclass(frozen=True)
class WordList(TextTemplate):
    """How many words of the text are in a list: ``list:NAME``.

    Parameters
    ----------
    name
        Name of the list.
    words
        Its words; capitals do not matter.

    Examples
    --------
    >>> WordList("greeting", ["hello", "Hi"]).words
    ('hello', 'hi')
    """

    kind: ClassVar[str] = "word-list"
    name: str
    words: Iterable[str]

    def __post_init__(self) -> None:
        super().__post_init__()
        words = sorted({_one_token("WordList", word) for word in self.words})
        object.__setattr__(self, "words", tuple(words))

    def _add(self, plan: _core.Plan, stream: Stream) -> None:
        words = list(self.words)
        weights = np.ones(len(words), np.float32)
        plan.add_word_list(stream, f"list:{self.name}", _core.Texts(words), weights, False)


@dataclass(frozen=True)
class Lexicon(TextTemplate):
    """The sum of the weights of the text's words: ``lex:NAME``, a number of its own.

    Parameters
    ----------
    name
        Name of the lexicon.
    weights
        Weight of each word; capitals do not matter.

    Examples
    --------
    >>> Lexicon("mood", {"Good": 1, "bad": -1}).weights
    {'bad': -1.0, 'good': 1.0}
    """

    kind: ClassVar[str] = "lexicon"
    name: str
    weights: Mapping[str, float]

    def __post_init__(self) -> None:
        super().__post_init__()
        for word, weight in self.weights.items():
            check_number(
                "Lexicon", f"the weight of {word!r}", weight, low=-_LARGEST, high=_LARGEST,
                fix="Use a number such as 1.0.",
            )  # fmt: skip
        weights = {_one_token("Lexicon", word): float(w) for word, w in self.weights.items()}
        object.__setattr__(self, "weights", dict(sorted(weights.items())))

    def _add(self, plan: _core.Plan, stream: Stream) -> None:
        words, weights = list(self.weights), np.array(list(self.weights.values()), np.float32)
        plan.add_word_list(stream, f"lex:{self.name}", _core.Texts(words), weights, True)


def tokenize(
    text: str, *, tokenizer: str = "words", lowercase: bool = True, punctuation: bool = False
) -> list[tuple[str, int, int]]:
    """Return the tokens of a text with the bytes of UTF-8 they come from.

    Examples
    --------
    >>> [token for token, begin, end in tokenize("I don't like C++ 3.0 :-)")]
    ['i', "don't", 'like', 'c++', '3.0', ':-)']
    """
    stream = (0, TOKENIZERS.get(tokenizer), lowercase, punctuation)
    return _core.tokenize(_core.Texts([text]), stream)

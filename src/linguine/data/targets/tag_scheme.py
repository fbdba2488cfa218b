"""Tag schemes: how tags such as B-NP spell spans of tokens, read and rewritten on whole corpora.

A corpus is an array of tag codes (indices into a list of tags) of all its tokens, and the offsets
of its sentences: sentence i holds the tokens ``offsets[i]`` to ``offsets[i + 1] - 1``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from linguine.errors import DataError, ParameterError

__all__ = [
    "Repair",
    "Spans",
    "TagScheme",
    "allowed_transitions",
    "check_corpus",
    "convert",
    "recognise",
    "repair",
    "spans",
]

Codes = NDArray[np.integer[Any]]
Bools = NDArray[np.bool_]

#: Letters for begin, inside, end and single; a set of tags keeps to one of these alphabets.
_SPELLINGS = ("BIES", "BILU", "BMES", "BMEW")
_OUTSIDE, _BEGIN, _INSIDE, _END, _SINGLE = range(5)
_N_ROLES = 5


class TagScheme(Enum):
    """How tags spell spans.

    PLAIN tags mark no spans (parts of speech). IOB1: inside tags, and B only where a span
    touches one of its own type before it. IOB2 (BIO): every span begins with B. BIOES: B, I, E
    for the first, inner and last token, S for a span of one; also spelled BILOU, BMES or BMEWO.

    Examples
    --------
    >>> recognise(["B-NP", "I-NP", "O"])
    <TagScheme.IOB2: 'iob2'>
    """

    PLAIN = "plain"
    IOB1 = "iob1"
    IOB2 = "iob2"
    BIOES = "bioes"


@dataclass(frozen=True, eq=False)
class Spans:
    """Spans of a corpus in the order of its tokens; made by ``spans``."""

    sentence: NDArray[np.int64]  # (n_spans,)
    begin: NDArray[np.int64]  # (n_spans,), first token, counted through the whole corpus
    end: NDArray[np.int64]  # (n_spans,), one behind the last token
    type_code: NDArray[np.int64]  # (n_spans,), index into type_names
    type_names: tuple[str, ...]  # sorted; '' is the type of the bare tags B, I, E, S

    def __len__(self) -> int:
        return len(self.begin)


class Repair(NamedTuple):
    """What ``repair`` did: the codes, the tags with the new ones at the end, and where."""

    codes: NDArray[np.int32]
    tags: list[str]
    n_repaired: int
    first: tuple[int, int] | None  # sentence, and token in it, both from 0


def check_corpus(
    codes: Codes, offsets: Codes, n_tags: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return codes (n,) and offsets (n_sentences + 1,), or raise DataError about a fault."""
    codes, offsets = np.asarray(codes), np.asarray(offsets)
    for name, values in (("codes", codes), ("offsets", offsets)):
        if values.ndim != 1 or (values.dtype.kind not in "iu" and values.size):
            raise DataError(
                f"{name} must be a column of integers; got {values.dtype} {values.shape}. "
                "Give tag codes of all tokens, and the offset of each sentence with the end."
            )
    if len(bad := np.flatnonzero((codes < 0) | (codes >= n_tags))):
        raise DataError(
            f"A tag code must lie between 0 and {n_tags - 1}, as there are {n_tags} tags; "
            f"token {bad[0]} has {codes[bad[0]]}. Give all tags that occur."
        )
    ends = offsets[[0, -1]].tolist() if len(offsets) else []
    if ends != [0, len(codes)] or (np.diff(offsets.astype(np.int64)) < 0).any():
        raise DataError(
            f"offsets must rise from 0 to the number of tokens, {len(codes)}; got "
            f"{offsets[:5].tolist()}, last {ends[1:]}. Give n_sentences + 1 numbers."
        )
    return codes.astype(np.int64, copy=False), offsets.astype(np.int64, copy=False)


def recognise(
    tags: Sequence[str], codes: Codes | None = None, offsets: Codes | None = None
) -> TagScheme:
    """Tell which scheme a corpus is written in, from its tags alone or with its tokens.

    All tags but ``O`` must be of the form ``B-type``, with the letters of one alphabet (BIES,
    BILU, BMES, BMEW), or all of them bare letters; anything else is PLAIN. Bare letters count
    only with a ``B`` and one that continues it, so that ``{"I", "O"}`` is PLAIN. So are sets with
    inner or last letters but no ``B``, other than those of IOB1.

    IOB1 and IOB2 differ in the first tag of a span that touches none of its type: the majority
    of these decides, so that a few mistakes in a file do not. Without tokens, types that have
    only I speak for IOB1 and types that have only B for IOB2; a tie is IOB2.

    Examples
    --------
    >>> tags, offsets = ["B-PER", "I-PER", "O"], np.array([0, 4])
    >>> recognise(tags, np.array([1, 1, 0, 2]), offsets).name
    'IOB1'
    >>> recognise(["NOUN", "IN", "O", "-LRB-"]).name
    'PLAIN'
    """
    if (codes is None) != (offsets is None):
        raise ParameterError(
            "recognise needs the tokens and their sentences together; got "
            f"{'offsets' if codes is None else 'codes'} alone. Give both, or neither."
        )
    return recognise_by(tags, [] if codes is None or offsets is None else [(tags, codes, offsets)])


def recognise_by(
    tags: Sequence[str], parts: Iterable[tuple[Sequence[str], Codes, Codes]]
) -> TagScheme:
    """Tell the same from tags and the parts of a corpus, each with tags of its own.

    A part is (tags, codes, offsets); they are looked at only where they decide.

    Examples
    --------
    >>> part = ["I-PER", "O"], np.array([0, 1]), np.array([0, 2])
    >>> recognise_by(["B-PER", "I-PER", "O"], [part, part]).name
    'IOB1'
    """
    scheme = _recognise_set(set(tags))
    if scheme not in (TagScheme.IOB1, TagScheme.IOB2):
        return scheme
    n_inside = n_begin = 0
    for names, codes, offsets in parts:
        tokens = _decode(codes, offsets, _take_apart(names))
        is_free = tokens.is_start & ~tokens.touches
        n_inside += int((is_free & (tokens.role == _INSIDE)).sum())
        n_begin += int((is_free & (tokens.role == _BEGIN)).sum())
    if n_inside != n_begin:
        scheme = TagScheme.IOB1 if n_inside > n_begin else TagScheme.IOB2
    return scheme


def _recognise_set(tags: set[str]) -> TagScheme:
    marks = tags - {"O"}
    letters = {tag.partition("-")[0] for tag in marks}
    is_typed = all(len(tag) > 2 and tag[1] == "-" for tag in marks)
    is_bare = all(len(tag) == 1 for tag in marks) and "B" in letters and letters & set("IMEL")
    if not marks or not (is_typed or is_bare) or not any(letters <= set(s) for s in _SPELLINGS):
        return TagScheme.PLAIN
    if not letters <= {"B", "I"}:
        is_whole = "B" in letters or (letters <= set("SUW") and "O" in tags)
        return TagScheme.BIOES if is_whole else TagScheme.PLAIN
    begun = {tag[1:] for tag in marks if tag[0] == "B"}
    inside = {tag[1:] for tag in marks if tag[0] == "I"}
    return TagScheme.IOB1 if len(inside - begun) > len(begun - inside) else TagScheme.IOB2


def allowed_transitions(tags: Sequence[str], scheme: TagScheme) -> tuple[Bools, Bools, Bools]:
    """Return which tag may follow which, which may open a sentence, and which may close it.

    In IOB2, I-X follows B-X or I-X only. In BIOES, B-X and I-X are followed by I-X or E-X, and
    nothing else is. PLAIN and IOB1 allow everything. Of the first table (n_tags, n_tags), a cell is
    True where the tag of the column may follow that of the row.

    Examples
    --------
    >>> allowed, start, _ = allowed_transitions(["B-NP", "I-NP", "O"], TagScheme.IOB2)
    >>> allowed.astype(int).tolist(), start.astype(int).tolist()
    ([[1, 1, 1], [1, 1, 1], [1, 0, 1]], [1, 0, 1])
    """
    every = np.ones(len(tags), dtype=np.bool_)
    if scheme in (TagScheme.PLAIN, TagScheme.IOB1):
        return np.outer(every, every), every, every.copy()
    role, kind = _take_apart(tags, scheme)[:2]
    may_go_on = (role == _BEGIN) | (role == _INSIDE)
    may_stop = ~may_go_on if scheme is TagScheme.BIOES else every
    continues = (role == _INSIDE) | (role == _END)
    allowed = np.where(continues, may_go_on[:, None] & (kind[:, None] == kind), may_stop[:, None])
    if not (~continues & may_stop).any():
        raise DataError(
            f"{scheme.name} must have tags for every sentence; of {list(tags)[:6]} none may be "
            "the tag of a sentence of one word. Add O, or the tag of a span of one word."
        )
    return allowed, ~continues, may_stop


def convert(
    codes: Codes, offsets: Codes, tags: Sequence[str], from_scheme: TagScheme, to_scheme: TagScheme
) -> tuple[NDArray[np.int32], list[str]]:
    """Spell the same spans in another scheme; return the codes, and the tags that occur, sorted.

    Malformed input is read as ``spans`` reads it, so the output is always well-formed. BIOES keeps
    the alphabet of the tags if they have one (BILOU).

    Examples
    --------
    >>> codes, offsets = np.array([1, 1, 0, 2]), np.array([0, 4])
    >>> new, tags = convert(codes, offsets, ["B-X", "I-X", "O"], TagScheme.IOB1, TagScheme.BIOES)
    >>> [tags[code] for code in new]
    ['B-X', 'E-X', 'S-X', 'O']
    """
    if TagScheme.PLAIN in (from_scheme, to_scheme):
        raise ParameterError(
            "convert works between IOB1, IOB2 and BIOES; "
            f"got {from_scheme.name} to {to_scheme.name}. Leave tags without spans as they are."
        )
    parts = _take_apart(tags, from_scheme)
    tokens = _decode(codes, offsets, parts)
    spelling = parts.spelling if to_scheme is TagScheme.BIOES else _SPELLINGS[0]
    names, place = _spell(_encode(tokens, to_scheme), tokens.kind, parts.type_names, spelling)
    new_tags = sorted(names)
    new_codes = np.array([new_tags.index(name) for name in names], dtype=np.int32)
    return new_codes[place], new_tags


def repair(codes: Codes, offsets: Codes, tags: Sequence[str], scheme: TagScheme) -> Repair:
    """Make tags well-formed without changing the spans that conlleval reads in them.

    In IOB2, I-X without B-X or I-X before it becomes B-X. In BIOES, the tags of a span become
    B I ... I E, or S for one token. PLAIN and IOB1 have nothing to repair. A tag that is needed and
    missing is appended to the returned tags.

    Examples
    --------
    >>> repair(np.array([2, 1, 1]), np.array([0, 3]), ["B-X", "I-X", "O"], TagScheme.IOB2)
    Repair(codes=array([2, 0, 1], dtype=int32), tags=[...], n_repaired=1, first=(0, 1))
    """
    read, offsets = check_corpus(codes, offsets, len(tags))
    repaired, new_tags = read.astype(np.int32), list(tags)
    if scheme in (TagScheme.PLAIN, TagScheme.IOB1):
        return Repair(repaired, new_tags, 0, None)
    parts = _take_apart(tags, scheme)
    tokens = _decode(read, offsets, parts)
    role = _encode(tokens, scheme)
    wrong = np.flatnonzero(role != tokens.role)
    names, place = _spell(role[wrong], tokens.kind[wrong], parts.type_names, parts.spelling)
    new_tags += sorted(set(names) - set(new_tags))
    repaired[wrong] = np.array([new_tags.index(name) for name in names], dtype=np.int32)[place]
    sentences = np.searchsorted(offsets, wrong[:1], side="right") - 1
    places = zip(sentences.tolist(), (wrong[:1] - offsets[sentences]).tolist(), strict=True)
    return Repair(repaired, new_tags, len(wrong), next(places, None))


def spans(codes: Codes, offsets: Codes, tags: Sequence[str]) -> Spans:
    """Find the spans of a corpus by the rules of conlleval, also where tags are malformed.

    A tag is split at its first hyphen into letter and type. Every sentence is read between two
    tags ``O``. Between a tag and the next one

    - a span *starts* if the next letter is B or S; if it is I or E, behind O, E or S; and if it
      is not O and the types differ;
    - a span *ends* if the letter was E or S; if it was B or I, before B, S or O; and if it was
      not O and the types differ.

    So a token is outside of all spans exactly if its letter is O, and I-X without a beginning is
    the beginning of a span. These are the rules of the CoNLL-2000 script with S, and with an E
    that always ends a span (there, it did not before B); its ``[`` and ``]`` are not read.

    Examples
    --------
    >>> tags = ["B-LOC", "I-LOC", "I-PER", "O"]
    >>> found = spans(np.array([3, 1, 0, 2, 2]), np.array([0, 5]), tags)
    >>> list(zip(found.begin.tolist(), found.end.tolist(), found.type_code.tolist()))
    [(1, 2, 0), (2, 3, 0), (3, 5, 1)]
    """
    parts = _take_apart(tags)
    tokens = _decode(codes, offsets, parts)
    # Spans do not overlap, so the first one to begin is the first one to end.
    begin, end = np.flatnonzero(tokens.is_start), np.flatnonzero(tokens.is_last) + 1
    sentence = np.searchsorted(np.asarray(offsets), begin, side="right") - 1
    return Spans(sentence, begin, end, tokens.kind[begin], parts.type_names)


class _Parts(NamedTuple):
    """Tags taken apart."""

    role: NDArray[np.int64]  # (n_tags,)
    kind: NDArray[np.int64]  # (n_tags,), index into type_names; -1 for O
    type_names: tuple[str, ...]
    spelling: str


def _take_apart(tags: Sequence[str], scheme: TagScheme = TagScheme.BIOES) -> _Parts:
    pairs = [tag.partition("-")[::2] for tag in tags]
    # The alphabet that reads most tags names the odd one; the first of equals, so {B, I} is BIES.
    spelling = max(_SPELLINGS, key=lambda s: sum(letter in set(s) for letter, _ in pairs))
    letters = f"O{spelling}" if scheme is TagScheme.BIOES else "OBI"
    for code, (letter, _) in enumerate(pairs):
        if letter not in set(letters):
            raise DataError(
                f"Tags that spell spans must be one of the letters {letters}, alone or before "
                f"a hyphen and a type; tag {code} is {tags[code]!r}. "
                "Name the scheme of these tags, and PLAIN if they mark no spans."
            )
    type_names = tuple(sorted({name for letter, name in pairs if letter != "O"}))
    kinds = [-1 if letter == "O" else type_names.index(name) for letter, name in pairs]
    roles = [letters.index(letter) for letter, _ in pairs]
    return _Parts(np.array(roles, np.int64), np.array(kinds, np.int64), type_names, spelling)


class _Tokens(NamedTuple):
    """What conlleval's rules say of every token : all (n,)."""

    role: NDArray[np.int64]
    kind: NDArray[np.int64]
    is_start: Bools
    is_last: Bools
    touches: Bools  # the token before it is in the same sentence and in a span of the same type


def _decode(codes: Codes, offsets: Codes, parts: _Parts) -> _Tokens:
    codes, offsets = check_corpus(codes, offsets, len(parts.role))
    role, kind = parts.role[codes], parts.kind[codes]
    before = np.concatenate([[_OUTSIDE], role])[:-1]
    before[offsets[:-1][np.diff(offsets) > 0]] = _OUTSIDE
    touches = (before != _OUTSIDE) & (np.concatenate([[-1], kind])[:-1] == kind)
    is_closed = (before == _END) | (before == _SINGLE)
    opens = (role == _BEGIN) | (role == _SINGLE)
    is_start = (role != _OUTSIDE) & (~touches | is_closed | opens)
    goes_on = np.append(((role != _OUTSIDE) & ~is_start)[1:], False)[: len(role)]
    return _Tokens(role, kind, is_start, (role != _OUTSIDE) & ~goes_on, touches)


def _encode(tokens: _Tokens, scheme: TagScheme) -> NDArray[np.int64]:
    """Return the roles that spell the spans of ``tokens`` in ``scheme`` : (n,)."""
    begins = tokens.is_start & (tokens.touches if scheme is TagScheme.IOB1 else True)
    role = np.where(begins, _BEGIN, np.where(tokens.role == _OUTSIDE, _OUTSIDE, _INSIDE))
    if scheme is TagScheme.BIOES:
        role[tokens.is_last] = np.where(tokens.is_start, _SINGLE, _END)[tokens.is_last]
    return role


def _spell(
    role: NDArray[np.int64], kind: NDArray[np.int64], type_names: Sequence[str], spelling: str
) -> tuple[list[str], NDArray[np.int64]]:
    """Return the tags that occur, and which of them each token has : (n,)."""
    key = np.where(role == _OUTSIDE, 0, kind * _N_ROLES + role)
    keys, place = np.unique(key, return_inverse=True)
    names = []
    for each in keys.tolist():
        letter, name = f"O{spelling}"[each % _N_ROLES], type_names[each // _N_ROLES] if each else ""
        names.append(f"{letter}-{name}" if name else letter)
    return names, place

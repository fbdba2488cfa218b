"""Tags to learn from: their scheme is recognised, rewritten where it must be, and checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data import Sentences, Tags
from linguine.data.targets.tag_scheme import (
    TagScheme,
    allowed_transitions,
    convert,
    recognise,
    recognise_by,
    repair,
)
from linguine.data.targets.tags import UNKNOWN
from linguine.errors import DataError, named
from linguine.registry import Registry

__all__ = [
    "SCHEMES",
    "TrainingTags",
    "encode_tags",
    "find_forbidden",
    "kind_of",
    "make_rules",
    "note_of_repairs",
    "prepare_tags",
    "recognise_parts",
]

#: What a user may say about tags; None looks at them.
SCHEMES: Registry[TagScheme | None] = Registry(
    "tag scheme",
    {"auto": None, **{each.value: each for each in TagScheme}},
)


#: Asked for and found: tags that spell the same spans in another way are rewritten.
_REWRITTEN = {
    (TagScheme.BIOES, TagScheme.IOB1),
    (TagScheme.BIOES, TagScheme.IOB2),
    (TagScheme.IOB2, TagScheme.BIOES),
}


_OUTSIDE = "O"
#: Share of tokens outside of all spans from which on the spans are names.
_OUTSIDE_OF_NAMES = 0.6


@dataclass(frozen=True, eq=False)
class TrainingTags:
    """The tags of some sentences, ready to learn from."""

    names: tuple[str, ...]  # the most frequent first
    codes: NDArray[np.int32]  # (n_tokens,), -1 where the tag is unknown
    scheme: TagScheme
    facts: dict[str, Any]  # what was found and done, for the model's info
    notes: tuple[str, ...]  # the same for people, a sentence each
    repaired: str = ""  # the first tag that was, and what it became

    @property
    def kind(self) -> str:
        """What the tags are about: ``"plain"``, ``"chunks"`` or ``"names"``."""
        counts = np.bincount(self.codes[self.codes != UNKNOWN], minlength=len(self.names))
        return kind_of(self.names, counts, self.scheme)


def kind_of(names: Sequence[str], counts: NDArray[np.intp], scheme: TagScheme) -> str:
    """Return what tags are about, of which there are so many each.

    Names are few, and most tokens are outside of them: 83 to 95 % in six corpora. Chunks cover a
    sentence: 13 % are outside of those of CoNLL-2000, 44 % of its noun phrases alone.
    """
    if scheme is TagScheme.PLAIN:
        return "plain"
    outside = counts[names.index(_OUTSIDE)] if _OUTSIDE in names else 0
    return "names" if outside / counts.sum() >= _OUTSIDE_OF_NAMES else "chunks"


def prepare_tags(
    sentences: Sentences,
    *,
    scheme: str = "auto",
    strict: bool = False,
    unknown: Sequence[str] = (),
    found: TagScheme | None = None,
) -> TrainingTags:
    """Read the tags of sentences to learn from.

    IOB1 becomes IOB2, and tags of spans become the scheme that is asked for. Inside tags without
    a beginning are repaired as conlleval reads them, or an error if ``strict``. ``unknown`` are
    texts that stand for an unknown tag; ``found`` is the scheme of all sentences that these are
    some of.

    Examples
    --------
    >>> sentences = Sentences.from_python([["In", "Rome"]], [["O", "I-LOC"]])
    >>> tags = prepare_tags(sentences)
    >>> tags.names, tags.codes.tolist(), tags.scheme.name, tags.notes[0][:14]
    (('B-LOC', 'O'), [1, 0], 'IOB2', 'the tags were ')
    """
    tags = sentences.tags(unknown=[*unknown, ""] if _may_be_empty(sentences) else unknown)
    wanted = SCHEMES.get(scheme)
    whole = _whole(sentences, tags)
    if found is None:
        found = recognise(tags.names, whole.codes, whole.offsets)
    if wanted is not None and (wanted, found) not in _REWRITTEN:
        found = wanted
    facts: dict[str, Any] = {"scheme": found.value}
    notes: list[str] = []
    repaired = ""
    if n_unknown := int((tags.codes == UNKNOWN).sum()):
        facts["n_unknown_tags"] = n_unknown
    if found is TagScheme.IOB1:
        tags, whole = _convert(sentences, tags, whole, found, TagScheme.IOB2)
        found, facts["scheme"], facts["converted_from"] = TagScheme.IOB2, "iob2", "iob1"
        notes.append("the tags were IOB1 and are now IOB2: every span begins with B")
    if found is not TagScheme.PLAIN:
        tags, n_repaired, repaired = _repair(sentences, tags, whole, found, strict=strict)
        if n_repaired:
            facts["n_repaired"] = n_repaired
            notes.append(note_of_repairs(n_repaired, repaired))
        _check_partial(sentences, tags, whole, found)
    if wanted is not None and (wanted, found) in _REWRITTEN:
        tags, whole = _convert(sentences, tags, _whole(sentences, tags), found, wanted)
        notes.append(f"the tags were {found.name} and are now {wanted.name}, as asked for")
        facts.setdefault("converted_from", found.value)
        found, facts["scheme"] = wanted, wanted.value
    # Frequent tags first: the core keeps features that know no others in less memory.
    counts = np.bincount(tags.codes[tags.codes != UNKNOWN], minlength=len(tags.names))
    order = sorted(range(len(tags.names)), key=lambda i: (-counts[i], tags.names[i]))
    names = tuple(tags.names[i] for i in order)
    return TrainingTags(names, tags.encode(names), found, facts, tuple(notes), repaired)


def note_of_repairs(n: int, first: str) -> str:
    """Return what to tell about tags that were repaired."""
    return f"{n:,} tags did not spell whole spans and were repaired, the first at {first}"


def recognise_parts(parts: Iterable[Sentences], *, unknown: Sequence[str] = ()) -> TagScheme:
    """Return the scheme of sentences that come in parts, which are gone through twice."""
    names: dict[str, None] = {}

    def read(part: Sentences) -> tuple[Sequence[str], NDArray[np.int32], NDArray[np.int64]]:
        tags = part.tags(unknown=unknown)
        whole = _whole(part, tags)
        return tags.names, whole.codes, whole.offsets

    for part in parts:
        names |= dict.fromkeys(part.tags(unknown=unknown).names)
    return recognise_by(list(names), (read(part) for part in parts))


def encode_tags(
    sentences: Sentences,
    names: Sequence[str],
    scheme: TagScheme,
    *,
    unknown: Sequence[str] = (),
) -> tuple[NDArray[np.int32], list[str]]:
    """Return the tags of other sentences in the scheme of a model, and all names.

    Codes are -1 where a tag is unknown : (n_tokens,). Names are the model's, and behind them those
    that it has never seen.
    """
    tags = sentences.tags(unknown=[*unknown, ""] if _may_be_empty(sentences) else unknown)
    if scheme is not TagScheme.PLAIN and (tags.codes != UNKNOWN).all():
        theirs = recognise(tags.names, tags.codes, sentences.offsets)
        if theirs not in (scheme, TagScheme.PLAIN):
            codes, converted = convert(tags.codes, sentences.offsets, tags.names, theirs, scheme)
            tags = Tags(converted, codes)
    everything = [*names, *tags.unseen(names)]
    return tags.encode(everything), everything


def make_rules(
    tags: Sequence[str], scheme: TagScheme, order: int, *, learns_transitions: bool = True
) -> _core.ChainRules:
    """Return what may follow what: everything for plain tags, whole spans for the others.

    Transitions that are not learned have no weights; what may not follow what stays.
    """
    masks: list[Any] = [None, None, None]
    if scheme is not TagScheme.PLAIN:
        masks = [each.astype(np.uint8) for each in allowed_transitions(tags, scheme)]
    return _core.ChainRules(len(tags), order, *masks, learns_transitions=learns_transitions)


def _may_be_empty(sentences: Sentences) -> bool:
    """Return True for lists of tags, where None stands for an unknown tag and becomes empty."""
    return not len(sentences.lines)


@dataclass(frozen=True, eq=False)
class _Whole:
    """The sentences whose tags are all known."""

    tokens: NDArray[np.bool_]  # (n_tokens,), which they have
    codes: NDArray[np.int32]
    offsets: NDArray[np.int64]


def _whole(sentences: Sentences, tags: Tags) -> _Whole:
    offsets, is_unknown = sentences.offsets, tags.codes == UNKNOWN
    lengths = np.diff(offsets)
    if not is_unknown.any():
        return _Whole(np.ones(len(tags.codes), np.bool_), tags.codes, offsets)
    before = np.concatenate([[0], np.cumsum(is_unknown)])
    is_whole = before[offsets[1:]] == before[offsets[:-1]]
    tokens = np.repeat(is_whole, lengths)
    ends = np.concatenate([[0], np.cumsum(lengths[is_whole])]).astype(np.int64)
    return _Whole(tokens, tags.codes[tokens], ends)


def _convert(
    sentences: Sentences, tags: Tags, whole: _Whole, old: TagScheme, new: TagScheme
) -> tuple[Tags, _Whole]:
    if not whole.tokens.all():
        token = int(np.argmax(tags.codes == UNKNOWN))
        raise DataError(
            f"{sentences.place(token)}: {old.name} tags that become {new.name} must all be known, "
            "as a tag depends on its neighbours; this one is not. Write the tags as "
            f"{new.name}, or leave the sentence out."
        )
    codes, converted = convert(tags.codes, sentences.offsets, tags.names, old, new)
    return Tags(converted, codes), _Whole(whole.tokens, codes, whole.offsets)


def _repair(
    sentences: Sentences, tags: Tags, whole: _Whole, scheme: TagScheme, *, strict: bool
) -> tuple[Tags, int, str]:
    done = repair(whole.codes, whole.offsets, tags.names, scheme)
    if not done.n_repaired:
        return tags, 0, ""
    codes = tags.codes.copy()
    codes[whole.tokens] = done.codes
    first = int(np.flatnonzero(codes != tags.codes)[0])
    was, is_now = tags.names[tags.codes[first]], done.tags[codes[first]]
    place = sentences.place(first)
    if strict:
        raise DataError(
            f"{place}: {scheme.name} tags must spell whole spans; {was!r} does not, and there are "
            f"{done.n_repaired:,} such tags. Write {is_now!r} here, or train without "
            f"{named('strict')}."
        )
    return Tags(done.tags, codes), done.n_repaired, f"{place}: {was} became {is_now}"


def _check_partial(sentences: Sentences, tags: Tags, whole: _Whole, scheme: TagScheme) -> None:
    """Refuse known neighbours that cannot be, in sentences that nobody repaired."""
    if whole.tokens.all():
        return
    is_wrong = find_forbidden(tags.codes, sentences.offsets, tags.names, scheme)
    if is_wrong.any():
        token = int(np.argmax(is_wrong))
        raise DataError(
            f"{sentences.place(token)}: {scheme.name} tags must spell whole spans, also beside "
            f"unknown tags; {tags.names[tags.codes[token]]!r} cannot stand here. Mend it, or mark "
            "it as unknown."
        )


def find_forbidden(
    codes: NDArray[np.int32], offsets: NDArray[np.int64], names: Sequence[str], scheme: TagScheme
) -> NDArray[np.bool_]:
    """Return True at tokens whose tag cannot follow the one before it, or end there : (n,)."""
    is_wrong = np.zeros(len(codes), np.bool_)
    if scheme is TagScheme.PLAIN:
        return is_wrong
    allowed, start, end = allowed_transitions(names, scheme)
    borders = offsets[np.append(True, np.diff(offsets) > 0)]
    firsts, lasts = borders[:-1], borders[1:] - 1
    known = codes != UNKNOWN
    is_wrong[1:] = known[1:] & known[:-1] & ~allowed[codes[:-1], codes[1:]]
    is_wrong[firsts] = known[firsts] & ~start[codes[firsts]]
    is_wrong[lasts] |= known[lasts] & ~end[codes[lasts]]
    return is_wrong

"""Mutations of files of lines: bytes, lines, fields and characters change, vanish and double."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

__all__ = ["NASTY", "damage_bytes", "mutate_bytes", "mutate_lines", "nasty_number", "nasty_text"]

#: Pieces of text that programs stumble over.
NASTY: tuple[bytes, ...] = (
    b"", b" ", b"\t", b"\0", b"\r", b"\n\n", b"\r\n", b'"', b'""', b"'", b"\\", b"#", b"# ", b"_",
    b"-", b"*", b":", b",", b";", b"=", b"%", b"{", b"}", b"[", b"]", b"|", b"0", b"-1", b"1-2",
    b"1.1", b"0.1", b"2-1", b"1-1", b"999999999999999999999", b"9" * 5000, b"-0", b"+1", b"1e5",
    b"1e999", b"nan", b"inf", b"-inf", b"0x10", b"1_000", b"None", b"null", b"true", b"__label__",
    b"__label__x", b"qid:1", b"1:1", b"w:", b":3", b"w:-1", b"w:1e9", b"w:nan", b"-DOCSTART-",
    b"B-", b"I-", b"B-X", b"O", b"root", b"label\ttext", b'{"text": "x", "label": "y"}',
    b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"\xef\xbb\xbf", b"\xff\xfe", b"\xff", b"\x80", b"\xc0\x80",
    b"\xe2\x82", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", "é".encode(), "e\u0301".encode(),
    "ß".encode(), "İ".encode(), "\u2028".encode(), "\u0085".encode(), "\u00a0".encode(),
    "\u200b".encode(),
    "\u202e".encode(), "\u4f60\u597d".encode(), "\U0001f469\u200d\U0001f467".encode(),
    "\u0663".encode(), "\u00b2".encode(), "\U0010ffff".encode(),
    b"w[-100..100]|w[-100..100]|w[-100..100]", b".*" * 20, b"a*" * 20 + b"$",
    b"a" * 300, b"ab " * 200, b"\t" * 50, b"\n" * 50, b'"' * 51, b"(" * 200, b"[" * 2000,
)  # fmt: skip
_NUMBERS = (
    0, 1, -1, 2, 3, 7, 8, 63, 64, 255, 256, 65535, 65536, 2**31 - 1, 2**31, 2**32, 2**53, 2**63 - 1,
    2**63, 2**64, -(2**31), -(2**63), 10**30,
)  # fmt: skip
_WORDS = (0, 1, 2, 3, 255, 256, 1 << 16, (1 << 31) - 1, 1 << 31, (1 << 32) - 1)
_SEPARATORS = (b"\t", b",", b" ", b":", b";", b"=", b"|", b"-")


def nasty_text(random: Random) -> str:
    """Return a text that programs stumble over; it can be encoded in UTF-8."""
    return random.choice(NASTY).decode("utf-8", "replace")


def nasty_number(random: Random) -> int:
    """Return a number at the border of something."""
    return random.choice(_NUMBERS)


def mutate_bytes(data: bytes, random: Random, pool: Sequence[bytes] = NASTY) -> bytes:
    """Change a few bytes, wherever they are."""
    kind = random.randrange(6)
    at = random.randrange(len(data) + 1)
    end = min(len(data), at + random.choice([1, 1, 2, 4, 16, 256, len(data)]))
    if kind == 0 and data:
        at = random.randrange(len(data))
        return data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1 :]
    if kind == 1:
        return data[:at]
    if kind == 2:
        return data[:at] + random.choice(pool) + data[at:]
    if kind == 3:
        return data[:at] + data[end:]
    if kind == 4:
        return data[:at] + data[at:end] * random.choice([2, 3, 40]) + data[end:]
    return data[:at] + random.randbytes(end - at if end - at < 64 else 8) + data[end:]


def damage_bytes(data: bytes, random: Random, head: int = 120) -> bytes:
    """Change bytes, or put an odd number somewhere: mostly where files say how large things are."""
    if random.random() < 0.4 or len(data) < 8:
        return mutate_bytes(data, random)
    place = random.randrange(min(len(data), head if random.random() < 0.6 else len(data)) - 4)
    return data[:place] + random.choice(_WORDS).to_bytes(4, "little") + data[place + 4 :]


def mutate_lines(data: bytes, random: Random) -> bytes:
    """Change lines, their fields or their characters, once or a few times."""
    for _ in range(random.choice([0, 1, 1, 1, 2, 3, 6])):
        data = random.choice(_CHANGES)(data, random)
    return data[:200_000]


def _change_line(data: bytes, random: Random) -> bytes:
    lines = data.split(b"\n")
    i, j = random.randrange(len(lines)), random.randrange(len(lines))
    kind = random.randrange(7)
    if kind == 0:
        del lines[i]
    elif kind == 1:
        lines.insert(j, lines[i])
    elif kind == 2:
        lines[i], lines[j] = lines[j], lines[i]
    elif kind == 3:
        lines[i : i + 2] = [b"".join(lines[i : i + 2])]
    elif kind == 4:
        lines.insert(i, random.choice(NASTY))
    elif kind == 5:
        lines[i : i + 1] = [lines[i]] * random.choice([2, 20, 300])
    else:
        lines = lines[: i + 1]
    return b"\n".join(lines)


def _change_field(data: bytes, random: Random) -> bytes:
    lines = data.split(b"\n")
    i = random.randrange(len(lines))
    separator = random.choice([each for each in _SEPARATORS if each in lines[i]] or [b"\t"])
    fields = lines[i].split(separator)
    k = random.randrange(len(fields))
    kind = random.randrange(6)
    if kind == 0:
        fields[k] = random.choice(NASTY)
    elif kind == 1:
        del fields[k]
    elif kind == 2:
        fields.insert(k, random.choice([*fields, *NASTY]))
    elif kind == 3:
        fields[k] += random.choice(NASTY)
    elif kind == 4:
        fields[k] = str(nasty_number(random)).encode()
    else:
        fields = [*fields[:k], *fields[k : k + 1] * random.choice([2, 30, 1000]), *fields[k + 1 :]]
    lines[i] = separator.join(fields)
    return b"\n".join(lines)


def _change_everywhere(data: bytes, random: Random) -> bytes:
    old, new = random.choice([
        (b"\n", b"\r\n"), (b"\n", b"\r"), (b"\t", b" "), (b" ", b"\t"), (b"\t", b","), (b",", b";"),
        (b"\n\n", b"\n"), (b"\n", b"\n\n"), (b'"', b""), (b"\t", b"\t\t"), (b"e", "é".encode()),
        (b"\n", b" \n"), (b"e", b"\xe9"), (b"1", b"0"), (b"1", "\u0661".encode()), (b"\n", b"\n\0"),
    ])  # fmt: skip
    return data.replace(old, new)[:200_000]


def _change_character(data: bytes, random: Random) -> bytes:
    text = data.decode("utf-8", "replace")
    at = random.randrange(len(text) + 1)
    piece = random.choice([
        "\ufeff", "\u2028", "\u0085", "\0", "\u0300" * 40, "\ud7ff", "\ufffd", "\U0001f600",
        "\x1b[2J", "ﬁ", "ǅ", "\u1fb3", "ẞ", "\u3000",
    ])  # fmt: skip
    return (text[:at] + piece + text[at + random.randrange(2) :]).encode()


def _change_number(data: bytes, random: Random) -> bytes:
    numbers = list(re.finditer(rb"\d+", data))
    if not numbers:
        return _change_field(data, random)
    found = random.choice(numbers)
    new = random.choice([str(nasty_number(random)).encode(), b"", b"-" + found[0], found[0] * 2])
    return data[: found.start()] + new + data[found.end() :]


_CHANGES: tuple[Callable[[bytes, Random], bytes], ...] = (
    mutate_bytes,
    _change_line,
    _change_line,
    _change_field,
    _change_field,
    _change_field,
    _change_everywhere,
    _change_character,
    _change_number,
)

"""Texts that break tokenisers: every script, emoji that join, marks that combine, broken bytes."""

# ruff: noqa: RUF001 - letters of other scripts that look like Latin ones are the point here

from __future__ import annotations

import unicodedata

from hypothesis import strategies as st

_EMOTICONS = "so :-) :D :'( =P :o) ;))) <3 </3 ^_^ -_-"
_FAMILY = "👨\u200d👩\u200d👧"
EXAMPLES: dict[str, tuple[str, list[str]]] = {
    "one-letter": ("I", ["i"]),
    "c-plus-plus": ("C++ and C# are not C.", ["c++", "and", "c#", "are", "not", "c"]),
    "c-plus-plus-11": ("C++11", ["c", "11"]),
    "contraction": ("don't can’t 'quoted'", ["don't", "can't", "quoted"]),
    "decomposed-accent": ("cafe\u0301's", ["cafe\u0301's"]),
    "numbers": ("3.14, 1,000.5 or 3. 4", ["3.14", "1,000.5", "or", "3", "4"]),
    "dots-between-letters": ("U.S. v1.2", ["u", "s", "v1.2"]),
    "emoticons": (_EMOTICONS, _EMOTICONS.lower().split()),
    "no-emoticon-before-a-word": ("at 10:30 :Day <3x", ["at", "10", "30", "day", "3x"]),
    "web-address": ("http://x.org a:3 a:)", ["http", "x", "org", "a", "3", "a", ":)"]),
    "next-to-solo": ("好:)好#tag好C++好", ["好", ":)", "好", "#tag", "好", "c++", "好"]),
    "hindi": ("नमस्ते दुनिया", ["नमस्ते", "दुनिया"]),
    "hindi-joiner": ("क\u094d\u200dष", ["क\u094d\u200dष"]),
    "arabic": ("مَرْحَبًا بالعالم، كتاب", ["مَرْحَبًا", "بالعالم", "كتاب"]),
    "persian-non-joiner": ("می\u200cخواهم \u200c", ["می\u200cخواهم"]),
    "chinese": ("你好world，世界2024", ["你", "好", "world", "世", "界", "2024"]),
    "japanese": ("カタカナ ひら", ["カ", "タ", "カ", "ナ", "ひ", "ら"]),
    "thai": ("กี่ปี", ["กี่", "ปี"]),
    "korean": ("안녕 세계", ["안녕", "세계"]),
    "emoji": (f"ok😀{_FAMILY}👍🏽❤️", ["ok", "😀", _FAMILY, "👍🏽", "❤️"]),
    "flags": ("🇮🇹🇩🇪🇫", ["🇮🇹", "🇩🇪", "🇫"]),
    "keycap": ("1️⃣", ["1️⃣"]),
    "hashtag": (
        "#hashtag @user a#b x@y.org #中",
        ["#hashtag", "@user", "a", "b", "x", "y", "org", "中"],
    ),
    "sigma": ("ΟΔΟΣ ΣΟΣ", ["οδος", "σος"]),
    "dotted-capital-i": ("İ'de", ["i̇'de"]),
    "replacement-and-nul": ("a\ufffdb\0c", ["a", "b", "c"]),
    "nothing": ("", []),
}
"""Texts, and their words as tokenizer "words" cuts them, lower-cased, by hand."""

PIECES = (
    "I Don't C++ C# 3.14 1,000 U.S. #hashtag @user x_y a-b can’t o'clock INTERNATIONAL iPhone6s",
    "café cafe\u0301 Straße ŒUVRE İstanbul İ'de ıI ÀÉÎÕÜ ŉ ǅungla ſ ﬁn E\u0301COLE",
    "ΟΔΟΣ Σ ΑΣ.Α ΣΑΣ' όχι Привет ЁЛКА שלום",
    "नमस्ते दुनिया क\u094d\u200dष कि\u0902 ०१२ தமிழ் বাংলা",
    "مَرْحَبًا العالم می\u200cخواهم ٣٫١٤ ؟",
    "你好世界 二〇二四 㐀 𠀀 東京タワー ひらがな ｶﾅ 々 한국어 안녕",
    "สวัสดี กี่ ๑๒ ສະບາຍ មួយ မြန်မာ",
    "😀 👨\u200d👩\u200d👧 👍🏽 🏽 ❤️ ☺ 🇮🇹🇩🇪🇫 1️⃣ #️⃣ 🏳️\u200d🌈 😀\u200d a\u200d😀 © ™ №",
    ":-) :D :)) ;( =P :o :o) :op <3 </3 <3x ^_^ -_- --_- :30 :-DD ::) http://x.y/z",
    "... !!! ?! «» — \u201cquoted\u201d $5 €10 100% a/b\\c ##tag ’’ '' ++ +++ _ __ `",
    "\0 \t\n \r\n \x1c \x85 \xa0 \u3000 \u2028 \u200b \ufeff \xad \ufffd \ue000",
)
WORDS = tuple(word for piece in PIECES for word in piece.split(" ") if word)
LETTERS = "".join(sorted(set("".join(PIECES))))

# Assigned since Unicode 3.2, and of one category ever since: the same for every Python.
SETTLED = st.characters(exclude_categories=["Cs", "Cn"]).filter(
    lambda c: unicodedata.ucd_3_2_0.category(c) == unicodedata.category(c)
)

_joined = st.lists(
    st.one_of(
        st.sampled_from(WORDS),
        st.sampled_from(LETTERS),
        st.sampled_from([" ", " ", "  ", ".", "'", "\u200d", "a", "A", "1"]),
        st.text(SETTLED, max_size=3),
    ),
    max_size=14,
).map("".join)
_sentences = st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join)
_long_words = st.builds(
    lambda word, times: word * times, st.sampled_from(WORDS), st.sampled_from([1, 2, 300])
)
any_text = st.one_of(_joined, _joined, _sentences, _long_words)
"""Valid text of every kind, from empty to some thousand characters."""

broken_text = st.lists(
    st.one_of(
        any_text.map(str.encode),
        st.binary(max_size=4),
        st.sampled_from(
            [b"\xff", b"\xc3", b"\xe2\x82", b"\xf0\x9f\x98", b"\xed\xa0\x80", b"\xc0\xaf", b"\x80"]
        ),
        st.sampled_from([b"\xf4\x90\x80\x80", b"\xe0\x80\x80", b"\xf0\x9f\x98a", b"\xe2\x28\xa1"]),
    ),
    max_size=5,
).map(b"".join)
"""Bytes of which some are no UTF-8."""

"""Targets: templates of tokens and of arcs, and template files of CRF++ and Wapiti."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from linguine.data.sentences import Sentences
from linguine.features import ArcTemplates, TokenTemplates
from linguine.features.token.crfpp_templates import read_template_file
from linguine.features.token.extractor import TokenExtractor
from linguine.features.token.patterns import TokenPattern

from .case import Case
from .mutations import mutate_lines, nasty_number

__all__ = ["ArcTarget", "TemplateFileTarget", "TokenTemplateTarget"]

WORDS = Sentences.from_python(
    [[("Anna", "N"), ("flew", "V"), ("", "X")], [("Ünï42-", "N"), ("a" * 40, "N")]], columns="w,pos"
)
TOKEN = (
    b"bias\nw[0]\nw[-2..2]|pos[0]\nw[0].lower.suffix1-4\ny[-1]|pos[-1..1]\nfirst\nlast\n"
    b"w[0].shape else w[0].type\nU05:{w[-1]}/{w[0].prefix2}\nw[0].digits\nw[0].pattern:p\n"
    b"w[0].lexicon:l|pos[1]\n"
)
ARC = b"h.w|m.w\nh.pos|m.pos|distance\nh.pos|m.pos|between.pos\nh.w.lower|m.w.suffix3|direction\n"
FILE = (
    b"# window\nU00:%x[-1,0]\nU01:%x[0,0]/%x[0,1]\nU02:%X[0,0]\n"
    b'U03:%t[0,0,"^\\u\\l*$"]\nU04:%m[0,0,"\\d\\d*$"]\n*05:%x[1,1]\nB\nB06:%x[0,1]\n'
)


def _atom(random: Random) -> str:
    """Return an atom with any offsets and forms."""
    low, high = (random.choice([-100, -2, -1, 0, 1, 9, 100, 101, 10**30]) for _ in range(2))
    offset = random.choice([f"{low}", f"{low}..{high}", "-100..100", "-2..2"])
    known = (
        "", ".lower", ".prefix1-100", ".suffix2", ".suffix1-4", ".shape", ".digits", ".type",
        ".pattern:p", ".lexicon:l", ".prefix3-2", f".prefix{nasty_number(random)}",
    )  # fmt: skip
    forms = "".join(random.choice(known) for _ in range(random.choice([0, 1, 1, 2, 4])))
    return f"{random.choice(['w', 'pos', 'w', 'y', 'x'])}[{offset}]{forms}"


@dataclass(frozen=True)
class TokenTemplateTarget:
    """Our own language, one template a line, and a pattern."""

    def make(self, random: Random, seeds: Path) -> tuple[bytes, dict[str, Any]]:
        lines = TOKEN.split(b"\n")
        chosen = b"\n".join(random.sample(lines, random.choice([1, 2, 4, len(lines)])))
        if random.random() < 0.4:
            chosen = "|".join(_atom(random) for _ in range(random.choice([1, 2, 3, 5]))).encode()
        pieces = ["a", ".", "?", "\\d", "\\", "\\U", "^", "$", "é", ".*", "a*", "[", "\0"]
        pattern = "".join(random.choice(pieces) for _ in range(random.choice([0, 1, 3, 8, 40])))
        return mutate_lines(chosen, random), {
            "pattern": pattern,
            "kind": random.choice(["test", "match"]),
            "beyond": random.choice(["value", "skip"]),
        }

    def run(self, case: Case, folder: Path, seeds: Path) -> None:
        pattern = TokenPattern(case.settings["pattern"], case.settings["kind"])
        templates = TokenTemplates(
            case.data.decode("utf-8", "replace"),
            case.settings["beyond"],
            lexicons={"l": ["anna", "flew"]},
            patterns={"p": pattern},
        )
        TokenTemplates.from_config(templates.to_config())
        _extract(templates)


@dataclass(frozen=True)
class ArcTarget:
    """Templates of arcs, one a line."""

    def make(self, random: Random, seeds: Path) -> tuple[bytes, dict[str, Any]]:
        lines = ARC.split(b"\n")
        if random.random() < 0.4:
            ends = [random.choice("hms") for _ in range(random.choice([1, 2, 3, 5]))]
            return "|".join(f"{end}.{_atom(random)}" for end in ends).encode(), {}
        return mutate_lines(b"\n".join(random.sample(lines, random.choice([1, 3]))), random), {}

    def run(self, case: Case, folder: Path, seeds: Path) -> None:
        templates = ArcTemplates(case.data.decode("utf-8", "replace").splitlines())
        templates.check_columns(["w", "pos"])


@dataclass(frozen=True)
class TemplateFileTarget:
    """A file of templates, in any of the languages."""

    def make(self, random: Random, seeds: Path) -> tuple[bytes, dict[str, Any]]:
        return mutate_lines(random.choice([FILE, FILE, TOKEN]), random), {}

    def run(self, case: Case, folder: Path, seeds: Path) -> None:
        path = folder / "x.tpl"
        path.write_bytes(case.data)
        _extract(read_template_file(path, ["w", "pos"]))


def _extract(templates: TokenTemplates) -> None:
    extractor = TokenExtractor(templates)
    extractor.fit_rows(WORDS)
    extractor.rows(WORDS)

"""The picture of the first page: what models that learned from the small corpora answer, and why.

``python -m tools.pages.picture`` writes it, light and dark, into docs/pictures. The models learn
anew each time; the same data give the same answers, so they give the same picture.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import escape
from string import Template

from linguine import DependencyParser, Tagger, TextClassifier, TextRegressor
from linguine.reports import Explanation, draw_svg
from linguine.reports.page_style import DARK, LIGHT
from linguine.reports.trees.layout import text_width
from linguine.tasks.tagger.demo import split_sentences
from linguine.tasks.text.demo import put_corpus

from .navigation import DOCS

PICTURES = {"answers_light.svg": LIGHT, "answers_dark.svg": DARK}
MESSAGE = "Your PDF invoices open as garbage characters in Acrobat."
REVIEW = "Broke after two days, waste of money."
LEGEND = "Blue words speak for it, orange ones against it; all add up."
SENTENCE = ["She", "found", "a", "book", "about", "the", "city", "."]

_WIDTH, _HEIGHT, _LEFT, _NOTE, _END = 640, 528, 8, 90, 632
_SCALE = 330  # where the scale of stars begins
_SIZE = 19.0
_STYLE = Template("""\
.a { font-family: "Noto Sans", "Segoe UI", Roboto, "DejaVu Sans", Arial, sans-serif; }
.a text { fill: $ink; font-size: 19px; } .a .quiet { fill: $quiet; font-size: 15px; }
.a .answer { font-size: 28px; font-weight: 700; fill: $for; }
.a .rule { stroke: $quiet; stroke-opacity: .35; }
.a .for { fill: $for; } .a .against { fill: $against; }
.a .scale { stroke: $quiet; stroke-width: 2; }
.a .held { stroke: $for; stroke-width: 8; stroke-linecap: round; stroke-opacity: .4; }
.a .tree text { text-anchor: middle; } .a .tree .tag { fill: $quiet; font-size: 13px; }
.a .tree .arc text { font-size: 13px; } .a .tree .ground { fill: none; }
.a .tree .arc path { fill: none; stroke: $for; stroke-width: 1.5px; }
.a .tree .arc .tip { fill: $for; }
""")


def make(colours: dict[str, str]) -> str:
    """Return the picture in these colours."""
    return "\n".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" class="a" role="img" '
            f'viewBox="0 0 {_WIDTH} {_HEIGHT}" aria-label="Three answers, and why">',
            f"<style>\n{_STYLE.substitute(colours)}</style>",
            *_parts(),
            "</svg>\n",
        ]
    )


@cache
def _parts() -> tuple[str, ...]:
    """Let the models learn and answer, and return what is drawn in any colours."""
    return (*_message(56), _rule(124), *_review(188), _rule(256), *_tree(284))


def _corpus(name: str) -> tuple[list[str], list[str]]:
    """Return the texts and the answers of the training part of a corpus."""
    kept: dict[str, list[str]] = {}
    put_corpus(name, lambda file, lines: kept.update({file: list(lines)}))
    rows = [line.split("\t", 1) for line in kept["train.tsv"]]
    return [text for _, text in rows], [answer for answer, _ in rows]


def _message(y: float) -> Iterator[str]:
    texts, labels = _corpus("helpdesk_small.tsv")
    desk = TextClassifier().fit(texts, labels)
    yield _note(_LEFT, y - 36, f"Which team? Learned from {len(texts)} messages.")
    yield from _words(desk.explain(MESSAGE), y)
    yield _text("answer", _LEFT, y + 42, str(desk.predict([MESSAGE]).item()))
    yield _note(_NOTE, y + 42, f"{desk.predict_proba([MESSAGE]).max():.0%}. {LEGEND}")


def _review(y: float) -> Iterator[str]:
    texts, stars = _corpus("reviews_small.tsv")
    judge = TextRegressor().fit(texts, [float(each) for each in stars])
    low, high = (float(end) for end in judge.predict_interval([REVIEW], coverage=0.9)[0][-2:])
    yield _note(_LEFT, y - 36, f"How many stars? Learned from {len(texts)} reviews.")
    yield from _words(judge.explain(REVIEW), y)
    yield _text("answer", _LEFT, y + 42, f"{judge.predict([REVIEW])[0]:.1f}")
    yield _note(_NOTE, y + 42, f"{max(low, 1):.1f} to {min(high, 5):.1f}, nine times in ten")
    at = [_SCALE + (_END - _SCALE) * (min(max(each, 1), 5) - 1) / 4 for each in (low, high)]
    yield f'<path class="scale" d="M{_SCALE} {y + 36}H{_END}"/>'
    yield f'<path class="held" d="M{at[0] + 4:.0f} {y + 36}H{at[1] - 4:.0f}"/>'


def _tree(y: float) -> Iterator[str]:
    words, tags, heads, relations = _sentences()
    tagger = Tagger("perceptron").fit(words, tags)
    parser = DependencyParser(projective=False).fit(
        [list(zip(*pair, strict=True)) for pair in zip(words, tags, strict=True)], heads, relations
    )
    found = tagger.predict([SENTENCE])[0]
    tree = parser.predict([list(zip(SENTENCE, found, strict=True))])[0]
    drawn = draw_svg(SENTENCE, [head for head, _ in tree], [name for _, name in tree], tags=found)
    drawn = re.sub(r"<style>.*?</style>\n", "", drawn, flags=re.DOTALL)
    width = float(re.findall(r'width="(\d+)"', drawn)[0])
    yield _note(_LEFT, y + 6, f"What hangs on what? Learned from {len(words)} sentences.")
    yield f'<g transform="translate({(_WIDTH - width) / 2:.0f} {y + 10})">{drawn}</g>'


def _sentences() -> tuple[list[list[str]], list[list[str]], list[list[int]], list[list[str]]]:
    """Return words, parts of speech, heads and relations of the training sentences."""
    kept: dict[str, list[str]] = {}
    split_sentences(lambda file, lines: kept.update({file: list(lines)}))
    tables = []
    for block in kept["train.conllu"]:
        rows = [line.split("\t") for line in block.splitlines() if line[:1].isdigit()]
        tables.append([row for row in rows if row[0].isdigit()])
    return (
        [[row[1] for row in rows] for rows in tables],
        [[row[3] for row in rows] for rows in tables],
        [[int(row[6]) for row in rows] for rows in tables],
        [[row[7] for row in rows] for rows in tables],
    )


def _words(why: Explanation, y: float) -> Iterator[str]:
    """Draw a text with each word on a ground as strong as what it says."""
    segments = why.segments()
    most = max(abs(each.weight) for each in segments)
    x = float(_LEFT)
    for each in segments:
        width = text_width(each.text, _SIZE) * 0.94
        strength = round(abs(each.weight) / most * 0.5, 1)
        if strength and each.text.strip():
            kind = "for" if each.weight > 0 else "against"
            yield (
                f'<rect class="{kind}" fill-opacity="{strength}" x="{x - 3:.0f}" y="{y - 20:.0f}" '
                f'width="{width + 6:.0f}" height="28" rx="4"/>'
            )
        if each.text.strip():
            fit = f' textLength="{width:.0f}"'
            yield f'<text x="{x:.0f}" y="{y:.0f}"{fit}>{escape(each.text)}</text>'
        x += width + (3 if each.text.isspace() else 0)


def _text(kind: str, x: float, y: float, text: str) -> str:
    return f'<text class="{kind}" x="{x:.0f}" y="{y:.0f}">{escape(text)}</text>'


def _note(x: float, y: float, text: str) -> str:
    return _text("quiet", x, y, text)


def _rule(y: float) -> str:
    return f'<path class="rule" d="M{_LEFT} {y:.0f}H{_END}"/>'


if __name__ == "__main__":
    for name, colours in PICTURES.items():
        (DOCS / "pictures" / name).write_text(make(colours), encoding="utf-8")

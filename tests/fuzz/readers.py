"""Targets: every reader of files, and what is made of what it read."""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import zstandard

from linguine.data import (
    Constituents,
    Tags,
    append_column,
    is_bracketed,
    iterate_constituents,
    iterate_documents,
    iterate_sentences,
    read_constituents,
    read_documents,
    read_sentences,
    write_constituents,
    write_trees,
)
from linguine.data.formats.token_bags import FEATURES, parse_token_bag, read_token_bags
from linguine.data.sentences import Sentences
from linguine.data.targets.tag_scheme import TagScheme, recognise, repair, spans
from linguine.data.trees import Trees

from .case import Case
from .json_mutations import mutate_json_lines
from .mutations import mutate_bytes, mutate_lines

__all__ = [
    "CONLL",
    "CONLLU",
    "BracketTarget",
    "CompressedTarget",
    "FolderTarget",
    "TextFileTarget",
    "TokenBagTarget",
    "TokenTarget",
]

TSV = b"label\ttext\tdate\nspam\tWin a prize now\t1\nham\tSee you at noon\t2\nham\tok\t3\n"
CSV = b'label,text\nspam,"Win, a ""prize"""\nham,"See you\nat noon"\nham,ok\n'
JSONL = (
    b'{"text": "Win a prize", "label": "spam", "n": 1}\n'
    b'{"label": "ham", "text": "caf\\u00e9 \\ud83d\\ude00\\n", "n": [1, {"a": null}]}\n'
)
FASTTEXT = b"__label__spam Win a prize\n__label__ham See you\n"
BAGS = b"label\tcounts\nspam\twin:2 prize:1\nham\tnoon:1 see:3.5\n"
SVMLIGHT = b"1 1:0.5 3:2 # note\n-1 qid:4 2:1e-3\n+1 1:1\n"
LINES = "Win a prize\n\nSee you at noon\nNaïve café 你好\n".encode()
TOKEN_BAGS = b"B-NP\tw=He\tlength:2\ta\\:b:0.5\nO\tw=\xc3\xa9\tw\n\nO\t\n"
CONLL = (
    b"-DOCSTART- -X- O\n\n"
    b"Anna NNP B-PER\nflew VBD O\nto TO O\nNew NNP B-LOC\nYork NNP I-LOC\n. . O\n"
    b"\nShe PRP O\nslept VBD O\n"
)
CONLLU = (
    b"# sent_id = 1\n# text = Vamos al mar\n1\tVamos\tir\tVERB\t_\tNumber=Plur\t0\troot\t_\t_\n"
    b"2-3\tal\t_\t_\t_\t_\t_\t_\t_\t_\n2\ta\ta\tADP\t_\t_\t4\tcase\t_\t_\n3\tel\tel\tDET\t_\t_\t4\tdet"
    b"\t_\t_\n4\tmar\tmar\tNOUN\t_\t_\t1\tobl\t_\tSpaceAfter=No\n4.1\tx\t_\t_\t_\t_\t_\t_\t1:dep\t_\n"
    b"\n1\tSi\tsi\tINTJ\t_\t_\t0\troot\t_\t_\n\n"
)
BRACKETS = (
    b"( (S (NP-SBJ-1 (DT The) (NN dog)) (VP (VBZ wants)\n  (S (NP (-NONE- *-1)) (VP (TO to)"
    b" (VP (VB bark)))) (PRT|ADVP (RB up))) (. .)))\n(TOP (INTJ (UH Oh) (-LRB- -LRB-)))\n(NN dog)\n"
)
ENCODING_ERRORS = ("strict", "strict", "replace", "latin-1")


def _document_settings(random: Random) -> dict[str, Any]:
    column = (None, None, None, "text", "label", "date", "1", 1, 2, 3, "Text", "x", "0", "9" * 5000)
    return {
        "need_labels": random.random() < 0.6,
        "header": random.choice([None, None, None, True, False]),
        "encoding_errors": random.choice(ENCODING_ERRORS),
        "text": random.choice(column),
        "label": random.choice(column),
        "block_bytes": random.choice([0, 0, 1, 7, 64]),
    }


def _read_texts(path: Path, settings: dict[str, Any]) -> None:
    options = dict(settings)
    n = options.pop("block_bytes")
    if n:
        found = list(iterate_documents(path, block_bytes=n, **options))
    else:
        found = [read_documents(path, **options)]
    for documents in found:
        documents.texts.tolist()
        list(documents.lines)
        assert documents.labels is None or len(documents.labels) == len(documents)


@dataclass(frozen=True)
class TextFileTarget:
    """Files of texts in one format, named or to be found out."""

    name: str
    seed: bytes
    ending: str
    mutate: Callable[[bytes, Random], bytes] = mutate_lines

    def make(self, random: Random, seeds: Path) -> tuple[bytes, dict[str, Any]]:
        settings = _document_settings(random)
        settings["format"] = self.name if random.random() < 0.5 else "auto"
        return self.mutate(self.seed, random), settings

    def run(self, case: Case, folder: Path, seeds: Path) -> None:
        path = folder / f"x{self.ending}"
        path.write_bytes(case.data)
        _read_texts(path, case.settings)


def _gzip(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


def _zstd(data: bytes) -> bytes:
    return zstandard.ZstdCompressor().compress(data)


@dataclass(frozen=True)
class CompressedTarget:
    """Compressed files: damaged outside, or inside."""

    def make(self, random: Random, seeds: Path) -> tuple[bytes, dict[str, Any]]:
        settings = {**_document_settings(random), "format": "auto"}
        pack = random.choice([_gzip, _zstd])
        inside = mutate_lines(random.choice([TSV, CSV, JSONL, LINES]), random)
        data = pack(inside) * random.choice([1, 1, 2])
        return mutate_bytes(data, random) if random.random() < 0.7 else data, settings

    def run(self, case: Case, folder: Path, seeds: Path) -> None:
        path = folder / "x.tsv.gz"
        path.write_bytes(case.data)
        _read_texts(path, case.settings)


@dataclass(frozen=True)
class FolderTarget:
    """Folders of labels: a line of the case is a file, its name and its text."""

    def make(self, random: Random, seeds: Path) -> tuple[bytes, dict[str, Any]]:
        data = b"spam/1.txt\tWin a prize\nham/2.txt\tSee you\nham/3\tok\n.git/x\tno\nnotes\tno\n"
        settings = {
            "need_labels": random.random() < 0.6,
            "encoding_errors": random.choice(ENCODING_ERRORS),
            "block_bytes": random.choice([0, 1, 20]),
        }
        return mutate_lines(data, random), settings

    def run(self, case: Case, folder: Path, seeds: Path) -> None:
        for line in case.data.split(b"\n")[:50]:
            name, _, text = line.partition(b"\t")
            parts = [part[:100].strip(b"\0. ") or b"x" for part in name.split(b"/")[:3]]
            path = os.path.join(os.fsencode(folder), *(part.replace(b"\0", b"") for part in parts))
            try:
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "wb") as file:
                    file.write(text)
            except OSError:  # a folder of that name, or a name that this disk cannot have
                continue
        _read_texts(folder, case.settings)


@dataclass(frozen=True)
class TokenTarget:
    """Files of tokens: read, their tags and trees understood, and written back."""

    seed: bytes
    ending: str

    def make(self, random: Random, seeds: Path) -> tuple[bytes, dict[str, Any]]:
        columns = (
            None,
            None,
            None,
            "w,pos,tag",
            "w,tag",
            "w,w",
            "y",
            "",
            "w,pos,head,deprel",
            "é,b",
        )
        return mutate_lines(self.seed, random), {
            "format": random.choice(["auto", "auto", "conll", "conllu"]),
            "columns": random.choice(columns),
            "tag_column": random.choice([None, None, "tag", "upos", "1", 2, "x", "9" * 5000]),
            "needed": random.choice([None, None, ["w"], ["w", "pos"], ["form", "upos"]]),
            "comments": random.random() < 0.3,
            "separator": random.choice(["auto", "auto", "tab", "blanks"]),
            "encoding_errors": random.choice(ENCODING_ERRORS),
            "block_bytes": random.choice([0, 0, 1, 7, 64]),
        }

    def run(self, case: Case, folder: Path, seeds: Path) -> None:
        path = folder / f"x{self.ending}"
        path.write_bytes(case.data)
        options = dict(case.settings)
        n = options.pop("block_bytes")
        if n:
            found = list(iterate_sentences(path, block_bytes=n, **options))
        else:
            found = [read_sentences(path, **options)]
        for sentences in found:
            _use(sentences)


def _use(sentences: Sentences) -> None:
    for name in sentences.columns:
        sentences.texts_of(name)
    if sentences.tag_column is not None:
        tags = sentences.tags()
        if (scheme := recognise(tags.names)) is not TagScheme.PLAIN:
            mended = repair(tags.codes, sentences.offsets, tags.names, scheme)
            spans(mended.codes, sentences.offsets, mended.tags)
    same = Tags(["X"], sentences.columns[next(iter(sentences.columns))].codes * 0)
    b"".join(append_column(sentences, same))
    if "head" in sentences.columns:
        trees = Trees.of(sentences, single_root=False)
        trees.is_projective()
        b"".join(write_trees(sentences, trees))


@dataclass(frozen=True)
class BracketTarget:
    """Trees in brackets: read, checked, written and read again."""

    def make(self, random: Random, seeds: Path) -> tuple[bytes, dict[str, Any]]:
        mutate = random.choice([mutate_bytes, mutate_lines])
        return mutate(BRACKETS, random), {
            "function_tags": random.random() < 0.5,
            "empty": random.random() < 0.5,
            "encoding_errors": random.choice(ENCODING_ERRORS),
            "block_bytes": random.choice([0, 0, 1, 7, 64]),
        }

    def run(self, case: Case, folder: Path, seeds: Path) -> None:
        path = folder / "x.mrg"
        path.write_bytes(case.data)
        is_bracketed("x.txt", np.frombuffer(case.data, dtype=np.uint8))
        options = dict(case.settings)
        n = options.pop("block_bytes")
        if n:
            found = list(iterate_constituents(path, block_bytes=n, **options))
        else:
            found = [read_constituents(path, **options)]
        for trees in found:
            arrays = (trees.offsets, trees.labels, trees.first, trees.last)
            Constituents.from_arrays(trees.sentences, *arrays, trees.names)
            path.write_bytes(b"".join(write_constituents(trees, pretty=n > 1)))
            if len(trees):
                again = read_constituents(path, function_tags=True, empty=True)
                assert again.to_brackets() == trees.to_brackets()


@dataclass(frozen=True)
class TokenBagTarget:
    """Tokens with the attributes that others made of them, in CRFsuite's own format."""

    def make(self, random: Random, seeds: Path) -> tuple[bytes, dict[str, Any]]:
        mutate = random.choice([mutate_bytes, mutate_lines])
        return mutate(TOKEN_BAGS, random), {
            "encoding_errors": random.choice(ENCODING_ERRORS),
            "block_bytes": random.choice([1, 7, 64, 1 << 20]),
        }

    def run(self, case: Case, folder: Path, seeds: Path) -> None:
        path = folder / "x.crfsuite"
        path.write_bytes(case.data)
        for block in read_token_bags(str(path), **case.settings):
            assert len(block.lines) == block.n_tokens == block.offsets[-1]
            for cell in block.column(FEATURES).tolist():
                parse_token_bag(cell)


def text_targets() -> dict[str, TextFileTarget]:
    """Return the formats of texts."""
    rows = (
        TextFileTarget("tsv", TSV, ".tsv"),
        TextFileTarget("csv", CSV, ".csv"),
        TextFileTarget("jsonl", JSONL, ".jsonl", mutate_json_lines),
        TextFileTarget("fasttext", FASTTEXT, ".txt"),
        TextFileTarget("bags", BAGS, ".txt"),
        TextFileTarget("svmlight", SVMLIGHT, ".txt"),
        TextFileTarget("lines", LINES, ".txt"),
    )
    return {row.name: row for row in rows}

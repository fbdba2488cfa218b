"""Targets: options of the command line with odd values, and odd files in the hands of each verb."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import click

from .case import Case
from .json_mutations import mutate_json_lines
from .mutations import mutate_lines, nasty_number, nasty_text
from .readers import BRACKETS, CONLL, CONLLU, CSV, FASTTEXT, JSONL, LINES, SVMLIGHT, TSV
from .verbs import MODELS, run_verb

__all__ = ["LogTarget", "OptionTarget", "VerbTarget"]

#: Verbs with what stands behind them; SEEDS is the folder of files and models.
_BASES: tuple[tuple[str, ...], ...] = (
    ("train", "text.tsv", "--model", "o.linguine"),
    ("train", "tokens.conll", "--model", "o.linguine", "--max-iterations", "3"),
    ("train", "tokens.conll", "--model", "o.linguine", "--algorithm", "perceptron"),
    ("train", "trees.conllu", "--model", "o.linguine", "--epochs", "1", "--shared-bits", "8"),
    ("train", "trees.mrg", "--model", "o.linguine", "--epochs", "1", "--bits", "6"),
    *(("predict", model, file) for model, (file, _) in MODELS.items()),
    *(("evaluate", model, file) for model, (file, _) in MODELS.items()),
    *(("report", model, file, "--html", "o.html") for model, (file, _) in MODELS.items()),
    *(("explain", model) for model in MODELS),
    *(("explain", model, "--text", "Win a prize at noon") for model in MODELS),
    ("cluster", "text.tsv", "-k", "2"),
    *(("inspect", model) for model in MODELS),
)
#: Options with which one may ask for any amount of work or of memory: they get small numbers.
_WORK = {
    "--epochs", "--max-iterations", "--threads", "--patience", "--k-best", "--jackknife",
    "--calibration", "--hash-bits", "-k", "--restarts", "--shared-bits", "--relation-bits",
    "--bits", "--vertical", "--horizontal",
}  # fmt: skip
_OUTPUTS = {"--assign", "--model", "--html", "--svg"}
#: What another system has decided: likeliest labels, and how probable each label is.
_LOG = b"".join(
    b'{"prompt": "%b lunch %d", "answer": {"spam": %b, "ham": %b}}\n' % (word, i, p, q)
    for i in range(25)
    for word, p, q in ((b"cash", b"0.9", b"0.1"), (b"noon", b"0.25", b"0.75"))
)
_WORDS = (
    "auto", "none", "l2", "blocks", "svm", "hmm", "crf", "logistic", "ridge", "mira", "lexicon",
    "naive-bayes", "nb-svm", "memm", "local-svm", "softmax-margin", "lbfgs", "owl-qn", "sgd",
    "adagrad", "pegasos", "frank-wolfe", "dual", "tfidf", "log", "count", "words", "whitespace",
    "text", "label", "n", "w", "tag", "upos", "w,pos,tag", "form,upos", "form", "iob2", "bioes",
    "plain", "conll", "conllu", "tsv", "csv", "jsonl", "lines", "bags", "svmlight", "tab", "blanks",
    "strict", "replace", "latin-1", "classify", "parse", "balanced", "spam=2", "spam=nan", "=",
    "a=b", "float16", "int8", "1-3", "3-1", "0-0", "1", "2", "0.5", "1e-3", "1e308", "text.tsv",
    "tokens.conll", "trees.conllu", "crf.linguine", "parser.linguine", "tokens.tpl", ".",
    "trees.mrg", "pcfg.linguine", "xpos", "2-5", "brackets", "bracket",
)  # fmt: skip


def _options_of(verb: str) -> list[click.Option]:
    command = import_module(f"linguine.serving.verbs.{verb}").command
    return [each for each in command.params if isinstance(each, click.Option)]


def _value(name: str, random: Random) -> str:
    if name in _WORK:
        return random.choice(
            ["0", "1", "2", "3", "7", "-1", "x", "", "1.5", "none", "auto", "9" * 30]
        )
    if name in _OUTPUTS:
        return random.choice(["o.out", "no/such/folder", ".", "", "é", "x" * 300])
    kind = random.random()
    if kind < 0.5:
        return random.choice(_WORDS)
    if kind < 0.75:
        return str(nasty_number(random))
    return nasty_text(random).replace("\0", "").replace("/", "")


def _add_option(random: Random, verb: str, arguments: list[str]) -> None:
    option = random.choice(_options_of(verb))
    names = [*option.opts, *option.secondary_opts]
    name = random.choice([each for each in names if each.startswith("-")])
    if name in ("--debug",):
        return
    arguments.append(name)
    if not option.is_flag and random.random() < 0.98:
        arguments.append(_value(name, random))


@dataclass(frozen=True)
class OptionTarget:
    """A verb that works, and a few options more."""

    def make(self, random: Random, seeds: Path) -> tuple[bytes, dict[str, Any]]:
        base = random.choice(_BASES)
        arguments = list(base)
        for _ in range(random.choice([1, 1, 2, 2, 3, 5])):
            _add_option(random, base[0], arguments)
        return b"", {"arguments": arguments}

    def run(self, case: Case, folder: Path, seeds: Path) -> None:
        for file in seeds.iterdir():
            (folder / file.name).symlink_to(file)
        run_verb(_without_much_work(case.settings["arguments"]))


def _without_much_work(arguments: list[str]) -> list[str]:
    """Choose an algorithm where none is said: auto tries them all."""
    if arguments[0] != "train" or arguments[1] != "text.tsv" or "--algorithm" in arguments:
        return [*arguments]
    return [*arguments, "--algorithm", "perceptron"]


@dataclass(frozen=True)
class VerbTarget:
    """A verb over an odd file: the whole way from bytes to an answer."""

    def make(self, random: Random, seeds: Path) -> tuple[bytes, dict[str, Any]]:
        model = random.choice(sorted(MODELS))
        file = MODELS[model][0]
        known = {
            "text.tsv": [TSV, CSV, JSONL, FASTTEXT, SVMLIGHT, LINES],
            "trees.mrg": [BRACKETS, BRACKETS, CONLLU, LINES],
        }
        content = random.choice(known.get(file, [CONLL, CONLLU]))
        ends = (Path(file).suffix, ".txt", ".csv", ".jsonl", ".conllu", ".conll")
        ending = random.choice(ends)
        verb = random.choice(["predict", "predict", "evaluate", "explain", "report"])
        more: list[str] = []
        if verb == "explain":
            more = ["--line", str(random.choice([1, 2, 3, 10**9]))]
        if verb == "report":
            more = ["--html", "o.html"]
        for _ in range(random.choice([0, 0, 1, 2])):
            _add_option(random, verb, more)
        settings = {"verb": verb, "model": model, "ending": ending, "options": more}
        return mutate_lines(content, random), settings

    def run(self, case: Case, folder: Path, seeds: Path) -> None:
        told = case.settings
        path = folder / f"x{told['ending']}"
        path.write_bytes(case.data)
        run_verb([told["verb"], str(seeds / told["model"]), str(path), *told["options"]])


@dataclass(frozen=True)
class LogTarget:
    """The log of another system: what it decided, of which a model takes over what is sure."""

    def make(self, random: Random, seeds: Path) -> tuple[bytes, dict[str, Any]]:
        data = _LOG
        for _ in range(random.choice([1, 1, 2, 5])):
            data = mutate_json_lines(data, random)
        more: list[str] = []
        if random.random() < 0.3:
            _add_option(random, "distil", more)
        return data, {"options": more}

    def run(self, case: Case, folder: Path, seeds: Path) -> None:
        path = folder / "log.jsonl"
        path.write_bytes(case.data)
        how = ["--text-column", "prompt", "--label-column", "answer", "--promise", "0.6"]
        how += ["--algorithm", "naive-bayes", "--model", str(folder / "o"), "--threads", "1"]
        run_verb(["distil", str(path), *how, *case.settings["options"]])

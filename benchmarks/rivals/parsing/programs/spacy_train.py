"""DATA OPTIONS MODEL OUT PART...: train spaCy's parser from scratch, parse parts of the treebank.

The clock covers spaCy's initialisation and training, its evaluations on dev included: it keeps the
best model that it saw.
"""

from __future__ import annotations

import io
import json
import shutil
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import spacy
from spacy.cli.init_config import init_config
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example
from spacy.training.initialize import init_nlp
from spacy.training.loop import train
from spacy_parse import document, parse
from treebank import read

#: Rows of the table that embeds universal tags: there are 17.
TAG_ROWS = 50


@spacy.registry.readers("benchmarks.Treebank.v1")
def read_treebank(path: str) -> Callable[[Language], Iterable[Example]]:
    """Gold words in, gold trees wanted: what spaCy's own reader gives with ``gold_preproc``."""

    def examples(nlp: Language) -> Iterable[Example]:
        for words in read(Path(path)):
            gold = Doc(
                nlp.vocab,
                words=[word.form for word in words],
                heads=[i if word.head == 0 else word.head - 1 for i, word in enumerate(words)],
                deps=[word.relation for word in words],
            )
            yield Example(document(nlp.vocab, words), gold)

    return examples


data, told, model, out, *parts = sys.argv[1:]
options = json.loads(told)
config = init_config(lang="en", pipeline=["parser"], optimize="efficiency", silent=True)
config["training"] |= {"max_epochs": options["epochs"], "seed": options["seed"]}
n_sentences = sum(1 for _ in read(Path(data, "train.conllu")))
frequency = config["training"].get("eval_frequency", 200)
config["training"]["eval_frequency"] = min(frequency, max(1, n_sentences // 10))  # tiny treebanks
config["corpora"] = {
    name: {"@readers": "benchmarks.Treebank.v1", "path": str(Path(data, f"{name}.conllu"))}
    for name in ("train", "dev")
}
if options["tags"]:
    embed = config["components"]["tok2vec"]["model"]["embed"]
    embed["attrs"] = [*embed["attrs"], "POS"]
    embed["rows"] = [*embed["rows"], TAG_ROWS]
folder = Path(out, "spacy")
folder.mkdir()
log = io.StringIO()
start = time.perf_counter()
nlp = init_nlp(config)
train(nlp, folder, stdout=log, stderr=log)
seconds = time.perf_counter() - start
shutil.move(folder / "model-best", model)
n_bytes = sum(file.stat().st_size for file in Path(model).rglob("*") if file.is_file())
n_weights = sum(
    node.get_param(name).size
    for _, pipe in nlp.pipeline
    for node in pipe.model.walk()
    for name in node.param_names
    if node.has_param(name)
)
row = {"iterations": options["epochs"], "weights": n_weights, "model_bytes": n_bytes}
print(json.dumps({**row, **parse(model, data, out, parts), "seconds": seconds}))

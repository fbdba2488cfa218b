"""Write the model files of this folder, and what they answer: see README.md.

Run with the commit whose files are to be kept: ``python tests/files/version_1/write_files.py``.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from linguine import CRF, DependencyParser, Tagger, TextClassifier
from linguine.features import Categorical, Numeric, WordNgrams

HERE = Path(__file__).parent

TEXTS = [
    "win cash now, click here",
    "free prize: claim your cash",
    "cheap pills, no prescription",
    "you have won a free holiday",
    "lunch at noon on Friday?",
    "the meeting moved to two",
    "see the notes of the meeting",
    "can you send me the notes",
    "Grüße aus München, bis Freitag",
    "treffen wir uns am Freitag",
    "das Treffen ist um zwei",
    "schick mir bitte die Notizen",
] * 3
LABELS = (["spam"] * 4 + ["work"] * 4 + ["deutsch"] * 4) * 3
COLUMNS = {
    "length": [str(len(text)) for text in TEXTS],
    "sender": ["shop.example", "shop.example", "pills.example", "", "anna", "bert"] * 6,
}
NEW_TEXTS = ["free cash at noon", "notes of the prize meeting", "Freitag um zwei", "", "cash cash"]
NEW_COLUMNS = {
    "length": [str(len(text)) for text in NEW_TEXTS],
    "sender": ["shop.example", "anna", "", "unheard.example", "pills.example"],
}

#: Words, parts of speech, names, heads and relations.
SENTENCES = [
    "Anna/PROPN/B-PER/2/nsubj sees/VERB/O/0/root Rome/PROPN/B-LOC/2/obj ./PUNCT/O/2/punct",
    "Rome/PROPN/B-LOC/2/nsubj sleeps/VERB/O/0/root ./PUNCT/O/2/punct",
    "the/DET/O/2/det old/ADJ/O/4/amod New/PROPN/B-LOC/4/compound York/PROPN/I-LOC/0/root",
    "Anna/PROPN/B-PER/3/nsubj Smith/PROPN/I-PER/1/flat meets/VERB/O/0/root the/DET/O/5/det "
    "dogs/NOUN/O/3/obj in/ADP/O/7/case Rome/PROPN/B-LOC/3/obl",
    "dogs/NOUN/O/2/nsubj bark/VERB/O/0/root and/CCONJ/O/4/cc sleep/VERB/O/2/conj",
    "does/AUX/O/3/aux Anna/PROPN/B-PER/3/nsubj sleep/VERB/O/0/root in/ADP/O/5/case "
    "York/PROPN/B-LOC/3/obl ?/PUNCT/O/3/punct",
] * 4
NEW_SENTENCES = [
    [("Anna", "PROPN"), ("York", "PROPN"), ("sleeps", "VERB"), ("in", "ADP"), ("Rome", "PROPN")],
    [("the", "DET"), ("cats", "NOUN"), ("meet", "VERB"), ("Smith", "PROPN"), ("?", "PUNCT")],
    [("bark", "VERB")],
]


def cells(*places: int) -> list[list[Any]]:
    """Return some columns of the sentences: a value for each token, or a tuple of them."""
    rows = [[token.rsplit("/", 4) for token in sentence.split()] for sentence in SENTENCES]
    if len(places) == 1:
        return [[token[places[0]] for token in sentence] for sentence in rows]
    return [[tuple(token[place] for place in places) for token in sentence] for sentence in rows]


def write_texts() -> None:
    """Write classifiers of texts."""
    words = WordNgrams(1, 2)
    columns = words + Numeric("length") + Categorical("sender")
    recipes: dict[str, tuple[TextClassifier, str | None]] = {
        "text_svm": (TextClassifier("svm", n_threads=1), None),
        "text_naive_bayes": (TextClassifier("naive-bayes", n_threads=1), None),
        "text_hashed_int8": (TextClassifier("logistic", hash_bits=9, n_threads=1), "int8"),
        "text_columns": (TextClassifier("mira", features=columns, n_threads=1), None),
        "text_auto": (TextClassifier(features=words, reject_below=0.4, n_threads=1), "float16"),
    }
    for name, (classifier, quantize) in recipes.items():
        classifier.fit(TEXTS, LABELS, columns=COLUMNS)
        classifier.save(HERE / f"{name}.linguine", quantize=quantize)
        keep(name, answer_texts)


def answer_texts(path: Path) -> dict[str, Any]:
    """Return what a classifier says about the new texts."""
    classifier = TextClassifier.load(path, n_threads=1)
    return {
        "labels": classifier.labels_,
        "predictions": classifier.predict(NEW_TEXTS, NEW_COLUMNS).tolist(),
        "probabilities": classifier.predict_proba(NEW_TEXTS, NEW_COLUMNS).tolist(),
    }


def write_taggers() -> None:
    """Write taggers, and a CRF over features that Python makes."""
    recipes: dict[str, Tagger] = {
        "tagger_crf": Tagger("crf", n_threads=1),
        "tagger_hmm": Tagger("hmm", n_threads=1),
        "tagger_perceptron": Tagger("perceptron", order=2, epochs=4, n_threads=1),
    }
    for name, tagger in recipes.items():
        tagger.fit(cells(0), cells(2))
        tagger.save(HERE / f"{name}.linguine", quantize="float16" if "crf" in name else None)
        keep(name, answer_sentences)
    bags = [[{"w": word, "upper": word[0].isupper()} for word in each] for each in cells(0)]
    CRF(c2=0.1, n_threads=1).fit(bags, cells(2)).save(HERE / "crfsuite.linguine")
    keep("crfsuite", answer_bags)


def answer_sentences(path: Path) -> dict[str, Any]:
    """Return what a tagger says about the new sentences."""
    tagger = Tagger.load(path, n_threads=1)
    words = [[word for word, _ in each] for each in NEW_SENTENCES]
    found: dict[str, Any] = {"labels": tagger.labels_, "predictions": tagger.predict(words)}
    if tagger.info_["algorithm"] != "perceptron":
        found["probabilities"] = [each.tolist() for each in tagger.predict_proba(words)]
    return found


def answer_bags(path: Path) -> dict[str, Any]:
    """Return what a CRF says about the new sentences."""
    bags = [[{"w": w, "upper": w[0].isupper()} for w, _ in each] for each in NEW_SENTENCES]
    crf = CRF.load(path)
    return {"labels": crf.classes_, "predictions": [crf.predict_single(each) for each in bags]}


def write_parsers() -> None:
    """Write parsers."""
    small: dict[str, Any] = {"shared_bits": 9, "relation_bits": 6, "n_threads": 1}
    recipes: dict[str, tuple[DependencyParser, str | None]] = {
        "parser_mira": (DependencyParser("mira", **small), None),
        "parser_int8": (DependencyParser("crf", projective=False, epochs=4, **small), "int8"),
        "parser_siblings": (DependencyParser("perceptron", order=2, **small), "float16"),
    }
    for name, (parser, quantize) in recipes.items():
        heads = [[int(head) for head in each] for each in cells(3)]
        parser.fit(cells(0, 1), heads, cells(4))
        parser.save(HERE / f"{name}.linguine", quantize=quantize)
        keep(name, answer_trees)


def answer_trees(path: Path) -> dict[str, Any]:
    """Return what a parser says about the new sentences."""
    parser = DependencyParser.load(path, n_threads=1)
    predicted = [[list(arc) for arc in tree] for tree in parser.predict(NEW_SENTENCES)]
    found: dict[str, Any] = {"labels": parser.labels_, "predictions": predicted}
    if parser.settings.order == 1:
        found["probabilities"] = [each.tolist() for each in parser.predict_proba(NEW_SENTENCES)]
    return found


ANSWERS: dict[str, Callable[[Path], dict[str, Any]]] = {
    "text": answer_texts,
    "tagger": answer_sentences,
    "crfsuite": answer_bags,
    "parser": answer_trees,
}


def keep(name: str, answer: Callable[[Path], dict[str, Any]]) -> None:
    """Write down what the file answers, out of the file itself."""
    found = json.dumps(answer(HERE / f"{name}.linguine"), ensure_ascii=False, indent=1)
    (HERE / f"{name}.json").write_text(found + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_texts()
    write_taggers()
    write_parsers()

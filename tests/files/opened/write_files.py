"""Write the files of this folder, with the original programs: see README.md.

Run in an environment that has both: ``python tests/files/opened/write_files.py``.
"""

from __future__ import annotations

import json
import random
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
WORDS = {
    "sport": "match goal team coach league win season player tor mannschaft".split(),
    "food": "soup garlic oven roast plate sauce dinner käse brot salz".split(),
    "rain": "storm cloud wind umbrella wet forecast grey flood regen wolke".split(),
}
COMMON = "the a of and to in is it was for on with 今日 été naïve".split()
NEW = [
    *("the team was wet", "garlic soup in the oven", "forecast: grey and windy", ""),
    *("今日 tor käse", "unheard words", "match umbrella dinner", "the the the", "Été naïve goal!"),
]
MODELS: dict[str, dict[str, Any]] = {
    "softmax": {"loss": "softmax", "wordNgrams": 2, "bucket": 40},
    "hs": {"loss": "hs", "minn": 2, "maxn": 3, "bucket": 60},
    "ns": {"loss": "ns"},
    "ova": {"loss": "ova"},
}


def texts() -> list[tuple[str, str]]:
    chance = random.Random(0)
    made = []
    for _ in range(60):
        label = chance.choices(list(WORDS), [3, 2, 1])[0]
        made.append((label, " ".join(chance.choices(WORDS[label] + COMMON, k=6))))
    return made


def write_fasttext() -> dict[str, Any]:
    import fasttext

    answers: dict[str, Any] = {}

    def keep(name: str, model: Any) -> None:
        model.save_model(str(HERE / name))
        found = [model.f.predict(text + "\n", 5, 0.0, "strict") for text in NEW]
        answers[name] = [{label: p for p, label in each} for each in found]

    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "train.txt"
        data.write_text("".join(f"__label__{y} {x}\n" for y, x in texts()), encoding="utf-8")
        common = {"epoch": 25, "lr": 0.5, "dim": 5, "minCount": 1, "thread": 1, "verbose": 0}
        for name, settings in MODELS.items():
            keep(f"{name}.bin", fasttext.train_supervised(str(data), **common, **settings))
        wide = {**common, "wordNgrams": 3, "bucket": 400, "dim": 6}
        model = fasttext.train_supervised(str(data), **wide)
        model.quantize(verbose=0)
        keep("quantised.ftz", model)
        model = fasttext.train_supervised(str(data), **wide)
        model.quantize(input=str(data), qnorm=True, cutoff=300, verbose=0)
        keep("pruned.ftz", model)
    return answers


def features(word: str, i: int) -> dict[str, Any]:
    return {"w": word.lower(), "end": word[-2:], "first": i == 0, "length": len(word) / 10}


def write_crfsuite() -> Any:
    import pycrfsuite

    trainer = pycrfsuite.Trainer(verbose=False)
    for label, text in texts():
        words = text.split()
        tags = [label if word in WORDS[label] else "O" for word in words]
        trainer.append([features(word, i) for i, word in enumerate(words)], tags)
    trainer.set_params({"c2": 0.1, "max_iterations": 40, "feature.possible_transitions": True})
    trainer.train(str(HERE / "chain.crfsuite"))
    tagger = pycrfsuite.Tagger()
    tagger.open(str(HERE / "chain.crfsuite"))
    answers = []
    for text in NEW:
        words = text.split()
        tags = tagger.tag([features(word, i) for i, word in enumerate(words)])
        shares = [{y: tagger.marginal(y, i) for y in tagger.labels()} for i in range(len(words))]
        answers.append({"tags": tags, "marginals": shares})
    return answers


def main() -> None:
    answers = {"texts": NEW, "fasttext": write_fasttext(), "crfsuite": write_crfsuite()}
    path = HERE / "answers.json"
    path.write_text(json.dumps(answers, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""Target: model files that are damaged, or forged and sealed again."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from linguine.model.file.container import load_model, model_bytes

from ..forging import Config, seal_again
from .array_mutations import change_tensor
from .case import Case
from .json_mutations import mutate_json
from .mutations import mutate_bytes
from .readers import BRACKETS, CONLL, CONLLU, LINES
from .verbs import MODELS, run_verb

__all__ = ["ModelTarget", "damage_model"]

_OF_SENTENCES = [name for name, (file, _) in MODELS.items() if not file.endswith(".tsv")]


@dataclass(frozen=True)
class ModelTarget:
    """A model of one kind, changed somewhere, in the hands of a verb.

    Parameters
    ----------
    models
        Which of the trained models to change.
    """

    models: tuple[str, ...]

    def make(self, random: Random, seeds: Path) -> tuple[bytes, dict[str, Any]]:
        name = random.choice(self.models)
        data = (seeds / name).read_bytes()
        data = damage_model(data, random)
        verb = random.choice(["predict", "predict", "evaluate", "explain", "inspect"])
        options = random.choice([[], [], ["--json"]])
        if verb == "predict" and name not in _OF_SENTENCES:
            options = random.choice([[], ["--all"], ["--proba"], ["--json"]])
        return data, {"verb": verb, "options": options, "model": name}

    def run(self, case: Case, folder: Path, seeds: Path) -> None:
        model = folder / "x.linguine"
        model.write_bytes(case.data)
        verb, options = case.settings["verb"], case.settings["options"]
        arguments = [verb, str(model), *options]
        file = _file_for(case.settings["model"], seeds)
        if verb == "evaluate":
            arguments.insert(2, str(file))
        elif verb == "predict":
            (folder / f"x{file.suffix}").write_bytes(_INPUTS[file.suffix])
            arguments.insert(2, str(folder / f"x{file.suffix}"))
        elif verb == "explain" and len(case.data) % 2:
            arguments += ["--text", "Anna will win a prize"]
        run_verb(arguments)


_INPUTS = {".tsv": b"text\tn\nWin it\t2\n" + LINES.split(b"\n")[0] + b"\t1\n", ".conll": CONLL}
_INPUTS |= {".conllu": CONLLU, ".mrg": BRACKETS}


def _file_for(model: str, seeds: Path) -> Path:
    return seeds / MODELS[model][0]


def damage_model(data: bytes, random: Random) -> bytes:
    """Change the bytes of a model file, its header, or what it holds; most are sealed again."""
    kind = random.random()
    if kind < 0.1:
        return mutate_bytes(data, random)
    return _forge_header(data, random) if kind < 0.2 else _forge(data, random)


def _forge_header(data: bytes, random: Random) -> bytes:
    """Change the header as text, or as JSON, and give the file a right checksum again."""
    n_header = int.from_bytes(data[:8], "little")
    header, rest = data[8 : 8 + n_header].rstrip(b" "), data[8 + n_header :]
    if random.random() < 0.5:
        at = random.randrange(60, len(header))
        return seal_again(header[:at] + mutate_bytes(header[at:], random), rest)
    value = json.loads(header)
    metadata = value.pop("__metadata__")
    changed = mutate_json(value, random)
    if not isinstance(changed, dict):
        changed = {}
    changed = {"__metadata__": metadata, **changed}
    return seal_again(json.dumps(changed, separators=(",", ":")).encode("utf-8", "replace"), rest)


def _forge(data: bytes, random: Random) -> bytes:
    """Change settings and tensors, and seal the file again."""
    loaded = load_model(data)
    tensors = {name: values.copy() for name, values in loaded.tensors.items()}
    config: Config = loaded.config
    if random.random() < 0.6:
        changed = mutate_json(config, random)
        config = changed if isinstance(changed, dict) else {}
    for _ in range(random.choice([0, 1, 1, 2])):
        change_tensor(tensors, random)
    try:
        return model_bytes(tensors, config)
    except ValueError:  # what a model file cannot hold at all, such as half a surrogate
        return mutate_bytes(data, random)

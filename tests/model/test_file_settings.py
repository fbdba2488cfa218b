"""Settings of a model file: whatever a forger writes into one, it is read or refused in words.

Forged with a valid checksum, they ended ``inspect``, ``explain`` and ``partial_fit`` in messages
such as "Cannot specify ',' with 's'".
"""

from __future__ import annotations

import pathlib
import tempfile
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from linguine import DataError, DependencyParser, Tagger, TextClassifier
from linguine.data.targets.tag_scheme import TagScheme
from linguine.errors import LinguineError
from linguine.features import ArcTemplates, WordNgrams
from linguine.model.file.container import load_model
from linguine.model.file.loaded_model import LoadedModel
from linguine.model.file.strict_json import read_json, write_json
from linguine.serving.verbs.inspect import summarize_file
from linguine.tasks.tagger.schema import SCHEMES
from linguine.tasks.task import task_of_file, tasks

from ..forging import Config, Tensors, forge
from ..messages import assert_three_parts
from ..tasks import sentences, treebank

Path = tuple[str | int, ...]
Model = TextClassifier | Tagger | DependencyParser

TEXTS, LABELS = ["free cash", "win cash", "at noon", "see noon"], ["spam", "spam", "ham", "ham"]
TOKENS = [[("a", "X"), ("b", "Y"), ("c", "X")], [("b", "Y"), ("a", "X")]]
HEADS = [[2, 0, 2], [0, 1]]
RELATIONS = [["x", "root", "y"], ["root", "y"]]


def text_file() -> bytes:
    model = TextClassifier("perceptron", features=WordNgrams(), n_threads=1, hash_bits=5, epochs=2)
    with tempfile.TemporaryDirectory() as folder:
        model.fit(TEXTS, LABELS).save(f"{folder}/m.linguine")
        return pathlib.Path(f"{folder}/m.linguine").read_bytes()


def tagger_file() -> bytes:
    tagger = Tagger("crf", templates=["w[0]"], n_threads=1)
    return sentences.saved(tagger.fit([["a", "b"], ["b", "a"]], [["B-X", "I-X"], ["O", "B-X"]]))


def parser_file() -> bytes:
    templates = ArcTemplates(["h.upos|m.upos"], ["m.upos"])
    parser = DependencyParser(
        "mira", n_threads=1, shared_bits=6, relation_bits=4, epochs=2, templates=templates
    )
    return treebank.saved(parser.fit(TOKENS, HEADS, RELATIONS))


def go_on_with_texts(data: bytes) -> None:
    model = TextClassifier.load(data)
    assert np.isfinite(model.decision_function(TEXTS)).all()
    model.partial_fit(TEXTS, LABELS)


def go_on_with_tags(data: bytes) -> None:
    Tagger.load(data).predict([["a", "b"]])


def go_on_with_trees(data: bytes) -> None:
    DependencyParser.load(data).predict(TOKENS)


FILES: dict[str, tuple[Callable[[], bytes], Callable[[bytes], None]]] = {
    "texts": (text_file, go_on_with_texts),
    "tags": (tagger_file, go_on_with_tags),
    "trees": (parser_file, go_on_with_trees),
}

HOSTILE: list[Any] = [
    None, True, "x", "", "\x1b[2J", -1, 0, 3, 1e30, 10**30, -0.5, [], ["x"], [None], {}, {"x": 1},
    {"low": 1}, [{"low": 1}],
]  # fmt: skip
GONE = object()


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    """All places in plain data, outer ones first."""
    if path:
        yield path
    entries: Any = ()
    if isinstance(value, dict):
        entries = value.items()
    elif isinstance(value, list):
        entries = enumerate(value[:2])
    for key, each in entries:
        yield from places(each, (*path, key))


def put(config: Config, path: Path, value: Any) -> None:
    inner: Any = config
    for key in path[:-1]:
        inner = inner[key]
    if value is GONE:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value


@pytest.mark.parametrize("kind", FILES)
def test_a_forged_setting_is_read_or_refused_in_words(kind: str) -> None:
    make, go_on = FILES[kind]
    data = make()
    for path in list(places(load_model(data).config)):
        for value in [GONE, *HOSTILE]:
            forged = forge(data, lambda _, config, p=path, v=value: put(config, p, v))  # type: ignore[misc]
            try:
                opened = load_model(forged)
                task_of_file(opened).check(opened)
                assert summarize_file(opened.describe())
                go_on(forged)
            except LinguineError as error:
                assert_three_parts(error, "must|need|reads|broken|damaged", "; |: |got", r"[.?]$")
            except Exception as error:  # the place is what one wants to know
                pytest.fail(f"{path} = {value!r}: {type(error).__name__}: {error}")


@pytest.mark.parametrize("kind", FILES)
def test_a_field_that_nobody_knows_yet_is_left_alone(kind: str) -> None:
    make, go_on = FILES[kind]

    def add(_: Tensors, config: Config) -> None:
        config["from_tomorrow"] = config["info"]["from_tomorrow"] = {"a": [1]}

    go_on(forge(make(), add))


@pytest.mark.parametrize(
    ("kind", "path", "value"),
    [
        ("texts", ("info", "n_documents"), "many"),
        ("texts", ("features", 0), {"template": "word-ngrams", "low": 1}),
        ("texts", ("info", "estimated_accuracy"), "good"),
        ("tags", ("info", "n_sentences"), "many"),
        ("tags", ("order",), 16),
        ("trees", ("info", "n_weights"), None),
        ("trees", ("templates",), {"shared": ["h.upos"]}),
    ],
)
def test_a_wrong_setting_is_named_with_its_place(kind: str, path: Path, value: Any) -> None:
    forged = forge(FILES[kind][0](), lambda _, config: put(config, path, value))
    opened = load_model(forged)
    with pytest.raises(DataError) as caught:
        task_of_file(opened).check(opened)
    place = "config" + "".join(f"[{key!r}]" for key in path)
    assert place in str(caught.value)
    assert_three_parts(caught.value, "must be of the right types", "is|has", "save the model again")


def test_every_task_has_a_schema_and_an_unknown_one_is_told() -> None:
    assert {row.in_files for row in tasks()} == {
        "text-classification",
        "text-clusters",
        "text-multilabel",
        "text-scores",
        "tagging",
        "parsing",
        "constituency",
        "tokenization",
    }
    forged = forge(text_file(), lambda _, config: put(config, ("task",), "translation"))
    with pytest.raises(DataError) as caught:
        task_of_file(load_model(forged))
    assert_three_parts(caught.value, "must be one of", "'translation'", "later version")


def test_the_schema_knows_all_schemes_of_tags() -> None:
    assert set(SCHEMES) == {each.value for each in TagScheme}


def test_half_a_character_is_neither_read_nor_written() -> None:
    assert read_json('"\\ud83d\\ude00"') == "\U0001f600"
    with pytest.raises(ValueError, match="half a character"):
        read_json('{"a": ["\\ud83d"]}')
    with pytest.raises(ValueError, match="half a character"):
        read_json('{"\\uDC00": 1}')
    with pytest.raises(ValueError, match="half a character"):
        write_json({"a": "\ud800"})


@pytest.mark.parametrize("size", [np.inf, np.nan, 3e38, -3e38])
@pytest.mark.parametrize("kind", FILES)
def test_weights_that_cannot_be_added_up_are_refused(kind: str, size: float) -> None:
    make, go_on = FILES[kind]

    def enlarge(tensors: Tensors, _: Config) -> None:
        name = next(each for each in sorted(tensors) if each.endswith("values"))
        tensors[name].reshape(-1)[0] = size

    with pytest.raises(DataError) as caught:
        go_on(forge(make(), enlarge))
    assert_three_parts(caught.value, "must be finite and at most", "one is", "train it again")


def loaded(n_bytes: int) -> LoadedModel:
    return LoadedModel({}, {}, 1, "1", "", n_bytes, "m.linguine")


def test_a_model_may_take_a_gibibyte_or_a_hundred_times_its_file() -> None:
    loaded(1000).check_memory("weights", 1 << 30)
    loaded(100_000_000).check_memory("weights", 10_000_000_000)
    with pytest.raises(DataError) as caught:
        loaded(1000).check_memory("weights", (1 << 30) + 1)
    assert_three_parts(caught.value, "may take 1 GiB", "1,073,741,825 bytes", "stranger")


def test_a_model_that_does_not_fit_into_memory_is_not_called_damaged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def no_room(*_: Any, **__: Any) -> Any:
        raise MemoryError

    monkeypatch.setattr("linguine.tasks.text.file.unpack_weights", no_room)
    with pytest.raises(MemoryError) as caught:
        TextClassifier.load(text_file())
    assert_three_parts(caught.value, "must fit into memory", "not enough", "hash_bits")
    assert "damaged" not in str(caught.value)

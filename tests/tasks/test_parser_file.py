"""A parser comes back from its file as it was; a damaged or forged file is refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linguine
from linguine import DataError, DependencyParser, Tagger
from linguine.data import Trees
from linguine.features import ArcTemplates

from ..forging import (
    Config,
    Tensors,
    assert_forgeries_are_answered_or_refused,
    damaged,
    forge,
)
from ..messages import assert_three_parts
from ..model.test_file_fuzz import seal
from ..reference.trees import is_projective, is_tree
from ..tasks.treebank import EVERY, TEST, TRAIN, fitted, make, saved

TOKENS = [[("a", "X"), ("b", "Y"), ("c", "X")], [("b", "Y"), ("a", "X")]]
HEADS = [[2, 0, 2], [0, 1]]
RELATIONS = [["x", "root", "y"], ["root", "y"]]
TEMPLATES = ArcTemplates(["h.upos|m.upos", "m.lexical"], ["m.upos"])


def small(algorithm: str = "crf", *, relations: Any = RELATIONS, **options: Any) -> Any:
    """A parser whose file is small enough to try every byte."""
    settings = {"shared_bits": 6, "relation_bits": 4, "epochs": 2, "templates": TEMPLATES}
    parser = DependencyParser(algorithm, n_threads=1, **{**settings, **options})
    return parser.fit(TOKENS, HEADS, relations)


FILES: dict[str, Callable[[], bytes]] = {
    "plain": lambda: saved(small()),
    "heads-only": lambda: saved(small(relations=None)),
    "crossing": lambda: saved(small("mira", projective=False, single_root=False)),
    "no-tags": lambda: saved(small(columns="form", templates=ArcTemplates(["h.w|m.w"], ["m.w"]))),
    "int8": lambda: saved(small(), quantize="int8"),
    "float16": lambda: saved(small(), quantize="float16"),
}


def assert_refused(data: bytes) -> str:
    with pytest.raises(DataError) as caught:
        DependencyParser.load(data)
    assert_three_parts(caught.value, "must|begins with|reads", "; |got ", r"[A-Z]\S+ .*[.?]$")
    return str(caught.value)


@pytest.mark.parametrize("projective", [True, False])
@pytest.mark.parametrize("algorithm", EVERY)
def test_a_parser_answers_the_same_from_its_file(
    algorithm: str, projective: bool, tmp_path: Path
) -> None:
    parser, path = fitted(algorithm, projective), tmp_path / "p.linguine"
    parser.save(path)
    for other in (DependencyParser.load(path), DependencyParser.load(path.read_bytes())):
        assert other.predict(TEST) == parser.predict(TEST)
        assert other.labels_ == parser.labels_
        assert other.info_ == parser.info_
        assert other.settings.algorithm == algorithm
        assert other.settings.projective == projective
        assert saved(other) == path.read_bytes()
        ours, theirs = (each.predict_proba(TEST) for each in (parser, other))
        assert all(a.tobytes() == b.tobytes() for a, b in zip(ours, theirs, strict=True))
        assert other.model_ is not None
        assert parser.model_ is not None
        assert other.model_.has_probabilities == parser.model_.has_probabilities


@pytest.mark.parametrize("kind", FILES)
def test_every_kind_of_model_comes_back(kind: str) -> None:
    data = FILES[kind]()
    other = DependencyParser.load(data)
    again = DependencyParser.load(saved(other))
    assert again.predict(TOKENS) == other.predict(TOKENS)
    if kind not in ("int8", "float16"):
        assert saved(other) == data


def test_settings_come_back_and_can_train_again() -> None:
    parser = small("svm", learner="sgd", learning_rate=0.02, relation_cost=0.3, seed=4)
    other = DependencyParser.load(saved(parser))
    assert other.settings.options == parser.settings.options
    assert other.settings.relation_cost == 0.3
    assert (other.settings.shared_bits, other.settings.relation_bits) == (6, 4)
    assert saved(other.fit(TOKENS, HEADS, RELATIONS)) == saved(parser)


def test_the_same_data_give_the_same_bytes() -> None:
    assert saved(make().fit(TRAIN)) == saved(fitted())


@pytest.mark.parametrize("algorithm", ["crf", "mira"])
@pytest.mark.parametrize("kind", ["float16", "int8"])
@pytest.mark.filterwarnings("ignore:.*never seen")
def test_smaller_weights_give_almost_the_same_answers(algorithm: str, kind: str) -> None:
    parser = fitted(algorithm)
    exact, short = saved(parser), saved(parser, quantize=kind)
    assert len(short) < len(exact)
    other = DependencyParser.load(short)
    assert other.score(TEST) == pytest.approx(parser.score(TEST), abs=0.02)


# --- damage -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", FILES)
def test_every_truncation_and_every_flipped_bit_is_refused(kind: str) -> None:
    for broken in damaged(FILES[kind]()):
        assert_refused(broken)


@pytest.mark.parametrize("kind", FILES)
def test_hundreds_of_forged_bytes_give_an_error_or_a_tree(kind: str) -> None:
    question = [[("a", "X"), ("d", "Z"), ("b", "Y"), ("a", "X"), ("c", "Y")]]
    assert_forgeries_are_answered_or_refused(
        FILES[kind](), DependencyParser.load, lambda parser: assert_tree(parser, question)
    )


def assert_tree(parser: DependencyParser, question: Any) -> None:
    if parser.settings.columns == ["form"]:
        question = [[form for form, _ in each] for each in question]
    for answer in parser.predict(question):
        heads = tuple(head for head, _ in answer)
        assert is_tree(heads)
        assert not parser.settings.projective or is_projective(heads)
        assert not parser.settings.single_root or heads.count(0) == 1
        assert {relation for _, relation in answer} <= set(parser.labels_)
    for table in parser.predict_proba(question):
        np.testing.assert_allclose(table.sum(1), 1.0, atol=1e-3)  # weights may be 1e9


@pytest.mark.parametrize("projective", [True, False])
@pytest.mark.parametrize("single_root", [True, False])
def test_the_largest_weights_that_are_read_still_make_trees(
    projective: bool, single_root: bool
) -> None:
    data = saved(small(projective=projective, single_root=single_root, templates=None))
    random = np.random.default_rng(0)

    def enlarge(tensors: Tensors, config: Config) -> None:
        for name in ("shared.values", "relation.values"):
            signs = np.sign(random.standard_normal(tensors[name].shape))
            tensors[name] = (signs * 9.9e8).astype(np.float32)

    question = [[(f"w{i}", f"T{i % 3}") for i in range(9)]]
    assert_tree(DependencyParser.load(forge(data, enlarge)), question)

    def overdo(tensors: Tensors, config: Config) -> None:
        tensors["shared.values"][0] = 1e10

    assert "one is 1e+10" in assert_refused(forge(data, overdo))


@pytest.mark.parametrize(
    "change",
    [
        lambda tensors, config: config.update(task="tagging"),
        lambda tensors, config: config.update(relations=["root", "x"]),
        lambda tensors, config: config.update(relations=["root", "x", "x"]),
        lambda tensors, config: config.update(relations=["root", "x", 3]),
        lambda tensors, config: config.update(relations=[]),
        lambda tensors, config: config.update(relations=[f"r{i}" for i in range(30_001)]),
        lambda tensors, config: config.update(projective=1),
        lambda tensors, config: config.update(single_root="yes"),
        lambda tensors, config: config.update(has_probabilities=None),
        lambda tensors, config: config.update(columns=["form"]),
        lambda tensors, config: config.update(columns=[]),
        lambda tensors, config: config.update(columns="form,upos"),
        lambda tensors, config: config.update(templates={"shared": ["h."], "relation": []}),
        lambda tensors, config: config.update(templates={"shared": []}),
        lambda tensors, config: config.update(templates=3),
        lambda tensors, config: config.update(frequent="the"),
        lambda tensors, config: config.update(shared_bits=7),
        lambda tensors, config: config.update(shared_bits=30),
        lambda tensors, config: config.update(shared_bits=62),
        lambda tensors, config: config.update(shared_bits=-1),
        lambda tensors, config: config.update(shared_bits=6.0),
        lambda tensors, config: config.update(relation_bits=5),
        lambda tensors, config: config.update(relation_bits=24),
        lambda tensors, config: config.update(relation_bits=1 << 40),
        lambda tensors, config: config.update(info={"algorithm": "nothing"}),
        lambda tensors, config: config.update(info={"options": {"l3": 1}}),
        lambda tensors, config: config.update(info={"relation_cost": "much"}),
        lambda tensors, config: config.update(info=[]),
        lambda tensors, config: config.pop("relations"),
        lambda tensors, config: config.pop("columns"),
        lambda tensors, config: tensors.pop("filter.classes"),
        lambda tensors, config: tensors.pop("filter.farthest"),
        lambda tensors, config: tensors.pop("relation.rows"),
        lambda tensors, config: tensors.pop("shared.values"),
        lambda tensors, config: tensors.update({"filter.farthest": np.zeros(3, np.int32)}),
        lambda tensors, config: tensors.update({"filter.classes": np.zeros(9, np.uint64)}),
        lambda tensors, config: tensors.update({"filter.classes": np.zeros(2, np.int64)}),
        lambda tensors, config: tensors["shared.values"].fill(np.nan),
        lambda tensors, config: tensors["relation.values"].fill(np.inf),
        lambda tensors, config: tensors["relation.rows"].fill(99),
        lambda tensors, config: tensors["relation.shape"].fill(7),
        lambda tensors, config: tensors["relation.shape"].fill(1 << 40),
        lambda tensors, config: tensors.update({"shared.values": np.zeros(1, np.int8)}),
    ],
)
def test_a_forged_setting_is_refused(change: Callable[[Tensors, Config], object]) -> None:
    assert_refused(forge(FILES["plain"](), change))


@pytest.mark.parametrize(
    "change",
    [
        lambda tensors: tensors["relation.counts"].fill(255),
        lambda tensors: tensors["relation.columns"].fill(9),
        lambda tensors: tensors.pop("relation.counts"),
        lambda tensors: tensors.update({"relation.columns": np.zeros(0, np.uint8)}),
    ],
)
def test_forged_places_of_sparse_weights_are_refused(change: Callable[[Tensors], object]) -> None:
    assert_refused(forge(FILES["crossing"](), lambda tensors, _: change(tensors)))


def test_a_forged_filter_leaves_trees_where_it_allows_nothing() -> None:
    """The root and the neighbours are always there."""
    parser = DependencyParser.load(
        forge(FILES["plain"](), lambda tensors, _: tensors["filter.farthest"].fill(0))
    )
    assert_tree(parser, [[("a", "X"), ("b", "Y")] * 6])
    for table in parser.predict_proba([[("a", "X"), ("b", "Y")] * 3]):
        far = np.abs(np.arange(1, 7)[:, None] - np.arange(7)[None]) > 1
        assert not table[:, 1:][far[:, 1:]].any()


def test_a_file_of_another_task_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.linguine"
    Tagger("perceptron", templates=["w[0]"]).fit([["a", "b"]], [["X", "Y"]]).save(path)
    message = assert_refused(path.read_bytes())
    assert "'parsing'" in message
    assert "'tagging'" in message
    with pytest.raises(DataError, match="reads models of the task 'tagging'"):
        Tagger.load(FILES["plain"]())


def test_a_newer_version_is_refused_by_its_number() -> None:
    data = FILES["plain"]()
    header = data[8 : 8 + int.from_bytes(data[:8], "little")]
    newer = header.replace(b'"format_version":"1"', b'"format_version":"7"')
    assert newer != header
    with pytest.raises(DataError) as caught:
        DependencyParser.load(seal(newer.rstrip(b" "), data[8 + len(header) :]))
    version = linguine.__version__
    assert_three_parts(
        caught.value, f"linguine {version} reads", "this one has version 7", "Upgrade"
    )


def test_a_model_without_weights_parses() -> None:
    """Nothing was learned where there is only one tree; what has no weight is not stored."""
    parser = small(templates=None)
    assert parser.model_ is not None
    parser.model_.weights.shared[:] = 0
    parser.model_.weights.relation[:] = 0
    other = DependencyParser.load(saved(parser))
    assert_tree(other, [[("a", "X"), ("b", "Y")] * 4])
    assert Trees.from_lists([[h for h, _ in other.predict(TOKENS)[0]]]).n_tokens == 3

"""Texts come in every form that Python has, with columns beside them; nonsense is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from linguine import TextClassifier, _core
from linguine.errors import DataError, LinguineError, ParameterError
from linguine.features import Categorical, CharNgrams, Function, Lexicon, Numeric, WordNgrams

from ..messages import assert_three_parts
from .synthetic import FEW, FEW_LABELS, LEARNING, corpus, fitted, make, saved_bytes

# Small on purpose; what is said about labels with one text is in test_lonely_labels.py.
pytestmark = pytest.mark.filterwarnings("ignore:.*only one text")


def pandas() -> Any:
    return pytest.importorskip("pandas")


def polars() -> Any:
    return pytest.importorskip("polars")


def arrow() -> Any:
    return pytest.importorskip("pyarrow")


FORMS: dict[str, tuple[Callable[[list[str]], Any], Callable[[list[str]], Any]]] = {
    "tuple": (tuple, tuple),
    "generator": (lambda texts: (text for text in texts), list),
    "numpy": (np.array, np.array),
    "numpy-object": (lambda texts: np.array(texts, dtype=object),) * 2,
    "texts": (_core.Texts, list),
    "pandas": (lambda texts: pandas().Series(texts),) * 2,
    "pandas-category": (lambda texts: pandas().Series(texts, dtype="category"),) * 2,
    "polars": (lambda texts: polars().Series(texts),) * 2,
    "arrow": (lambda texts: arrow().array(texts), list),
    "arrow-chunked": (lambda texts: arrow().chunked_array([texts[:9], texts[9:]]), list),
}


@pytest.mark.parametrize("form", FORMS)
def test_texts_and_labels_of_every_form_give_the_same_model(form: str) -> None:
    as_texts, as_labels = FORMS[form]
    train, new = corpus(60), corpus(20, seed=7).texts
    expected = make("svm").fit(train.texts, train.labels)
    clf = make("svm").fit(as_texts(train.texts), as_labels(train.labels))
    assert clf.labels_ == expected.labels_
    assert clf.decision_function(as_texts(new)).tobytes() == (
        expected.decision_function(new).tobytes()
    )
    assert clf.predict(as_texts(new)).tolist() == expected.predict(new).tolist()


def test_no_texts_give_no_answers() -> None:
    clf = fitted("svm")
    assert clf.predict([]).tolist() == []
    assert clf.predict_proba([]).shape == (0, 3)
    assert clf.decision_function([]).shape == (0, 3)


# --- columns ----------------------------------------------------------------------------------

N = 60
TRAIN = corpus(N, 2)
SAME = ["some text"] * N  # tells nothing: only the columns do
IS_PLANT = [label == "plants" for label in TRAIN.labels]


@pytest.mark.parametrize("algorithm", ["auto", "svm", "logistic", "ridge"])
def test_numbers_are_learned_from(algorithm: str) -> None:
    options: dict[str, Any] = {} if algorithm == "auto" else {"C": 10.0}
    price = [float(each) - 0.5 for each in IS_PLANT]
    clf = TextClassifier(algorithm, features=WordNgrams() + Numeric("price"), **options)
    clf.fit(SAME, TRAIN.labels, columns={"price": price})
    assert clf.predict(["some"] * 2, {"price": [-0.5, 0.5]}).tolist() == ["animals", "plants"]


@pytest.mark.parametrize("scale", [1e-9, 1.0, 1e9])
@pytest.mark.parametrize("algorithm", LEARNING)
def test_a_column_of_any_scale_leaves_the_words_their_voice(algorithm: str, scale: float) -> None:
    """As they were, lengths of texts took mira from 99 % to 84 %."""
    noise = [scale * (i * 37 % 101 - 20) for i in range(N)]
    features = WordNgrams() + Numeric("n")
    clf = TextClassifier(algorithm, features=features)
    clf.fit(TRAIN.texts, TRAIN.labels, columns={"n": noise})
    new = corpus(100, 2, seed=7)
    columns = {"n": [scale * (i * 41 % 101 - 20) for i in range(100)]}
    assert clf.score(new.texts, new.labels, columns) > 0.9


def test_naive_bayes_learns_from_numbers_on_either_side_of_0() -> None:
    price = [float(each) - 0.5 for each in IS_PLANT]
    features = WordNgrams() + Numeric("price")
    clf = TextClassifier("naive-bayes", features=features)
    clf.fit(SAME, TRAIN.labels, columns={"price": price})
    assert clf.predict(["some"] * 2, {"price": [-9.0, 9.0]}).tolist() == ["animals", "plants"]


@pytest.mark.parametrize("algorithm", LEARNING)
def test_categories_are_learned_from(algorithm: str) -> None:
    kind = ["green" if each else "fur" for each in IS_PLANT]
    clf = TextClassifier(algorithm, features=WordNgrams() + Categorical("kind"))
    clf.fit(SAME, TRAIN.labels, columns={"kind": kind})
    answers = clf.predict(["some text"] * 2, columns={"kind": ["fur", "green"]})
    assert answers.tolist() == ["animals", "plants"]
    assert clf.predict(["some text"], {"kind": ["never seen"]}).shape == (1,)


@pytest.mark.parametrize("algorithm", LEARNING)
def test_a_second_column_of_texts_is_learned_from(algorithm: str) -> None:
    clf = TextClassifier(algorithm, features=WordNgrams() + WordNgrams(1, 2, column="title"))
    clf.fit(SAME, TRAIN.labels, columns={"title": TRAIN.texts})
    new = corpus(100, 2, seed=7)
    assert clf.score(["some text"] * 100, new.labels, {"title": new.texts}) > 0.9


def test_the_same_word_in_two_columns_is_two_features() -> None:
    features = WordNgrams() + WordNgrams(column="title")
    clf = TextClassifier("naive-bayes", features=features)
    clf.fit(["cash", "lunch"] * 4, ["spam", "ham"] * 4, columns={"title": ["lunch", "cash"] * 4})
    assert clf.model_ is not None
    names = sorted(clf.model_.extractor.names())
    assert names == ["cash", "lunch", "title: cash", "title: lunch"]
    assert clf.predict(["cash"], {"title": ["lunch"]}).tolist() == ["spam"]


def test_columns_survive_a_file(tmp_path: Any) -> None:
    features = (
        WordNgrams(column="title") + Numeric("n", transforms=["value", "log"]) + Categorical("kind")
        + Lexicon("mood", {"balam": 1.0})
    )  # fmt: skip
    columns = {
        "title": TRAIN.texts,
        "n": list(np.linspace(-1, 1, N)),
        "kind": ["a" if each else "b" for each in IS_PLANT],
    }
    clf = TextClassifier("ridge", features=features).fit(TRAIN.texts, TRAIN.labels, columns=columns)
    loaded = TextClassifier.load(saved_bytes(clf, tmp_path))
    assert loaded.model_ is not None
    assert clf.model_ is not None
    assert loaded.model_.extractor.features == clf.model_.extractor.features
    assert loaded.decision_function(TRAIN.texts, columns).tobytes() == (
        clf.decision_function(TRAIN.texts, columns).tobytes()
    )


@pytest.mark.parametrize("algorithm", LEARNING)
def test_a_function_of_the_user_is_learned_from(algorithm: str) -> None:
    features = WordNgrams() + Function(lambda text: [f"{len(text.split())} words"])
    texts = ["one", "one one"] * 10
    clf = TextClassifier(algorithm, features=features).fit(texts, ["one", "two"] * 10)
    assert clf.predict(["new", "new new"]).tolist() == ["one", "two"]


def bags(rows: list[dict[str, float]]) -> dict[str, Any]:
    offsets = np.cumsum([0, *map(len, rows)]).astype(np.int64)
    names = _core.Texts([name for row in rows for name in row])
    values = np.array([value for row in rows for value in row.values()], np.float32)
    return {"bag": (offsets, names, values)}


@pytest.mark.parametrize("algorithm", LEARNING)
def test_bags_of_counts_need_no_texts(algorithm: str) -> None:
    rows: list[dict[str, float]] = [{"cash": 2, "free": 1}, {"lunch": 1, "noon": 3}] * 10
    clf = TextClassifier(algorithm).fit([""] * 20, ["spam", "ham"] * 10, columns=bags(rows))
    assert clf.predict([""] * 2, bags([{"cash": 1}, {"noon": 1}])).tolist() == ["spam", "ham"]
    assert dict(clf.top_features()["spam"]).keys() == {"cash", "free"}


# --- what cannot be learned from --------------------------------------------------------------

ODD_LABELS: dict[str, Any] = {"none": ["a", None, "a", "b"], "mixed": ["a", 1, "a", 1]}
BAD: dict[str, tuple[Callable[[], Any], str, str, str]] = {
    "no-texts": (lambda: make("svm").fit([], []), "at least", "all 0|got none", "Add|Check"),
    "one-class": (
        lambda: make("svm").fit(FEW, ["spam"] * 4), "at least two labels", r"\['spam'\]", "Add",
    ),
    "one-class-auto": (
        lambda: make("auto").fit(FEW, [1] * 4), "at least two labels", r"\[1\]", "Add texts",
    ),
    "no-labels": (lambda: make("svm").fit(FEW), "requires y", "None", "Give one label"),
    "too-few-labels": (
        lambda: make("svm").fit(FEW, ["a", "b"]), "same length", "4 rows.*y has 2", "Check",
    ),
    "none-among-texts": (
        lambda: make("svm").fit(["a", None], ["a", "b"]), "must be str", "text 1.*None", "Drop it",
    ),
    "none-to-predict": (
        lambda: fitted("svm").predict(["a", None]), "must be str", "text 1.*None", "Drop it",
    ),
    "number-among-texts": (
        lambda: make("svm").fit(["a", 3.5], ["a", "b"]), "must be str", "text 1", "[A-Z]",
    ),
    "none-among-labels": (
        lambda: make("svm").fit(FEW, ODD_LABELS["none"]), "must have a label", "row 1",
        "Leave them out",
    ),
    "mixed-labels": (
        lambda: make("svm").fit(FEW, ODD_LABELS["mixed"]), "one type", "row 0.*row 1", "Convert",
    ),
    "one-str": (lambda: fitted("svm").predict("cash"), "must be a list", "one str", "Wrap it"),
    "half-a-surrogate": (
        lambda: fitted("svm").predict(["\ud800"]), "must be Unicode", "text 0", "Mend",
    ),
    "no-words": (
        lambda: make("svm").fit(["", "?!"], ["a", "b"]), "at least one feature", "2 texts gave",
        "Check",
    ),
    "no-words-auto": (
        lambda: make("auto").fit(["", " "], ["a", "b"]), "at least one feature", "2 texts gave",
        "Check",
    ),
    "min-df-too-high": (
        lambda: make("svm", min_df=50).fit(FEW, FEW_LABELS), "at least one feature", "min_df=50",
        "lower min_df",
    ),
    "column-missing": (
        lambda: TextClassifier("svm", features=Numeric("n")).fit(FEW, FEW_LABELS),
        "need the column 'n'", "columns are none", "Add it",
    ),
    "text-column-missing": (
        lambda: TextClassifier("svm", features=WordNgrams(column="t")).fit(FEW, FEW_LABELS),
        "need the column 't'", "got none", "Add it",
    ),
    "column-too-short": (
        lambda: TextClassifier("svm", features=Categorical("c")).fit(
            FEW, FEW_LABELS, columns={"c": ["a"]}),
        "one value per text", "'c' has 1 for 4", "Cut both",
    ),
    "column-missing-at-prediction": (
        lambda: TextClassifier("ridge", features=Numeric("n"))
        .fit(FEW, FEW_LABELS, columns={"n": [1, 2, 3, 4]}).predict(FEW),
        "need the column 'n'", "none", "Add it",
    ),
    "negative-weight": (
        lambda: make("svm").fit(FEW, FEW_LABELS, sample_weight=[1, 1, -1, 1]), "not negative",
        "row 2 has -1", "Use 0",
    ),
    "weights-too-short": (
        lambda: make("svm").fit(FEW, FEW_LABELS, sample_weight=[1]), "one number per row",
        r"shape \(1,\)", "Check",
    ),
    "not-fitted": (lambda: make("svm").predict(FEW), "fitted first", "no model yet", "Call fit"),
    "not-fitted-save": (
        lambda: make("svm").save("x.linguine"), "fitted first", "no model yet", "Call fit",
    ),
    "proportions-that-do-not-add-up": (
        lambda: make("svm").fit(FEW, np.full((4, 2), 0.7)), "sum to 1", "row 0", "Divide",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_bad_data_are_refused_with_their_place(case: str) -> None:
    act, rule, got, fix = BAD[case]
    with pytest.raises(DataError) as caught:
        act()
    assert_three_parts(caught.value, rule, got, fix)


WRONG: dict[str, tuple[dict[str, Any], str, str, str]] = {
    "hashed-bound": ({"hash_bits": 9, "max_features": 9}, "a bound", "max_features", "Leave one"),
    "hash-bits-too-many": ({"hash_bits": 40}, "hash_bits must be", "got 40", "Try 22"),
    "values": ({"values": "bm25"}, "must be one of", "'bm25'", "[A-Z]"),
    "normalize": ({"normalize": "l1"}, "normalize must be", "got 'l1'", "Choose"),
    "features": ({"features": "words"}, "must be a template", "got 'words'", "Try WordNgrams"),
    "min-df": ({"min_df": 0}, "min_df must be", "got 0", "Try"),
    "max-features": ({"max_features": 0}, "max_features must be", "got 0", "Leave it out"),
    "seed": ({"seed": -1}, "seed must be", "got -1", "Use 0"),
    "calibration": ({"calibration": "platt"}, "must be 'auto', 'none'", "got 'platt'", "Choose"),
    "one-fold": ({"calibration": 1}, "calibration must be", "got 1", "Use 5"),
    "calibration-true": ({"calibration": True}, "must be 'auto'", "got True", "Choose"),
    "reject-too-high": ({"reject_below": 1.5}, "reject_below must be", "got 1.5", "Try"),
    "reject-uncalibrated": (
        {"reject_below": 0.5, "calibration": "none"}, "needs probabilities", "got", "Leave one",
    ),
    "hashed-numbers": (
        {"hash_bits": 10, "features": Numeric("n")}, "must all be counts", "Numeric", "Leave",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
@pytest.mark.parametrize("algorithm", ["auto", "svm"])
def test_wrong_settings_are_refused_before_any_text_is_read(algorithm: str, case: str) -> None:
    options, rule, got, fix = WRONG[case]
    with pytest.raises(ParameterError) as caught:
        TextClassifier(algorithm, **options)
    assert_three_parts(caught.value, rule, got, fix)


@pytest.mark.parametrize("n_threads", [0, -1, 1.5], ids=repr)
def test_a_bad_number_of_threads_is_refused(n_threads: Any) -> None:
    with pytest.raises(LinguineError, match="n_threads must be"):
        make("svm", n_threads=n_threads).fit(FEW, FEW_LABELS)


def test_class_weights_must_name_labels() -> None:
    with pytest.raises(ParameterError) as caught:
        make("svm", class_weight={"egg": 2.0}).fit(FEW, FEW_LABELS)
    assert_three_parts(caught.value, "may only name classes", "got 'egg'", "'ham', 'spam'")


def test_a_failed_fit_leaves_the_model_as_it_was() -> None:
    clf = make("svm").fit(FEW, FEW_LABELS)
    with pytest.raises(DataError):
        clf.fit(["", ""], ["a", "b"])
    assert clf.predict(FEW).tolist() == FEW_LABELS


def test_characters_alone_are_features_enough() -> None:
    train, test = corpus(120), corpus(120, seed=7)
    clf = make("svm", features=CharNgrams(2, 4)).fit(train.texts, train.labels)
    assert clf.score(test.texts, test.labels) > 0.7

"""Kernels are what their definitions say, cell by cell, and Gram matrices are sound."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from linguine.errors import DataError, DataWarning, ParameterError
from linguine.kernels import RBF, Polynomial, Spectrum, Subsequence, SubsetTree, check_gram

from ..messages import assert_three_parts
from ..reference import kernels as judge

RANDOM = np.random.default_rng(0)
X = RANDOM.normal(size=(45, 7))  # more than a block of rows, and no whole panel
LETTERS = list("abcé ")
TEXTS = ["".join(RANDOM.choice(LETTERS, 3 + RANDOM.integers(0, 9))) for _ in range(41)]
WORDS = [" ".join(RANDOM.choice(["the", "cat", "Mat"], 3 + i % 5)) for i in range(20)]


def random_tree(depth: int) -> str:
    if depth == 0 or RANDOM.random() < 0.3:
        return f"({RANDOM.choice(['A', 'B'])} {RANDOM.choice(['x', 'A'])})"
    children = " ".join(random_tree(depth - 1) for _ in range(RANDOM.integers(1, 3)))
    return f"({RANDOM.choice(['S', 'A', 'B'])} {children})"


TREES = [random_tree(3) for _ in range(36)]
MATRICES = [Polynomial(2), Polynomial(3, offset=0.0), RBF(0.7)]
STRINGS = [Spectrum(2), Subsequence(3), Subsequence(2, decay=0.3)]
KERNELS: list[tuple[Any, Any]] = [
    *((kernel, X) for kernel in MATRICES),
    *((kernel, csr_array(np.where(X > 0.5, X, 0))) for kernel in MATRICES),
    *((kernel, TEXTS) for kernel in STRINGS),
    (Subsequence(2, symbols="words"), WORDS),
    (SubsetTree(0.4), TREES),
]
by_kernel = pytest.mark.parametrize(("kernel", "items"), KERNELS, ids=[str(k) for k, _ in KERNELS])


# --- definitions ----------------------------------------------------------------------------------


@given(st.tuples(*[st.floats(-3, 3)] * 4))
def test_the_square_of_a_product_plus_one_has_six_features(numbers: tuple[float, ...]) -> None:
    x, z = numbers[:2], numbers[2:]
    explicit = judge.polynomial_features(x) @ judge.polynomial_features(z)
    # Sums of products up to 400: rounding of a few times 1e-16 of that.
    assert Polynomial(2)([x], [z]).item() == pytest.approx(explicit, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("degree", [1, 2, 3, 5])
def test_the_polynomial_kernel_is_a_power(degree: int) -> None:
    expected = (X @ X.T + 0.5) ** degree
    assert np.allclose(Polynomial(degree, offset=0.5)(X), expected, rtol=1e-11, atol=1e-11)


@pytest.mark.parametrize("form", [np.asarray, csr_array], ids=["dense", "sparse"])
def test_the_gaussian_kernel_divides_by_two_sigma_squared(form: Any) -> None:
    expected = judge.gram(lambda x, z: judge.gaussian(x, z, 0.7), X, X[:9])
    assert np.allclose(RBF(0.7)(form(X), form(X[:9])), expected, rtol=0, atol=1e-14)


def test_dense_and_sparse_rows_can_be_compared() -> None:
    assert np.allclose(RBF(0.7)(csr_array(X), X), RBF(0.7)(X), rtol=0, atol=1e-14)


def test_a_sparse_side_is_not_written_out() -> None:
    """A million columns of 3,000 rows would take 24 GB."""
    wide = csr_array((np.ones(3000), (np.arange(3000), np.arange(3000))), (3000, 10**6))
    one = np.zeros((1, 10**6))
    one[0, 7] = 2.0
    assert Polynomial(1, offset=0.0)(wide, one).sum() == 2.0


def test_single_precision_is_computed_in_double() -> None:
    single = X.astype(np.float32)
    assert (RBF()(single) == RBF()(single.astype(np.float64))).all()


def test_gamma_is_scikit_learns() -> None:
    from sklearn.metrics.pairwise import rbf_kernel

    assert np.allclose(RBF.from_gamma(0.3)(X), rbf_kernel(X, gamma=0.3), rtol=0, atol=1e-14)


texts = st.text("ab\u00e9", max_size=8)


@given(texts, texts, st.integers(1, 4))
def test_the_spectrum_kernel_counts_shared_runs(s: str, t: str, length: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)  # of short texts
        found = Spectrum(length, normalize=False)([s], [t]).item()
    assert found == judge.spectrum(s, t, length)


@given(texts, texts, st.integers(1, 4), st.floats(0.05, 1.0))
def test_the_subsequence_kernel_is_the_sum_over_all_subsequences(
    s: str, t: str, length: int, decay: float
) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        found = Subsequence(length, decay=decay, normalize=False)([s], [t]).item()
    # Positive terms in another order.
    assert found == pytest.approx(judge.subsequence(s, t, length, decay), rel=1e-12)


@pytest.mark.parametrize("length", [1, 2, 3])
def test_many_texts_of_all_lengths_are_compared_as_one_by_one(length: int) -> None:
    """Eight go side by side, and symbols that none of them has are skipped."""
    left, right = TEXTS[:13], [*TEXTS[13:], "bbb zzz", "zzzz"]
    kernel = Subsequence(length, decay=0.37, normalize=False)
    expected = judge.gram(lambda s, t: judge.subsequence(s, t, length, 0.37), left, right)
    assert np.allclose(kernel(left, right), expected, rtol=1e-12, atol=0)


def test_words_are_symbols_if_asked_for() -> None:
    cut = [text.split() for text in WORDS]
    expected = judge.gram(lambda s, t: judge.subsequence(s, t, 2, 0.5), cut, cut)
    kernel = Subsequence(2, symbols="words", normalize=False)
    assert np.allclose(kernel(WORDS), expected, rtol=1e-12, atol=0)


def test_capitals_are_small_letters_if_asked_for() -> None:
    assert Spectrum(2)(["ÉTÉ"], ["été"]).item() == 0
    assert Spectrum(2, lowercase=True)(["ÉTÉ"], ["été"]).item() == pytest.approx(1)


@pytest.mark.parametrize("decay", [0.2, 1.0])
def test_the_tree_kernel_is_the_sum_over_all_fragments(decay: float) -> None:
    read = [judge.read_tree(tree) for tree in TREES]
    expected = judge.gram(lambda s, t: judge.subset_tree(s, t, decay), read, read)
    assert np.allclose(SubsetTree(decay, normalize=False)(TREES), expected, rtol=1e-12, atol=0)


def test_a_word_is_no_node_of_the_same_name() -> None:
    kernel = SubsetTree(1.0, normalize=False)
    assert kernel(["(S A)"], ["(S (A x))"]).item() == 0
    assert kernel(["(S A (A x))"], ["(S (A x) A)"]).item() == 1  # (A x) alone


def test_a_bracket_around_a_tree_is_no_node() -> None:
    plain, wrapped = "(S (A x) (B y))", "( (S (A x) (B y)) )"
    assert SubsetTree()([plain], [wrapped]).item() == pytest.approx(1)


def test_normalized_kernels_are_cosines() -> None:
    plain = judge.gram(lambda s, t: judge.subsequence(s, t, 2, 0.5), TEXTS, TEXTS)
    lengths = np.sqrt(plain.diagonal())
    expected = plain / np.outer(lengths, lengths)
    assert np.allclose(Subsequence(2)(TEXTS), expected, rtol=1e-12, atol=0)
    assert (Subsequence(2)(TEXTS).diagonal() == 1).all()


def test_a_tree_may_be_deep() -> None:
    deep = "".join(f"(A{i} " for i in range(100_000)) + "x" + ")" * 100_000
    assert SubsetTree(0.1)([deep], ["(A99999 x)"]).item() > 0
    with pytest.raises(DataError) as error:
        SubsetTree(0.1)(["(A " * 100_000 + "x" + ")" * 100_000])
    assert_three_parts(error.value, "at most 100 million pairs", "got more", "Cut the trees")


def test_a_label_alone_is_like_nothing() -> None:
    with pytest.warns(DataWarning, match="1 of 2 have not, the first is tree 0"):
        assert (SubsetTree()(["(NP)", "(S (NP))"]) == [[0, 0], [0, 1]]).all()


# --- Gram matrices --------------------------------------------------------------------------------


@by_kernel
def test_a_gram_matrix_is_symmetric_and_positive_semi_definite(kernel: Any, items: Any) -> None:
    K = kernel(items)
    assert (K == K.T).all()
    check_gram(K)


@by_kernel
def test_half_a_gram_matrix_is_the_whole_one(kernel: Any, items: Any) -> None:
    again = copy.copy(items)  # not the same object: all cells are computed
    assert np.allclose(kernel(items), kernel(items, again), rtol=1e-12, atol=1e-12)
    assert (kernel(items, items) == kernel(items)).all()


@by_kernel
def test_threads_do_not_change_a_bit(kernel: Any, items: Any) -> None:
    one, three = (kernel(items, n_threads=n) for n in (1, 3))
    assert one.tobytes() == three.tobytes()


@by_kernel
def test_a_kernel_is_plain_data(kernel: Any, items: Any) -> None:
    assert pickle.loads(pickle.dumps(kernel)) == kernel == copy.deepcopy(kernel)
    assert hash(kernel) == hash(dataclasses.replace(kernel))
    assert eval(repr(kernel)) == kernel


def test_what_is_no_gram_matrix_is_refused() -> None:
    with pytest.raises(DataError) as asymmetric:
        check_gram([[1.0, 0.5], [0.4, 1.0]])
    assert_three_parts(asymmetric.value, "symmetric", r"K\[0, 1\] is 0.5", "Use a kernel")
    with pytest.raises(DataError) as indefinite:
        check_gram(-np.eye(3))
    assert_three_parts(
        indefinite.value, "positive semi-definite", "eigenvalue is -1", "such as RBF"
    )
    with pytest.raises(DataError, match="finite numbers"):
        check_gram([[np.nan]])
    with pytest.raises(DataError, match=r"shape \(2, 2\)"):
        check_gram([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    check_gram(np.zeros((3, 3)))
    check_gram(np.ones((50, 50)))


# --- what cannot be compared ----------------------------------------------------------------------


def test_texts_without_enough_symbols_are_like_nothing_and_counted() -> None:
    with pytest.warns(DataWarning) as told:
        K = Subsequence(3)(["abc", "", "ab", "abcd"])
    message = told[0].message
    assert isinstance(message, Warning)
    assert_three_parts(message, "at least 3 characters", "2 of 4.*text 1", "leave them out")
    assert (K[1:3] == 0).all()
    assert K[0, 3] > 0


@pytest.mark.parametrize(
    ("tree", "wrong"),
    [
        ("dogs bark", "no bracket at byte 1"),
        ("", "no bracket at byte 1"),
        ("(S (NP Dogs)", "not closed at byte 13"),
        ("(S (NP Dogs)))", "more behind its last bracket at byte 14"),
        (")", "was not opened at byte 1"),
        ("(S a) (S b)", "more behind"),
        ("(S (NP (dogs)) ( (V bark)))", "has no label at byte 16"),
        ("()", "one tree"),
        ("( (A x) (B y) )", "one tree"),
    ],
)
def test_what_is_no_tree_is_named(tree: str, wrong: str) -> None:
    with pytest.raises(DataError) as error:
        SubsetTree()(["(S a)", tree])
    assert_three_parts(error.value, "written in brackets", f"tree 1, .*({wrong})", "Mend it")
    with pytest.raises(DataError, match="tree 0"):
        SubsetTree()(["(S a)"], [tree])


@given(st.text("(() ab\n\u00e9", max_size=30))
def test_any_text_is_a_tree_or_an_error(text: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)  # of labels alone
        try:
            found = SubsetTree(normalize=False)([text], ["(a (b a))"]).item()
        except DataError:
            return
    assert found >= 0


def test_too_many_fragments_are_said_to_be_too_many() -> None:
    row = "(S " + "(A x) " * 2000 + ")"
    with pytest.raises(DataError) as error:
        SubsetTree(1.0)(["(A x)", row])
    assert_three_parts(error.value, "1e308 fragments", "tree 1", "smaller decay")
    assert SubsetTree(1e-3)([row], [row]).item() == 1


@pytest.mark.parametrize(
    ("make", "rule", "got"),
    [
        (lambda: Polynomial(0), "degree must be an integer >= 1", "got 0"),
        (lambda: Polynomial(2, offset=-1.0), "offset must be a number >= 0", "got -1"),
        (lambda: RBF(0.0), "sigma must be a number", "got 0"),
        (lambda: RBF.from_gamma(-1.0), "gamma must be a number", "got -1"),
        (lambda: Spectrum(0), "length must be an integer >= 1", "got 0"),
        (lambda: Spectrum(2, symbols="letters"), "symbols", "'letters'"),
        (lambda: Subsequence(3, decay=0.0), "decay must be a number > 0 and <= 1", "got 0"),
        (lambda: Subsequence(3, decay=1.5), "decay must be a number > 0 and <= 1", "got 1.5"),
        (lambda: SubsetTree(2.0), "decay must be a number > 0 and <= 1", "got 2"),
    ],
)
def test_wrong_options_are_refused(make: Any, rule: str, got: str) -> None:
    with pytest.raises(ParameterError) as error:
        make()
    assert_three_parts(error.value, rule, got, "Try|Use|use|must be one of|mean")


def test_wrong_items_are_refused() -> None:
    with pytest.raises(DataError, match="X has 3 features, but RBF is expecting 7"):
        RBF()(X, X[:, :3])
    with pytest.raises(DataError, match="text 1 is int"):
        Spectrum(2)(["ab", 3])
    with pytest.raises(DataError, match="got one str"):
        Spectrum(2)("ab")
    with pytest.raises(DataError, match="at least one text"):
        Spectrum(2)([])

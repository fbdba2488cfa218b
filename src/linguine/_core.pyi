"""The native module: C++ mathematics behind arrays. Python has checked; C++ computes.

Real is float32 when X is float32, else float64. Weights are C-contiguous
(n_features, stride), bias (stride,), where ``stride`` pads the columns; padding stays zero.
"""

from collections.abc import Callable
from typing import Any, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

_Reals: TypeAlias = NDArray[np.floating[Any]]
_Integers: TypeAlias = NDArray[np.signedinteger[Any]]
_Stream: TypeAlias = tuple[int, str, bool, bool]
_Bag: TypeAlias = tuple[NDArray[np.int64], "Texts", NDArray[np.float32]]
_Rows: TypeAlias = tuple[_Integers, _Integers, NDArray[np.float32]]
_Column: TypeAlias = tuple[NDArray[np.int32], "Texts"]
_Report: TypeAlias = Callable[[str, int, int, float], None]
_WeighedAs: TypeAlias = tuple[str, NDArray[np.float32] | None, NDArray[np.uint8] | None, int, bool]

class Matrix:
    def __init__(
        self,
        indptr: _Integers | None,
        indices: _Integers | None,
        values: _Reals | None,
        n_rows: int,
        n_features: int,
        single: bool,
        *,
        unique: bool = False,
    ) -> None: ...
    @property
    def n_rows(self) -> int: ...
    @property
    def n_features(self) -> int: ...
    @property
    def nnz(self) -> int: ...
    @property
    def is_single(self) -> bool: ...
    @property
    def has_duplicates(self) -> bool: ...

def map_file(descriptor: int, size: int, name: str) -> NDArray[np.uint8] | None: ...
def is_mapped(data: NDArray[np.uint8], /) -> bool: ...
def check_whole(data: NDArray[np.uint8], size: int) -> None: ...

class Texts:
    def __init__(self, items: list[str] | list[bytes] | list[str | bytes], /) -> None: ...
    @staticmethod
    def from_buffer(data: NDArray[np.uint8], offsets: NDArray[np.int64]) -> Texts: ...
    @staticmethod
    def chain(parts: list[Texts]) -> Texts: ...
    @staticmethod
    def join(columns: list[Texts], separator: str) -> Texts: ...
    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> str: ...
    def tolist(self) -> list[str]: ...
    @property
    def has_bytes(self) -> bool: ...
    def drop_pages(self) -> None: ...
    def lie_in_file(self, file: NDArray[np.uint8]) -> None: ...
    def slice(self, begin: int, end: int) -> Texts: ...
    def take(self, indices: NDArray[np.int64]) -> Texts: ...
    @property
    def n_bytes(self) -> int: ...
    def first_broken(self) -> int: ...

class Plan:
    def __init__(self) -> None: ...
    def add_word_ngrams(self, stream: _Stream, low: int, high: int, /) -> None: ...
    def add_char_ngrams(
        self, stream: _Stream, low: int, high: int, within_words: bool, /
    ) -> None: ...
    def add_affixes(self, stream: _Stream, low: int, high: int, from_end: bool, /) -> None: ...
    def add_shape(self, stream: _Stream, /) -> None: ...
    def add_capitalisation(self, stream: _Stream, /) -> None: ...
    def add_word_list(
        self,
        stream: _Stream,
        label: str,
        words: Texts,
        weights: NDArray[np.float32],
        is_raw: bool,
        /,
    ) -> None: ...
    def add_bag(self, is_raw: bool) -> None: ...
    def name_field(self, field: int, prefix: str) -> None: ...
    @property
    def n_kinds(self) -> int: ...
    @property
    def n_templates(self) -> int: ...
    @property
    def has_raw(self) -> bool: ...
    def kinds(self, keys: NDArray[np.uint64], /) -> NDArray[np.uint8]: ...
    @property
    def raw_kinds(self) -> list[bool]: ...
    @property
    def owners(self) -> list[int]: ...

class Vocabulary:
    def __init__(self, keys: NDArray[np.uint64], /) -> None: ...
    def __len__(self) -> int: ...
    def find(self, key: int, /) -> int: ...

class KeyNumbers:
    def __init__(self) -> None: ...
    def __len__(self) -> int: ...
    def find(self, keys: NDArray[np.uint64]) -> NDArray[np.int64]: ...
    def enter(self, keys: NDArray[np.uint64]) -> None: ...

class Buckets:
    def __init__(self, keys: NDArray[np.uint64], bits: int) -> None: ...
    def __len__(self) -> int: ...
    def find(self, key: int, /) -> int: ...

class Documents:
    def __init__(
        self, plan: Plan, fields: list[Texts], bags: list[_Bag], n_documents: int
    ) -> None: ...

def fit_vocabulary(
    documents: Documents,
    *,
    min_df: int,
    max_df: int,
    max_features: int,
    with_names: bool,
    hash_bits: int,
    n_threads: int,
    progress: _Report | None,
) -> tuple[NDArray[np.uint64], NDArray[np.uint32], NDArray[np.int64], NDArray[np.uint8], _Rows]: ...
def transform(
    documents: Documents,
    index: Vocabulary | Buckets,
    n_threads: int,
    progress: _Report | None,
) -> _Rows: ...

class SpareMemory:
    def __init__(self) -> None: ...

def checksum(data: NDArray[np.uint8], /) -> int: ...
def pack_rows(
    indptr: _Integers,
    indices: NDArray[np.int32],
    values: NDArray[np.float32],
    frequencies: NDArray[np.uint32],
) -> tuple[NDArray[np.uint8], int]: ...
def unpack_rows(
    blocks: list[NDArray[np.uint8]],
    checksums: list[int],
    ids: NDArray[np.uint32],
    n_threads: int,
) -> _Rows: ...
def weigh(
    indptr: _Integers,
    indices: _Integers,
    values: NDArray[np.float32],
    weighting: _WeighedAs,
    n_threads: int,
) -> None: ...
def frequencies(
    indptr: _Integers, indices: _Integers, chosen: NDArray[np.uint8], n_features: int
) -> NDArray[np.uint32]: ...
def occurrences(documents: Documents) -> list[tuple[str, int, int, int, int, int, float]]: ...
def bucket_names(documents: Documents, wanted: Buckets, n_threads: int) -> list[list[str]]: ...
def tokenize(text: Texts, stream: _Stream) -> list[tuple[str, int, int]]: ...

class WordTable:
    def __init__(self, words: Texts, codes: NDArray[np.int8]) -> None: ...
    def __len__(self) -> int: ...
    def find(self, words: Texts) -> NDArray[np.int64]: ...
    def means(self, texts: Texts, n_threads: int) -> NDArray[np.float32]: ...
    def join(
        self,
        offsets: NDArray[np.int64],
        features: NDArray[np.int32],
        values: NDArray[np.float32] | None,
        words: NDArray[np.int64],
        ids: NDArray[np.int32],
        factor: float,
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[np.float32] | None]: ...

def parse_number_lists(
    texts: Texts,
) -> tuple[NDArray[np.float32] | None, tuple[int, str, str, int, int] | None]: ...
def read_word_vectors(
    content: NDArray[np.uint8],
) -> tuple[Any, Any, Any, tuple[int, int, str, int] | None]: ...
def quantise_rows(table: NDArray[np.float32]) -> tuple[NDArray[np.int8], int]: ...

class TokenPlan:
    def __init__(self, skip_beyond: bool) -> None: ...
    def add_lexicon(self, name: str, words: Texts, classes: Texts) -> None: ...
    def add_source(self, column: int, steps: list[tuple[str, int, str]]) -> int: ...
    def add_template(
        self, atoms: list[tuple[int, int]], pieces: list[str], is_edge: bool, group: int
    ) -> None: ...
    def n_templates(self, edges: bool) -> int: ...

class TokenColumns:
    def __init__(
        self,
        columns: list[tuple[NDArray[np.int32], Texts, NDArray[np.uint8] | None]],
        offsets: NDArray[np.int64],
    ) -> None: ...

class TokenPattern:
    def __init__(
        self, items: list[tuple[list[bytes], str]], from_begin: bool, to_end: bool
    ) -> None: ...
    def find(self, token: bytes) -> tuple[int, int] | None: ...

class ArcFeatures:
    def __init__(self) -> None: ...
    def add_source(self, column: int, steps: list[tuple[str, int, str]]) -> int: ...
    def add_template(
        self,
        kind: str,
        atoms: list[tuple[str, int, int]],
        extra: str,
        source: int,
        text: str,
    ) -> None: ...
    def set_bits(self, shared: int, relation: int) -> None: ...
    def set_filter(
        self, source: int, classes: NDArray[np.uint64], farthest: NDArray[np.int32]
    ) -> None: ...
    def measure_filter(
        self, source: int, columns: TokenColumns, heads: NDArray[np.int32]
    ) -> tuple[NDArray[np.uint64], NDArray[np.int32]]: ...
    def features_of(
        self, columns: TokenColumns, sentence: int, head: int, modifier: int, sibling: int
    ) -> list[tuple[str, int, str, int]]: ...
    def features_of_span(
        self, columns: TokenColumns, sentence: int, first: int, last: int
    ) -> list[tuple[str, int, str, int]]: ...

class Grammar:
    @overload
    def __init__(
        self,
        trees: object,
        labels: list[str],
        tags: list[str],
        vertical: int,
        horizontal: int,
    ) -> None: ...
    @overload
    def __init__(
        self,
        n_tags: int,
        labels: NDArray[np.int32],
        binary: NDArray[np.int32],
        unary: NDArray[np.int32],
        chain_offsets: NDArray[np.int64],
        chain_labels: NDArray[np.int32],
        n_labels: int,
    ) -> None: ...
    @property
    def symbols(self) -> list[str]: ...
    @property
    def n_columns(self) -> int: ...
    @property
    def n_structural(self) -> int: ...
    @property
    def n_binary(self) -> int: ...
    @property
    def n_unary(self) -> int: ...
    def arrays(
        self,
    ) -> tuple[
        NDArray[np.int32],
        NDArray[np.int32],
        NDArray[np.int32],
        NDArray[np.int64],
        NDArray[np.int32],
    ]: ...
    def encode(self, trees: object) -> NDArray[np.int32]: ...
    def decode(self, codes: NDArray[np.int32], n_words: NDArray[np.int64]) -> _Nodes: ...
    def n_parts(self, n_words: int) -> int: ...
    def best(
        self, scores: NDArray[np.float64], n_words: int
    ) -> tuple[NDArray[np.int32], float]: ...
    def log_partition(
        self, scores: NDArray[np.float64], n_words: int
    ) -> tuple[float, NDArray[np.float64]]: ...
    def k_best(
        self, scores: NDArray[np.float64], n_words: int, k: int
    ) -> tuple[NDArray[np.int32], NDArray[np.float64]]: ...
    def cost(self, gold: NDArray[np.int32], y: NDArray[np.int32]) -> float: ...
    def parts_of(self, y: NDArray[np.int32]) -> NDArray[np.int64]: ...
    def count_rules(
        self,
        codes: NDArray[np.int32],
        n_words: NDArray[np.int64],
        weights: NDArray[np.float64],
    ) -> NDArray[np.float64]: ...

class SpanProblem:
    def __init__(
        self,
        word: ArcFeatures,
        span: ArcFeatures,
        split: ArcFeatures,
        columns: TokenColumns,
        grammar: Grammar,
        lexicon: NDArray[np.int32],
        n_lexicon: int,
        gold: NDArray[np.int32],
        weights: NDArray[np.float64],
        loss: str,
        n_threads: int,
    ) -> None: ...
    @property
    def n_cells(self) -> int: ...

class ConstituencyModel:
    def __init__(
        self,
        word: ArcFeatures,
        span: ArcFeatures,
        split: ArcFeatures,
        grammar: Grammar,
        n_lexicon: int,
        weights: NDArray[np.float32],
    ) -> None: ...
    def parse(
        self,
        columns: TokenColumns,
        lexicon: NDArray[np.int32],
        tags: NDArray[np.int32] | None,
        n_threads: int,
    ) -> _Nodes: ...
    def marginals(
        self, columns: TokenColumns, lexicon: NDArray[np.int32], tags: NDArray[np.int32] | None
    ) -> tuple[float, NDArray[np.float64]]: ...
    def scores(
        self, columns: TokenColumns, lexicon: NDArray[np.int32], tags: NDArray[np.int32] | None
    ) -> NDArray[np.float64]: ...

_Nodes: TypeAlias = tuple[
    NDArray[np.int64],
    NDArray[np.int32],
    NDArray[np.int32],
    NDArray[np.int32],
    NDArray[np.int32],
]

class TreeProblem:
    def __init__(
        self,
        features: ArcFeatures,
        columns: TokenColumns,
        heads: NDArray[np.int32],
        relations: NDArray[np.int32],
        weights: NDArray[np.float64],
        n_relations: int,
        loss: str,
        projective: bool,
        single_root: bool,
        relation_cost: float,
        n_threads: int,
    ) -> None: ...
    @property
    def n_cells(self) -> int: ...
    def evaluate(
        self, sentence: int, scores: NDArray[np.float64]
    ) -> tuple[float, NDArray[np.float64]]: ...

class Parser:
    def __init__(
        self,
        features: ArcFeatures,
        cells: NDArray[np.float32],
        rows: NDArray[np.float32],
        n_relations: int,
        projective: bool,
        single_root: bool,
    ) -> None: ...
    def parse(
        self,
        columns: TokenColumns,
        arcs: NDArray[np.uint8] | None,
        relations: NDArray[np.uint8] | None,
        n_threads: int,
    ) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.uint8]]: ...
    def k_best(
        self,
        columns: TokenColumns,
        k: int,
        as_shares: bool,
        arcs: NDArray[np.uint8] | None,
        relations: NDArray[np.uint8] | None,
        n_threads: int,
    ) -> list[tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float64]]]: ...
    def confidences(
        self,
        columns: TokenColumns,
        heads: NDArray[np.int32],
        relations: NDArray[np.int32],
        arc_wishes: NDArray[np.uint8] | None,
        relation_wishes: NDArray[np.uint8] | None,
        n_threads: int,
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...
    def marginals(
        self,
        columns: TokenColumns,
        arcs: NDArray[np.uint8] | None,
        relations: NDArray[np.uint8] | None,
        n_threads: int,
    ) -> list[NDArray[np.float64]]: ...

_TokenRows: TypeAlias = tuple[_Integers, _Integers, NDArray[np.float32] | None]

def fit_token_vocabulary(
    plan: TokenPlan,
    columns: TokenColumns,
    *,
    edges: bool,
    min_counts: NDArray[np.uint32],
    n_threads: int,
    progress: _Report | None,
) -> tuple[
    NDArray[np.uint64], NDArray[np.uint32], NDArray[np.int64], NDArray[np.uint8], _TokenRows
]: ...
def token_rows(
    plan: TokenPlan,
    vocabulary: Vocabulary,
    columns: TokenColumns,
    *,
    edges: bool,
    n_threads: int,
    progress: _Report | None,
) -> _TokenRows: ...
def token_keys(
    plan: TokenPlan, columns: TokenColumns, *, edges: bool, n_threads: int
) -> NDArray[np.uint64]: ...
def token_names(
    plan: TokenPlan, vocabulary: Vocabulary, columns: TokenColumns, *, edges: bool
) -> tuple[NDArray[np.int64], NDArray[np.uint8]]: ...
def token_occurrences(
    plan: TokenPlan, columns: TokenColumns, token: int, *, edges: bool
) -> list[tuple[str, int, int, int]]: ...
def fit_token_bags(
    sentences: Any, *, min_count: int
) -> tuple[
    tuple[NDArray[np.uint64], NDArray[np.uint32], NDArray[np.int64], NDArray[np.uint8], _TokenRows],
    NDArray[np.int64],
]: ...
def token_bag_rows(
    vocabulary: Vocabulary, sentences: Any
) -> tuple[_TokenRows, NDArray[np.int64]]: ...
def token_bag(token: Any) -> list[tuple[str, int, float]]: ...
def score_problem(
    matrix: Matrix,
    rows: NDArray[np.int64],
    targets: NDArray[np.float64],
    weights: NDArray[np.float64],
    loss: str,
    number: float,
) -> Problem: ...

class Problem:
    def __init__(
        self,
        matrix: Matrix,
        rows: NDArray[np.int64],
        gold: NDArray[np.int32],
        weights: NDArray[np.float64],
        n_labels: int,
        loss: str,
        one_versus_all: bool,
        cost: NDArray[np.float64] | None,
        sets: tuple[NDArray[np.int64], NDArray[np.int32]] | None = None,
    ) -> None: ...
    @property
    def n_columns(self) -> int: ...
    @property
    def stride(self) -> int: ...
    @property
    def n_examples(self) -> int: ...

def stride(n_columns: int) -> int: ...

class AveragedModel:
    def __init__(
        self,
        bytes: NDArray[np.uint8],
        offsets: NDArray[np.int64],
        shape: tuple[int, int, int, int, int, bool],
        kept: NDArray[np.uint32],
        weights: NDArray[np.float32],
        output: NDArray[np.float32] | None,
        link: str,
        way_offsets: NDArray[np.int64],
        way_steps: NDArray[np.int32],
        n_labels: int,
    ) -> None: ...
    def scores(self, texts: Texts, n_threads: int) -> NDArray[np.float32]: ...
    def linear(self, text: Texts) -> NDArray[np.float64]: ...
    def occurrences(self, text: Texts) -> list[tuple[str, int, int, int, int]]: ...
    def word_weights(self) -> NDArray[np.float32]: ...

class LabelTree:
    def __init__(
        self,
        first_child: NDArray[np.int32],
        labels: NDArray[np.int32],
        bias: NDArray[np.float32],
        row_begin: NDArray[np.int64],
        features: NDArray[np.uint32],
        entry_begin: NDArray[np.int64],
        children: NDArray[np.uint16],
        values: NDArray[np.float32],
        n_features: int,
        n_labels: int,
    ) -> None: ...
    def search_rows(
        self, matrix: Matrix, beam: int, k: int, n_threads: int
    ) -> tuple[NDArray[np.int32], NDArray[np.float32]]: ...
    def search_texts(
        self,
        documents: Documents,
        index: Vocabulary | Buckets,
        values: _WeighedAs,
        beam: int,
        k: int,
        n_threads: int,
    ) -> tuple[NDArray[np.int32], NDArray[np.float32]]: ...

def order_of_labels(
    matrix: Matrix,
    rows: NDArray[np.int64],
    gold: NDArray[np.int32],
    weights: NDArray[np.float64],
    n_labels: int,
    sets: tuple[NDArray[np.int64], NDArray[np.int32]] | None,
    depth: int,
    seed: int,
    n_threads: int,
) -> NDArray[np.int32]: ...
def scores_of_texts(
    documents: Documents,
    index: Vocabulary | Buckets,
    values: _WeighedAs,
    weights: NDArray[np.float32],
    bias: NDArray[np.float32],
    n_columns: int,
    n_threads: int,
) -> NDArray[np.float32]: ...
def scores(
    matrix: Matrix, weights: _Reals, bias: _Reals, n_columns: int, n_threads: int
) -> _Reals: ...
def objective(
    problem: Problem,
    weights: _Reals,
    bias: _Reals,
    l2: float,
    l1: float,
    bias_l2: float,
    n_threads: int,
) -> float: ...
def label_gradient(
    problem: Problem, weights: _Reals, bias: _Reals, n_threads: int
) -> tuple[float, _Reals, _Reals]: ...
def class_sums(
    matrix: Matrix,
    rows: NDArray[np.int64],
    gold: NDArray[np.int32],
    weights: NDArray[np.float64],
    n_labels: int,
    squares: bool,
) -> NDArray[np.float64]: ...

class SoftCounts:
    def __init__(self, matrix: Matrix, n_threads: int) -> None: ...
    def expect(
        self,
        weights: NDArray[np.float64],
        bias: NDArray[np.float64],
        sharpness: float,
        n_threads: int,
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...
    def sums(self, q: NDArray[np.float64], n_threads: int) -> NDArray[np.float64]: ...

class SoftChains:
    def __init__(
        self,
        matrix: Matrix,
        offsets: NDArray[np.int64],
        gold: NDArray[np.int32],
        weights: NDArray[np.float64],
        rules: ChainRules,
    ) -> None: ...
    def expect(
        self, theta: NDArray[np.float64], structural: NDArray[np.float64], n_threads: int
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]: ...

class SoftTrees:
    def __init__(
        self,
        grammar: Grammar,
        offsets: NDArray[np.int64],
        entries: NDArray[np.int32],
        n_entries: int,
    ) -> None: ...
    def expect(
        self, words: NDArray[np.float64], rules: NDArray[np.float64], n_threads: int
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...

def scale(problem: Problem) -> tuple[float, float]: ...

class OnlineOptions:
    def __init__(self) -> None: ...
    def __setattr__(self, name: str, value: object) -> None: ...

def online(
    problem: Problem | TreeProblem,
    held_out: Problem | TreeProblem | None,
    support: Support | None,
    memory: object,
    options: OnlineOptions,
    progress: _Report | None,
) -> tuple[int, str, list[float], list[tuple[float, float]]]: ...

class BatchOptions:
    def __init__(self) -> None: ...
    def __setattr__(self, name: str, value: object) -> None: ...

def batch(
    problem: Problem | TreeProblem,
    weights: _Reals,
    bias: _Reals,
    options: BatchOptions,
    progress: _Report | None,
) -> tuple[int, bool, float, list[float]]: ...
def minimise(
    evaluate: Callable[
        [NDArray[np.float32], NDArray[np.float32]],
        tuple[float, NDArray[np.float32], NDArray[np.float32]],
    ],
    weights: NDArray[np.float32],
    bias: NDArray[np.float32],
    total_weight: float,
    options: BatchOptions,
    progress: _Report | None,
) -> tuple[int, bool, float, list[float]]: ...

class DualOptions:
    def __init__(self) -> None: ...
    def __setattr__(self, name: str, value: object) -> None: ...

class ExactOptions:
    def __init__(self) -> None: ...
    def __setattr__(self, name: str, value: object) -> None: ...

class FrankWolfeOptions:
    def __init__(self) -> None: ...
    def __setattr__(self, name: str, value: object) -> None: ...

def log_count_ratios(
    matrix: Matrix,
    rows: NDArray[np.int64],
    gold: NDArray[np.int32],
    weights: NDArray[np.float64],
    n_labels: int,
    first_label: int,
    count: int,
    alpha: float,
    blocks: NDArray[np.uint8] | None,
    sets: tuple[NDArray[np.int64], NDArray[np.int32]] | None = None,
) -> NDArray[np.float32]: ...
def dual(
    problem: Problem,
    weights: _Reals,
    bias: _Reals,
    options: DualOptions,
    multipliers: NDArray[np.float64] | None,
    progress: _Report | None,
    scales: tuple[int, int, float, float, NDArray[np.uint8] | None, int] | None = None,
    sets: tuple[NDArray[np.int64], NDArray[np.int32]] | None = None,
    scored: tuple[NDArray[np.int64], _Reals] | None = None,
) -> tuple[int, bool, float, float, list[float]]: ...
def score_dual(
    problem: Problem,
    weights: _Reals,
    bias: _Reals,
    options: DualOptions,
    progress: _Report | None,
) -> tuple[int, bool, float, float, list[float]]: ...
def exact(
    problem: Problem,
    weights: _Reals,
    bias: _Reals,
    options: ExactOptions,
    progress: _Report | None,
) -> tuple[int, bool, float, list[float]]: ...

class KernelItems:
    @property
    def size(self) -> int: ...
    @property
    def n_empty(self) -> int: ...
    @property
    def first_empty(self) -> int: ...

def polynomial_items(
    left: Matrix, right: Matrix | None, degree: int, offset: float
) -> KernelItems: ...
def gaussian_items(left: Matrix, right: Matrix | None, gamma: float) -> KernelItems: ...
def spectrum_items(
    left: Texts,
    right: Texts | None,
    length: int,
    words: bool,
    lowercase: bool,
    normalize: bool,
    n_threads: int,
    progress: _Report | None,
) -> KernelItems: ...
def subsequence_items(
    left: Texts,
    right: Texts | None,
    length: int,
    decay: float,
    words: bool,
    lowercase: bool,
    normalize: bool,
    n_threads: int,
    progress: _Report | None,
) -> KernelItems: ...
def subset_tree_items(
    left: Texts,
    right: Texts | None,
    decay: float,
    normalize: bool,
    n_threads: int,
    progress: _Report | None,
) -> KernelItems: ...
def table_items(table: _Reals) -> KernelItems: ...
def gram(items: KernelItems, single: bool, n_threads: int, progress: _Report | None) -> Any: ...
def kernel_scores(
    items: KernelItems,
    coefficients: NDArray[np.float64],
    bias: NDArray[np.float64],
    n_threads: int,
    progress: _Report | None,
) -> NDArray[np.float64]: ...

class SmoOptions:
    def __init__(self) -> None: ...
    def __setattr__(self, name: str, value: object) -> None: ...

def smo(
    items: KernelItems,
    offsets: NDArray[np.int64],
    weights: NDArray[np.float64],
    options: SmoOptions,
    progress: _Report | None,
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64], float, bool, int]: ...

class KernelPerceptronOptions:
    def __init__(self) -> None: ...
    def __setattr__(self, name: str, value: object) -> None: ...

def kernel_perceptron(
    items: KernelItems,
    gold: NDArray[np.int32],
    weights: NDArray[np.float64],
    n_labels: int,
    options: KernelPerceptronOptions,
    progress: _Report | None,
) -> tuple[NDArray[np.float64], NDArray[np.float64], list[float]]: ...

# --- sequences ------------------------------------------------------------------------------------

class ChainRules:
    def __init__(
        self,
        n_labels: int,
        order: int,
        transitions: NDArray[np.uint8] | None,
        start: NDArray[np.uint8] | None,
        end: NDArray[np.uint8] | None,
        *,
        learns_transitions: bool = True,
    ) -> None: ...
    @property
    def n_labels(self) -> int: ...
    @property
    def n_rows(self) -> int: ...
    @property
    def order(self) -> int: ...

_Reals2: TypeAlias = NDArray[np.float64]
_Cells: TypeAlias = tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.float32] | None]

def chain_argmax(
    rules: ChainRules, nodes: _Reals2, edges: _Reals2 | None, structural: _Reals2
) -> tuple[float, list[int]]: ...
def chain_k_best(
    rules: ChainRules, nodes: _Reals2, edges: _Reals2 | None, structural: _Reals2, k: int
) -> tuple[list[float], list[list[int]]]: ...
def chain_marginals(
    rules: ChainRules, nodes: _Reals2, edges: _Reals2 | None, structural: _Reals2
) -> tuple[float, _Reals2, _Reals2, _Reals2]: ...
def best_tree(
    scores: _Reals2, projective: bool, single_root: bool
) -> tuple[NDArray[np.int32], float]: ...
def tree_log_partition(
    scores: _Reals2, projective: bool, single_root: bool
) -> tuple[float, _Reals2]: ...
def k_best_trees(
    scores: _Reals2, projective: bool, single_root: bool, k: int
) -> tuple[NDArray[np.int32], NDArray[np.float64]]: ...
def chain_problem(
    matrix: Matrix,
    edges: Matrix | None,
    offsets: NDArray[np.int64],
    gold: NDArray[np.int32],
    weights: NDArray[np.float64],
    rules: ChainRules,
    loss: str,
    cost: NDArray[np.float64] | None,
) -> Problem: ...

class Support:
    def __init__(
        self,
        problem: Problem,
        all_states: bool,
        all_transitions: bool,
        has_ends: bool,
        seen: tuple[NDArray[np.int64], NDArray[np.int32]] | None = None,
    ) -> None: ...
    @property
    def n_lines(self) -> int: ...
    def cells(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]: ...
    def slots(self) -> NDArray[np.int32]: ...

class ChainObjective:
    def __init__(
        self,
        problem: Problem,
        all_states: bool,
        all_transitions: bool,
        has_ends: bool,
        seen: tuple[NDArray[np.int64], NDArray[np.int32]] | None = None,
    ) -> None: ...
    def cells(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]: ...
    def evaluate(self, at: _Reals | None, n_threads: int) -> tuple[float, _Reals]: ...
    def minimise(
        self, start: _Reals | None, options: BatchOptions, progress: _Report | None
    ) -> tuple[int, bool, float, list[float], _Reals]: ...

class Graph:
    def __init__(
        self,
        n_values: NDArray[np.int32],
        borders: NDArray[np.int64],
        variables: NDArray[np.int32],
        *,
        max_width: int,
        is_loopy: bool,
        rounds: int,
        damping: float,
        tolerance: float,
    ) -> None: ...
    @property
    def n_rows(self) -> int: ...
    @property
    def is_tree(self) -> bool: ...
    @property
    def is_exact(self) -> bool: ...
    @property
    def width(self) -> int: ...
    def complete(self, values: NDArray[np.int32]) -> NDArray[np.int32]: ...
    def argmax(self, scores: _Reals2) -> tuple[NDArray[np.int32], float, int, bool]: ...
    def marginals(self, scores: _Reals2) -> tuple[_Reals2, float, int, bool]: ...
    def k_best(self, scores: _Reals2, k: int) -> NDArray[np.int32]: ...

def candidates_problem(
    matrix: Matrix,
    offsets: NDArray[np.int64],
    gold: NDArray[np.int32],
    weights: NDArray[np.float64],
    loss: str,
) -> Problem: ...
def graph_problem(
    matrix: Matrix,
    offsets: NDArray[np.int64],
    gold: NDArray[np.int32],
    weights: NDArray[np.float64],
    graphs: list[Graph],
    n_labels: int,
    price: float,
    loss: str,
) -> Problem: ...
def python_problem(
    matrix: Matrix,
    offsets: NDArray[np.int64],
    gold: NDArray[np.int32],
    weights: NDArray[np.float64],
    structure: object,
    n_labels: int,
    n_structural: int,
    loss: str,
) -> Problem: ...
def gradient(
    problem: Problem | TreeProblem, weights: _Reals, n_threads: int
) -> tuple[float, _Reals]: ...
def frank_wolfe(
    problem: Problem | TreeProblem,
    weights: _Reals,
    bias: _Reals,
    options: FrankWolfeOptions,
    progress: _Report | None,
) -> tuple[int, bool, float, float, list[float]]: ...

class SequenceModel:
    def __init__(
        self,
        rules: ChainRules,
        n_features: int,
        n_edge_features: int,
        offsets: NDArray[np.int64],
        labels: NDArray[np.int32],
        values: NDArray[np.float32],
        is_local: bool,
        unseen: float | None = None,
    ) -> None: ...
    def tag(
        self,
        tokens: _Cells,
        edges: _Cells | None,
        sentences: NDArray[np.int64],
        allowed: NDArray[np.uint8] | None,
        n_threads: int,
    ) -> NDArray[np.int32]: ...
    def marginals(
        self,
        tokens: _Cells,
        edges: _Cells | None,
        sentences: NDArray[np.int64],
        allowed: NDArray[np.uint8] | None,
        n_threads: int,
    ) -> NDArray[np.float32]: ...
    def k_best(
        self,
        tokens: _Cells,
        edges: _Cells | None,
        sentences: NDArray[np.int64],
        allowed: NDArray[np.uint8] | None,
        k: int,
    ) -> tuple[list[list[list[int]]], list[list[float]]]: ...
    def span_probabilities(
        self,
        tokens: _Cells,
        edges: _Cells | None,
        sentences: NDArray[np.int64],
        allowed: NDArray[np.uint8] | None,
        span_sentence: NDArray[np.int64],
        span_begin: NDArray[np.int64],
        label_offsets: NDArray[np.int64],
        labels: NDArray[np.int32],
        stop: NDArray[np.int32],
    ) -> NDArray[np.float64]: ...
    def node_scores(
        self, tokens: _Cells, edges: _Cells | None, sentences: NDArray[np.int64]
    ) -> NDArray[np.float64]: ...
    def structural_score(self, row: int, label: int) -> float: ...

_Fault: TypeAlias = tuple[str, int, int]

def parse_delimited(
    data: NDArray[np.uint8],
    *,
    delimiter: int,
    quoted: bool,
    columns: list[int],
    n_fields: int,
    first_line: int,
    is_last: bool,
    keep_empty: bool,
) -> tuple[list[Texts], NDArray[np.int64], int, int, _Fault | None]: ...
def first_record(
    data: NDArray[np.uint8], *, delimiter: int, quoted: bool, is_last: bool, limit: int
) -> tuple[list[str], int, int, _Fault | None]: ...
def parse_json_lines(
    data: NDArray[np.uint8],
    *,
    names: list[str],
    needs: list[int],
    first_line: int,
    is_last: bool,
) -> tuple[list[Texts], NDArray[np.int64], int, int, tuple[str, int, int, bytes] | None]: ...
def split_bags(
    lines: Texts, *, is_svmlight: bool
) -> tuple[Texts, NDArray[np.int64], Texts, NDArray[np.float32], tuple[int, bytes] | None]: ...
def split_label_lines(lines: Texts, prefix: str) -> tuple[Texts, NDArray[np.int64], Texts]: ...
def split_label_fields(fields: Texts, separator: str) -> tuple[Texts, NDArray[np.int64], int]: ...
def strip_texts(texts: Texts) -> Texts: ...
def json_members(
    cells: Texts,
) -> tuple[NDArray[np.uint8], NDArray[np.int64], Texts, Texts]: ...
def read_numbers(words: Texts) -> tuple[NDArray[np.float64], int]: ...
def distinct(texts: Texts) -> tuple[list[str], NDArray[np.int32]]: ...
def count_lines(data: NDArray[np.uint8]) -> int: ...
def find_unreadable(data: NDArray[np.uint8]) -> tuple[int, int]: ...
def parse_conll(
    data: NDArray[np.uint8],
    *,
    separator: str,
    comments: bool,
    universal: bool,
    n_columns: int,
    first_line: int,
    is_last: bool,
) -> tuple[
    list[_Column],
    NDArray[np.int64],
    NDArray[np.int64],
    NDArray[np.int64],
    bool,
    tuple[int, bytes],
    int,
    int,
    tuple[str, int, int, bytes] | None,
]: ...
def parse_brackets(
    data: NDArray[np.uint8], *, function_tags: bool, empty: bool, first_line: int, is_last: bool
) -> tuple[
    _Column,
    _Column,
    _Column,
    NDArray[np.int32],
    NDArray[np.int32],
    NDArray[np.int64],
    NDArray[np.int64],
    NDArray[np.int64],
    int,
    int,
    tuple[str, int, int, bytes] | None,
]: ...
def intern_tokens(
    sentences: list[Any], keys: int | list[str] | None, *, allow_none: bool
) -> tuple[list[_Column], NDArray[np.int64], tuple[str, int, int, int] | None]: ...
def renumber(
    codes: NDArray[np.int32], n_values: int
) -> tuple[NDArray[np.int32], NDArray[np.int64]]: ...
def write_cells(
    data: NDArray[np.uint8],
    *,
    begin: int,
    end: int,
    begins: NDArray[np.int64],
    cells: list[tuple[int, NDArray[np.int32], Texts]],
    is_tabbed: bool,
    n_columns: int,
) -> bytes: ...
def texts_from_arrow(column: object) -> tuple[Texts | None, str, int]: ...

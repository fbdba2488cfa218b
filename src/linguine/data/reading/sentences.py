"""Reading sentences: a file of tokens or standard input, whole or block after block."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from linguine.data.formats.conll import ConllParser, ConlluParser
from linguine.data.formats.recognition import detect_token_format
from linguine.data.reading.options import Bytes, ColumnName
from linguine.data.reading.source import check_path, source_name
from linguine.data.reading.stream import LARGE, check_block_bytes, decoded, parse_blocks
from linguine.data.reading.token_options import TokenOptions
from linguine.data.reading.transcoding import Encoding
from linguine.data.sentences import Sentences

__all__ = ["iterate_sentences", "read_conll", "read_conllu", "read_sentences"]


def read_sentences(
    path: str | os.PathLike[str],
    *,
    format: str = "auto",
    columns: str | Sequence[str] | None = None,
    tag_column: ColumnName = None,
    needed: Sequence[str] | None = None,
    comments: bool = False,
    separator: str = "auto",
    encoding_errors: str = "strict",
) -> Sentences:
    r"""Read all sentences of a file, in columns or CoNLL-U.

    Parameters
    ----------
    path
        A file, plain or compressed with gzip or zstd; or ``"-"``, standard input.
    format, columns, tag_column, needed, comments, separator, encoding_errors
        As in :class:`TokenOptions`.

    Returns
    -------
    Sentences
        All columns, the line of each token, and what is needed to write the file back.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "names.bio"
    >>> _ = path.write_text("In\tO\nRome\tB-LOC\n")
    >>> sentences = read_sentences(path)
    >>> list(sentences.columns), sentences.texts_of("tag")
    (['w', 'tag'], [['O', 'B-LOC']])
    """
    options = TokenOptions(
        format, columns, tag_column, needed, comments, separator, encoding_errors
    )
    place = check_path(path)
    content = decoded(place, Encoding(errors=encoding_errors))
    parser = _choose_parser(place, content, options) or ConllParser(source_name(place), options)
    sentences, _ = parser.parse(content, is_last=True)
    if sentences is None:
        raise parser.nothing_there()
    return sentences


def read_conll(
    path: str | os.PathLike[str],
    columns: str | Sequence[str] | None = None,
    tag_column: ColumnName = None,
    *,
    needed: Sequence[str] | None = None,
    comments: bool = False,
    separator: str = "auto",
    encoding_errors: str = "strict",
) -> Sentences:
    r"""Read all sentences of a file with one token per line.

    ``-DOCSTART-`` lines are borders between sentences and no tokens.

    Parameters
    ----------
    path, columns, tag_column, needed, comments, separator, encoding_errors
        As in :func:`read_sentences`.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "chunks.conll"
    >>> _ = path.write_text("He PRP B-NP\nsat VBD B-VP\n\nWhy WRB B-ADVP\n")
    >>> sentences = read_conll(path, columns="w,pos,tag")
    >>> sentences.texts_of("w"), sentences.tags().names
    ([['He', 'sat'], ['Why']], ['B-ADVP', 'B-NP', 'B-VP'])
    """
    return read_sentences(
        path,
        format="conll",
        columns=columns,
        tag_column=tag_column,
        needed=needed,
        comments=comments,
        separator=separator,
        encoding_errors=encoding_errors,
    )


def read_conllu(
    path: str | os.PathLike[str],
    tag_column: ColumnName = None,
    *,
    needed: Sequence[str] | None = None,
    encoding_errors: str = "strict",
) -> Sentences:
    r"""Read all sentences of a treebank.

    The columns are ``id form lemma upos xpos feats head deprel deps misc``; ``w`` is another
    name of ``form``. Heads are checked to be integers, not to make a tree.

    Parameters
    ----------
    path, tag_column, needed, encoding_errors
        As in :func:`read_sentences`.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "dogs.conllu"
    >>> lines = ["# text = Dogs bark", "1\tDogs\tdog\tNOUN\t_\t_\t2\tnsubj\t_\t_"]
    >>> lines += ["2\tbark\tbark\tVERB\t_\t_\t0\troot\t_\t_", ""]
    >>> _ = path.write_text("\n".join(lines))
    >>> sentences = read_conllu(path)
    >>> sentences.texts_of("w"), sentences.texts_of("head"), sentences.tags().names
    ([['Dogs', 'bark']], [['2', '0']], ['NOUN', 'VERB'])
    """
    return read_sentences(
        path,
        format="conllu",
        tag_column=tag_column,
        needed=needed,
        encoding_errors=encoding_errors,
    )


def iterate_sentences(
    path: str | os.PathLike[str],
    *,
    format: str = "auto",
    columns: str | Sequence[str] | None = None,
    tag_column: ColumnName = None,
    needed: Sequence[str] | None = None,
    comments: bool = False,
    separator: str = "auto",
    encoding_errors: str = "strict",
    block_bytes: int = 8 << 20,
) -> Iterator[Sentences]:
    r"""Read the sentences of a file that may be larger than memory.

    Together the blocks hold every byte of the file, so that writing them back one after the
    other writes the file. Only the last may be without a sentence, when nothing but comments
    and empty lines was left.

    Parameters
    ----------
    path, format, columns, tag_column, needed, comments, separator, encoding_errors
        As in :func:`read_sentences`.
    block_bytes
        About how many bytes are held at a time; a longer sentence is held whole.

    Yields
    ------
    Sentences
        Some sentences at a time, in the order of the file; from a pipe, as soon as they come.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "words.conll"
    >>> _ = path.write_text("Dogs\nbark\n\nSit\n")
    >>> [block.texts_of("w") for block in iterate_sentences(path, block_bytes=11)]
    [[['Dogs', 'bark']], [['Sit']]]
    """
    options = TokenOptions(
        format, columns, tag_column, needed, comments, separator, encoding_errors
    )
    check_block_bytes("iterate_sentences", block_bytes)
    return _iterate(check_path(path), options, block_bytes)


def _iterate(place: str, options: TokenOptions, block_bytes: int) -> Iterator[Sentences]:
    parser: ConllParser | None = None

    def choose(content: Bytes, is_last: bool) -> ConllParser | None:
        nonlocal parser
        parser = _choose_parser(place, content, options)
        if parser is None and is_last:
            parser = ConllParser(source_name(place), options)
        return parser

    is_empty = True
    errors = Encoding(errors=options.encoding_errors)
    for sentences in parse_blocks(place, errors, block_bytes, choose, patient_from=LARGE):
        is_empty = False
        yield sentences
    if is_empty and parser is not None:
        raise parser.nothing_there()


def _choose_parser(place: str, content: Bytes, options: TokenOptions) -> ConllParser | None:
    """Return a parser of the format; None if more of the file is needed to know it."""
    name = detect_token_format(place, content) if options.format == "auto" else options.format
    kinds = {"conll": ConllParser, "conllu": ConlluParser}
    return None if name is None else kinds[name](source_name(place), options)

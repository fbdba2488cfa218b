"""Texts of a mapped file: their pages are dropped once they are read, and come back."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from linguine.data import read_documents
from linguine.features import WordNgrams

from ..texts import WORDS
from .extraction import counting, same_bits


def texts_of_several_chunks() -> list[str]:
    random = np.random.default_rng(1)
    plain = [word for word in WORDS if word.isalpha()]
    return [" ".join(random.choice(plain, 40)) for _ in range(2500)]


@pytest.mark.parametrize("hash_bits", [None, 12])
@pytest.mark.parametrize("kind", ["tsv", "csv"])
def test_a_file_gives_the_features_of_its_texts(
    kind: str, hash_bits: int | None, tmp_path: Path
) -> None:
    """In the CSV every other text is quoted, so it lies beside the file and must stay as it is."""
    texts = texts_of_several_chunks()
    lines = [
        f"a\t{text}" if kind == "tsv" else f'a,"{text} ""so"""' if i % 2 else f"a,{text}"
        for i, text in enumerate(texts)
    ]
    if kind == "csv":
        texts = [f'{text} "so"' if i % 2 else text for i, text in enumerate(texts)]
    path = tmp_path / f"all.{kind}"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert path.stat().st_size > 1 << 18
    documents = read_documents(path, header=False, label=1, text=2)
    from_file, from_list = (counting(WordNgrams(1, 2), hash_bits=hash_bits) for _ in range(2))
    ours = from_file.fit_transform(documents.texts)
    assert same_bits(ours, from_list.fit_transform(texts))
    assert same_bits(from_file.transform(documents.texts), ours)
    assert documents.texts.tolist() == texts

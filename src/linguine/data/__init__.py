"""Data: texts and sentences from files and memory, labels, example weights, held-out splits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linguine.lazy import lazy_exports

if TYPE_CHECKING:
    from linguine.data.constituents import Constituents as Constituents
    from linguine.data.documents import Bags as Bags
    from linguine.data.documents import Documents as Documents
    from linguine.data.documents import LabelLists as LabelLists
    from linguine.data.documents import Labels as Labels
    from linguine.data.examples import Examples as Examples
    from linguine.data.examples import split_held_out as split_held_out
    from linguine.data.formats.bracket_recognition import is_bracketed as is_bracketed
    from linguine.data.formats.brackets import iterate_constituents as iterate_constituents
    from linguine.data.formats.brackets import read_constituents as read_constituents
    from linguine.data.formats.recognition import holds_tokens as holds_tokens
    from linguine.data.formats.write_brackets import write_constituents as write_constituents
    from linguine.data.formats.writing import append_column as append_column
    from linguine.data.formats.writing import write_trees as write_trees
    from linguine.data.label_sets import LabelSets as LabelSets
    from linguine.data.reading.documents import iterate_documents as iterate_documents
    from linguine.data.reading.documents import read_documents as read_documents
    from linguine.data.reading.files import Files as Files
    from linguine.data.reading.sentences import iterate_sentences as iterate_sentences
    from linguine.data.reading.sentences import read_conll as read_conll
    from linguine.data.reading.sentences import read_conllu as read_conllu
    from linguine.data.reading.sentences import read_sentences as read_sentences
    from linguine.data.segmentation import Segment as Segment
    from linguine.data.segmentation import Segmentation as Segmentation
    from linguine.data.sentences import Sentences as Sentences
    from linguine.data.targets.combining import CombinedVotes as CombinedVotes
    from linguine.data.targets.combining import combine_votes as combine_votes
    from linguine.data.targets.labels import Target as Target
    from linguine.data.targets.labels import find_classes as find_classes
    from linguine.data.targets.labels import join_classes as join_classes
    from linguine.data.targets.labels import read_target as read_target
    from linguine.data.targets.soft_labels import SoftLabels as SoftLabels
    from linguine.data.targets.tags import Tags as Tags
    from linguine.data.targets.weights import make_examples as make_examples
    from linguine.data.texts import as_texts as as_texts
    from linguine.data.token_lists import TokenColumn as TokenColumn
    from linguine.data.trees import Trees as Trees
else:
    __getattr__, __dir__, __all__ = lazy_exports(
        __name__,
        {
            ".constituents": ["Constituents"],
            ".formats.bracket_recognition": ["is_bracketed"],
            ".formats.brackets": ["iterate_constituents", "read_constituents"],
            ".formats.write_brackets": ["write_constituents"],
            ".documents": ["Bags", "Documents", "LabelLists", "Labels"],
            ".label_sets": ["LabelSets"],
            ".examples": ["Examples", "split_held_out"],
            ".targets.combining": ["CombinedVotes", "combine_votes"],
            ".targets.soft_labels": ["SoftLabels"],
            ".targets.labels": ["Target", "find_classes", "join_classes", "read_target"],
            ".reading.documents": ["iterate_documents", "read_documents"],
            ".reading.files": ["Files"],
            ".reading.sentences": [
                "iterate_sentences",
                "read_conll",
                "read_conllu",
                "read_sentences",
            ],
            ".segmentation": ["Segment", "Segmentation"],
            ".sentences": ["Sentences"],
            ".targets.tags": ["Tags"],
            ".texts": ["as_texts"],
            ".token_lists": ["TokenColumn"],
            ".formats.recognition": ["holds_tokens"],
            ".trees": ["Trees"],
            ".targets.weights": ["make_examples"],
            ".formats.writing": ["append_column", "write_trees"],
        },
    )

"""DATA OUT: NLTK's PCFG of the training trees parses the tags of short.mrg, once."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from nltk import Nonterminal, Tree, ViterbiParser, induce_pcfg


def prepared(tree: Tree) -> Tree:
    """Tags instead of words; no unary chains, two children at most."""
    for place in tree.treepositions("leaves"):
        tag = tree[place[:-1]].label()
        tree[place[:-1]] = Tree(f"{tag}#", [tag])  # what is above a tag is no label
    tree.collapse_unary(collapsePOS=False)
    tree.chomsky_normal_form(horzMarkov=2)
    return Tree("TOP", [tree])


def read(name: str) -> list[Tree]:
    return [Tree.fromstring(line) for line in Path(data, name).read_text("utf-8").splitlines()]


data, out = sys.argv[1:]
start = time.process_time()
productions = [rule for tree in read("train.mrg") for rule in prepared(tree).productions()]
parser = ViterbiParser(induce_pcfg(Nonterminal("TOP"), productions))
train_seconds = time.process_time() - start
answers, seconds = [], 0.0
for gold in read("short.mrg"):
    words, tags = gold.leaves(), [tag for _, tag in gold.pos()]
    start = time.process_time()
    found = next(iter(parser.parse(tags)), None)
    seconds += time.process_time() - start
    if found is None:
        found = Tree("TOP", [Tree("S", [Tree(f"{tag}#", [tag]) for tag in tags])])
    tree = Tree.convert(found)[0]  # without probabilities
    tree.un_chomsky_normal_form()
    for place, word, tag in zip(tree.treepositions("leaves"), words, tags, strict=True):
        tree[place[:-1]] = Tree(tag, [word])
    answers.append(" ".join(str(tree).split()))
Path(out, "short.mrg").write_text("\n".join(answers) + "\n", "utf-8")
row = {"seconds": seconds, "train_seconds": train_seconds}
print(json.dumps({**row, "sentences_per_second": len(answers) / seconds}))

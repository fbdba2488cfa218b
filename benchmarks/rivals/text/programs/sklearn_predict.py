"""PICKLE FILE: the label of every line, from a cold process."""

import pickle
import sys

with open(sys.argv[1], "rb") as file:
    pipeline = pickle.load(file)
with open(sys.argv[2], encoding="utf-8", newline="\n") as lines:
    print(*pipeline.predict([line.rstrip("\n") for line in lines]), sep="\n")

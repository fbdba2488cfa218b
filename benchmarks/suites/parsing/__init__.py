"""The parsing suites, by name: `python benchmarks/compare.py parsing`."""

from benchmarks.suites.trial_suite import TrialJob, TrialSuite, named

_LABELLED = ("dev_uas", "dev_las", "uas", "las")
_CHECKED = ("invalid", "roots")

ACCURACY = TrialSuite(
    name="accuracy",
    about="from a treebank to a parser: seconds of training, and what the parser is worth",
    jobs=(
        TrialJob("form-upos", "gold words and universal tags; spaCy sees words alone unless told"),
        TrialJob("all-columns", "lemmas, fine tags and morphology too, all of them gold"),
    ),
    datasets=("ud_english_ewt",),
    rivals=("linguine", "spacy", "udpipe"),
    columns=("seconds", "ratio", *_LABELLED, "speed", "bytes", "peak", *_CHECKED),
    threads=(2,),
)
SPEED = TrialSuite(
    name="speed",
    about="sentences in memory to labelled trees on one core; best pass and mean of seven",
    jobs=(TrialJob("sentences-to-trees", "the dev file, features included"),),
    datasets=("ud_english_ewt",),
    rivals=("linguine", "spacy", "udpipe"),
    columns=("seconds", "ratio", "speed", "mean speed", "dev_uas", "dev_las", "peak"),
)
PAIRS = TrialSuite(
    name="pairs",
    about="losses and learners of DependencyParser on words and universal tags, judged on dev",
    jobs=(TrialJob("losses-and-learners", "5 epochs"),),
    datasets=("ud_english_ewt",),
    rivals=("linguine",),
    columns=("seconds", "dev_uas", "dev_las", "speed", "weights", "bytes", "peak", *_CHECKED),
    threads=(2,),
)
UNLABELLED = TrialSuite(
    name="unlabelled",
    about="heads alone, on words and fine tags of the Penn Treebank's sample",
    jobs=(TrialJob("form-xpos", "no relations in the source, and no dev file"),),
    datasets=("dependency_treebank",),
    rivals=("linguine",),
    columns=("seconds", "uas", "speed", "bytes", "peak", *_CHECKED),
    threads=(2,),
)

PARSING_SUITES = named(ACCURACY, SPEED, PAIRS, UNLABELLED)

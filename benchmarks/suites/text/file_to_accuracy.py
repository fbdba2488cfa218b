"""Text suite 1: from a file on disk to test accuracy, whole processes."""

from benchmarks.suites.text.suite import TextJob, TextSuite

FILE_TO_ACCURACY = TextSuite(
    name="file_to_accuracy",
    about="wall time and peak memory of whole processes, from the training file to test accuracy",
    jobs=(TextJob("svm-bigrams", "linear classifier on words and pairs of words"),),
    datasets=("imdb", "20newsgroups"),
    rivals=("linguine", "scikit-learn", "fasttext", "vowpalwabbit"),
)

"""Text suite 1: from a file on disk to test accuracy, whole processes."""

from benchmarks.suites.trial_suite import TrialJob, TrialSuite

FILE_TO_ACCURACY = TrialSuite(
    name="file_to_accuracy",
    about="wall time and peak memory of whole processes, from the training file to test accuracy",
    jobs=(TrialJob("svm-bigrams", "linear classifier on words and pairs of words"),),
    datasets=("imdb", "20newsgroups"),
    rivals=("linguine", "scikit-learn", "fasttext", "vowpalwabbit"),
    threads=(2,),
)

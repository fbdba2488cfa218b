"""Label trees: classifiers of thousands of labels."""
